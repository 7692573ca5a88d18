// The page: brings together the program, miniquad's gl.js, the host, and all that stands around the canvas.
//
// gl.js is a classic script, which leaves its globals behind: importObject, wasm_exports, wasm_memory. The host adds
// what the game asks for besides the window, and a few of gl.js's own functions are replaced here by ones that know
// today's browsers.

import { Drawer } from './drawer.js';
import { download, makeFiles } from './files.js';
import { mend } from './graphics.js';
import { endHeadless, makeHeadless } from './headless.js';
import { Host } from './host.js';
import { Loader, LoadError } from './load.js';
import { makeMenus } from './menu.js';
import { Pad, TICK_AHEAD, TICK_BACK } from './pad.js';
import { clickCanvas, Pointer } from './pointer.js';
import { checkBrowser, fail, failByPanic, lastWords, remember, watch, watched } from './problems.js';
import { copy, say } from './say.js';
import { screen } from './screen.js';
import { makeStart, showLevel, showLevels, showPlayWords, showProgress, showWork } from './start.js';
import { $, hands, state } from './state.js';
import { Touch } from './touch.js';

const PROGRAM = 'sidle.wasm';

// How long the game waits for a file that it asks for.
const LONGEST_SECONDS = 30;

const canvas = $('glcanvas');
const base = new URL('.', document.baseURI).href;
const parameters = readParameters();
const headless = simulates();
const printLine = headless ? makeHeadless() : console.log;
let begun = false;

const host = new Host({
    base,
    parameters,
    kept: storage(),
    load: fetchFile,
    on: {
        line: printLine,
        message: text => {
            remember(text);
            drawer.hear(text);
            (headless ? printLine : console.warn)(text);
        },
        fatal: failByPanic,
        tell: later(tell),
        download: later((name, bytes) => {
            download(name, bytes);
            drawer.saved(bytes);
        }),
        copy: later(copy),
    },
});
window.sidle = {
    host,
    get state() {
        return state.now;
    },
};
const pointer = new Pointer(canvas, host);
const drawer = new Drawer(host, canvas);
const pad = new Pad(host);
const touch = new Touch(host, pad);

main();

async function main() {
    watch(canvas);
    if (!checkBrowser({ graphics: !headless })) {
        return;
    }
    makePage();
    try {
        await start();
    } catch (error) {
        tellWhyNot(error);
    }
}

function makePage() {
    makeStart(play);
    makeMenus({
        host,
        canvas,
        done: {
            menu: () => {
                state.now = 'ready';
            },
            text: () => drawer.toggle(),
            full: () => screen.set(!screen.full),
            back: () => pad.tap(TICK_BACK),
            ahead: () => pad.tap(TICK_AHEAD),
        },
        pressed: () => touch.showSheet(false),
    });
    makeFiles((path, bytes) => {
        host.files.put(path, bytes);
        drawer.replaced(path);
    }, play);
    state.onChange(leaveGame);
    // Behind the card nothing happens: what a link shows begins with the press.
    state.onChange(now => host.send(now === 'ready' ? 'stand' : 'pass'));
    host.send('stand');
    // gl.js takes what is copied and pasted anywhere on the page for the game's: what is typed here stays here.
    for (const name of ['copy', 'cut', 'paste']) {
        $('page').addEventListener(name, event => event.stopPropagation());
    }
    // Keys that are let go of elsewhere on the page would stay down in the game.
    canvas.addEventListener('blur', () => window.wasm_exports?.focus(0));
    canvas.addEventListener('focus', () => window.wasm_exports?.focus(1));
    canvas.addEventListener('keydown', keepFromBrowser);
    // Another link in the same tab changes the fragment only. Who has typed something is asked, as before every leaving.
    window.addEventListener('hashchange', () => location.reload());
}

async function start() {
    const loader = new Loader(base, showProgress);
    const list = await loader.list();
    showLevels(list.levels);
    const [program, missing] = await Promise.all([
        loader.program(PROGRAM),
        loader.files(list.files, (path, bytes) => host.files.put(path, bytes)),
    ]);
    if (missing.length > 0) {
        say(`could not load ${missing.join(', ')}`);
    }
    showWork('reading the level');
    const env = { ...window.importObject.env, ...host.imports, ...replacements() };
    mend(env);
    const { exports } = await WebAssembly.instantiate(program, { env });
    // For gl.js.
    window.wasm_memory = exports.memory;
    window.wasm_exports = { ...exports, frame: watched(exports.frame) };
    const code = await host.start(exports);
    if (headless) {
        endHeadless();
    } else if (code !== 0) {
        failToBegin();
    }
}

// What gl.js does otherwise.
function replacements() {
    return {
        sapp_set_cursor_grab: grab => pointer.hear(Boolean(grab)),
        // Its key only ever changes it; and the game does not know of the page's button, or of Esc.
        sapp_set_fullscreen: () => screen.set(!screen.full),
        sapp_is_fullscreen: () => screen.full,
    };
}

