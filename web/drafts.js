// Drafts: texts that were changed and not saved. The browser keeps them for the next visit.
//
// A draft is stored only once the player has changed the text, so a link alone stores nothing.

// Not below `sidle/`, which belongs to the game's stored files: see host.js.
const PREFIX = 'sidle-draft/';

// Older drafts are removed. More: the storage, which pages of the same site share, fills up.
const MAX_DRAFTS = 20;

// How far the clocks of two visits may differ; milliseconds.
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
    // `storage` is the browser's, or null if there is none.
    constructor(storage) {
        this.storage = storage;
        // The drafts that were discarded or written in this visit are not offered.
        this.known = new Set();
    }

    // All drafts, the newest first: { id, path, text, base, time }. Skips what cannot be read.
    all() {
        const found = [];
        for (const name of Object.keys(this.storage ?? {}).filter(name => name.startsWith(PREFIX))) {
            try {
                const { path, text, base, time } = JSON.parse(this.storage.getItem(name));
                // An invalid time, or one in the future, would always count as the newest.
                if (typeof path === 'string' && typeof text === 'string' && Number.isFinite(time)
                    && time >= 0 && time <= Date.now() + DAY) {
                    found.push({ id: name.slice(PREFIX.length), path, text, base, time });
                }
            } catch {
                // Another page of the site wrote it, or the storage is denied.
            }
        }
        return found.sort((one, other) => other.time - one.time);
    }

    // The newest draft of an earlier visit for the level at `path`.
    find(path) {
        return this.all().find(draft => draft.path === path && !this.known.has(draft.id));
    }

    newId() {
        const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
        this.known.add(id);
        return id;
    }

    // Continues a draft of an earlier visit.
    adopt(id) {
        this.known.add(id);
    }

    // Stores a draft. Returns whether the browser did.
    save(id, { path, text, base }) {
        if (!this.storage) {
            return false;
        }
        try {
            this.storage.setItem(PREFIX + id, JSON.stringify({ path, text, base, time: Date.now() }));
            this.all().slice(MAX_DRAFTS).forEach(old => this.remove(old.id));
            return true;
        } catch {
            return false;
        }
    }

    remove(id) {
        try {
            this.storage?.removeItem(PREFIX + id);
        } catch {
            // The storage is denied.
        }
    }
}
