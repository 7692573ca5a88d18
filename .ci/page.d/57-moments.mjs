// What the card says of a linked moment, and a game whose graphics are lost in the middle.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';
import { different } from './player.mjs';

const FAST = 'msaa=1&resolution=50';
const EVIL = '<img src=x onerror="window.evil = 1">';

export default async function moments(test) {
    await card(test);
    await lost(test);
    await lostWhilePaused(test);
}

async function card(test) {
    const link = sidle(test, 'link', 'recordings/ride.sidle').trim();
    const player = await test.browser.open(`?${FAST}${link}`, { context: { viewport: { width: 1280, height: 720 } } });
    const { page } = player;
    await page.waitForSelector('#preview', { state: 'visible' });
    const facts = `${await page.innerText('#preview-level')}: ${await page.innerText('#preview-facts')}`;
    test.check('the card names the level, the controller and the seconds that one will watch', /^.+: (classic|swept|boxed) controllers?, \d+\.\d\ss$/.test(facts), facts);
    const drawn = await page.evaluate(() => ({
        way: document.querySelector('#preview-map .way').getAttribute('d').split('L').length,
        ground: document.querySelector('#preview-map .ground').getBoundingClientRect().width,
    }));
    test.check('its map shows the ground and the path', drawn.way > 10 && drawn.ground > 50, JSON.stringify(drawn));
    await player.picture('moment-card');
    await player.play();
    test.check('the preview is gone once it is watched', await page.isHidden('#preview'));
    // What the game reports comes from the link: it is shown as text. The page bundles its modules, so the test serves these.
    const modules = ['preview.js', 'state.js'];
    modules.forEach(name => test.put(name, readFileSync(join(test.root, 'web', name), 'utf8')));
    await page.evaluate(async ([evil]) => {
        const { showPreview } = await import('./preview.js');
        showPreview({ level: evil, controllers: [evil], seconds: 3, map: { corners: [[0, 0], [9, 9]], ground: [], boxes: [], walls: [], path: [[1, 1]] } });
    }, [EVIL]);
    modules.forEach(test.take);
    const found = await page.evaluate(() => ({ evil: window.evil, images: document.querySelectorAll('#preview img').length }));
    test.check('nothing in a preview is interpreted as HTML', found.evil === undefined && found.images === 0, JSON.stringify(found));
}

// Takes the graphics away, and returns them after the game has said how to continue.
async function loseGraphics(player) {
    const { page } = player;
    const from = await player.words();
    await page.evaluate(() => {
        window.test.graphics = document.getElementById('glcanvas').getContext('webgl2').getExtension('WEBGL_lose_context');
        window.test.graphics.loseContext();
    });
    await page.waitForFunction(from => window.test.words.slice(from).some(word => word.startsWith('suspended ')), from);
    await page.evaluate(() => window.test.graphics.restoreContext());
    await page.waitForFunction(from => window.test.words.slice(from).includes('drawn'), from);
}

const EXPECTED = { expects: [/CONTEXT_LOST_WEBGL/, /WebGL/] };

async function lost(test) {
    const player = await test.browser.open(`?${FAST}&level=levels/corners.toml`, EXPECTED);
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
    const changed = different(seen, await player.picture('moment-after-loss'));
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
