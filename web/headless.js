// The page with ?simulate=1: it draws nothing and shows no card. The game simulates its walk at once, and the page prints
// the results and messages on the console and on itself.

import { $, state } from './state.js';

// Hides the game. Returns the function that prints a line.
export function setUpHeadless() {
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
