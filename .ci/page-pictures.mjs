// Takes the pictures of the page anew, docs/pictures/page.png and phone.png: PICTURES=1 node .ci/page.d/run.mjs ../page-pictures.mjs
//
// Needs target/web, and what .ci/page needs.

import { join } from 'node:path';
import { LANDSCAPE } from './page.d/70-phone.mjs';
import { Thumbs } from './page.d/thumbs.mjs';
import { LARGE, PROBLEMS, Text } from './page.d/text.mjs';

const QUERY = '?controller=swept&msaa=4&resolution=100&overlays=moves&spawn=6,0.5,16.1,-55,2';
const SETTINGS = 'hints_seen = true\ntour_offered = true\nambient_occlusion = false\neffects = false';

export default [page, phone];

// The level's text beside the view from the side.
async function page(test) {
    const player = await test.browser.open(QUERY, { context: LARGE, expects: [PROBLEMS], settings: SETTINGS });
    await player.play();
    const slides = async () => (await player.place()).z < 12.5;
    await player.page.keyboard.down('w');
    test.check('the player slides along the fence', await player.comes(slides, 200));
    await player.page.keyboard.up('w');
    // The numbers count frames, which are slow without a graphics card.
    await player.press('F2');
    await new Text(player).open();
    await player.frames(30);
    await player.page.screenshot({ path: join(test.root, 'docs/pictures/page.png') });
}

// The left thumb walks into the fence.
async function phone(test) {
    const player = await test.browser.open(QUERY, { context: { ...LANDSCAPE, deviceScaleFactor: 2 }, settings: SETTINGS });
    const { page } = player;
    await page.tap('#play');
    await player.waitState('playing');
    const thumbs = new Thumbs(player);
    await thumbs.press(0, 90, 300);
    await thumbs.move(0, 90, 250);
    await page.waitForSelector('#card', { state: 'visible' });
    await player.frames(10);
    await page.screenshot({ path: join(test.root, 'docs/pictures/phone.png') });
    await thumbs.lift();
}
