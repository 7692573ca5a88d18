// Runs simulations with the page's program in node, without a page. Prints the same as `sidle simulate`.
//
//     node web/simulate.mjs target/web 'level=levels/speed.toml&controller=swept&script=recordings/tour.toml'
//
// FOLDER is the output of web/build.sh. Of each simulation the last line is `sidle hash` and 16 hexadecimal digits, or `missing`
// after an error, with which the exit code is 1. The functions that a window needs are replaced by stubs, since a simulation never
// calls them.

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Host } from './host.js';
import { Program } from './program.js';

const [folder, ...queries] = process.argv.slice(2);
if (!folder) {
    console.error('usage: node web/simulate.mjs FOLDER PARAMETERS ...');
    process.exit(2);
}

// Reads a file of the folder; null if it does not exist.
async function load(url) {
    const bytes = await readFile(fileURLToPath(url)).catch(() => null);
    return bytes && new Uint8Array(bytes);
}

// Runs the simulation that `query` describes. Returns whether it printed its hash.
async function simulate(query) {
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
            panic: text => console.error(text),
        },
    });
    host.files.offer(catalog.files);
    const exports = await program.instantiate({ ...program.stubs(), ...host.imports });
    const code = await host.start(exports);
    return code === 0 && hashes === 1;
}

const base = `${pathToFileURL(resolve(folder))}/`;
const catalog = JSON.parse(await readFile(new URL('levels.json', base)));
const program = await Program.of(catalog, path => readFile(new URL(path, base)));
for (const query of queries.length > 0 ? queries : ['']) {
    if (!await simulate(query)) {
        console.log('missing');
        process.exitCode = 1;
    }
}
