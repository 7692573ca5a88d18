// The card before the game: a description, the progress of loading, and the levels.

import { levelQuery, shownPath } from './address.js';
import { copy } from './say.js';
import { $, device, state } from './state.js';

// The folders of dropped levels and of levels that came with a link. They have no address.
const WITHOUT_ADDRESS = ['dropped/', 'linked/'];

// The level being played.
let played = null;

// Calls `play(path)` when the player starts: with the pressed level, or null for the current one.
export function setUpStart(play) {
    $('play').onclick = () => play(null);
    $('levels').onclick = event => {
        const link = event.target.closest('a');
        // With a modifier key, the browser opens the link in another tab or window.
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

// Shows how many bytes are loaded, and the current file.
export function showProgress(loaded, total, what) {
    $('loaded').max = total || 1;
    $('loaded').value = loaded;
    const megabytes = bytes => (bytes / 1e6).toFixed(1);
    $('loading-what').textContent = `${megabytes(loaded)} of ${megabytes(total)} MB: ${what}`;
}

// Shows the current work between the last byte and the first frame.
export function showWork(words) {
    $('loading-what').textContent = words;
    $('loaded').removeAttribute('value');
}

// Lists the levels among `files`, and how much each has to load.
export function showLevels(files) {
    const levels = Object.entries(files).filter(([, { title }]) => title).map(([path, { title, download }]) => {
        const [name, about] = title;
        // Its first sentence, so that nothing is cut. The game shows all.
        return { path, name, about: about.split(/(?<=[.?!]) /)[0], download };
    });
    $('levels').replaceChildren(...levels.map(({ path, name, about, download }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = `?${levelQuery(path)}`;
        link.dataset.path = path;
        link.append(element('strong', name), element('span', about));
        if (download > 0) {
            link.append(element('small', download < 1000 ? '< 1 kB' : `${Math.round(download / 1000)} kB`));
            link.lastChild.title = 'what it loads when you play it first';
        }
        item.append(link);
        return item;
    }));
}

// Adds to each level its goal, and whether it is reached, and above the list how many are.
export function showGoals(goals) {
    for (const { path, words, reached } of goals) {
        const link = [...$('levels').querySelectorAll('a')].find(({ dataset }) => dataset.path === path);
        if (link) {
            link.querySelector('em')?.remove();
            link.append(element('em', `${reached ? 'Goal reached' : 'Goal'}: ${words}`));
            link.lastChild.className = 'for-touch';
            link.classList.toggle('reached', reached);
        }
    }
    $('goals').textContent = `${goals.filter(({ reached }) => reached).length} of ${goals.length} goals reached`;
    $('goals').hidden = goals.length === 0;
}

function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
}

// Marks the level being played, and describes it below the button.
export function showLevel(path) {
    played = path;
    const hasNoAddress = WITHOUT_ADDRESS.some(folder => path.startsWith(folder));
    $('copy-page').disabled = hasNoAddress;
    $('copy-page').title = hasNoAddress ? 'This level has no address: you dropped it here, or it came with the link' : '';
    $('loading-what').textContent = shownPath(path);
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

// Adds a note to the card, such as the reason for which a parameter of the address is ignored.
export function showNote(words) {
    // A program that restarts sends the same note again.
    if (![...$('notes').children].some(note => note.textContent === words)) {
        $('notes').append(element('li', words));
    }
    $('notes').hidden = false;
}

function showState(now) {
    const covered = ['loading', 'ready'].includes(now);
    // Only the one in front, the card or the game, reacts to presses and Tab.
    $('start').inert = !covered;
    $('glcanvas').inert = covered;
    $('play').disabled = now !== 'ready';
    // Focus the button, so that Enter presses it.
    if (now === 'ready' && device.now === 'mouse') {
        $('play').focus({ preventScroll: true });
    }
}

// Sets the text of the button.
export function showPlayWords(verb) {
    const press = device.now === 'touch' ? 'Tap' : 'Click';
    $('play').querySelector('.when-ready').textContent = `${press} to ${verb}`;
}

// The address of this page with the level being played, without other parameters.
function pageAddress() {
    return `${location.origin}${location.pathname}${played ? `?${levelQuery(played)}` : ''}`;
}

// The repository of a page on GitHub, whose address is OWNER.github.io/NAME/; null elsewhere.
function sourceOf({ hostname, pathname }) {
    const owner = hostname.match(/^([^.]+)\.github\.io$/)?.[1];
    const name = pathname.split('/')[1];
    return owner && name ? `https://github.com/${owner}/${name}` : null;
}
