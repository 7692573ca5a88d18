// Assembles the page's folder after the program is built: `node web/assemble.mjs target/web`.
//
// Copies miniquad's loader, the fonts, the levels, the meshes and the recordings, and bundles the page's scripts. book.mjs adds the
// pages of the book of sliding. Every file that a browser keeps has a copy with the hash of its content in its name, so a changed
// file has another name, and servers and browsers may keep each for ever. Only index.html, sw.js and files to which others link have
// plain names.
//
// Writes levels.json, the catalog: for each file its hashed name, its size and what it needs, and the levels' titles.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';

import { copyMoments, writeBook } from './book.mjs';
import { splitByVisits } from './first.mjs';
import { writeFonts } from './fonts.mjs';
import { Host } from './host.js';
import { Program } from './program.js';

const page = process.argv[2];

// The catalog carries the files of this level, so that the first visit needs no requests for them.
const TEST_LEVEL = 'levels/courtyard.toml';

// Any walk: the program loads a level before it simulates one.
const SCRIPT = 'recordings/walk.toml';

// The hexadecimal digits of a hash in a name. Smaller: two versions of a file may get one name.
const DIGITS = 10;

// Identifiers keep their names, so that a report of an error can be read.
const SMALL = { minifySyntax: true, minifyWhitespace: true, target: 'es2022', charset: 'utf8' };

const crates = cratesOfProgram();

function cratesOfProgram() {
    const arguments_ = ['metadata', '--locked', '--format-version=1'];
    return JSON.parse(execFileSync('cargo', arguments_, { maxBuffer: 1 << 28 })).packages;
}

// The source folder of a crate.
function crateFolder(name) {
    return dirname(crates.find(crate => crate.name === name).manifest_path);
}

const read = path => readFileSync(join(page, path));
const write = (path, bytes) => writeFileSync(join(page, path), bytes);

// The files of a folder with one of these extensions, sorted by name.
function files(folder, extensions) {
    const names = readdirSync(folder).filter(name => extensions.some(extension => name.endsWith(extension)));
    return names.sort().map(name => `${folder}/${name}`);
}

// The name of a file of the page with the hash of its content.
function hashedName(path) {
    const hash = createHash('sha256').update(read(path)).digest('hex').slice(0, DIGITS);
    return path.replace(/(\.\w+)$/, `-${hash}$1`);
}

// Gives a file of the page its hashed name, and returns that.
function rename(path) {
    const name = hashedName(path);
    renameSync(join(page, path), join(page, name));
    return name;
}

// Copies a file of the page to its hashed name, and returns that.
function copy(path) {
    const name = hashedName(path);
    copyFileSync(join(page, path), join(page, name));
    return name;
}

// The value of the line `key = "text"` in a level; empty without such a line.
function text(source, key) {
    const found = source.match(new RegExp(`^${key} = "(.*)"$`, 'm'));
    return found ? JSON.parse(`"${found[1]}"`) : '';
}

// The files that the program reads with these parameters, in the order in which it asks for them.
async function filesRead(program, parameters) {
    const base = `${pathToFileURL(page)}/`;
    const asked = [];
    const load = async url => {
        const path = url.slice(base.length);
        const bytes = await readFileOrNull(path);
        return bytes && asked.push(path) && bytes;
    };
    const host = new Host({ base, parameters: [...parameters, ['simulate', '1']], load });
    const exports = await program.instantiate({ ...program.stubs(), ...host.imports });
    await host.start(exports);
    return asked;
}

// The game's buttons and the keys of the card, which the program lists.
async function actionsOf(program) {
    let actions = null;
    const host = new Host({ base: `${pathToFileURL(page)}/`, load: null, on: { line: text => { actions = JSON.parse(text); } } });
    const exports = await program.instantiate({ ...program.stubs(), ...host.imports });
    host.run(exports, () => exports.sidle_actions());
    return actions;
}

// The rows of the card's table of keys, as HTML.
function keyRows(lines) {
    const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    const caps = keys => escaped(keys).replace(/\u27e6(.+?)\u27e7/g, '<kbd>$1</kbd>');
    return lines.map(({ keys, about }) => `<tr><th>${caps(keys)}</th><td>${escaped(about)}</td></tr>`).join('\n            ');
}

