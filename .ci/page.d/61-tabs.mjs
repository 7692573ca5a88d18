// Several tabs of the page in one browser: none loses the settings, best times or drafts of another.

import { Host } from '../../web/host.js';

const FAST = '?msaa=1&resolution=50';

export default [settings, hidden, bestTimes];

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
