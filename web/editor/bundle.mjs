// Bundles the text editor, and what makes clips, into one file each: `node web/editor/bundle.mjs target/web`.
//
// The page loads each when it is first needed. Writes editor.js, clip.js, and in the same folder the licences of their packages.
// package-lock.json pins their versions.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const page = process.argv[2];

// The licences that a package in the bundle may have.
const ALLOWED = ['MIT'];

// The names of the built-in kinds of props and movers.
function builtInKinds() {
    const source = readFileSync('src/level/files/built_in.rs', 'utf8');
    const list = source.match(/BUILT_IN_KINDS[^=]*= \[(.*?)\];/s)?.[1] ?? '';
    const names = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name);
    if (names.length === 0) {
        throw new Error('no built-in kinds in src/level/files/built_in.rs');
    }
    return names;
}

// The licence of a package, with its text.
function licence(name) {
    const folder = join('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = ['LICENSE', 'LICENSE.md'].map(name => join(folder, name)).find(existsSync);
    if (!ALLOWED.includes(license) || !text) {
        throw new Error(`${name} ${version}: its licence is ${license}; allowed: ${ALLOWED.join(', ')}, with its text`);
    }
    return `${name} ${version}, ${license}\n\n${readFileSync(text, 'utf8').trim()}\n`;
}

// Bundles a script of the page. Returns the files of which it consists.
async function bundle(entry, name, about, more = {}) {
    const { metafile } = await build({
        entryPoints: [entry],
        outfile: join(page, name),
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        charset: 'utf8',
        metafile: true,
        banner: { js: `/* ${about} of sidle's page. The licences of what it contains are in licences.txt. */` },
        ...more,
    });
    return Object.keys(metafile.inputs);
}

const inputs = [
    ...await bundle('web/editor/main.js', 'editor.js', 'The text editor', { define: { __BUILT_IN_KINDS__: JSON.stringify(builtInKinds()) } }),
    ...await bundle('web/clip.js', 'clip.js', 'The maker of clips'),
];
const inside = inputs.map(path => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
const names = [...new Set(inside.filter(Boolean))].sort();
writeFileSync(join(page, 'licences.txt'), names.map(licence).join(`\n${'-'.repeat(80)}\n\n`));
