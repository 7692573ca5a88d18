// A phone: the first hour by touch alone, from the first visit on, with nothing stored. Then the contact lab, and the view from
// the side, in which pictures are compared.

import { Thumbs, begin, choose, faults, flyTo, placeOf, pushTo } from './thumbs.mjs';

const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const PORTRAIT = { ...PHONE, viewport: { width: 390, height: 844 } };
export const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

// The screens of phones and tablets, and of one whose notch and rounded corners cover a part.
const SCREENS = [[360, 640], [640, 360], [390, 844], [844, 390], [820, 1180]];
const NOTCH = { top: 0, right: 47, bottom: 21, left: 47 };

// Where one pushes to from the places of the tour's steps, as x and z of the courtyard, and how one gets there: on foot, in flight,
// or by the button of the card. A player who flies to the second crate of the stair has climbed it. The corner of the last step
// throws out who runs into it from the side, so it is begun at its exact place.
const STEPS = [
    { walks: [8, 12], to: [20, -2.3] },
    { flies: [13, -4], to: [60, -4] },
    { flies: [-10.5, 3], to: [-10.4, -20] },
    { flies: [13.4, 3], to: null },
    { goes: [-16.4, 13.2], to: [-40, 13.2] },
];

export default [firstHour, test => lab(test, PORTRAIT), test => lab(test, LANDSCAPE), card, keyboard];

async function firstHour(test) {
    const options = { settings: null };
    const card = await test.browser.open('?msaa=1&resolution=50', { ...options, context: SMALL });
    await card.picture('phone-card');
    const wide = await card.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    test.check('nothing on the card is wider than a phone', !wide);
    const goal = await card.page.locator('#levels a em').first().innerText();
    test.check('the card names the goal of each level', goal.startsWith('Goal: '), goal);
    await card.page.tap('#play');
    await card.waitState('playing');
    await card.frames(3);
    const player = card;
    await thumbs(test, player);
    await tour(test, player);
    await others(test, player);
}

// What each thumb does.
async function thumbs(test, player) {
    const start = await placeOf(player);
    const thumbs = new Thumbs(player);
    await thumbs.press(0, 90, 560);
    await thumbs.move(0, 90, 500);
    await player.frames(6);
    const walked = await placeOf(player);
    test.check('the left thumb walks', walked.z < start.z - 0.1 && walked.yaw === start.yaw, walked.spawn);
    await thumbs.press(1, 280, 250);
    await thumbs.move(1, 330, 250);
    await player.frames(4);
    await player.picture('phone-thumbs');
    const turned = await placeOf(player);
    test.check('the right thumb turns, while the left one walks', Math.abs(turned.yaw - start.yaw) > 1 && turned.z < walked.z, turned.spawn);
    await thumbs.lift();
    await player.frames(20);
    const rest = await placeOf(player);
    await player.frames(3);
    test.check('without a touch the player stands still', (await placeOf(player)).spawn === rest.spawn, rest.spawn);
    const jumps = await player.comes(async () => {
        await player.page.tap('#jump');
        await player.frames(2);
        return (await placeOf(player)).y > 0.55;
    });
    test.check('the jump button makes the player jump', jumps);
    await choose(player, 'respawn');
    const again = await player.comes(async () => (await placeOf(player)).z === start.z);
    test.check('Restart leads back to the spawn', again);
}

