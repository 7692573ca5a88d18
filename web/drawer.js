// The level's text beside the game: what one types is played a moment later, and one stays where one is.

import { download } from './files.js';
import { nudge } from './nudge.js';
import { $, hands, state } from './state.js';

// How long a hand rests before what it typed is played.
const REST_SECONDS = 0.25;

// The canvas is narrower, or as wide again: gl.js asks for its size when the window's changes.
function tellSize() {
    window.dispatchEvent(new Event('resize'));
}

export class Drawer {
    constructor(host, canvas) {
        this.host = host;
        this.canvas = canvas;
        this.path = null;
        // The text that each level had when it was first opened here.
        this.own = new Map();
        // Levels whose text was changed here, and is nowhere else yet.
        this.unsaved = new Set();
        $('drawer-text').addEventListener('input', () => this.typed());
        // The game writes levels too: its editor, and its panel.
        $('drawer-text').addEventListener('focus', () => this.timer || this.load());
        $('drawer-text').addEventListener('keydown', event => this.key(event));
        document.addEventListener('selectionchange', () => this.showPlace());
        $('drawer-reset').onclick = () => this.reset();
        $('drawer-download').onclick = () => this.download(this.path);
        $('drawer-close').onclick = () => this.show(false);
        // The card takes the whole page, and hides the text.
        state.onChange(tellSize);
        state.onChange(now => now === 'failed' && this.offer());
        $('problem-text').onclick = () => this.unsaved.forEach(path => this.download(path));
        window.addEventListener('beforeunload', event => {
            this.play();
            if (this.unsaved.size > 0) {
                event.preventDefault();
            }
        });
        canvas.addEventListener('keydown', event => {
            // By its place: where it makes an accent, the key has no sign of its own.
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

    // The level that is played is another one.
    setLevel(path) {
        if (path !== this.path) {
            this.play();
            this.path = path;
            $('drawer-fault').hidden = true;
            this.load();
        }
    }

    toggle() {
        this.show(!this.shown);
    }

    show(shown) {
        $('drawer').hidden = !shown;
        document.body.dataset.drawer = shown ? 'open' : 'closed';
        tellSize();
        if (shown) {
            this.load();
            document.exitPointerLock?.();
            // On a phone the keyboard would cover what one came to read.
            if (hands.now === 'mouse') {
                $('drawer-text').focus({ preventScroll: true });
            }
        } else {
            this.canvas.focus({ preventScroll: true });
        }
    }

    load() {
        const found = this.path ? this.text(this.path) : undefined;
        const text = found ?? '';
        const known = found !== undefined && /\.toml$/i.test(this.path);
        $('drawer-name').textContent = known ? this.path : 'this level has no text';
        $('drawer-text').disabled = !known;
        if (known && !this.own.has(this.path)) {
            this.own.set(this.path, text);
        }
        if ($('drawer-text').value !== text) {
            $('drawer-text').value = text;
            $('drawer-text').setSelectionRange(0, 0);
        }
        this.showChanged();
    }

    typed() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.play(), REST_SECONDS * 1000);
        this.showChanged();
    }

    // Gives the game what was typed, unless it has it.
    play() {
        if (this.timer) {
            clearTimeout(this.timer);
            this.timer = null;
            $('drawer-fault').hidden = true;
            const text = $('drawer-text').value;
            this.host.files.put(this.path, new TextEncoder().encode(text));
            if (text === this.own.get(this.path)) {
                this.unsaved.delete(this.path);
            } else {
                this.unsaved.add(this.path);
            }
        }
    }

    // Another file came in the place of this one: what was typed is for the old one.
    replaced(path) {
        this.own.delete(path);
        this.unsaved.delete(path);
        if (path === this.path) {
            clearTimeout(this.timer);
            this.timer = null;
            $('drawer-fault').hidden = true;
            this.load();
        }
    }

    // The game went wrong: what was typed needs not be lost with it.
    offer() {
        this.play();
        $('problem-text').hidden = this.unsaved.size === 0;
    }

    // Somebody has these bytes as a file now, from here or from the game's editor.
    saved(bytes) {
        const text = new TextDecoder().decode(bytes);
        for (const path of this.unsaved) {
            if (this.text(path) === text) {
                this.unsaved.delete(path);
            }
        }
    }

    // The text of a level; undefined if it is not there.
    text(path) {
        const bytes = this.host.files.get(path);
        return bytes && new TextDecoder().decode(bytes);
    }

    // What the game finds wrong with the text: "error: WORDS", and below it "--> PATH:LINE:COLUMN".
    hear(message) {
        const found = message.match(/^error: (.*)\n *--> (.*):(\d+):(\d+)$/m);
        if (found && found[2] === this.path) {
            const [, words, , line, column] = found;
            $('drawer-fault').textContent = `line ${line}: ${words}`;
            $('drawer-fault').onclick = () => this.goTo(Number(line), Number(column));
            $('drawer-fault').hidden = false;
        }
    }

    // Puts the caret there; both count from 1.
    goTo(line, column) {
        const field = $('drawer-text');
        const lines = field.value.split('\n');
        const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
        field.focus();
        field.setSelectionRange(before + column - 1, before + lines[line - 1].length);
        // In sight, with some lines above it.
        field.scrollTop = (line - 6) / lines.length * field.scrollHeight;
    }

    key(event) {
        if (event.key === 'Escape') {
            this.canvas.focus({ preventScroll: true });
        } else if (event.altKey && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
            event.preventDefault();
            nudge($('drawer-text'), event.key === 'ArrowUp' ? 1 : -1);
        }
    }

    reset() {
        $('drawer-text').value = this.own.get(this.path);
        this.typed();
        this.play();
    }

    download(path) {
        this.play();
        const bytes = this.host.files.get(path);
        download(path.split('/').pop(), bytes);
        this.saved(bytes);
    }

    showChanged() {
        const changed = !$('drawer-text').disabled && $('drawer-text').value !== this.own.get(this.path);
        $('drawer').classList.toggle('changed', changed);
        $('drawer-reset').disabled = !changed;
        this.showPlace();
    }

    // Where the caret is, as the game names places in a level.
    showPlace() {
        const { value, selectionEnd } = $('drawer-text');
        const lines = value.slice(0, selectionEnd).split('\n');
        $('drawer-place').textContent = `line ${lines.length}, column ${lines.at(-1).length + 1}`;
    }
}
