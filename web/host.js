// The imports of the game: files, a clock, a console, downloads. `crates/game/src/platform/web/host.rs` declares them.
//
// The page and node share this module, so it uses no document. A function that returns bytes stores them in the result
// buffer and returns their length; the game then copies the buffer into its memory.

import { Images } from './images.js';
import { Kept, SETTINGS } from './kept.js';

// The files of these folders belong to the player: settings, dropped files, levels of links. No server has them.
const LOCAL = ['kept/', 'dropped/', 'linked/'];

// Numbers in place of a worker's message. `crates/game/src/platform/worker.rs` knows them.
export const WORKER_SILENT = -1;
export const WORKER_UNAVAILABLE = -2;
export const WORKER_CRASHED = -3;
export const WORKER_MISSING = -4;

// The answer of `sidle_continue` if a simulation has more slices.
const MORE_SLICES = -1;

const encode = text => new TextEncoder().encode(text);
const decode = bytes => new TextDecoder().decode(bytes);

// The files that are loaded. Each has a stamp, a number that grows with every file that is put.
export class Files {
    #base;
    #files = new Map();
    // The files that the page can load, see `offer`.
    #offered = new Map();
    #stamp = 0;

    constructor(base) {
        this.#base = base;
    }

    // The canonical name of a file: relative to the page if possible, else an address. For an invalid path, the name is
    // the path, since levels and links may contain any path, and an exception would end the frame.
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