// The tour, from its offer to its last step.
async function tour(test, player) {
    const { page } = player;
    const done = async () => {
        await page.evaluate(() => window.sidle.host.send('settings save'));
        await player.frames(2);
        return page.evaluate(() => Number(localStorage.getItem('sidle/kept/settings.toml')?.match(/tour_done = (\d)/)?.[1] ?? 0));
    };
    await page.waitForSelector('#tour-accept', { state: 'visible' });
    await player.picture('phone-offer');
    await page.tap('#tour-accept');
    await player.frames(10);
    const { x, z } = await placeOf(player);
    await page.tap('#tour-accept');
    const moved = await player.comes(async () => {
        const place = await placeOf(player);
        return Math.hypot(place.x - x, place.z - z) > 1;
    });
    test.check('the offer begins the tour, and the same button then leads to the place of its step', moved);
    for (const [number, { walks, flies, goes, to }] of STEPS.entries()) {
        if (number === 2) {
            await page.waitForSelector('#tour-back', { state: 'visible' });
            await player.picture('phone-tour-back');
            await page.tap('#tour-back');
            const isBack = await player.comes(async () => await done() === 1);
            await page.tap('#tour-accept');
            const isOn = await player.comes(async () => await done() === 2);
            test.check('a button of the card goes back by a step, and another one on again', isBack && isOn);
        }
        if (walks) {
            await pushTo(player, walks, ({ x, z }) => Math.hypot(x - walks[0], z - walks[1]) < 0.5);
        } else if (flies) {
            await flyTo(player, flies);
        } else {
            await page.tap('#tour-accept');
            await player.comes(async () => {
                const { x, z } = await placeOf(player);
                return Math.hypot(x - goes[0], z - goes[1]) < 0.5;
            });
        }
        if (number === 1) {
            await page.waitForSelector('#card', { state: 'hidden' });
        }
        if (number === 4) {
            await choose(player, 'overlay_8');
        }
        if (number === 1) {
            // A thumb far from where it began runs. The wall is thinner than the way of a tick.
            await pushTo(player, to, ({ x }) => x > 18, 120);
            await choose(player, 'overlay_5');
            await page.waitForSelector('#card', { state: 'visible' });
        } else if (to) {
            await pushTo(player, to, async () => await done() > number);
        }
        const steps = await player.comes(async () => await done() > number);
        await player.picture(`phone-tour-${number + 1}`);
        test.check(`step ${number + 1} of the tour is done by touch`, steps, (await placeOf(player)).spawn);
        if (number === 1) {
            await scrub(test, player);
            await choose(player, 'other_value');
            await player.frames(5);
            await player.picture('phone-other-value');
            await screens(test, player);
            await page.tap('#card-close');
            await page.waitForSelector('#card', { state: 'hidden' });
            await choose(player, 'pause');
            await page.waitForSelector('#time', { state: 'hidden' });
            test.check('a button closes the view of the contact, and Pause lets time run again', true);
        }
    }
}

// A finger on the time bar, and the buttons of single ticks.
async function scrub(test, player) {
    const { page } = player;
    const thumbs = new Thumbs(player);
    await choose(player, 'pause');
    await page.waitForSelector('#time', { state: 'visible' });
    const bar = await page.locator('#time').boundingBox();
    const middle = bar.y + bar.height / 2;
    // The pause shows the contact. The ticks that the bar shows begin where the step did, perhaps a moment before it.
    await thumbs.drag([bar.x + bar.width / 2, middle], [bar.x + bar.width - 2, middle]);
    await player.frames(3);
    const { tick } = await placeOf(player);
    await thumbs.drag([bar.x + bar.width - 2, middle], [bar.x + bar.width / 2, middle]);
    await player.frames(3);
    const half = await placeOf(player);
    test.check('a finger on the time bar shows an earlier tick', half.tick < tick - 20, `${half.tick} of ${tick}`);
    const cardBox = await page.locator('#card').boundingBox();
    const [left, height] = [cardBox.x + 60, cardBox.y + cardBox.height / 2];
    await thumbs.drag([left, height], [left + 72, height]);
    await player.frames(3);
    const later = await placeOf(player);
    test.check('a finger that is drawn over the contact shows the next ticks', later.tick === half.tick + 5, `${later.tick} after ${half.tick}`);
    await choose(player, 'step_back');
    await player.frames(3);
    await page.tap('#more');
    const before = await placeOf(player);
    test.check('so does a button, a tick at a time', before.tick === later.tick - 1, String(before.tick));
}

