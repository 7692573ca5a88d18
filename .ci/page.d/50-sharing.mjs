// A link to what was just done: copied in the page, and to the bit the same natively and in another page.

import { sidle } from './native.mjs';

const FAST = '?msaa=1&resolution=50';

export default async function sharing(test) {
    const link = await copied(test);
    const told = sidle(test, 'replay', link, '--verify').trim().split('\n').at(-1);
    test.check('natively the link verifies', /^verified\s+\d+ ticks, hash/.test(told), told);
    const [, hash] = told.match(/hash ([0-9a-f]{16})$/);
    const fragment = link.slice(link.indexOf('#'));
    await replayed(test, fragment, told);
    await simulated(test, fragment, hash);
    await broken(test, fragment);
}

// Walks into the crates, and copies the link of it.
async function copied(test) {
    const player = await test.browser.open(`${FAST}&level=levels/courtyard.toml`);
    await player.play();
    await player.hold(['w', 'ArrowLeft'], 12);
    await player.press('Space');
    await player.hold(['d', 'w'], 12);
    const from = player.lines.length;
    await player.press('\\');
    const link = await player.line('#moment=', from);
    test.check('the link leads to the page, without its parameters', link.startsWith(`${test.address}#moment=A`), link);
    await player.picture('copied-link');
    return link;
}

async function replayed(test, fragment, told) {
    const ticks = Number(told.match(/(\d+) ticks/)[1]);
    const player = await test.browser.open(`?level=levels/speed.toml${fragment}`);
    await player.picture('link-before-play');
    await player.play();
    await player.hold('w', 1);
    const early = await player.place();
    test.check('the link brings its own level, and nobody else steers', early.x === 0 || early.z < 16, early.spawn);
    const done = await player.comes(async () => (await player.place()).tick > ticks, 400);
    test.check('it plays on from the end', done);
    await player.picture('link-after-replay');
}

async function simulated(test, fragment, hash) {
    const player = await test.browser.open(`?simulate=1${fragment}`, { until: 'headless' });
    const said = await player.line('sidle hash ', 0);
    test.check('simulated in the page it is the same to the bit', said.endsWith(hash), said);
}

// Half of a link, as a message cuts it off.
async function broken(test, fragment) {
    const half = fragment.slice(0, fragment.length / 2);
    const player = await test.browser.open(half, { until: 'failed', expects: [/cut off|damaged/] });
    const problem = await player.page.innerText('#problem');
    test.check('half a link is told to be one', /cut off|damaged/.test(problem), problem);
}
