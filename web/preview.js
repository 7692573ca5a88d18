// What one will watch: the level of a recording, its controllers, its length, and a map. Everything that the recording
// says becomes text or numbers, never HTML.

import { $ } from './state.js';

const SVG = 'http://www.w3.org/2000/svg';

// Shows `preview`, which crates/game/src/session/guide/preview.rs makes, on the card.
export function showPreview({ level, controllers, seconds, map }) {
    $('preview-level').textContent = level;
    const ways = controllers.length === 1 ? 'controller' : 'controllers';
    $('preview-facts').textContent = `${controllers.join(', ')} ${ways}, ${length(seconds)}`;
    $('preview-map').replaceChildren(...draw(map));
    const [[left, top], [right, bottom]] = map.corners;
    $('preview-map').setAttribute('viewBox', `${left} ${top} ${right - left} ${bottom - top}`);
    $('preview').hidden = false;
}

// Hides the preview once the recording has been watched, or another level was chosen.
export function hidePreview() {
    $('preview').hidden = true;
}

function length(seconds) {
    const whole = Math.floor(seconds / 60);
    return whole === 0 ? `${seconds.toFixed(1)}\u00a0s` : `${whole} min ${Math.round(seconds - whole * 60)} s`;
}

// The layers from the bottom. Lines have the same width at every scale: see style.css.
function draw({ corners, ground, boxes, walls, path }) {
    const shapes = [
        make('path', { class: 'ground', d: ground.map(closed).join('') }),
        make('path', { class: 'box', d: boxes.map(closed).join('') }),
        make('path', { class: 'wall', d: walls.map(line).join('') }),
        make('path', { class: 'way', d: line(path) }),
    ];
    const [[left], [right]] = corners;
    const radius = (right - left) / 60;
    const [start, end] = [path[0], path[path.length - 1]];
    shapes.push(make('circle', { class: 'end', cx: end[0], cy: end[1], r: radius }));
    shapes.push(make('circle', { class: 'start', cx: start[0], cy: start[1], r: radius }));
    return shapes;
}

function make(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
        made.setAttribute(name, value);
    }
    return made;
}

const line = points => points.map(([x, z], at) => `${at === 0 ? 'M' : 'L'}${x} ${z}`).join('');
const closed = points => `${line(points)}Z`;
