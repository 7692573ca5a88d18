// The structure of the text that an editor shows, read once for each version of the text.

import { read } from './toml.js';

const known = new WeakMap();

export function structureOf(state) {
    let structure = known.get(state.doc);
    if (!structure) {
        // The document counts each line end as one character.
        structure = read(state.doc.toString());
        known.set(state.doc, structure);
    }
    return structure;
}
