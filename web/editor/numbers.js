// Changes a number in steps of its last digit.

import { EditorSelection } from '@codemirror/state';
import { numberAt } from './toml.js';
import { structureOf } from './structure.js';

const PARTS = /^([+-]?)(\d+)(?:\.(\d+))?([eE].*)?$/;

// `text` after a change by `steps` of its last digit; whole arithmetic, so that long numbers keep all digits.
export function nudged(text, steps) {
    const [, sign, whole, fraction = '', exponent = ''] = text.replaceAll('_', '').match(PARTS);
    const before = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
    const after = before + BigInt(steps);
    const digits = String(after < 0n ? -after : after).padStart(fraction.length + 1, '0');
    const split = digits.length - fraction.length;
    const point = fraction === '' ? '' : '.';
    return `${after < 0n ? '-' : ''}${digits.slice(0, split)}${point}${digits.slice(split)}${exponent}`;
}

// Changes the number at `at` by `steps`. Returns whether there is one. A cursor in the number stays at its end.
export function nudgeAt(view, at, steps) {
    const found = numberAt(structureOf(view.state), at);
    if (!found) {
        return false;
    }
    const insert = nudged(view.state.sliceDoc(found.from, found.to), steps);
    const { from, to } = found;
    const { head } = view.state.selection.main;
    const inside = from <= head && head <= to;
    view.dispatch({
        changes: { from, to, insert },
        selection: inside ? EditorSelection.cursor(from + insert.length) : undefined,
        // Quick steps of the same number are undone together.
        userEvent: 'input.type.nudge',
    });
    return true;
}

// The turn of the wheel that makes one step; pixels. Browsers report 100 or more for a notch, and less for a touch pad.
const STEP_PIXELS = 50;

// The wheel changes the number under the pointer: with Alt, or where the cursor is. Elsewhere it scrolls.
export function makeWheel() {
    let turned = 0;
    return (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        const found = at === null ? null : numberAt(structureOf(view.state), at);
        const { head } = view.state.selection.main;
        const focused = view.hasFocus && found && found.from <= head && head <= found.to;
        const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
        if (!found || !plain || !event.altKey && !focused) {
            turned = 0;
            return false;
        }
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : STEP_PIXELS;
        turned -= event.deltaY * lines;
        // A notch is one step, however far it turns.
        const steps = Math.max(-1, Math.min(1, Math.trunc(turned / STEP_PIXELS)));
        if (steps !== 0) {
            turned = 0;
            nudgeAt(view, at, steps);
        }
        return true;
    };
}
