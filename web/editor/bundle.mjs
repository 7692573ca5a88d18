// Bundles the text editor into one file: `node web/editor/bundle.mjs target/web`.
//
// Writes editor.js, and in the same folder the licences of its packages. package-lock.json pins their versions.

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
    const text = join(folder, 'LICENSE');
    if (!ALLOWED.includes(license) || !existsSync(text)) {
        throw new Error(`${name} ${version}: its licence is ${license}; allowed: ${ALLOWED.join(', ')}, with its text`);
    }
    return `${name} ${version}, ${license}\n\n${readFileSync(text, 'utf8').trim()}\n`;
}

const { metafile } = await build({
    entryPoints: ['web/editor/main.js'],
    outfile: join(page, 'editor.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    metafile: true,
    define: { __BUILT_IN_KINDS__: JSON.stringify(builtInKinds()) },
    banner: { js: '/* The text editor of sidle\'s page. The licences of what it contains are in editor-licences.txt. */' },
});

const inside = Object.keys(metafile.inputs).map(path => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
const names = [...new Set(inside.filter(Boolean))].sort();
writeFileSync(join(page, 'editor-licences.txt'), names.map(licence).join(`\n${'-'.repeat(80)}\n\n`));
