// Whether everybody can use the page: axe finds no fault, the focus goes where it should, and what a finger presses is
// large enough.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drop, many } from './text.mjs';

const FAST = '?msaa=1&resolution=50';
const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 1, viewport: { width: 390, height: 844 } };

export default [access, phone, embedded, keyboard, notes];

async function access(test) {
    const axe = await readAxe(test);
    const player = await test.browser.open(FAST, { context: { viewport: { width: 1280, height: 720 } }, expects: [/^warning: error: |has 10001 movers/] });
    const { page } = player;
    await check(test, page, axe, 'the card');
    await order(test, player);
    await player.play();
    await page.evaluate(() => document.exitPointerLock());
    await player.waitState('free');
    await check(test, page, axe, 'the game');
    await page.mouse.move(200, 60);
    await player.comes(() => page.isVisible('#bar button'));
    await bar(test, player);
    await page.evaluate(() => window.sidle.host.send('press pause'));
    await player.frames(3);
    await bar(test, player);
    await page.evaluate(() => window.sidle.host.send('press pause'));
    // The bar hides after a while unless the mouse is over it.
    await page.mouse.move(640, 24);
    await player.comes(() => page.isVisible('#bar button'));
    await page.click('#bar [data-name=text]');
    await page.waitForSelector('#drawer', { state: 'visible' });
    await check(test, page, axe, 'the text');
    await drop(player, 'many.toml', many('Many'));
    await page.waitForSelector('#question', { state: 'visible' });
    await check(test, page, axe, 'the question');
    await page.keyboard.press('Escape');
    // What shows that a level is loaded, as page.js shows it after a while.
    await page.evaluate(() => {
        document.getElementById('loading-stage').textContent = 'building the world';
        document.getElementById('loading-level').hidden = false;
    });
    test.check('a bar shows how far a level is loaded', await page.isVisible('#loading-share'));
    await check(test, page, axe, 'what shows that a level is loaded');
}

// A phone's first visit.
async function phone(test) {
    const axe = await readAxe(test);
    const player = await test.browser.open(FAST, { context: PHONE, settings: null });
    const { page } = player;
    await check(test, page, axe, 'the card on a phone');
    await page.tap('#play');
    await player.waitState('playing');
    await page.waitForSelector('#tour-accept', { state: 'visible' });
    await check(test, page, axe, 'the offer of the tour');
    await page.tap('#tour-leave');
    await page.evaluate(() => {
        window.sidle.host.send('press overlay_5');
        window.sidle.host.pad.left = [0, -1];
    });
    await page.waitForSelector('#card', { state: 'visible' });
    await page.evaluate(() => {
        window.sidle.host.pad.left = [0, 0];
        window.sidle.host.send('press pause');
    });
    await page.waitForSelector('#time', { state: 'visible' });
    await check(test, page, axe, '"see why" in a pause');
    await page.evaluate(() => window.sidle.host.send('press copy_link'));
    await page.waitForSelector('#shared', { state: 'visible' });
    await check(test, page, axe, 'the contact that is shared');
    await page.tap('#shared-close');
    await page.evaluate(() => window.sidle.host.send('press panel'));
    await page.waitForSelector('#done', { state: 'visible' });
    await check(test, page, axe, 'the panel');
    await page.tap('#done');
    await page.waitForSelector('#more', { state: 'visible' });
    await page.tap('#more');
    await page.waitForSelector('#sheet button', { state: 'visible' });
    await check(test, page, axe, 'the sheet');
    const small = await page.evaluate(() => [...document.querySelectorAll('button, a, input')]
        .filter(element => element.checkVisibility({ visibilityProperty: true }))
        .map(element => ({ name: element.id || element.dataset.name || element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ name }) => name));
    test.check('every button on a phone has at least 24 pixels', small.length === 0, small.join(', '));
}

// A frame of another page, before its press and after.
async function embedded(test) {
    const axe = await readAxe(test);
    const player = await test.browser.open(`${FAST}&embed=1&name=A+walk&replay=recordings/walk.sidle&slider=walk_speed,2,10,5,m/s`, { until: null, settings: null });
    const { page } = player;
    await page.waitForSelector('#embed-play', { state: 'visible' });
    await check(test, page, axe, 'a frame that waits');
    await page.focus('#embed-play');
    await page.keyboard.press('Enter');
    await player.waitState('free');
    await check(test, page, axe, 'a frame that plays');
}

