// The level's text next to the game. Shortly after a change the game reloads the level, and the player stays in place.
//
// This module knows levels, drafts and the game. The editor itself, editor.js, is loaded when the text is first opened.

import { shownPath } from './address.js';
import { Drafts, fingerprint } from './drafts.js';
import { download } from './files.js';
import { watchKeyboard } from './keyboard.js';
import { say } from './say.js';
import { $, device, mouse, state } from './state.js';
import { noteKept, noteUnkept } from './unkept.js';

// The time from the last change to a reload. Smaller: the game loads half-typed text; larger: the game lags behind.
const REST_SECONDS = 0.25;

// While the wheel turns a number, its text reaches the game at this interval. Smaller: the game never reloads, since it waits
// until the text has been unchanged for a moment.
const LIVE_SECONDS = 0.12;

// Makes gl.js read the size of the canvas, as after a change of the window's size.
function updateSize() {
    window.dispatchEvent(new Event('resize'));
}

function wordsAbout({ title, type, meaning }) {
    return `${title}${type === '' ? '' : ` (${type})`}: ${meaning}`;
}

// The draft of the level at `path`, in the note on what is not kept.
const nameOf = path => `the draft of ${path}`;

export class Drawer {
    constructor(host, canvas, storage) {
        this.host = host;
        this.canvas = canvas;
        this.drafts = new Drafts(storage);
        this.path = null;
        this.editor = null;
        // The facts of each level by its path, see `level`.
        this.levels = new Map();
        // The entry that the cursor is in, as the game knows it.
        this.marked = 'none';
        // The entry that the player points at in the game.
        this.pointed = null;
        this.offered = null;
        this.listen();
    }

    listen() {
        watchKeyboard(updateSize);
        // The game's editor and panel change the text too.
        $('drawer-editor').addEventListener('focusin', () => this.timer || this.load());
        $('drawer').addEventListener('keydown', event => this.key(event));
        $('drawer-problems').onclick = () => this.listProblems(!this.listed);
        $('drawer-reset').onclick = () => this.reset();
        $('drawer-undo').onclick = () => this.editor?.undo();
        $('drawer-redo').onclick = () => this.editor?.redo();
        $('drawer-less').onclick = () => this.editor?.nudge(-1);
        $('drawer-greater').onclick = () => this.editor?.nudge(1);
        // These buttons leave the cursor, and a phone's keyboard, where they are.
        for (const name of ['undo', 'redo', 'less', 'greater']) {
            $(`drawer-${name}`).addEventListener('pointerdown', event => event.preventDefault());
        }
        $('drawer-download').onclick = () => this.download(this.path);
        $('drawer-close').onclick = () => this.show(false);
        $('drawer-keep').onclick = () => this.keepDraft();
        $('drawer-discard').onclick = () => this.discardDraft();
        // While the card is shown, it hides the text, and the canvas has another size.
        state.onChange(updateSize);
        state.onChange(now => now === 'failed' && this.offerDownload());
        $('problem-text').onclick = () => this.unsaved.forEach(path => this.download(path));
        window.addEventListener('beforeunload', event => {
            this.play();
            // A draft is found again. Ask only where the browser could not store it.
            if (this.unsaved.some(path => !this.levels.get(path).isStored)) {
                event.preventDefault();
            }
        });
        this.canvas.addEventListener('keydown', event => {
            // Compare the key's position: on some layouts it is a dead key without a character.
            if (event.code === 'Backquote' && !event.ctrlKey && !event.altKey) {
                event.preventDefault();
                event.stopImmediatePropagation();
                this.show(true);
            }
        }, { capture: true });
    }

    get shown() {
        return !$('drawer').hidden;
    }

    // The paths of the levels with unsaved changes.
    get unsaved() {
        return [...this.levels].filter(([, { isUnsaved }]) => isUnsaved).map(([path]) => path);
    }

    // The facts of the level that is shown: its text when it was first opened here, its problems, and its draft.
    get level() {
        return this.levels.get(this.path);
    }

    get hasText() {
        return this.level !== undefined;
    }

    // Shows the text of another level.
    setLevel(path) {
        if (path !== this.path) {
            this.play();
            this.mark(null);
            this.path = path;
            this.load();
            this.sayDraft();
        }
    }

    toggle() {
        this.show(!this.shown);
    }

    show(shown) {
        // A frame of another page has no room for it.
        if (document.body.dataset.embed) {
            return;
        }
        $('drawer').hidden = !shown;
        document.body.dataset.drawer = shown ? 'open' : 'closed';
        this.host.send(`text ${shown ? 'shown' : 'hidden'}`);
        updateSize();
        if (shown) {
            mouse.release();
            this.open();
        } else {
            this.mark(null);
            this.canvas.focus({ preventScroll: true });
        }
    }

    // Loads the editor, and shows the text.
    async open() {
        try {
            this.loading ??= import('./editor.js');
            const { Editor } = await this.loading;
            this.editor ??= this.makeEditor(Editor);
        } catch (error) {
            // The next press tries again.
            this.loading = null;
            $('drawer-about').textContent = `The editor did not load: ${error.message}. Reload the page to try again.`;
            return;
        }
        this.load();
        this.editor.point(this.pointed);
        // On a phone, the focus would open the keyboard over the text.
        if (this.shown && device.now === 'mouse') {
            this.editor.focus();
        }
    }

