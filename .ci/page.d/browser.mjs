// The browser, and players in it: each has a page of their own, with nothing kept from before.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Player } from './player.mjs';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
// Drawn by the processor, so that it works everywhere: Mesa takes half the time of Chromium's own SwiftShader.
const DRAWING = ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'];
const ENVIRONMENT = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', LP_NUM_THREADS: '1' };
const SMALL = { width: 640, height: 400 };

// What Chromium complains of that is not ours.
const KNOWN = [
    // A screenshot reads the picture back, and the driver tells that this takes time.
    /GL Driver Message \(OpenGL, Performance, .*GPU stall due to ReadPixels/,
];

export class Browser {
    constructor(test) {
        this.test = test;
        this.running = new Map();
        this.players = [];
    }

    // One process for each list of options.
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

    // Opens the page with `query` and waits until the game is `until`. `settings` is what the browser has kept from an
    // earlier visit, `context` what kind of device it is, and `expects` are complaints that belong to the test.
    async open(query = '', options = {}) {
        const { until = 'ready', drawing = DRAWING, context = {}, expects = [], before, settings = 'hints_seen = true' } = options;
        const browser = await this.process(drawing);
        const held = await browser.newContext({ viewport: SMALL, acceptDownloads: true, ...context });
        const player = new Player(this.test, await held.newPage(), [...KNOWN, ...expects]);
        this.players.push(player);
        await player.begin({ settings, before });
        await player.go(query, until);
        return player;
    }

    // All players leave. Returns what there was to complain of.
    async closePlayers() {
        const noise = [];
        for (const player of this.players.splice(0)) {
            noise.push(...player.noise);
            await player.page.context().close().catch(error => noise.push(error.message.split('\n')[0]));
        }
        return noise;
    }

    async close() {
        await Promise.all([...this.running.values()].map(browser => browser.close()));
    }
}
