// The address names the level that is played: Back and Forward return to it, and a missing level shows the list with a sentence.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drop } from './text.mjs';
import { sidle } from './native.mjs';

const FAST = 'msaa=1&resolution=50';
const [COURTYARD, CORNERS, SPEED] = ['courtyard', 'corners', 'speed'].map(name => `levels/${name}.toml`);

export default [history, startLevel, dropped, links, absent];

const search = ({ page }) => new URL(page.url()).search;
const list = ({ page }) => page.innerText('#missing');

// Runs `act`, and waits until the game plays the level at `path`.
async function plays(player, path, act) {
    const words = await player.words();
    await act();
    await player.word(`level ${path}`, words);
}

const choose = (player, path) => plays(player, path, async () => {
    await player.page.evaluate(() => document.querySelector('#bar [data-name=levels]').click());
    await player.waitState('ready');
    await player.page.click(`#levels a[data-path="${path}"]`);
});

async function history(test) {
    const player = await test.browser.open(`?${FAST}&controller=swept`);
    const { page } = player;
    test.check('an address without a level stays as it is', search(player) === `?${FAST}&controller=swept`, search(player));
    await choose(player, CORNERS);
    test.check('a chosen level is in the address, without the start of the one before', search(player) === `?${FAST}&level=${CORNERS}`, search(player));
    await plays(player, SPEED, () => page.evaluate(path => window.sidle.host.send(`open ${path}`), SPEED));
    test.check('so is one that is chosen in the game', search(player) === `?${FAST}&level=${SPEED}`, search(player));
    await plays(player, CORNERS, () => page.goBack());
    test.check('Back returns to the level before', search(player) === `?${FAST}&level=${CORNERS}`, search(player));
    await plays(player, COURTYARD, () => page.goBack());
    test.check('and again, to the first', search(player) === `?${FAST}&controller=swept`, search(player));
    await plays(player, CORNERS, () => page.goForward());
    await player.frames(3);
    test.check('Forward goes on, without new entries', await page.evaluate(() => window.history.length) === 4 && search(player).endsWith(CORNERS),
        String(await page.evaluate(() => window.history.length)));
    await page.reload();
    await player.waitState('ready');
    await player.word(`level ${CORNERS}`);
    test.check('the address shows the same level to others', true);
    await plays(player, SPEED, () => page.goForward());
    test.check('also after a reload', search(player).endsWith(SPEED), search(player));
}

// The level that a player has chosen to start with is not that of others.
async function startLevel(test) {
    const player = await test.browser.open('', { settings: `hints_seen = true\nstart_level = "${CORNERS}"\n` });
    await player.word(`level ${CORNERS}`);
    test.check('the own level to start with is in the address', await player.comes(() => search(player) === `?level=${CORNERS}`), search(player));
}

async function dropped(test) {
    const player = await test.browser.open(`?${FAST}`, { expects: [/nothing to collide/] });
    const { page } = player;
    await plays(player, 'dropped/mine.toml', () => drop(player, 'mine.toml', 'format = 1\nname = "Mine"\nspawn.position = [0, 1, 0]\n'));
    test.check('a dropped level is in the address', search(player).endsWith('level=dropped/mine.toml'), search(player));
    await plays(player, COURTYARD, () => page.goBack());
    await plays(player, 'dropped/mine.toml', () => page.goForward());
    test.check('Back and Forward return to it', true);
    await page.reload();
    await player.waitState('ready');
    test.check('in a later visit, a sentence says that it is not kept', (await list(player)).startsWith('mine.toml is a file of an earlier visit'), await list(player));
    await player.play();
    await player.word(`level ${COURTYARD}`);
    test.check('and playing on changes the address to the level that is seen', search(player).endsWith(COURTYARD) && await page.isHidden('#missing'), search(player));
}

async function links(test) {
    const link = sidle(test, 'link', 'recordings/walk.sidle').trim();
    const player = await test.browser.open(`?${FAST}${link}`);
    const { page } = player;
    await page.waitForSelector('#preview', { state: 'visible' });
    const shown = await page.innerText('#loading-what');
    test.check('the level of a link has its own path', shown.startsWith('levels/courtyard.toml, as it came'), shown);
    await choose(player, CORNERS);
    test.check('another level takes the link out of the address', page.url() === `${test.address}?${FAST}&level=${CORNERS}`, page.url());
    await Promise.all([page.waitForEvent('load'), page.goBack()]);
    await player.waitState('ready');
    await page.waitForSelector('#preview', { state: 'visible' });
    test.check('Back plays the link again', page.url().includes('#moment='), page.url().slice(0, 60));
    await Promise.all([page.waitForEvent('load'), page.evaluate(link => {
        window.location.hash = link;
    }, sidle(test, 'link', 'recordings/ride.sidle').trim())]);
    await player.waitState('ready');
    test.check('another link in the same tab plays', (await page.innerText('#preview-level')) !== 'Courtyard', await page.innerText('#preview-level'));
}

async function absent(test) {
    const player = await test.browser.open(`?${FAST}&level=levels/nowhere.toml`, { expects: [/404/] });
    const { page } = player;
    test.check('an address with a missing level shows the list with a sentence', (await list(player)).startsWith('This page has no file levels/nowhere.toml')
        && await page.isVisible('#levels') && search(player).endsWith('nowhere.toml'), await list(player));
    await player.picture('missing-level');
    await page.setViewportSize({ width: 360, height: 640 });
    await player.picture('missing-level-narrow');
    await choose(player, CORNERS);
    test.check('the sentence goes with the next level', await page.isHidden('#missing') && search(player).endsWith(CORNERS), search(player));
    await page.goto(`${test.address}?${FAST}&level=${CORNERS}&replay=recordings/none.sidle`);
    await player.waitState('ready');
    test.check('so does that of a missing recording', (await list(player)).includes('recordings/none.sidle'), await list(player));
    const missing = test.missing.splice(0);
    test.check('each missing file is requested once', missing.length === 2, missing.join(' '));
    const expected = readFileSync(join(test.root, 'levels/courtyard.toml'), 'utf8').match(/^name = "(.*)"/m)[1];
    test.check('the test level is behind the card', (await page.innerText('#loading-what')).startsWith(expected), await page.innerText('#loading-what'));
}
