// ?simulate=1: no picture and no card. The game runs its walk at once; what it prints goes to the console and onto the
// page, and what it complains of too.

import { $, state } from './state.js';

// Hides the game, and returns what takes a line.
export function makeHeadless() {
    document.body.dataset.simulate = '';
    $('lines').hidden = false;
    return text => {
        console.log(text);
        $('lines').append(`${text}\n`);
    };
}

export function endHeadless() {
    state.now = 'headless';
}
