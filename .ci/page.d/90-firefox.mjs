// The core of the page in Firefox: it loads under the page's policy, walks, stores settings and drafts, returns to the level before,
// shows why, gives the tour, plays in a frame, refuses a hostile link, and computes the same bits as the native program.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sidle } from './native.mjs';

const EXECUTABLE = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const LIMIT = 120_000;
const FAST = '?msaa=1&resolution=30';

// Firefox's messages that are not about the page.
const KNOWN = [/WEBGL_debug_renderer_info is deprecated/, /WebGL warning:/, /GPU stall|performance warning/i];

export default [firefox];

async function firefox(test) {
    const require = createRequire(join(test.root, 'target/page-test/'));
    const { launch } = require('puppeteer-core');
    // Without a display, Firefox has no WebGL.
    const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await once(display.stdio[3], 'data');
    const browser = await launch({
        browser: 'firefox',
        executablePath: EXECUTABLE,
        headless: false,
        // Draws in software, so that the test runs on every machine.
        extraPrefsFirefox: { 'webgl.force-enabled': true, 'webgl.forbid-software': false },
        env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', DISPLAY: `:${String(number).trim()}` },
    });
    try {
        const first = await visit(browser);
        await walk(test, first);
        await look(test, first);
        await learn(test, first);
        await embed(test, await visit(browser));
        await simulate(test, await visit(browser));
        await refuse(test, await visit(browser));
    } finally {
        await browser.close();
        display.kill();
    }
}

// A page with empty storage. `lines` are what it prints, `noise` its errors and warnings.
async function visit(browser) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT);
    await page.setViewport({ width: 640, height: 400 });
    const [lines, noise] = [[], []];
    page.on('console', message => {
        lines.push(...message.text().split('\n'));
        if (['error', 'warn', 'warning'].includes(message.type()) && !KNOWN.some(known => known.test(message.text()))) {
            noise.push(message.text());
        }
    });
    page.on('pageerror', error => noise.push(`thrown: ${error.message}`));
    const until = state => page.waitForFunction(wanted => window.sidle?.state === wanted, { timeout: LIMIT }, state);
    return { page, lines, noise, until };
}

// Asks the game for the player's place.
async function place({ page, lines }) {
    const from = lines.length;
    await page.evaluate(() => window.sidle.host.send('press tell_place'));
    const end = performance.now() + LIMIT;
    for (;;) {
        const found = lines.slice(from).find(line => line.includes('spawn='));
        if (found) {
            return found;
        }
        if (performance.now() > end) {
            throw new Error(`the page printed no place; its last lines:\n${lines.slice(-10).join('\n')}`);
        }
        await page.evaluate(() => new Promise(frame => requestAnimationFrame(frame)));
    }
}

async function walk(test, player) {
    const { page, noise, until } = player;
    await page.goto(test.address + FAST);
    await until('ready');
    await page.click('#play');
    await page.waitForFunction(() => ['playing', 'free'].includes(window.sidle.state), { timeout: LIMIT });
    const start = await place(player);
    await page.keyboard.down('w');
    let walked = start;
    for (let left = 40; left > 0 && walked === start; left -= 1) {
        walked = await place(player);
    }
    await page.keyboard.up('w');
    test.check('Firefox: the page loads, and W walks', start.includes('0.000,0.500,16.000') && walked !== start, walked);
    await page.evaluate(() => window.sidle.host.send('press more_sensitive'));
    const stored = await page.waitForFunction(() => localStorage.getItem('sidle/kept/settings.toml')?.includes('sensitivity'), { timeout: LIMIT })
        .then(() => true, () => false);
    test.check('Firefox: the browser stores a changed setting', stored);
    await page.screenshot({ path: join(test.pictures, 'firefox.png') });
    test.check('Firefox: the page reports no errors, and nothing violates its policy', noise.length === 0, noise.join('\n'));
}

