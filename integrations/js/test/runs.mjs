// The runs of `crates/capi/tests/native.rs` in JavaScript, in Node and in a browser. Each returns the hash of all its states.

const DT = 1 / 120;

class Hash {
    hash = 0xcbf29ce484222325n;
    bytes = new DataView(new ArrayBuffer(8));

    add(...numbers) {
        for (const number of numbers.flat()) {
            this.bytes.setFloat64(0, number, true);
            for (let at = 0; at < 8; at++) {
                this.hash = BigInt.asUintN(64, (this.hash ^ BigInt(this.bytes.getUint8(at))) * 0x100000001b3n);
            }
        }
    }

    get text() {
        return this.hash.toString(16).padStart(16, '0');
    }
}

function hills(sidle) {
    const vertices = [];
    for (let x = -8; x < 8; x++) {
        for (let z = -8; z < 8; z++) {
            for (const [i, k] of [[0, 0], [0, 1], [1, 1], [0, 0], [1, 1], [1, 0]]) {
                const height = ((x + i) * 7 + (z + k) * 13) % 11;
                vertices.push(x + i, height * Math.fround(0.07), z + k);
            }
        }
    }
    return sidle.world({ vertices });
}

function player(sidle) {
    const world = hills(sidle);
    const slab = { kind: 'box', halfExtents: [2, 0.25, 1], rotation: [0, 0.6, 0, 0.8] };
    const lift = world.addBody(slab, [0, 0, -3]);
    const player = sidle.player([0.3, 2, 0.2], { body: 'capsule', radius: 0.4 });
    const hash = new Hash();
    for (let tick = 1; tick <= 1200; tick++) {
        const [seconds, share] = [tick * DT, (tick % 240) / 240];
        world.movePlatform(lift, slab, [0, tick % 480 < 240 ? share : 1 - share, -3], [player]);
        player.advance(world, {
            forward: tick % 300 < 200 ? 1 : 0,
            right: (seconds % 2) - 1,
            up: tick % 400 > 350 ? -1 : 0,
            yaw: seconds * 1.25,
            jump: tick % 90 === 0,
            fast: tick % 360 > 240,
        }, DT);
        const state = player.save();
        player.load(state);
        hash.add(state.position, state.velocity, ['floor', 'wedged'].includes(state.ground) ? 1 : 0);
    }
    player.free();
    world.free();
    return hash.text;
}

function water(sidle) {
    const world = hills(sidle);
    world.setWater([
        { position: [0, -1.5, 0], halfExtents: [9, 2, 2], rotation: [0, 0.6, 0, 0.8], current: [0.5, 0, -1.5] },
        { position: [2, 1, 2], halfExtents: [3, 1, 3] },
    ]);
    const player = sidle.player([0.3, 2, 0.2], { body: 'capsule', radius: 0.3 });
    const [hash, start] = [new Hash(), player.save()];
    for (let tick = 0; tick < 1200; tick++) {
        if (tick % 240 === 0) player.load(start);
        const seconds = tick * DT;
        const { swims, waterSurface } = player.advance(world, {
            forward: tick % 300 < 200 ? 1 : 0,
            up: tick % 200 > 150 ? 1 : 0,
            yaw: seconds * 1.25,
            pitch: (seconds % 1) - 0.5,
            jump: tick % 90 === 0,
        }, DT);
        const { position, velocity } = player.save();
        hash.add(position, velocity, waterSurface ?? 0, swims ? 1 : 0);
    }
    player.free();
    world.free();
    return hash.text;
}

const motion = at => [(at * 7 % 13 - 6) * 0.05, (at * 5 % 13 - 6 - 1) * 0.05, (at * 3 % 13 - 6) * 0.05];

function moves(sidle) {
    const world = hills(sidle);
    const hash = new Hash();
    let position = [0, 2, 0];
    for (let at = 0; at < 600; at++) {
        const moved = world.moveAndSlide({ kind: 'sphere', radius: 0.3 }, position, motion(at), { maxSlopeDeg: 90 });
        position = moved.position;
        hash.add(position, moved.clippedMotion, moved.contacts.length);
        if (position.some(number => Math.abs(number) > 7)) position = [0, 2, 0];
    }
    world.free();
    return hash.text;
}

function steps(sidle) {
    const world = hills(sidle);
    world.addBody({ kind: 'box', halfExtents: [0.5, 0.3, 4] }, [2, 0.6, 0]);
    const walk = { position: [0, 2, 0], velocity: [0, 0, 0], ground: 'none' };
    const hash = new Hash();
    for (let at = 0; at < 600; at++) {
        walk.velocity[0] = at % 200 < 100 ? 4 : -4;
        walk.velocity[2] = at % 7 - 3;
        if (!['floor', 'wedged'].includes(walk.ground)) walk.velocity[1] -= 20 * DT;
        if (at % 150 === 149) {
            walk.velocity[1] = 6;
            walk.ground = 'none';
        }
        const { climbed } = world.stepAndSlide({ kind: 'capsule', radius: 0.3, height: 1.8 }, walk, DT);
        hash.add(climbed, walk.position, walk.velocity);
    }
    world.free();
    return hash.text;
}

function casts(sidle) {
    const world = hills(sidle);
    const hash = new Hash();
    for (let at = 0; at < 300; at++) {
        const from = motion(at).map((number, axis) => number * 8 + (axis === 1 ? 5 : 0));
        const way = [motion(at + 1)[0], -9, motion(at + 2)[2]];
        const ray = world.castRay(from, from.map((number, axis) => number + way[axis]));
        if (ray) hash.add(ray.point, ray.normal);
        const touch = world.castShape({ kind: 'capsule', radius: 0.3, height: 1.8 }, from, way);
        if (touch) hash.add(touch.position, touch.normal, touch.fraction);
    }
    world.free();
    return hash.text;
}

/** The lines of `crates/capi/tests/hashes.txt`. */
export function runs(sidle) {
    return Object.entries({ player, moves, steps, casts, water }).map(([name, run]) => `${name} ${run(sidle)}\n`).join('');
}
