// Loading in a worker: the page stays responsive, shows how far loading is, and can give it up.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';
import { WATCHED, bestOf, longestTask } from './tasks.mjs';

const FAST = '?msaa=1&resolution=50';

// A terrain of so many squares on a side is an OBJ file of 23 MB.
const LARGE_SIDE = 560;

// The text of a terrain of `side` by `side` squares, with level ground in the middle.
function terrain(side) {
    const lines = [];
    const height = (x, z) => (Math.abs(x - side / 2) < 8 && Math.abs(z - side / 2) < 8 ? 0 : Math.sin(x * 0.3) * Math.cos(z * 0.2));
    for (let z = 0; z <= side; z += 1) {
        for (let x = 0; x <= side; x += 1) {
            lines.push(`v ${(x - side / 2).toFixed(4)} ${height(x, z).toFixed(6)} ${(z - side / 2).toFixed(4)}`);
        }
    }
    for (let z = 0; z < side; z += 1) {
        for (let x = 0; x < side; x += 1) {
            const a = z * (side + 1) + x + 1;
            const b = a + side + 1;
            lines.push(`f ${a} ${b} ${a + 1}`, `f ${a + 1} ${b} ${b + 1}`);
        }
    }
    return lines.join('\n');
}

// Drops a terrain of `side` by `side` squares, and returns the file's size.
async function dropTerrain(player, name, side) {
    return player.page.evaluate(([name, text]) => {
        const file = new File([text], name);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        return new Promise(done => setTimeout(() => {
            performance.mark('dropped');
            for (const type of ['dragenter', 'dragover', 'drop']) {
                document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            }
            done(file.size);
        }, 500));
    }, [name, terrain(side)]);
}

// Ambient occlusion is on, since it must delay no frame either.
const OPTIONS = { ...WATCHED, settings: 'hints_seen = true' };

export default [large, first, linked, edited, cancelled, without, equal];

// A mesh of 23 MB that is dropped.
async function large(test) {
    await bestOf(test, 'a large mesh', async checksBar => {
        const player = await test.browser.open(FAST, OPTIONS);
        await player.play();
        const words = await player.words();
        const longest = await longestTask(test, player, 'dropped', '23 MB of OBJ', async () => {
            await dropTerrain(player, 'terrain.obj', LARGE_SIDE);
            await player.word('level dropped/terrain.obj', words);
        });
        if (checksBar) {
            const stages = await player.page.evaluate(() => window.stages);
            const seen = [...new Set(stages)];
            const named = ['reading', 'building the world', 'checking', 'building the picture'].filter(stage => seen.includes(stage));
            test.check('the bar names the stages', named.length >= 3, seen.join(', '));
            const hidden = await player.page.isHidden('#loading-level');
            test.check('the bar goes when the level is played', hidden);
        }
        await player.close();
        return longest;
    });
}

// The same mesh beside the page, as the first level. The start of the window itself takes a while, with or without a level;
// so the tasks count from the first report of loading.
async function first(test) {
    test.put('levels/terrain-large.obj', terrain(LARGE_SIDE));
    test.put('levels/large.toml', levelWith('terrain-large.obj'));
    for (const [file, words] of [['levels/terrain-large.obj', 'a large mesh as the first level'], ['levels/large.toml', 'a first level with a large mesh']]) {
        await bestOf(test, words, async () => {
            const player = await test.browser.open(FAST, OPTIONS);
            const longest = await longestTask(test, player, 'begun', words, () => player.go(`${FAST}&level=${file}`, 'ready'));
            const opened = await player.page.evaluate(() => window.test.words.filter(word => word.startsWith('level ')).join());
            test.check(`only ${file} is drawn`, opened === `level ${file}`, opened);
            await player.close();
            return longest;
        });
    }
    const player = await test.browser.open(`${FAST}&level=levels/large.toml`, { ...OPTIONS, until: 'loading' });
    await player.page.waitForSelector('#loading-cancel', { state: 'visible' });
    await player.page.click('#loading-cancel');
    await player.waitState('ready');
    const level = await player.page.evaluate(() => window.test.words.findLast(word => word.startsWith('level ')));
    test.check('Cancel of the first level plays the courtyard', level === 'level levels/courtyard.toml', level);
    test.take('levels/large.toml');
}

