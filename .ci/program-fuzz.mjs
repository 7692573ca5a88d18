// Plays a second of each of many random levels with the page's program in node, as a link brings them, and reports the longest tasks:
//
//     CASES=100000 SEED=1 nice -n 19 node .ci/program-fuzz.mjs target/web
//
// The cases are those of .ci/page-fuzz.mjs, without the browser, the drawing and the waiting, and some ten a second instead of one in two
// seconds. One that takes long here, or fails, is to be played there, by its number. A task is what the page would do without a break:
// reading a level, or a slice of its ticks. CASE=17 plays one of them, and prints its text.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Host } from '../web/host.js';
import { Program } from '../web/program.js';
import { levelOf, numbers } from './page.d/random-levels.mjs';

const folder = process.argv[2] ?? 'target/web';
const CASES = Number(process.env.CASES ?? 1000);
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.CASE && Number(process.env.CASE);

const PATH = 'linked/levels/fuzz.toml';
const SCRIPT = 'linked/walk.toml';
const WALK = '[[step]]\nseconds = 0.5\nforward = 1.0\nyaw_deg = 20.0\n[[step]]\nseconds = 0.5\nforward = 1.0\nright = 1.0\njump = true\n';
const RATES = [30, 60, 120, 120, 240, 360];

// A worker of the page loads a level of more bytes or a longer text, for which no task of the page waits. As in
// crates/game/src/session/load/weight.rs, whose test compares them.
const BY_WORKER = 192 << 10;
const TEXT_BY_WORKER = 16 << 10;

// A longer task is tried again, since a busy machine interrupts any task; milliseconds.
const LONG = 50;
const TRIES = 4;

const base = `${pathToFileURL(resolve(folder))}/`;
const catalog = JSON.parse(readFileSync(new URL('levels.json', base)));
const program = await Program.of(catalog, path => readFile(new URL(path, base)));
const stubs = program.stubs();
// Everything that a level may name, so that the program does not begin anew for each file.
const files = new Map(Object.keys(catalog.files).filter(path => /\.(obj|mtl|glb|png)$/.test(path))
    .map(path => [path, new Uint8Array(readFileSync(new URL(path, base)))]));

// The processor time of this process; milliseconds. The time of the clock also counts what other programs do.
function spent() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

// Runs `act`, and returns what it returns with the time that it took, by that clock which says less.
function timed(act) {
    const [begun, used] = [performance.now(), spent()];
    const result = act();
    return [result, Math.min(performance.now() - begun, spent() - used)];
}

// Plays a second of a level. Returns what came of it, and the longest tasks.
async function play(text, hz) {
    let failure = null;
    const parameters = [['level', PATH], ['script', SCRIPT], ['hz', `${hz}`], ['simulate', '1']];
    const host = new Host({ base, parameters, load: () => null, on: { line: () => {}, message: () => {}, panic: text => { failure = text; } } });
    host.files.offer(catalog.files);
    files.forEach((bytes, name) => host.files.put(name, bytes));
    const bytes = new TextEncoder().encode(text);
    host.files.put(PATH, bytes);
    host.files.put(SCRIPT, new TextEncoder().encode(WALK));
    const exports = await program.instantiate({ ...stubs, ...host.imports });
    const longest = { loading: 0, ticks: 0 };
    const watch = (name, kind) => (...values) => {
        const [result, took] = timed(() => exports[name](...values));
        longest[kind] = Math.max(longest[kind], took);
        return result;
    };
    const longOf = () => {
        const names = (text.match(/[\w/.-]+\.(obj|glb|png)/g) ?? []).map(name => name.replace(/^(\.\.\/)+/, ''));
        const sizes = names.map(name => catalog.files[name]?.bytes ?? 0);
        const all = sizes.reduce((sum, size) => sum + size, bytes.length);
        return all > BY_WORKER || bytes.length > TEXT_BY_WORKER ? 0 : longest.loading;
    };
    const watched = { ...exports, main: watch('main', 'loading'), sidle_continue: watch('sidle_continue', 'ticks') };
    try {
        const code = await host.start(watched);
        const what = failure ? `panic: ${failure}` : code === 0 ? 'played' : 'refused';
        return { what, ...longest, loading: longOf() };
    } catch (error) {
        return { what: `failed: ${failure ?? error.message}`, ...longest };
    }
}

const paths = Object.keys(catalog.files).filter(path => path.startsWith('levels/'));
const texts = paths.map(path => readFileSync(new URL(path, base), 'utf8'));
const courtyard = texts[paths.indexOf('levels/courtyard.toml')];
for (let times = 0; times < 3; times += 1) {
    await play(courtyard, 120);
}
const known = await play(courtyard, 120);
console.log(`the courtyard itself: ${known.loading.toFixed(0)} ms while it is loaded, a slice of ticks ${known.ticks.toFixed(0)} ms`);

const counts = {};
const [loading, playing] = [[], []];
const bad = [];
const begun = performance.now();
const [first, end] = ONLY === undefined ? [0, CASES] : [ONLY, ONLY + 1];
const said = list => list.map(({ words }) => words).join(', ');
for (let number = first; number < end; number += 1) {
    const seed = SEED * 1_000_003 + number;
    const text = levelOf(texts, seed);
    const hz = RATES[Math.floor(numbers(seed + 1)() * RATES.length)];
    if (ONLY !== undefined) {
        console.log(text);
    }
    let best = await play(text, hz);
    for (let tries = 1; tries < TRIES && Math.max(best.loading, best.ticks) > LONG; tries += 1) {
        const again = await play(text, hz);
        best = { ...again, loading: Math.min(best.loading, again.loading), ticks: Math.min(best.ticks, again.ticks) };
    }
    const kind = best.what.split(':')[0];
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (!['played', 'refused'].includes(kind)) {
        bad.push(`${number} (${best.what.slice(0, 200)})`);
    }
    for (const [list, length] of [[loading, best.loading], [playing, best.ticks]]) {
        list.push({ length, words: `${length.toFixed(0)} ms (case ${number}, ${hz} Hz, ${kind}, ${text.length} characters)` });
        list.sort((one, other) => other.length - one.length).splice(8);
    }
    if ((number + 1) % 1000 === 0) {
        const rate = (number + 1 - first) / (performance.now() - begun) * 1000;
        console.log(`${number + 1}: ${JSON.stringify(counts)}, ${rate.toFixed(1)} a second; loading ${said(loading.slice(0, 2))}; `
            + `ticks ${said(playing.slice(0, 2))}; failed: ${bad.length}`);
    }
}
console.log(`longest tasks while loading: ${said(loading)}`);
console.log(`longest slices of ticks: ${said(playing)}`);
console.log(`${JSON.stringify(counts)} of ${end - first}; failed: ${bad.join('; ') || 'none'}`);
process.exitCode = bad.length > 0 ? 1 : 0;
