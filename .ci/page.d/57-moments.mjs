// What the card says of a linked moment, and the link to a contact.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';

const FAST = 'msaa=1&resolution=50';
const EVIL = '<img src=x onerror="window.evil = 1">';

export default [card, contact, black];

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

// Decodes a GIF in the page: how many frames it has, how many of them differ from the one before, and how long they last.
async function decoded(bytes) {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
    await decoder.tracks.ready;
    const frames = decoder.tracks.selectedTrack.frameCount;
    let [before, different, microseconds] = [null, 0, 0];
    for (let frameIndex = 0; frameIndex < frames; frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex });
        const pixels = new Uint8Array(image.allocationSize());
        await image.copyTo(pixels);
        microseconds += image.duration;
        different += before !== null && pixels.some((value, at) => value !== before[at]) ? 1 : 0;
        before = pixels;
        image.close();
    }
    return { frames, different, seconds: microseconds / 1e6 };
}

// Shares the contact again, until some of its clip is made.
async function begin({ page }) {
    await page.evaluate(() => window.sidle.host.send('press copy_link'));
    await page.waitForFunction(() => / [1-9]\d? %/.test(document.getElementById('shared-clip').textContent));
}

// The panel is closed while its clip is made, which shows other ticks.
async function closed(test, player) {
    const { page } = player;
    await begin(player);
    await page.click('#shared-close');
    const { tick } = await player.place();
    test.check('closed while the clip is made, it leaves the game at the contact', tick === 900, `${tick}`);
    await begin(player);
    const words = await player.words();
    await page.evaluate(() => window.sidle.host.send('open levels/corners.toml'));
    await player.word('level levels/corners.toml', words);
    const isClosed = await player.comes(() => page.isHidden('#shared'));
    await player.frames(10);
    const other = await player.place();
    test.check('it closes when another level is played, and its clip ends', isClosed && other.tick < 300, other.state);
}

// Black pixels of a clip stay black. A colour that is not shown stands for pixels that do not change.
async function black(test) {
    const name = readdirSync(test.web).find(file => /^clip-\w+\.js$/.test(file));
    const player = await test.browser.open(`?${FAST}`);
    const shades = await player.page.evaluate(async path => {
        const { makeClip, planOf } = await import(path);
        const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
        const context = canvas.getContext('2d');
        const draw = tick => {
            context.fillStyle = tick === 1 ? 'white' : 'black';
            context.fillRect(0, 0, 8, 8);
        };
        const bytes = await makeClip(canvas, planOf('contact', 1, { first: 0, last: 2, hz: 50 }), { draw, progress: () => true });
        const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
        await decoder.tracks.ready;
        const shades = [];
        for (let frameIndex = 0; frameIndex < 3; frameIndex += 1) {
            const { image } = await decoder.decode({ frameIndex });
            const pixels = new Uint8Array(image.allocationSize());
            await image.copyTo(pixels);
            shades.push(pixels[0]);
            image.close();
        }
        return shades.join(' ');
    }, `./${name}`);
    test.check('what is black in a clip stays black', shades === '0 255 0', shades);
}

// "See why" shares the contact that it shows: the link pauses there, and comes with a picture.
async function contact(test) {
    const moment = sidle(test, 'link', 'recordings/walk.sidle').trim();
    const context = { permissions: ['clipboard-read', 'clipboard-write'] };
    const player = await test.browser.open(`?${FAST}&overlays=moves${moment}`, { context, draws: true });
    const { page } = player;
    await player.play();
    await page.evaluate(() => window.sidle.host.send('seek 900'));
    await player.comes(async () => (await player.place()).tick === 900);
    const from = player.lines.length;
    await player.press('\\');
    const link = await player.line('#moment=', from);
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    test.check('in "see why", \\ copies a link to its contact', await player.comes(async () => await read() === link) && link.startsWith(`${test.address}?tick=900&why=1#moment=`),
        link.slice(0, 60));
    const picture = await player.downloaded(() => page.click('#shared-picture'));
    test.check('and offers a picture for previews', picture.name === 'sidle-contact.png' && picture.bytes.readUInt32BE(16) === 640, picture.name);
    await page.waitForFunction(() => document.getElementById('shared-clip').textContent === 'Save the clip');
    const clip = await player.downloaded(() => page.click('#shared-clip'));
    const { frames, different, seconds } = await page.evaluate(decoded, [...clip.bytes]);
    test.check('and a clip of several seconds that moves', clip.name === 'sidle-contact.gif' && frames > 20 && different > 5 && seconds > 2 && clip.bytes.length < 2_000_000,
        `${frames} frames, ${different} of them different, ${seconds} s, ${clip.bytes.length} bytes`);
    writeFileSync(join(test.pictures, 'moment-clip.gif'), clip.bytes);
    await player.picture('moment-shared');
    await page.click('#shared-copy');
    test.check('the words go with the link', await player.comes(async () => (await read()).endsWith(link) && (await read()).includes('asked ')), (await read()).slice(0, 80));
    await page.keyboard.press('Escape');
    test.check('Esc closes it', await page.isHidden('#shared') && await page.evaluate(() => document.activeElement.id) === 'glcanvas');
    const place = await player.place();
    test.check('and the game pauses at the contact again', place.tick === 900, place.state);
    await closed(test, player);
    await player.close();
    const guest = await test.browser.open(link.slice(test.address.length));
    await guest.play();
    const there = await guest.place();
    await guest.frames(4);
    test.check('the link pauses at its tick', there.tick === 900 && (await guest.place()).tick === 900, there.state);
    const [hasCard, large] = await guest.page.evaluate(() => [window.test.words.some(word => /^areas \d+ \d+ [1-9]/.test(word)), location.search]);
    test.check('with "see why"', hasCard && large.includes('why=1'), large);
    await guest.press('p');
    test.check('and goes on from there', await guest.comes(async () => (await guest.place()).tick > 905));
    // A phone's list of apps gets all of it.
    const phone = await test.browser.open(link.slice(test.address.length), {
        context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
        draws: true,
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
    await phone.page.waitForFunction(() => document.getElementById('shared-clip').textContent === 'Save the clip');
    await phone.picture('moment-shared-phone');
    await phone.page.tap('#shared-send');
    await phone.page.waitForFunction(() => window.shared);
    const shared = await phone.page.evaluate(() => window.shared);
    test.check('a press gives the link, the clip and the words to the list of apps', shared[0].includes('?tick=900&why=1#') && shared[1] === 'sidle-contact.gif' && shared[2] && shared[3].includes('asked '),
        shared.join(' ').slice(0, 60));
    await begin(phone);
    await phone.page.evaluate(() => window.sidle.host.send('press pause'));
    test.check('the panel closes when the game goes on', await phone.comes(() => phone.page.isHidden('#shared')));
}
