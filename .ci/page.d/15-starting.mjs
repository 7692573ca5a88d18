// A quick start: how much is requested before the first frame, what is loaded later, what works without a network, and how
// a newer version of the page is offered.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FAST = 'msaa=1&resolution=50';

// What the first frame of the test level may cost: requests, and bytes compressed by gzip. 10-loading.mjs limits all bytes by brotli.
// The other part of the program has its own limit. It had 963 kB before the editor had a field with a tip for every key of the format, surfaces
// to choose and faces that meet, which took 22 kB. Its names, its flight, its arrows up slopes and its rings took 5 kB more, and so did
// its list of problems, the points of a path and the arrows of the inspector. Places for the level's own body, room for what is put down, and
// messages of loading with what helps took 10 kB.
const MAX_REQUESTS = 15;
const MAX_PROGRAM = 850_000;
const MAX_LATER = 1_010_000;
const MAX_BESIDE = 250_000;

const HASHED = /-([0-9a-f]{10})\.\w+$/;

// An offline browser reports each failed request.
const OFFLINE = [/Failed to load resource/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /could not load/, /terrain\.toml: cannot be read/];

export default [names, firstFrame, parts, waits, again, without, later, lost, offline, silent, update, withoutWorker];

const compressed = (test, path) => gzipSync(readFileSync(join(test.web, path)), { level: 9 }).length;

// The names of files, which contain the hashes of their content.
function names(test) {
    const all = readdirSync(test.web, { recursive: true }).filter(path => HASHED.test(path));
    const wrong = all.filter(path => {
        const hash = createHash('sha256').update(readFileSync(join(test.web, path))).digest('hex');
        return hash.slice(0, 10) !== path.match(HASHED)[1];
    });
    test.check('a file\'s name contains the hash of its content', all.length > 60 && wrong.length === 0, wrong.join(' ') || `${all.length} files`);
    const index = readFileSync(join(test.web, 'index.html'), 'utf8');
    const named = [...index.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, path]) => path);
    // Another page's folder is no file of this one.
    const plain = named.filter(path => !HASHED.test(path) && !path.endsWith('/'));
    test.check('index.html names only such files', named.length >= 8 && plain.length === 0, plain.join(' '));
    const missing = named.filter(path => !existsSync(join(test.web, path)));
    test.check('all of them exist', missing.length === 0, missing.join(' '));
    const unlike = Object.entries(test.catalog.files).filter(([path, { at }]) => !path.startsWith('fonts/')
        && !readFileSync(join(test.web, path)).equals(readFileSync(join(test.web, at))));
    test.check('levels and meshes can be read by their plain names, too', unlike.length === 0, unlike.join(' '));
}

// The paths that the page has requested.
async function requested(page) {
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return addresses.map(address => new URL(address).pathname.slice(1));
}

async function firstFrame(test) {
    const asked = [];
    const player = await test.browser.open(`?${FAST}`, {
        watch: page => page.on('request', request => asked.push(new URL(request.url()).pathname.slice(1) || 'index.html')),
    });
    const before = await player.page.evaluate(() => {
        const [drawn] = performance.getEntriesByName('drawn');
        const begun = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < drawn.startTime);
        return begun.map(({ name }) => new URL(name).pathname.slice(1));
    });
    const second = test.catalog.program.later.at;
    const all = new Set(['index.html', ...before.filter(path => path !== second)]);
    test.check(`the first frame takes at most ${MAX_REQUESTS} requests`, all.size >= 8 && all.size <= MAX_REQUESTS, `${all.size}: ${[...all].join(' ')}`);
    // The browser itself asks for the icon, too.
    const own = asked.filter(path => !path.endsWith('.svg'));
    test.check('nothing is requested twice', new Set(own).size === own.length, own.join(' '));
    const program = compressed(test, test.catalog.program.at);
    test.check('the program is small', program <= MAX_PROGRAM, `${program} bytes, compressed`);
    const beside = [...all].filter(path => path !== test.catalog.program.at).reduce((sum, path) => sum + compressed(test, path), 0);
    const rest = compressed(test, second);
    test.check('so is its other part', rest <= MAX_LATER, `${rest} bytes, compressed`);
    test.check('so is everything else before the first frame', beside <= MAX_BESIDE, `${beside} bytes, compressed`);
    test.check('no other level is loaded', ![...all].some(path => /terrain|stairs/.test(path)));
}

