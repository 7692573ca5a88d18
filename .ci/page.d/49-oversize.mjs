// What is too much. About a level over the limits of own files, the page asks before anything is built. A link's level is refused
// without a question. Where ticks are too slow, the game asks how to go on, and a long simulation can be canceled.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAST, LARGE, begin, drop, many } from './text.mjs';
import { choose, placeOf } from './thumbs.mjs';
import { sidle } from './native.mjs';

const QUESTION = '#question';
const PROBLEMS = [/^warning: error: /, /has 10001 movers/];

const levels = (player, from) => player.page.evaluate(from => window.test.words.slice(from).filter(word => word.startsWith('level ')), from);
const asks = player => player.page.waitForSelector(QUESTION, { state: 'visible' });
const asksNoMore = player => player.page.waitForSelector(QUESTION, { state: 'hidden' });

export default [dropped, touched, edited, late, named, linked, slow, canceled];

async function dropped(test) {
    const player = await test.browser.open(FAST, { expects: PROBLEMS });
    await player.play();
    const words = await player.words();
    await drop(player, 'many.toml', many('Many'));
    await asks(player);
    const shown = await player.page.innerText(QUESTION);
    const isShown = ['many.toml', '10 001 movers', 'the limit is 10 000', 'MB of memory'].every(part => shown.includes(part));
    test.check('a dropped level over its limits is a question with what, how much, the limit and the cost', isShown, shown);
    const focused = await player.page.evaluate(() => document.activeElement.id);
    test.check('the question frees the mouse, and its first button has the focus', focused === 'question-yes'
        && await player.page.evaluate(() => document.pointerLockElement === null), focused);
    await player.page.keyboard.press('Tab');
    const next = await player.page.evaluate(() => document.activeElement.id);
    test.check('Tab stays in the question', next === 'question-no', next);
    await player.page.keyboard.press('Escape');
    await asksNoMore(player);
    await player.frames(10);
    test.check('Esc keeps the level that is played', (await levels(player, words)).length === 0 && await player.state() === 'free');
    // A changed file is hot: after No, it is read and does not ask again. Opened again, it does.
    const reports = () => player.page.evaluate(() => window.test.words.filter(word => word.startsWith('loaded ')).map(word => JSON.parse(word.slice(7))));
    const told = (await reports()).length;
    await player.page.evaluate(text => window.sidle.host.files.put('dropped/many.toml', new TextEncoder().encode(text)), many('Many too'));
    const isRead = await player.comes(async () => (await reports()).length > told, 200);
    await player.frames(10);
    test.check('after No, a changed file is read and does not ask', isRead && await player.page.isHidden(QUESTION));
    await drop(player, 'many.toml', many('Many'));
    await asks(player);
    await player.page.keyboard.press('Enter');
    await player.word('level dropped/many.toml', words);
    test.check('Enter loads it all the same', await player.page.isHidden(QUESTION));
    const before = (await reports()).length;
    await player.page.evaluate(text => window.sidle.host.files.put('dropped/many.toml', new TextEncoder().encode(text)), many('Many more', 10_002));
    const reloaded = await player.comes(async () => (await reports()).length > before, 200);
    const last = (await reports()).at(-1);
    // Ten thousand movers may be too slow to play, which is another question.
    const asked = await player.page.innerText(QUESTION);
    test.check('after Enter, a changed file is reloaded without a question', reloaded && last.played && !asked.includes('Load it'), asked);
}

async function touched(test) {
    const player = await test.browser.open(FAST, { context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }, expects: PROBLEMS });
    await player.page.tap('#play');
    await player.waitState('playing');
    const words = await player.words();
    await drop(player, 'many.toml', many('Many'));
    await asks(player);
    await player.picture('oversize-phone');
    const boxes = await Promise.all(['#question-yes', '#question-no'].map(id => player.page.locator(id).boundingBox()));
    const fits = boxes.every(({ x, width, height }) => x >= 0 && x + width <= 390 && height >= 24);
    test.check('on a phone, both buttons are large and in the picture', fits, JSON.stringify(boxes));
    await player.page.tap('#question-no');
    await asksNoMore(player);
    await drop(player, 'many.toml', many('Many'));
    await asks(player);
    await player.page.tap('#question-yes');
    await player.word('level dropped/many.toml', words);
    test.check('a press on the button loads it, too', true);
}

// An edit of the level that is played. Refused, it keeps its marks: those of the text as it is.
async function edited(test) {
    const [player, text] = await begin(test, { context: LARGE, expects: PROBLEMS });
    await text.open();
    const marks = player.page.locator('#drawer-editor .cm-lint-marker-error');
    for (const [answer, expected] of [['Escape', /^1 error/], ['Enter', /^$|^no problem/]]) {
        await text.fill(many('Many'));
        await asks(player);
        await player.page.keyboard.press(answer);
        await asksNoMore(player);
        const comes = await player.comes(async () => expected.test((await text.problems()).trim()), 200);
        test.check(`after ${answer} to an edit, the editor ${answer === 'Escape' ? 'marks what is over the budget' : 'has no mark'}`,
            comes && await marks.count() === (answer === 'Escape' ? 1 : 0), await text.problems());
        // Another level, and back: this asks again.
        await text.fill('format = 1\nname = "Small"\n[spawn]\nposition = [0, 1, 0]\n[[prop]]\nkind = "crate"\nposition = [0, -0.5, 0]\n');
        await player.comes(async () => !/error/.test(await text.problems()), 200);
        await player.page.evaluate(() => window.sidle.host.send('open levels/courtyard.toml'));
        await player.frames(30);
    }
}

