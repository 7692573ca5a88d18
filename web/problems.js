// What can go wrong, in words: one card with what happened and what helps, in the place of a frozen picture.

import { copy } from './say.js';
import { $, state } from './state.js';

const DESKTOP = 'The desktop build of the game needs no browser.';

// What the game wrote last to its error stream: the report's end.
const LAST_LINES = 30;
const lines = [];

export function lastWords() {
    return lines.join('\n');
}

export function remember(line) {
    lines.push(line);
    lines.splice(0, lines.length - LAST_LINES);
}

// Ends the game with a card. `report` is what one copies for who can repair it.
export function fail(title, words, report = '') {
    if (state.now === 'failed') {
        return;
    }
    // Others tell the game of the change: it stops before, and the card is there whatever goes wrong with them.
    stopGame();
    document.exitPointerLock?.();
    $('problem-title').textContent = title;
    $('problem-words').textContent = words;
    $('problem-report').textContent = report;
    $('problem-copy').hidden = report === '';
    $('problem-copy').onclick = () => copy(fullReport(title), 'copied the report');
    $('problem-reload').onclick = () => location.reload();
    $('problem-home').href = location.pathname;
    $('problem-home').hidden = location.search + location.hash === '';
    $('problem').hidden = false;
    state.now = 'failed';
    // A link that fails once fails again.
    ($('problem-home').hidden ? $('problem-reload') : $('problem-home')).focus();
}

function fullReport(title) {
    const report = $('problem-report').textContent;
    return [title, report, '', ...lines, '', location.href, navigator.userAgent].join('\n');
}

// A wasm that panicked throws `unreachable` at each further call: gl.js gets exports that do nothing, and no next frame.
function stopGame() {
    window.wasm_exports = new Proxy({}, { get: () => () => 0 });
    window.blocking_event_loop = true;
}

// Whether the game can run here; else it has said why not.
export function checkBrowser({ graphics }) {
    if (typeof WebAssembly !== 'object') {
        fail('This browser has no WebAssembly', 'The game is a WebAssembly program. Every current browser can run it, unless '
            + `WebAssembly is switched off, as in Safari's Lockdown Mode. ${DESKTOP}`);
        return false;
    }
    if (graphics && !hasWebGL2()) {
        // Safari has WebGL 2 since version 15; Firefox and Chromium since 2017, but they refuse it to drivers with known faults.
        fail('WebGL 2 is missing', 'The game draws with WebGL 2, which this browser lacks or has switched off. Switch on "graphics '
            + 'acceleration" in the settings of Chromium, Chrome or Edge ("hardware acceleration" in older ones) and start it again; in Firefox set webgl.disabled '
            + `to false in about:config; Safari has had WebGL 2 since version 15. ${DESKTOP}`);
        return false;
    }
    return true;
}

function hasWebGL2() {
    const context = document.createElement('canvas').getContext('webgl2');
    // A page may have few contexts only: this one is given back at once.
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
}

// A panic, told by the game itself before it stopped.
export function failByPanic(text) {
    fail('The game stopped', 'It ran into an unexpected situation. Its message is below, and helps to find the fault. '
        + 'Your settings are kept.', text);
}

// Watches for what nobody else tells.
export function watch(canvas) {
    canvas.addEventListener('webglcontextlost', () => {
        fail('The graphics were lost', 'The browser took the graphics away from this page, as it does when a driver restarts or '
            + 'memory is short. Reload to go on.');
    });
    window.addEventListener('error', event => {
        // The panic's own `unreachable`, after its words were shown: nothing new.
        if (state.now === 'failed') {
            event.preventDefault();
        } else if (event.error instanceof WebAssembly.RuntimeError) {
            failByError(event.error);
        }
    });
}

// `frame`, which the game does not survive when anything is thrown out of it: gl.js asks for no further one.
export function watched(frame) {
    return () => {
        try {
            frame();
        } catch (error) {
            failByError(error);
        }
    };
}

function failByError(error) {
    // Chromium: "memory access out of bounds"; Firefox: "index out of bounds"; Safari: "Out of bounds memory access".
    fail('The game stopped', 'The program in this page ended unexpectedly.', `${error.message}\n${error.stack ?? ''}`);
}
