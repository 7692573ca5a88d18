// The level's text beside the game. Shortly after a change the game reloads the level, and the player stays in place.

import { download } from './files.js';
import { nudge } from './nudge.js';
import { $, device, state } from './state.js';

// The time from the last change to a reload. Smaller: the game loads half-typed text; larger: the game lags behind.
const REST_SECONDS = 0.25;

// Makes gl.js read the size of the canvas, as after a change of the window's size.
function updateSize() {
    window.dispatchEvent(new Event('resize'));
}

export class Drawer {
    constructor(host, canvas) {
        this.host = host;
        this.canvas = canvas;
        this.path = null;
        // The text of each level when it was first opened here.
        this.original = new Map();
        // Levels with unsaved changes.
        this.unsaved = new Set();
        $('drawer-text').addEventListener('input', () => this.typed());
        // The game's editor and panel change the text too.
        $('drawer-text').addEventListener('focus', () => this.timer || this.load());
        $('drawer-text').addEventListener('keydown', event => this.key(event));
        document.addEventListener('selectionchange', () => this.showPlace());
        $('drawer-reset').onclick = () => this.reset();
        $('drawer-download').onclick = () => this.download(this.path);
        $('drawer-close').onclick = () => this.show(false);
        // While the card is shown, it hides the text, and the canvas has another size.
        state.onChange(updateSize);
        state.onChange(now => now === 'failed' && this.offerDownload());
        $('problem-text').onclick = () => this.unsaved.forEach(path => this.download(path));
        window.addEventListener('beforeunload', event => {
            this.play();
            if (this.unsaved.size > 0) {
                event.preventDefault();
            }
        });
        canvas.addEventListener('keydown', event => {
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

    // Shows the text of another level.
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
        updateSize();
        if (shown) {
            this.load();
            document.exitPointerLock?.();
            // On a phone, the focus would open the keyboard over the text.
            if (device.now === 'mouse') {
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
        if (known && !this.original.has(this.path)) {
            this.original.set(this.path, text);
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

    // Passes changed text to the game.
    play() {
        if (this.timer) {
            clearTimeout(this.timer);
            this.timer = null;
            $('drawer-fault').hidden = true;
            const text = $('drawer-text').value;
            this.host.files.put(this.path, new TextEncoder().encode(text));
            if (text === this.original.get(this.path)) {
                this.unsaved.delete(this.path);
            } else {
                this.unsaved.add(this.path);
            }
        }
    }

    // Discards changes to a file that was replaced.
    replaced(path) {
        this.original.delete(path);
        this.unsaved.delete(path);
        if (path === this.path) {
            clearTimeout(this.timer);
            this.timer = null;
            $('drawer-fault').hidden = true;
            this.load();
        }
    }

    // Offers unsaved text as a download, after the game has failed.
    offerDownload() {
        this.play();
        $('problem-text').hidden = this.unsaved.size === 0;
    }

    // Notes that text with these bytes was saved, from here or by the game's editor.
    saved(bytes) {
        const text = new TextDecoder().decode(bytes);
        for (const path of this.unsaved) {
            if (this.text(path) === text) {
                this.unsaved.delete(path);
            }
        }
    }

    // The text of a level; undefined if it is not loaded.
    text(path) {
        const bytes = this.host.files.get(path);
        return bytes && new TextDecoder().decode(bytes);
    }

    // Shows an error in the text. `message` is "error: TEXT", followed by a line "--> PATH:LINE:COLUMN".
    showFault(message) {
        const found = message.match(/^error: (.*)\n *--> (.*):(\d+):(\d+)$/m);
        if (found && found[2] === this.path) {
            const [, text, , line, column] = found;
            $('drawer-fault').textContent = `line ${line}: ${text}`;
            $('drawer-fault').onclick = () => this.goTo(Number(line), Number(column));
            $('drawer-fault').hidden = false;
        }
    }

    // Puts the caret at a line and column, both counted from 1.
    goTo(line, column) {
        const field = $('drawer-text');
        const lines = field.value.split('\n');
        const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
        field.focus();
        field.setSelectionRange(before + column - 1, before + lines[line - 1].length);
        // Scroll the line into view, with some lines above it.
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
        $('drawer-text').value = this.original.get(this.path);
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
        const changed = !$('drawer-text').disabled && $('drawer-text').value !== this.original.get(this.path);
        $('drawer').classList.toggle('changed', changed);
        $('drawer-reset').disabled = !changed;
        this.showPlace();
    }

    // Shows the caret's line and column.
    showPlace() {
        const { value, selectionEnd } = $('drawer-text');
        const lines = value.slice(0, selectionEnd).split('\n');
        $('drawer-place').textContent = `line ${lines.length}, column ${lines.at(-1).length + 1}`;
    }
}
