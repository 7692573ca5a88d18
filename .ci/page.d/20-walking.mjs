// Walking with the keys, and walks that end bit-exactly where the native program ends them.

import { nativeWalk, samePlace, sidle } from './native.mjs';

const FAST = '?msaa=1&resolution=50';

export default [keys, sound, pause, recorded, scripted];

async function keys(test) {
    const player = await test.browser.open(FAST);
    await player.play();
    const start = await player.place();
    test.check('the player starts at the spawn', start.spawn === 'spawn=0.000,0.500,16.000,0.0,2.0', start.spawn);
    await player.hold('w', 6);
    const ahead = await player.place();
    test.check('W walks ahead', ahead.z < 15.9 && ahead.x === 0 && ahead.y === 0.5, ahead.spawn);
    await player.hold('s', 3);
    const back = await player.place();
    test.check('S walks back', back.z > ahead.z, back.spawn);
    await player.hold('ArrowRight', 3);
    const turned = await player.place();
    test.check('the right arrow turns right', turned.yaw < -3, turned.spawn);
    await player.press('r');
    const again = await player.place();
    test.check('R respawns', again.spawn === start.spawn, again.spawn);
    await player.press('v');
    await player.hold('Space', 4);
    const high = await player.place();
    test.check('V and Space fly up', high.y > 1, high.spawn);
    await player.press('v');
    const low = await player.restingPlace();
    test.check('V again falls to the ground', low.y === 0.5, low.spawn);
    // The player's radius before the fence, at any frame rate.
    await player.press('r');
    await player.page.keyboard.down('d');
    const stopped = await player.comes(async () => (await player.place()).x === 8.46);
    await player.page.keyboard.up('d');
    test.check('the long fence stops the walk at its radius', stopped, (await player.place()).spawn);
}

// Counts what the page plays. It plays nothing before the first gesture.
async function sound(test) {
    const player = await test.browser.open(FAST, { before: () => {
        window.played = { contexts: 0, sources: 0 };
        // Those of noise have a start of their own.
        for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
            const { start } = kind.prototype;
            kind.prototype.start = function (...args) {
                window.played.sources += 1;
                return start.apply(this, args);
            };
        }
        window.AudioContext = class extends AudioContext {
            constructor(...args) {
                super(...args);
                window.played.contexts += 1;
            }
        };
    } });
    const { page } = player;
    const played = () => page.evaluate(() => window.played);
    const before = await played();
    await player.play();
    await page.keyboard.down('w');
    const walked = await player.comes(async () => (await played()).sources > 2);
    await page.keyboard.up('w');
    test.check('the page is silent before the first press, and footsteps sound', before.contexts === 0 && walked && (await played()).contexts === 1, JSON.stringify(await played()));
    await player.press('y');
    await player.frames(3);
    const { sources } = await played();
    await player.hold('w', 20);
    const after = (await played()).sources;
    test.check('a key turns sound off', after === sources, `${sources}, ${after}`);
}

// An idle pause draws ten frames a second, and ends with the first key.
async function pause(test) {
    const player = await test.browser.open(FAST);
    // How many frames the browser offers in two seconds, and how many of them the game draws.
    const drawn = () => player.page.evaluate(() => new Promise(done => {
        const [begun, before] = [performance.now(), window.test.frames];
        let offered = 0;
        const frame = now => {
            offered += 1;
            return now - begun < 2000 ? requestAnimationFrame(frame) : done([offered, window.test.frames - before]);
        };
        requestAnimationFrame(frame);
    }));
    const idles = async () => {
        const [offered, game] = await drawn();
        return game <= 21 && offered > game * 1.5;
    };
    test.check('the game rests behind the card', await player.comes(idles, 5), String(await drawn()));
    await player.play();
    const [offered, game] = await drawn();
    test.check('a game that runs draws every frame', game >= offered - 2, `${offered}, ${game}`);
    await player.press('p');
    test.check('an idle pause draws ten frames a second', await player.comes(idles, 5), String(await drawn()));
    const before = await player.place();
    await player.press('p');
    test.check('a key ends the pause at once', await player.comes(async () => (await player.place()).tick > before.tick), before.spawn);
}

async function recorded(test) {
    const player = await test.browser.open(`${FAST}&level=levels/courtyard.toml&controller=swept`);
    await player.play();
    const from = player.lines.length;
    await player.press('F8');
    await player.hold('w', 12);
    await player.press('Space');
    await player.hold(['d', 'ArrowLeft'], 15);
    await player.press('q');
    await player.hold(['Shift', 'w'], 10);
    const { name, path } = await player.downloaded(() => player.press('F8'));
    const line = await player.line('recorded ', from);
    test.check('F8 downloads the recording', name === 'sidle-001.sidle', line);
    const [, ticks, hash] = line.match(/: (\d+) ticks, hash ([0-9a-f]{16})$/);
    const verified = sidle(test, 'replay', path, '--verify').trim().split('\n').at(-1);
    const expected = new RegExp(`^verified\\s+${ticks} ticks, hash ${hash}$`);
    test.check('the native program replays the recording to the same hash', expected.test(verified), verified);
}

async function scripted(test) {
    const level = 'levels/courtyard.toml';
    const script = 'recordings/walk.toml';
    const player = await test.browser.open(`${FAST}&level=${level}&script=${script}&controller=swept`);
    await player.play();
    await player.press('p');
    const between = await player.place();
    const native = nativeWalk(test, level, '--script', script, '--controller', 'swept');
    test.check('in the middle of a walk, the player is where the native program puts it', between.tick < native.length
        && samePlace(between, native[between.tick - 1]), between.spawn);
    await player.press('p');
    const end = await player.restingPlace(native.length);
    test.check('at the end of the walk, the player is where the native program puts it', samePlace(end, native.at(-1)), end.spawn);
}
