// From the first byte to the player's hands: the bar, the card, the first frame, the mouse taken and given back.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sizes } from './serve.mjs';

const FAST = '?msaa=1&resolution=50';

export default async function loading(test) {
    await figures(test);
    await bar(test);
    await mouse(test);
}

async function figures(test) {
    const { bytes, gzip } = await sizes(join(test.web, 'sidle.wasm'));
    const megabytes = count => `${(count / 1e6).toFixed(2)} MB`;
    test.figure(`sidle.wasm: ${megabytes(bytes)}, gzip ${megabytes(gzip)}`);
    const desktop = { viewport: { width: 1280, height: 720 } };
    const player = await test.browser.open('', { context: desktop });
    const drawn = await player.page.evaluate(() => window.test.drawn);
    test.figure(`first frame of 1280x720 after ${Math.round(drawn)} ms`);
    await player.frames(10);
    await player.picture('desktop-card');
    await player.play();
    await player.frames(20);
    await player.picture('desktop-play');
    test.check('the page loads, and its first frame is drawn', drawn > 0);
}

async function bar(test) {
    const player = await test.browser.open('?unheard=1', {
        until: 'loading',
        expects: [/the page has no parameter `unheard`/],
        // The program comes only once the bar was looked at.
        before: () => {
            const { fetch } = window;
            window.fetch = async (...args) => {
                if (String(args[0]).endsWith('.wasm')) {
                    await new Promise(go => {
                        window.go = go;
                    });
                }
                return fetch(...args);
            };
        },
    });
    const { page } = player;
    await page.waitForFunction(() => document.querySelector('#loaded').value > 0 && window.go);
    const words = await page.textContent('#loading-what');
    test.check('a bar tells how far the page is loaded', / of \d+\.\d MB: /.test(words), words);
    test.check('until then one cannot begin', await page.isDisabled('#play'));
    await page.evaluate(() => window.go());
    await player.waitState('ready');
    await page.waitForSelector('#play:enabled');
    const button = (await page.innerText('#play')).trim();
    test.check('then the card says what to do', /click to play/i.test(button), button);
    const shipped = readdirSync(join(test.root, 'levels')).filter(file => file.endsWith('.toml')).length;
    const levels = await page.locator('#levels a').count();
    test.check('and lists the levels', levels === shipped, `${levels} of ${shipped}`);
    test.check('a parameter that the page does not have is told', player.lines.some(line => line.includes('`unheard`')));
}

async function mouse(test) {
    const player = await test.browser.open(FAST);
    const { page } = player;
    const isTaken = () => page.evaluate(() => document.pointerLockElement?.id === 'glcanvas');
    await player.play();
    test.check('a click begins, and takes the mouse', await isTaken());
    const before = await player.place();
    await page.mouse.move(300, 200);
    await page.mouse.move(380, 200, { steps: 4 });
    const turned = await player.comes(async () => (await player.place()).yaw < before.yaw - 1);
    test.check('the mouse turns the view', turned);
    // Headless, Esc is no browser's key: what it does there is what a page can do itself.
    await page.evaluate(() => document.exitPointerLock());
    await player.waitState('free');
    test.check('the mouse comes back, and the page shows that it is free', !(await isTaken()));
    await page.mouse.move(200, 100);
    await player.comes(() => page.isVisible('#bar button'));
    test.check('then its bar shows', await page.isVisible('#bar button[data-name=panel]'));
    // Chromium hands it over again only after a while.
    const again = await player.comes(async () => {
        await page.mouse.click(320, 250);
        await player.frames(3);
        return isTaken();
    });
    test.check('a click takes it again', again);
    await player.waitState('playing');
}
