/** Three numbers: an array, or an object such as a `Vector3` of three.js. Metres, with Y up. */
export type Vector = ArrayLike<number> | { x: number; y: number; z: number };
/** A unit quaternion: x, y, z, w, or an object such as a `Quaternion` of three.js. */
export type Rotation = ArrayLike<number> | { x: number; y: number; z: number; w: number };
export type Triple = [number, number, number];

/** A collider of a world: a triangle by its place, or a body. */
export type Collider = number;

/** A shape without a place. The position of a capsule is the centre of its lower hemisphere; the others have their centre. */
export type Shape =
    | { kind: 'sphere'; radius: number }
    /** Upright, `height` from bottom to top. */
    | { kind: 'capsule'; radius: number; height: number }
    | { kind: 'box'; halfExtents: Vector; rotation?: Rotation };

/** Which colliders a call meets: those on one of the layers of `mask`, without `except`. */
export interface Filter { mask?: number; except?: Collider | null }

export interface Hit {
    /** Share of the way, from 0 to 1. */
    fraction: number;
    /** Of the ray's end or the shape there. */
    position: Triple;
    point: Triple;
    /** From the world to the shape; its length is 1. */
    normal: Triple;
    collider: Collider;
    tag: number;
}

export interface Contact {
    point: Triple;
    normal: Triple;
    /** Between body and surface; negative in overlap. */
    separation: number;
    collider: Collider;
    tag: number;
}

/** `floor` and `wedged` are stood on. A player holds a `ladder`, or a ledge onto which it climbs: `mantle`. */
export type Ground = 'none' | 'floor' | 'steep' | 'wedged' | 'ladder' | 'mantle';

export interface Move {
    position: Triple;
    /** The part of the motion that the surfaces allow. */
    clippedMotion: Triple;
    end: 'done' | 'blocked' | 'exhausted' | 'refused';
    contacts: Contact[];
}

/** A walking body. For a jump, set `ground` to `none`. */
export interface Walk { position: Vector; velocity?: Vector; ground?: Ground; groundNormal?: Vector }

export interface StepSettings {
    maxSlopeDeg: number;
    stepHeight: number;
    snapDistance: number;
    launchSpeed: number;
    /** Where the body wants to go, of any length. */
    wish: Vector;
    surf: boolean;
}

/** How a player moves: metres, seconds, m/s and m/s². */
export interface Tuning {
    body: 'sphere' | 'capsule';
    crouchLiftsFeet: boolean;
    radius: number;
    height: number;
    eyeHeight: number;
    walkSpeed: number;
    flySpeed: number;
    fastFactor: number;
    groundAccel: number;
    airAccel: number;
    gravity: number;
    jumpSpeed: number;
    coyoteTime: number;
    jumpBuffer: number;
    maxSlopeDeg: number;
    stepHeight: number;
    snapDistance: number;
    crouchHeight: number;
    crouchFactor: number;
    launchSpeed: number;
    /** Of a jump in the air, away from a wall; 0: none. */
    wallJumpSpeed: number;
    /** The highest ledge above the feet that a player in the air climbs onto; 0: none. */
    mantleHeight: number;
    /** Above 0, keys on the ground add speed as in Quake: this many times the wanted speed a second. */
    groundGain: number;
    groundFriction: number;
    stopSpeed: number;
    /** Above 0, keys in the air add speed as in Quake, and steep slopes are surfed. */
    airGain: number;
    /** 0: none. */
    airSpeedCap: number;
}

/** What a player requests for a tick. What is left out is 0 or false. */
export interface Command {
    /** -1 to 1. */
    forward?: number;
    /** -1 to 1. */
    right?: number;
    /** -1 to 1. Flying or in water, up or down; walking, below 0 crouches. */
    up?: number;
    /** Radians; 0 looks along -Z, and it grows to the left. */
    yaw?: number;
    /** Radians; positive looks up. */
    pitch?: number;
    /** Whether jump was pressed in this tick. */
    jump?: boolean;
    fast?: boolean;
    fly?: boolean;
}

/** The whole state of a player, as plain data: a saved game, or a snapshot for rollback. */
export interface State {
    position: Triple;
    /** Relative to the platform that carries the player. */
    velocity: Triple;
    groundNormal: Triple;
    rideVelocity: Triple;
    coyote: number;
    jumpWanted: number;
    airTime: number;
    leaving: number;
    /** The normal of the wall off which it has jumped last, or zeros. */
    lastWall: Triple;
    /** 2³² make a turn. */
    yaw: number;
    /** 2³² make a turn. */
    pitch: number;
    ground: Ground;
    ride: Collider | null;
    fly: boolean;
    crouched: boolean;
}

/** A box of water. Boxes that meet are one water, with the highest surface and the current of the first one in the list. */
export interface Water {
    /** Of its centre. */
    position: Vector;
    halfExtents: Vector;
    /** A unit quaternion. */
    rotation?: Quaternion;
    /** m/s, up to 1000. It carries swimmers along, and waders the more the deeper they stand. */
    current?: Vector;
}

