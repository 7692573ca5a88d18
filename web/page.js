// The main module of the page. It connects the program, miniquad's gl.js, the host, and the interface around the canvas.
//
// gl.js is a classic script with the globals importObject, wasm_exports and wasm_memory. It has the program's imports that
// concern the window, and the host has all others. Some functions of gl.js are replaced here, since browsers have changed.

import { Address, TEST_LEVEL, isSimulation, readParameters } from './address.js';
import { Areas } from './areas.js';
import { Background } from './background.js';
import { Drawer } from './drawer.js';
import { download, setUpFiles } from './files.js';
import { Embed, isEmbedded } from './embed.js';
import { patchGraphics } from './graphics.js';
import { drawGlyph } from './glyphs.js';
import { canceledHeadless, endHeadless, setUpHeadless, showSimulating } from './headless.js';
import { Hand } from './hand.js';
import { Host } from './host.js';
import { storage } from './kept.js';
import { keepFromBrowser, repairKeys } from './keys.js';
import { Loader } from './load.js';
import { setUpLoading, showLoading } from './loading.js';
import { placeBar, setUpMenus } from './menu.js';
import { Missing } from './missing.js';
import { Pad, TICK_AHEAD, TICK_BACK } from './pad.js';
import { Parts } from './parts.js';
import { Pointer } from './pointer.js';
import { hidePreview, showPreview } from './preview.js';
import {
    checkBrowser, fail, failByEnd, failByError, failByLevel, failByPanic, failByStart, failToBegin, idleExports, remember, watch, watched,
} from './problems.js';
import { Question } from './question.js';
import { Rest } from './rest.js';
import { Revival } from './revive.js';
import { copy } from './say.js';
import { screen } from './screen.js';
import { Share } from './share.js';
import { playSound } from './sound.js';
import { setUpStart, showGoals, showLevel, showLevels, showNote, showPlayWords, showProgress, showWork } from './start.js';
import { $, device, mouse, state } from './state.js';
import { Touch } from './touch.js';
import { noteCleared, noteKept, noteUnkept, setUpUnkept } from './unkept.js';
import { startUpdates } from './update.js';

const canvas = $('glcanvas');
// The right button looks around in the level editor.
canvas.addEventListener('contextmenu', event => event.preventDefault());
const base = new URL('.', document.baseURI).href;
const parameters = readParameters();
const headless = isSimulation(parameters);
// A frame of another page keeps nothing.
const stored = isEmbedded ? null : storage();
const printLine = headless ? setUpHeadless() : console.log;
const calm = matchMedia('(prefers-reduced-motion: reduce)');
// Whether the player has started the game.
let hasPlayed = false;

const loader = new Loader(base, (...progress) => state.now === 'loading' && showProgress(...progress));
const parts = new Parts(base);
// The workers. The game addresses them by the numbers in crates/game/src/platform/worker.rs.
const background = new Background(name => host.provide(name), { number: 0, stays: true, ready: true });
const baker = new Background(name => host.provide(name), { number: 1 });
const auditor = new Background(name => host.provide(name), { number: 2, stays: true });
const rest = new Rest();
const host = new Host({
    base,
    workers: [background, baker, auditor],
    parameters,
    kept: stored,
    load: (url, bytes) => loader.file(url, bytes),
    on: {
        line: printLine,
        message: text => {
            remember(text);
            (headless ? printLine : console.warn)(text);
        },
        panic: text => revival.report(() => failByPanic(text)),
        notification: afterFrame(handleNotification),
        event: () => rest.end(),
        glyph: drawGlyph,
        canceled: canceledHeadless,
        download: afterFrame((name, bytes) => {
            download(name, bytes);
            drawer.saved(bytes);
        }),
        copy: afterFrame(copy),
        unkept: afterFrame(noteUnkept),
        kept: afterFrame(noteKept),
        cleared: afterFrame(handleCleared),
    },
});
window.sidle = {
    host,
    get state() {
        return state.now;
    },
};
const pointer = new Pointer(canvas, host);
const drawer = new Drawer(host, canvas, stored);
const pad = new Pad(host);
const touch = new Touch(host, pad);
const areas = new Areas(host);
const hand = new Hand(host);
const address = new Address(path => host.files.name(path), path => parts.whenAll(() => host.send(`open ${path}`)));
const missing = new Missing(host, base);
const question = new Question(host, canvas);
const share = new Share(canvas, host);
const embed = isEmbedded ? new Embed(host, canvas, rest) : null;
const revival = new Revival({ canvas, host, parameters, begin });
// Whether gl.js listens to the canvas. It does so from the first program on.
let listens = false;
// Whether the text editor shows the level of the address, which is broken, and another level is played.
let showsBroken = false;

