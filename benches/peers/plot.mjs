// Draws the results of a run: `node plot.mjs results.json >results.svg`.
//
// Each row has a line for every candidate: from its shortest to its longest time, and a dot at the median, as multiples of the median
// of sidle. Rows whose results are words, such as counts of overlaps, are not drawn.

import { readFileSync } from 'node:fs';

const [ROW, LEFT, RIGHT, TOP, WIDTH] = [15, 490, 20, 66, 1040];
const COLORS = { 'sidle': '#0b6e4f', 'rapier': '#c8553d', 'rapier, steps and snap': '#e0a03b', 'parry': '#7a5195', 'Box3D': '#2f6db5', 'avian': '#444', 'avian, edges repaired': '#9a9a9a' };

const { machine, versions, rows } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const middle = rounds => [...rounds].sort((one, other) => one - other)[rounds.length >> 1];
const escaped = text => text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);

// A row that stands below another one and says only what differs.
let last = '';
const drawn = rows.flatMap(({ what, results }) => {
    const name = what.startsWith('…') ? `${last} ${what}` : what;
    last = what.startsWith('…') ? last : what;
    const times = Object.entries(results).filter(([, result]) => Array.isArray(result));
    const ours = times.find(([candidate]) => candidate === 'sidle');
    if (!ours || times.length < 2) {
        return [];
    }
    const unit = middle(ours[1]);
    return [{ name, lines: times.map(([candidate, rounds]) => [candidate, rounds.map(time => time / unit)]) }];
});

const all = drawn.flatMap(({ lines }) => lines.flatMap(([, ratios]) => ratios));
const [least, most] = [Math.log10(Math.min(...all, 0.5)), Math.log10(Math.max(...all, 2))];
const x = ratio => LEFT + (WIDTH - LEFT - RIGHT) * (Math.log10(ratio) - least) / (most - least);
const height = TOP + ROW * drawn.length + 10;
const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].filter(tick => Math.log10(tick) >= least && Math.log10(tick) <= most);
const used = Object.keys(COLORS).filter(name => drawn.some(({ lines }) => lines.some(([candidate]) => candidate === name)));

const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="10">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    '<text x="8" y="14" font-size="12">Time as a multiple of the median of sidle, in one run; further left is faster. Lines are the ranges over all rounds.</text>',
    `<text x="8" y="28" fill="#555">${escaped(`${machine.processor}, ${machine.cores} cores, ${machine.system} ${machine.architecture}; `
        + Object.entries(versions).map(pair => pair.join(' ')).join(', '))}</text>`,
    ...used.map((name, index) => `<circle cx="${14 + 150 * index}" cy="40" r="3.5" fill="${COLORS[name]}"/>`
        + `<text x="${22 + 150 * index}" y="44">${escaped(name)}</text>`),
    ...ticks.map(tick => `<line x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="${TOP - 6}" y2="${height - 8}" stroke="${tick === 1 ? '#888' : '#ddd'}"/>`
        + `<text x="${x(tick).toFixed(1)}" y="${TOP - 8}" text-anchor="middle" fill="#555">${tick} ×</text>`),
    ...drawn.flatMap(({ name, lines }, index) => {
        const y = TOP + ROW * (index + 0.5);
        const label = `<text x="${LEFT - 8}" y="${y + 3}" text-anchor="end">${escaped(name)}</text>`;
        return [label, ...lines.map(([candidate, ratios]) => {
            const [from, to] = [Math.min(...ratios), Math.max(...ratios)];
            return `<line x1="${x(from).toFixed(1)}" x2="${x(to).toFixed(1)}" y1="${y}" y2="${y}" stroke="${COLORS[candidate]}" stroke-width="2"/>`
                + `<circle cx="${x(middle(ratios)).toFixed(1)}" cy="${y}" r="3" fill="${COLORS[candidate]}"/>`;
        })];
    }),
    '</svg>',
];
console.log(svg.join('\n'));
