// Loading the page and starting to play: the progress bar, the card, the first frame, capturing the mouse.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sizes } from './serve.mjs';
import { pageUrl } from '../../web/page-url.mjs';

const FAST = '?msaa=1&resolution=50';

// The most that the first picture may take. It had 849 kB before its labels kept clear of arrows, and each pane had its own body, and 851 kB
// before each pane had a camera, and each verdict a span.
const MAX_REQUESTS = 12;
const MAX_BYTES = 862_000;

export default [figures, bar, moves, mouse, published];

async function figures(test) {
    const { bytes, gzip } = await sizes(join(test.web, test.catalog.program.at));
    const megabytes = count => `${(count / 1e6).toFixed(3)} MB`;
    test.figure(`${test.catalog.program.at}: ${megabytes(bytes)}, gzip ${megabytes(gzip)}`);
    const desktop = { viewport: { width: 1280, height: 720 } };
    const player = await test.browser.open('', { context: desktop });
    const drawn = await player.page.evaluate(() => window.test.drawn);
    test.figure(`first frame of 1280x720 after ${Math.round(drawn)} ms`);
    // The second part of the program may arrive before the picture is drawn, which does not wait for it.
    const received = await player.page.evaluate(later => {
        const { startTime } = performance.getEntriesByName('drawn')[0];
        const all = ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type));
        const needed = all.filter(({ name, responseEnd }) => responseEnd <= startTime && !name.endsWith(later));
        return needed.map(({ transferSize }) => transferSize);
    }, test.catalog.program.later.at);
    const sum = received.reduce((all, bytes) => all + bytes, 0);
    const words = `${received.length} requests, ${megabytes(sum)}`;
    // Only a build with COMPRESS=1 has what servers with brotli send.
    const isPrepared = existsSync(join(test.web, `${test.catalog.program.at}.br`));
    test.check(`the first picture takes at most ${MAX_REQUESTS} requests${isPrepared ? ` and ${megabytes(MAX_BYTES)}` : ''}`,
        received.length <= MAX_REQUESTS && (!isPrepared || sum <= MAX_BYTES), words);
    await player.frames(10);
    await player.picture('desktop-card');
    await player.play();
    await player.frames(20);
    await player.picture('desktop-play');
    test.check('the page loads, and its first frame is drawn', drawn > 0);
}

async function bar(test) {
    const player = await test.browser.open('?unheard=1', {
        until: 'loading',
        expects: [/the page has no parameter `unheard`/],
        // Delays the program until the test has checked the bar.
        before: () => {
            const { fetch } = window;
            window.fetch = async (...args) => {
                if (/sidle-\w+\.wasm$/.test(String(args[0]))) {
                    await new Promise(resolve => {
                        window.release = resolve;
                    });
                }
                return fetch(...args);
            };
        },
    });
    const { page } = player;
    await page.waitForFunction(() => document.querySelector('#loaded').value > 0 && window.release);
    const words = await page.textContent('#loading-what');
    test.check('a bar shows how much of the page is loaded', / of \d+\.\d MB: /.test(words), words);
    test.check('the play button is disabled while the page loads', await page.isDisabled('#play'));
    await page.evaluate(() => window.release());
    await player.waitState('ready');
    await page.waitForSelector('#play:enabled');
    const button = (await page.innerText('#play')).trim();
    test.check('when the page is loaded, the card says what to do', /click to play/i.test(button), button);
    const shipped = readdirSync(join(test.root, 'levels')).filter(file => file.endsWith('.toml')).length;
    const levels = await page.locator('#levels a').count();
    test.check('the card lists all levels', levels === shipped, `${levels} of ${shipped}`);
    const cut = await page.evaluate(() => [...document.querySelectorAll('#levels :is(strong, span), #loading-what')]
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1 && clientHeight > 0)
        .map(({ textContent }) => textContent));
    const unfinished = await page.locator('#levels span').evaluateAll(all => all.map(({ textContent }) => textContent).filter(words => !/[.?!]$/.test(words)));
    test.check('no description on the card is cut', cut.length === 0 && unfinished.length === 0, [...cut, ...unfinished].join(' | '));
    test.check('an unknown parameter causes a warning', player.lines.some(line => line.includes('`unheard`')));
}

// The picture behind the card moves, unless the player wants no motion.
async function moves(test) {
    const player = await test.browser.open(FAST, { draws: true, context: { reducedMotion: 'no-preference' } });
    const { page } = player;
    const first = await player.picture();
    test.check('the picture behind the card moves', await player.pictureThat(false, first) !== null);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    test.check('but not for players who want no motion', await player.stillPicture() !== null);
}

async function mouse(test) {
    const player = await test.browser.open(FAST);
    const { page } = player;
    const isCaptured = () => page.evaluate(() => document.pointerLockElement?.id === 'glcanvas');
    await player.play();
    test.check('a click starts the game and captures the mouse', await isCaptured());
    const before = await player.place();
    await page.mouse.move(300, 200);
    await page.mouse.move(380, 200, { steps: 4 });
    const turned = await player.comes(async () => (await player.place()).yaw < before.yaw - 1);
    test.check('the mouse turns the view', turned);
    // A headless browser ignores Esc, so the page releases the mouse itself.
    await page.evaluate(() => document.exitPointerLock());
    await player.waitState('free');
    test.check('the mouse is released, and the page notices it', !(await isCaptured()));
    await page.mouse.move(200, 100);
    await player.comes(() => page.isVisible('#bar button'));
    test.check('the bar appears while the mouse is released', await page.isVisible('#bar button[data-name=panel]'));
    // Chromium refuses to capture the mouse again for a moment.
    const again = await player.comes(async () => {
        await page.mouse.click(320, 250);
        await player.frames(3);
        return isCaptured();
    });
    test.check('a click captures the mouse again', again);
    await player.waitState('playing');
}

// Where GitHub publishes the page of a repository, which its preview in a chat depends on.
function published(test) {
    for (const [repository, address] of [
        ['ada/sidle', 'https://ada.github.io/sidle/'],
        ['ada/Sidle.js', 'https://ada.github.io/Sidle.js/'],
        ['Ada/sidle', 'https://ada.github.io/sidle/'],
        ['ada/ada.github.io', 'https://ada.github.io/'],
        ['Ada-L/ada-l.GitHub.io', 'https://ada-l.github.io/'],
        ['ada/eve.github.io', 'https://ada.github.io/eve.github.io/'],
        ['ada/github.io', 'https://ada.github.io/github.io/'],
    ]) {
        test.check(`GitHub publishes ${repository} at ${address}`, pageUrl(repository) === address, pageUrl(repository));
    }
    const refused = ['', 'ada', 'ada/', '/sidle', 'ada/sidle/x'].filter(name => {
        try {
            return pageUrl(name) === undefined;
        } catch {
            return true;
        }
    });
    test.check('what names no repository has no address', refused.length === 5, refused.join(' | '));
}
