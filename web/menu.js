// The buttons of the bar at the top, and of the touch screen's sheet.
//
// `row` names a row of the table in crates/game/src/options/controls.rs, whose key the button presses. Without a row, the
// page handles the button itself. The icons are strokes in a square of 24.

import { screen } from './screen.js';
import { $, device, state } from './state.js';

const ENTRIES = [
    { name: 'menu', words: 'Levels', full: 'Levels and files', key: '', icon: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z', on: 'bar sheet' },
    { name: 'why', words: 'Why', full: 'See why: the last contact, cut open', key: '5', row: 'overlay_5', icon: 'M4 19l7-9M11 10l9 4M11 10m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0', on: 'bar sheet' },
    { name: 'larger', words: 'Larger', full: 'See why, as large as the window', key: 'Enter', row: 'side_large', icon: 'M4 10V4h6M20 14v6h-6M4 4l6 6M20 20l-6-6', on: 'sheet' },
    { name: 'ghosts', words: 'Ghosts', full: 'Show the other controllers as ghosts', key: '8', row: 'overlay_8', icon: 'M6 20V10a6 6 0 0 1 12 0v10l-3-2-3 2-3-2zM10 10v1M14 10v1', on: 'bar sheet' },
    { name: 'panel', words: 'Panel', full: 'Change every value', key: 'Tab', row: 'panel', icon: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4', on: 'bar sheet' },
    { name: 'text', words: 'Text', full: 'The level\'s text', key: '`', icon: 'M5 6h14M5 10h9M5 14h12M5 18h7', on: 'bar sheet' },
    { name: 'controller', words: 'Controller', key: 'Q', row: 'next_controller', icon: 'M5 9h12l-3-4M19 15H7l3 4', on: 'sheet' },
    { name: 'fly', words: 'Fly', key: 'V', row: 'fly', icon: 'M3 14c4 0 6-8 9-8s5 8 9 8M8 18h8', on: 'sheet' },
    { name: 'outside', words: 'Outside', key: 'Z', row: 'outside', icon: 'M3 12s3-6 9-6 9 6 9 6-3 6-9 6-9-6-9-6M12 12m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0', on: 'sheet' },
    { name: 'map', words: 'Map', key: 'M', row: 'map', icon: 'M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14', on: 'sheet' },
    { name: 'surfaces', words: 'Surfaces', key: '/', row: 'surfaces', icon: 'M4 4h16v16H4zM4 12h16M12 4v16', on: 'sheet' },
    { name: 'pause', words: 'Pause', full: 'Pause or resume', key: 'P', row: 'pause', icon: 'M9 5v14M15 5v14', on: 'bar sheet' },
    { name: 'back', words: 'Tick back', key: ',', icon: 'M17 5 8 12l9 7zM6 5v14', on: 'sheet', stays: true },
    { name: 'ahead', words: 'Tick ahead', key: '.', icon: 'm7 5 9 7-9 7zM18 5v14', on: 'sheet', stays: true },
    { name: 'again', words: 'Restart', key: 'R', row: 'respawn', icon: 'M5 12a7 7 0 1 0 2-5M5 4v4h4', on: 'sheet' },
    { name: 'tour', words: 'Tour', full: 'Begin the tour, or go on with it', key: '', icon: 'M6 21V4h12l-3 4 3 4H6', on: 'sheet' },
    { name: 'body', words: 'Body', full: 'Camera sphere, or a person', key: 'H', row: 'stature', icon: 'M12 4m-2.5 2a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 21v-6a6 6 0 0 1 12 0v6', on: 'sheet' },
    { name: 'record', words: 'Record', full: 'Start or stop recording', key: 'F8', row: 'record', icon: 'M12 12m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0', on: 'bar sheet' },
    { name: 'link', words: 'Link', full: 'Copy a link to this moment', key: '\\', row: 'copy_link', icon: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1', on: 'bar sheet' },
    { name: 'picture', words: 'Picture', full: 'Save a picture', key: '', row: 'screenshot', icon: 'M4 8h4l2-3h4l2 3h4v11H4zM12 13m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0', on: 'bar sheet' },
    { name: 'full', words: 'Full', full: 'Full screen', key: 'F11', icon: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', on: 'bar sheet' },
    { name: 'numbers', words: 'Numbers', key: 'F2', row: 'numbers', icon: 'M5 7h3M5 12h3M5 17h3M11 7h8M11 12h5M11 17h7', on: 'sheet' },
    { name: 'help', words: 'Keys', full: 'All keys', key: 'F1', row: 'help', icon: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18v.5', on: 'bar' },
];

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

// Fills the bar and the sheet. `actions[name]` is called by a button without a row. `pressed` is called after a press that closes
// the sheet. Buttons that are pressed repeatedly leave the sheet open.
export function setUpMenus({ host, canvas, actions, pressed }) {
    for (const entry of ENTRIES.filter(({ name }) => name !== 'full' || screen.exists)) {
        const act = () => (entry.row ? host.send(`press ${entry.row}`) : actions[entry.name]());
        if (entry.on.includes('bar')) {
            $('bar').append(button(entry, () => {
                act();
                // Return the focus to the game, unless the action has moved the focus to the text or the card.
                if (document.activeElement?.closest('#bar')) {
                    canvas.focus({ preventScroll: true });
                }
            }));
        }
        if (entry.on.includes('sheet')) {
            $('sheet').append(button(entry, () => {
                act();
                if (!entry.stays) {
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

function button({ name, words, full = words, key, icon }, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.name = name;
    button.title = key ? `${full} (${key})` : full;
    const label = document.createElement('span');
    label.textContent = words;
    button.append(drawIcon(icon), label);
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
