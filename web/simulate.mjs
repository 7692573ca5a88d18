// The program of the page without a page: runs a walk in node, and prints what `sidle simulate` prints.
//
//     node web/simulate.mjs target/web 'level=levels/speed.toml&controller=swept&script=recordings/tour.toml'
//
// The folder is one that web/build.sh made. Its last line is `sidle hash` and 16 hexadecimal digits; without one
// the exit code is 1. What the window is drawn with is there in name only: a simulation never calls it.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Host } from './host.js';

const [folder, query = ''] = process.argv.slice(2);
if (!folder) {
    console.error('usage: node web/simulate.mjs FOLDER [PARAMETERS]');
    process.exit(2);
}

// A file of the folder; null if there is none.
async function load(url) {
    const bytes = await readFile(fileURLToPath(url)).catch(() => null);
    return bytes && new Uint8Array(bytes);
}

// Functions in the place of all that a window needs.
function standIns(program) {
    const wanted = WebAssembly.Module.imports(program).filter(({ kind }) => kind === 'function');
    return Object.fromEntries(wanted.map(({ name }) => [name, () => 0]));
}

const base = `${pathToFileURL(resolve(folder))}/`;
let hashes = 0;
const host = new Host({
    base,
    parameters: [...new URLSearchParams(query), ['simulate', '1']],
    load,
    on: {
        line: text => {
            hashes += /^sidle hash [0-9a-f]{16}$/m.test(text) ? 1 : 0;
            console.log(text);
        },
        message: text => console.error(text),
        fatal: text => console.error(text),
    },
});

const program = await WebAssembly.compile(await readFile(new URL('sidle.wasm', base)));
const env = { ...standIns(program), ...host.imports };
const { exports } = await WebAssembly.instantiate(program, { env });
const code = await host.start(exports);
process.exitCode = code !== 0 || hashes !== 1 ? 1 : 0;
