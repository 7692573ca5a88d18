// The page as a frame of another page, by ?embed=1: a moment or a level without the card, with a bar of its time below.
//
// The program starts when somebody presses the picture that stands for it, and draws nothing while the frame is out of view.
// moment.js is the other side. It shows the picture itself and asks for the frame only after a press, which it says by
// ?embed=element. Messages come from the page around the frame only. They change nothing that a link could not.

import { readSlider } from './slider.js';
import { playSilence } from './sound.js';
import { $, device, state } from './state.js';

// The parameters that say how a frame shows its level. The whole page has more room.
const OF_FRAME = ['embed', 'name', 'tick', 'controller', 'slider'];

// The words of the controllers in the list.
const CONTROLLERS = ['classic', 'swept', 'boxed'];

// The least number of steps of a slider for a number.
const STEPS = 50;

// A level that the page around the frame has sent. Like that of a link, it is limited and is not stored.
const SENT = 'linked/levels/frame.toml';

// The most characters of such a level, as in a file.
const MAX_TEXT = 1 << 20;

const kind = new URLSearchParams(location.search).get('embed');

// Whether the page is such a frame.
export const isEmbedded = kind !== null && kind !== '0';

export class Embed {
    #host;
    #canvas;
    #rest;
    // The shown tick, as the game has reported it last, and whether time stands still there.
    #clock = { shown: 0, paused: false };
    // Whether the frame is in view.
    #isSeen = true;
    // Whether the level came from the page around the frame, so that no link leads to it.
    #isSent = false;

    constructor(host, canvas, rest) {
        this.#host = host;
        this.#canvas = canvas;
        this.#rest = rest;
        document.body.dataset.embed = kind;
        $('embed').hidden = false;
        $('embed-pause').onclick = () => host.send('press pause');
        $('embed-why').onclick = () => host.send('press side_large');
        $('embed-time').oninput = () => host.send(`seek ${$('embed-time').value}`);
        $('embed-controller').append(...CONTROLLERS.map(name => new Option(name)));
        $('embed-controller').onchange = () => {
            host.send(`vary controller ${$('embed-controller').value}`);
            canvas.focus({ preventScroll: true });
        };
        // A frame keeps no settings, so it would show the hints of a first visit each time.
        host.files.put('kept/settings.toml', new TextEncoder().encode('hints_seen = true\n'));
        state.onChange(now => now === 'failed' && this.#tell('failed'));
        window.addEventListener('message', event => event.source === window.parent && this.#receive(event.data ?? {}));
        new IntersectionObserver(entries => this.#setSeen(entries.at(-1).isIntersecting)).observe(document.documentElement);
    }

    // Waits until the program shall start. Puts the level that was sent, if one was, into `parameters`, and takes those out that the
    // game gets as events.
    async begun(parameters) {
        const name = new URLSearchParams(location.search).get('name');
        if (name) {
            document.title = name;
            $('embed-play').title = name;
        }
        await (kind === 'element' ? this.#asked() : this.#pressed());
        // What early.js has not requested.
        document.head.append($('preloads').content);
        const controller = parameters.find(([key]) => key === 'controller')?.[1];
        const isWatched = parameters.some(([key]) => ['replay', 'script'].includes(key));
        const slider = readSlider(new URLSearchParams(location.search).get('slider'));
        if (slider !== null && parameters.some(([key]) => key === 'replay')) {
            this.#addSlider(slider);
        }
        // The controllers of a recording are part of it.
        const taken = OF_FRAME.filter(key => key !== (isWatched ? 'tick' : 'controller'));
        const others = parameters.filter(([key]) => !taken.includes(key));
        parameters.splice(0, parameters.length, ...others);
        this.#host.send('frame embedded');
        if (isWatched && CONTROLLERS.includes(controller)) {
            this.#host.send(`vary controller ${controller}`);
        }
        if (this.#isSent) {
            parameters.push(['level', SENT]);
        }
        this.#link();
    }

    // A slider for a number: with each of its values, the moment is played again, up to the time that is shown.
    #addSlider({ name, min, max, value, unit }) {
        const input = $('embed-number');
        const step = 10 ** Math.floor(Math.log10((max - min) / STEPS));
        Object.assign(input, { min, max, step: name === 'hz' ? Math.max(1, step) : step, value });
        const words = name === 'hz' ? 'ticks per second' : name.replaceAll('_', ' ');
        const show = number => {
            const shown = `${number}${unit && `\u00a0${unit}`}`;
            $('embed-number-value').textContent = shown;
            input.setAttribute('aria-valuetext', shown);
        };
        $('embed-number-name').textContent = words;
        input.oninput = () => {
            show(input.value);
            this.#host.send(`vary ${name} ${input.value}`);
        };
        // The first value may lie between two steps.
        show(value);
        document.body.dataset.slider = '';
        $('embed-slider').hidden = false;
    }

    // The player has pressed the picture of the frame.
    #pressed() {
        document.body.dataset.waits = '';
        $('embed-play').hidden = false;
        return new Promise(resolve => {
            $('embed-play').onclick = () => {
                $('embed-play').hidden = true;
                delete document.body.dataset.waits;
                resolve();
            };
        });
    }

    // The page around the frame has sent what it shows.
    #asked() {
        return new Promise(resolve => {
            this.#resolve = resolve;
            this.#tell('ready');
        });
    }

    #resolve = () => {};

    #receive({ sidle, text }) {
        if (sidle === 'begin') {
            if (typeof text === 'string' && text.length <= MAX_TEXT) {
                this.#host.files.put(SENT, new TextEncoder().encode(text));
                this.#isSent = true;
            }
            this.#resolve();
        } else if (sidle === 'leave') {
            this.#leave();
        }
    }

