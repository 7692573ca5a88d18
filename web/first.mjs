// Splits the page's program by what its first picture calls.
//
// Runs the program in node, with a window that draws nothing: it shows a level, and plays it for some seconds. What is called
// meanwhile becomes the first part. The clock is one of frames, so that each build splits a program in the same way.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Host, WORKER_SILENT } from './host.js';
import { instrumented, split, withSmall } from './split.mjs';

// The visits. What functions of strings and of memory call depends on where in memory things lie, so each has allocated another
// number of bytes before.
const VISITS = [
    { device: 'keyboard', screen: { width: 1280, height: 720 }, before: 1 },
    { device: 'keyboard', screen: { width: 1920, height: 1080 }, before: 1_003 },
    { device: 'keyboard', screen: { width: 640, height: 400 }, before: 100_021, settings: 'hints_seen = true\neffects = false\nambient_occlusion = false\n' },
    { device: 'touch', screen: { width: 390, height: 844 }, before: 17 },
    { device: 'touch', screen: { width: 844, height: 390 }, before: 4_093 },
];

// The largest functions that come with those that call them; bytes. Smaller: a rare call waits for the second part; larger: the
// first part gets larger.
const SMALL = 100;

// The name under which the browser keeps the settings.
const SETTINGS = 'sidle/kept/settings.toml';

// Names of OpenGL.
const INFO_LOG_LENGTH = 0x8b84;
const FRAMEBUFFER_COMPLETE = 0x8cd5;
const VERSION = Buffer.from('WebGL 2.0\0');

// How many controllers the key for the next one goes through.
const CONTROLLERS = 3;

// A worker that never answers.
const WORKER = { start: () => true, next: () => WORKER_SILENT, stop: () => {} };

// The kinds of events of a finger in gl.js: it begins, moves, ends, and is canceled.
const TOUCHES = [10, 11, 12, 13];

// The keys for walking ahead and for jumping, by their numbers in miniquad.
const [AHEAD, JUMP] = [87, 32];

// The functions that a window of this size needs. `program` returns the exports of the program, and `now` the time in seconds.
function windowOf(imports, { width, height }, program, now) {
    let last = 0;
    const put = (at, value) => { new Int32Array(program().memory.buffer, at, 1)[0] = value; };
    const made = () => {
        last += 1;
        return last;
    };
    const stub = name => {
        if (name.startsWith('glGen')) {
            return (count, at) => Array.from({ length: count }, (_, index) => put(at + 4 * index, made()));
        } else if (name.startsWith('glCreate')) {
            return made;
        } else if (/^glGet(Shader|Program)iv$/.test(name)) {
            return (_, what, at) => put(at, what === INFO_LOG_LENGTH ? 0 : 1);
        }
        return () => 0;
    };
    return {
        ...Object.fromEntries(imports.map(({ name }) => [name, stub(name)])),
        glGetIntegerv: (_, at) => put(at, 4096),
        glGetString: () => {
            const at = program().allocate_vec_u8(VERSION.length);
            new Uint8Array(program().memory.buffer, at, VERSION.length).set(VERSION);
            return at;
        },
        glCheckFramebufferStatus: () => FRAMEBUFFER_COMPLETE,
        canvas_width: () => width,
        canvas_height: () => height,
        dpi_scale: () => 1,
        now,
    };
}

// The numbers of the functions that a visit calls.
async function calledBy(program, { page, catalog, level }, { device, screen, before, settings = null }) {
    let exports = null;
    let seconds = 0;
    const now = () => seconds;
    const fail = text => { throw new Error(text); };
    const base = `${pathToFileURL(resolve(page))}/`;
    const load = async url => new Uint8Array(readFileSync(fileURLToPath(url)));
    const host = new Host({ base, load, workers: [WORKER, WORKER, WORKER], kept: settings && keptBy(settings), on: { panic: fail, message: fail } });
    const env = { ...windowOf(WebAssembly.Module.imports(program), screen, () => exports, now), ...host.imports, sidle_now: now };
    host.files.offer(catalog.files);
    await host.prefetch([...catalog.fonts, level]);
    ({ exports } = await WebAssembly.instantiate(program, { env }));
    exports.allocate_vec_u8(before);
    if (await host.start(exports) !== 0) {
        fail('the program does not start');
    }
    const draw = frames => {
        for (let frame = 0; frame < frames; frame += 1) {
            seconds += 1 / 60;
            host.run(exports, () => exports.frame());
        }
    };
    const press = (name, ...values) => host.run(exports, () => exports[name](...values));
    // Behind the card of those who want no motion, the game rests.
    host.send('time stop');
    draw(60);
    host.send('time present');
    host.send(`device ${device}`);
    host.send('text hidden');
    press('focus', 0);
    draw(60);
    press('resize', screen.width, screen.height);
    press('mouse_move', 100, 100);
    press('mouse_down', 100, 100, 0);
    press('mouse_up', 100, 100, 0);
    press('focus', 1);
    host.send('time run');
    draw(2);
    press('raw_mouse_move', 0, 0);
    press('mouse_move', 320, 200);
    press('mouse_wheel', 0, 0);
    draw(8);
    host.send('mouse released');
    draw(8);
    press('mouse_down', 320, 200, 0);
    press('mouse_up', 320, 200, 0);
    draw(8);
    if (device === 'touch') {
        TOUCHES.forEach(kind => {
            press('touch', kind, 0, 320, 200);
            draw(2);
        });
    }
    press('key_down', AHEAD, 0, false);
    press('key_press', AHEAD);
    press('key_up', AHEAD, 0);
    press('key_down', AHEAD, 0, false);
    draw(60);
    press('raw_mouse_move', 200, 20);
    press('key_down', JUMP, 0, false);
    draw(120);
    // Ticks of every controller are in one part, so that none takes longer.
    for (let turn = 0; turn < CONTROLLERS; turn += 1) {
        host.send('press next_controller');
        draw(120);
    }
    return Object.entries(exports).filter(([name, { value }]) => name.startsWith('called ') && value === 1)
        .map(([name]) => Number(name.slice('called '.length)));
}

// What the browser has kept of a visitor who comes again.
function keptBy(settings) {
    return { getItem: name => (name === SETTINGS ? settings : null), setItem: () => {}, removeItem: () => {}, [SETTINGS]: settings };
}

// Splits the program `bytes` by visits to the `level` of the folder `page`, whose fonts and files are in `catalog`.
export async function splitByVisits(page, bytes, catalog, level) {
    const program = await WebAssembly.compile(instrumented(bytes));
    const called = new Set();
    for (const visit of VISITS) {
        (await calledBy(program, { page, catalog, level }, visit)).forEach(index => called.add(index));
    }
    const all = withSmall(bytes, called, SMALL);
    return split(bytes, index => all.has(index));
}
