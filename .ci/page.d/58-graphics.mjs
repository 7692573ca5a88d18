// Lost graphics: a browser may take them away while the page starts, while the game is played, and while it is paused.

import { different } from './player.mjs';

const FAST = 'msaa=1&resolution=50';

// The browser's and the program's messages about lost graphics.
const EXPECTED = { expects: [/CONTEXT_LOST_WEBGL/, /WebGL/, /unreachable/] };

export default [moments, pressed, whileLoading, twice, crashed, never, broken, inFrame, lost, lostWhilePaused];

// Runs in the page before its own scripts. Takes the graphics away in the calls of `name` with these numbers, from 1
// (those for a 2D canvas do not count), and returns them `after` milliseconds; null: when the test says so. `late`: the call fails, and
// the loss follows that many milliseconds later. `hurries`: 30 seconds pass quickly.
function loseIn({ name, numbers, after, late, hurries }) {
    if (hurries) {
        const { setTimeout } = window;
        window.setTimeout = (act, time, ...more) => setTimeout(act, time === 30_000 ? 300 : time, ...more);
    }
    const { prototype } = name === 'getContext' ? HTMLCanvasElement : WebGL2RenderingContext;
    const { [name]: original } = prototype;
    let calls = 0;
    window.losses = 0;
    const lose = context => {
        const graphics = context.getExtension('WEBGL_lose_context');
        window.test.graphics = graphics;
        context.canvas.addEventListener('webglcontextlost', () => {
            window.losses += 1;
            window.lostAt = window.test.words.length;
            if (after !== null) {
                setTimeout(() => graphics.restoreContext(), after);
            }
        }, { once: true });
        graphics.loseContext();
    };
    prototype[name] = function (...values) {
        const result = original.apply(this, values);
        if (values[0] === '2d') {
            return result;
        }
        calls += 1;
        if (!numbers.includes(calls)) {
            return result;
        }
        if (late) {
            setTimeout(() => lose(this), late);
            return null;
        }
        lose(name === 'getContext' ? result : this);
        return result;
    };
}

// Waits until the graphics were lost so many times and the program after that has drawn. Then checks that the page starts
// with its parameters, and that the game can be played and seen.
async function checkStart(test, player, words, losses) {
    await player.page.waitForFunction(losses => window.losses === losses, losses);
    await player.word('drawn', await player.page.evaluate(() => window.lostAt));
    const notes = await player.page.locator('#notes li').allInnerTexts();
    await player.play();
    await player.word('level levels/corners.toml');
    const before = await player.place();
    await player.hold('w', 6);
    const after = await player.place();
    const found = await player.page.evaluate(() => window.losses);
    test.check(`${words}: the game starts as it was meant to`, found === losses && notes.length === 1 && after.spawn !== before.spawn,
        `${found} losses; ${notes.join('; ')}; ${after.spawn}`);
}

// The parameter that is ignored leaves a note on the card: one, however often the program starts.
const START = `?${FAST}&level=levels/corners.toml&hz=0`;
const EXPECTED_AT_START = { expects: [...EXPECTED.expects, /hz= is ignored/] };

async function moments(test) {
    const when = {
        'lost when the page gets the graphics': { name: 'getContext', numbers: [1] },
        'lost when the program asks for them': { name: 'getContext', numbers: [2] },
        'lost when the program compiles its first shader': { name: 'compileShader', numbers: [1] },
        'lost later in the program\'s start': { name: 'linkProgram', numbers: [2] },
        'lost when the game compiles its own shaders': { name: 'linkProgram', numbers: [5] },
        'lost while the game uploads the level': { name: 'bufferData', numbers: [12] },
        'lost in the first frame': { name: 'drawElementsInstanced', numbers: [1] },
        'lost, but reported after the program has failed': { name: 'getShaderParameter', numbers: [1], late: 300 },
    };
    for (const [words, loss] of Object.entries(when)) {
        const player = await test.browser.open(START, { ...EXPECTED_AT_START, before: [loseIn, { after: 200, ...loss }] });
        await checkStart(test, player, words, 1);
        await player.close();
    }
    const pictures = [];
    for (const before of [undefined, [loseIn, { name: 'compileShader', numbers: [1], after: 0 }]]) {
        const player = await test.browser.open(START, { ...EXPECTED_AT_START, before, draws: true });
        await player.play();
        // Without numbers, which change in each frame.
        await player.press('p');
        await player.press('F2');
        pictures.push(await player.stillPicture());
        await player.close();
    }
    const changed = different(...pictures);
    test.check('the picture is that of an undisturbed start', changed < 640 * 400 * 0.1, `${changed} pixels differ`);
}

