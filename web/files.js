// Files that come and go: dropped anywhere, picked, and downloaded.

import { say } from './say.js';
import { $ } from './state.js';

const LIMIT = 64 * 1024 * 1024;
const FOLDER = 'dropped';

// How many files that are refused are named.
const NAMED = 3;

// Listens for files. Each is given to `put`, with the path that it has in the game; then `open` is called with the path
// of the one to play.
export function makeFiles(put, open) {
    const take = async files => {
        const { taken, refused } = await putAll(put, files);
        const path = whatToOpen(taken);
        if (path) {
            open(path);
        }
        if (refused.length > 0) {
            const more = refused.length > NAMED ? `, and ${refused.length - NAMED} more` : '';
            say(`could not open ${refused.slice(0, NAMED).join(', ')}${more}`);
        } else if (!path && taken.length > 0) {
            say(`loaded ${taken.length} files, but none is a level, an OBJ or a recording`);
        }
    };
    makePicker('open-files', 'pick-files', take);
    makePicker('open-recording', 'pick-recording', take);
    makeDrop(take);
}

function makePicker(button, input, take) {
    $(button).onclick = () => $(input).click();
    $(input).onchange = async () => {
        try {
            await take([...$(input).files].map(file => ({ path: file.name, file })));
        } finally {
            // The same file may be picked again.
            $(input).value = '';
        }
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

// Puts `files` into the game's. Returns the paths that they have there, and those that were refused, each with the reason.
async function putAll(put, files) {
    const taken = [];
    const refused = [];
    for (const { path, file } of files.filter(({ path }) => !isHiddenInside(path))) {
        const safe = safePath(path);
        if (!safe) {
            refused.push(`${path} (its name is not allowed)`);
        } else if (file.size > LIMIT) {
            refused.push(`${path} (${Math.round(file.size / 1e6)} MB; the limit is 64 MB)`);
        } else {
            try {
                put(safe, new Uint8Array(await file.arrayBuffer()));
                taken.push(safe);
            } catch (error) {
                // Changed or removed meanwhile, or not to be read by anyone.
                refused.push(`${path} (${error.message})`);
            }
        }
    }
    return { taken, refused };
}

// Folders have hidden files, of which who drops the folder does not know.
function isHiddenInside(path) {
    return path.includes('/') && path.split('/').some(part => part.startsWith('.'));
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
