// The entry that the player points at in the game: its lines are coloured, and shown unless the author is typing.

import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { structureOf } from './structure.js';
import { placeOfEntry } from './toml.js';

const setPointed = StateEffect.define();
const line = Decoration.line({ class: 'cm-pointed' });

export const pointed = StateField.define({
    create: () => ({ entry: null, lines: Decoration.none }),
    update: (now, transaction) => {
        const effect = transaction.effects.find(effect => effect.is(setPointed));
        const entry = effect ? effect.value : now.entry;
        if (!effect && !transaction.docChanged) {
            return now;
        }
        return { entry, lines: linesOf(transaction.state, entry) };
    },
    provide: field => EditorView.decorations.from(field, now => now.lines),
});

function linesOf(state, entry) {
    const place = entry && placeOfEntry(structureOf(state), entry);
    if (!place) {
        return Decoration.none;
    }
    const marks = [];
    const last = state.doc.lineAt(place.to).number;
    for (let number = state.doc.lineAt(place.from).number; number <= last; number += 1) {
        marks.push(line.range(state.doc.line(number).from));
    }
    return Decoration.set(marks);
}

// Colours the entry `prop 3`, or none for null.
export function point(view, entry) {
    const place = entry && placeOfEntry(structureOf(view.state), entry);
    const effects = [setPointed.of(entry)];
    if (place && !view.hasFocus) {
        effects.push(EditorView.scrollIntoView(place.from, { y: 'center' }));
    }
    view.dispatch({ effects });
}

// Puts the cursor into the entry that the player points at.
export function goToPointed(view) {
    const { entry } = view.state.field(pointed);
    const place = entry && placeOfEntry(structureOf(view.state), entry);
    const { head } = view.state.selection.main;
    if (place && (head < place.from || head > place.to)) {
        view.dispatch({ selection: { anchor: place.from }, effects: EditorView.scrollIntoView(place.from, { y: 'center' }) });
    }
}
