// Characters that the game's own fonts lack, drawn with the browser's fonts.

// A larger character is of no use, and takes long.
const MAX_PIXELS = 512;

// Made for the first character, since most games need none.
let context = null;

// The opacity of each pixel of `character` in a font `pixels` high, row by row; its width; how far its left edge is right of
// the pen, and its lower edge above the baseline; and how far the pen moves on.
export function drawGlyph(character, pixels) {
    const font = `${Math.min(pixels, MAX_PIXELS)}px sans-serif`;
    context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    context.font = font;
    const metrics = context.measureText(character);
    const left = Math.floor(-metrics.actualBoundingBoxLeft);
    const [ascent, descent] = [Math.ceil(metrics.actualBoundingBoxAscent), Math.ceil(metrics.actualBoundingBoxDescent)];
    const width = Math.max(Math.ceil(metrics.actualBoundingBoxRight) - left, 1);
    const height = Math.max(ascent + descent, 1);
    // A new size resets the context.
    [context.canvas.width, context.canvas.height] = [width, height];
    context.font = font;
    context.fillStyle = '#fff';
    context.fillText(character, -left, ascent);
    const { data } = context.getImageData(0, 0, width, height);
    return { opacity: data.filter((_, at) => at % 4 === 3), numbers: [width, left, -descent, metrics.width] };
}
