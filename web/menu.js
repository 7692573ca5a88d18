// The buttons of the bar at the top, and of the touch screen's sheet.
//
// The game's list in crates/game/src/options/buttons.rs says which there are, and the catalog carries it. Most belong to a row of the
// table of controls, whose key they press, unless the page handles them itself.

import { screen } from './screen.js';
import { $, device, state } from './state.js';

// The strokes of each row's icon, in a square of 24.
const ICONS = {
    levels: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
    overlay_5: 'M4 19l7-9M11 10l9 4M11 10m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
    side_large: 'M4 10V4h6M20 14v6h-6M4 4l6 6M20 20l-6-6',
    other_value: 'M4 19l5-8 5 8M14 6h6M17 3v6M14 13h6',
    overlay_8: 'M6 20V10a6 6 0 0 1 12 0v10l-3-2-3 2-3-2zM10 10v1M14 10v1',
    panel: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
    level_after: 'M5 5h5v14H5zM14 12h6M17 8l4 4-4 4',
    next_controller: 'M5 9h12l-3-4M19 15H7l3 4',
    fly: 'M3 14c4 0 6-8 9-8s5 8 9 8M8 18h8',
    outside: 'M3 12s3-6 9-6 9 6 9 6-3 6-9 6-9-6-9-6M12 12m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
    map: 'M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14',
    surfaces: 'M4 4h16v16H4zM4 12h16M12 4v16',
    pause: 'M9 5v14M15 5v14',
    step_back: 'M17 5 8 12l9 7zM6 5v14',
    step_ahead: 'm7 5 9 7-9 7zM18 5v14',
    respawn: 'M5 12a7 7 0 1 0 2-5M5 4v4h4',
    stature: 'M12 4m-2.5 2a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 21v-6a6 6 0 0 1 12 0v6',
    mover_boxes: 'M4 12l8-5 8 5-8 5zM4 12v4l8 4 8-4v-4',
    record: 'M12 12m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0',
    copy_link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
    screenshot: 'M4 8h4l2-3h4l2 3h4v11H4zM12 13m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
    full_screen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    numbers: 'M5 7h3M5 12h3M5 17h3M11 7h8M11 12h5M11 17h7',
    help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.5',
    tour: 'M6 21V4h12l-3 4 3 4H6',
    text: 'M5 6h14M5 10h9M5 14h12M5 18h7',
};

// The buttons that are pressed repeatedly, and leave the sheet open.
const STAYING = ['step_back', 'step_ahead'];

// The bar is shown for this long after the mouse last moved near the top of the page.
const BAR_SECONDS = 4;
// The mouse is near the bar if it is at most this far below the bar's top; pixels.
const BAR_REACH = 110;

// Beside the numbers, the bar needs at least room for four buttons; pixels. Smaller: a tall and thin bar; larger: more often below
// the numbers, where it covers more of the picture.
const MIN_ROOM = 140;
const GAP = 8;
// The bar's edges at both sides of its buttons; pixels.
const EDGES = 10;

// Fills the bar and the sheet with the game's `buttons`. `actions[row]` replaces the key of that row. `pressed` is called after a
// press that closes the sheet.
export function setUpMenus({ buttons, host, canvas, actions, pressed }) {
    for (const entry of buttons.filter(({ row }) => row !== 'full_screen' || screen.exists)) {
        const act = actions[entry.row] ?? (() => host.send(`press ${entry.row}`));
        if (entry.bar) {
            $('bar').append(button(entry, () => {
                act();
                // Return the focus to the game, unless the action has moved the focus to the text or the card.
                if (document.activeElement?.closest('#bar')) {
                    canvas.focus({ preventScroll: true });
                }
            }));
        }
        if (entry.sheet) {
            $('sheet').append(button(entry, () => {
                act();
                if (!STAYING.includes(entry.row)) {
                    pressed();
                }
            }));
        }
    }
    showBar();
    leaveByShiftTab(canvas);
}

// Places the bar, and the sign that a level is loading, next to the numbers in the corner, or else below them. The numbers end
// at `right` and `bottom`, and the time bar ends at `time`.
export function placeBar(canvas, [right, bottom, time]) {
    const place = () => {
        const beside = canvas.clientWidth - right - 2 * GAP;
        const isBeside = beside >= MIN_ROOM;
        const { style } = document.documentElement;
        style.setProperty('--free-left', `${isBeside ? right + GAP : GAP}px`);
        style.setProperty('--free-top', `${GAP + (isBeside ? time : Math.max(bottom, time))}px`);
        style.setProperty('--bar-width', rowWidth(isBeside ? beside : canvas.clientWidth - 2 * GAP));
    };
    placing.disconnect();
    placing = new ResizeObserver(place);
    placing.observe(canvas);
    place();
}

let placing = new ResizeObserver(() => {});

// The width at which all rows of the bar have about as many buttons, if `room` is too narrow for one row.
function rowWidth(room) {
    const widths = [...$('bar').children].map(child => child.offsetWidth);
    const widest = Math.max(...widths);
    if (widths.reduce((sum, width) => sum + width, EDGES) <= room || widest === 0) {
        return 'none';
    }
    const maxInRow = Math.max(1, Math.floor((room - EDGES) / widest));
    const rows = Math.ceil(widths.length / maxInRow);
    return `${Math.ceil(widths.length / rows) * widest + EDGES}px`;
}

function button({ row, words, about, keys }, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.name = row;
    const title = keys ? `${about} (${keys.replace(/[\u27e6\u27e7]/g, '')})` : about;
    button.title = title[0].toUpperCase() + title.slice(1);
    const label = document.createElement('span');
    label.textContent = words;
    button.append(drawIcon(ICONS[row] ?? ''), label);
    button.onclick = act;
    return button;
}

function drawIcon(strokes) {
    const [svg, path] = ['svg', 'path'].map(tag => document.createElementNS('http://www.w3.org/2000/svg', tag));
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', strokes);
    svg.append(path);
    return svg;
}

// Shows the bar when the mouse is released or comes near, and hides the bar after a while.
function showBar() {
    let timer;
    const show = () => {
        $('bar').classList.add('shown');
        clearTimeout(timer);
        timer = setTimeout(() => $('bar').classList.remove('shown'), BAR_SECONDS * 1000);
    };
    window.addEventListener('pointermove', event => event.clientY < $('bar').offsetTop + BAR_REACH && show());
    state.onChange(show);
}

// Makes Shift Tab move the focus from the game to the bar. Tab alone is the panel's key in the game.
function leaveByShiftTab(canvas) {
    canvas.addEventListener('keydown', event => {
        if (event.key === 'Tab' && event.shiftKey && device.now === 'mouse') {
            event.preventDefault();
            event.stopImmediatePropagation();
            // What is hidden cannot get the focus.
            $('bar').classList.add('called');
            $('bar').querySelector('button').focus();
        }
    }, { capture: true });
    $('bar').addEventListener('focusout', event => $('bar').contains(event.relatedTarget) || $('bar').classList.remove('called'));
}
