// The text editor next to the game. drawer.js loads it when the player first opens the text.
//
// It lives in a shadow root, whose style sheets are built by script: the page's Content-Security-Policy allows no inline
// style.

import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory, redo, undo } from '@codemirror/commands';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { closeLintPanel, diagnosticCount, lintGutter, lintKeymap, openLintPanel, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import {
    EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view';
import { look } from './colours.js';
import { explain, hover, makeCompletion } from './complete.js';
import { marksOf } from './marks.js';
import { nudgeAt, wheelHandler } from './numbers.js';
import { goToPointed, point, pointed } from './pointed.js';
import { structureOf } from './structure.js';
import { entryAt, numberAt } from './toml.js';

// Marks a change that does not come from the author.
const fromOutside = Annotation.define();

export class Editor {
    #view;
    #states = new Map();
    #path = null;
    #on;
    #extensions;

    // `on` has the handlers of events: changed(live), moved({ line, column, entry, about, number }), leave(), save().
    // `meshes` returns the paths of the meshes that a level can use.
    constructor(parent, { on, meshes }) {
        this.#on = on;
        const root = parent.attachShadow({ mode: 'open' });
        this.#extensions = this.#makeExtensions(meshes);
        this.#view = new EditorView({ parent: root, root, state: this.#makeState('') });
    }

    get text() {
        return this.#view.state.sliceDoc();
    }

    get focused() {
        return this.#view.hasFocus;
    }


    #makeExtensions(meshes) {
        const wheel = wheelHandler();
        const act = call => () => {
            call();
            return true;
        };
        const nudge = steps => view => nudgeAt(view, view.state.selection.main.head, steps);
        return [
            Prec.high(keymap.of([
                { key: 'Mod-s', run: act(this.#on.save), preventDefault: true },
                { key: 'Alt-ArrowUp', run: nudge(1) },
                { key: 'Alt-ArrowDown', run: nudge(-1) },
            ])),
            lineNumbers(),
            foldGutter(),
            codeFolding(),
            foldService.of(foldOf),
            lintGutter(),
            highlightSpecialChars(),
            history(),
            drawSelection(),
            bracketMatching(),
            highlightActiveLine(),
            highlightActiveLineGutter(),
            highlightSelectionMatches(),
            search({ top: true }),
            autocompletion({ override: [makeCompletion(meshes)], icons: false }),
            hover,
            pointed,
            keymap.of([
                ...completionKeymap, ...searchKeymap, ...lintKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap,
                // The keys above close what is open first.
                { key: 'Escape', run: act(this.#on.leave) },
            ]),
            EditorView.domEventHandlers({ wheel }),
            EditorView.contentAttributes.of({
                // Tells that the keyboard reaches the scrolled text.
                tabindex: '0',
                'aria-label': 'The level\'s text',
                autocapitalize: 'off',
                autocorrect: 'off',
                spellcheck: 'false',
            }),
            EditorView.updateListener.of(update => this.#updated(update)),
            ...look,
        ];
    }

    #makeState(text, disabled = false) {
        const { separator, filter } = lineEnds(text);
        return EditorState.create({
            doc: text,
            extensions: [
                ...this.#extensions,
                EditorState.lineSeparator.of(separator),
                EditorView.clipboardInputFilter.of(filter),
                EditorState.readOnly.of(disabled),
                EditorView.editable.of(!disabled),
            ],
        });
    }

    #updated(update) {
        if (update.docChanged && update.transactions.some(one => one.docChanged && !one.annotation(fromOutside))) {
            this.#on.changed(update.transactions.some(one => one.isUserEvent('input.type.nudge')));
        }
        if (update.docChanged || update.selectionSet || update.focusChanged) {
            this.#moved();
        }
    }

    #moved() {
        const { state } = this.#view;
        const { head } = state.selection.main;
        const line = state.doc.lineAt(head);
        const structure = structureOf(state);
        this.#on.moved({
            line: line.number,
            column: [...line.text.slice(0, head - line.from)].length + 1,
            entry: entryAt(structure, head),
            about: explain(state, head),
            number: numberAt(structure, head) !== null,
        });
    }

    // Shows the text of the level at `path`. Each level keeps its cursor and its history. A text that was changed elsewhere
    // is an edit that can be undone. `text` is undefined if there is none.
    open(path, text) {
        if (path !== this.#path) {
            if (this.#path !== null) {
                this.#states.set(this.#path, this.#view.state);
            }
            this.#path = path;
            const known = text === undefined ? undefined : this.#states.get(path);
            this.#view.setState(known ?? this.#makeState(text ?? '', text === undefined));
        }
        if (text !== undefined) {
            this.#replace(text, true);
        }
        this.#moved();
    }

    // Replaces the text by an edit that can be undone.
    replace(text) {
        this.#replace(text, false);
    }

    #replace(text, outside) {
        const before = this.text;
        if (text === before) {
            return;
        }
        const { state } = this.#view;
        const [now, next] = [state.doc, state.toText(text)];
        const [from, to, nextTo] = changedPart(now.toString(), next.toString());
        this.#view.dispatch({
            changes: { from, to, insert: next.slice(from, nextTo) },
            annotations: [isolateHistory.of('full'), ...(outside ? [fromOutside.of(true)] : [])],
            scrollIntoView: true,
        });
    }

    // Marks the game's problems.
    mark(path, problems) {
        const { state } = this.#view;
        this.#view.dispatch(setDiagnostics(state, marksOf(state.doc, path, problems)));
    }

    get problems() {
        return diagnosticCount(this.#view.state);
    }

    // Shows or hides the list of problems.
    listProblems(shown) {
        (shown ? openLintPanel : closeLintPanel)(this.#view);
    }

    point(entry) {
        point(this.#view, entry);
    }

    focus() {
        goToPointed(this.#view);
        this.#view.focus();
    }

    undo() {
        undo(this.#view);
    }

    redo() {
        redo(this.#view);
    }

    // Changes the number at the cursor.
    nudge(steps) {
        nudgeAt(this.#view, this.#view.state.selection.main.head, steps);
    }
}

// A table is folded below its header, up to its last line with something in it.
function foldOf(state, from, to) {
    const { tables } = structureOf(state);
    const table = tables.find(({ names, from: start }) => names.length > 0 && from <= start && start <= to);
    const end = table?.pairs.at(-1)?.to;
    return end > to ? { from: to, to: end } : null;
}

// How the lines of `text` end. Where both kinds occur, the characters before the line ends stay as they are.
function lineEnds(text) {
    const separator = /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n';
    return { separator, filter: pasted => pasted.replace(/\r\n?|\n/g, separator) };
}

// The part in which two texts differ: its start, its end in the first, and its end in the second.
function changedPart(before, after) {
    const shorter = Math.min(before.length, after.length);
    let from = 0;
    while (from < shorter && before[from] === after[from]) {
        from += 1;
    }
    let same = 0;
    while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) {
        same += 1;
    }
    return [from, before.length - same, after.length - same];
}
