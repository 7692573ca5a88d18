// The page with ?simulate=1: it draws nothing and shows no card. The game simulates its walk in slices, between which the page
// shows the progress and can be told to cancel. It prints the results and messages on the console and on itself.

import { $, state } from './state.js';

// Whether the visitor has canceled the simulation.
let isCanceled = false;

// Hides the game. Returns the function that prints a line.
export function setUpHeadless() {
    document.body.dataset.simulate = '';
    $('lines').hidden = false;
    $('simulating-cancel').onclick = () => {
        isCanceled = true;
    };
    return text => {
        console.log(text);
        $('lines').append(`${text}\n`);
    };
}

// Shows how many ticks were simulated, of all if that is not 0.
export function showSimulating(ticks, all) {
    const percent = all > 0 ? `, ${Math.floor(100 * ticks / all)} %` : '';
    $('simulating-words').textContent = `simulating: tick ${ticks}${all > 0 ? ` of ${all}` : ''}${percent}`;
    $('simulating').hidden = false;
}

export function canceledHeadless() {
    return isCanceled;
}

export function endHeadless() {
    $('simulating').hidden = true;
    if (isCanceled) {
        $('lines').append('canceled: there is no result\n');
    }
    state.now = 'headless';
}