    makeEditor(Editor) {
        return new Editor($('drawer-editor'), {
            meshes: () => this.meshes(),
            on: {
                changed: live => this.typed(live),
                moved: place => this.moved(place),
                leave: () => this.canvas.focus({ preventScroll: true }),
                save: () => this.download(this.path),
            },
        });
    }

    // The meshes that the page has, relative to the level's folder.
    meshes() {
        const here = this.path.split('/').slice(0, -1);
        return this.host.files.list().filter(name => /\.(obj|gltf|glb|map)$/i.test(name)).map(name => {
            const there = name.split('/');
            let same = 0;
            while (same < here.length && here[same] === there[same]) {
                same += 1;
            }
            return [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/');
        });
    }

    load() {
        const text = this.path !== null && /\.toml$/i.test(this.path) ? this.text(this.path) : undefined;
        $('drawer-name').textContent = text === undefined ? 'this level has no text' : shownPath(this.path);
        if (text !== undefined && !this.level) {
            this.levels.set(this.path, { original: text, problems: [], draft: null, isUnsaved: false, isStored: false });
        }
        this.editor?.open(this.path, text);
        this.offerDraft();
        this.showChanged();
        this.showProblems();
    }

    // Plays the text once it has been unchanged for a moment. While the wheel turns a number, does not wait for that.
    typed(live = false) {
        if (!live || !this.timer) {
            clearTimeout(this.timer);
            this.timer = setTimeout(() => this.play(), (live ? LIVE_SECONDS : REST_SECONDS) * 1000);
        }
        this.showChanged();
    }

    // Passes changed text to the game, and keeps it as a draft.
    play() {
        if (this.timer) {
            clearTimeout(this.timer);
            this.timer = null;
            const { level, path } = this;
            const { text } = this.editor;
            this.host.files.put(path, new TextEncoder().encode(text));
            level.isUnsaved = text !== level.original;
            if (level.isUnsaved) {
                level.draft ??= this.drafts.newId();
                this.store(path);
            } else {
                this.forgetDraft(level, path);
            }
        }
    }

    // Stores the draft of a changed level.
    store(path) {
        const level = this.levels.get(path);
        level.isStored = this.drafts.save(level.draft, { path, text: this.text(path), base: fingerprint(level.original) });
        if (level.isStored) {
            noteKept(nameOf(path));
        } else if (this.drafts.storage) {
            noteUnkept(nameOf(path), 'full');
        }
    }

    // Stores all drafts again that somebody else has removed.
    storeAgain() {
        this.unsaved.filter(path => this.levels.get(path).draft).forEach(path => this.store(path));
    }

    forgetDraft(level, path) {
        noteKept(nameOf(path));
        if (level.draft) {
            this.drafts.remove(level.draft);
            level.draft = null;
        }
    }

    // The file was replaced: its new text is an edit of the old one.
    replaced(path) {
        const level = this.levels.get(path);
        if (level) {
            if (path === this.path) {
                clearTimeout(this.timer);
                this.timer = null;
            }
            level.original = this.text(path);
            level.isUnsaved = false;
            // The draft of the earlier text stays for the next visit.
            this.leaveDraft(level);
            if (path === this.path) {
                this.load();
            }
        }
    }

    // Offers unsaved text as a download, after the game has failed.
    offerDownload() {
        this.play();
        $('problem-text').hidden = this.unsaved.length === 0;
    }

    // Notes that text with these bytes was saved, from here or by the game's editor.
    saved(bytes) {
        const text = new TextDecoder().decode(bytes);
        for (const path of this.unsaved) {
            if (this.text(path) === text) {
                const level = this.levels.get(path);
                level.isUnsaved = false;
                this.forgetDraft(level, path);
            }
        }
    }

    // The text of a level; undefined if it is not loaded.
    text(path) {
        const bytes = this.host.files.get(path);
        // A byte order mark stays part of the text.
        return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    }

    // --- drafts ---

    findDraft() {
        return this.hasText ? this.drafts.find(this.path, this.text(this.path)) : null;
    }

    // Says that there is a draft of a level whose text is not shown.
    async sayDraft() {
        const { path } = this;
        const found = this.shown ? null : await this.findDraft();
        if (found && path === this.path && !this.shown) {
            say(found.isOpen ? 'another tab also changes this level: each tab keeps its own draft'
                : 'a draft of this level was found: open its text to keep it');
        }
    }

    // Offers the draft of an earlier visit, and tells if another tab also changes this level.
    async offerDraft() {
        const { path } = this;
        const found = this.shown ? await this.findDraft() : null;
        if (path !== this.path) {
            return;
        }
        this.offered = found;
        $('drawer-draft').hidden = found === null;
        if (found) {
            const when = new Date(found.time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
            const other = found.base === fingerprint(this.level.original) ? '' : ', of another version of this level';
            const words = found.isOpen ? `Another tab also changes this level${other}. Each tab keeps its own draft.`
                : `Draft found: ${when}${other}.`;
            // A screen reader reads the words again whenever they are set.
            if ($('drawer-draft-words').textContent !== words) {
                $('drawer-draft-words').textContent = words;
            }
            $('drawer-keep').textContent = found.isOpen ? 'Copy its text' : 'Keep';
            $('drawer-discard').textContent = found.isOpen ? 'Dismiss' : 'Discard';
        }
        if (found?.isOpen) {
            this.drafts.whenClosed(found.id, () => this.offerDraft());
        }
    }

    hideOffer() {
        this.offered = null;
        $('drawer-draft').hidden = true;
        this.offerDraft();
        this.editor.focus();
    }

    // Continues the draft, or a copy of one that another tab writes. Undo returns to the text before it.
    keepDraft() {
        const { level, offered } = this;
        this.play();
        this.leaveDraft(level);
        level.draft = this.drafts.newId();
        if (offered.isOpen) {
            this.drafts.dismiss(offered.id);
        } else {
            this.drafts.takeOver(offered, level.draft);
        }
        this.editor.replace(offered.text);
        this.play();
        this.hideOffer();
    }

    discardDraft() {
        if (this.offered.isOpen) {
            this.drafts.dismiss(this.offered.id);
        } else {
            this.drafts.remove(this.offered.id);
        }
        this.hideOffer();
    }

    // The level's text as it was stays a separate draft.
    leaveDraft(level) {
        if (level.draft) {
            this.drafts.leave(level.draft);
            level.draft = null;
        }
    }

    // Handles a `storage` event, which tells of another tab's change.
    storageChanged(event) {
        if (this.drafts.isLost(event)) {
            this.storeAgain();
        }
        if (Drafts.changedPath(event) === this.path) {
            if (this.shown) {
                this.offerDraft();
            } else if (this.level?.isUnsaved && event.oldValue === null) {
                this.sayDraft();
            }
        }
    }

    // --- problems ---

    // Shows the game's report of a level that it has loaded. A broken level opens, to be repaired here.
    showLoaded(report) {
        const path = this.host.files.name(report.path);
        const isText = /\.toml$/i.test(path);
        if (report.edited || !report.played && !isText) {
            return;
        }
        const opensBroken = !report.played && path !== this.path;
        this.setLevel(path);
        if (this.level) {
            this.level.problems = report.problems;
        }
        if (opensBroken) {
            this.show(true);
            this.listed = true;
        }
        this.showProblems();
    }

    showProblems() {
        const problems = this.level?.problems ?? [];
        const count = severity => {
            const number = problems.filter(problem => problem.severity === severity).length;
            return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`];
        };
        const words = ['error', 'warning', 'note'].flatMap(count).join(', ');
        if ($('drawer-problems').textContent !== words) {
            $('drawer-problems').textContent = words;
        }
        $('drawer-problems').hidden = words === '';
        $('drawer-problems').classList.toggle('errors', problems.some(({ severity }) => severity === 'error'));
        // Until changed text is played, its problems are those of the earlier text.
        if (this.editor && this.hasText && !this.timer) {
            this.editor.mark(this.path, problems);
            this.listProblems(this.listed && problems.length > 0);
        }
    }

    listProblems(shown) {
        this.listed = shown;
        this.editor?.listProblems(shown);
        $('drawer-problems').setAttribute('aria-expanded', shown);
    }

    // --- the picture and the line ---

    // Shows the entry that the player points at in the game: `prop 3` or `none`.
    point(entry) {
        this.pointed = entry === 'none' ? null : entry;
        this.editor?.point(this.pointed);
    }

    // Marks an entry in the picture.
    mark(entry) {
        const next = entry ?? 'none';
        if (next !== this.marked) {
            this.marked = next;
            this.host.send(`mark ${next}`);
        }
    }

    moved({ line, column, entry, about, number }) {
        $('drawer-place').textContent = `line ${line}, column ${column}`;
        $('drawer-less').disabled = !number;
        $('drawer-greater').disabled = !number;
        $('drawer-about').textContent = about ? wordsAbout(about) : '';
        if (this.editor?.focused) {
            this.mark(entry);
        }
    }

    // --- keys and buttons ---

    key(event) {
        if (event.defaultPrevented) {
            return;
        }
        if (event.key === 'Escape') {
            this.canvas.focus({ preventScroll: true });
        } else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            this.download(this.path);
        }
    }

    // Returns to the text when it was first opened, by an edit that can be undone.
    reset() {
        this.editor?.replace(this.level.original);
        this.play();
        this.showChanged();
    }

    download(path) {
        this.play();
        const bytes = this.host.files.get(path);
        if (bytes && this.levels.has(path)) {
            download(path.split('/').pop(), bytes);
            this.saved(bytes);
        }
    }

    showChanged() {
        const changed = this.hasText && (this.editor?.text ?? this.level.original) !== this.level.original;
        $('drawer').classList.toggle('changed', changed);
        $('drawer-reset').disabled = !changed;
        $('drawer-download').disabled = !this.hasText;
    }
}
