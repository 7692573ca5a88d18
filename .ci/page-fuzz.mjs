// Plays a second of each of many random levels in the page, as a link brings them, and reports the longest task of the page:
//
//     CASES=1000 SEED=1 nice -n 19 node .ci/page.d/run.mjs ../page-fuzz.mjs
//
// Each case is a shipped level with random changes, by its seed: other numbers, more copies of its entries, other shapes for
// collisions, and other tuning. Most are refused, and none may freeze the page. CASE=17 plays one of them, and prints its text.
// Needs target/web, and what .ci/page needs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { levelOf } from './page.d/random-levels.mjs';

const CASES = Number(process.env.CASES ?? 200);
const SEED = Number(process.env.SEED ?? 1);
const ONLY = process.env.CASE && Number(process.env.CASE);

const FAST = '?msaa=1&resolution=20';
const PATH = 'linked/levels/fuzz.toml';

// A task that is longer is tried again, since a busy machine interrupts any task; milliseconds.
const LONG = 50;
const TRIES = 5;

export default [fuzz];

// Runs in the page before its own scripts.
function watch() {
    window.longest = 0;
    const note = took => {
        window.longest = Math.max(window.longest, took);
    };
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = callback => requestAnimationFrame.call(window, now => {
        const begun = performance.now();
        callback(now);
        note(performance.now() - begun);
    });
    new PerformanceObserver(list => list.getEntries().forEach(({ duration }) => note(duration))).observe({ entryTypes: ['longtask'] });
}

// Opens a level, walks for a second, and returns what came of it: refused, asked, played or stuck, and the longest task.
function play([path, text]) {
    const { host } = window.sidle;
    const from = window.test.words.length;
    const found = prefix => window.test.words.slice(from).find(word => word.startsWith(prefix));
    const wait = async (holds, seconds) => {
        const end = performance.now() + seconds * 1000;
        while (!holds() && performance.now() < end) {
            await new Promise(done => setTimeout(done, 20));
        }
        return holds();
    };
    return (async () => {
        window.longest = 0;
        host.files.put(path, new TextEncoder().encode(text));
        host.send(`open ${path}`);
        const isRead = await wait(() => found('loaded ') || window.sidle.state === 'failed', 60);
        const loading = window.longest;
        if (!isRead || window.sidle.state === 'failed') {
            return { what: window.sidle.state === 'failed' ? 'failed' : 'stuck', loading, longest: 0 };
        }
        if (!JSON.parse(found('loaded ').slice('loaded '.length)).played) {
            return { what: 'refused', loading, longest: 0 };
        }
        window.longest = 0;
        host.pad.left = [0, -1];
        const isAsked = await wait(() => found('question {'), 1.2);
        host.pad.left = [0, 0];
        if (isAsked) {
            host.send('answer no');
            await wait(() => false, 0.2);
        }
        return { what: window.sidle.state === 'failed' ? 'failed' : isAsked ? 'asked' : 'played', loading, longest: window.longest };
    })();
}

async function fuzz(test) {
    const texts = Object.keys(test.catalog.files).filter(path => path.startsWith('levels/')).map(path => readFileSync(join(test.web, path), 'utf8'));
    const open = async () => {
        const player = await test.browser.open(FAST, { expects: [/./], before: watch });
        await player.play();
        return player;
    };
    let player = await open();
    const counts = {};
    const [loading, playing] = [[], []];
    const courtyard = await player.page.evaluate(play, [PATH, texts[0]]);
    test.figure(`the courtyard itself: ${courtyard.loading.toFixed(0)} ms while it is loaded, ${courtyard.longest.toFixed(0)} ms while it is played`);
    const said = list => list.map(({ words }) => words).join(', ');
    const bad = [];
    const [first, end] = ONLY === undefined ? [0, CASES] : [ONLY, ONLY + 1];
    for (let number = first; number < end; number += 1) {
        const text = levelOf(texts, SEED * 1_000_003 + number);
        if (ONLY !== undefined) {
            console.log(text);
        }
        let best = null;
        for (let tries = 0; tries < TRIES && (best === null || Math.max(best.loading, best.longest) > LONG); tries += 1) {
            const now = await player.page.evaluate(play, [PATH, text]).catch(error => ({ what: `failed: ${error.message}`, loading: 0, longest: 0 }));
            best = best === null ? now : { ...now, loading: Math.min(best.loading, now.loading), longest: Math.min(best.longest, now.longest) };
            if (/failed|stuck/.test(now.what)) {
                best = now;
                await player.close();
                player = await open();
                break;
            }
        }
        counts[best.what] = (counts[best.what] ?? 0) + 1;
        for (const [list, length] of [[loading, best.loading], [playing, best.longest]]) {
            list.push({ length, words: `${length.toFixed(0)} ms (case ${number}, ${best.what})` });
            list.sort((one, other) => other.length - one.length).splice(6);
        }
        if (/failed|stuck/.test(best.what)) {
            bad.push(number);
        }
        if ((number + 1) % 50 === 0) {
            test.figure(`${number + 1}: ${JSON.stringify(counts)}; loading ${said(loading.slice(0, 2))}; playing ${said(playing.slice(0, 2))}`);
        }
    }
    test.figure(`longest tasks while loading: ${said(loading)}`);
    test.figure(`longest tasks while playing: ${said(playing)}`);
    test.check(`no random level of ${end - first} ends or freezes the page`, bad.length === 0, bad.join(' ') || JSON.stringify(counts));
}
