// Runs one part of the page's test in a browser of its own: `node .ci/page.d/run.mjs 20-walking.mjs`.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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

// The argument of the part's function.
const test = {
    root,
    downloads: 0,
    address: server.address,
    // The paths of requests for missing files.
    missing: server.missing,
    // Makes the server serve `text` at `path`.
    put: (path, text) => server.extra.set(`/${path}`, text),
    // Makes the server serve the folder's own file again.
    take: path => server.extra.delete(`/${path}`),
    // Makes the server redirect requests for `path`.
    redirect: (path, to) => server.redirects.set(`/${path}`, to),
    // The paths of requests that the server does not answer, such as `/index.html`.
    silent: server.silent,
    // Lets pages of other origins read the server's files, or not.
    allow: server.allow,
    work,
    pictures: join(root, 'target/page-test/pictures'),
    web: join(root, 'target/web'),
    // What the page has: see web/assemble.mjs.
    catalog: JSON.parse(readFileSync(join(root, 'target/web/levels.json'))),
    // Reports whether a check passed. `words` names the check; `shown` is the value found.
    check(words, holds, shown = '') {
        failed += holds ? 0 : 1;
        // A passed check prints one line.
        const value = holds ? shown.trim().replace(/\s+/g, ' ') : shown;
        const found = value === '' ? '' : ` (${value})`;
        console.log(`${holds ? 'ok' : 'FAILED'}: ${words}${found}`);
    },
    // Prints a measurement, which is not checked.
    figure(words) {
        console.log(`    ${words}`);
    },
};
test.browser = new Browser(test);

// The steps of the part. Each begins without open pages, since a page that stays open goes on drawing.
const { default: steps } = await import(join(here, file));
const noise = [];
for (const step of steps) {
    const begun = performance.now();
    try {
        await step(test);
    } catch (error) {
        test.check(`${file} runs to its end`, false, error.stack);
        break;
    } finally {
        noise.push(...await test.browser.closePlayers());
    }
    test.figure(`${step.name || 'step'}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
noise.push(...server.missing.splice(0).map(path => `missing file: ${path}`));
test.check(`${file}: the browser reports no errors or warnings`, noise.length === 0, noise.join('\n'));
await test.browser.close();
server.close();
rmSync(work, { recursive: true });
process.exit(failed > 0 ? 1 : 0);
