// The element <sidle-moment>, for articles on any site: a picture until it is pressed, then a frame of the page with a moment or a
// level. docs/web.md lists its attributes.
//
// All elements of a document share one frame, and so one program. A press on another one brings back the picture of the one
// before, as it was last. This is a classic script, since a module of another site needs a permission of its server.

(() => {
    'use strict';

    // Where the page is: beside this script.
    const home = new URL('.', document.currentScript?.src ?? document.baseURI).href;

    // What the frame is allowed to do. The mouse needs no permission, unless the frame is in a sandbox.
    const ALLOWED = 'fullscreen; gamepad; clipboard-write; autoplay';

    // The attributes that are parameters of the page.
    const PASSED = ['controller', 'overlays', 'tick', 'why', 'spawn', 'mode', 'exhibit', 'outside', 'fov', 'slider'];

    // How long a frame may take to answer; milliseconds. Smaller: a slow network looks like a fault; larger: a fault is told late.
    const MAX_SILENCE = 30_000;

    // How long the picture of a frame that ends is waited for; milliseconds. Smaller: slow machines lose it; larger: a frame that
    // hangs holds up the next one.
    const MAX_LEAVING = 10_000;

    const STYLE = `
        :host { display: block; position: relative; width: 100%; aspect-ratio: 16 / 10; overflow: hidden; background: #161d24; }
        :host([hidden]) { display: none; }
        /* The page's bars take a third of a low frame. */
        @media (max-width: 480px) { :host([playing]) { aspect-ratio: 4 / 5; } }
        iframe, button, img, canvas { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
        img { object-fit: cover; }
        canvas { object-fit: contain; object-position: top; }
        button { display: grid; place-items: center; padding: 0; background: none; color: #f0f4f7; font: 15px/1.4 system-ui, sans-serif; cursor: pointer; }
        button:focus-visible { outline: 3px solid #fabd78; outline-offset: -3px; }
        svg { position: relative; width: min(22%, 72px); min-width: 36px; fill: #fabd78; filter: drop-shadow(0 0 6px #0d1217); }
        span { position: absolute; inset: auto 0 0; padding: 8px 12px; background: rgb(13 18 23 / 72%); text-align: left; overflow-wrap: anywhere; }
        span:empty, [hidden] { display: none; }
        /* Beside what a picture shows in its middle. */
        img:not([hidden]) + button { box-sizing: border-box; place-items: start end; padding: 2%; }
        img:not([hidden]) + button svg { width: min(14%, 56px); }
        .loads svg { opacity: .35; }
        @media print { button { visibility: hidden; } }
    `;
    const MARKUP = '<canvas hidden></canvas><img alt="" hidden><button type="button"><svg viewBox="0 0 24 24" aria-hidden="true">'
        + '<path d="M8 5l11 7-11 7z"></path></svg><span></span></button>';

    // The element whose frame runs.
    let running = null;

    // Why a level cannot be read. A page learns no reason, but a request that asks for no answer passes where only the permission is
    // missing.
    async function whyUnread(address, error) {
        if (new URL(address).origin === location.origin) {
            return `${address} did not arrive: ${error.message}`;
        }
        try {
            await fetch(address, { mode: 'no-cors', cache: 'no-store' });
        } catch {
            return `${address} did not arrive, or a policy of this site forbids to ask for it.`;
        }
        return `${address} is on another site, which does not let this one read it (CORS). Its server must send `
            + `Access-Control-Allow-Origin.`;
    }

    // The text of a level at an address.
    async function textOf(address) {
        let response;
        try {
            response = await fetch(address);
        } catch (error) {
            throw new Error(await whyUnread(address, error));
        }
        if (!response.ok) {
            throw new Error(`${address} did not arrive: ${response.status} ${response.statusText}`);
        }
        return response.text();
    }

    class SidleMoment extends HTMLElement {
        static observedAttributes = ['title', 'poster', 'width', 'height'];
        #frame = null;
        #parts;
        // The tick of the pause in which the frame ended.
        #tick = null;
        #left = () => {};
        #timer;
        #text = null;

        constructor() {
            super();
            const shadow = this.attachShadow({ mode: 'open' });
            const style = new CSSStyleSheet();
            style.replaceSync(STYLE);
            shadow.adoptedStyleSheets = [style];
            shadow.innerHTML = MARKUP;
            const [canvas, image, button, words] = ['canvas', 'img', 'button', 'span'].map(name => shadow.querySelector(name));
            this.#parts = { canvas, image, button, words };
            button.onclick = () => this.play();
        }

        connectedCallback() {
            window.addEventListener('message', this.#receive);
            this.#show();
        }

        disconnectedCallback() {
            window.removeEventListener('message', this.#receive);
            this.#end();
        }

        attributeChangedCallback() {
            this.#show();
        }

        // What screen readers say.
        get #name() {
            return this.getAttribute('title') ?? this.getAttribute('aria-label') ?? '';
        }

        #show() {
            const { image, button, words, canvas } = this.#parts;
            const title = this.getAttribute('title') ?? '';
            const name = this.#name;
            const poster = this.getAttribute('poster');
            button.setAttribute('aria-label', name ? `Play: ${name}` : 'Play');
            words.textContent = title;
            image.hidden = !poster || !canvas.hidden;
            if (poster) {
                image.src = poster;
            }
            for (const name of ['width', 'height']) {
                if (this.hasAttribute(name)) {
                    this.style[name] = `${parseFloat(this.getAttribute(name))}px`;
                }
            }
            if (this.hasAttribute('width') && this.hasAttribute('height')) {
                this.style.aspectRatio = 'auto';
            }
        }

        // Plays in this element, in place of the one before.
        async play() {
            if (running === this) {
                return;
            }
            const before = running;
            running = this;
            this.toggleAttribute('playing', true);
            this.#parts.button.classList.add('loads');
            this.#say('Loading');
            try {
                await before?.leave();
                this.#text = await this.#ownText();
                if (running === this) {
                    this.#open();
                }
            } catch (error) {
                this.#fail(error.message);
            }
        }

        // The text of a level that is not one of the page's; null without such a level.
        async #ownText() {
            const level = this.getAttribute('level');
            const isOfPage = !level || this.hasAttribute('moment') || /^levels\//.test(level);
            return isOfPage ? null : textOf(new URL(level, document.baseURI).href);
        }

        // The address of the page with this moment.
        get address() {
            const page = new URL(this.getAttribute('page') ?? home, document.baseURI);
            if (!/^https?:$/.test(page.protocol)) {
                throw new Error(`${page.protocol} is no address of a page`);
            }
            const moment = this.getAttribute('moment');
            const link = new URL(moment ?? '', page);
            page.hash = link.hash;
            link.searchParams.forEach((value, name) => page.searchParams.set(name, value));
            page.searchParams.set('embed', 'element');
            for (const name of PASSED.filter(name => this.hasAttribute(name))) {
                page.searchParams.set(name, this.getAttribute(name) || '1');
            }
            if (this.#text === null && this.hasAttribute('level')) {
                page.searchParams.set('level', this.getAttribute('level'));
            }
            if (this.#tick !== null && moment) {
                page.searchParams.set('tick', this.#tick);
            }
            return page.href;
        }

        #open() {
            const frame = document.createElement('iframe');
            frame.title = this.#name || 'sidle';
            frame.allow = ALLOWED;
            if (this.hasAttribute('sandbox')) {
                frame.setAttribute('sandbox', this.getAttribute('sandbox'));
            }
            frame.src = this.address;
            this.#frame = frame;
            // Below the picture, which goes once the frame has drawn.
            this.shadowRoot.prepend(frame);
            this.#timer = setTimeout(() => this.#fail(`${new URL(frame.src).host} has not answered. `
                + 'This site, or the page, may forbid the frame.'), MAX_SILENCE);
        }

        // Ends the frame. The element shows its last picture.
        async leave() {
            const frame = this.#frame;
            if (frame) {
                const picture = new Promise(resolve => {
                    this.#left = resolve;
                    setTimeout(resolve, MAX_LEAVING, {});
                });
                this.#frame.contentWindow?.postMessage({ sidle: 'leave' }, '*');
                this.#keep(await picture);
            }
            // It may play again already.
            if (this.#frame === frame) {
                this.#end();
            } else {
                frame?.remove();
            }
        }

        #keep({ picture, tick = null }) {
            this.#tick = tick;
            if (picture) {
                const { canvas, image } = this.#parts;
                [canvas.width, canvas.height] = [picture.width, picture.height];
                canvas.getContext('2d').drawImage(picture, 0, 0);
                picture.close();
                canvas.hidden = false;
                image.hidden = true;
            }
        }

        #end() {
            clearTimeout(this.#timer);
            this.#frame?.remove();
            this.#frame = null;
            this.#parts.button.classList.remove('loads');
            this.#parts.button.hidden = false;
            this.#say(this.getAttribute('title') ?? '');
            if (running === this) {
                running = null;
            }
        }

        #fail(words) {
            this.#end();
            this.#say(words);
            this.dispatchEvent(new CustomEvent('sidle-failed', { detail: words }));
        }

        #say(words) {
            this.#parts.words.textContent = words;
        }

        #receive = ({ source, data }) => {
            if (!this.#frame || source !== this.#frame.contentWindow) {
                return;
            }
            switch (data?.sidle) {
                case 'ready':
                    // It answers, and may still load for long.
                    clearTimeout(this.#timer);
                    source.postMessage({ sidle: 'begin', text: this.#text }, '*');
                    break;
                case 'drawn':
                case 'failed':
                    clearTimeout(this.#timer);
                    this.#parts.button.hidden = true;
                    this.#parts.canvas.hidden = true;
                    this.#parts.image.hidden = true;
                    this.#frame.focus();
                    this.dispatchEvent(new CustomEvent(`sidle-${data.sidle}`));
                    break;
                case 'left':
                    this.#left(data);
                    break;
                default:
            }
        };
    }

    customElements.define('sidle-moment', SidleMoment);
})();