// What a player does next: the level's text in two tabs, another level, and back.
async function look(test, { page, noise }) {
    const waits = (holds, tab = page) => tab.waitForFunction(holds, { timeout: LIMIT }).then(() => true, () => false);
    const press = (name, tab = page) => tab.evaluate(name => document.querySelector(`#bar [data-name=${name}]`).click(), name);
    await press('text');
    await waits(() => document.getElementById('drawer-editor').shadowRoot?.activeElement);
    await page.keyboard.down('Control');
    await page.keyboard.press('Home');
    await page.keyboard.up('Control');
    await page.keyboard.type('# firefox\n');
    const isDrafted = await waits(() => Object.entries(localStorage).some(([name, text]) => name.startsWith('sidle-draft/') && text.includes('# firefox')));
    test.check('Firefox: a changed text is kept as a draft', isDrafted);
    const other = await page.browserContext().newPage();
    await other.goto(test.address + FAST);
    await waits(() => window.sidle?.state === 'ready', other);
    await other.click('#play');
    await press('text', other);
    const isTold = await waits(() => document.getElementById('drawer-draft-words').textContent.startsWith('Another tab'), other);
    test.check('Firefox: a second tab says that the first one changes the level', isTold);
    await other.close();
    await page.bringToFront();
    await press('levels');
    await page.click('#levels a[data-path="levels/corners.toml"]');
    const isThere = await waits(() => location.search.endsWith('level=levels/corners.toml'));
    await page.evaluate(() => history.back());
    const isBack = await waits(() => document.querySelector('#levels a[aria-current]').dataset.path === 'levels/courtyard.toml' && !location.search.includes('corners'));
    test.check('Firefox: the address names the level, and Back returns', isThere && isBack, await page.url());
    test.check('Firefox: all this reports no errors', noise.length === 0, noise.join('\n'));
}

// The panel, the tour and "see why".
async function learn(test, { page, noise }) {
    const waits = (holds, ...values) => page.waitForFunction(holds, { timeout: LIMIT }, ...values).then(() => true, () => false);
    const touches = wanted => waits(wanted => document.getElementById('thumbs').dataset.touches === wanted, wanted);
    await page.click('#play');
    await page.waitForFunction(() => ['playing', 'free'].includes(window.sidle.state), { timeout: LIMIT });
    await page.keyboard.press('Tab');
    const hasPanel = await touches('game');
    await page.keyboard.press('Escape');
    test.check('Firefox: Tab opens the panel, and Esc closes it', hasPanel && await touches('sticks'));
    await page.keyboard.press('F1');
    await touches('game');
    await page.keyboard.press('Enter');
    test.check('Firefox: Enter in the help begins the tour', await waits(() => !document.getElementById('tour-leave').hidden));
    await page.keyboard.press('5');
    await page.keyboard.down('w');
    const isSeen = await waits(() => !document.getElementById('card').hidden);
    await page.keyboard.up('w');
    test.check('Firefox: 5 shows why, once a wall is touched', isSeen);
    test.check('Firefox: that reports no errors either', noise.length === 0, noise.join('\n'));
}

async function embed(test, { page, noise, until }) {
    await page.goto(`${test.address}${FAST}&embed=1&level=levels/corners.toml`);
    await page.waitForSelector('#embed-play', { visible: true });
    await page.click('#embed-play');
    await until('free');
    test.check('Firefox: a frame plays after a press', noise.length === 0, noise.join('\n'));
}

async function simulate(test, { page, lines, until }) {
    const walk = ['--script', 'recordings/walk.toml', '--controller', 'swept'];
    const hash = /^.*hash.*?([0-9a-f]{16})/m;
    const [, native] = sidle(test, 'simulate', 'levels/courtyard.toml', ...walk, '--json').match(/"hash":\s*"([0-9a-f]{16})"/);
    await page.goto(`${test.address}?simulate=1&level=levels/courtyard.toml&script=recordings/walk.toml&controller=swept`);
    await until('headless');
    const [, found] = lines.join('\n').match(hash) ?? [];
    test.check('Firefox: a walk ends with the hash of the native program', found === native, `${found}, ${native}`);
}

async function refuse(test, { page, until }) {
    await page.goto(`${test.address}?level=//127.0.0.1:9/a.toml`);
    await until('failed');
    const report = await page.$eval('#problem', problem => problem.innerText);
    const inline = await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.evil = 1';
        document.body.append(script);
        return window.evil;
    });
    test.check('Firefox: an address on another server is refused, and inline code does not run',
        report.includes('not allowed') && inline === undefined, report);
}
