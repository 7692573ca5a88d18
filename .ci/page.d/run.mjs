// Runs the parts of the page's test, which are the files NN-name.mjs beside this one: all, or those that are named.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser } from './browser.mjs';
import { serve } from './serve.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const wanted = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'sidle-page-'));
const server = await serve(join(root, 'target/web'));
const count = { passed: 0, failed: 0 };

// What each part is given.
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
        count[holds ? 'passed' : 'failed'] += 1;
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

const parts = readdirSync(here).filter(file => /^\d\d-.*\.mjs$/.test(file)).sort();
const named = file => file.slice(3, -'.mjs'.length);
const unknown = wanted.filter(name => !parts.some(file => named(file) === name));
if (unknown.length > 0) {
    console.log(`no such part: ${unknown.join(' ')}; there are ${parts.map(named).join(' ')}`);
    process.exit(2);
}
for (const file of parts) {
    if (wanted.length > 0 && !wanted.includes(named(file))) {
        continue;
    }
    const start = performance.now();
    const { default: run } = await import(join(here, file));
    try {
        await run(test);
    } catch (error) {
        test.check(`${named(file)} goes on to its end`, false, error.stack);
    }
    const noise = await test.browser.closePlayers();
    noise.push(...server.missing.splice(0).map(path => `not there: ${path}`));
    test.check(`${named(file)}: the browser complains of nothing`, noise.length === 0, noise.join('\n'));
    console.log(`    ${named(file)} took ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
await test.browser.close();
server.close();
rmSync(work, { recursive: true });
console.log(`page: ${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed > 0 ? 1 : 0);