// Opens the page with a second part of the program that does not arrive before `release`. `seen` has the requests for which the program
// stands still; one releases the part a little later.
async function held(test) {
    const { at } = test.catalog.program.later;
    const seen = { still: 0, released: false };
    let release = null;
    const released = new Promise(done => {
        release = () => {
            seen.released = true;
            done();
        };
    });
    const hold = async route => {
        if (route.request().resourceType() === 'xhr') {
            seen.still += 1;
            setTimeout(release, 500);
        }
        await released;
        await route.continue();
    };
    const player = await test.browser.open('', { watch: page => page.route(`**/${at}`, hold) });
    return { player, seen, release };
}

// The second part of the program is slow.
async function parts(test) {
    const { player, seen } = await held(test);
    test.check('the courtyard is drawn before the second part of the program is there', seen.still === 0 && !seen.released);
    const words = await player.words();
    await player.page.evaluate(() => window.sidle.host.send('open levels/corners.toml'));
    await player.word('level levels/corners.toml', words);
    test.check('a program that needs that part asks for it, and goes on when it arrives', seen.still === 1 && seen.released, JSON.stringify(seen));
}

// What the player chooses meanwhile.
async function waits(test) {
    const { player, seen, release } = await held(test);
    const words = await player.words();
    await player.page.click('#levels a[data-path="levels/corners.toml"]');
    await player.frames(5);
    const said = await player.page.textContent('#say');
    test.check('a level that is chosen before that part is there waits for it, and the game goes on', seen.still === 0 && said.startsWith('loading'),
        `${said}, ${JSON.stringify(seen)}`);
    release();
    await player.word('level levels/corners.toml', words);
    test.check('and is opened then, without a break', seen.still === 0, JSON.stringify(seen));
}

// The network returns after the second part of the program has failed.
async function again(test) {
    const { at } = test.catalog.program.later;
    let [isThere, refused] = [false, 0];
    const player = await test.browser.open('', {
        watch: page => page.route(`**/${at}`, route => {
            refused += isThere ? 0 : 1;
            return isThere ? route.continue() : route.abort();
        }),
        expects: [/Failed to load resource|ERR_FAILED/, /later-/],
    });
    await player.frames(5);
    isThere = true;
    const words = await player.words();
    // A worker loads so large a mesh.
    await player.page.evaluate(() => {
        const text = `${'# A comment.\n'.repeat(20_000)}v -9 0 -9\nv -9 0 9\nv 9 0 9\nv 9 0 -9\nf 1 2 3 4\n`;
        window.sidle.host.files.put('dropped/plain.obj', new TextEncoder().encode(text));
        window.sidle.host.send('open dropped/plain.obj');
    });
    await player.word('level dropped/plain.obj', words);
    test.check('a part that has failed is requested again, and the workers get it', refused > 0 && player.page.workers().length > 0,
        `refused ${refused} times, ${player.page.workers().length} workers`);
}

// The second part of the program does not arrive.
async function without(test) {
    const { at } = test.catalog.program.later;
    // In a frame, and in an event of the browser, such as a drop onto the canvas.
    for (const needs of [() => window.sidle.host.send('new level'), () => setTimeout(() => window.wasm_exports.on_files_dropped_start())]) {
        const player = await test.browser.open('', {
            watch: page => page.route(`**/${at}`, route => route.abort()),
            expects: [/Failed to load resource|ERR_FAILED/, /could not load/, /later-/],
        });
        await player.page.evaluate(needs);
        await player.waitState('failed');
        const problem = await player.page.innerText('#problem');
        test.check('the page says which part of the program does not arrive', problem.includes(at) && problem.startsWith('The game did not load'), problem);
        await player.close();
    }
}

