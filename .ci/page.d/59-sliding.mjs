// The book of sliding: its pages with live moments, without scripts, and on a phone.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export default [moment, slider, plain, narrow];

// What a chapter may load before a press; bytes.
const MOST = 100_000;

// A slow browser warns that a frame has not used what it has loaded.
const EARLY = /preloaded using link preload but not used/;

function visit(test, path, context = {}, more = {}) {
    const options = { until: null, settings: null, context: { viewport: { width: 1280, height: 720 }, ...context } };
    return test.browser.open(`sliding/${path}`, { ...options, expects: [EARLY], ...more });
}

const clock = frame => frame.evaluate(() => window.test.words.findLast(word => word.startsWith('clock '))?.split(' ').slice(1));

// A moment waits for a press, and then pauses at the contact of which the text speaks.
async function moment(test) {
    let bytes = 0;
    const sum = page => page.on('requestfinished', async request => {
        const sizes = await request.sizes().catch(() => null);
        bytes += sizes ? sizes.responseBodySize + sizes.responseHeadersSize : 0;
    });
    const player = await visit(test, 'edges.html', {}, { watch: sum, draws: true });
    const { page } = player;
    await page.waitForSelector('sidle-moment');
    await page.waitForTimeout(300);
    const before = bytes;
    test.check('a chapter loads no program before a press', before < MOST && page.frames().length === 1, `${before} bytes`);
    const path = join(test.pictures, 'sliding-chapter.png');
    await page.screenshot({ path });
    await page.click('sidle-moment');
    const { frame, words } = await paused(page, '349');
    test.check('a press shows the moment in a pause at its tick', words?.[1] === '349' && words[4] === 'paused', words?.join(' '));
    test.figure(`a chapter with its moment weighs ${(bytes / 1e6).toFixed(2)} MB`);
    await page.screenshot({ path: join(test.pictures, 'sliding-moment.png') });
    await frame.click('#embed-pause');
    const goesOn = await comes(page, async () => Number((await clock(frame))[1]) > 352);
    test.check('it goes on from there', goesOn, (await clock(frame)).join(' '));
}

// A slider plays the same keys again with another number, up to the same time.
async function slider(test) {
    const player = await visit(test, 'push-out.html', {}, { draws: true });
    const { page } = player;
    await page.waitForSelector('sidle-moment');
    await page.click('sidle-moment');
    const { frame, words } = await paused(page, '42');
    test.check('a moment shows its slider with the recorded number', words?.[3] === '30' && await frame.inputValue('#embed-number') === '30', words?.join(' '));
    const set = value => frame.locator('#embed-number').fill(value);
    const has = async (tick, hz) => {
        const now = await clock(frame);
        return now[1] === tick && now[3] === hz && now[4] === 'paused';
    };
    await page.screenshot({ path: join(test.pictures, 'sliding-slider.png') });
    await set('120');
    test.check('with more ticks per second, the pause is at the same time', await comes(page, () => has('168', '120')), (await clock(frame)).join(' '));
    await page.screenshot({ path: join(test.pictures, 'sliding-slider-moved.png') });
    const label = await frame.innerText('#embed-slider');
    test.check('and the slider says so', label.replace(/\s+/g, ' ').trim() === 'ticks per second 120', label);
    await frame.selectOption('#embed-controller', 'swept');
    test.check('another controller keeps the number', await comes(page, async () => (await clock(frame))[5] === 'swept' && await has('168', '120')), (await clock(frame)).join(' '));
    await set('15');
    test.check('and fewer ticks lead back to the same time', await comes(page, () => has('21', '15')), (await clock(frame)).join(' '));
    await frame.evaluate(() => ['walk_speed x', 'hz 0', 'nothing 1', 'walk_speed'].forEach(what => window.sidle.host.send(`vary ${what}`)));
    await page.waitForTimeout(300);
    test.check('a wrong number changes nothing', await has('21', '15'), (await clock(frame)).join(' '));
}

async function paused(page, tick) {
    let [frame, words] = [];
    await comes(page, async () => {
        frame = page.frames()[1];
        words = await frame && await clock(frame).catch(() => null);
        return words?.[4] === 'paused' && words[1] === tick;
    });
    return { frame, words };
}

async function comes(page, holds) {
    for (let tries = 0; tries < 600; tries += 1) {
        if (await holds()) {
            return true;
        }
        await page.waitForTimeout(50);
    }
    return false;
}

// Every page has its text, its picture, and links that lead to pages.
async function plain(test) {
    const names = readdirSync(join(test.web, 'sliding')).filter(name => name.endsWith('.html'));
    const found = [];
    const player = await visit(test, 'index.html', { javaScriptEnabled: false });
    const { page } = player;
    for (const name of names) {
        await page.goto(`${test.address}sliding/${name}`);
        const picture = page.locator('main img');
        const isChapter = name !== 'index.html';
        const width = isChapter ? await picture.first().evaluate(image => image.naturalWidth && image.clientWidth) : 1;
        const links = await page.locator('a').evaluateAll(links => links.map(({ href }) => href));
        const ends = links.map(link => link.slice(test.address.length)).filter(link => link !== '' && link !== 'sliding/');
        const isLost = ends.some(link => !names.includes(link.replace('sliding/', '')));
        if (width === 0 || isLost || (await page.innerText('main')).length < 900) {
            found.push(name);
        }
    }
    test.check('all nine pages can be read without scripts', names.length === 9 && found.length === 0, found.join(' '));
}

async function narrow(test) {
    const player = await visit(test, 'which.html', { viewport: { width: 390, height: 844 } });
    const { page } = player;
    const wide = [];
    for (const name of readdirSync(join(test.web, 'sliding')).filter(name => name.endsWith('.html'))) {
        await page.goto(`${test.address}sliding/${name}`);
        if (await page.evaluate(() => document.documentElement.scrollWidth) !== 390) {
            wide.push(name);
        }
    }
    test.check('all pages fit a phone', wide.length === 0, wide.join(' '));
    await page.screenshot({ path: join(test.pictures, 'sliding-phone.png'), fullPage: true });
    await page.emulateMedia({ media: 'print' });
    const pressed = await page.evaluate(() => getComputedStyle(document.querySelector('sidle-moment').shadowRoot.querySelector('button')).visibility);
    test.check('a printed page has no button', pressed === 'hidden', pressed);
    await page.screenshot({ path: join(test.pictures, 'sliding-print.png'), fullPage: true });
}
