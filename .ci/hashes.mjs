// Simulates walks in the page in Chromium, one after the other: `node .ci/hashes.mjs target/web <queries >hashes`.
//
// Each line of the input is a query of the page, without the `?`. Each line of the output is the hash that the page
// prints on its console, or `missing` after an error. Needs playwright-core in target/page-test.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { serve } from './page.d/serve.mjs';

const { chromium } = createRequire(resolve('target/page-test/package.json'))('playwright-core');

// The time limit of the browser's start, of loading the page and of a walk, milliseconds. The longest walk takes a few seconds
// on a slow machine.
const TIMEOUT = 120_000;

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

// Opens `address` and returns the hash that the page prints.
async function run(page, address) {
    const lines = [];
    const listen = message => lines.push(message.text());
    page.on('console', listen);
    try {
        await page.goto(address);
        const isOver = () => ['headless', 'failed'].includes(document.body.dataset.state);
        await page.waitForFunction(isOver);
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
// The page draws nothing, so it needs no graphics processor.
const args = ['--no-sandbox', '--disable-gpu'];
const browser = await chromium.launch({ executablePath: EXECUTABLE, args, timeout: TIMEOUT });
const page = await browser.newPage();
page.setDefaultTimeout(TIMEOUT);
for await (const query of createInterface({ input: process.stdin })) {
    const hash = await run(page, `${server.address}?simulate=1&${query}`).catch(error => {
        console.error(`${query}: ${error.message}`);
        return 'missing';
    });
    console.log(hash);
}
await browser.close();
server.close();
