// Stored settings, screenshots, and failures: a hidden tab, a panic, missing browser features, a lost network.

import { pictureSize } from './player.mjs';

const FAST = '?msaa=1&resolution=50';

export default [settings, screenshot, hidden, panic, trap, missingGraphics, unplugged, simulated];

async function settings(test) {
    const player = await test.browser.open(FAST, { settings: 'hints_seen = true\nsensitivity = 0.1\n' });
    const { page } = player;
    const kept = () => page.evaluate(() => localStorage.getItem('sidle/kept/settings.toml'));
    await player.play();
    await player.press('=');
    await player.frames(2);
    test.check('= changes a setting, and the browser does not store it', (await kept()).includes('sensitivity = 0.1\n'), (await kept()).replaceAll('\n', '; '));
    const press = () => page.evaluate(() => window.sidle.host.send('press more_sensitive'));
    await press();
    test.check('the browser stores what a button of the page changes', await player.comes(async () => /sensitivity = 0\.156/.test(await kept())),
        (await kept()).replaceAll('\n', '; '));
    await page.reload();
    await player.waitState('ready');
    await player.play();
    await press();
    test.check('a reload starts with the stored setting', await player.comes(async () => /sensitivity = 0\.195/.test(await kept())),
        (await kept()).replaceAll('\n', '; '));
}

async function screenshot(test) {
    const player = await test.browser.open(FAST);
    await player.play();
    const { name, bytes } = await player.downloaded(() => player.press('F12'));
    const size = pictureSize(bytes).join('x');
    test.check('F12 downloads a picture of the same size as the window', name === 'sidle-001.png' && size === '640x400', `${name}, ${size}`);
}

// A browser draws no frames while a page is hidden. The test simulates that by holding back the frames.
async function hidden(test) {
    const player = await test.browser.open(FAST, {
        before: () => {
            const { requestAnimationFrame } = window;
            let waiting = [];
            window.hide = () => {
                window.requestAnimationFrame = frame => waiting.push(frame);
            };
            window.show = () => {
                window.requestAnimationFrame = requestAnimationFrame;
                waiting.forEach(frame => requestAnimationFrame(frame));
                waiting = [];
            };
        },
    });
    await player.play();
    const before = await player.place();
    const { page } = player;
    await page.keyboard.down('w');
    await page.evaluate(() => window.hide());
    await page.waitForTimeout(5000);
    await page.evaluate(() => window.show());
    await player.frames(1);
    await page.keyboard.up('w');
    const after = await player.place();
    // Five seconds are 600 ticks, or a walk of 25 m.
    test.check('a hidden page makes no giant step', after.tick - before.tick < 200 && before.z - after.z < 8,
        `${after.tick - before.tick} ticks, ${(before.z - after.z).toFixed(2)} m`);
}

async function panic(test) {
    const player = await test.browser.open(FAST, { expects: [/unreachable|RuntimeError/] });
    await player.play();
    await player.page.evaluate(() => {
        let seconds = 0;
        // Too long for Rust's Duration, which panics.
        window.test.clock = () => (seconds += 1e300);
    });
    // The chart measures how long a move takes.
    await player.page.keyboard.press('F9');
    await player.waitState('failed');
    const problem = await player.page.innerText('#problem');
    test.check('the page shows the message of a panic', problem.includes('panicked at'), problem.replaceAll('\n', ' '));
    const freed = await player.comes(() => player.page.evaluate(() => document.pointerLockElement === null));
    test.check('a panic releases the mouse', freed);
    await player.picture('panic');
}

async function trap(test) {
    const player = await test.browser.open(FAST, { expects: [/unreachable/] });
    await player.play();
    await player.page.evaluate(() => {
        window.wasm_exports = {
            ...window.wasm_exports,
            frame: () => {
                throw new WebAssembly.RuntimeError('unreachable');
            },
        };
    });
    await player.waitState('failed');
    const problem = await player.page.innerText('#problem');
    test.check('the page reports a trap without a message, instead of a frozen picture', problem.includes('unreachable'));
}

async function missingGraphics(test) {
    const player = await test.browser.open('', {
        until: 'failed',
        // The program is on its way when the page finds that it cannot draw.
        expects: [/was preloaded using link preload but not used/],
        before: () => {
            const { getContext } = HTMLCanvasElement.prototype;
            HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
            };
        },
    });
    const problem = await player.page.innerText('#problem');
    test.check('without WebGL 2, the page says how to switch it on', problem.includes('WebGL 2 is missing'), problem.split('\n')[0]);
    await player.picture('no-webgl');
}

async function unplugged(test) {
    const player = await test.browser.open('', {
        until: 'failed',
        expects: [/./],
        before: () => {
            const { fetch } = window;
            window.fetch = (...args) => {
                const lost = String(args[0]).endsWith('.wasm');
                return lost ? Promise.reject(new TypeError('Failed to fetch')) : fetch(...args);
            };
        },
    });
    const problem = await player.page.innerText('#problem');
    test.check('without a network, the page names the file that did not load', problem.includes(test.catalog.program.at), problem.split('\n')[0]);
}

async function simulated(test) {
    const player = await test.browser.open('?simulate=1&level=levels/courtyard.toml&script=recordings/walk.toml', {
        until: 'headless',
    });
    const line = await player.line('sidle hash ', 0);
    const shown = await player.page.innerText('#lines');
    test.check('?simulate=1 prints a hash instead of drawing', /^sidle hash [0-9a-f]{16}$/.test(line) && shown.includes(line), line);
}