// A link whose level names a large mesh of the page several times, with a walk of a minute. Then the page makes such a link
// itself. Both take the hash of the level, and simulate the whole walk.
async function linked(test) {
    for (const folder of ['levels', 'assets']) {
        mkdirSync(join(test.work, folder), { recursive: true });
    }
    for (const file of ['assets/terrain.obj', 'assets/terrain.mtl']) {
        copyFileSync(join(test.root, file), join(test.work, file));
    }
    const [level, recording, script] = ['levels/heavy.toml', 'heavy.sidle', 'walk.toml'].map(file => join(test.work, file));
    const mesh = at => `[[mesh]]\nfile = "../assets/terrain.obj"\nposition = [${at}, 0, 0]\n`;
    writeFileSync(level, `format = 1\nname = "Heavy"\n[spawn]\nposition = [-7.73, 3.4, 66]\nyaw_deg = -20\n${[0, 500, 1000].map(mesh).join('')}`);
    writeFileSync(script, '[[step]]\nseconds = 60\nforward = 1\nturn_deg_per_s = 30\n');
    sidle(test, 'simulate', level, '--script', script, '--record', recording);
    const link = sidle(test, 'link', recording, '--level', level).trim();
    await bestOf(test, 'a link with a large level', async checksCard => {
        const player = await test.browser.open(FAST, OPTIONS);
        const longest = await longestTask(test, player, 'begun', 'opening a link', async () => {
            // Another fragment alone would not load the page again.
            await player.go(`${FAST}&fov=90${link}`, 'ready');
            await player.page.waitForSelector('#preview', { state: 'visible' });
        });
        if (checksCard) {
            const shown = await Promise.all(['#preview-level', '#preview-facts'].map(id => player.page.innerText(id)));
            const tells = shown[0] === 'Heavy' && shown[1].includes('1 min 0');
            test.check('the card of a link with a large level says what one will watch', tells, shown.join(': '));
            const seen = await player.page.evaluate(() => [...new Set(window.stages)]);
            test.check('its level comes from the worker', seen.includes('building the world') || seen.includes('taking over'), seen.join(', '));
        }
        await player.close();
        return longest;
    });
    await bestOf(test, 'making such a link', async checksLink => {
        const player = await test.browser.open(`${FAST}${link}`, OPTIONS);
        await player.play();
        await player.press('p');
        // A minute is simulated, in steps of ten seconds.
        for (let step = 0; step < 6; step += 1) {
            await player.press('PageDown');
        }
        const from = player.lines.length;
        const longest = await longestTask(test, player, 'asked', 'making a link', async () => {
            await player.page.evaluate(() => performance.mark('asked'));
            await player.press('\\');
            await player.line('#moment=', from);
        });
        if (checksLink) {
            const made = player.lines.slice(from).find(line => line.includes('#moment='));
            const verified = sidle(test, 'replay', made.slice(made.indexOf('#moment=')), '--verify').trim();
            test.check('the link replays natively', /verified +\d{4} ticks/.test(verified), verified);
        }
        await player.close();
        return longest;
    });
}

// An edit that names a large mesh in place of a small one.
async function edited(test) {
    await bestOf(test, 'an edit that names a large mesh', async () => {
        // Behind the card, time stands still: ticks in a terrain would take their own time.
        const player = await test.browser.open(FAST, OPTIONS);
        const longest = await longestTask(test, player, 'edited', 'an edit', async () => {
            await player.page.evaluate(text => {
                window.test.words = [];
                performance.mark('edited');
                window.sidle.host.files.put('levels/courtyard.toml', new TextEncoder().encode(text));
            }, levelWith('terrain-large.obj'));
            await player.page.waitForFunction(() => window.test.words.some(word => word.startsWith('loaded ') && word.includes('"played":true')));
        });
        await player.close();
        return longest;
    });
    test.take('levels/terrain-large.obj');
}