// Runs in the page before its own scripts: while `window.held` is a list, the messages of workers wait there.
function holdWorkers() {
    const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    Object.defineProperty(Worker.prototype, 'onmessage', {
        set(receive) {
            set.call(this, receive && (event => (window.held ? window.held.push(() => receive(event)) : receive(event))));
        },
    });
}

// The level that is played changes while it is loaded again, and the worker answers before the change or after it.
async function late(test) {
    for (const frames of [0, 20]) {
        const [player, text] = await begin(test, { context: LARGE, expects: PROBLEMS, before: holdWorkers });
        await text.open();
        // Too much text for a frame, so that a worker reads it.
        await text.fill(`${'#'.repeat(300_000)}\nformat = 1\nname = "Long"\n[spawn]\nposition = [0, 1, 0]\n[[prop]]\nkind = "crate"\nposition = [0, -0.5, 0]\n`);
        await text.plays('Long');
        await player.page.evaluate(() => {
            window.held = [];
            window.sidle.host.send('open levels/courtyard.toml');
        });
        await player.comes(() => player.page.evaluate(() => window.held.length > 0), 200);
        await text.fill(many('Many'));
        await player.comes(async () => (await text.played()).includes('mover'), 200);
        await player.frames(frames);
        await player.page.evaluate(() => {
            const { held } = window;
            window.held = null;
            held.forEach(receive => receive());
        });
        await asks(player);
        test.check(`a change while the level is loaded again is seen ${frames} frames later`, true);
        await player.close();
    }
}

// The level of the address: the test level stands behind the question.
async function named(test) {
    test.put('levels/many.toml', many('Many'));
    for (const [key, level] of [['Escape', 'levels/courtyard.toml'], ['Enter', 'levels/many.toml']]) {
        const player = await test.browser.open(`${FAST}&level=levels/many.toml`, { expects: PROBLEMS });
        await asks(player);
        const words = await player.words();
        await player.page.keyboard.press(key);
        await asksNoMore(player);
        await player.comes(async () => (await levels(player, 0)).at(-1) === `level ${level}`, 200);
        const opened = (await levels(player, key === 'Enter' ? words : 0)).at(-1);
        test.check(`${key} answers the question about the level of the address`, opened === `level ${level}` && await player.state() === 'ready', opened);
    }
    test.take('levels/many.toml');
}

// The budget of a link is far smaller, and there is nothing to ask.
async function linked(test) {
    const [level, recording] = [join(test.work, 'crowd.toml'), join(test.work, 'crowd.sidle')];
    writeFileSync(level, many('Crowd', 201));
    sidle(test, 'simulate', level, '--record', recording);
    const link = sidle(test, 'link', recording, '--level', level).trim();
    const player = await test.browser.open(`${FAST}${link}`, { until: 'failed', expects: [/has 201 movers, and may have at most 200/] });
    test.check('a link over its budget is refused without a question', await player.page.isHidden(QUESTION));
}

// Each tick takes 30 ms or more by the clock that the game reads, and there is less. The game asks after a second of that.
async function slow(test) {
    const context = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const player = await test.browser.open(FAST, { context });
    const { page } = player;
    await page.evaluate(() => {
        let seconds = 0;
        window.test.clock = () => (seconds += 0.03);
    });
    await page.tap('#play');
    await player.waitState('playing');
    const answer = async name => {
        await asks(player);
        await page.tap(`#question-${name}`);
        await asksNoMore(player);
    };
    const isPaused = async () => {
        const { tick } = await placeOf(player);
        await player.frames(5);
        return (await placeOf(player)).tick === tick;
    };
    await asks(player);
    const shown = await page.innerText(QUESTION);
    await player.picture('slow-phone');
    const isShown = [/too slow for this computer/, /A tick takes about \d+\.0 ms/, /Go on slower/, /Stop/, /Leave/].every(part => part.test(shown));
    test.check('after a second of late ticks the game asks, with the time of a tick and three answers', isShown, shown);
    await answer('no');
    test.check('Stop leaves the game paused', await isPaused());
    await choose(player, 'pause');
    await answer('leave');
    await player.waitState('ready');
    test.check('Leave shows the list of levels', await page.isVisible('#levels'));
    await page.tap('#play');
    await player.waitState('playing');
    await choose(player, 'pause');
    await answer('yes');
    const { tick } = await placeOf(player);
    const goesOn = await player.comes(async () => (await placeOf(player)).tick > tick);
    await player.frames(30);
    test.check('Go on slower lets time run, and nobody is asked again', goesOn && await page.isHidden(QUESTION));
}

// A script of a day. The page shows how far it is, and stays responsive.
async function canceled(test) {
    test.put('recordings/day.toml', '[[step]]\nseconds = 86400\nforward = 1.0\n');
    const player = await test.browser.open('?simulate=1&level=levels/courtyard.toml&script=recordings/day.toml', { until: 'loading' });
    const { page } = player;
    // The words after the ones `before`, as soon as they come.
    const after = async before => {
        const words = await page.waitForFunction(before => {
            const now = document.getElementById('simulating-words').textContent;
            return now !== before && now;
        }, before);
        return words.jsonValue();
    };
    const shown = [];
    for (let number = 0; number < 4; number += 1) {
        shown.push(await after(shown.at(-1) ?? ''));
    }
    const ticks = shown.map(words => Number(words.match(/^simulating: tick (\d+)$/)?.[1]));
    test.check('a long simulation shows between its slices how many ticks it has done', ticks.every((tick, place) => tick > (ticks[place - 1] ?? 0)), ticks.join(', '));
    await page.click('#simulating-cancel');
    await player.waitState('headless');
    const lines = await page.innerText('#lines');
    test.check('Cancel ends it, without a result', lines.includes('canceled: there is no result') && !lines.includes('sidle hash'), lines);
    test.take('recordings/day.toml');
}