// On every screen, what fingers press is large enough, in the safe part, and nothing lies over it.
async function screens(test, player) {
    const { page } = player;
    const session = await page.context().newCDPSession(page);
    for (const [width, height, notch] of [...SCREENS, [844, 390, NOTCH]]) {
        await session.send('Emulation.setSafeAreaInsetsOverride', { insets: notch ?? {} });
        await page.setViewportSize({ width, height });
        await player.frames(5);
        const found = await faults(player, notch);
        await player.picture(`phone-screen-${width}${notch ? '-notch' : ''}`);
        await page.tap('#more');
        await player.frames(2);
        const sheet = await faults(player, notch);
        await page.tap('#more');
        const shown = [...found, ...sheet.map(fault => `sheet: ${fault}`)];
        test.check(`${width}x${height}${notch ? ' with a notch' : ''}: all that fingers press is in its place`, shown.length === 0, shown.join('; '));
    }
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    await page.setViewportSize(SMALL.viewport);
}

// The rest of the first hour: side by side, next controller, body, settings, another level.
async function others(test, player) {
    const { page } = player;
    await page.waitForSelector('#time', { state: 'visible' });
    await player.picture('phone-frozen');
    await choose(player, 'pause');
    await page.waitForSelector('#time', { state: 'hidden' });
    test.check('the last step of the tour freezes the game, and Pause lets it run again', true);
    await choose(player, 'overlay_8');
    await player.picture('phone-panes');
    await choose(player, 'overlay_8');
    for (const name of ['next_controller', 'stature']) {
        const { state } = await placeOf(player);
        await choose(player, name);
        const changed = await player.comes(async () => (await placeOf(player)).state !== state);
        test.check(`the sheet has ${name}`, changed);
    }
    const words = await player.words();
    await choose(player, 'panel');
    await player.word('over panel', words);
    await page.waitForSelector('#done', { state: 'visible' });
    await player.frames(3);
    await player.picture('phone-panel');
    await page.tap('#done');
    await player.word('over nothing', words);
    test.check('the sheet opens the panel with the settings, and Done closes it', true);
    await choose(player, 'levels');
    await player.waitState('ready');
    await page.tap('#levels a[data-path="levels/corners.toml"]');
    await player.waitState('playing');
    await player.word('level levels/corners.toml', words);
    test.check('the card leads to another level', true);
}

// In the lab, one finger above the sticks drags the shape and two turn it; buttons do what keys do.
async function lab(test, context) {
    const { width, height } = context.viewport;
    const player = await begin(test, '?msaa=1&resolution=50&level=levels/contact-lab.toml&exhibit=box-box', context, { draws: true });
    const { page } = player;
    await page.waitForSelector('#lab-next', { state: 'visible' });
    const shape = async () => {
        const from = player.lines.length;
        await page.evaluate(() => window.sidle.host.send('press tell_place'));
        const line = await player.line('lab: ', from);
        const [name, , place] = line.slice('lab: '.length).split(', ');
        return { name, place: place.split(' ').slice(1).map(Number), line };
    };
    const thumbs = new Thumbs(player);
    const [x, y] = [width / 2, height * 0.3];
    // Otherwise it falls while the finger moves it.
    await page.tap('#lab-settle');
    await player.frames(3);
    const start = await shape();
    await thumbs.press(0, x, y);
    await thumbs.move(0, x + 40, y - 30);
    await player.frames(3);
    await thumbs.lift();
    await player.frames(2);
    const dragged = await shape();
    const way = dragged.place.map((number, axis) => number - start.place[axis]);
    test.check(`${width}x${height}: a finger drags the lab's shape to the right and up`, Math.hypot(...way) > 0.03 && way[1] > 0.01, `${start.line}; ${dragged.line}`);
    const before = await player.picture();
    await thumbs.press(0, x - 50, y);
    await thumbs.press(1, x + 50, y);
    await thumbs.move(1, x + 30, y + 60);
    await player.frames(3);
    await thumbs.lift();
    const after = await player.pictureThat(false, before);
    const turned = await shape();
    const rest = turned.place.every((number, axis) => Math.abs(number - dragged.place[axis]) < 1e-3);
    test.check(`${width}x${height}: two fingers turn it in its place`, after !== null && rest, turned.line);
    await page.tap('#lab-next');
    await player.frames(3);
    const next = await shape();
    test.check(`${width}x${height}: a button shows the next pair`, next.name !== turned.name, next.line);
    await player.picture(`phone-lab-${width}`);
    const outside = await page.evaluate(() => [...document.querySelectorAll('#thumbs button')].filter(button => button.offsetParent && !button.closest('#sheet')).map(button => {
        const { left, top, right, bottom, width, height } = button.getBoundingClientRect();
        return { id: button.id, fits: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && Math.min(width, height) >= 44 };
    }).filter(({ fits }) => !fits).map(({ id }) => id));
    test.check(`${width}x${height}: all buttons of the lab are within reach and large enough`, outside.length === 0, outside.join(', '));
    // The sticks keep the lower part.
    await thumbs.press(0, 92, height - 90);
    await thumbs.move(0, 92, height - 140);
    await player.frames(4);
    await thumbs.lift();
    const walked = await shape();
    test.check(`${width}x${height}: a thumb on the stick moves the player, and not the shape`, walked.line.split(', at ')[1] === next.line.split(', at ')[1], walked.line);
}

