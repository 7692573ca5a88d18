// Assembles the page's folder after the program is built: `node web/assemble.mjs target/web`.
//
// Copies the loader from its crate, and the levels, meshes and recordings. Writes levels.json, which tells the page which
// files to fetch and which levels to list.

import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const page = process.argv[2];

// The source folder of a crate that the program uses.
function crateFolder(name) {
    const arguments_ = ['metadata', '--locked', '--format-version=1', '--filter-platform=wasm32-unknown-unknown'];
    const output = execFileSync('cargo', arguments_, { maxBuffer: 1 << 28 });
    const found = JSON.parse(output).packages.find(crate => crate.name === name);
    return dirname(found.manifest_path);
}

// The files of a folder with one of these extensions, sorted by name.
function files(folder, extensions) {
    const names = readdirSync(folder).filter(name => extensions.some(extension => name.endsWith(extension)));
    return names.sort().map(name => `${folder}/${name}`);
}

// The value of the line `key = "text"` in a level; empty without such a line.
function text(source, key) {
    const found = source.match(new RegExp(`^${key} = "(.*)"$`, 'm'));
    return found ? JSON.parse(`"${found[1]}"`) : '';
}

copyFileSync(join(crateFolder('miniquad'), 'js/gl.js'), join(page, 'gl.js'));

// Sites that show a picture for a link need its whole address, and that of the page.
if (process.env.PAGE_URL) {
    const url = new URL(process.env.PAGE_URL.replace(/\/?$/, '/')).href;
    const index = join(page, 'index.html');
    const html = readFileSync(index, 'utf8')
        .replace('property="og:image" content="', `property="og:image" content="${url}`)
        .replace('<meta property="og:type"', `<meta property="og:url" content="${url}">\n    <meta property="og:type"`);
    writeFileSync(index, html);
}

const shipped = [
    ...files('levels', ['.toml']),
    ...files('assets', ['.obj', '.mtl']),
    ...files('recordings', ['.sidle', '.toml']),
];
shipped.forEach(path => cpSync(path, join(page, path)));

const levels = shipped.filter(path => path.startsWith('levels/')).map(path => {
    const source = readFileSync(path, 'utf8');
    return { path, name: text(source, 'name'), about: text(source, 'about') };
});
const listing = {
    wasm: statSync(join(page, 'sidle.wasm')).size,
    levels: levels.filter(level => level.name !== ''),
    files: shipped.map(path => ({ path, bytes: statSync(path).size })),
};
writeFileSync(join(page, 'levels.json'), JSON.stringify(listing, null, 1));