// What a level needs arrives when it is played, in one round of requests.
async function later(test) {
    const player = await test.browser.open(`?${FAST}`);
    const { page } = player;
    const size = await page.innerText('#levels a[data-path="levels/terrain.toml"] small');
    test.check('the list shows how much a level has to load', /^\d+ kB$/.test(size), size);
    const before = new Set(await requested(page));
    const words = await player.words();
    // So slow a server tells requests that wait for each other from those that do not.
    await page.context().route(/\/(levels|assets)\//, async route => {
        await new Promise(done => setTimeout(done, 300));
        await route.continue();
    });
    await page.click('#levels a[data-path="levels/corners.toml"]');
    await player.word('level levels/corners.toml', words);
    const entries = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd })));
    const loaded = entries.filter(({ name }) => /\/(levels|assets)\//.test(name) && !before.has(new URL(name).pathname.slice(1)));
    const wanted = ['levels/corners.toml', ...test.catalog.files['levels/corners.toml'].needs].filter(path => test.catalog.files[path].text === undefined);
    test.check('a level is loaded when it is played, with what it needs and nothing else', loaded.length === wanted.length, loaded.map(({ name }) => name).join(' '));
    const lastStart = Math.max(...loaded.map(({ startTime }) => startTime));
    const firstEnd = Math.min(...loaded.map(({ responseEnd }) => responseEnd));
    test.check('its files are requested at once', lastStart < firstEnd, `${lastStart} < ${firstEnd}`);
    const known = await player.page.evaluate(() => window.sidle.host.files.list().filter(name => name.startsWith('levels/')).length);
    const shipped = Object.keys(test.catalog.files).filter(path => path.startsWith('levels/')).length;
    test.check('the game lists all levels, loaded or not', known === shipped, `${known} of ${shipped}`);
}

// An open page whose files were replaced by those of a newer version still finds levels.
async function lost(test) {
    const player = await test.browser.open(`?${FAST}`, { expects: [/404/, /speed-.*ERR_ABORTED/] });
    const { at } = test.catalog.files['levels/speed.toml'];
    await player.page.route(`**/${at}`, route => route.fulfill({ status: 404, body: '' }));
    const words = await player.words();
    await player.page.click('#levels a[data-path="levels/speed.toml"]');
    await player.word('level levels/speed.toml', words);
    test.check('a level whose hashed name is gone is read by its plain name', true);
}

// Waits until the service worker has stored the page, and all that the page has loaded.
async function stored(player) {
    await player.page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        const has = address => caches.match(address);
        for (;;) {
            const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
            const found = await Promise.all(loaded.filter(name => /-[0-9a-f]{10}\.\w+$/.test(name)).map(has));
            if (found.every(Boolean)) {
                return;
            }
            await new Promise(resolve => setTimeout(resolve, 100));
        }
    });
}

async function offline(test) {
    const player = await test.browser.open(`?${FAST}`, { expects: OFFLINE });
    const { page } = player;
    const words = await player.words();
    await page.click('#levels a[data-path="levels/speed.toml"]');
    await player.word('level levels/speed.toml', words);
    await stored(player);
    await page.context().setOffline(true);
    await page.goto(`${test.address}?${FAST}`);
    await player.waitState('ready');
    test.check('after one visit, the page starts without a network', true);
    await page.goto(`${test.address}?${FAST}&level=levels/speed.toml`);
    await player.waitState('ready');
    await player.word('level levels/speed.toml');
    test.check('a visited level plays without a network, also by its address', true);
    await page.click('#levels a[data-path="levels/terrain.toml"]');
    await player.line('could not load levels/terrain.toml', 0);
    await page.waitForSelector('#missing', { state: 'visible' });
    const missing = await page.innerText('#missing');
    test.check('a level that was not visited says that it needs a network, above the list', missing.startsWith('levels/terrain.toml needs a network')
        && await player.state() === 'ready' && await page.isHidden('#drawer'), missing);
    const marks = await page.evaluate(() => ['terrain', 'speed'].map(name => document.querySelector(`#levels a[data-path="levels/${name}.toml"] small`).textContent));
    test.check('the list marks such levels', marks[0] === 'needs a network' && marks[1].endsWith('kB'), marks.join(', '));
    await player.picture('offline-level');
    await page.goto(`${test.address}?${FAST}&level=levels/terrain.toml`);
    await player.waitState('ready');
    test.check('and so does its address', (await page.innerText('#missing')).startsWith('levels/terrain.toml needs a network'));
    await page.context().setOffline(false);
    const names = await page.evaluate(async () => {
        const all = await Promise.all((await caches.keys()).map(async name => (await (await caches.open(name)).keys()).map(({ url }) => url)));
        return all.flat();
    });
    const guests = names.filter(name => /moment|dropped|linked|kept|\?/.test(name));
    test.check('the worker stores nothing of a link, a drop or a parameter', names.length > 8 && guests.length === 0, guests.join(' '));
}