function readFileOrNull(path) {
    try {
        return new Uint8Array(read(path));
    } catch {
        return null;
    }
}

// The other files that a level or a recording needs, so that a page can load all of them at once.
async function needs(program, path) {
    const parameters = {
        levels: [['level', path], ['script', SCRIPT]],
        recordings: path.endsWith('.sidle') ? [['replay', path]] : null,
        sliding: [['replay', path]],
    }[path.split('/')[0]];
    const asked = parameters ? await filesRead(program, parameters) : [];
    return asked.filter(needed => needed !== path && needed !== SCRIPT);
}

// The catalog's entry of each file.
async function catalogOf(program, paths) {
    const catalog = {};
    for (const path of paths) {
        catalog[path] = { at: copy(path), bytes: read(path).length };
        const needed = await needs(program, path);
        if (needed.length > 0) {
            catalog[path].needs = needed;
        }
    }
    const carried = [TEST_LEVEL, ...catalog[TEST_LEVEL].needs];
    carried.forEach(path => {
        catalog[path].text = read(path).toString();
    });
    for (const path of paths.filter(path => path.startsWith('levels/'))) {
        const source = read(path).toString();
        const loaded = [path, ...catalog[path].needs ?? []].filter(needed => !carried.includes(needed));
        if (text(source, 'name') !== '') {
            catalog[path].title = [text(source, 'name'), text(source, 'about')];
            // Compressed, as servers send it.
            catalog[path].download = loaded.reduce((sum, needed) => sum + gzipSync(read(needed)).length, 0);
        }
    }
    return catalog;
}

// Bundles a script's modules into one file. `plugins` may leave some of them out.
function bundle(name, plugins = []) {
    return build({ ...SMALL, entryPoints: [`web/${name}`], outfile: join(page, name), bundle: true, format: 'esm', plugins });
}

// Bundles the page's modules into the script page.js, which loads the editor, the maker of clips and the worker by their hashed names.
async function bundlePage(editor, clip, worker) {
    const external = (name, path) => page => page.onResolve({ filter: new RegExp(`^\\./${name}\\.js$`) }, () => ({ path: `./${path}`, external: true }));
    await bundle('page.js', [{ name: 'editor', setup: external('editor', editor) }, { name: 'clip', setup: external('clip', clip) }]);
    fill('page.js', read('page.js').toString(), { './worker.js': `./${worker}` });
}

// Replaces marks in a script: the version, names of other scripts, and what the service worker stores.
function fill(path, source, marks) {
    const filled = Object.entries(marks).reduce((code, [mark, text]) => code.replace(mark, () => text), source);
    write(path, filled);
}

// Makes a script or a style sheet, which has one source or several, smaller. Its syntax stays, since old browsers must run early.js.
async function shrunk(path, sources, renames = false) {
    const source = sources.map(source => readFileSync(source, 'utf8')).join('\n');
    const loader = path.split('.').at(-1);
    const { code } = await transform(source, { minifyWhitespace: true, minifyIdentifiers: renames, charset: 'utf8', loader });
    write(path, code);
}

async function shrink(path, ...sources) {
    await shrunk(path, sources);
    return rename(path);
}

const fonts = writeFonts(crateFolder('epaint_default_fonts'), page);
copyFileSync('LICENSE-FONTS', join(page, 'fonts/LICENSE.txt'));
// The levels come in the order in which they teach. A test of the game compares the list with the folder.
const taught = readFileSync('crates/game/src/platform/built_in.rs', 'utf8').matchAll(/^    "(levels\/.*\.toml)",$/gm);
const shipped = [
    ...[...taught].map(([, path]) => path),
    ...files('assets', ['.obj', '.mtl', '.glb', '.png']),
    ...files('recordings', ['.sidle', '.toml']),
];
shipped.forEach(path => cpSync(path, join(page, path)));
shipped.push(...copyMoments(page));

