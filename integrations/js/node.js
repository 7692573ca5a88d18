// The package in Node, whose `fetch` reads no files.

import { readFile } from 'node:fs/promises';
import { Sidle } from './sidle.js';

export { Sidle, SidleError } from './sidle.js';

/** Loads the library, once for a program. See index.d.ts. */
export async function load(source = new URL('./sidle.wasm', import.meta.url)) {
    return Sidle.instantiate(source instanceof URL || typeof source === 'string' ? await readFile(source) : source);
}
