// A question of the game, as a dialog over the page: whether to load a level that is over its limits, or how to go on where
// the ticks take longer than there is time.

import { $, state } from './state.js';

export class Question {
    #host;
    #canvas;
    // The element that had the focus before.
    #before = null;
    // The answers, with their buttons.
    #buttons = ['yes', 'no', 'leave'].map(name => [name, $(`question-${name}`)]);

    constructor(host, canvas) {
        this.#host = host;
        this.#canvas = canvas;
        for (const [name, button] of this.#buttons) {
            button.onclick = () => this.#answer(name);
        }
        // The card focuses its own button when it is ready.
        state.onChange(() => $('question').hidden || $('question-yes').focus({ preventScroll: true }));
        // Takes Esc before the game and the other parts of the page, which it would close.
        window.addEventListener('keydown', event => {
            if ($('question').hidden || !['Escape', 'Enter', 'NumpadEnter', 'Tab'].includes(event.code)) {
                return;
            }
            event.preventDefault();
            event.stopImmediatePropagation();
            const shown = this.#buttons.filter(([, button]) => !button.hidden);
            const focused = shown.findIndex(([, button]) => button === document.activeElement);
            if (event.code === 'Tab') {
                const next = focused + (event.shiftKey ? shown.length - 1 : 1);
                shown[next % shown.length][1].focus();
            } else {
                this.#answer(event.code === 'Escape' ? 'no' : shown[Math.max(focused, 0)][0]);
            }
        }, true);
    }

    // Shows the question, a QuestionText of crates/game/src/session/words/question_text.rs; hides it if there is none.
    show(question) {
        if (question === null) {
            if (!$('question').hidden) {
                $('question').hidden = true;
                this.#returnFocus();
            }
            return;
        }
        $('question-title').textContent = question.title;
        $('question-details').replaceChildren(...question.details.map(words => {
            const item = document.createElement('li');
            item.textContent = words;
            return item;
        }));
        $('question-note').textContent = question.note;
        this.#buttons.forEach(([, button], place) => {
            button.textContent = question.answers[place] ?? '';
            button.hidden = place >= question.answers.length;
        });
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
