// Marks of the game's problems in the text: at their places, in the game's own words, with their repair.

// The marks for `problems`, as the game reports them, in the document `doc` of the level at `path`.
export function marksOf(doc, path, problems) {
    return problems.map(problem => ({
        ...placeOf(doc, path, problem),
        severity: problem.severity === 'note' ? 'info' : problem.severity,
        message: messageOf(path, problem),
        actions: actionsOf(problem),
    }));
}

// Lines and columns count from 1, columns in characters.
function placeOf(doc, path, { file, line, column, width }) {
    const own = sameFile(file, path);
    if (!own || !line) {
        return own ? { from: 0, to: 0 } : placeOfFile(doc, file);
    }
    const found = doc.line(Math.min(line, doc.lines));
    const characters = [...found.text];
    const units = count => characters.slice(0, count).join('').length;
    const from = found.from + Math.min(units(column - 1), found.length);
    return { from, to: Math.min(found.from + units(column - 1 + width), found.to) };
}

// The place where the level names another file that has a problem.
function placeOfFile(doc, file) {
    const name = file.split('/').at(-1);
    const at = doc.toString().indexOf(name);
    return at < 0 ? { from: 0, to: 0 } : { from: at, to: at + name.length };
}

function sameFile(file, path) {
    return file === path || file.split('/').at(-1) === path.split('/').at(-1);
}

function messageOf(path, { file, line, column, message, label, help }) {
    const elsewhere = sameFile(file, path) ? '' : `${file}${line ? `:${line}:${column}` : ''}: `;
    const expected = label ? `: ${label}` : '';
    return `${elsewhere}${message}${expected}${help ? `\nhelp: ${help}` : ''}`;
}

// "did you mean `radius`?" is repaired by a press. A string keeps its quotes.
function actionsOf({ help }) {
    const meant = help?.match(/^did you mean `(.+)`\?$/)?.[1];
    if (!meant) {
        return [];
    }
    return [{
        name: `Change to ${meant}`,
        apply: (view, from, to) => {
            const quote = view.state.sliceDoc(from, to).match(/^(["']).*\1$/)?.[1] ?? '';
            view.dispatch({ changes: { from, to, insert: `${quote}${meant}${quote}` }, userEvent: 'input.complete' });
        },
    }];
}
