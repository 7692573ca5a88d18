// Makes the page's fonts from those of the crate that the desktop program embeds.
//
// The game draws glyphs from their outlines alone. So everything else is left out, above all the instructions that fit
// outlines to pixels: half of each file. All characters remain. The licences require a different name.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FONTS = ['Ubuntu-Light', 'Hack-Regular'];

// The tables that are copied: sizes, the map from characters to glyphs, and the widths.
const COPIED = ['OS/2', 'cmap', 'head', 'hhea', 'hmtx', 'maxp'];

// Below the header of a glyph lie the ends of its contours, then its instructions.
const GLYPH_HEADER = 10;

// Flags of a part of a compound glyph.
const WIDE_NUMBERS = 0x0001;
const SCALE = 0x0008;
const MORE_PARTS = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;
const INSTRUCTIONS = 0x0100;

// The tables of a font, by name.
function tablesOf(font) {
    const count = font.readUInt16BE(4);
    return new Map(Array.from({ length: count }, (_, index) => {
        const entry = 12 + 16 * index;
        const start = font.readUInt32BE(entry + 8);
        return [font.toString('latin1', entry, entry + 4), font.subarray(start, start + font.readUInt32BE(entry + 12))];
    }));
}

// A glyph without its instructions.
function plainGlyph(glyph) {
    if (glyph.length === 0) {
        return glyph;
    }
    const contours = glyph.readInt16BE(0);
    if (contours >= 0) {
        const ends = GLYPH_HEADER + 2 * contours;
        const outline = ends + 2 + glyph.readUInt16BE(ends);
        return Buffer.concat([glyph.subarray(0, ends), Buffer.alloc(2), glyph.subarray(outline)]);
    }
    const plain = Buffer.from(glyph);
    for (let at = GLYPH_HEADER, flags = MORE_PARTS; flags & MORE_PARTS;) {
        flags = plain.readUInt16BE(at);
        plain.writeUInt16BE(flags & ~INSTRUCTIONS, at);
        at += flags & WIDE_NUMBERS ? 8 : 6;
        at += flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0;
        if (!(flags & MORE_PARTS)) {
            return plain.subarray(0, at);
        }
    }
    throw new Error('a compound glyph without parts');
}

// The tables `glyf` and `loca` without instructions, with offsets of 32 bits.
function plainGlyphs(tables) {
    const isLong = tables.get('head').readInt16BE(50) === 1;
    const loca = tables.get('loca');
    const offset = index => (isLong ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index));
    const count = tables.get('maxp').readUInt16BE(4);
    const offsets = Buffer.alloc(4 * (count + 1));
    const glyphs = [];
    let end = 0;
    for (let index = 0; index < count; index += 1) {
        const glyph = plainGlyph(tables.get('glyf').subarray(offset(index), offset(index + 1)));
        const padding = Buffer.alloc(-glyph.length & 3);
        glyphs.push(glyph, padding);
        end += glyph.length + padding.length;
        offsets.writeUInt32BE(end, 4 * (index + 1));
    }
    return { glyf: Buffer.concat(glyphs), loca: offsets };
}

// The table `name` with the family's name alone.
function nameTable(name) {
    const text = Buffer.from(name, 'utf16le').swap16();
    const [platform, encoding, english, family] = [3, 1, 0x0409, 1];
    const numbers = [0, 1, 18, platform, encoding, english, family, text.length, 0];
    return Buffer.concat([Buffer.from(new Uint16Array(numbers).buffer).swap16(), text]);
}

function checksum(table) {
    let sum = 0;
    for (let at = 0; at < table.length; at += 4) {
        sum = (sum + table.readUInt32BE(at)) >>> 0;
    }
    return sum;
}

// A font file of these tables.
function fontOf(tables) {
    const entries = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
    const header = Buffer.alloc(12 + 16 * entries.length);
    const power = Math.floor(Math.log2(entries.length));
    header.writeUInt32BE(0x00010000, 0);
    header.writeUInt16BE(entries.length, 4);
    header.writeUInt16BE(16 << power, 6);
    header.writeUInt16BE(power, 8);
    header.writeUInt16BE(16 * entries.length - (16 << power), 10);
    let end = header.length;
    const padded = entries.map(([name, table], index) => {
        const whole = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
        const entry = 12 + 16 * index;
        header.write(name, entry, 'latin1');
        header.writeUInt32BE(checksum(whole), entry + 4);
        header.writeUInt32BE(end, entry + 8);
        header.writeUInt32BE(table.length, entry + 12);
        end += whole.length;
        return whole;
    });
    return Buffer.concat([header, ...padded]);
}

// Returns a font with the characters and outlines of `font`, and hardly anything else.
export function plainFont(font, name) {
    const tables = tablesOf(font);
    const { glyf, loca } = plainGlyphs(tables);
    const head = Buffer.from(tables.get('head'));
    head.writeInt16BE(1, 50);
    const kept = new Map(COPIED.map(table => [table, tables.get(table)]));
    return fontOf(kept.set('head', head).set('glyf', glyf).set('loca', loca).set('name', nameTable(name)));
}

// Writes the fonts of the crate's folder into `folder`. Returns their paths.
export function writeFonts(crate, folder) {
    mkdirSync(join(folder, 'fonts'), { recursive: true });
    return FONTS.map(name => {
        const font = readFileSync(join(crate, `fonts/${name}.ttf`));
        const path = `fonts/${name}.ttf`;
        writeFileSync(join(folder, path), plainFont(font, `${name.replace('-', ' ')} derivative sidle`));
        return path;
    });
}
