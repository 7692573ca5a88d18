// Measures the tasks of the page's main thread: none may delay a frame.

// The longest task that work in the background may take on the main thread; milliseconds.
const LONGEST = 50;

// The options of a page whose work is watched. A machine without a GPU takes long to draw half a million triangles, which has
// nothing to do with loading. So nothing is drawn, and what remains of a task is the page's own work.
export const WATCHED = { draws: false, before: watchWork };

// Runs in the page before its own scripts.
function watchWork() {
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
            if (!window.marked) {
                window.marked = true;
                // In a task of its own, after the one that starts the window.
                setTimeout(() => performance.mark('begun'));
            }
            if (!bar.hidden) {
                window.stages.push(document.getElementById('loading-stage').textContent);
            }
        }).observe(bar, { subtree: true, childList: true, attributes: true, characterData: true });
    });
}

// The best of a few tries counts: the browser's own work, such as collecting garbage, falls into one task or another.
// `longest` returns the length of the longest task.
export async function bestOf(test, words, longest) {
    let best = Infinity;
    for (let tries = 0; tries < 6 && best > LONGEST; tries += 1) {
        best = Math.min(best, await longest(tries === 0));
    }
    test.check(`${words} leaves no task over ${LONGEST} ms`, best <= LONGEST, `${best.toFixed(0)} ms`);
}

// Traces the page's work while `act` runs. Prints what happened from the page's `mark` on, and returns the own time of the
// longest task in milliseconds.
export async function longestTask(test, player, mark, words, act) {
    const browser = player.page.context().browser();
    await browser.startTracing(player.page, { categories: ['-*', 'disabled-by-default-devtools.timeline', 'blink.user_timing'] });
    await act();
    await player.frames(5);
    const tasks = tasksSince(JSON.parse(await browser.stopTracing()).traceEvents, mark);
    const { uploads, took } = await player.page.evaluate(mark => {
        const { startTime } = performance.getEntriesByName(mark)[0];
        const uploads = window.uploads.filter(({ begun }) => begun > startTime).map(({ took }) => took);
        return { uploads, took: performance.now() - startTime };
    }, mark);
    const long = tasks.filter(({ own }) => own > LONGEST / 2).map(({ own, start }) => `${own.toFixed(0)} at ${start.toFixed(0)}`);
    test.figure(`${words}: ${(took / 1000).toFixed(1)} s; longest upload ${Math.max(0, ...uploads).toFixed(0)} ms; `
        + `${tasks.length} tasks, over ${LONGEST / 2} ms: ${long.join(', ') || 'none'}`);
    return Math.max(0, ...tasks.map(({ own }) => own));
}

// The tasks of the page's main thread from `mark` on: when each started, and its own time, in milliseconds. On a busy machine
// a task also waits for a processor, which its own time, that of the processor, leaves out.
function tasksSince(events, mark) {
    const marked = events.find(({ name }) => name === mark);
    const isTask = ({ name, pid, tid, ts, dur }) => name === 'RunTask' && pid === marked.pid && tid === marked.tid && ts + dur > marked.ts;
    const tasks = events.filter(isTask);
    // The time of the processor is missing where the system does not tell it.
    return tasks.map(({ ts, dur, tdur = dur }) => ({ start: (ts - marked.ts) / 1000, own: tdur / 1000 }));
}
