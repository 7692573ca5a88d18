// The preview of a recording on the card: its level, its controllers, its length, and a map. Everything that the recording
// says becomes text or numbers, never HTML.

import { $ } from './state.js';

const SVG = 'http://www.w3.org/2000/svg';

// Shows a preview, which crates/game/src/session/guide/preview.rs makes.
export function showPreview({ level, controllers, seconds, map }) {
    $('preview-level').textContent = level;
    const noun = controllers.length === 1 ? 'controller' : 'controllers';
    $('preview-facts').textContent = `${controllers.join(', ')} ${noun}, ${duration(seconds)}`;
    $('preview-map').replaceChildren(...draw(map));
    const [[left, top], [right, bottom]] = map.corners;
    $('preview-map').setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`);
    $('preview').hidden = false;
}

// Hides the preview, once the recording has started or another level was chosen.
export function hidePreview() {
    $('preview').hidden = true;
}

function duration(seconds) {
    const minutes = Math.floor(seconds / 60);
    return minutes === 0 ? `${seconds.toFixed(1)}\u00a0s` : `${minutes} min ${Math.round(seconds - minutes * 60)} s`;
}

// Draws the map, from its bottom layer up. style.css gives lines the same width at every scale.
function draw({ corners, ground, boxes, walls, path }) {
    const shapes = [
        svgElement('path', { class: 'ground', d: ground.map(closed).join('') }),
        svgElement('path', { class: 'box', d: boxes.map(closed).join('') }),
        svgElement('path', { class: 'wall', d: walls.map(line).join('') }),
        svgElement('path', { class: 'way', d: line(path) }),
    ];
    const [[left], [right]] = corners;
    const radius = (right - left) / 60;
    const [start, end] = [path[0], path[path.length - 1]];
    shapes.push(svgElement('circle', { class: 'end', cx: end[0], cy: end[1], r: radius }));
    shapes.push(svgElement('circle', { class: 'start', cx: start[0], cy: start[1], r: radius }));
    return shapes;
}

function svgElement(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, value);
    }
    return element;
}

// The data of a path through points of the map.
const line = points => points.map(([x, z], at) => `${at === 0 ? 'M' : 'L'}${x} ${z}`).join('');
const closed = points => `${line(points)}Z`;