// The first hour without a mouse.
async function keyboard(test) {
    const player = await test.browser.open(FAST);
    const { page } = player;
    const focus = () => page.evaluate(() => document.activeElement.dataset.name ?? document.activeElement.id);
    test.check('the card begins with the focus on its button', await focus() === 'play', await focus());
    const tree = await page.locator('#start').ariaSnapshot();
    test.check('a screen reader finds the button, the levels, and what each is about', /button "Click to play"/.test(tree)
        && /heading "Levels"/.test(tree) && /link "Corners .*corner/.test(tree), tree.slice(0, 200));
    await page.keyboard.press('Enter');
    await player.captured();
    test.check('Enter starts the game', await focus() === 'glcanvas', await focus());
    await page.evaluate(() => document.exitPointerLock());
    await player.waitState('free');
    // The bar hides after a while.
    await page.evaluate(() => document.getElementById('bar').classList.remove('shown'));
    await page.waitForSelector('#bar', { state: 'hidden' });
    await page.keyboard.press('Shift+Tab');
    test.check('Shift Tab leads to the bar, also once that has hidden', await focus() === 'levels' && await page.isVisible('#bar'), await focus());
    await page.keyboard.press('Tab');
    test.check('Tab goes on in the bar', await focus() === 'overlay_5', await focus());
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await player.waitState('ready');
    await page.waitForSelector('#bar', { state: 'hidden' });
    test.check('its first button leads to the levels', await focus() === 'play', await focus());
    // Past the book and the courtyard.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const words = await player.words();
    await page.keyboard.press('Enter');
    await player.word('level levels/corners.toml', words);
    test.check('Tab and Enter choose a level', await focus() === 'glcanvas', await focus());
    await page.keyboard.press('`');
    await page.waitForSelector('#drawer-editor .cm-content');
    await player.comes(async () => await focus() === 'drawer-editor');
    await page.keyboard.press('Escape');
    test.check('Esc leads from the text back to the game', await focus() === 'glcanvas', await focus());
    const over = async (key, name) => {
        const before = await player.words();
        await page.keyboard.press(key);
        await player.word(`over ${name}`, before);
    };
    await over('Tab', 'panel');
    await over('Escape', 'nothing');
    await over('F1', 'help');
    const opened = await player.words();
    await over('Enter', 'nothing');
    await player.word('level levels/courtyard.toml', opened);
    test.check('Tab opens the panel, and Enter in the help the tour', await focus() === 'glcanvas', await focus());
    await page.keyboard.press('5');
    await page.keyboard.down('w');
    const isSeen = await player.comes(() => page.evaluate(() => window.test.words.some(word => /^areas \d+ \d+ [1-9]/.test(word))), 120);
    await page.keyboard.up('w');
    await page.keyboard.press('Enter');
    test.check('5 shows why, once a wall is touched', isSeen);
}

// Everything that the page shows seldom.
async function notes(test) {
    const axe = await readAxe(test);
    const missing = await test.browser.open(`${FAST}&level=levels/nowhere.toml`, { expects: [/404/], context: { viewport: { width: 1280, height: 720 } } });
    test.missing.splice(0);
    await missing.page.evaluate(() => {
        for (const id of ['unkept', 'update', 'by-hand']) {
            document.getElementById(id).hidden = false;
        }
        document.getElementById('unkept-words').textContent = 'The storage is full.';
    });
    await missing.page.context().setOffline(true);
    await missing.page.waitForSelector('#levels .away');
    await check(test, missing.page, axe, 'the card with a missing level, all notes, and no network');
    await missing.close();
    const draft = JSON.stringify({ path: 'levels/courtyard.toml', text: '# old', base: '', time: 5 });
    const text = await test.browser.open(FAST, { before: [draft => localStorage.setItem('sidle-draft/old', draft), draft] });
    await text.play();
    await text.press('`');
    await text.page.waitForSelector('#drawer-draft', { state: 'visible' });
    await check(test, text.page, axe, 'the text with a draft');
    const failed = await test.browser.open('#moment=nonsense', { until: 'failed', expects: [/./] });
    await check(test, failed.page, axe, 'the card of a failure');
}

const readAxe = test => readFile(join(test.root, 'target/page-test/node_modules/axe-core/axe.min.js'), 'utf8');

async function check(test, page, axe, what) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    const shown = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
    test.check(`axe finds no fault in ${what}`, violations.length === 0, shown.join('; '));
}

// Tab goes from the button to the book, and to the levels in the order in which they are shown, and never into the covered game.
async function order(test, player) {
    const { page } = player;
    await page.focus('#play');
    const stops = [];
    for (let left = 5; left > 0; left -= 1) {
        await page.keyboard.press('Tab');
        stops.push(await page.evaluate(() => {
            const { dataset, id } = document.activeElement;
            return dataset.path ?? (id || document.activeElement.getAttribute('href'));
        }));
    }
    const listed = await page.evaluate(() => [...document.querySelectorAll('#levels a')].slice(0, 4).map(link => link.dataset.path));
    test.check('Tab goes from the button to the book and the levels', stops.join() === ['sliding/', ...listed].join(), stops.join());
}

// The bar leaves the numbers in the corner and the time bar uncovered, and stays in the picture, in every window with a mouse,
// with the text and without.
async function bar(test, player) {
    const { page } = player;
    for (const [width, height] of [[2560, 1440], [1280, 720], [1100, 720], [1099, 720], [861, 720], [844, 390], [640, 400], [390, 844]]) {
        await page.setViewportSize({ width, height });
        for (const shown of [false, true]) {
            await page.evaluate(shown => document.getElementById('drawer').hidden === shown
                && document.querySelector(shown ? '#bar [data-name=text]' : '#drawer-close').click(), shown);
            await player.frames(4);
            const [[right, bottom, time], picture] = await page.evaluate(() => [
                window.test.words.findLast(word => word.startsWith('top ')).split(' ').slice(1).map(Number),
                document.getElementById('glcanvas').clientWidth,
            ]);
            const box = await page.locator('#bar').boundingBox();
            const free = box.y >= time && (box.x >= right || box.y >= bottom) && box.x >= 0 && box.x + box.width <= picture && box.y + box.height <= height;
            test.check(`${width}x${height}${shown ? ' with the text' : ''}: the bar leaves the numbers free`, right > 100 && free,
                `numbers to ${right}, ${bottom}; time to ${time}; bar from ${Math.round(box.x)}, ${Math.round(box.y)} to ${Math.round(box.x + box.width)} of ${picture}`);
        }
    }
    await page.evaluate(() => document.getElementById('drawer-close').click());
    await page.setViewportSize({ width: 1280, height: 720 });
}
