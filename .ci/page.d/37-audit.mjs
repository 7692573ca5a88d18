// An audit of the level in a worker, by a program of its own: it finds a planted trap, plays it, and ends with its level. It
// reports what the native program does.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidle } from './native.mjs';
import { WATCHED, bestOf, longestTask } from './tasks.mjs';

const FAST = '?msaa=1&resolution=50';

const crate = (position, scale) => `[[prop]]
kind = "crate"
position = [${position}]
scale = [${scale}]
`;

// The bottom of the pit, and what lies there once the pit is filled.
const BOTTOM = [12, 1, 8];
const DEEP = crate([0, -3.5, 0], BOTTOM);
const FILLED = crate([0, -0.5, 0], BOTTOM);

// A walled floor with a pit of 3 m that nobody climbs out of.
const PIT = `format = 1
name = "Pit"
[spawn]
position = [-4.0, 0.5, 0.0]
${[
    crate([-4, -1.5, 0], [5, 3, 8]),
    crate([3.25, -1.5, 0], [3.5, 3, 8]),
    crate([0, -1.5, -2.75], [3, 3, 2.5]),
    crate([0, -1.5, 2.75], [3, 3, 2.5]),
    DEEP,
    crate([-7, 0, 0], [1, 8, 8]),
    crate([5.5, 0, 0], [1, 8, 8]),
    crate([0, 0, -4.5], [14, 8, 1]),
    crate([0, 0, 4.5], [14, 8, 1]),
].join('')}`;

const TRAP = 'a walker that comes here does not get back';

// The number of the auditor, and the tags of its messages: see platform/worker.rs, crates/audit/src/packing.rs and
// session/audit/news.rs.
const AUDITOR = 2;
const FINDING = 2;
const DONE = 19;
const RESULTS = 21;

// How many ticks the page and the native program walk, to compare their reports.
const TICKS = 200_000;

// Runs in the page before its own scripts: notes what comes from the auditor, and how many of them there are. With `ticks`, the
// walkers walk so many.
function watchAuditor([auditor, done, ticks]) {
    window.audits = { messages: [], done: 0, missing: 0, alive: 0 };
    window.Worker = class extends Worker {
        postMessage(data, ...rest) {
            if (data.number === auditor && !this.audits) {
                this.audits = true;
                window.audits.alive += 1;
                this.addEventListener('message', ({ data: { message, missing } }) => {
                    window.audits.missing += missing ? 1 : 0;
                    if (message) {
                        window.audits.messages.push(message.slice());
                        window.audits.done += message[0] === done ? 1 : 0;
                    }
                });
            }
            super.postMessage(data.number === auditor ? { ...data, ticks } : data, ...rest);
        }

        terminate() {
            window.audits.alive -= this.audits ? 1 : 0;
            super.terminate();
        }
    };
}

const watching = (ticks = 0) => [watchAuditor, [AUDITOR, DONE, ticks]];

export default [audited, again, missing, equal, smooth];

// The bytes of the findings that the auditor has reported last.
async function findings(player) {
    const all = await player.page.evaluate(() => window.audits.messages.map(message => String.fromCharCode(...message.subarray(0, 1 << 16))));
    const messages = all.map(message => Buffer.from(message, 'latin1'));
    const end = messages.findLastIndex(message => message[0] === RESULTS);
    const before = messages.slice(0, end).findLastIndex(message => message[0] === RESULTS);
    return messages.slice(before + 1, end).filter(message => message[0] === FINDING);
}

const done = (player, count) => player.page.waitForFunction(count => window.audits.done === count, count);

