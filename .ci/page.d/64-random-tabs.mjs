// Two tabs that are driven at random lose nothing: STEPS=1000 SEED=7 node .ci/page.d/run.mjs 64-random-tabs.mjs

import { PROBLEMS } from './text.mjs';

const FAST = '?msaa=1&resolution=50';
const LEVEL = 'levels/courtyard.toml';
const STEPS = Number(process.env.STEPS ?? 40);
const SEED = Number(process.env.SEED ?? 1);

// The page removes the oldest of more than 20 drafts, so the player discards some before that.
const MANY_DRAFTS = 14;

// What each tab presses. Of one setting that two tabs change at once, the last change counts.
const ROWS = [['more_sensitive', 'surfaces'], ['sound']];

export default [random];

// A generator of numbers below `bound`. Source: G. Marsaglia, "Xorshift RNGs", 2003.
function numbers(seed) {
    let state = seed * 2_654_435_761 >>> 0 || 1;
    return bound => {
        state ^= state << 13;
        state ^= state >>> 17;
        state = (state ^ state << 5) >>> 0;
        return state % bound;
    };
}

class Tab {
    constructor(player, rows) {
        this.player = player;
        this.page = player.page;
        this.rows = rows;
    }

    // Shows the level's text.
    async begin() {
        await this.page.bringToFront();
        await this.player.waitState('ready');
        await this.page.click('#play');
        await this.page.evaluate(() => document.querySelector('#bar [data-name=text]').click());
        await this.page.locator('#drawer-editor .cm-content').waitFor();
        await this.waitForDraft();
    }

    // Waits until the text has been passed to the game, and its draft is stored.
    async waitForDraft() {
        await this.page.waitForFunction(path => {
            const shown = document.getElementById('drawer').classList.contains('changed');
            const played = new TextDecoder().decode(window.sidle.host.files.get(path));
            const stored = Object.keys(localStorage).some(name => name.startsWith('sidle-draft/')
                && JSON.parse(localStorage.getItem(name)).text === played);
            return !shown || stored;
        }, LEVEL, { polling: 20 });
    }

    async type(words) {
        const content = this.page.locator('#drawer-editor .cm-content');
        await content.evaluate((content, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', text);
            content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, words);
        await this.page.waitForFunction(([path, words]) => new TextDecoder().decode(window.sidle.host.files.get(path)).includes(words),
            [LEVEL, words], { polling: 20 });
        await this.waitForDraft();
    }

    // Presses the button of an offered draft. Returns whether one is offered.
    async press(id) {
        const isOffered = await this.page.isVisible('#drawer-draft');
        if (isOffered) {
            await this.page.evaluate(id => document.getElementById(id).click(), id);
            await this.waitForDraft();
        }
        return isOffered;
    }
}

// The texts of all stored drafts by their names.
const drafts = ({ page }) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)
    .filter(([name]) => name.startsWith('sidle-draft/')).map(([name, stored]) => [name, JSON.parse(stored).text])));

const markers = texts => new Set(Object.values(texts).join('\n').match(/# marker \d+/g));

async function random(test) {
    const next = numbers(SEED);
    const first = await test.browser.open(FAST, { expects: [PROBLEMS] });
    const second = await test.browser.open(FAST, { expects: [PROBLEMS], tab: first });
    const tabs = [first, second].map((player, number) => new Tab(player, ROWS[number]));
    for (const tab of tabs) {
        await tab.begin();
    }
    // What must be kept: the words that were typed, and the presses of each setting.
    const alive = new Set();
    const presses = { more_sensitive: 0, surfaces: 0, sound: 0 };
    const done = [];
    for (let step = 0; step < STEPS; step += 1) {
        const number = next(2);
        const tab = tabs[number];
        const before = await drafts(tab);
        const draw = Object.keys(before).length > MANY_DRAFTS ? 90 + next(10) : next(100);
        let act = 'type';
        if (draw < 25) {
            const row = tab.rows[next(tab.rows.length)];
            await tab.page.evaluate(row => window.sidle.host.send(`press ${row}`), row);
            presses[row] += 1;
            act = row;
        } else if (draw < 35) {
            await tab.page.bringToFront();
            await tab.player.frames(1);
            await tab.page.reload();
            await tab.begin();
            act = 'reload';
        } else if (draw < 50 && await tab.press('drawer-keep')) {
            act = 'keep';
        } else if (draw >= 90 && await tab.press('drawer-discard')) {
            const after = await drafts(tab);
            const gone = Object.keys(before).filter(name => !(name in after));
            const kept = markers(after);
            markers(Object.fromEntries(gone.map(name => [name, before[name]]))).forEach(words => kept.has(words) || alive.delete(words));
            act = gone.length > 1 ? 'discard of several' : 'discard';
        } else {
            const words = `# marker ${step}`;
            await tab.type(`\n${words}\n`);
            alive.add(words);
        }
        done.push(`${number} ${act}`);
        const kept = markers(await drafts(tab));
        const lost = [...alive].filter(words => !kept.has(words));
        if (lost.length > 0 || act === 'discard of several') {
            test.check(`step ${step} of seed ${SEED} loses nothing`, false, `${lost.join(', ')} after ${done.slice(-6).join(', ')}`);
            return;
        }
    }
    for (const { page, player } of tabs) {
        await page.bringToFront();
        await page.evaluate(() => window.sidle.host.send('settings save'));
        await player.frames(2);
    }
    const sensitivity = Math.min(10, 0.1 * 1.25 ** presses.more_sensitive);
    const surfaces = [undefined, 'checker', 'plain', 'collision'][presses.surfaces % 4];
    const found = async () => {
        const text = await first.page.evaluate(() => localStorage.getItem('sidle/kept/settings.toml'));
        return {
            text,
            sensitivity: Number(text.match(/^sensitivity = (.*)$/m)?.[1] ?? 0.1),
            surfaces: text.match(/^surfaces = "(.*)"$/m)?.[1],
            sound: !text.includes('sound = false'),
        };
    };
    const holds = await first.comes(async () => {
        const now = await found();
        return Math.abs(now.sensitivity - sensitivity) < 1e-6 * sensitivity && now.surfaces === surfaces && now.sound === (presses.sound % 2 === 0);
    });
    test.figure(`${STEPS} steps: ${done.join(', ')}`);
    test.check(`two tabs that are driven at random lose no text in ${STEPS} steps`, alive.size > 0, `${alive.size} marks`);
    test.check('and no setting', holds, `${(await found()).text.replaceAll('\n', '; ')}, ${JSON.stringify(presses)}`);
}
