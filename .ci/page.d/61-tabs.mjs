// Several tabs of the page in one browser: none loses the settings, best times or drafts of another.

import { Host } from '../../web/host.js';
import { PROBLEMS, Text, begin } from './text.mjs';

const FAST = '?msaa=1&resolution=50';

export default [settings, hidden, bestTimes, conflict, keptTwice];

const stored = (player, name = 'sidle/kept/settings.toml') => player.page.evaluate(name => localStorage.getItem(name) ?? '', name);
// Presses the key of a row in the tab, which comes to the front: a browser draws no frames of the others.
const press = async ({ page }, row) => {
    await page.bringToFront();
    await page.evaluate(row => window.sidle.host.send(`press ${row}`), row);
};

// Opens two tabs. Their time runs behind the card, since the game saves settings while time passes.
async function two(test, options = {}) {
    const one = await test.browser.open(FAST, options);
    const other = await test.browser.open(FAST, { ...options, tab: one });
    for (const { page } of [one, other]) {
        await page.evaluate(() => window.sidle.host.send('time run'));
    }
    return [one, other];
}

async function settings(test) {
    const [one, other] = await two(test);
    await press(one, 'more_sensitive');
    const isFirst = await one.comes(async () => (await stored(one)).includes('sensitivity = 0.125'));
    await press(other, 'surfaces');
    const isSecond = await other.comes(async () => (await stored(other)).includes('surfaces = '));
    const text = await stored(one);
    test.check('a tab keeps the settings that another one has changed', isFirst && isSecond && text.includes('sensitivity = 0.125'), text);
    await press(other, 'more_sensitive');
    const went = await other.comes(async () => (await stored(one)).includes('sensitivity = 0.15625'));
    test.check('and goes on from them', went && (await stored(one)).includes('surfaces = '), await stored(one));
    test.check('comments and other settings stay', (await stored(one)).includes('hints_seen = true'), await stored(one));
}

// A browser draws no frame of a hidden page, and may close it: the game saves before that.
async function hidden(test) {
    const player = await test.browser.open(FAST);
    const { page } = player;
    await press(player, 'more_sensitive');
    await player.frames(1);
    await page.reload();
    await player.waitState('ready');
    test.check('a setting that was just changed is stored when the page is left', (await stored(player)).includes('sensitivity = 0.125'), await stored(player));
}

// Two hosts with the same storage, as two tabs have them, without the events that tell one of the other.
async function bestTimes(test) {
    const storage = new Map();
    const kept = new Proxy({
        getItem: name => storage.get(name) ?? null,
        setItem: (name, text) => storage.set(name, text),
        removeItem: name => storage.delete(name),
    }, { ownKeys: () => [...storage.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
    const path = 'kept/best-speed-speed-swept-walk.txt';
    const tabs = [1, 2].map(() => tab(new Host({ base: 'https://example.org/', kept })));
    const [one, other] = tabs;
    one.write(path, 'first');
    const seen = other.read(path);
    other.write(path, 'second');
    test.check('a tab reads the best time that another one has kept', seen === 'first' && one.read(path) === 'second', `${seen}, ${one.read(path)}`);
    storage.clear();
    test.check('a best time that was removed is gone', one.read(path) === null && other.read(path) === null);
}

// Calls the functions of a host as the game does, with a memory for texts.
function tab(host) {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const put = (text, at) => new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, at)).written;
    const call = act => {
        let result;
        host.run({ memory }, () => {
            result = act(host.imports);
        });
        return result;
    };
    return {
        write: (path, text) => call(({ sidle_store: store }) => store(0, put(path, 0), 1000, put(text, 1000))),
        read: path => call(({ sidle_read: read, sidle_take_result: take }) => {
            const length = read(0, put(path, 0));
            if (length < 0) {
                return null;
            }
            take(2000);
            return new TextDecoder().decode(new Uint8Array(memory.buffer, 2000, length));
        }),
    };
}

// The texts of all stored drafts.
const drafts = ({ page }) => page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('sidle-draft/'))
    .map(name => JSON.parse(localStorage.getItem(name)).text).sort());
const hasDrafts = (player, ...sought) => player.comes(async () => {
    const texts = await drafts(player);
    return texts.length === sought.length && sought.every(words => texts.some(text => text.includes(words)));
});
// The line of each draft that the tests change.
const shown = async player => (await drafts(player)).map(text => text.match(/^(name = .*|# (old|first|second))$/m)?.[0]).join('; ');
const told = ({ page }, words) => page.waitForFunction(words => !document.getElementById('drawer-draft').hidden
    && document.getElementById('drawer-draft-words').textContent.includes(words), words).then(() => true, () => false);

// Opens a tab next to `tab`, with the level's text.
async function reader(test, tab) {
    const player = await test.browser.open(FAST, { tab, expects: [PROBLEMS] });
    await player.page.bringToFront();
    await player.play();
    const text = new Text(player);
    await text.open();
    return [player, text];
}

async function type({ page }, text, words) {
    await page.bringToFront();
    await text.goTo('name = "Court');
    await page.keyboard.type(words);
}

async function conflict(test) {
    const [one, first] = await begin(test);
    await first.open();
    await type(one, first, 'ONE');
    await hasDrafts(one, 'CourtONEyard');
    const [other, second] = await reader(test, one);
    const isToldOpen = await told(other, 'Another tab also changes this level');
    test.check('a tab says that another one changes its level', isToldOpen && await other.page.innerText('#drawer-discard') === 'Dismiss');
    await type(other, second, 'TWO');
    test.check('each tab keeps its own draft', await hasDrafts(one, 'CourtONEyard', 'CourtTWOyard'), await shown(one));
    test.check('and both say so', await told(one, 'Each tab keeps its own draft') && await told(other, 'Each tab keeps its own draft'));
    await one.page.bringToFront();
    await one.picture('tabs-conflict');
    await other.page.click('#drawer-discard');
    test.check('a tab cannot discard the draft of another one that is open', await hasDrafts(other, 'CourtONEyard', 'CourtTWOyard'));
    await other.page.close();
    test.check('once the other tab is closed, its draft is offered', await told(one, 'Draft found')
        && await one.page.innerText('#drawer-keep') === 'Keep');
    const last = await test.browser.open(FAST, { tab: one });
    await last.page.evaluate(() => localStorage.clear());
    test.check('a draft that was removed under an open text is stored again', await hasDrafts(one, 'CourtONEyard'), await shown(one));
}

// Two tabs take over one draft of an earlier visit.
async function keptTwice(test) {
    const [one, first] = await begin(test, { before: () => localStorage.setItem('sidle-draft/old', JSON.stringify({ path: 'levels/courtyard.toml', text: '# old\n', base: '', time: 5 })) });
    await first.open();
    const [other, second] = await reader(test, one);
    await told(one, 'Draft found');
    await told(other, 'Draft found');
    for (const [player, text, words] of [[one, first, '# first\n'], [other, second, '# second\n']]) {
        await player.page.bringToFront();
        await player.page.click('#drawer-keep');
        await text.plays('# old');
        await player.page.keyboard.press('Control+Home');
        await player.page.keyboard.type(words);
        await text.plays(words);
    }
    test.check('two tabs that keep one draft write two', await hasDrafts(one, '# first', '# second'), await shown(one));
}
