// The package in browsers and bundlers. `node.js` is that of Node.

import { Sidle } from './sidle.js';

export { Sidle, SidleError } from './sidle.js';

/** Loads the library, once for a program. See index.d.ts. */
export async function load(source = new URL('./sidle.wasm', import.meta.url)) {
    if (source instanceof URL || typeof source === 'string') {
        const response = await fetch(source);
        if (!response.ok) throw new Error(`sidle.wasm could not be loaded from ${source}: status ${response.status}`);
        source = await response.arrayBuffer();
    }
    return Sidle.instantiate(source);
}
