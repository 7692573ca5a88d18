// Runs walks in the page in Chromium, one after the other: `node .ci/hashes.mjs target/web <queries >hashes`.
//
// Each line of the input is what stands behind the page's `?`, each line of the output the hash that the page
// prints on its console, or a word about what went wrong. Needs playwright-core in target/page-test.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const { chromium } = createRequire(resolve('target/page-test/package.json'))('playwright-core');

// Milliseconds for one walk; the longest takes a few seconds on a slow machine.
const PATIENCE = 120_000;

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

// Serves a folder on a free port; returns the server.
async function serve(folder) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://here').pathname));
        const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
        const bytes = await readFile(file).catch(() => null);
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(bytes ? 200 : 404, { 'content-type': type, 'cache-control': 'max-age=600' });
        response.end(bytes);
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    return server;
}

// The hash that the page prints for these parameters.
async function run(page, address) {
    const lines = [];
    const listen = message => lines.push(message.text());
    page.on('console', listen);
    await page.goto(address);
    const over = () => ['headless', 'failed'].includes(document.body.dataset.state);
    await page.waitForFunction(over, null, { timeout: PATIENCE });
    page.off('console', listen);
    const hash = lines.map(line => line.match(/^sidle hash ([0-9a-f]{16})$/)?.[1]).find(Boolean);
    if (!hash) {
        throw new Error(lines.join('\n'));
    }
    return hash;
}

const server = await serve(resolve(process.argv[2]));
const base = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
for await (const query of createInterface({ input: process.stdin })) {
    const hash = await run(page, `${base}?simulate=1&${query}`).catch(error => {
        console.error(`${query}: ${error.message}`);
        return 'missing';
    });
    console.log(hash);
}
await browser.close();
server.close();