// Not yet split.
const whole = new Program(await WebAssembly.compile(read('sidle.wasm')));
const listed = await catalogOf(whole, shipped);
const { buttons, card } = await actionsOf(whole);
const named = path => {
    const { length } = read(path);
    return { at: rename(path), bytes: length };
};
for (const path of fonts) {
    listed[path] = named(path);
}
// The first picture needs only one part of the program.
const { first, later } = await splitByVisits(page, read('sidle.wasm'), { fonts, files: listed }, TEST_LEVEL);
write('sidle.wasm', first);
write('later.wasm', later);
execFileSync('bash', ['web/shrink.sh', ...['sidle.wasm', 'later.wasm'].map(path => join(page, path))]);
const program = { ...named('sidle.wasm'), later: named('later.wasm') };
// Only a visitor who audits a level downloads this program.
const audit = named('auditor.wasm');
write('levels.json', JSON.stringify({ program, audit, fonts, actions: { buttons }, files: listed }));
const catalog = copy('levels.json');

const early = await shrink('early.js', 'web/early.js');
// The local names of this one say little in a report.
await shrunk('gl.js', [join(crateFolder('miniquad'), 'js/gl.js')], true);
const loader = rename('gl.js');
const style = await shrink('style.css', 'web/style.css', 'web/embed.css');
// Other sites name it.
await shrunk('moment.js', ['web/moment.js']);
const icon = rename('icon.svg');
const book = writeBook(page, { style: await shrink('book.css', 'web/book.css'), icon });
write('manifest.webmanifest', readFileSync('web/manifest.webmanifest', 'utf8').replace('icon.svg', icon));
const manifest = rename('manifest.webmanifest');
await bundle('worker.js');
const worker = rename('worker.js');
const editor = rename('editor.js');
const clip = rename('clip.js');
await bundlePage(editor, clip, worker);

// The version is the hash of all that a visit needs.
const parts = [catalog, program.at, program.later.at, ...fonts.map(path => listed[path].at), early, loader, style, icon, manifest, worker];
const sources = [...parts, read('page.js'), readFileSync('web/index.html'), JSON.stringify(card)];
const version = sources.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex').slice(0, DIGITS);
fill('page.js', read('page.js').toString(), { __VERSION__: version });
const script = rename('page.js');

// Some hosts read here how long browsers may keep a file: for ever, if its name contains the hash.
const forever = [...new Set([...parts, script, editor, clip, audit.at, ...Object.values(listed).map(({ at }) => at)])];
const visitable = forever.filter(path => !parts.includes(path) && path !== script);
fill('sw.js', readFileSync('web/sw.js', 'utf8'), {
    "'__VERSION__'": `'${version}'`,
    '__PARTS__;': `${JSON.stringify([...parts, script])};`,
    '__VISITABLE__;': `${JSON.stringify(visitable)};`,
});
// Pages of other sites may read all files, as a frame in a sandbox must.
const any = '/*\n  Access-Control-Allow-Origin: *\n';
const lasting = path => `/${path}\n  Cache-Control: public, max-age=31536000, immutable\n`;
const changing = path => `/${path}\n  Cache-Control: no-cache\n`;
write('_headers', [any, ...['', 'index.html', 'sw.js', 'moment.js', ...book].map(changing), ...forever.map(lasting)].join(''));

// Preloads the files that the page's script would request. Sites that show a picture for a link need its whole address, and that
// of the page.
const url = process.env.PAGE_URL && new URL(process.env.PAGE_URL.replace(/\/?$/, '/')).href;
const index = readFileSync('web/index.html', 'utf8')
    .replace('<!-- The keys of the game. -->', () => keyRows(card))
    .replace('href="levels.json"', `href="${catalog}"`)
    .replace('href="sidle.wasm"', `href="${program.at}"`)
    .replace('href="style.css"', `href="${style}"`)
    .replace('src="early.js"', `src="${early}"`)
    .replace('src="gl.js"', `src="${loader}"`)
    .replace('src="page.js"', `src="${script}"`)
    .replace('href="manifest.webmanifest"', `href="${manifest}"`)
    .replaceAll('"icon.svg"', `"${icon}"`)
    .replace('property="og:image" content="', url ? `property="og:image" content="${url}` : '$&')
    .replace('<meta property="og:type"', url ? `<meta property="og:url" content="${url}">\n    $&` : '$&');
write('index.html', index);
