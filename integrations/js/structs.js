// The structs of sidle.h in the memory of the WebAssembly program: how they lie there, and how to write and read them.
//
// `test/test.mjs` compares them with the header.

/** A struct of doubles and of numbers of 32 bits. */
class Struct {
    constructor(text) {
        this.fields = [];
        let end = 0;
        for (const field of text.split(' ')) {
            const [name, kind = '1'] = field.split(':');
            const size = kind === 'u32' ? 4 : 8;
            const start = Math.ceil(end / size) * size;
            const count = kind === 'u32' ? 1 : Number(kind);
            this.fields.push({ name, start, size, count });
            end = start + size * count;
        }
        this.size = Math.ceil(end / 8) * 8;
    }

    /** Writes `values`, and zeros for the missing ones. */
    write(view, address, values) {
        for (const { name, start, size, count } of this.fields) {
            const value = values[name] ?? 0;
            if (size === 4) {
                view.setUint32(address + start, Number(value), true);
            } else {
                if (count === 1 && typeof value !== 'number') throw new TypeError(`${name} is ${JSON.stringify(value)}, not a number`);
                const numbers = count === 1 ? [value] : value === 0 ? new Array(count).fill(0) : vector(value, count, name);
                numbers.forEach((number, at) => view.setFloat64(address + start + at * 8, number, true));
            }
        }
    }

    read(view, address) {
        const values = {};
        for (const { name, start, size, count } of this.fields) {
            const number = at => view.getFloat64(address + start + at * 8, true);
            if (size === 4) values[name] = view.getUint32(address + start, true);
            else values[name] = count === 1 ? number(0) : Array.from({ length: count }, (_, at) => number(at));
        }
        return values;
    }
}

/** The numbers of an array, or of an object with x, y, z and perhaps w, such as three.js has. */
export function vector(value, count, name) {
    const numbers = value?.x === undefined ? value : [value.x, value.y, value.z, value.w].slice(0, count);
    const isNumbers = numbers?.length === count && Array.from(numbers).every(number => typeof number === 'number');
    if (!isNumbers) throw new TypeError(`${name} must have ${count} numbers`);
    return Array.from(numbers);
}

export const structs = {
    shape: new Struct('kind:u32 radius height halfExtents:3 rotation:4'),
    filter: new Struct('mask:u32 except:u32'),
    surfaceRules: new Struct('friction conveyor:3 maxSlopeDeg stepHeight oneWay:u32 sensor:u32 ladder:u32'),
    water: new Struct('position:3 halfExtents:3 rotation:4 current:3'),
    hit: new Struct('fraction position:3 point:3 normal:3 collider:u32 tag:u32'),
    contact: new Struct('point:3 normal:3 separation collider:u32 tag:u32'),
    move: new Struct('position:3 clippedMotion:3 end:u32 contactCount:u32'),
    walk: new Struct('position:3 velocity:3 groundNormal:3 ground:u32'),
    stepSettings: new Struct('maxSlopeDeg stepHeight snapDistance launchSpeed wish:3 surf:u32'),
    tuning: new Struct('body:u32 crouchLiftsFeet:u32 radius height eyeHeight walkSpeed flySpeed fastFactor groundAccel airAccel '
        + 'gravity jumpSpeed coyoteTime jumpBuffer maxSlopeDeg stepHeight snapDistance crouchHeight crouchFactor launchSpeed '
        + 'wallJumpSpeed mantleHeight groundGain groundFriction stopSpeed airGain airSpeedCap'),
    command: new Struct('forward right up yaw pitch jump:u32 fast:u32 fly:u32'),
    state: new Struct('position:3 velocity:3 groundNormal:3 rideVelocity:3 coyote jumpWanted airTime leaving lastWall:3 yaw:u32 pitch:u32 '
        + 'ground:u32 ride:u32 fly:u32 crouched:u32'),
    report: new Struct('landingSpeed airTime climbed dropped waterSurface landed:u32 underfoot:u32 contactCount:u32 sensorCount:u32 '
        + 'swims:u32'),
    squeeze: new Struct('missing rider:u32 against:u32'),
};
