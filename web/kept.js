// The game's stored files: the settings and the best times, which the browser keeps for the next visit, and nothing else.
//
// Several tabs of the page share the storage, so it is read again before each access. The game applies its changes to the text
// that it reads, as it does with a file that two windows share. So a tab keeps the changes of the others.

// The file of the settings.
export const SETTINGS = 'kept/settings.toml';

// The game renames damaged settings.
const ALL_SETTINGS = /^kept\/settings(\.damaged(-\d+)?)?\.toml$/;
const BEST_TIME = /^kept\/best-[a-z0-9-]{1,120}\.txt$/;

// The most characters that are stored; all settings together have fewer than a tenth. Smaller: many keys with long
// comments do not fit; larger: the page fills a storage that it shares with others.
const MAX_SETTINGS = 65_536;

// The same for one best time, whose text is the recording of a race. Smaller: a long race in which the mouse never rests is not
// stored; a minute of it has up to 45 000 characters.
const MAX_BEST_TIME = 400_000;

// The prefix of all names in the browser's storage, which other pages of the same site share.
const PREFIX = 'sidle/';

const encode = text => new TextEncoder().encode(text);
const decode = bytes => new TextDecoder().decode(bytes);

// Whether the browser may store `text` at `name`.
function mayStore(name, text) {
    const isBestTime = BEST_TIME.test(name) && text.length <= MAX_BEST_TIME;
    return isBestTime || ALL_SETTINGS.test(name) && text.length <= MAX_SETTINGS;
}

// The browser's storage; null if it denies that, as Firefox and Safari do where cookies are blocked.
export function storage() {
    try {
        window.localStorage.getItem('');
        return window.localStorage;
    } catch {
        return null;
    }
}

export class Kept {
    #storage;
    #files;
    #on;
    // The texts that the storage had when this tab last looked; null for those that were removed.
    #known = new Map();

    // `storage` is the browser's, or null if there is none. `files` get the stored files. `on` has the functions
    //   warn(message)
    //   unkept(what, reason), kept(what): see unkept.js
    //   cleared(): somebody has removed all that the browser kept.
    constructor(storage, files, on) {
        this.#storage = storage;
        this.#files = files;
        this.#on = on;
        this.#load();
    }

    // Loads all stored files. Removes what an older version of the page let a link store.
    #load() {
        try {
            const names = Object.keys(this.#storage ?? {}).filter(name => name.startsWith(PREFIX));
            let removed = 0;
            for (const name of names.map(name => name.slice(PREFIX.length))) {
                if (mayStore(name, this.#storage.getItem(PREFIX + name))) {
                    this.refresh(name);
                } else {
                    this.#storage.removeItem(PREFIX + name);
                    removed += 1;
                }
            }
            if (removed > 0) {
                // The page is not ready for messages yet.
                queueMicrotask(() => this.#on.warn(`removed ${removed} stored files that are not settings`));
            }
        } catch {
            // Firefox and Safari may deny storage, for instance in private windows. Then settings last until the page closes.
            this.#storage = null;
        }
    }

    // Takes over the file `name` as another tab may have written or removed it since this tab last looked.
    refresh(name) {
        if (!this.#storage || !ALL_SETTINGS.test(name) && !BEST_TIME.test(name)) {
            return;
        }
        const text = this.#read(name);
        if (text === (this.#known.get(name) ?? null)) {
            return;
        }
        this.#known.set(name, text);
        if (text === null) {
            this.#files.remove(name);
            this.#lookWhetherCleared();
        } else if (mayStore(name, text)) {
            this.#files.put(name, encode(text));
        }
    }

    #read(name) {
        try {
            return this.#storage.getItem(PREFIX + name);
        } catch {
            return this.#known.get(name) ?? null;
        }
    }

    #lookWhetherCleared() {
        try {
            if (!Object.keys(this.#storage).some(name => name.startsWith(PREFIX))) {
                this.#known.clear();
                this.#on.cleared();
            }
        } catch {
            // The storage is denied from now on.
        }
    }

    // Stores a file, or removes it if `bytes` is null.
    store(name, bytes) {
        const text = bytes && decode(bytes);
        const what = BEST_TIME.test(name) ? 'your best time' : 'the settings';
        if (bytes && !mayStore(name, text)) {
            this.#on.warn(`the browser does not store ${name}: it is too long, or not the settings`);
            this.#on.unkept(what, 'large');
            return;
        }
        try {
            if (bytes) {
                this.#storage?.setItem(PREFIX + name, text);
            } else {
                this.#storage?.removeItem(PREFIX + name);
            }
            this.#known.set(name, text);
            this.#on.kept(what);
        } catch (error) {
            this.#on.warn(`the browser did not store ${name}: ${error.message}`);
            this.#on.unkept(what, 'full');
        }
    }

    // Handles a `storage` event. Returns the name of the stored file that another tab has written; null if it is none.
    changed({ key }) {
        if (key === null) {
            [...this.#known.keys()].forEach(name => this.refresh(name));
            return null;
        }
        const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '';
        this.refresh(name);
        return this.#known.has(name) ? name : null;
    }
}
