// Files that come and go: dropped anywhere, picked, and downloaded.

import { say } from './say.js';
import { $ } from './state.js';

const LIMIT = 64 * 1024 * 1024;
const FOLDER = 'dropped';

// Listens for files; they are put into the game's, and `open` is called with the path of the one to play.
export function makeFiles(host, open) {
    const take = async files => {
        const taken = await putAll(host, files);
        const path = whatToOpen(taken);
        if (path) {
            open(path);
        } else if (taken.length > 0) {
            say(`took ${taken.length} files; none of them is a level, an OBJ or a recording`);
        }
    };
    makePicker('open-files', 'pick-files', take);
    makePicker('open-recording', 'pick-recording', take);
    makeDrop(take);
}

function makePicker(button, input, take) {
    $(button).onclick = () => $(input).click();
    $(input).onchange = async () => {
        await take([...$(input).files].map(file => ({ path: file.name, file })));
        // The same file may be picked again.
        $(input).value = '';
    };
}

// The whole page takes files. gl.js listens too, on the window: it does not get to see them.
function makeDrop(take) {
    let depth = 0;
    const show = change => {
        depth = change;
        $('drop').classList.toggle('shown', depth > 0);
    };
    const on = (name, act) => document.addEventListener(name, event => {
        if (event.dataTransfer?.types.includes('Files')) {
            event.preventDefault();
            event.stopPropagation();
            act(event);
        }
    }, { capture: true });
    // Each element on the way tells of coming and going: only their difference says whether something is over the page.
    on('dragenter', () => show(depth + 1));
    on('dragleave', () => show(depth - 1));
    on('dragover', event => {
        event.dataTransfer.dropEffect = 'copy';
    });
    on('drop', async event => {
        show(0);
        take(await allFiles(event.dataTransfer));
    });
}

// Files and whole folders, each with its path. The entries must be asked for before the first await: after it the
// browser has emptied the list.
async function allFiles(transfer) {
    const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length === 0) {
        return [...transfer.files].map(file => ({ path: file.name, file }));
    }
    return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry) {
    // Paths of entries begin with a slash.
    const path = entry.fullPath.replace(/^\//, '');
    if (entry.isFile) {
        const file = await new Promise(resolve => entry.file(resolve, () => resolve(null)));
        return file ? [{ path, file }] : [];
    }
    const reader = entry.createReader();
    const found = [];
    // A reader gives some at a time, in Chromium a hundred, and none at the end.
    for (;;) {
        const some = await new Promise(resolve => reader.readEntries(resolve, () => resolve([])));
        if (some.length === 0) {
            return found;
        }
        found.push(...(await Promise.all(some.map(filesOf))).flat());
    }
}

// Puts `files` into the game's, and tells of those that it refuses. Returns the paths that they have there.
async function putAll(host, files) {
    const taken = [];
    for (const { path, file } of files) {
        const safe = safePath(path);
        if (!safe) {
            continue;
        }
        if (file.size > LIMIT) {
            say(`${path} is ${Math.round(file.size / 1e6)} MB: the page takes up to 64 MB`);
            continue;
        }
        host.files.put(safe, new Uint8Array(await file.arrayBuffer()));
        taken.push(safe);
    }
    return taken;
}

// A path in the folder of what was dropped; null for hidden files, and for names that lead out of it.
function safePath(path) {
    const parts = path.split('/');
    const fine = parts.every(part => part !== '' && !part.startsWith('.') && !/[\\:*?"<>|\p{Cc}]/u.test(part));
    return fine ? [FOLDER, ...parts].join('/') : null;
}

// A recording before a level before a mesh, and of each the one that lies least deep.
function whatToOpen(paths) {
    const sorted = [...paths].sort((one, other) => one.split('/').length - other.split('/').length);
    const first = end => sorted.find(path => path.toLowerCase().endsWith(end));
    const recording = first('.sidle');
    const level = first('.toml') ?? first('.obj');
    return recording ?? level;
}

const TYPES = { png: 'image/png', toml: 'text/plain', csv: 'text/plain', txt: 'text/plain' };

// Hands `bytes` to the user as a file.
export function download(name, bytes) {
    const type = TYPES[name.split('.').pop()] ?? 'application/octet-stream';
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // Safari begins the download after the click's handler: the address lives on until then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    say(`saved ${name}`);
}
