// Shows failures on a card, with their remedies. Without the card, the player would see a frozen picture.

import { LoadError } from './load.js';
import { copy } from './say.js';
import { $, mouse, state } from './state.js';

const DESKTOP = 'The desktop build of the game needs no browser.';

// How many of the game's last messages the report contains.
const LAST_LINES = 30;
const lines = [];

function lastMessages() {
    return lines.join('\n');
}

export function remember(line) {
    lines.push(line);
    lines.splice(0, lines.length - LAST_LINES);
}

// Ends the game with a card. `report` is for developers; the player can copy it.
export function fail(title, words, report = '') {
    if (state.now === 'failed') {
        return;
    }
    // Stop the game first: listeners of the state call it, and must not fail before the card is shown.
    stopGame();
    mouse.release();
    $('problem-title').textContent = title;
    $('problem-words').textContent = words;
    $('problem-report').textContent = report;
    $('problem-copy').hidden = report === '';
    $('problem-copy').onclick = () => copy(fullReport(title), 'copied the report');
    $('problem-reload').onclick = () => location.reload();
    $('problem-home').href = location.pathname;
    // A frame of another page stays what it is.
    $('problem-home').hidden = location.search + location.hash === '' || document.body.dataset.embed !== undefined;
    $('problem').hidden = false;
    state.now = 'failed';
    // A link that has failed would fail again: suggest the page without it.
    ($('problem-home').hidden ? $('problem-reload') : $('problem-home')).focus();
}

function fullReport(title) {
    const report = $('problem-report').textContent;
    return [title, report, '', ...lines, '', location.href, navigator.userAgent].join('\n');
}

// Exports of a program that does not run: those in `own`, and functions that do nothing.
export function idleExports(own = {}) {
    return new Proxy(own, { get: (exports, name) => exports[name] ?? (() => 0) });
}

// Replaces the exports by functions that do nothing, and ends the frames: after a panic each call would throw `unreachable`.
export function stopGame() {
    window.wasm_exports = idleExports();
    window.blocking_event_loop = true;
}

// Whether the game can run here, where the browser has the `graphics` that it needs or not. If not, shows the reason.
export function checkBrowser({ graphics }) {
    if (typeof WebAssembly !== 'object') {
        fail('This browser has no WebAssembly', 'The game is a WebAssembly program. Every current browser can run it, unless '
            + `WebAssembly is switched off, as in Safari's Lockdown Mode. ${DESKTOP}`);
        return false;
    }
    if (!graphics) {
        // Safari has WebGL 2 since version 15; Firefox and Chromium since 2017, but they refuse it to drivers with known faults.
        fail('WebGL 2 is missing', 'The game draws with WebGL 2, which this browser lacks or has switched off. Switch on "graphics '
            + 'acceleration" in the settings of Chromium, Chrome or Edge ("hardware acceleration" in older ones) and start it again; in Firefox set webgl.disabled '
            + `to false in about:config; Safari has had WebGL 2 since version 15. ${DESKTOP}`);
        return false;
    }
    return true;
}

// Shows a panic of the game.
export function failByPanic(text) {
    fail('The game stopped', 'An unexpected error happened. The message below helps to find its cause. '
        + 'Your settings are saved.', text);
}

// Watches for failures that no other code reports.
export function watch() {
    window.addEventListener('error', event => {
        // After a panic the card is shown already, so ignore the panic's `unreachable`.
        if (state.now === 'failed') {
            event.preventDefault();
        } else if (event.error instanceof WebAssembly.RuntimeError || isOfFiles(event.error)) {
            failByError(event.error);
        }
    });
}

// Wraps `frame` to pass its errors to `report`. After an error, gl.js requests no further frame.
export function watched(frame, report) {
    return () => {
        try {
            frame();
        } catch (error) {
            report(error);
        }
    };
}

// Whether the error is one of the files of the page. A call of the program may need its second part.
function isOfFiles(error) {
    return [LoadError, WebAssembly.LinkError, WebAssembly.CompileError].some(kind => error instanceof kind);
}

// Shows an error of the program that has no message.
export function failByError(error) {
    if (isOfFiles(error)) {
        failByStart(error);
        return;
    }
    // Chromium: "memory access out of bounds"; Firefox: "index out of bounds"; Safari: "Out of bounds memory access".
    fail('The game stopped', 'The program in this page ended unexpectedly.', `${error.message}\n${error.stack ?? ''}`);
}

// The program has ended before its first frame.
export function failToBegin() {
    fail('The game did not start', 'The reason is below. If you followed a link, one of its files may be missing or wrong.', lastMessages());
}

// A frame of another page has no editor in which its level could be repaired.
export function failByLevel({ problems }) {
    const lines = problems.map(({ file, line, column, message }) => [file.replace(/^linked\//, ''), line, column, ` ${message}`].filter(Boolean).join(':'));
    fail('The level of this frame has problems', 'The reasons are below.', lines.join('\n'));
}

// Shows that the game has ended without being asked to, which is always a failure.
export function failByEnd() {
    const messages = lastMessages();
    if (state.now === 'loading') {
        failToBegin();
    } else {
        fail('The game ended', `${messages ? 'Its last messages are below. ' : ''}Reload to start again.`, messages);
    }
}

// Shows an error of the start.
export function failByStart(error) {
    if (error instanceof LoadError) {
        fail('The game did not load', 'A file of the page did not arrive. Check the network; the server may also be busy. '
            + 'Reload to try again.', error.message);
    } else if (isOfFiles(error)) {
        fail('The files of the page have different versions', 'The browser seems to have stored files of an older version. Reload '
            + 'without the cache: Ctrl F5, or Cmd Shift R.', error.message);
    } else if (state.now !== 'failed') {
        const report = [lastMessages(), error.message, error.stack].filter(Boolean).join('\n');
        fail('The game did not start', 'An unexpected error happened on the page.', report);
    }
}
