// Makes a moving picture of the ticks around a contact, or of a race, as a GIF. The page loads this script, with the encoder, when
// somebody shares one.

import { GIFEncoder, applyPalette, quantize } from 'gifenc';

// Of a contact, as in crates/game/src/commands/clip/mod.rs: everything is so many times slower, and has so much of the time before and after;
// seconds.
const SLOW = 5;
const BEFORE = 0.4;
const AFTER = 0.3;

// The most frames. Larger: smoother, and a larger file.
const FRAMES = 44;

// How long the first tick is shown before the picture begins; milliseconds. Shorter: the camera has not come there yet.
const SETTLING = 700;

// How much longer the contact itself is shown than another tick; milliseconds.
const PAUSE = 900;

// The most pixels of a frame. Larger: a larger file; smaller: its labels cannot be read.
const PIXELS = 400_000;

// Of a race, whose frames differ all over: the most frames, and how long each is shown at most, in seconds, as in
// crates/game/src/app/records/race_film.rs; and the most pixels.
const RACE_FRAMES = 90;
const RACE_SECONDS = 0.1;
const RACE_PIXELS = 130_000;

// The last colour stands for a pixel that stays as it was, which makes the file several times smaller.
const COLOURS = 255;
const FORMAT = 'rgb565';

// Every so many pixels of some frames choose the colours.
const SPARSE = 7;

// The ticks to show, in order, of those from `first` to `last` that can be shown.
export function ticksAround(tick, { first, last, hz }) {
    const count = seconds => Math.round(seconds * hz);
    const step = Math.max(1, Math.ceil((count(BEFORE) + count(AFTER)) / FRAMES));
    const before = Math.floor(Math.min(count(BEFORE), tick - first) / step);
    const after = Math.floor(Math.min(count(AFTER), last - tick) / step);
    return Array.from({ length: before + after + 1 }, (_, at) => tick + (at - before) * step);
}

// What a moving picture shows: its ticks, the one at which it rests, how long each is shown, in milliseconds, and the most pixels.
export function planOf(what, tick, span) {
    if (what === 'race') {
        const [all, hz] = [span.last - span.first, span.hz];
        const count = Math.max(1, Math.min(RACE_FRAMES, all));
        const delay = Math.round(Math.min(all / hz / count, RACE_SECONDS) * 1000);
        const ticks = Array.from({ length: count }, (_, at) => span.first + Math.floor(all * at / count));
        return { ticks: [...ticks, tick], tick, delay, pixels: RACE_PIXELS };
    }
    const ticks = ticksAround(tick, span);
    const step = ticks.length > 1 ? ticks[1] - ticks[0] : 1;
    return { ticks, tick, delay: Math.round(step / span.hz * SLOW * 1000), pixels: PIXELS };
}

// The bytes of the picture. `draw` draws a tick onto `canvas`; the browser keeps that until the end of the task. `progress` gets the
// share that is done, and returns whether to go on. Otherwise the result is null, and some tick or other is drawn.
export async function makeClip(canvas, { ticks, tick, delay, pixels: most }, { draw, progress }) {
    const scale = Math.min(1, Math.sqrt(most / (canvas.width * canvas.height)));
    const [width, height] = [canvas.width, canvas.height].map(side => Math.max(1, Math.round(side * scale)));
    const small = Object.assign(document.createElement('canvas'), { width, height });
    const context = small.getContext('2d', { willReadFrequently: true });
    context.imageSmoothingQuality = 'high';
    const pixelsAt = shown => {
        draw(shown);
        context.drawImage(canvas, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
    };
    const samples = [0, 0.25, 0.5, 0.75, 1].map(share => ticks[Math.round((ticks.length - 1) * share)]);
    const palette = coloursOf([...samples, tick].map(pixelsAt));
    // Of two equal colours, the encoder chooses the last one.
    const colours = palette.slice(0, COLOURS);
    const gif = GIFEncoder();
    let before = null;
    draw(ticks[0]);
    await passed(SETTLING);
    for (const [at, shown] of ticks.entries()) {
        if (!progress(at / ticks.length)) {
            return null;
        }
        const pixels = applyPalette(pixelsAt(shown), colours, FORMAT);
        const changed = before === null ? pixels : pixels.map((colour, pixel) => (colour === before[pixel] ? COLOURS : colour));
        gif.writeFrame(changed, width, height, {
            palette: before === null ? palette : undefined,
            delay: delay + (shown === tick ? PAUSE : 0),
            transparent: before !== null,
            transparentIndex: COLOURS,
            // The frame before stays below.
            dispose: 1,
        });
        before = pixels;
        // The game's camera follows in real time. Meanwhile, the page handles its events.
        await passed(delay);
    }
    if (!progress(1)) {
        return null;
    }
    draw(tick);
    gif.finish();
    return gif.bytes();
}

const passed = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

// The colours that all frames get, for pictures of which some frames are known, and one more for what stays as it was.
function coloursOf(frames) {
    const all = frames.map(({ buffer }) => new Uint32Array(buffer).filter((_, at) => at % SPARSE === 0));
    const sample = new Uint32Array(all.reduce((sum, { length }) => sum + length, 0));
    all.reduce((at, some) => {
        sample.set(some, at);
        return at + some.length;
    }, 0);
    const palette = quantize(new Uint8Array(sample.buffer), COLOURS, { format: FORMAT });
    return [...palette, ...Array(COLOURS + 1 - palette.length).fill([0, 0, 0])];
}
