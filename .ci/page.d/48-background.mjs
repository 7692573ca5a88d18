// Loading in a worker: the page stays responsive, shows how far loading is, and can give it up.

const FAST = '?msaa=1&resolution=50';

// The longest task that loading may take on the main thread; milliseconds.
const LONGEST = 50;

// Runs in the page before its own scripts. A machine without a GPU takes long to draw half a million triangles, which has
// nothing to do with loading. So nothing is drawn, and what remains of a task is the page's own work.
function watchWork() {
    for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
        WebGL2RenderingContext.prototype[name] = () => {};
    }
    window.uploads = [];
    window.stages = [];
    const { bufferData, bufferSubData } = WebGL2RenderingContext.prototype;
    const timed = upload => function (...values) {
        const begun = performance.now();
        upload.apply(this, values);
        window.uploads.push({ begun, took: performance.now() - begun });
    };
    WebGL2RenderingContext.prototype.bufferData = timed(bufferData);
    WebGL2RenderingContext.prototype.bufferSubData = timed(bufferSubData);
    addEventListener('DOMContentLoaded', () => {
        const bar = document.getElementById('loading-level');
        new MutationObserver(() => {
            if (!bar.hidden) {
                window.stages.push(document.getElementById('loading-stage').textContent);
            }
        }).observe(bar, { subtree: true, childList: true, attributes: true, characterData: true });
    });
}

// In the page: drops a terrain of `side` by `side` squares, and returns its size and the time of the drop.
async function dropTerrain(player, name, side) {
    return player.page.evaluate(([name, side]) => {
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
        const file = new File([lines.join('\n')], name);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        return new Promise(done => setTimeout(() => {
            performance.mark('dropped');
            const at = performance.now();
            for (const type of ['dragenter', 'dragover', 'drop']) {
                document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
            }
            done({ at, bytes: file.size });
        }, 500));
    }, [name, side]);
}

export default [large, cancelled, without, equal];

// The best of a few tries counts: the browser's own work, such as collecting garbage, falls into one task or another.
async function large(test) {
    let best = Infinity;
    for (let tries = 3; tries > 0 && best > LONGEST; tries -= 1) {
        best = Math.min(best, await loadLarge(test, tries === 3));
    }
    test.check(`a large mesh leaves no task over ${LONGEST} ms`, best <= LONGEST, `${best.toFixed(0)} ms`);
}

// Loads a mesh of 23 MB. Returns the length of the longest task in milliseconds.
async function loadLarge(test, checksBar) {
    const player = await test.browser.open(FAST, { before: watchWork });
    await player.play();
    const words = await player.words();
    const browser = player.page.context().browser();
    await browser.startTracing(player.page, { categories: ['-*', 'disabled-by-default-devtools.timeline', 'blink.user_timing'] });
    const { at, bytes } = await dropTerrain(player, 'terrain.obj', 560);
    await player.word('level dropped/terrain.obj', words);
    await player.frames(5);
    const tasks = tasksSinceDrop(JSON.parse(await browser.stopTracing()).traceEvents);
    const { uploads, stages, end } = await player.page.evaluate(() => {
        const { uploads, stages } = window;
        return { uploads, stages, end: performance.now() };
    });
    const longest = Math.max(...tasks.map(({ own }) => own));
    const sent = uploads.filter(({ begun }) => begun > at).map(({ took }) => took);
    const long = tasks.filter(({ own }) => own > LONGEST / 2).map(({ own, start }) => `${own.toFixed(0)} at ${start.toFixed(0)}`);
    test.figure(`${(bytes / 1e6).toFixed(1)} MB of OBJ: ${((end - at) / 1000).toFixed(1)} s to play; longest upload `
        + `${Math.max(0, ...sent).toFixed(0)} ms; ${tasks.length} tasks, over ${LONGEST / 2} ms: ${long.join(', ') || 'none'}`);
    if (checksBar) {
        const seen = [...new Set(stages)];
        const named = ['reading', 'building the world', 'checking', 'building the picture'].filter(stage => seen.includes(stage));
        test.check('the bar names the stages', named.length >= 3, seen.join(', '));
        const hidden = await player.page.isHidden('#loading-level');
        test.check('the bar goes when the level is played', hidden);
    }
    await player.close();
    return longest;
}

// The tasks of the page's main thread from the drop on: when each started, and its own time, in milliseconds. On a busy
// machine a task also waits for a processor, which its own time, that of the processor, leaves out.
function tasksSinceDrop(events) {
    const dropped = events.find(({ name }) => name === 'dropped');
    const isTask = ({ name, pid, tid, ts, dur }) => name === 'RunTask' && pid === dropped.pid && tid === dropped.tid && ts + dur > dropped.ts;
    const tasks = events.filter(isTask);
    // The time of the processor is missing where the system does not tell it.
    return tasks.map(({ ts, dur, tdur = dur }) => ({ start: (ts - dropped.ts) / 1000, own: tdur / 1000 }));
}

async function cancelled(test) {
    const player = await test.browser.open(FAST, { before: watchWork });
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