// The handlers of the game's notifications, by their first words. They get the other words.
const notifications = new Map(Object.entries({
    drawn: handleDrawn,
    loading: showLoading,
    level: words => handleLevel(words.join(' ')),
    loaded: words => handleLoaded(json(words)),
    question: words => question.show(words.length > 0 ? json(words) : null),
    preview: words => handlePreview(json(words)),
    suspended: words => revival.suspend(json(words)),
    rest: ([milliseconds]) => rest.begin(Number(milliseconds)),
    hand: ([held]) => hand.setHeld(held),
    sound: words => playSound(words.map(Number)),
    entry: words => drawer.point(words.join(' ')),
    note: words => showNote(words.join(' ')),
    simulating: ([ticks, all]) => showSimulating(Number(ticks), Number(all)),
    top: words => placeBar(canvas, words.map(Number)),
    areas: words => areas.place(words.map(Number)),
    goals: words => showGoals(json(words)),
    levels: showCard,
    over: ([cover]) => touch.setOver(cover),
    clock: words => embed?.showClock(words),
    share: words => share.show(words),
    resumed: () => share.leave(),
    grabbed: handleGrabbed,
    freed: handleFreed,
    ended: handleEnded,
}));

main();

async function main() {
    watch();
    await embed?.begun(parameters);
    if (!checkBrowser({ graphics: headless || revival.open() })) {
        return;
    }
    setUpPage();
    try {
        await start();
    } catch (error) {
        failByStart(error);
    }
}

function setUpPage() {
    setUpStart(play);
    setUpLoading(host);
    setUpUnkept();
    if (!headless && !embed && stored === null) {
        noteUnkept('settings, best times and drafts', 'denied');
    }
    setUpFiles((path, bytes) => {
        host.files.put(path, bytes);
        drawer.replaced(path);
    }, play);
    $('new-level').onclick = () => {
        if (state.runs) {
            parts.whenAll(() => host.send('new level'));
            play(null);
        }
    };
    state.onChange(leaveGame);
    state.onChange(sendTime);
    calm.addEventListener('change', sendTime);
    // gl.js passes every copy and paste on the page to the game. Those in the page's fields must not reach it.
    for (const name of ['copy', 'cut', 'paste']) {
        $('page').addEventListener(name, event => event.stopPropagation());
    }
    // The game does not see when keys are released elsewhere on the page, and would treat them as held.
    canvas.addEventListener('blur', () => window.wasm_exports?.focus(0));
    canvas.addEventListener('focus', () => window.wasm_exports?.focus(1));
    canvas.addEventListener('keydown', keepFromBrowser);
    window.addEventListener('storage', event => [host, drawer].forEach(part => part.storageChanged(event)));
    document.addEventListener('visibilitychange', saveSettings);
}

// Fills the bar and the sheet with the buttons that the catalog lists.
function setUpButtons(actions) {
    setUpMenus({
        buttons: actions.buttons,
        host,
        canvas,
        actions: {
            levels: showCard,
            tour: () => host.send('tour begin'),
            other_value: () => host.send('press shift overlay_5'),
            text: () => drawer.toggle(),
            full_screen: () => screen.set(!screen.full),
            step_back: () => pad.tap(TICK_BACK),
            step_ahead: () => pad.tap(TICK_AHEAD),
        },
        pressed: () => touch.showSheet(false),
    });
}