async function audited(test) {
    test.put('levels/pit.toml', PIT);
    const asked = [];
    const player = await test.browser.open(`${FAST}&level=levels/pit.toml`, {
        before: watching(),
        watch: page => page.context().on('request', request => request.serviceWorker() ?? asked.push(request.url())),
    });
    await player.play();
    const program = test.catalog.audit.at;
    const loads = () => asked.filter(url => url.endsWith(program)).length;
    test.check('the program for audits is not loaded before there is one', loads() === 0);
    const kept = () => player.page.evaluate(() => JSON.stringify({ ...localStorage }));
    const before = await player.place();
    await player.press('NumpadDivide');
    await player.page.waitForFunction(tag => window.audits.messages.some(message => message[0] === tag), RESULTS);
    test.check('then it is', loads() === 1, `${loads()}`);
    await done(player, 1);
    const found = (await findings(player)).map(String);
    test.check('an audit in a worker finds the planted trap', found.some(text => text.includes(TRAP)));
    test.check('and no escape', !found.some(text => text.includes('falls out of the level')));
    const after = await player.place();
    test.check('the player stays where it was', after.x === before.x && after.z === before.z);
    await player.press('NumpadMultiply');
    await player.press('NumpadMultiply');
    await player.picture('audit');
    const stored = await kept();
    await player.press('NumpadDivide');
    const fell = await player.comes(async () => (await player.place()).y < -1.5, 60);
    test.check('the next finding is played: a walker falls into the pit', fell);
    await player.picture('audit-trap');
    test.check('nothing of it is stored', await kept() === stored);
    // Another level: nobody wants more of the audit.
    const words = await player.words();
    await player.page.evaluate(() => window.sidle.host.send('open levels/corners.toml'));
    await player.word('level levels/corners.toml', words);
    const ended = await player.comes(() => player.page.evaluate(() => window.audits.alive === 0));
    test.check('its worker ends with its level', ended);
    test.take('levels/pit.toml');
}

// An edit begins the audit again: the pit is filled.
async function again(test) {
    test.put('levels/pit.toml', PIT);
    const player = await test.browser.open(`${FAST}&level=levels/pit.toml`, { before: watching(TICKS) });
    await player.play();
    await player.press('NumpadDivide');
    await done(player, 1);
    const traps = async () => (await findings(player)).filter(text => text.includes(TRAP)).length;
    const before = await traps();
    const filled = PIT.replace(DEEP, FILLED);
    await player.page.evaluate(text => window.sidle.host.files.put('levels/pit.toml', new TextEncoder().encode(text)), filled);
    await done(player, 2);
    test.check('after an edit, the audit begins again', before > 0 && await traps() === 0, `${before}, then ${await traps()}`);
    test.take('levels/pit.toml');
}

// The program for audits does not arrive at first.
async function missing(test) {
    const player = await test.browser.open(FAST, { before: watching(TICKS), expects: [/404/, /auditor-.*ERR_ABORTED/] });
    const { at } = test.catalog.audit;
    await player.page.context().route(`**/${at}`, route => route.fulfill({ status: 404, body: '' }));
    await player.play();
    await player.press('NumpadDivide');
    await player.page.waitForFunction(() => window.audits.missing === 1);
    await player.frames(5);
    await player.picture('audit-missing');
    test.check('without its program, an audit does not begin', await player.page.evaluate(() => window.audits.messages.length === 0));
    await player.page.context().unroute(`**/${at}`);
    await player.press('NumpadDivide');
    await done(player, 1);
    test.check('once that arrives, the same key begins it', true);
}

// The same ticks and seed give the same findings with the same recordings.
async function equal(test) {
    const report = join(test.work, 'report.json');
    // The exit code tells of findings that are not expected; here, what is found counts.
    sidle(test, 'audit', 'levels/courtyard.toml', '--ticks', `${TICKS}`, '--json', report, '--fail-on', 'squeeze');
    const [native] = JSON.parse(readFileSync(report, 'utf8'));
    const player = await test.browser.open(FAST, { before: watching(TICKS) });
    await player.play();
    await player.press('NumpadDivide');
    await done(player, 1);
    const found = await findings(player);
    const same = native.findings.filter(({ message, recording }, number) => {
        const run = recording && readFileSync(join(test.work, recording));
        return found[number]?.includes(message) && (!run || found[number].includes(run));
    });
    const equals = same.length === native.findings.length && found.length === same.length && same.length > 0;
    test.check('an audit of the page finds the same as a native one, with the same recordings', equals,
        `${same.length} of ${native.findings.length}, and ${found.length}`);
}

// An audit leaves the game its frames.
async function smooth(test) {
    await bestOf(test, 'an audit', async () => {
        const player = await test.browser.open(FAST, {
            ...WATCHED,
            watch: page => page.addInitScript(...watching()),
            settings: 'hints_seen = true',
        });
        await player.play();
        const longest = await longestTask(test, player, 'audited', 'an audit of the courtyard', async () => {
            await player.page.evaluate(() => performance.mark('audited'));
            await player.press('NumpadDivide');
            await done(player, 1);
        });
        await player.close();
        return longest;
    });
}