export interface Report {
    landed: boolean;
    /** Of the landing; m/s. */
    landingSpeed: number;
    /** Before the landing; seconds. */
    airTime: number;
    /** How far steps have raised the walker. */
    climbed: number;
    /** How far it followed the ground straight down. */
    dropped: number;
    /** On which it stands. */
    underfoot: Collider | null;
    contactCount: number;
    sensorCount: number;
    /** Whether the water reaches its chest, so that it swims. */
    swims: boolean;
    /** The height of the surface of the water that reaches it. An eye below is under water. */
    waterSurface: number | null;
}

export interface SurfaceRules {
    /** Scales the acceleration along the ground. */
    friction: number;
    /** Carries everyone who stands there; m/s. */
    conveyor: Vector;
    /** Replaces the tuning's; below 0 it does not. */
    maxSlopeDeg: number;
    /** Replaces the tuning's; below 0 it does not. */
    stepHeight: number;
    /** Stops a body from above only. */
    oneWay: boolean;
    /** Stops nothing, and is listed by `Player.sensors`. */
    sensor: boolean;
    /** A player climbs it where it is too steep to stand on. */
    ladder: boolean;
}

/** Why a platform stopped: a rider has no room. */
export interface Squeeze { rider: Player; missing: number; against: Collider | null }

/** A call that the library refused, with a text that says why. `code` is a status of `sidle.h`. */
export class SidleError extends Error { readonly code: number }

/** What players collide with. */
export interface World {
    /** How many triangles have no area, and are left out. */
    readonly leftOut: number;
    /** Frees the memory. Nothing else does. */
    free(): void;
    /** A copy, for rollback. It shares what neither changes. */
    copy(): World;
    addBody(shape: Shape, position: Vector, options?: { tag?: number; layers?: number }): Collider;
    /** Moves a body at once. It carries and pushes nobody: see `movePlatform`. */
    moveBody(collider: Collider, shape: Shape, position: Vector): void;
    getBody(collider: Collider): { shape: Shape; position: Triple };
    remove(collider: Collider): void;
    setEnabled(collider: Collider, enabled: boolean): void;
    setTag(collider: Collider, tag: number): void;
    /** A bit for each layer. */
    setLayers(collider: Collider, layers: number): void;
    /** Sets the effects of all colliders with this tag. */
    setSurfaceRules(tag: number, rules: Partial<SurfaceRules>): void;
    /** Sets all water of the world, up to 65536 boxes, in which players swim. It stops nothing. For a tide, call it again. */
    setWater(water: Water[]): void;
    castRay(from: Vector, to: Vector, filter?: Filter): Hit | null;
    castShape(shape: Shape, position: Vector, motion: Vector, filter?: Filter): Hit | null;
    fits(shape: Shape, position: Vector, filter?: Filter): boolean;
    /** Moves a sphere or capsule up to the first touch, and slides along it. For a flight, `maxSlopeDeg` is 90. */
    moveAndSlide(shape: Shape, position: Vector, motion: Vector, options?: { maxSlopeDeg?: number; filter?: Filter }): Move;
    /** Moves a walking body by its velocity, with steps and the ground. Changes `walk`. */
    stepAndSlide(shape: Shape, walk: Walk, dt: number, options?: { settings?: Partial<StepSettings>; filter?: Filter }): Report & { contacts: Contact[] };
    /**
     * Moves a box to `position` within a tick. It carries and pushes the riders, up to 65536. Call it in every tick, also while the box rests, and advance
     * the players afterwards. Returns why it stopped, or null.
     */
    movePlatform(collider: Collider, shape: Shape, position: Vector, riders?: Player[]): Squeeze | null;
}

/** A player, with a whole walk in one call. */
export interface Player {
    /** Frees the memory. Nothing else does. */
    free(): void;
    /** Advances the player by a tick of `dt` seconds, from 0 to 1. */
    advance(world: World, command: Command, dt: number): Report;
    /** The surfaces touched at the end of the last tick. */
    contacts(): Contact[];
    /** The sensors passed in the last tick. */
    sensors(): Collider[];
    save(): State;
    /** Loads a saved state, or one that was changed, such as for a teleport. */
    load(state: State): void;
    eye(): Triple;
    /** Throws the player into the air, as a jump pad does; m/s. */
    launch(velocity: Vector): void;
    /** Changes the shipped tuning by these numbers. Returns whether the body fits; if not, nothing changes. */
    setTuning(world: World, tuning: Partial<Tuning>): boolean;
    /** Chooses the layers that the player meets, and its body in the world, which others meet. */
    setFilter(filter: { mask?: number; ownBody?: Collider | null }): void;
}

/** The loaded library. */
export interface Sidle {
    readonly version: string;
    readonly defaultTuning: Tuning;
    /** Makes a world of triangles, such as the position and the index of a geometry of three.js. */
    world(mesh?: { vertices?: ArrayLike<number>; indices?: ArrayLike<number> | undefined; tags?: ArrayLike<number> | undefined }): World;
    /** Makes a player with the shipped tuning, changed by these numbers. */
    player(position: Vector, tuning?: Partial<Tuning>): Player;
}

/**
 * Loads the library, once for a program. `source` is only needed where a bundler does not find `sidle.wasm`: its address,
 * its bytes or its compiled module.
 */
export function load(source?: URL | string | BufferSource | WebAssembly.Module): Promise<Sidle>;