// A tap on the card of the view from the side makes that large, and another one small again.
async function card(test) {
    const player = await begin(test, '?msaa=1&resolution=50&overlays=moves&spawn=7,0.5,12,-60,0', LANDSCAPE, { draws: true });
    const { page } = player;
    const thumbs = new Thumbs(player);
    await thumbs.press(0, 90, 300);
    await thumbs.move(0, 90, 250);
    await page.waitForSelector('#card', { state: 'visible' });
    await thumbs.lift();
    // The card counts the seconds since the contact, so only the left half of two pictures may be equal.
    const half = { x: 0, y: 0, width: LANDSCAPE.viewport.width / 2, height: LANDSCAPE.viewport.height };
    const small = await player.stillPicture(half);
    await player.picture('phone-side');
    await page.tap('#card');
    const large = await player.pictureThat(false, small, half);
    test.check('a tap on the view from the side makes it large', large !== null);
    await player.picture('phone-side-large');
    await page.tap('#card');
    test.check('another tap makes it small again', await player.pictureThat(true, small, half) !== null);
    const box = await page.locator('#card').boundingBox();
    const middle = box.y + box.height / 2;
    // Without the title, which counts the seconds.
    const below = { ...box, y: middle, height: box.height / 2 };
    const shown = await player.picture(undefined, below);
    await thumbs.drag([box.x + 60, middle], [box.x + 60 + 58, middle]);
    const other = await player.pictureThat(false, shown, below);
    test.check('a finger that is drawn over it shows another tick', other !== null);
}

// While the phone's keyboard covers the lower half, the level's text is above it. No browser without a screen has such a keyboard:
// the test tells the page of one.
async function keyboard(test) {
    for (const [width, height] of [[360, 640], [640, 360]]) {
        const context = { ...PHONE, viewport: { width, height } };
        const player = await begin(test, '?msaa=1&resolution=50', context);
        const { page } = player;
        await choose(player, 'text');
        await page.locator('#drawer-editor .cm-content').waitFor();
        const seen = Math.round(height * 0.55);
        await page.evaluate(seen => {
            Object.defineProperty(visualViewport, 'height', { get: () => seen, configurable: true });
            visualViewport.dispatchEvent(new Event('resize'));
        }, seen);
        await player.frames(3);
        await player.picture(`phone-keyboard-${width}`);
        const editor = await page.locator('#drawer-editor').boundingBox();
        const footer = await page.locator('#drawer footer').boundingBox();
        const fits = editor.height >= 60 && footer.y + footer.height <= seen && await page.isHidden('#more');
        test.check(`${width}x${height}: the text and its buttons are above the keyboard`, fits, `${JSON.stringify(editor)} ${JSON.stringify(footer)}`);
        await page.evaluate(() => {
            delete visualViewport.height;
            visualViewport.dispatchEvent(new Event('resize'));
        });
        await page.waitForSelector('#more', { state: 'visible' });
        await player.close();
    }
}