    // Whether the file lies in the page's folder, or below.
    isInside(path) {
        try {
            return this.address(path).startsWith(this.#base);
        } catch {
            return false;
        }
    }

    // The address of the file. Throws for an invalid path.
    address(path) {
        // These characters have a meaning in addresses only: a file may be named `100%.toml`.
        const plain = path.includes('://') ? path : path.replace(/[%?#]/g, encodeURIComponent);
        return new URL(plain, this.#base).href.split(/[?#]/)[0];
    }

    // Lists files that the page can load, by name: the address `at` and the `bytes` of each, what it `needs`, its `text` if the
    // list carries that, and a level's `title`.
    offer(files) {
        for (const [name, file] of Object.entries(files)) {
            this.#offered.set(name, file);
            if (file.text !== undefined) {
                this.put(name, encode(file.text));
            }
        }
    }

    // The facts of a file that the page can load; undefined for any other.
    offered(path) {
        return this.#offered.get(this.name(path));
    }

    put(path, bytes) {
        this.#stamp += 1;
        this.putStamped(path, bytes, this.#stamp);
    }

    // Puts a copy of a file of the page, with its stamp there.
    putStamped(path, bytes, stamp) {
        this.#files.set(this.name(path), { bytes, stamp });
    }

    // Notes that the file does not exist.
    putMissing(path) {
        this.#files.set(this.name(path), null);
    }

    remove(path) {
        this.#files.delete(this.name(path));
    }

    // Removes all files whose names do not pass `keeps`, including those that are known not to exist.
    retain(keeps) {
        [...this.#files.keys()].filter(name => !keeps(name)).forEach(name => this.#files.delete(name));
    }

    get(path) {
        return this.#files.get(this.name(path))?.bytes;
    }

    // The stamp of a file; 0 while it is only offered.
    stamp(path) {
        const file = this.#files.get(this.name(path));
        return file === undefined && this.offered(path) ? 0 : file?.stamp;
    }

    // The bytes of a file, as far as they are known.
    size(path) {
        return this.get(path)?.length ?? this.offered(path)?.bytes;
    }

    // Whether the file is loaded, or known not to exist.
    knows(path) {
        return this.#files.has(this.name(path));
    }

    // The names of all files that are loaded or offered.
    list() {
        const loaded = [...this.#files].filter(([, file]) => file);
        return [...new Set([...this.#offered.keys(), ...loaded.map(([name]) => name)])];
    }
}

export class Host {
    #memory;
    #resultBuffer = new Uint8Array();
    #images = new Images();
    #pending = new Map();
    // Files whose request failed. It is unknown whether they exist.
    #failed = new Set();
    // The same, until the file arrives.
    #unreached = new Set();
    #events = [];
    #parameters;
    #base;
    #load;
    #ask;
    #kept;
    #on;
    #workers;
    // The game's texts during its start; null afterwards. They are discarded if the start must be repeated.
    #delayedTexts = null;

    // `load` fetches a file, with its size if that is known. It returns null if the file does not exist, and throws if the
    // request fails.
    // In a worker, `ask` replaces `load`: it returns a file of the page with its stamp, or null.
    // `workers` work for the game, each by its number; see background.js.
    constructor({ base, parameters = [], load, ask = null, kept = null, workers = [], on = {} }) {
        // The folder to which paths are relative.
        this.#base = new URL('.', base).href;
        this.#parameters = parameters;
        this.#load = load;
        this.#ask = ask;
        this.#on = on;
        this.#workers = workers;
        // In a worker: what the game has requested, and of which worker.
        this.request = new Uint8Array();
        this.number = 0;
        this.files = new Files(this.#base);
        this.pad = { left: [0, 0], right: [0, 0], held: 0, pressed: 0 };
        this.imports = this.#makeImports();
        this.#kept = new Kept(kept, this.files, {
            warn: text => this.#handleText(1, `warning: ${text}`),
            unkept: (what, reason) => on.unkept?.(what, reason),
            kept: what => on.kept?.(what),
            cleared: () => on.cleared?.(),
        });
    }

    // Sends an event, which the game handles before its next frame.
    send(text) {
        this.#events.push(encode(text));
        this.#on.event?.();
    }

    // Handles a `storage` event, which tells that another tab of the page has changed what the browser stores.
    storageChanged(event) {
        const name = this.#kept.changed(event);
        if (name) {
            this.send(name === SETTINGS ? 'settings saved' : 'best kept');
        }
    }

    // Runs `act`, a function of the game.
    run(exports, act) {
        this.#memory = exports.memory;
        act();
        // Nothing else may keep it.
        this.#memory = null;
    }

    // Runs `act`, a function of the game, repeatedly until all requested files have arrived.
    async repeat(exports, act) {
        do {
            await Promise.all(this.#pending.values());
            this.run(exports, act);
        } while (this.#pending.size > 0);
        this.#forgetFailed();
    }

    // The file at `name` for a worker, once it is loaded; null if it does not exist or may not be read.
    async provide(name) {
        this.#request(name);
        await this.#pending.get(this.files.name(name));
        const bytes = this.files.get(name);
        return bytes ? { bytes, stamp: this.files.stamp(name) } : null;
    }

    // Why the level at `path` cannot be played: 'absent' if the server does not have it, 'unreached' if it, or a file that it needs,
    // did not arrive; null if all are there.
    whyMissing(path) {
        const name = this.files.name(path);
        const all = [name, ...this.files.offered(name)?.needs ?? []];
        return all.some(needed => this.#unreached.has(needed)) ? 'unreached' : this.files.get(name) ? null : 'absent';
    }

    // Loads files, and what they need, before the game asks for them.
    async prefetch(paths) {
        paths.forEach(path => this.#request(path));
        await Promise.all(this.#pending.values());
    }

    // Starts an instance of the game, repeatedly until all requested files have arrived. Then runs the slices of a simulation, if
    // it began one, until it ends or `on.canceled` says so. Returns the exit code; 0 is success.
    async start(exports, parameters = this.#parameters) {
        this.#parameters = parameters;
        this.#memory = exports.memory;
        for (;;) {
            this.#delayedTexts = [];
            let code;
            try {
                code = exports.main(0, 0);
            } finally {
                const texts = this.#delayedTexts;
                this.#delayedTexts = null;
                if (this.#pending.size === 0) {
                    texts.forEach(([kind, text]) => this.#handleText(kind, text));
                }
            }
            if (this.#pending.size === 0) {
                this.#images.forget();
                return code === 0 ? this.#continue(exports) : code;
            }
            await Promise.all(this.#pending.values());
        }
    }

    // Runs the slices of a simulation. Between them, the page handles its events. Returns the exit code.
    async #continue(exports) {
        for (;;) {
            const code = exports.sidle_continue();
            if (code !== MORE_SLICES) {
                return code;
            }
            await new Promise(resolve => setTimeout(resolve));
            if (this.#on.canceled?.()) {
                return 1;
            }
        }
    }

    // Requests a file, and all that it needs, unless it is loaded, pending or known not to exist.
    #request(path) {
        const name = this.files.name(path);
        if (this.files.knows(name) || this.#pending.has(name)) {
            return;
        }
        if (this.#ask) {
            this.#pending.set(name, this.#receive(name).finally(() => this.#pending.delete(name)));
            return;
        }
        if (LOCAL.some(folder => name.startsWith(folder))) {
            this.files.putMissing(name);
            return;
        }
        // The game refuses such paths with a better message.
        if (!this.files.isInside(path)) {
            this.#handleText(1, `warning: ${name} is not read: it does not lie beside the page`);
            this.files.putMissing(name);
            return;
        }
        this.#pending.set(name, this.#fetch(name).finally(() => this.#pending.delete(name)));
        this.files.offered(name)?.needs?.forEach(needed => this.#request(needed));
    }

    async #receive(name) {
        const file = await this.#ask(name);
        if (file) {
            this.files.putStamped(name, file.bytes, file.stamp);
        } else {
            this.files.putMissing(name);
        }
    }

    async #fetch(name) {
        let bytes = null;
        try {
            const offered = this.files.offered(name);
            bytes = offered && await this.#load(this.files.address(offered.at), offered.bytes);
            // A page that stays open while a newer one is published finds the newer file.
            bytes ??= await this.#load(this.files.address(name));
        } catch (error) {
            this.#failed.add(name);
            this.#unreached.add(name);
            this.#handleText(1, `warning: could not load ${name}: ${error.message}`);
        }
        if (bytes) {
            this.#unreached.delete(name);
            this.files.put(name, bytes);
        } else {
            this.files.putMissing(name);
        }
    }

    // Once no request is pending, forgets the failed ones, so that the next read requests them again.
    #forgetFailed() {
        if (this.#pending.size === 0) {
            [...this.#failed].filter(name => !this.files.get(name)).forEach(name => this.files.remove(name));
            this.#failed.clear();
        }
    }

    // Returns `path`. If it is that of a stored file, takes over what another tab has written there.
    #fresh(path) {
        this.#kept.refresh(this.files.name(path));
        return path;
    }

    #bytes(at, length) {
        return new Uint8Array(this.#memory.buffer, at, length);
    }

    #text(at, length) {
        return decode(this.#bytes(at, length));
    }

    #result(bytes) {
        this.#resultBuffer = bytes;
        return bytes.length;
    }

    // The kinds are those of TextKind in web.rs.
    #handleText(kind, text) {
        const { line, message, panic, notification, copy } = this.#on;
        [line, message, panic, notification, copy][kind]?.(text);
    }

    #makeImports() {
        const path = (at, length) => this.#text(at, length);
        return {
            sidle_take_result: to => {
                this.#bytes(to, this.#resultBuffer.length).set(this.#resultBuffer);
                this.#resultBuffer = new Uint8Array();
            },
            sidle_parameters: () => {
                // Tabs and line ends separate the parameters, so they must not occur in them.
                const plain = text => text.replace(/[\u0000-\u001f]/g, ' ');
                const lines = this.#parameters.map(pair => pair.map(plain).join('\t'));
                return this.#result(encode(lines.join('\n')));
            },
            sidle_page_address: () => this.#result(encode(this.#base)),
            sidle_read: (at, length) => {
                const name = this.#fresh(path(at, length));
                const bytes = this.files.get(name);
                if (bytes) {
                    return this.#result(bytes);
                }
                this.#request(name);
                return -1;
            },
            sidle_file_stamp: (at, length) => this.files.stamp(this.#fresh(path(at, length))) ?? -1,
            sidle_file_size: (at, length) => this.files.size(this.#fresh(path(at, length))) ?? -1,
            sidle_listed_title: (at, length) => {
                const name = path(at, length);
                const title = this.files.get(name) ? null : this.files.offered(name)?.title;
                return title ? this.#result(encode(title.join('\n'))) : -1;
            },
            sidle_list_folder: (at, length) => {
                const folder = this.files.name(`${path(at, length)}/`);
                const inside = this.files.list().filter(name => {
                    return name.startsWith(folder) && !name.slice(folder.length).includes('/');
                });
                return this.#result(encode(inside.join('\n')));
            },
            // Writes a file that lasts until the page closes.
            sidle_write: (at, length, from, count) => {
                this.files.put(path(at, length), this.#bytes(from, count).slice());
            },
            // Writes a file of the settings, which the browser stores.
            sidle_store: (at, length, from, count) => {
                const bytes = this.#bytes(from, count).slice();
                this.files.put(path(at, length), bytes);
                this.#kept.store(this.files.name(path(at, length)), bytes);
            },
            sidle_download: (at, length, from, count) => {
                const name = path(at, length).split('/').at(-1);
                this.#on.download?.(name, this.#bytes(from, count).slice());
            },
            sidle_remove: (at, length) => {
                this.files.remove(path(at, length));
                this.#kept.store(this.files.name(path(at, length)), null);
            },
            // Decodes an image of this size. The key, which has two parts, is the same for the same bytes.
            sidle_decode_image: (at, length, width, height, high, low) => {
                const key = `${high} ${low} ${length}`;
                const texels = this.#images.take(key, this.#bytes(at, length), [width, height], (name, decode) => {
                    if (!this.#pending.has(name)) {
                        this.#pending.set(name, decode().finally(() => this.#pending.delete(name)));
                    }
                });
                return typeof texels === 'number' ? texels : this.#result(texels);
            },
            sidle_forget_images: () => this.#images.forget(),
            sidle_pending_files: () => this.#pending.size,
            // The game polls events in each frame, after it has run the jobs that wait for files.
            sidle_next_event: () => {
                this.#forgetFailed();
                const event = this.#events.shift();
                return event ? this.#result(event) : -1;
            },
            sidle_gamepad: to => {
                const { left, right, held, pressed } = this.pad;
                const numbers = new Float64Array(this.#memory.buffer, to, 6);
                numbers.set([...left, ...right, held, pressed]);
                this.pad.pressed = 0;
            },
            sidle_send_text: (kind, at, length) => {
                const text = this.#text(at, length);
                // A panic is reported at once, since it ends the game.
                if (this.#delayedTexts && kind !== 2) {
                    this.#delayedTexts.push([kind, text]);
                } else {
                    this.#handleText(kind, text);
                }
            },
            // The game sends a request to a worker, and takes its messages.
            sidle_worker_start: (number, at, length) => (this.#workers[number]?.start(this.#bytes(at, length).slice(), this.files) ? 1 : 0),
            sidle_worker_next: number => {
                const message = this.#workers[number]?.next() ?? WORKER_UNAVAILABLE;
                return typeof message === 'number' ? message : this.#result(message);
            },
            sidle_worker_stop: number => this.#workers[number]?.stop(),
            // The worker's side.
            sidle_worker_number: () => this.number,
            sidle_worker_request: () => this.#result(this.request),
            sidle_worker_send: (at, length) => this.#on.send?.(this.#bytes(at, length).slice()),
            sidle_now: () => performance.now() / 1000,
            // Only the page draws.
            sidle_draw_glyph: (character, pixels, to) => {
                const glyph = this.#on.glyph?.(String.fromCodePoint(character), pixels);
                if (!glyph) {
                    return -1;
                }
                new Float32Array(this.#memory.buffer, to, 4).set(glyph.numbers);
                return this.#result(new Uint8Array(glyph.opacity));
            },
        };
    }
}
