// Runs walks in the page in Chromium, one after the other: `node .ci/hashes.mjs target/web <queries >hashes`.
//
// Each line of the input is what stands behind the page's `?`, each line of the output the hash that the page
// prints on its console, or a word about what went wrong. Needs playwright-core in target/page-test.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { serve } from './page.d/serve.mjs';

const { chromium } = createRequire(resolve('target/page-test/package.json'))('playwright-core');

// Milliseconds for one walk; the longest takes a few seconds on a slow machine.
const PATIENCE = 120_000;

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

// The hash that the page prints for these parameters.
async function run(page, address) {
    const lines = [];
    const listen = message => lines.push(message.text());
    page.on('console', listen);
    try {
        await page.goto(address);
        const over = () => ['headless', 'failed'].includes(document.body.dataset.state);
        await page.waitForFunction(over, null, { timeout: PATIENCE });
    } finally {
        page.off('console', listen);
    }
    const hash = lines.map(line => line.match(/^sidle hash ([0-9a-f]{16})$/)?.[1]).find(Boolean);
    if (!hash) {
        throw new Error(lines.join('\n'));
    }
    return hash;
}

const server = await serve(resolve(process.argv[2]));
// It draws nothing.
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
for await (const query of createInterface({ input: process.stdin })) {
    const hash = await run(page, `${server.address}?simulate=1&${query}`).catch(error => {
        console.error(`${query}: ${error.message}`);
        return 'missing';
    });
    console.log(hash);
}
await browser.close();
server.close();