function levelWith(mesh) {
    return `format = 1\nname = "Large"\n[spawn]\nposition = [0, 1, 0]\n[[mesh]]\nfile = "${mesh}"\n`;
}

async function cancelled(test) {
    const player = await test.browser.open(FAST, OPTIONS);
    await player.play();
    const words = await player.words();
    const before = await player.place();
    await dropTerrain(player, 'one.obj', 400);
    await player.page.waitForSelector('#loading-cancel', { state: 'visible' });
    // The drop has captured the mouse, which cannot click then. A press reaches the button all the same.
    await player.page.evaluate(() => document.getElementById('loading-cancel').click());
    await player.page.waitForSelector('#loading-level', { state: 'hidden' });
    await dropTerrain(player, 'two.obj', 400);
    await player.page.waitForSelector('#loading-cancel', { state: 'visible' });
    await player.page.keyboard.press('Escape');
    await player.page.waitForSelector('#loading-level', { state: 'hidden' });
    const after = await player.place();
    test.check('Cancel and Esc leave the old level playing', after.tick > before.tick, `${before.state} ${after.state}`);
    // A second load replaces the first.
    await dropTerrain(player, 'three.obj', 400);
    await dropTerrain(player, 'four.obj', 60);
    await player.word('level dropped/four.obj', words);
    const opened = await player.page.evaluate(from => window.test.words.slice(from).filter(word => word.startsWith('level ')), words);
    test.check('only the last of two dropped levels opens', opened.join() === 'level dropped/four.obj', opened.join());
    // Only the player's own Esc gives up: here, the page releases the mouse for the text.
    await dropTerrain(player, 'five.obj', 400);
    await player.page.waitForFunction(() => document.pointerLockElement !== null);
    await player.page.waitForSelector('#loading-cancel', { state: 'visible' });
    await player.page.keyboard.press('`');
    await player.page.waitForFunction(() => document.pointerLockElement === null);
    const opens = await player.comes(() => player.page.evaluate(() => window.test.words.includes('level dropped/five.obj')), 400);
    test.check('a level goes on loading while the text is opened', opens);
}

async function without(test) {
    const player = await test.browser.open(FAST, {
        before: () => {
            window.Worker = class {
                constructor() {
                    throw new Error('no workers');
                }
            };
        },
    });
    await player.play();
    const words = await player.words();
    await dropTerrain(player, 'small.obj', 60);
    await player.word('level dropped/small.obj', words);
    test.check('without workers, a level loads between two frames', true);
}

// The states of a recording's walk do not depend on where its level was loaded.
async function equal(test) {
    const runs = [];
    for (const before of [undefined, () => { delete window.Worker; }]) {
        const player = await test.browser.open(FAST, { before });
        await player.play();
        await player.page.setInputFiles('#pick-recording', `${test.root}/recordings/ride.sidle`);
        const level = player.page.locator('#levels [data-path="levels/car-crash.toml"][aria-current]');
        await level.waitFor({ state: 'attached' });
        await player.press('p');
        await player.press('Home');
        // A slow frame may advance several ticks.
        const states = new Map();
        for (let step = 0; step < 12; step += 1) {
            await player.press('.');
            const { tick, state } = await player.place();
            states.set(tick, state);
        }
        runs.push(states);
        await player.close();
    }
    const [here, there] = runs;
    const both = [...here.keys()].filter(tick => there.has(tick));
    const same = both.filter(tick => here.get(tick) === there.get(tick));
    const words = 'a level from a worker plays with the same states';
    test.check(words, both.length > 5 && same.length === both.length, `${same.length} of ${both.length} ticks`);
}