// What the game asks for in the middle of a frame is done after it: moving the focus, for instance, is told to the game
// at once, and it hears nothing while it is busy.
function later(act) {
    return (...words) => queueMicrotask(() => act(...words));
}

// A word of the game.
function tell(text) {
    const [word, ...rest] = text.split(' ');
    if (word === 'drawn' && state.now === 'loading') {
        // How long the start took, for whoever measures it.
        performance.mark('drawn');
        showPlayWords(playVerb());
        state.now = 'ready';
    } else if (word === 'level') {
        // A recording's may lead through its own folder: dropped/../levels/courtyard.toml.
        const path = host.files.name(rest.join(' '));
        showLevel(path);
        drawer.setLevel(path);
    } else if (word === 'over') {
        touch.setOver(rest[0]);
    } else if (word === 'grabbed' && state.runs) {
        state.now = 'playing';
    } else if (word === 'freed' && state.now === 'playing' && hands.now === 'mouse') {
        state.now = 'free';
    } else if (word === 'ended' && !headless) {
        failByEnd();
    }
}

// Begins, or goes on: with another level, if its path is given. One that is dropped before the game is there waits for it.
function play(path) {
    if (path) {
        host.send(`open ${path}`);
    }
    if (!state.runs) {
        return;
    }
    begun = true;
    state.now = hands.now === 'touch' ? 'playing' : 'free';
    canvas.focus({ preventScroll: true });
    if (hands.now === 'mouse') {
        clickCanvas(canvas);
    }
}

// What a press does then: a link may bring a walk along, which is seen first.
function playVerb() {
    const shows = parameters.some(([key]) => key === 'replay' || key === 'script');
    return begun ? 'go on' : shows ? 'watch' : 'play';
}

// The card is back: the mouse is the page's, and no key stays down.
function leaveGame(now) {
    if (now === 'ready') {
        showPlayWords(playVerb());
        host.send('released');
        document.exitPointerLock?.();
    }
}

function readParameters() {
    const read = [...new URLSearchParams(location.search)];
    // A moment that was shared: the recording is in the link itself, and so are its level and tick rate.
    if (location.hash.startsWith('#moment=')) {
        const own = ['replay', 'script', 'level', 'hz'];
        return [...read.filter(([key]) => !own.includes(key)), ['replay', location.hash]];
    }
    return read;
}

// Keys that do something in the game do not do the browser's besides: save the page, find in it, open its tools. By their
// places, as the game takes them. Those that copy and paste, load again, close and open tabs stay the browser's.
function keepFromBrowser(event) {
    const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const alone = ['F11', 'F12'].includes(code);
    const withControl = (ctrlKey || metaKey) && !altKey && (!shiftKey || code === 'KeyZ');
    if (alone || withControl && /^Key[SPDFKGUZY]$/.test(code)) {
        event.preventDefault();
    }
}

// As the game reads it: the first one counts (src/bin/sidle/host/parameters.rs).
function simulates() {
    const found = parameters.find(([key]) => key === 'simulate');
    return found !== undefined && !['0', 'false', 'no', 'off'].includes(found[1]);
}

// Firefox and Safari throw at the word itself where cookies are blocked.
function storage() {
    try {
        return window.localStorage;
    } catch {
        return null;
    }
}

// A file; null if the server says that there is none.
async function fetchFile(url) {
    const response = await fetch(url, { signal: AbortSignal.timeout(LONGEST_SECONDS * 1000) });
    if (response.ok) {
        return new Uint8Array(await response.arrayBuffer());
    } else if ([404, 410].includes(response.status)) {
        return null;
    }
    throw new Error(`${response.status} ${response.statusText}`);
}

function failToBegin() {
    fail('The game did not start', 'The reason is below. If you followed a link, one of its files may be missing or wrong.', lastWords());
}

// The game has ended by itself, as it does not when all is well.
function failByEnd() {
    const said = lastWords();
    if (state.now === 'loading') {
        failToBegin();
    } else {
        fail('The game ended', `${said ? 'Its last messages are below. ' : ''}Reload to start again.`, said);
    }
}

function tellWhyNot(error) {
    if (error instanceof LoadError) {
        fail('The game did not load', 'A file of the page did not arrive. Check the network; the server may also be busy. '
            + 'Reload to try again.', error.message);
    } else if (error instanceof WebAssembly.LinkError || error instanceof WebAssembly.CompileError) {
        fail('The parts of the page do not fit together', 'The browser seems to have kept some files of an older version. Reload '
            + 'without the cache: Ctrl F5, or Cmd Shift R.', error.message);
    } else if (state.now !== 'failed') {
        fail('The game did not start', 'Something unexpected happened on the page.', `${error.message}\n${error.stack ?? ''}`);
    }
}
