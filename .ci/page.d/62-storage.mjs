// What the page says when the browser keeps nothing: storage that is denied, full, or cleared while the page is open.

import { PROBLEMS, Text } from './text.mjs';

const FAST = '?msaa=1&resolution=50';

export default [denied, full, cleared];

const press = (player, row) => player.page.evaluate(row => window.sidle.host.send(`press ${row}`), row);
const kept = (player, name = 'sidle/kept/settings.toml') => player.page.evaluate(name => localStorage.getItem(name) ?? '', name);
const note = ({ page }) => page.innerText('#unkept');
const says = (player, ...words) => player.comes(async () => {
    const shown = await player.page.isVisible('#unkept') ? await note(player) : '';
    return words.every(word => shown.includes(word));
});

async function denied(test) {
    const player = await test.browser.open(FAST, {
        before: () => Object.defineProperty(window, 'localStorage', { get: () => {
            throw new DOMException('denied', 'SecurityError');
        } }),
    });
    test.check('where storage is denied, the page says what is not kept', await says(player, 'denies', 'settings, best times and drafts'), await note(player));
    await player.picture('storage-denied');
    await player.page.setViewportSize({ width: 360, height: 640 });
    await player.picture('storage-denied-narrow');
    await player.page.click('#unkept-close');
    test.check('the note can be closed', await player.page.isHidden('#unkept'));
    await player.play();
    await player.press('=');
    test.check('and the game is played all the same', await player.state() === 'playing');
}

async function full(test) {
    const player = await test.browser.open(FAST, { expects: [PROBLEMS, /did not store/] });
    const { page } = player;
    test.check('nothing is said while everything is kept', await page.isHidden('#unkept'));
    // All that the browser allows, to the last character.
    await page.evaluate(() => {
        let filler = '';
        for (let size = 1 << 22; size >= 1; size >>= 1) {
            try {
                localStorage.setItem('filler', filler + 'x'.repeat(size));
                filler += 'x'.repeat(size);
            } catch {
                // The next size is half of this one.
            }
        }
    });
    await page.evaluate(() => window.sidle.host.send('time run'));
    await press(player, 'more_sensitive');
    test.check('when the storage is full, the page says that the settings are not kept', await says(player, 'is full', 'the settings'), await note(player));
    await player.play();
    const text = new Text(player);
    await text.open();
    await text.goTo('name = "Court');
    await page.keyboard.type('FULL');
    await text.plays('CourtFULLyard');
    test.check('and then neither is the draft', await says(player, 'the settings and the draft of levels/courtyard.toml', 'Download'), await note(player));
    await player.picture('storage-full');
    await page.evaluate(() => localStorage.removeItem('filler'));
    await page.keyboard.type('ER');
    await text.plays('CourtFULLERyard');
    test.check('once there is room, the draft is kept', await player.comes(async () => !(await note(player)).includes('draft')), await note(player));
    await press(player, 'more_sensitive');
    test.check('and the settings, and the note goes', await player.comes(async () => (await kept(player)).includes('sensitivity = 0.15625')
        && await page.isHidden('#unkept')), await kept(player));
}

async function cleared(test) {
    const player = await test.browser.open(FAST, { expects: [PROBLEMS] });
    const { page } = player;
    await player.play();
    const text = new Text(player);
    await text.open();
    await text.goTo('name = "Court');
    await page.keyboard.type('OPEN');
    await text.plays('CourtOPENyard');
    const other = await test.browser.open(FAST, { tab: player });
    await other.page.evaluate(() => localStorage.clear());
    await other.page.close();
    test.check('when somebody clears the storage, the page says what is gone', await says(player, 'removed', 'Settings, best times and drafts'), await note(player));
    const drafts = () => page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('sidle-draft/')).length);
    test.check('the draft of the text that is open is stored again', await player.comes(async () => await drafts() === 1));
    await press(player, 'more_sensitive');
    test.check('and so are changes from now on', await player.comes(async () => (await kept(player)).includes('sensitivity = 0.125')), await kept(player));
}
