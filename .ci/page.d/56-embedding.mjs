// Moments and levels in frames of another site: the element of docs/web.md, a plain frame, and frames in a sandbox.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';
import { serve } from './serve.mjs';
import { readSlider } from '../../web/slider.js';

const LEVEL = 'format = 1\nname = "Mine"\nspawn.position = [0, 0.5, 0]\n[[mesh]]\nfile = "../assets/courtyard.obj"\n';
const FAST = 'msaa=1&resolution=50';

export default [snippet, shared, levels, sandboxed, plain, sliders];

// An article on a server of another port, thus of another origin, whose policy allows the frame and its script only.
async function article(test, body, { allows = '' } = {}) {
    const server = await serve(test.work);
    const policy = `default-src 'none'; script-src ${test.address}; frame-src ${test.address}; img-src 'self'; connect-src 'self' ${allows}`;
    server.extra.set('/article.html', `<!doctype html><title>An article</title><meta http-equiv="Content-Security-Policy" content="${policy}">${body}`);
    server.extra.set('/favicon.ico', '');
    server.extra.set('/mine.toml', LEVEL);
    server.extra.set('/poster.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10"><path fill="#456" d="M0 0h16v10H0z"/></svg>');
    return server;
}

// A slow browser warns that the frame of an element, which waits for its article, has not used what it has loaded.
const EARLY = /preloaded using link preload but not used/;

function visit(test, server, { expects = [] } = {}) {
    return test.browser.open('article.html', {
        address: server.address, until: null, settings: null, context: { viewport: { width: 900, height: 700 } }, expects: [EARLY, ...expects],
    });
}

const script = test => `<script src="${test.address}moment.js"></script>`;
const moment = (test, recording) => sidle(test, 'link', `recordings/${recording}.sidle`).trim();

// The frame of the page in an article, once it plays.
async function playing(test, player) {
    const { page } = player;
    const found = () => page.frames().find(frame => frame.url().startsWith(test.address));
    for (let tries = 0; ; tries += 1) {
        const frame = found();
        const plays = await frame?.evaluate(() => ['playing', 'free', 'failed'].includes(window.sidle?.state)).catch(() => false);
        if (plays) {
            return frame;
        }
        if (tries > 600) {
            throw new Error(`no frame plays: ${frame && await frame.innerText('body')}`);
        }
        await page.waitForTimeout(50);
    }
}

const clock = frame => frame.evaluate(() => window.test.words.findLast(word => word.startsWith('clock '))?.split(' ').slice(1));
const drawn = frame => frame.evaluate(() => window.test.frames);

async function comes(player, holds) {
    for (let tries = 0; tries < 200; tries += 1) {
        if (await holds()) {
            return true;
        }
        await player.page.waitForTimeout(50);
    }
    return false;
}

// The lines of docs/web.md, with the address of this page.
async function snippet(test) {
    const text = readFileSync(join(test.root, 'docs/web.md'), 'utf8').match(/```html\n([^]*?)```/)[1];
    const server = await article(test, text.replaceAll('https://example.org/sidle/', test.address));
    const player = await visit(test, server);
    const { page } = player;
    const asked = [];
    page.on('request', request => request.url().startsWith(test.address) && asked.push(request.url()));
    await page.waitForSelector('sidle-moment');
    await page.waitForTimeout(200);
    test.check('the snippet of docs/web.md loads nothing before a press', asked.length === 0 && page.frames().length === 1, asked.join(' '));
    await page.click('sidle-moment');
    const frame = await playing(test, player);
    const shown = await frame.evaluate(() => [window.sidle.state, getComputedStyle(document.getElementById('start')).display]);
    test.check('a press plays it without the card', shown.join(' ') === 'free none', shown.join(' '));
    server.close();
}

