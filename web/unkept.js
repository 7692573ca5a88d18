// The note that tells what the browser does not keep for the next visit, and why. It stays until the player closes it, or the
// browser keeps it after all.

import { say } from './say.js';
import { $, state } from './state.js';

// Why the browser does not keep something.
const REASONS = {
    denied: 'This browser denies the page its storage.',
    full: 'The storage that this browser gives the page is full.',
    large: 'The page stores no text of this length.',
};

// What is not kept, each with its reason.
const missing = new Map();

export function setUpUnkept() {
    $('unkept-close').onclick = () => {
        $('unkept').hidden = true;
    };
}

// Notes that the browser does not keep `what`, for one of the reasons above.
export function noteUnkept(what, reason) {
    if (missing.get(what) === reason) {
        return;
    }
    missing.set(what, reason);
    show(`not kept: ${what}`);
}

// Notes that the browser keeps `what` again.
export function noteKept(what) {
    if (missing.delete(what)) {
        const isClosed = $('unkept').hidden;
        show(null);
        $('unkept').hidden ||= isClosed;
    }
}

// Notes that somebody has removed all that the browser kept.
export function noteCleared() {
    missing.clear();
    $('unkept-words').textContent = 'The data that this browser kept for the page was removed. Settings, best times and drafts of '
        + 'earlier visits are gone. Changes are kept from now on.';
    $('unkept').hidden = false;
}

// While the game is played, the note is hidden, and `words` tell of it.
function show(words) {
    const reasons = [...new Set(missing.values())];
    const lines = reasons.map(reason => {
        const all = [...missing].filter(([, other]) => other === reason).map(([what]) => what);
        return `${REASONS[reason]} It does not keep ${list(all)}.`;
    });
    if ([...missing.keys()].some(what => what.startsWith('the draft'))) {
        lines.push('Download the text to keep it.');
    }
    $('unkept-words').textContent = lines.join(' ');
    $('unkept').hidden = lines.length === 0;
    if (words && state.now === 'playing') {
        say(words);
    }
}

function list(words) {
    const last = words.at(-1);
    return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
