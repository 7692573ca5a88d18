// Tests the installed package and the walk of three.js in Chromium: `node browser.mjs FOLDER`, which has them.
//
// Needs playwright-core in target/page-test. Saves a picture of the walk as target/npm/walk.png.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import { serve } from '../../../.ci/page.d/serve.mjs';

const { chromium } = createRequire(resolve('target/page-test/package.json'))('playwright-core');
const args = ['--no-sandbox', '--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist', '--disable-gpu-watchdog'];
const env = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' };

const server = await serve(resolve(process.argv[2]));
server.extra.set('/runs.js', readFileSync(new URL('runs.mjs', import.meta.url)));
server.extra.set('/runs.html', '<!DOCTYPE html>');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args, env });
const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
const errors = [];
page.on('pageerror', error => errors.push(error.message));

// The hashes of the four runs.
await page.goto(`${server.address}runs.html`);
const hashes = await page.evaluate(async () => {
    const { load } = await import('/node_modules/sidle/index.js');
    const { runs } = await import('/runs.js');
    return runs(await load());
});
assert.equal(hashes, readFileSync('crates/capi/tests/hashes.txt', 'utf8'));

// A walk up the stairs with keys: the position comes from the example's text.
await page.goto(`${server.address}index.html`);
const position = async () => (await page.textContent('#hud')).split(' ').slice(0, 3).map(Number);
const until = async (isReached, what) => {
    for (let tries = 0; tries < 300; tries++) {
        if (isReached(await position())) return;
        await page.waitForTimeout(50);
    }
    throw new Error(`never ${what}: ${await page.textContent('#hud')}, ${errors}`);
};
await until(([, y]) => Math.abs(y - 0.3) < 0.01, 'on the ground');
await page.screenshot({ path: 'target/npm/walk.png' });
await page.keyboard.down('KeyW');
await until(([, y, z]) => z < -9 && y > 3, 'lifted, at the wall behind the lift');
await page.keyboard.up('KeyW');
assert.deepEqual(errors, []);
await browser.close();
server.close();
console.log('chromium: the same hashes as native, and a walk with keys up the stairs and onto the lift');
