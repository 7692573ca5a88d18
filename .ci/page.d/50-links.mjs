// Links: recordings in the query, and moments in the fragment, created by the program and by the page.

import { firstTick, nativeWalk, samePlace, sidle } from './native.mjs';

const FAST = 'msaa=1&resolution=50';

export default [recording, moment, simulated, copied, broken];

// Pauses in the middle of a replay, and compares the player's place with the native program's. The recording begins
// after `before` ticks of its run.
async function checkAgainstNative(test, player, native, words, before = 0) {
    await player.play();
    await player.press('p');
    let between = await player.place();
    if (between.tick - before >= native.length) {
        // On a slow machine the walk is already over: go back into it.
        await player.press('Home');
        await player.hold('.', 8);
        between = await player.place();
    }
    const there = native[between.tick - before - 1];
    test.check(words, there !== undefined && samePlace(between, there), `${between.state}; ${between.spawn}`);
}

async function recording(test) {
    const level = 'levels/courtyard.toml';
    const file = 'recordings/tour-swept.sidle';
    const player = await test.browser.open(`?${FAST}&level=${level}&replay=${file}`);
    const native = nativeWalk(test, level, '--replay', file);
    await checkAgainstNative(test, player, native, 'in the middle of ?replay=, the player is where the native program puts it');
}

async function moment(test) {
    const file = 'recordings/walk.sidle';
    const link = sidle(test, 'link', file).trim();
    const player = await test.browser.open(`?${FAST}${link}`);
    test.figure(`the link of ${file} has ${link.length} characters`);
    const native = nativeWalk(test, 'levels/courtyard.toml', '--replay', file);
    await checkAgainstNative(test, player, native, 'the page replays a link that the program created');
    await player.press('p');
    const end = await player.restingPlace(native.length);
    test.check('the replay of a link ends where the native program ends it', samePlace(end, native.at(-1)), end.spawn);
}

// The level of the link overrides the level in the query.
async function simulated(test) {
    const link = sidle(test, 'link', 'recordings/ride.sidle').trim();
    const verified = sidle(test, 'replay', link, '--verify').trim();
    const player = await test.browser.open(`?simulate=1&level=levels/speed.toml${link}`, { until: 'headless' });
    const line = await player.line('sidle hash ', 0);
    test.check('?simulate=1 with a link prints the hash of the native program', verified.endsWith(line.slice(-16)), line);
}

async function copied(test) {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const player = await test.browser.open(`?${FAST}&level=levels/corners.toml`, { context: { permissions } });
    await player.play();
    await player.press('F8');
    await player.hold('w', 10);
    await player.press('Space');
    await player.hold('a', 10);
    const from = player.lines.length;
    await player.press('\\');
    await player.line('#moment=', from);
    const read = () => player.page.evaluate(() => navigator.clipboard.readText());
    test.check('\\ copies a link', await player.comes(async () => (await read()).startsWith(`${test.address}#moment=`)));
    const link = await read();
    const { path } = await player.downloaded(() => player.press('F8'));
    const native = nativeWalk(test, 'levels/corners.toml', '--replay', path);
    const guest = await test.browser.open(link.slice(test.address.length));
    await guest.word('level linked/levels/corners.toml');
    test.figure(`the link of ${native.length} ticks has ${link.length} characters`);
    await checkAgainstNative(test, guest, native, 'the copied link replays the same walk for another player', firstTick(test, path));
}

async function broken(test) {
    const player = await test.browser.open('#moment=nonsense', { until: 'failed', expects: [/./] });
    const report = await player.page.innerText('#problem');
    test.check('a damaged link shows what is wrong', /link/i.test(report), report.replaceAll('\n', ' '));
}