async function shared(test) {
    const [walk, ride] = ['walk', 'ride'].map(name => moment(test, name));
    const server = await article(test, `<sidle-moment id="one" title="A walk" poster="poster.svg" moment="?${FAST}${walk}"></sidle-moment>
        <sidle-moment id="two" width="320" height="200" moment="?${FAST}${ride}"></sidle-moment>${script(test)}`);
    const player = await visit(test, server);
    const { page } = player;
    const poster = await page.evaluate(() => {
        const { shadowRoot } = document.getElementById('one');
        return [shadowRoot.querySelector('img').hidden, shadowRoot.querySelector('button').getAttribute('aria-label')].join(' ');
    });
    test.check('an element shows its picture and says its title', poster === 'false Play: A walk', poster);
    await page.click('#one');
    const frame = await playing(test, player);
    await comes(player, async () => Number((await clock(frame))?.[1]) > 5);
    await frame.click('#embed-pause');
    await comes(player, async () => (await clock(frame))[4] === 'paused');
    const [first, , last] = (await clock(frame)).map(Number);
    const ticks = Number(sidle(test, 'replay', 'recordings/walk.sidle', '--verify').match(/(\d+) ticks/)[1]);
    test.check('the slider reaches from the first tick to the last', last - first === ticks - 1, `${first} to ${last}, ${ticks} ticks`);
    const to = async tick => {
        await frame.evaluate(tick => {
            const slider = document.getElementById('embed-time');
            slider.value = tick;
            slider.dispatchEvent(new Event('input'));
        }, tick);
        return comes(player, async () => Number((await clock(frame))[1]) === tick);
    };
    const end = await to(last);
    test.check('it goes ahead to ticks that were not played, and back', end && await to(first + 10));
    await frame.selectOption('#embed-controller', 'boxed');
    const switched = await comes(player, async () => (await clock(frame))[5] === 'boxed' && Number((await clock(frame))[1]) === first + 10);
    test.check('another controller moves from the same input, and is shown at the same tick', switched, (await clock(frame)).join(' '));
    await frame.click('#embed-pause');
    const goesOn = await comes(player, async () => (await clock(frame))[4] === 'runs' && Number((await clock(frame))[1]) > first + 20);
    test.check('the moment goes on from there', goesOn && Number((await clock(frame))[2]) === last, (await clock(frame)).join(' '));
    await frame.click('#embed-pause');
    await comes(player, async () => (await clock(frame))[4] === 'paused');
    const full = await frame.evaluate(() => document.getElementById('embed-full').href);
    const [, shown] = await clock(frame);
    test.check('a link leads to the same tick in the whole page', full === `${test.address}?${FAST.replace('?', '')}&tick=${shown}${walk}`, full.slice(0, 90));
    // One program for all. The picture of a long pause is not drawn again by itself.
    await comes(player, () => frame.evaluate(() => window.test.words.findLast(word => /^(rest|clock) /.test(word)).startsWith('rest ')));
    await page.evaluate(() => document.getElementById('two').shadowRoot.querySelector('button').click());
    await comes(player, () => page.evaluate(() => document.getElementById('one').shadowRoot.querySelector('iframe') === null));
    const other = await playing(test, player);
    const kept = await page.evaluate(() => {
        const canvas = document.getElementById('one').shadowRoot.querySelector('canvas');
        const isDrawn = canvas.getContext('2d').getImageData(canvas.width / 2, 2, 1, 1).data[3] === 255;
        return [!canvas.hidden, canvas.width > 100, isDrawn, document.querySelectorAll('sidle-moment').length].join(' ');
    });
    test.check('another element takes the frame, and the one before keeps its last picture', kept === 'true true true 2' && page.frames().length === 2, kept);
    const size = await other.evaluate(() => [innerWidth, innerHeight].join('x'));
    test.check('width and height are the size', size === '320x200', size);
    // Out of view.
    await page.evaluate(() => {
        document.body.style.paddingBottom = '3000px';
        scrollTo(0, 3000);
    });
    const still = await comes(player, async () => {
        const before = await drawn(other);
        await page.waitForTimeout(300);
        return await drawn(other) - before === 0;
    });
    test.check('a frame out of view draws nothing', still);
    await page.evaluate(() => scrollTo(0, 0));
    const before = await drawn(other);
    test.check('and goes on in view', await comes(player, async () => await drawn(other) > before + 3));
    // The one before begins again where it was.
    await page.click('#one');
    await page.waitForFunction(() => document.getElementById('one').shadowRoot.querySelector('iframe') !== null);
    const again = await playing(test, player);
    const returned = await comes(player, async () => (await clock(again))?.[1] === shown);
    test.check('an element that is pressed again shows the tick of its pause', returned, (await clock(again))?.join(' '));
    server.close();
    // The link in the whole page.
    const whole = await test.browser.open(full.slice(test.address.length));
    await whole.play();
    const place = await whole.place();
    test.check('the whole page pauses at that tick', place.tick === Number(shown), place.state);
}

