// The browser and its players. Each player has a page of its own, with empty storage.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Player } from './player.mjs';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
// Renders in software, so that the tests run on every machine. Mesa takes half the time of Chromium's SwiftShader. But
// Chromium itself puts the page together in half of Mesa's time.
const DRAWING = [
    '--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist', '--disable-gpu-compositing',
    // Otherwise a busy machine that draws for more than ten seconds at a picture loses all graphics, and after a few such
    // losses for good.
    '--disable-gpu-watchdog', '--disable-gpu-process-crash-limit', '--disable-domain-blocking-for-3d-apis',
];
const ENVIRONMENT = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', LP_NUM_THREADS: '2' };
const SMALL = { width: 640, height: 400 };

// Whether everything is drawn, for the pictures that people look at.
const PICTURES = process.env.PICTURES !== undefined;

// Runs in the page before its own scripts: nothing is drawn. Most tests look at no picture, and drawing without a graphics card
// takes nearly all of the time of a frame.
function drawNothing() {
    for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
        WebGL2RenderingContext.prototype[name] = () => {};
    }
}

// Without what changes pictures by itself: the hints of a first game, and ambient occlusion, which comes a little later than
// the level.
const SETTINGS = 'hints_seen = true\nambient_occlusion = false\neffects = false';

// Chromium's warnings that are not about the page.
const KNOWN = [
    // A page that is left while its worker or icon loads.
    /failed: .*\/(worker-\w+\.js|icon-\w+\.svg) net::ERR_ABORTED/,
    // A screenshot reads the picture back, and the driver warns that this is slow.
    /GL Driver Message \(OpenGL, Performance, .*GPU stall due to ReadPixels/,
];

export class Browser {
    constructor(test) {
        this.test = test;
        this.running = new Map();
        this.players = [];
    }

    // Returns the browser process with these options. There is one for each list of options.
    async process(drawing) {
        const key = drawing.join(' ');
        if (!this.running.get(key)?.isConnected()) {
            const require = createRequire(join(this.test.root, 'target/page-test/'));
            const { chromium } = require('playwright-core');
            const args = ['--no-sandbox', ...drawing];
            this.running.set(key, await chromium.launch({ executablePath: EXECUTABLE, args, env: ENVIRONMENT }));
        }
        return this.running.get(key);
    }

    async context(drawing, context) {
        const browser = await this.process(drawing);
        // Without the motion behind the card, so that pictures are comparable.
        return browser.newContext({ viewport: SMALL, acceptDownloads: true, reducedMotion: 'reduce', ...context });
    }

    // Opens the page with `query` and waits for the state `until`. `settings` are the stored settings of an earlier
    // visit, `context` describes the device, and `expects` are patterns of the errors that the test causes. `before`
    // runs in the page before its own scripts; a list is a function and its argument. `watch` receives the page before it is loaded.
    // Only if it `draws` has the game a picture. With `tab`, another player, the page is another tab of the same browser, with the same
    // storage. `address` is that of another server; a page that is not the game has no state to wait for.
    async open(query = '', options = {}) {
        const { until = 'ready', drawing = DRAWING, context = {}, expects = [], before, watch, draws = PICTURES, tab = null } = options;
        const { address = this.test.address } = options;
        const { settings = tab ? null : SETTINGS } = options;
        const held = tab?.page.context() ?? await this.context(drawing, context);
        const player = new Player(this.test, await held.newPage(), [...KNOWN, ...expects]);
        this.players.push(player);
        watch?.(player.page);
        if (!draws) {
            await player.page.addInitScript(drawNothing);
        }
        await player.begin({ settings, before });
        await player.go(query, until, address);
        return player;
    }

    // Closes all players' pages. Returns the unexpected errors and warnings.
    async closePlayers() {
        const players = this.players.splice(0);
        await Promise.all(players.map(player => player.close()));
        return players.flatMap(player => player.noise);
    }

    async close() {
        await Promise.all([...this.running.values()].map(browser => browser.close()));
    }
}
