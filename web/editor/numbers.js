// Changes a number in steps of its last digit.

import { EditorSelection } from '@codemirror/state';
import { numberAt } from './toml.js';
import { structureOf } from './structure.js';

const PARTS = /^([+-]?)(\d+)(?:\.(\d+))?([eE].*)?$/;

// Changes the number in `text` by `steps` of its last digit. Calculates with whole numbers, so that long numbers keep all
// digits.
export function nudged(text, steps) {
    const [, sign, whole, fraction = '', exponent = ''] = text.replaceAll('_', '').match(PARTS);
    const before = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
    const after = before + BigInt(steps);
    const digits = String(after < 0n ? -after : after).padStart(fraction.length + 1, '0');
    const split = digits.length - fraction.length;
    const point = fraction === '' ? '' : '.';
    return `${after < 0n ? '-' : ''}${digits.slice(0, split)}${point}${digits.slice(split)}${exponent}`;
}

// Changes the number at the position `at` by `steps` of its last digit. Returns whether there is a number. A cursor in the
// number goes to its end.
export function nudgeAt(view, at, steps) {
    const found = numberAt(structureOf(view.state), at);
    if (!found) {
        return false;
    }
    const insert = nudged(view.state.sliceDoc(found.from, found.to), steps);
    const { from, to } = found;
    const { head: cursor } = view.state.selection.main;
    const inside = from <= cursor && cursor <= to;
    view.dispatch({
        changes: { from, to, insert },
        selection: inside ? EditorSelection.cursor(from + insert.length) : undefined,
        // Quick steps of the same number are undone together.
        userEvent: 'input.type.nudge',
    });
    return true;
}

// How far the wheel must turn for one step; pixels. Browsers report 100 or more for a notch, and less for a touch pad.
const STEP_PIXELS = 50;

// Returns a handler of the wheel. It changes the number under the pointer if Alt is held or the cursor is in that number, and
// returns whether it did. Otherwise the wheel scrolls.
export function wheelHandler() {
    let turned = 0;
    return (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        const found = at === null ? null : numberAt(structureOf(view.state), at);
        const { head: cursor } = view.state.selection.main;
        const hasCursor = view.hasFocus && found && found.from <= cursor && cursor <= found.to;
        const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (!found || !plain || !event.altKey && !hasCursor) {
            turned = 0;
            return false;
        }
        event.preventDefault();
        // A wheel that counts lines or pages makes one step for each of them.
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : STEP_PIXELS;
        turned -= event.deltaY * pixels;
        // A notch is one step, however far it turns.
        const steps = Math.max(-1, Math.min(1, Math.trunc(turned / STEP_PIXELS)));
        if (steps !== 0) {
            turned = 0;
            nudgeAt(view, at, steps);
        }
        return true;
    };
}