async function levels(test) {
    const other = await serve(test.work);
    other.extra.set('/theirs.toml', LEVEL);
    const server = await article(test, `<sidle-moment id="own" level="mine.toml" overlays="contacts"></sidle-moment>
        <sidle-moment id="theirs" level="${other.address}theirs.toml"></sidle-moment>
        <sidle-moment id="gone" moment="?level=levels/gone.toml&replay=recordings/walk.sidle"></sidle-moment>
        <sidle-moment id="broken" level="broken.toml"></sidle-moment>${script(test)}`, { allows: other.address });
    server.extra.set('/broken.toml', LEVEL.replace('name', 'naem'));
    const expects = [/has been blocked by CORS policy/, /net::ERR_FAILED/, /404/, /could not load|unknown key|error/];
    const player = await visit(test, server, { expects });
    const { page } = player;
    await page.click('#own');
    const frame = await playing(test, player);
    const [level, full] = await frame.evaluate(() => [window.test.words.find(word => word.startsWith('level ')), document.getElementById('embed-full').hidden]);
    test.check('a level of the article plays', level === 'level linked/levels/frame.toml' && full, level);
    await page.click('#theirs');
    const words = () => page.evaluate(() => document.getElementById('theirs').shadowRoot.querySelector('span').textContent);
    await comes(player, async () => /CORS/.test(await words()));
    test.check('of a level of another site that it may not read, an element says so', (await words()).includes('(CORS)'), await words());
    for (const [id, sought, what] of [
        ['gone', 'This page has no file levels/gone.toml.', 'an element whose level is missing says so, and plays no other'],
        ['broken', '\nlevels/frame.toml:2:1: ', 'one whose level has problems lists them'],
    ]) {
        await page.click(`#${id}`);
        await page.waitForFunction(id => document.getElementById(id).shadowRoot.querySelector('iframe') !== null, id);
        const failed = await playing(test, player);
        const problem = await failed.innerText('#problem');
        test.check(what, await failed.evaluate(() => window.sidle.state) === 'failed' && problem.includes(sought), problem);
        await player.picture(`embed-${id}`);
    }
    test.missing.splice(0);
    server.close();
    other.close();
}

async function sandboxed(test) {
    const body = `<sidle-moment sandbox="allow-scripts" level="levels/corners.toml" why></sidle-moment>${script(test)}`;
    const server = await article(test, body);
    const refused = await visit(test, server, { expects: [/CORS/, /net::ERR_FAILED/] });
    await refused.page.click('sidle-moment');
    const failed = () => refused.page.frames().at(-1).innerText('#problem').catch(() => '');
    await comes(refused, async () => /CORS/.test(await failed()));
    test.check('in a sandbox, a page whose server does not allow it says that it is CORS', (await failed()).includes('(CORS)'), await failed());
    test.allow(true);
    const player = await visit(test, server, { expects: [/worker/i] });
    await player.page.click('sidle-moment');
    const frame = await playing(test, player);
    const facts = await frame.evaluate(() => ({
        origin: window.origin,
        state: window.sidle.state,
        notes: ['unkept', 'update', 'problem'].filter(id => getComputedStyle(document.getElementById(id)).display !== 'none'),
    }));
    test.check('in a sandbox without an origin, it plays and promises nothing', facts.origin === 'null' && facts.state === 'free' && facts.notes.length === 0, JSON.stringify(facts));
    test.allow(false);
    server.close();
}

async function plain(test) {
    const server = await article(test, `<iframe width="640" height="400" title="A walk" src="${test.address}?embed=1&${FAST}&slider=walk_speed,1,9,4.217,m/s${moment(test, 'walk')}"></iframe>`);
    const player = await visit(test, server);
    const { page } = player;
    const frame = page.frames()[1];
    await frame.waitForSelector('#embed-play', { state: 'visible' });
    await frame.waitForLoadState();
    const early = await frame.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter(name => /\.(wasm|json)/.test(name)));
    test.check('a plain frame waits for a press, and loads neither program nor levels before that',
        early.length === 0 && await frame.evaluate(() => window.wasm_exports === undefined), early.join(' '));
    await frame.click('#embed-play');
    await playing(test, player);
    const number = await frame.innerText('#embed-number-value');
    test.check('its slider says the recorded number, also between two steps', number === '4.217\u00a0m/s', number);
    const kept = await frame.evaluate(() => Object.keys(localStorage).length);
    test.check('it plays, and keeps nothing', kept === 0, `${kept}`);
    server.close();
}

function sliders(test) {
    const refused = ['', 'hz', 'hz,15,240', 'hz,15,240,300', 'hz,15,240,10', 'hz,15.5,240,30', 'hz,0,240,30', 'hz,15,240,30.5', 'walk_speed,5,2,3', 'walk_speed,1,x,1', 'a b,1,3,2'];
    const taken = refused.filter(text => readSlider(text) !== null);
    test.check('a slider whose numbers do not fit is left out', taken.length === 0, taken.join(' '));
    const [speed, rate] = ['walk_speed,2,10,5,m/s', 'hz,15,240,240'].map(readSlider);
    test.check('one whose numbers fit is shown', speed?.value === 5 && speed.unit === 'm/s' && rate?.value === 240, JSON.stringify([speed, rate]));
}