// The card is pressed while the graphics are away: the next program gets the press. If they return so late that the browser
// refuses the mouse, the page says what to do.
async function pressed(test) {
    const presses = { '#play': 'levels/corners.toml', '#levels a[data-path="levels/stairs-and-ramps.toml"]': 'levels/stairs-and-ramps.toml' };
    for (const [button, level] of Object.entries(presses)) {
        const player = await test.browser.open(START, { ...EXPECTED_AT_START, before: [loseIn, { name: 'drawElementsInstanced', numbers: [1], after: null }] });
        const { page } = player;
        await page.waitForFunction(() => window.losses === 1);
        await page.click(button);
        await player.waitState('free');
        await returnGraphics(page);
        // Each call of the driver counts as a press, after which the browser lets the page capture the mouse for five seconds.
        const captured = await player.comes(() => page.evaluate(() => document.pointerLockElement !== null), 400);
        await player.word(`level ${level}`, await page.evaluate(() => window.lostAt));
        await player.waitState('playing');
        test.check(`a press on ${button} while the graphics are away plays ${level} once they are back`, captured);
        await player.close();
    }
    const player = await test.browser.open(START, { ...EXPECTED_AT_START, before: [loseIn, { name: 'drawElementsInstanced', numbers: [1], after: null }] });
    const { page } = player;
    await page.waitForFunction(() => window.losses === 1);
    await page.click('#play');
    // So this is one call.
    await page.evaluate(async () => {
        const until = async holds => {
            while (!holds()) {
                await new Promise(later => setTimeout(later, 50));
            }
        };
        await until(() => !navigator.userActivation.isActive);
        window.test.graphics.restoreContext();
        await until(() => document.getElementById('say').textContent.includes('click again'));
    });
    // The game has taken the press, and learns of the refusal a frame later.
    const free = await player.comes(() => page.evaluate(() => window.sidle.state === 'free' && document.pointerLockElement === null), 400);
    test.check('a press that is too old for the browser leaves the mouse free', free);
    await page.click('#glcanvas');
    await page.waitForFunction(() => document.pointerLockElement !== null);
    await player.waitState('playing');
    test.check('and the next click captures it', true);
}

// Holds back the program until the test has taken the graphics away.
function holdProgram() {
    const { fetch } = window;
    window.losses = 0;
    window.fetch = async (...args) => {
        if (/sidle-\w+\.wasm$/.test(String(args[0]))) {
            await new Promise(resolve => {
                window.release = resolve;
            });
        }
        return fetch(...args);
    };
    addEventListener('webglcontextlost', () => {
        window.losses += 1;
        window.lostAt = window.test.words.length;
    }, true);
}