// Loads the program and the first files, and starts the program.
async function start() {
    const { program, audit, fonts, files, actions } = await loader.catalog($('catalog').getAttribute('href'));
    setUpButtons(actions);
    host.files.offer(files);
    showLevels(files);
    if (!embed) {
        missing.watchNetwork();
    }
    const named = missing.named(parameters);
    // What an address asks for may be in either part of the program. The courtyard's picture needs only the first one.
    await Promise.all([
        parts.load(program, loader, parameters.length > 0),
        host.prefetch([...headless ? [] : fonts, ...named.length > 0 ? named : [TEST_LEVEL]]),
    ]);
    const absent = embed ? missing.why(parameters) : null;
    if (absent !== null) {
        fail('There is nothing to show', absent);
        return;
    }
    if (!headless) {
        missing.leaveOut(parameters);
    }
    [background, baker, auditor].forEach(worker => { worker.program = () => parts.both(); });
    auditor.audit = audit;
    await revival.start();
}

// Begins a program, which is the first one, or another one after the browser has returned the graphics.
async function begin({ parameters, paused }) {
    if (state.now === 'loading') {
        showWork('reading the level');
    }
    // A new program has not asked for the mouse yet.
    pointer.wanted = false;
    let code;
    try {
        code = await host.start(await instantiate(), parameters);
    } catch (error) {
        await revival.report(() => failByStart(error));
        return;
    }
    if (headless) {
        endHeadless();
        return;
    }
    if (revival.givenUp) {
        return;
    }
    if (code !== 0) {
        await revival.report(failToBegin);
        return;
    }
    sendTime();
    host.send(device.now === 'touch' ? 'device touch' : 'device keyboard');
    host.send(drawer.shown ? 'text shown' : 'text hidden');
    if (paused) {
        host.send('press pause');
    }
    pointer.askAgain();
}

// Makes an instance of the program, with the functions that it imports.
async function instantiate() {
    const env = { ...window.importObject.env, ...host.imports, ...replacements() };
    patchGraphics(env);
    let exports;
    const { run_animation_loop: runLoop } = env;
    env.run_animation_loop = blocking => beginFrames(exports, runLoop, blocking);
    exports = await parts.program().instantiate(env);
    repairKeys();
    // gl.js reads these globals, and calls one function while the program starts.
    window.wasm_memory = exports.memory;
    window.wasm_exports = idleExports({ allocate_vec_u8: exports.allocate_vec_u8 });
    return exports;
}

// Lets frames and presses reach the program. It asks for them by calling gl.js's `runLoop`, once its window is open.
function beginFrames(exports, runLoop, blocking) {
    if (revival.givenUp) {
        return;
    }
    const drawFrame = () => {
        exports.frame();
        pointer.answer();
    };
    const frame = rest.skips(watched(drawFrame, error => revival.report(() => failByError(error))));
    window.wasm_exports = { ...exports, frame };
    if (listens) {
        window.blocking_event_loop = blocking;
        requestAnimationFrame(window.animation);
    } else {
        listens = true;
        runLoop(blocking);
    }
}

// Replacements for functions of gl.js.
function replacements() {
    return {
        sapp_set_cursor_grab: grab => pointer.setWanted(Boolean(grab)),
        // The game's key toggles full screen, whatever the game asks for, since the page's button and Esc also change it.
        sapp_set_fullscreen: () => screen.set(!screen.full),
        sapp_is_fullscreen: () => screen.full,
        // miniquad reports a panic here until the game reports its own.
        console_log: at => {
            const line = window.UTF8ToString(at);
            remember(line);
            console.log(line);
        },
    };
}

// Wraps `handler`, so that it is called after the frame. Moving the focus, for instance, calls the game at once, which must
// not happen during a frame.
function afterFrame(handler) {
    return (...values) => queueMicrotask(() => handler(...values));
}

// Time stops while the card is shown, so that the walk of a link starts with the press. The picture behind the card looks around
// slowly, unless the player wants no such motion.
function sendTime() {
    const isCovered = ['loading', 'ready'].includes(state.now);
    host.send(`time ${isCovered ? calm.matches ? 'stop' : 'present' : 'run'}`);
}

