// What the game asks of its surroundings: files, a clock, a console, downloads.
//
// The same for the page and for node: nothing here knows a document. `src/bin/sidle/host/web.rs` is the
// other side. What is not a number comes back in two steps: the call puts it on a tray and returns its
// length, and the game takes it from there into its memory.

// Files below these are the player's own: no server has them.
const KEPT = 'kept/';
const LOCAL = [KEPT, 'dropped/'];

// Before each name in the browser's storage, which other pages of the same site share.
const STORED = 'sidle/';

const encode = text => new TextEncoder().encode(text);
const decode = bytes => new TextDecoder().decode(bytes);

// The files that the game may read at once. Each has a number that grows whenever one is put.
export class Files {
    #base;
    #files = new Map();
    #stamp = 0;

    constructor(base) {
        this.#base = base;
    }

    // One name for one file, however a path leads to it: relative to the page, or a whole address. What leads nowhere
    // is a name too: levels and links may say anything, and are answered in the middle of a frame.
    name(path) {
        try {
            const address = this.address(path);
            return address.startsWith(this.#base)
                ? decodeURIComponent(address.slice(this.#base.length))
                : address;
        } catch {
            return path;
        }
    }

    // Where the file is fetched from. Throws for a path that leads nowhere.
    address(path) {
        // These have a meaning in addresses only: a file may be named `100%.toml`.
        const plain = path.includes('://') ? path : path.replace(/[%?#]/g, encodeURIComponent);
        return new URL(plain, this.#base).href.split(/[?#]/)[0];
    }

    put(path, bytes) {
        this.#stamp += 1;
        this.#files.set(this.name(path), { bytes, stamp: this.#stamp });
    }

    // Notes that there is no such file.
    miss(path) {
        this.#files.set(this.name(path), null);
    }

    remove(path) {
        this.#files.delete(this.name(path));
    }

    get(path) {
        return this.#files.get(this.name(path))?.bytes;
    }

    stamp(path) {
        return this.#files.get(this.name(path))?.stamp;
    }

    // Whether it is known that there is such a file, or none.
    knows(path) {
        return this.#files.has(this.name(path));
    }

    // The paths of all files.
    list() {
        const there = [...this.#files].filter(([, file]) => file);
        return there.map(([name]) => name);
    }
}

export class Host {
    #memory;
    #tray = new Uint8Array();
    #wanted = new Map();
    // Files that may be there: the network did not say.
    #unknown = new Set();
    #events = [];
    #parameters;
    #base;
    #load;
    #kept;
    #on;
    // While the game begins, what it says is held back: it may have to begin once more.
    #held = null;

    // `load` fetches a file: null where there is none, and it throws if nobody can tell.
    constructor({ base, parameters = [], load, kept = null, on = {} }) {
        // A folder: paths are relative to it.
        this.#base = new URL('.', base).href;
        this.#parameters = parameters;
        this.#load = load;
        this.#kept = kept;
        this.#on = on;
        this.files = new Files(this.#base);
        this.pad = { left: [0, 0], right: [0, 0], held: 0, pressed: 0 };
        this.imports = this.#makeImports();
        this.#recall();
    }

    // An event for the game, which it hears before its next frame.
    send(text) {
        this.#events.push(encode(text));
    }

    // Runs the game's beginning, again and again until all files are there that it asks for. What comes
    // of it is the exit code: 0 is fine.
    async start(exports) {
        this.#memory = exports.memory;
        for (;;) {
            this.#held = [];
            let code;
            try {
                code = exports.main(0, 0);
            } finally {
                const held = this.#held;
                this.#held = null;
                if (this.#wanted.size === 0) {
                    held.forEach(([kind, text]) => this.#say(kind, text));
                }
            }
            if (this.#wanted.size === 0) {
                return code;
            }
            await Promise.all(this.#wanted.values());
        }
    }

    // What the browser has kept since the last visit.
    #recall() {
        try {
            const names = Object.keys(this.#kept ?? {}).filter(name => name.startsWith(STORED + KEPT));
            for (const name of names) {
                this.files.put(name.slice(STORED.length), encode(this.#kept.getItem(name)));
            }
        } catch {
            // Firefox and Safari may deny storage altogether, to private windows for instance: then
            // settings last as long as the page.
            this.#kept = null;
        }
    }

    #keep(path, bytes) {
        const name = this.files.name(path);
        if (!name.startsWith(KEPT)) {
            return;
        }
        try {
            if (bytes) {
                this.#kept?.setItem(STORED + name, decode(bytes));
            } else {
                this.#kept?.removeItem(STORED + name);
            }
        } catch (error) {
            this.#say(1, `warning: the browser did not store the settings: ${error.message}`);
        }
    }

    // Asks for a file that is not there yet.
    #want(path) {
        const name = this.files.name(path);
        if (this.files.knows(name) || this.#wanted.has(name)) {
            return;
        }
        if (LOCAL.some(folder => name.startsWith(folder))) {
            this.files.miss(name);
            return;
        }
        this.#wanted.set(name, this.#fetch(name).finally(() => this.#wanted.delete(name)));
    }

    async #fetch(name) {
        let bytes = null;
        try {
            bytes = await this.#load(this.files.address(name));
        } catch (error) {
            this.#unknown.add(name);
            this.#say(1, `warning: could not load ${name}: ${error.message}`);
        }
        if (bytes) {
            this.files.put(name, bytes);
        } else {
            this.files.miss(name);
        }
    }

    // Whoever waited for files has been answered: what the network refused is asked for again by the next one.
    #forgetUnknown() {
        if (this.#wanted.size === 0) {
            [...this.#unknown].filter(name => !this.files.get(name)).forEach(name => this.files.remove(name));
            this.#unknown.clear();
        }
    }

    #bytes(at, length) {
        return new Uint8Array(this.#memory.buffer, at, length);
    }

    #text(at, length) {
        return decode(this.#bytes(at, length));
    }

    #serve(bytes) {
        this.#tray = bytes;
        return bytes.length;
    }

    #say(kind, text) {
        const { line, message, fatal, tell, copy } = this.#on;
        [line, message, fatal, tell, copy][kind]?.(text);
    }

    #makeImports() {
        const path = (at, length) => this.#text(at, length);
        return {
            sidle_take: to => {
                this.#bytes(to, this.#tray.length).set(this.#tray);
                this.#tray = new Uint8Array();
            },
            sidle_parameters: () => {
                // Tabs and ends of lines are between them, and so in none of them.
                const plain = text => text.replace(/[\u0000-\u001f]/g, ' ');
                const lines = this.#parameters.map(pair => pair.map(plain).join('\t'));
                return this.#serve(encode(lines.join('\n')));
            },
            sidle_page: () => this.#serve(encode(this.#base)),
            sidle_read: (at, length) => {
                const bytes = this.files.get(path(at, length));
                if (bytes) {
                    return this.#serve(bytes);
                }
                this.#want(path(at, length));
                return -1;
            },
            sidle_stamp: (at, length) => this.files.stamp(path(at, length)) ?? -1,
            sidle_list: (at, length) => {
                const folder = this.files.name(`${path(at, length)}/`);
                const inside = this.files.list().filter(name => {
                    return name.startsWith(folder) && !name.slice(folder.length).includes('/');
                });
                return this.#serve(encode(inside.join('\n')));
            },
            sidle_write: (at, length, from, count) => {
                const bytes = this.#bytes(from, count).slice();
                this.files.put(path(at, length), bytes);
                this.#keep(path(at, length), bytes);
            },
            sidle_download: (at, length, from, count) => {
                const name = path(at, length).split('/').at(-1);
                this.#on.download?.(name, this.#bytes(from, count).slice());
            },
            sidle_remove: (at, length) => {
                this.files.remove(path(at, length));
                this.#keep(path(at, length), null);
            },
            sidle_waits: () => this.#wanted.size,
            // The game asks for events in each frame, after its jobs were done that wait for files.
            sidle_event: () => {
                this.#forgetUnknown();
                const event = this.#events.shift();
                return event ? this.#serve(event) : -1;
            },
            sidle_gamepad: to => {
                const { left, right, held, pressed } = this.pad;
                const numbers = new Float64Array(this.#memory.buffer, to, 6);
                numbers.set([...left, ...right, held, pressed]);
                this.pad.pressed = 0;
            },
            sidle_say: (kind, at, length) => {
                const text = this.#text(at, length);
                // A panic is told at once: nothing comes after it.
                if (this.#held && kind !== 2) {
                    this.#held.push([kind, text]);
                } else {
                    this.#say(kind, text);
                }
            },
            sidle_now: () => performance.now() / 1000,
        };
    }
}
