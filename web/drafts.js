// Drafts: texts that were changed and not saved. The browser keeps them for the next visit.
//
// A draft is stored only once the player has changed the text, so a link alone stores nothing. Each draft has one tab that writes
// it, and a lock with its name, which the browser releases when the tab is closed. So no tab overwrites or removes the draft of
// another one that is open.

// Not below `sidle/`, which belongs to the game's stored files: see kept.js.
const PREFIX = 'sidle-draft/';

// Older drafts are removed, unless they are those of open tabs. More: the storage, which pages of the same site share, fills up.
const MAX_DRAFTS = 20;

// How far the clocks of two visits may differ, and how long a draft counts as one of an open tab in a browser without locks, as
// over plain http; milliseconds.
const DAY = 86_400_000;

// A short number for a text, to see whether a level is still the same. Source: FNV-1a, 32 bits.
export function fingerprint(text) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) {
        hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    return (hash >>> 0).toString(16);
}

export class Drafts {
    // The drafts of this tab, each with the function that releases its lock.
    #own = new Map();
    // The drafts that were discarded or taken over in this visit are not offered.
    #known = new Set();
    // The drafts of other tabs for whose end this one waits.
    #awaited = new Set();

    // `storage` is the browser's, or null if there is none.
    constructor(storage) {
        this.storage = storage;
    }

    // All drafts, the newest first: { id, path, text, base, time }. Skips what cannot be read.
    all() {
        const found = [];
        try {
            for (const name of Object.keys(this.storage ?? {}).filter(name => name.startsWith(PREFIX))) {
                const draft = read(this.storage.getItem(name));
                if (draft) {
                    found.push({ id: name.slice(PREFIX.length), ...draft });
                }
            }
        } catch {
            // The storage is denied.
        }
        return found.sort((one, other) => other.time - one.time);
    }

    // The newest draft for the level at `path` that is not of this tab, and not `text`. Those of closed tabs come first.
    // `isOpen` tells whether another tab writes it.
    async find(path, text) {
        const open = await openDrafts();
        const found = this.all().filter(draft => draft.path === path && draft.text !== text
            && !this.#own.has(draft.id) && !this.#known.has(draft.id));
        const closed = found.find(({ id }) => !open.has(id));
        return closed ? { ...closed, isOpen: false } : found.length > 0 ? { ...found[0], isOpen: true } : null;
    }

    // A new draft of this tab.
    newId() {
        const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
        this.#own.set(id, () => {});
        navigator.locks?.request(PREFIX + id, () => new Promise(release => {
            if (this.#own.has(id)) {
                this.#own.set(id, release);
            } else {
                release();
            }
        })).catch(noLock);
        return id;
    }

    // Leaves a draft of this tab as it is stored, for the next visit.
    leave(id) {
        this.#own.get(id)?.();
        this.#own.delete(id);
        this.#known.add(id);
    }

    // Does not offer a draft again in this visit.
    dismiss(id) {
        this.#known.add(id);
    }

    // Calls `ended` once no other tab writes the draft.
    async whenClosed(id, ended) {
        if (navigator.locks && !this.#awaited.has(id)) {
            this.#awaited.add(id);
            await navigator.locks.request(PREFIX + id, () => {}).catch(noLock);
            this.#awaited.delete(id);
            ended();
        }
    }

    // Whether a `storage` event is about a draft of this tab, which another tab has removed.
    isLost({ key, newValue }) {
        return key === null || key.startsWith(PREFIX) && newValue === null && this.#own.has(key.slice(PREFIX.length));
    }

    // The path of the level whose draft another tab has changed, by a `storage` event; null if it is about something else.
    static changedPath({ key, oldValue, newValue }) {
        return key?.startsWith(PREFIX) ? read(newValue ?? oldValue)?.path ?? null : null;
    }

    // Stores a draft. Returns whether the browser did.
    save(id, { path, text, base }) {
        if (!this.storage) {
            return false;
        }
        try {
            this.storage.setItem(PREFIX + id, JSON.stringify({ path, text, base, time: Date.now() }));
            this.#removeOld();
            return true;
        } catch {
            return false;
        }
    }

    async #removeOld() {
        const old = this.all().slice(MAX_DRAFTS);
        if (old.length > 0) {
            const open = await openDrafts();
            const isOpen = ({ id, time }) => (navigator.locks ? open.has(id) : time > Date.now() - DAY);
            old.filter(draft => !this.#own.has(draft.id) && !isOpen(draft)).forEach(({ id }) => this.#remove(id));
        }
    }

    // Removes a draft, of this tab or of an earlier visit.
    remove(id) {
        this.leave(id);
        this.#remove(id);
    }

    // Stores the draft `from` of an earlier visit under the name `id`, which is this tab's. Returns whether the browser did.
    // Removes the old one first, since a full storage has no room for both.
    takeOver(from, id) {
        this.dismiss(from.id);
        this.#remove(from.id);
        const isStored = this.save(id, from);
        if (!isStored) {
            this.#put(from);
        }
        return isStored;
    }

    #put({ id, path, text, base, time }) {
        try {
            this.storage.setItem(PREFIX + id, JSON.stringify({ path, text, base, time }));
        } catch {
            // It had room before, so another tab has taken that.
        }
    }

    #remove(id) {
        try {
            this.storage?.removeItem(PREFIX + id);
        } catch {
            // The storage is denied.
        }
    }
}

// A frame without a site has no locks. It has no storage either.
const noLock = () => {};

// A stored draft; null if another page of the site wrote it. An invalid time, or one in the future, would always count as the
// newest.
function read(stored) {
    try {
        const { path, text, base, time } = JSON.parse(stored);
        const isDraft = typeof path === 'string' && typeof text === 'string' && Number.isFinite(time)
            && time >= 0 && time <= Date.now() + DAY;
        return isDraft ? { path, text, base, time } : null;
    } catch {
        return null;
    }
}

// The drafts that tabs of this page write, by their locks.
async function openDrafts() {
    const { held = [] } = await navigator.locks?.query().catch(noLock) ?? {};
    return new Set(held.filter(({ name }) => name.startsWith(PREFIX)).map(({ name }) => name.slice(PREFIX.length)));
}
