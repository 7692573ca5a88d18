// Showing and hiding overlays, ghosts, the map, the chart and the panel; pausing and rewinding.

import { different } from './player.mjs';

// Nothing moves, so that equal pictures mean equal scenes.
const STILL = `format = 1
name = "Still"
spawn = { position = [0, 0.5, 4], yaw_deg = 14, mode = "fly", controller = "swept" }
[[prop]]
kind = "crate"
position = [0.3, 0.5, 0]
rotation_deg = [0, 30, 0]
`;
const PLAIN = '?level=still.toml&msaa=1&resolution=100';

export default [test => test.put('still.toml', STILL), pictures, panel, time];

async function pictures(test) {
    const player = await test.browser.open(PLAIN, { draws: true });
    await player.play();
    await player.press('p');
    // Hide the numbers in the corner, which change in each frame.
    await player.press('F2');
    let plain = await player.stillPicture();
    const shows = async (key, what, times = 1) => {
        await player.press(key);
        const on = await player.pictureThat(false, plain);
        test.check(`${key} shows ${what}`, on !== null, on ? `${different(plain, on)} pixels` : 'nothing');
        for (let left = times; left > 0; left -= 1) {
            await player.press(key);
        }
        const off = await player.pictureThat(true, plain);
        test.check(`${key} again hides ${what}`, off !== null);
        plain = off ?? await player.stillPicture();
    };
    // The first key has two kinds of wires, so hiding them takes two presses.
    await shows('1', 'boxes and triangles', 2);
    await shows('2', 'how tightly a sphere and boxes fit');
    await shows('4', 'contacts, ground and velocity');
    await shows('5', 'how the tick was made');
    await shows('m', 'a map, small and then large', 2);
    await shows('F9', 'a chart');
    await player.press('F1');
    const help = await player.pictureThat(false, plain);
    test.check('F1 shows the help', help !== null);
    // In such a small window, it has several pages.
    const over = () => player.page.evaluate(() => window.test.words.findLast(word => word.startsWith('over ')));
    for (let pages = 0; pages < 5 && await over() === 'over help'; pages += 1) {
        await player.press('F1');
    }
    test.check('F1 turns its pages, and hides it after the last', await player.pictureThat(true, plain) !== null);
    await player.press('p');
    await player.press('8');
    await player.hold('w', 4);
    const from = player.lines.length;
    await player.place();
    const ghosts = player.lines.slice(from).filter(line => line.startsWith('ghost '));
    test.check('8 shows the other controllers as ghosts', ghosts.length === 2, ghosts.join('; '));
}

async function panel(test) {
    const player = await test.browser.open('?level=still.toml&msaa=1&resolution=50', {
        context: { viewport: { width: 1000, height: 600 } },
    });
    await player.play();
    const words = await player.words();
    await player.press('Tab');
    await player.word('over panel', words);
    test.check('Tab opens the panel', true);
    await player.picture('panel');
    const before = await player.place();
    // A click on the radius makes it a text field.
    await player.page.mouse.click(266, 132);
    await player.frames(3);
    await player.hold('w', 6);
    // Esc leaves the field. The panel, which stays open, takes the keys while the mouse is over it.
    await player.page.keyboard.press('Escape');
    await player.page.mouse.move(700, 300);
    await player.frames(3);
    const after = await player.place();
    test.check('typing into the panel does not move the player', after.spawn === before.spawn, after.spawn);
    await player.comes(async () => {
        await player.press('Escape');
        return player.page.evaluate(() => window.test.words.at(-1) !== 'over panel');
    });
    await player.word('over nothing', words);
    await player.page.mouse.click(700, 300);
    await player.hold('w', 6);
    const walked = await player.place();
    test.check('Esc closes the panel, and then W flies again', walked.z < before.z - 0.1, walked.spawn);
}

async function time(test) {
    const player = await test.browser.open('?msaa=1&resolution=50');
    await player.play();
    await player.hold('w', 8);
    await player.press('p');
    const shown = await player.place();
    await player.frames(5);
    test.check('P pauses', (await player.place()).state === shown.state, shown.state);
    await player.press('.');
    const next = await player.place();
    test.check('. advances one tick', next.tick === shown.tick + 1, next.state);
    await player.press(',');
    const same = await player.place();
    test.check(', goes back to bit-exactly the same state', same.state === shown.state, same.state);
    await player.press('Home');
    const first = await player.place();
    test.check('Home shows the first tick', first.tick < 3, first.state);
    await player.press('End');
    const last = await player.place();
    test.check('End shows the last tick, bit-exactly', last.state === next.state, last.state);
    await player.press('p');
    await player.frames(3);
    test.check('P again resumes', (await player.place()).tick > next.tick);
}