    // Sends the last picture to the page around the frame, which then removes the frame.
    async #leave() {
        if (!state.runs) {
            this.#tell('left');
            return;
        }
        // The browser keeps the picture only until the end of the task that draws it. A rest would skip the frame.
        this.#rest.end();
        window.wasm_exports.frame();
        const picture = await createImageBitmap(this.#canvas);
        this.#tell('left', { picture, tick: this.#clock.paused ? this.#clock.shown : null }, [picture]);
    }

    #tell(what, more = {}, transfer = []) {
        window.parent.postMessage({ sidle: what, ...more }, '*', transfer);
    }

    // The program has drawn its first frame.
    drawn() {
        state.now = device.now === 'touch' ? 'playing' : 'free';
        this.#tell('drawn');
        this.#hold();
    }

    // Shows the clock of the game: the first tick that can be shown, the shown one and the last.
    showClock([first, shown, last, hz, time, controller]) {
        const [start, now, end] = [first, shown, last].map(Number);
        this.#clock = { shown: now, paused: time === 'paused' };
        const slider = $('embed-time');
        slider.min = start;
        slider.max = end;
        slider.value = now;
        const seconds = ((now - start) / Number(hz)).toFixed(2);
        slider.setAttribute('aria-valuetext', `tick ${now}, ${seconds} seconds`);
        $('embed-clock').textContent = `${seconds} s`;
        $('embed-pause').setAttribute('aria-pressed', String(this.#clock.paused));
        $('embed-pause').title = this.#clock.paused ? 'Go on' : 'Pause';
        if (document.activeElement !== $('embed-controller')) {
            $('embed-controller').value = controller;
        }
        this.#link();
    }

    // The link to the same moment in the whole page, at the same tick in a pause.
    #link() {
        const query = new URLSearchParams(location.search);
        OF_FRAME.forEach(name => query.delete(name));
        if (this.#clock.paused && location.hash.startsWith('#moment=')) {
            query.set('tick', this.#clock.shown);
        }
        $('embed-full').href = `${location.pathname}${query.size > 0 ? `?${query}` : ''}${location.hash}`;
        $('embed-full').hidden = this.#isSent;
    }

    #setSeen(isSeen) {
        if (isSeen !== this.#isSeen) {
            this.#isSeen = isSeen;
            this.#hold();
        }
    }

    // Out of view, time stops and no frame is drawn. gl.js asks for the next frame only if its loop does not block.
    #hold() {
        if (!state.runs) {
            return;
        }
        this.#host.send(this.#isSeen ? 'time run' : 'time stop');
        window.blocking_event_loop = !this.#isSeen;
        if (this.#isSeen) {
            requestAnimationFrame(window.animation);
        } else {
            playSilence();
        }
    }
}