// Handles a notification of the game.
function handleNotification(text) {
    const [name, ...words] = text.split(' ');
    notifications.get(name)?.(words);
}

// The value of JSON that was split into words.
function json(words) {
    return JSON.parse(words.join(' '));
}

// The program has drawn its first frame.
function handleDrawn() {
    revival.drawn();
    if (state.now !== 'loading') {
        return;
    }
    // For measurements of the start.
    performance.mark('drawn');
    showPlayWords(playVerb());
    if (embed) {
        hasPlayed = true;
        background.warm();
        embed.drawn();
        return;
    }
    state.now = 'ready';
    if (showsBroken) {
        showText();
    }
    background.warm();
    startUpdates();
}

// The game plays another level.
function handleLevel(path) {
    // The level of a recording may have a path like dropped/../levels/courtyard.toml.
    const name = host.files.name(path);
    share.leave();
    showLevel(name);
    if (!headless && !embed) {
        address.played(name);
    }
    // The text of a broken level stays, over the level that is played instead.
    if (!showsBroken) {
        drawer.setLevel(name);
    }
}

// The game has loaded a level, or has failed to.
function handleLoaded(report) {
    if (embed) {
        if (!report.played && missing.named(parameters).some(path => host.files.name(path) === host.files.name(report.path))) {
            failByLevel(report);
        }
        return;
    }
    if (missing.report(report)) {
        address.giveUp();
        state.now = state.runs ? 'ready' : state.now;
        return;
    }
    drawer.showLoaded(report);
    showsBroken = !report.played && drawer.shown;
    if (showsBroken && state.now === 'ready' && !hasPlayed) {
        showText();
    }
}

// Somebody has removed all that the browser kept, perhaps in the browser's settings.
function handleCleared() {
    noteCleared();
    drawer.storeAgain();
}

// A frame in a page of others has no card.
function showCard() {
    if (!embed) {
        state.now = 'ready';
    }
}

function handlePreview(preview) {
    // The preview of a long recording may come after the first press.
    if (!hasPlayed) {
        showPreview(preview);
    }
}

function handleGrabbed() {
    if (state.runs) {
        state.now = 'playing';
    }
}

function handleFreed() {
    if (state.now === 'playing' && device.now === 'mouse') {
        state.now = 'free';
    }
}

function handleEnded() {
    if (!headless) {
        revival.report(failByEnd);
    }
}

// Starts or resumes the game, with the level at `path` if given. The host keeps the event for a level that is dropped
// before the game has started.
function play(path) {
    if (path) {
        parts.whenAll(() => host.send(`open ${path}`));
    }
    if (!state.runs) {
        return;
    }
    if (path) {
        address.choose(host.files.name(path));
    } else if (!showsBroken) {
        address.settle();
    }
    missing.hide();
    hasPlayed = true;
    hidePreview();
    state.now = device.now === 'touch' ? 'playing' : 'free';
    canvas.focus({ preventScroll: true });
    if (device.now === 'mouse') {
        pointer.ask();
    }
}

// Leaves the card for the text of a level that was broken from the start.
function showText() {
    hasPlayed = true;
    state.now = device.now === 'touch' ? 'playing' : 'free';
    // The size of the editor depends on the state.
    drawer.show(true);
}

// The verb on the button. The player watches the walk of a link first.
function playVerb() {
    const hasWalk = parameters.some(([key]) => key === 'replay' || key === 'script');
    return hasPlayed ? 'continue' : hasWalk ? 'watch' : 'play';
}

// Releases the mouse when the card is shown again.
function leaveGame(now) {
    if (now === 'ready') {
        pointer.asked = false;
        showPlayWords(playVerb());
        host.send('mouse released');
        mouse.release();
    }
}

// Saves the settings at once when the page is hidden: the browser draws no more frames then, and may close the page.
function saveSettings() {
    if (document.hidden && state.runs) {
        host.send('settings save');
        window.wasm_exports.frame();
    }
}