const takeGraphics = page => page.evaluate(() => {
    window.test.graphics = document.getElementById('glcanvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    window.test.graphics.loseContext();
});

const returnGraphics = page => page.evaluate(() => window.test.graphics.restoreContext());

async function whileLoading(test) {
    for (const first of ['program', 'graphics']) {
        const player = await test.browser.open(START, { ...EXPECTED_AT_START, before: holdProgram, until: 'loading' });
        const { page } = player;
        await page.waitForFunction(() => window.release);
        await takeGraphics(page);
        await page.waitForFunction(() => window.losses === 1);
        const release = () => page.evaluate(() => window.release());
        const giveBack = () => returnGraphics(page);
        const [one, other] = first === 'program' ? [release, giveBack] : [giveBack, release];
        await one();
        if (first === 'program') {
            await player.frames(30);
            const words = await page.innerText('#loading-what');
            test.check('without graphics, the card says what it waits for', await player.state() === 'loading' && words.includes('graphics'), words);
        }
        await other();
        await player.waitState('ready');
        await checkStart(test, player, `lost while files are loaded, and the ${first} comes first`, 1);
        await player.close();
    }
}

async function twice(test) {
    const player = await test.browser.open(START, { ...EXPECTED_AT_START, before: [loseIn, { name: 'compileShader', numbers: [1, 3], after: 100 }] });
    await checkStart(test, player, 'lost again in the second start', 2);
}

// The browser's own process for graphics ends, as when a driver crashes.
async function crashed(test) {
    const player = await test.browser.open(START, { ...EXPECTED_AT_START, before: holdProgram, until: 'loading' });
    await player.page.waitForFunction(() => window.release);
    const session = await player.page.context().browser().newBrowserCDPSession();
    session.send('Browser.crashGpuProcess').catch(() => {});
    await player.page.waitForFunction(() => window.losses === 1);
    await player.page.evaluate(() => window.release());
    await player.waitState('ready');
    await checkStart(test, player, 'lost by a crash', 1);
}

// The page waits for 30 seconds. Here they pass quickly.
async function never(test) {
    for (const name of ['getContext', 'compileShader', 'drawElementsInstanced']) {
        const player = await test.browser.open('', { ...EXPECTED, until: 'failed', before: [loseIn, { name, numbers: [1], after: null, hurries: true }] });
        const report = await player.page.innerText('#problem');
        test.check(`graphics that are lost in ${name} and never return end the start with a message`, report.includes('The graphics were lost'), report.split('\n')[0]);
        await player.close();
    }
}

// A program that fails for another reason says so.
async function broken(test) {
    const player = await test.browser.open('', {
        ...EXPECTED,
        until: 'failed',
        before: () => {
            WebGL2RenderingContext.prototype.getShaderParameter = () => false;
        },
    });
    const report = await player.page.innerText('#problem');
    test.check('a start that fails with its graphics is reported', report.includes('quad_gl.rs'), report.replaceAll('\n', ' '));
}

// The program fails in the very frame in which it loses its graphics, so it cannot say how to continue.
async function inFrame(test) {
    const player = await test.browser.open(START, EXPECTED_AT_START);
    await player.play();
    const start = await player.place();
    await player.hold('w', 10);
    const from = await player.words();
    await player.page.evaluate(() => {
        const { prototype } = WebGL2RenderingContext;
        const { clear } = prototype;
        window.losses = 0;
        prototype.clear = function () {
            prototype.clear = clear;
            const graphics = this.getExtension('WEBGL_lose_context');
            this.canvas.addEventListener('webglcontextlost', () => {
                window.losses += 1;
                setTimeout(() => graphics.restoreContext(), 200);
            }, { once: true });
            graphics.loseContext();
            throw new WebAssembly.RuntimeError('no graphics');
        };
    });
    await player.word('drawn', from);
    const again = await player.place();
    test.check('a game that fails as it loses its graphics starts again', again.spawn === start.spawn && await player.state() === 'playing', again.spawn);
}

// Takes the graphics away, and returns them after the game has said how to continue.
async function loseGraphics(player) {
    const { page } = player;
    const from = await player.words();
    await takeGraphics(page);
    await page.waitForFunction(from => window.test.words.slice(from).some(word => word.startsWith('suspended ')), from);
    await returnGraphics(page);
    await page.waitForFunction(from => window.test.words.slice(from).includes('drawn'), from);
}

async function lost(test) {
    const player = await test.browser.open(`?${FAST}&level=levels/corners.toml`, { ...EXPECTED, draws: true });
    await player.play();
    await player.press('8');
    await player.press('q');
    await player.hold('w', 10);
    await player.hold('ArrowLeft', 5);
    const before = await player.restingPlace();
    const seen = await player.picture();
    await loseGraphics(player);
    const after = await player.restingPlace();
    test.check('after lost graphics the player is where he was, and looks there', after.spawn === before.spawn && after.tick > before.tick, `${before.spawn} ${after.spawn}`);
    test.check('the overlays are those from before', player.lines.slice(-4).some(line => line.startsWith('ghost ')));
    // Numbers and messages differ, but an empty picture would differ nearly everywhere.
    const changed = different(seen, await player.picture('after-loss'));
    test.check('the picture is drawn again', changed < 640 * 400 * 0.4, `${changed} pixels differ`);
    await player.hold('s', 10);
    const walked = await player.place();
    test.check('the keys and the mouse work as before', walked.spawn !== after.spawn && await player.state() === 'playing', walked.spawn);
    await loseGraphics(player);
    const again = await player.restingPlace();
    test.check('the graphics may be lost again', await player.state() === 'playing', again.spawn);
}

async function lostWhilePaused(test) {
    const player = await test.browser.open(`?${FAST}`, EXPECTED);
    await loseGraphics(player);
    test.check('the card stays when the graphics are lost behind it', await player.state() === 'ready');
    await player.play();
    await player.hold('w', 5);
    await player.press('p');
    const before = await player.place();
    await loseGraphics(player);
    await player.frames(4);
    const after = await player.place();
    test.check('a paused game stays paused', after.tick === before.tick && after.spawn === before.spawn, `${before.state} ${after.state}`);
    await player.frames(4);
    test.check('and no tick passes', (await player.place()).tick === after.tick);
}
