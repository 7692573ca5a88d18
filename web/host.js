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

    // One name for one file, however a path leads to it: relative to the page, or a whole address.
    name(path) {
        const address = new URL(path, this.#base).href.split(/[?#]/)[0];
        return address.startsWith(this.#base)
            ? decodeURIComponent(address.slice(this.#base.length))
            : address;
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
    #events = [];
    #parameters;
    #base;
    #load;
    #kept;
    #on;
    // While the game begins, what it says is held back: it may have to begin once more.
    #held = null;

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
            this.#say(1, `warning: the browser does not keep the settings: ${error.message}`);
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
        const address = new URL(name.includes('://') ? name : encodeURI(name), this.#base).href;
        const fetched = this.#load(address).catch(() => null).then(bytes => {
            if (bytes) {
                this.files.put(name, bytes);
            } else {
                this.files.miss(name);
            }
            this.#wanted.delete(name);
        });
        this.#wanted.set(name, fetched);
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
            sidle_event: () => {
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
