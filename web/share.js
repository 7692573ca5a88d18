// Shares a contact or a race: a link to it, a moving picture of it, a still one, which sites show beside the link, and what happened in
// words.
//
// The link is copied at once. A panel shows the picture, which moves once it is made, and saves it. Where the browser can, a button gives
// all of it to the apps of the device.

import { download } from './files.js';
import { copy, say } from './say.js';
import { $, mouse, state } from './state.js';

// What the picture shows, in words.
const PICTURES = { contact: 'The contact, from the side', race: 'The race, from outside' };

export class Share {
    #canvas;
    #host;
    // Whether it is a contact or a race.
    #what = 'contact';
    // The files that are there, and the address of the picture that the panel shows.
    #files = {};
    #shown = null;
    // Which contact is shared, so that the work for one before ends.
    #count = 0;
    // The tick of the contact while a clip is made, which draws others; null otherwise.
    #tick = null;

    constructor(canvas, host) {
        this.#canvas = canvas;
        this.#host = host;
        $('shared-close').onclick = () => this.close();
        $('shared').addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
        // The panel itself releases the mouse.
        state.onChange(now => {
            const tick = this.#tick;
            if (now === 'free') {
                return;
            }
            this.leave();
            // The clip is given up. The game's next frame shows the shared tick again.
            if (now === 'playing' && tick !== null) {
                this.#host.send(`seek ${tick}`);
            }
        });
    }

    // Closes the panel. The game shows the contact again.
    close() {
        const tick = this.#tick;
        this.leave();
        if (tick !== null) {
            this.#draw(tick);
        }
    }

    // Closes the panel, because the game goes on or shows something else.
    leave() {
        this.#count += 1;
        this.#tick = null;
        if ($('shared').contains(document.activeElement)) {
            this.#canvas.focus({ preventScroll: true });
        }
        $('shared').hidden = true;
        $('shared-image').removeAttribute('src');
        URL.revokeObjectURL(this.#shown);
    }

    // Draws the picture of a tick, in a pause. A rest would skip the frame.
    #draw(tick) {
        this.#host.send(`seek ${tick}`);
        window.wasm_exports.frame();
    }

    // Shares the contact that the game shows in a pause, or the race that has ended there. The game sends which of them it is, the first
    // tick that can be shown, that of the contact or of the finish, the last one, the ticks per second, a link, and what happened. That has
    // just been drawn: the browser keeps its picture until the end of this task.
    async show([what, ...parts]) {
        const [first, tick, last, hz] = parts.splice(0, 4).map(Number);
        const link = parts.shift();
        const words = parts.join(' ');
        const number = this.#count += 1;
        const isOpen = () => number === this.#count;
        const picture = new Promise(resolve => this.#canvas.toBlob(resolve, 'image/png'));
        this.#files = {};
        this.#what = what;
        $('shared-image').alt = PICTURES[what];
        $('shared-words').textContent = words;
        $('shared-copy').onclick = () => copy(`${words}\n${link}`, 'copied the words and the link');
        $('shared-send').onclick = () => this.#send(link, words);
        this.#offer('clip', 'gif', null);
        const still = await picture;
        if (!isOpen()) {
            return;
        }
        $('shared-picture').hidden = still === null;
        if (still) {
            this.#offer('picture', 'png', still);
        }
        // A press needs the mouse.
        mouse.release();
        $('shared').hidden = false;
        $('shared-clip').focus({ preventScroll: true });
        await copy(link, `copied a link to this ${what}`);
        try {
            const { makeClip, planOf } = await import('./clip.js');
            if (!isOpen()) {
                return;
            }
            this.#tick = tick;
            const progress = share => {
                if (isOpen()) {
                    $('shared-clip').textContent = `Making a clip, ${Math.floor(share * 100)} %`;
                }
                return isOpen();
            };
            const plan = planOf(what, tick, { first, last, hz });
            const bytes = await makeClip(this.#canvas, plan, { draw: shown => this.#draw(shown), progress });
            if (bytes && isOpen()) {
                this.#tick = null;
                this.#offer('clip', 'gif', new Blob([bytes], { type: 'image/gif' }));
            }
        } catch (error) {
            if (isOpen()) {
                say(`no clip: ${error.message}`);
                $('shared-clip').hidden = true;
                this.#tick = null;
                this.#draw(tick);
            }
        }
    }

    // Shows and offers a picture, or that there will be one.
    #offer(kind, extension, blob) {
        const button = $(`shared-${kind}`);
        button.hidden = false;
        button.setAttribute('aria-disabled', String(blob === null));
        if (blob === null) {
            button.textContent = `Making a ${kind}`;
            button.onclick = null;
            return;
        }
        const file = new File([blob], `sidle-${this.#what}.${extension}`, { type: blob.type });
        this.#files[kind] = file;
        button.textContent = `Save the ${kind}`;
        button.onclick = async () => download(file.name, new Uint8Array(await file.arrayBuffer()));
        URL.revokeObjectURL(this.#shown);
        this.#shown = URL.createObjectURL(blob);
        $('shared-image').src = this.#shown;
        $('shared-send').hidden = !navigator.canShare?.({ files: [file] });
    }

    // Gives the link, the words and the best picture to an app.
    async #send(url, text) {
        const files = [this.#files.clip ?? this.#files.picture];
        try {
            await navigator.share({ title: document.title, text, url, files });
            this.close();
        } catch (error) {
            // The player has closed the list of apps.
            if (error.name !== 'AbortError') {
                say(`not shared: ${error.message}`);
            }
        }
    }
}
