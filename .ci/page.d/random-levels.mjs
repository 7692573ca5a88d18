// Random levels for .ci/page-fuzz.mjs and .ci/program-fuzz.mjs.

// A generator of numbers below 1. Source: G. Marsaglia, "Xorshift RNGs", 2003.
export function numbers(seed) {
    let state = (seed * 2_654_435_761 ^ 0x9e37_79b9) >>> 0 || 1;
    const next = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state = (state ^ state << 5) >>> 0;
        return state / 2 ** 32;
    };
    for (let left = 8; left > 0; left -= 1) {
        next();
    }
    return next;
}

// A number like `number`, or far from it.
function changed(number, next) {
    const draw = next();
    const value = Number(number);
    const other = draw < 0.5 ? value * (0.5 + next()) : draw < 0.7 ? -value : draw < 0.85 ? value + (next() - 0.5) * 20
        : draw < 0.95 ? value * 10 ** (next() * 6 - 3) : [0, 1e-9, 1e9, 90, 0.5][Math.floor(next() * 5)];
    const text = Number(other.toPrecision(6)).toString();
    // A whole number may stand for another one only.
    return number.includes('.') ? (/[.e]/.test(text) ? text : `${text}.0`) : String(Math.round(other));
}

// The text of a case: one of the shipped `texts` with random changes, by its seed: other numbers, more copies of its entries, other shapes
// for collisions, and another controller.
export function levelOf(texts, seed) {
    const next = numbers(seed);
    let text = texts[Math.floor(next() * texts.length)].replace(/^#.*$/gm, '').replace(/^\[audit\][^]*$/m, '');
    const rate = [0, 0.01, 0.05, 0.3][Math.floor(next() * 4)];
    text = text.replace(/(?<=[ [=])-?\d+(\.\d+)?(?=[\],\s])/g, (number, ...rest) => {
        const at = rest.at(-2);
        const isFormat = text.slice(Math.max(0, at - 9), at).includes('format');
        return !isFormat && next() < rate ? changed(number, next) : number;
    });
    // Copies of an entry, in one place or side by side.
    const entries = text.split(/^(?=\[\[)/m);
    const copies = entries.slice(1).flatMap(entry => {
        const count = next() < 0.85 ? 1 : Math.floor(2 ** (next() * 10));
        const isSpread = next() < 0.5;
        return Array.from({ length: count }, (_, number) => (isSpread && number > 0
            ? entry.replace(/position = \[(-?[\d.e]+)/, (_, x) => `position = [${(Number(x) + number * 0.7).toFixed(3)}`) : entry));
    });
    text = entries[0] + copies.join('');
    if (next() < 0.3) {
        text = text.replace(/^kind = "(\w+)"$/gm, line => (next() < 0.3 && !/collide/.test(line) ? `${line}\ncollide = "mesh"` : line));
    }
    if (next() < 0.3) {
        text = text.replace(/controller = "\w+"/, `controller = "${['classic', 'swept', 'boxed'][Math.floor(next() * 3)]}"`);
    }
    return text;
}
