// Tests the package as it is installed in a folder: `node test.mjs ROOT`, where ROOT is the clone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';

const root = resolve(process.argv[2]);
const package_ = join(process.cwd(), 'node_modules/sidle');
const { load, SidleError } = await import(pathToFileURL(createRequire(join(process.cwd(), 'x.js')).resolve('sidle')));
const { structs } = await import(pathToFileURL(join(package_, 'structs.js')));
const { runs } = await import(pathToFileURL(join(root, 'integrations/js/test/runs.mjs')));

// The structs are those of the header.
const header = readFileSync(join(root, 'crates/capi/include/sidle.h'), 'utf8').replace(/\/\*[^]*?\*\//g, '');
const snake = name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
for (const [name, { fields }] of Object.entries(structs)) {
    const found = header.match(new RegExp(`typedef struct sidle_${snake(name)} \\{([^}]*)\\}`))[1];
    const declared = fields.map(({ name, size, count }) => {
        const kind = size === 4 ? 'uint32_t' : 'double';
        return `${kind} ${snake(name)}${count > 1 ? `[${count}]` : ''};`;
    });
    assert.equal(found.replaceAll('sidle_collider ', 'uint32_t ').trim().replace(/\s+/g, ' '), declared.join(' '), name);
}

const sidle = await load();
assert.equal(sidle.version, JSON.parse(readFileSync(join(package_, 'package.json'))).version);
assert.equal(runs(sidle), readFileSync(join(root, 'crates/capi/tests/hashes.txt'), 'utf8'));
// From its bytes, it is the same.
assert.equal((await load(readFileSync(join(package_, 'sidle.wasm')))).version, sidle.version);

// Every mistake is an error with a text, and the library goes on.
const refused = (act, text) => assert.throws(act, error => error instanceof Error && error.message.includes(text), text);
const world = sidle.world();
const player = sidle.player({ x: 0, y: 1, z: 0 });
const ball = { kind: 'sphere', radius: 0.5 };
refused(() => sidle.world({ vertices: [0, 0] }), 'three corners');
refused(() => sidle.world({ vertices: [0, 0, 0], indices: [0, 1, 2] }), 'triangle 0 names vertex 1 of 1');
refused(() => sidle.world({ vertices: [0, 0, 0, 0, 0, NaN, 1, 0, 0] }), 'not a number');
refused(() => world.addBody({ kind: 'cone' }, [0, 0, 0]), 'not one of sphere, capsule, box');
refused(() => world.addBody({ kind: 'sphere', radius: -1 }, [0, 0, 0]), '`shape.radius` is -1');
refused(() => world.addBody({ kind: 'sphere' }, [0, 0, 0]), '`shape.radius` is 0');
refused(() => world.addBody(ball, [0, NaN, 0]), '`position` has a value that is not a number');
refused(() => world.addBody(ball, [0, 2e9, 0]), '`position` has 2e9, beyond 1e9');
refused(() => world.addBody({ ...ball, height: 1 }, [0, 0, 0]), 'a sphere has no height; it has kind, radius');
refused(() => world.addBody({ kind: 'box', halfExtents: [0, 1, 1] }, [0, 0, 0]), '`shape.halfExtents` is 0, not from 1e-9 to 1e9');
refused(() => world.addBody(ball, [0, 0, 0], { tags: 1 }), 'addBody has no tags; it has tag, layers');
refused(() => world.addBody(undefined, [0, 0, 0]), 'the kind of the shape');
refused(() => world.remove(undefined), 'a collider is a whole number, not undefined');
refused(() => world.moveAndSlide(ball, [0, 0, 0], [1, 0, 0], { maxSlope: 40 }), 'moveAndSlide has no maxSlope');
refused(() => world.stepAndSlide(ball, { position: [0, 0, 0], vel: [0, 0, 0] }, 0.01), 'the walk has no vel');
refused(() => sidle.world({ positions: [] }), 'the mesh has no positions; it has vertices, indices, tags');
refused(() => sidle.world({ vertices: [0, 0, 0, 0, 0, 1, 1, 0, 0], indices: [0, 1.5, 2] }), 'indices[1] is 1.5, not a whole number');
refused(() => sidle.world({ vertices: [0, 0, 0, 0, 0, 1, 1, 0, 0], tags: [-1] }), 'tags[0] is -1');
refused(() => player.setFilter({ layers: 1 }), 'the filter has no layers; it has mask, ownBody');
refused(() => player.advance(undefined, {}, 0.01), 'a world is needed, not undefined');
refused(() => player.advance(world, null, 0.01), 'the command must be an object, and is null');
refused(() => player.advance(world, { forward: '1' }, 0.01), 'forward is "1", not a number');
refused(() => world.addBody(ball, [0, 0]), 'position must have 3 numbers');
refused(() => world.addBody(ball, [0, '1', 0]), 'position must have 3 numbers');
refused(() => world.moveBody(99, ball, [0, 0, 0]), 'which is no body');
refused(() => player.advance(world, { forwards: 1 }, 0.01), 'the command has no forwards');
refused(() => player.advance(world, { forward: NaN }, 0.01), '`command.forward` is not a number');
refused(() => player.advance(world, {}, -1), '`dt` is -1');
refused(() => sidle.player([0, 0, 0], { gravity: 'much' }), 'gravity is "much", not a number');
refused(() => sidle.player([0, 0, 0], { gravity: NaN }), '`tuning.gravity` is not a number');
refused(() => sidle.player([0, 0, 0], { gravty: 1 }), 'the tuning has no gravty');
refused(() => player.load({ ...player.save(), ground: 'lava' }), 'not one of none, floor');
assert.throws(() => world.remove(7), error => error instanceof SidleError && error.code === 4);

// A crate is found by its tag, and layers hide it.
const box = world.addBody({ kind: 'box', halfExtents: [9, 0.5, 9] }, [0, -0.5, 0], { tag: 7, layers: 2 });
assert.equal(world.castRay([0, 2, 0], [0, -2, 0]).tag, 7);
assert.equal(world.castRay([0, 2, 0], [0, -2, 0], { mask: 1 }), null);
assert.equal(world.castRay([0, 2, 0], [0, -2, 0], { except: box }), null);
assert.deepEqual(world.getBody(box).position, [0, -0.5, 0]);
assert.equal(world.fits(ball, [0, 0.2, 0]), false);
assert.equal(world.fits(ball, [0, 0.5, 0]), true);

// A fall ends in a landing, a saved state is loaded, and a squeeze names the rider.
let report;
do report = player.advance(world, {}, 1 / 60); while (!report.landed);
assert.equal(report.underfoot, box);
const [{ normal, collider }] = player.contacts();
assert.deepEqual([normal, collider], [[0, 1, 0], box]);
const state = JSON.parse(JSON.stringify(player.save()));
player.launch([0, 5, 0]);
player.advance(world, {}, 1 / 60);
assert.notDeepEqual(player.save(), state);
player.load(state);
assert.deepEqual(player.save(), state);
world.setSurfaceRules(9, { sensor: true });
const sensor = world.addBody(ball, [0, 1, 0], { tag: 9 });
player.advance(world, {}, 1 / 60);
assert.deepEqual(player.sensors(), [sensor]);
const press = { kind: 'box', halfExtents: [1, 0.5, 1] };
const roof = world.addBody(press, [0, 1.6, 0]);
assert.equal(world.movePlatform(roof, press, [0, 1.55, 0], [player]), null);
const squeeze = world.movePlatform(roof, press, [0, 1.2, 0], [player]);
assert.equal(squeeze.rider, player);
assert.equal(squeeze.against, box);
assert.equal(player.setTuning(world, { body: 'capsule' }), false);
world.remove(roof);
assert.equal(player.setTuning(world, { body: 'capsule' }), true);
assert.ok(player.eye()[1] > 1.6);

// In a pool it sinks and is carried along, and on land the report has no surface.
const pool = sidle.world();
refused(() => pool.setWater({}), 'water must be a list, and is [object Object]');
refused(() => pool.setWater([{ position: [0, -5, 0], size: [9, 5, 9] }]), 'water[0] has no size; it has position, halfExtents');
refused(() => pool.setWater([{ position: [0, -5, 0], halfExtents: [9, 0, 9] }]), '`water[0]`: `halfExtents` is 0');
refused(() => pool.setWater([{ position: [0, -5, 0], halfExtents: [9, 5, 9], current: [0, 0, NaN] }]), '`current` has a value that is not');
pool.setWater([{ position: { x: 0, y: -5, z: 0 }, halfExtents: [9, 5, 9], current: [1, 0, 0] }]);
const swimmer = sidle.player([0, -3, 0]);
let swum;
for (let tick = 0; tick < 120; tick++) swum = swimmer.advance(pool, {}, 1 / 60);
assert.deepEqual([swum.swims, swum.waterSurface], [true, 0]);
assert.ok(Math.abs(swimmer.save().velocity[0] - 1) < 1e-3);
pool.setWater([]);
const dry = swimmer.advance(pool, {}, 1 / 60);
assert.deepEqual([dry.swims, dry.waterSurface], [false, null]);
swimmer.free();
pool.free();

// What is freed is refused, and a large world does not break the views of the memory.
const vertices = new Float32Array(9 * 100_000).map((_, at) => [0, 0, 0, 0, 0, 1, 1, 0, 0][at % 9] + Math.floor(at / 9) % 300);
const large = sidle.world({ vertices });
assert.equal(large.leftOut, 0);
assert.equal(large.castRay([0.2, 1, 0.2], [0.2, -1, 0.2]).point[1], 0);
large.free();
refused(() => large.castRay([0, 1, 0], [0, -1, 0]), 'the world was freed');
const { shape, position } = world.getBody(box);
world.moveBody(box, shape, position);
player.free();
refused(() => player.free(), 'the player was freed');
world.free();
console.log(`node ${process.version}: the same hashes as native`);
