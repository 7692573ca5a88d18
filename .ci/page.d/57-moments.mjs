// What the card says of a linked moment.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';

const FAST = 'msaa=1&resolution=50';
const EVIL = '<img src=x onerror="window.evil = 1">';

export default [card];

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
