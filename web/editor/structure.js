// The parsed structure of the text in an editor. Each version of the text is parsed only once.

import { read } from './toml.js';

// The structures by CodeMirror's documents, which never change.
const structures = new WeakMap();

export function structureOf(state) {
    let structure = structures.get(state.doc);
    if (!structure) {
        // The document counts each line end as one character.
        structure = read(state.doc.toString());
        structures.set(state.doc, structure);
    }
    return structure;
}
