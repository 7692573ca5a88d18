// Whether everybody can use the page: axe finds no fault, the focus goes where it should, and what a finger presses is
// large enough.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FAST = '?msaa=1&resolution=50';
const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 1, viewport: { width: 390, height: 844 } };

export default [access];

async function access(test) {
    const axe = await readFile(join(test.root, 'target/page-test/node_modules/axe-core/axe.min.js'), 'utf8');
    const player = await test.browser.open(FAST, { context: { viewport: { width: 1280, height: 720 } } });
    const { page } = player;
    await check(test, page, axe, 'the card');
    await order(test, player);
    await player.play();
    await page.evaluate(() => document.exitPointerLock());
    await player.waitState('free');
    await check(test, page, axe, 'the game');
    await page.mouse.move(200, 60);
    await player.comes(() => page.isVisible('#bar button'));
    await bar(test, page);
    // The bar hides after a while unless the mouse is over it.
    await page.mouse.move(640, 24);
    await player.comes(() => page.isVisible('#bar button'));
    await page.click('#bar [data-name=text]');
    await page.waitForSelector('#drawer', { state: 'visible' });
    await check(test, page, axe, 'the text');
    await player.close();
    const phone = await test.browser.open(FAST, { context: PHONE });
    await check(test, phone.page, axe, 'the card on a phone');
    await phone.page.tap('#play');
    await phone.waitState('playing');
    await phone.page.tap('#more');
    await phone.page.waitForSelector('#sheet button', { state: 'visible' });
    await check(test, phone.page, axe, 'the sheet');
    const small = await phone.page.evaluate(() => [...document.querySelectorAll('button, a, input')]
        .filter(element => element.checkVisibility({ visibilityProperty: true }))
        .map(element => ({ name: element.id || element.dataset.name || element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ name }) => name));
    test.check('every button on a phone has at least 24 pixels', small.length === 0, small.join(', '));
}

async function check(test, page, axe, what) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    const shown = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
    test.check(`axe finds no fault in ${what}`, violations.length === 0, shown.join('; '));
}

// Tab goes from the button to the levels in the order in which they are shown, and never into the covered game.
async function order(test, player) {
    const { page } = player;
    await page.focus('#play');
    const stops = [];
    for (let left = 4; left > 0; left -= 1) {
        await page.keyboard.press('Tab');
        stops.push(await page.evaluate(() => document.activeElement.dataset.path ?? document.activeElement.id));
    }
    const listed = await page.evaluate(() => [...document.querySelectorAll('#levels a')].slice(0, 4).map(link => link.dataset.path));
    test.check('Tab goes from the button to the levels', stops.join() === listed.join(), stops.join());
}

// The bar leaves the numbers in the corners uncovered, down to the narrowest window with a mouse.
async function bar(test, page) {
    for (const width of [1280, 1100, 1099, 960, 861]) {
        await page.setViewportSize({ width, height: 720 });
        const box = await page.locator('#bar').boundingBox();
        test.check(`at ${width} pixels the bar leaves the corners free`, box.x >= 230 && box.x + box.width <= width - 230,
            `${Math.round(box.x)} to ${Math.round(box.x + box.width)}`);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
}
