// Measures the first picture over slow networks: `node .ci/first-picture.mjs [target/web]`.
//
// Visits the page once for each of the browser's own network profiles, with an empty cache. Prints when the courtyard was
// first drawn, and the requests and bytes before that. Needs playwright-core in target/page-test and Chromium.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import { serve } from './page.d/serve.mjs';

const { chromium } = createRequire(resolve('target/page-test/package.json'))('playwright-core');

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const DRAWING = ['--no-sandbox', '--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'];
const ENVIRONMENT = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' };

// Bits per second down and up, and the latency in milliseconds, of the profiles in Chromium's developer tools. The tools
// slow them further, to make up for requests that they cannot delay in each detail; this does not.
const PROFILES = {
    'no limit': null,
    'fast 4G': { down: 9_000_000, up: 1_500_000, latency: 60 },
    'slow 4G': { down: 1_600_000, up: 750_000, latency: 150 },
};

// Visits the page. Returns the seconds until the first frame, and what was received before.
async function visit(browser, address, profile) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (profile) {
        await session.send('Network.emulateNetworkConditions', {
            offline: false,
            latency: profile.latency,
            downloadThroughput: profile.down / 8,
            uploadThroughput: profile.up / 8,
        });
    }
    let requests = 0;
    let bytes = 0;
    session.on('Network.requestWillBeSent', () => {
        requests += 1;
    });
    session.on('Network.loadingFinished', event => {
        bytes += event.encodedDataLength;
    });
    await page.goto(address);
    const drawn = await page.waitForFunction(() => performance.getEntriesByName('drawn')[0]?.startTime);
    const milliseconds = await drawn.jsonValue();
    const found = { seconds: milliseconds / 1000, requests, bytes };
    await context.close();
    return found;
}

const server = await serve(resolve(process.argv[2] ?? 'target/web'));
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: DRAWING, env: ENVIRONMENT });
// The first start of a browser reads its own files.
await visit(browser, server.address, null);
for (const [name, profile] of Object.entries(PROFILES)) {
    const { seconds, requests, bytes } = await visit(browser, server.address, profile);
    console.log(`${name}: first picture after ${seconds.toFixed(2)} s, ${requests} requests, ${(bytes / 1e6).toFixed(2)} MB`);
}
await browser.close();
server.close();
