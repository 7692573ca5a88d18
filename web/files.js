// Files dropped onto the page, picked in a dialog, and downloaded.

import { say } from './say.js';
import { $ } from './state.js';

// The game counts what a file holds, and asks before it loads a large level. A browser cannot hold a larger file in memory.
const LIMIT = 2 ** 31 - 1;
const FOLDER = 'dropped';

// How many refused files a message names.
const NAMED = 3;

// Handles dropped and picked files. Calls `put` with each file and its path in the game, then `open` with the path of the
// file to play.
export function setUpFiles(put, open) {
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
            say(taken.length === 1
                ? `${taken[0].split('/').pop()} is neither a level, nor a mesh, nor a recording`
                : `none of the ${taken.length} files is a level, a mesh or a recording`);
        }
    };
    setUpPicker('open-files', 'pick-files', take);
    setUpPicker('open-recording', 'pick-recording', take);
    setUpDrop(take);
}

function setUpPicker(button, input, take) {
    $(button).onclick = () => $(input).click();
    $(input).onchange = async () => {
        try {
            await take([...$(input).files].map(file => ({ path: file.name, file })));
        } finally {
            // Otherwise, picking the same file again would cause no change event.
            $(input).value = '';
        }
    };
}

// Handles drops on the whole page, before gl.js, which listens on the window.
function setUpDrop(take) {
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
    // Every element under the pointer sends enter and leave events. Files are over the page while there are more enter
    // events than leave events.
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

// Returns all dropped files with their paths, including those in folders. Reads the entries before the first await, since
// the browser empties the list afterwards.
async function allFiles(transfer) {
    const entries = [...transfer.items].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
    if (entries.length === 0) {
        return [...transfer.files].map(file => ({ path: file.name, file }));
    }
    return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry) {
    // The path of an entry starts with a slash.
    const path = entry.fullPath.replace(/^\//, '');
    if (entry.isFile) {
        const file = await new Promise(resolve => entry.file(resolve, () => resolve(null)));
        return file ? [{ path, file }] : [];
    }
    const reader = entry.createReader();
    const found = [];
    // A reader returns some entries at a time, in Chromium a hundred, and none at the end.
    for (;;) {
        const some = await new Promise(resolve => reader.readEntries(resolve, () => resolve([])));
        if (some.length === 0) {
            return found;
        }
        found.push(...(await Promise.all(some.map(filesOf))).flat());
    }
}

// Puts `files` into the game. Returns the paths of the accepted files, and the paths of the refused ones with reasons.
async function putAll(put, files) {
    const taken = [];
    const refused = [];
    for (const { path, file } of files.filter(({ path }) => !isHiddenInside(path))) {
        const safe = safePath(path);
        if (!safe) {
            refused.push(`${path} (its name is not allowed)`);
        } else if (file.size > LIMIT) {
            refused.push(`${path} (${Math.round(file.size / 1e6)} MB; a browser can hold 2147 MB)`);
        } else {
            try {
                put(safe, new Uint8Array(await file.arrayBuffer()));
                taken.push(safe);
            } catch (error) {
                // The file was changed or removed in the meantime, or cannot be read.
                refused.push(`${path} (${error.message})`);
            }
        }
    }
    return { taken, refused };
}

// Whether a file in a dropped folder is hidden: such files are skipped without a message.
function isHiddenInside(path) {
    return path.includes('/') && path.split('/').some(part => part.startsWith('.'));
}

// The path in the folder of dropped files; null for hidden files and unsafe names.
function safePath(path) {
    const parts = path.split('/');
    const fine = parts.every(part => part !== '' && !part.startsWith('.') && !/[\\:*?"<>|\p{Cc}]/u.test(part));
    return fine ? [FOLDER, ...parts].join('/') : null;
}

// The file to open: a recording, else a level, else a mesh. Of several, the one in the outermost folder.
function whatToOpen(paths) {
    const sorted = [...paths].sort((one, other) => one.split('/').length - other.split('/').length);
    const first = extension => sorted.find(path => path.toLowerCase().endsWith(extension));
    const recording = first('.sidle');
    const level = first('.toml') ?? first('.map') ?? first('.obj') ?? first('.glb') ?? first('.gltf');
    return recording ?? level;
}

const TYPES = { png: 'image/png', toml: 'text/plain', csv: 'text/plain', txt: 'text/plain' };

// Offers `bytes` as a download.
export function download(name, bytes) {
    const type = TYPES[name.split('.').pop()] ?? 'application/octet-stream';
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // Safari starts the download after the click's handler has ended, so the address must stay valid.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    say(`saved ${name}`);
}
