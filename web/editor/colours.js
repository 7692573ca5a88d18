// The colours of the text: a lean grammar of TOML, and the editor's theme in the colours of the page.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Colours one token after another. `open` lists the open brackets of a value; a `{` is followed by keys again.
const toml = StreamLanguage.define({
    name: 'toml',
    startState: () => ({ open: '', long: null, value: false }),
    copyState: state => ({ ...state }),
    token: (stream, state) => {
        if (state.long) {
            return longString(stream, state);
        }
        if (stream.sol() && state.open === '') {
            state.value = false;
        }
        if (stream.eatSpace()) {
            return null;
        }
        if (stream.match(/^#.*/)) {
            return 'comment';
        }
        if (!state.value && state.open === '' && stream.match(/^\[\[?[^#]*/)) {
            return 'heading';
        }
        const isKey = !state.value;
        const long = stream.match(/^(?:"""|''')/);
        if (long) {
            state.long = long[0];
            return longString(stream, state);
        }
        if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) {
            return isKey ? 'propertyName' : 'string';
        }
        if (stream.match(/^[[{]/)) {
            state.open += stream.current();
            state.value = stream.current() === '[';
            return 'bracket';
        }
        if (stream.match(/^[\]}]/)) {
            state.open = state.open.slice(0, -1);
            state.value = true;
            return 'bracket';
        }
        if (stream.match('=')) {
            state.value = true;
            return 'operator';
        }
        if (stream.match(',')) {
            state.value = !state.open.endsWith('{');
            return 'punctuation';
        }
        const word = stream.match(/^[^\s,[\]{}#="']+/)?.[0];
        if (word === undefined) {
            stream.next();
            return null;
        }
        return isKey ? 'propertyName' : /^[+-]?(?:\d|inf$|nan$)/.test(word) ? 'number' : 'bool';
    },
    languageData: { commentTokens: { line: '#' } },
});

function longString(stream, state) {
    while (!stream.eol()) {
        if (stream.match(state.long)) {
            state.long = null;
            break;
        }
        // In '''…''' a backslash is an ordinary character.
        if (stream.next() === '\\' && state.long === '"""') {
            stream.next();
        }
    }
    return 'string';
}

const colours = HighlightStyle.define([
    { tag: tags.comment, color: '#8b9aa7' },
    { tag: tags.heading, color: 'var(--accent)', fontWeight: '600' },
    { tag: tags.propertyName, color: '#8fc7f0' },
    { tag: tags.string, color: '#8fdcb9' },
    { tag: tags.number, color: '#f0d58a' },
    { tag: tags.bool, color: '#e7a8e0' },
    { tag: [tags.bracket, tags.punctuation, tags.operator], color: '#b7c4cf' },
]);

const theme = EditorView.theme({
    '&': { height: '100%', backgroundColor: 'var(--deep)', color: '#dbe3e9', fontSize: 'var(--editor-size)' },
    // The frame around the editor shows the focus.
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', touchAction: 'pan-x pan-y', overscrollBehavior: 'contain' },
    '.cm-content': { caretColor: 'var(--accent)', padding: '8px 0' },
    '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
    '.cm-gutters': { backgroundColor: 'var(--deep)', color: '#8090a0', borderRight: '1px solid #202a33' },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 4px', minWidth: '2.4em' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'rgb(143 199 240 / 9%)' },
    '.cm-activeLineGutter': { color: 'var(--ink)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: '#2f4a61' },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: '#3b5266', outline: '1px solid #6f8ba3' },
    '.cm-searchMatch': { backgroundColor: '#5a4a1d', outline: '1px solid #a88a3a' },
    '.cm-searchMatch-selected': { backgroundColor: '#8a6a1c' },
    '.cm-pointed': { backgroundColor: 'rgb(240 221 110 / 13%)', boxShadow: 'inset 3px 0 #f0dd6e' },
    '.cm-tooltip': {
        maxWidth: 'min(440px, 92vw)',
        border: '1px solid var(--edge)',
        borderRadius: '6px',
        backgroundColor: 'var(--raised)',
        color: 'var(--ink)',
    },
    '.cm-about': { padding: '8px 11px', fontSize: '13px', lineHeight: '1.45' },
    '.cm-about strong': { color: '#8fc7f0', fontFamily: 'var(--mono)' },
    '.cm-about span': { color: 'var(--faint)' },
    '.cm-about p': { margin: '4px 0 0' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14em' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '1.5' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: '#3f5a72', color: 'var(--ink)' },
    '.cm-completionDetail': { color: 'var(--faint)', fontStyle: 'normal' },
    '.cm-tooltip.cm-completionInfo': { padding: '8px 11px', fontSize: '13px', maxWidth: 'min(340px, 60vw)' },
    '.cm-panels': { backgroundColor: 'var(--slate)', color: 'var(--ink)' },
    '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--edge)' },
    '.cm-panel input, .cm-panel button, .cm-textfield, .cm-button': {
        minHeight: '24px',
        border: '1px solid var(--edge)',
        borderRadius: '4px',
        background: 'var(--raised)',
        color: 'var(--ink)',
        fontSize: '13px',
    },
    '.cm-panel label': { fontSize: '13px', whiteSpace: 'nowrap' },
    '.cm-panel.cm-panel-lint ul': { maxHeight: 'min(30vh, 220px)', fontSize: '13px' },
    '.cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]': { backgroundColor: '#33424f', color: 'var(--ink)' },
    '.cm-panel.cm-panel-lint ul [aria-selected] u': { textDecoration: 'none', color: 'var(--accent)' },
    '.cm-diagnostic': { padding: '5px 9px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '.cm-diagnosticAction': { minHeight: '24px', background: 'var(--accent)', color: '#2a1a08', borderRadius: '4px', cursor: 'pointer' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
    '.cm-diagnostic-warning': { borderLeftColor: 'var(--accent)' },
    '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--error) 1.5px', textUnderlineOffset: '3px' },
    '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--accent) 1.5px', textUnderlineOffset: '3px' },
    '.cm-lintPoint::after': { bottom: '-2px' },
    '.cm-gutter-lint': { width: '1.1em' },
    '.cm-lint-marker': { width: '.8em', height: '.8em', content: 'none' },
    '.cm-lint-marker-error, .cm-lint-marker-warning': { content: '""', borderRadius: '50%', background: 'var(--error)' },
    '.cm-lint-marker-warning': { background: 'var(--accent)' },
    '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', border: '1px solid var(--edge)', color: 'var(--faint)' },
    // On a phone, the width belongs to the text.
    '@media (max-width: 500px)': {
        '.cm-foldGutter': { display: 'none' },
        '.cm-lineNumbers .cm-gutterElement': { padding: '0 3px 0 0', minWidth: '1.8em' },
    },
}, { dark: true });

export const look = [toml, syntaxHighlighting(colours), theme];
