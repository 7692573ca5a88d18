// Changes a number in a text in steps of its last digit.

const NUMBER = /[-+]?\d+(?:\.\d+)?/g;

// Finds the number at the position `at` of `text`. Returns its range, and its text after a change by `steps`; or null.
function nudged(text, at, steps) {
    for (const match of text.matchAll(NUMBER)) {
        const start = match.index;
        const end = start + match[0].length;
        if (start <= at && at <= end) {
            const digits = match[0].split('.')[1]?.length ?? 0;
            const next = (Number(match[0]) + steps / 10 ** digits).toFixed(digits);
            // Write -0 as 0.
            return { start, end, text: Number(next) === 0 ? next.replace('-', '') : next };
        }
    }
    return null;
}

// Changes the number at the caret of `field` by `steps`, and puts the caret at its end.
export function nudge(field, steps) {
    const { value, selectionStart } = field;
    const lineStart = value.lastIndexOf('\n', selectionStart - 1) + 1;
    const line = value.slice(lineStart).split('\n', 1)[0];
    const found = nudged(line, selectionStart - lineStart, steps);
    if (found) {
        field.setSelectionRange(lineStart + found.start, lineStart + found.end);
        // Deprecated, but the only way to change a field so that the browser can undo it.
        document.execCommand('insertText', false, found.text);
    }
}
