// A question of the game, as a dialog over the page: whether to load a level that is over its limits.

import { $, state } from './state.js';

export class Question {
    #host;
    #canvas;
    // The element that had the focus before.
    #before = null;

    constructor(host, canvas) {
        this.#host = host;
        this.#canvas = canvas;
        $('question-yes').onclick = () => this.#answer('yes');
        $('question-no').onclick = () => this.#answer('no');
        // The card focuses its own button when it is ready.
        state.onChange(() => $('question').hidden || $('question-yes').focus({ preventScroll: true }));
        // Takes Esc before the game and the other parts of the page, which it would close.
        window.addEventListener('keydown', event => {
            if ($('question').hidden || !['Escape', 'Enter', 'NumpadEnter', 'Tab'].includes(event.code)) {
                return;
            }
            event.preventDefault();
            event.stopImmediatePropagation();
            if (event.code === 'Tab') {
                const other = document.activeElement === $('question-yes') ? 'question-no' : 'question-yes';
                $(other).focus();
            } else {
                const no = event.code === 'Escape' || document.activeElement === $('question-no');
                this.#answer(no ? 'no' : 'yes');
            }
        }, true);
    }

    // Shows the question, which crates/game/src/session/load/oversize.rs makes; hides it if there is none.
    show(question) {
        if (question === null) {
            if (!$('question').hidden) {
                $('question').hidden = true;
                this.#returnFocus();
            }
            return;
        }
        $('question-title').textContent = question.title;
        $('question-overruns').replaceChildren(...question.overruns.map(words => {
            const item = document.createElement('li');
            item.textContent = words;
            return item;
        }));
        $('question-cost').textContent = question.cost;
        if ($('question').hidden) {
            this.#before = document.activeElement;
        }
        $('question').hidden = false;
        $('question-yes').focus({ preventScroll: true });
    }

    #answer(answer) {
        this.#host.send(`answer ${answer}`);
        this.show(null);
    }

    #returnFocus() {
        const target = state.now === 'ready' ? $('play') : this.#before ?? this.#canvas;
        target.focus({ preventScroll: true });
    }
}