// A server that accepts requests, and answers none.
async function silent(test) {
    const player = await test.browser.open(`?${FAST}`);
    const { page } = player;
    await stored(player);
    test.silent.add('/index.html');
    const begun = performance.now();
    // The document is there before the program.
    await page.goto(`${test.address}?${FAST}`, { waitUntil: 'commit' });
    const seconds = (performance.now() - begun) / 1000;
    test.silent.clear();
    await player.waitState('ready');
    test.check('if the server is silent, the stored page starts after three seconds', seconds > 2.5 && seconds < 10, `${seconds.toFixed(1)} s`);
}

// The names of the caches, and whether one of them has a file.
const cached = (page, path) => page.evaluate(async path => [await caches.keys(), await caches.match(path) !== undefined], path);

async function update(test) {
    const worker = readFileSync(join(test.web, 'sw.js'), 'utf8');
    const index = readFileSync(join(test.web, 'index.html'), 'utf8');
    const player = await test.browser.open(`?${FAST}`);
    const { page } = player;
    const words = await player.words();
    await page.click('#levels a[data-path="levels/speed.toml"]');
    await player.word('level levels/speed.toml', words);
    await stored(player);
    // The cache of an earlier version, as it was.
    await page.evaluate(async () => {
        const old = await caches.open('sidle-visited');
        await old.put('old-0123456789.toml', new Response('old'));
        await old.put('levels/mine.toml', new Response('mine'));
    });
    await page.goto(`${test.address}?${FAST}`);
    await player.waitState('ready');
    test.check('without a newer version, none is offered', !await page.isVisible('#update'));
    test.put('sw.js', worker.replace(/VERSION = '\w+'/, 'VERSION = \'0123456789\''));
    test.put('index.html', index.replace('<title>', '<title>newer '));
    // Another address makes the browser look at once. By itself it looks when it likes, often a minute later.
    await page.evaluate(async () => {
        window.mark = 'this page';
        await navigator.serviceWorker.register('sw.js?newer', { updateViaCache: 'none' });
    });
    await page.waitForSelector('#update:not([hidden])');
    await player.picture('update');
    test.check('a newer version is offered', await page.isVisible('#update-now'));
    await player.play();
    test.check('it asks for nothing while the game is played', !await page.isVisible('#update'));
    await player.frames(10);
    test.check('it replaces no page that is open', await page.evaluate(() => window.mark) === 'this page');
    await page.evaluate(() => document.exitPointerLock());
    await player.waitState('free');
    await Promise.all([page.waitForEvent('load'), page.click('#update-now')]);
    await player.waitState('ready');
    const title = await page.title();
    test.check('Update loads it', title.startsWith('newer') && await page.evaluate(() => window.mark) === undefined, title);
    const { at } = test.catalog.files['levels/speed.toml'];
    const isOne = await player.comes(async () => (await cached(page, at))[0].length === 1);
    const [names, hasLevel] = await cached(page, at);
    test.check('each version has one cache, and the older ones are gone', isOne && names[0].includes('0123456789'), names.join(' '));
    test.check('a visited level that has not changed stays stored', hasLevel && (await cached(page, 'levels/mine.toml'))[1]);
    test.check('a file of an older version does not', !(await cached(page, 'old-0123456789.toml'))[1]);
    // The stored page is the newer one, and with a network, the page always is the server's.
    test.put('index.html', index.replace('<title>', '<title>newest '));
    await page.reload();
    await player.waitState('ready');
    test.check('index.html is never stale', (await page.title()).startsWith('newest'), await page.title());
    test.take('index.html');
    test.take('sw.js');
}

// Over plain http, or in a browser that allows no worker.
async function withoutWorker(test) {
    const player = await test.browser.open(`?${FAST}`, {
        before: () => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }),
    });
    test.check('the page works without a service worker', await player.state() === 'ready');
}
