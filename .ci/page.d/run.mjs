// Runs one part of the page's test in a browser of its own: `node .ci/page.d/run.mjs 20-walking.mjs`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser } from './browser.mjs';
import { serve } from './serve.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const file = process.argv[2];
const work = mkdtempSync(join(tmpdir(), 'sidle-page-'));
const server = await serve(join(root, 'target/web'));
let failed = 0;

// What the part is given.
const test = {
    root,
    downloads: 0,
    address: server.address,
    // What the server was asked for in vain.
    missing: server.missing,
    // Puts a text where the page can fetch it.
    put: (path, text) => server.extra.set(`/${path}`, text),
    work,
    pictures: join(root, 'target/page-test/pictures'),
    web: join(root, 'target/web'),
    // Notes whether something holds; `shown` tells what was found.
    check(words, holds, shown = '') {
        failed += holds ? 0 : 1;
        // One line, unless it tells what is wrong.
        const told = holds ? shown.trim().replace(/\s+/g, ' ') : shown;
        const found = told === '' ? '' : ` (${told})`;
        console.log(`${holds ? 'ok' : 'FAILED'}: ${words}${found}`);
    },
    // A number to know, which fails nothing.
    figure(words) {
        console.log(`    ${words}`);
    },
};
test.browser = new Browser(test);

const { default: run } = await import(join(here, file));
try {
    await run(test);
} catch (error) {
    test.check(`${file} goes on to its end`, false, error.stack);
}
const noise = await test.browser.closePlayers();
noise.push(...server.missing.splice(0).map(path => `not there: ${path}`));
test.check(`${file}: the browser complains of nothing`, noise.length === 0, noise.join('\n'));
await test.browser.close();
server.close();
rmSync(work, { recursive: true });
process.exit(failed > 0 ? 1 : 0);
