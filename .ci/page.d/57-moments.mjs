// What the card says of a linked moment, and the link to a contact.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';

const FAST = 'msaa=1&resolution=50';
const EVIL = '<img src=x onerror="window.evil = 1">';

export default [card, contact];

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

// "See why" shares the contact that it shows: the link pauses there, and comes with a picture.
async function contact(test) {
    const moment = sidle(test, 'link', 'recordings/walk.sidle').trim();
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    const player = await test.browser.open(`?${FAST}&overlays=moves${moment}`, { context });
    const { page } = player;
    await player.play();
    await page.evaluate(() => window.sidle.host.send('seek 900'));
    await player.comes(async () => (await player.place()).tick === 900);
    const from = player.lines.length;
    const picture = await player.downloaded(() => player.press('\\'));
    const link = await player.line('#moment=', from);
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    test.check('in "see why", \\ copies a link to its contact', await player.comes(async () => await read() === link) && link.startsWith(`${test.address}?tick=900&why=1#moment=`),
        link.slice(0, 60));
    test.check('and saves a picture for previews', picture.name === 'sidle-contact.png' && picture.bytes.readUInt32BE(16) === 640, picture.name);
    await player.close();
    const guest = await test.browser.open(link.slice(test.address.length));
    await guest.play();
    const place = await guest.place();
    await guest.frames(4);
    test.check('the link pauses at its tick', place.tick === 900 && (await guest.place()).tick === 900, place.state);
    const [hasCard, large] = await guest.page.evaluate(() => [window.test.words.some(word => /^areas \d+ \d+ [1-9]/.test(word)), location.search]);
    test.check('with "see why"', hasCard && large.includes('why=1'), large);
    await guest.press('p');
    test.check('and goes on from there', await guest.comes(async () => (await guest.place()).tick > 905));
    // A phone's list of apps gets all of it.
    const phone = await test.browser.open(link.slice(test.address.length), {
        context: { hasTouch: true, isMobile: true },
        before: () => {
            navigator.canShare = () => true;
            navigator.share = async ({ url, files, text }) => {
                window.shared = [url, files[0].name, files[0].size > 1000, text];
            };
        },
    });
    await phone.page.tap('#play');
    await phone.waitState('playing');
    await phone.page.evaluate(() => window.sidle.host.send('press copy_link'));
    await phone.page.waitForFunction(() => window.shared);
    const shared = await phone.page.evaluate(() => window.shared);
    test.check('on a touch screen, the list of apps gets the link, the picture and the words', shared[0].includes('?tick=900&why=1#') && shared[1] === 'sidle-contact.png' && shared[2] && shared[3].includes('asked '),
        shared.join(' ').slice(0, 60));
}
