// The card before the game: what it is, how far it is loaded, the levels.

import { copy } from './say.js';
import { $, hands, state } from './state.js';

// Where one begins: it stands first in the list.
const TEST_LEVEL = 'levels/courtyard.toml';

// The level that is played, and the one whose text came in the page's own link.
let played = null;
let linked = null;

// Calls `play(path)` when one begins: with the level that was pressed, or null to go on with the one that is there.
export function makeStart(play) {
    $('play').onclick = () => play(null);
    $('levels').onclick = event => {
        const link = event.target.closest('a');
        // With a key held, the browser opens it in a tab of its own, as any link.
        if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && state.runs) {
            event.preventDefault();
            play(link.dataset.path);
        }
    };
    $('copy-page').onclick = () => copy(pageAddress(), 'copied the address of this level');
    const source = sourceOf(location);
    if (source) {
        $('source').hidden = false;
        $('source').href = source;
    }
    state.onChange(showState);
}

// How far it is, and with what just now.
export function showProgress(loaded, total, what) {
    $('loaded').max = total || 1;
    $('loaded').value = loaded;
    const megabytes = bytes => (bytes / 1e6).toFixed(1);
    $('loading-what').textContent = `${megabytes(loaded)} of ${megabytes(total)} MB: ${what}`;
}

// The time between the last byte and the first picture: the game reads its level.
export function showWork(words) {
    $('loading-what').textContent = words;
    $('loaded').removeAttribute('value');
}

export function showLevels(levels) {
    const first = levels.filter(({ path }) => path === TEST_LEVEL);
    const others = levels.filter(({ path }) => path !== TEST_LEVEL);
    $('levels').replaceChildren(...[...first, ...others].map(({ path, name, about }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = levelQuery(path);
        link.dataset.path = path;
        link.append(element('strong', name), element('span', about));
        item.append(link);
        return item;
    }));
}

function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
}

// Marks the level that is played, and tells below the button what it is about.
export function showLevel(path) {
    if (played === null && location.hash.startsWith('#moment=')) {
        linked = path;
    }
    played = path;
    const nowhere = path === linked || path.startsWith('dropped/');
    $('copy-page').disabled = nowhere;
    $('copy-page').title = nowhere ? 'This level has no address: you dropped it here, or it came with the link' : '';
    $('loading-what').textContent = path;
    for (const link of $('levels').querySelectorAll('a')) {
        if (link.dataset.path === path) {
            const [name, about] = link.children;
            $('loading-what').textContent = `${name.textContent}: ${about.textContent}`;
            link.setAttribute('aria-current', 'page');
        } else {
            link.removeAttribute('aria-current');
        }
    }
}

function showState(now) {
    const covered = ['loading', 'ready'].includes(now);
    // What is behind the card is neither pressed nor reached by Tab, and the other way round.
    $('start').inert = !covered;
    $('glcanvas').inert = covered;
    $('play').disabled = now !== 'ready';
    // Enter begins.
    if (now === 'ready' && hands.now === 'mouse') {
        $('play').focus({ preventScroll: true });
    }
}

// The words on the button: what one does to begin.
export function showPlayWords(verb) {
    const press = hands.now === 'touch' ? 'Tap' : 'Click';
    $('play').querySelector('.when-ready').textContent = `${press} to ${verb}`;
}

// This page with the level that is played, and without what was asked for besides.
function pageAddress() {
    return `${location.origin}${location.pathname}${played ? levelQuery(played) : ''}`;
}

function levelQuery(path) {
    return `?level=${encodeURIComponent(path).replaceAll('%2F', '/')}`;
}

// A page on GitHub belongs to a repository: OWNER.github.io/NAME/. Elsewhere nothing tells it.
function sourceOf({ hostname, pathname }) {
    const owner = hostname.match(/^([^.]+)\.github\.io$/)?.[1];
    const name = pathname.split('/')[1];
    return owner && name ? `https://github.com/${owner}/${name}` : null;
}
