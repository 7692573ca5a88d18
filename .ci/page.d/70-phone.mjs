// A phone: two touch sticks, buttons to jump and to crouch, and a sheet with the other buttons; in portrait and in landscape.

const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const PORTRAIT = { ...PHONE, viewport: { width: 390, height: 844 } };
export const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

export default [thumbs, sheet, orientations, test => lab(test, PORTRAIT), test => lab(test, LANDSCAPE), card, targets];

// Touches on the screen. Each has an id and lasts between calls. Every event lists all current touches.
export class Thumbs {
    constructor(player) {
        this.player = player;
        this.down = new Map();
    }

    async dispatch(type) {
        this.session ??= await this.player.page.context().newCDPSession(this.player.page);
        const touchPoints = [...this.down].map(([id, [x, y]]) => ({ id, x, y }));
        await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
    }

    async press(id, x, y) {
        this.down.set(id, [x, y]);
        await this.dispatch('touchStart');
    }

    async move(id, x, y) {
        this.down.set(id, [x, y]);
        await this.dispatch('touchMove');
    }

    async lift() {
        this.down.clear();
        await this.dispatch('touchEnd');
    }
}

async function begin(test, query, context, draws) {
    const player = await test.browser.open(query, { context, draws });
    await player.page.tap('#play');
    await player.waitState('playing');
    await player.frames(3);
    return player;
}

// Returns the player's place. A phone has no F3 key, so the page asks the game.
async function placeOf(player) {
    const from = player.lines.length;
    await player.page.evaluate(() => window.sidle.host.send('press tell_place'));
    const spawn = await player.line('--spawn ', from);
    const [x, y, z, yaw, pitch] = spawn.split(' ').at(-1).split(',').map(Number);
    return { x, y, z, yaw, pitch, spawn };
}

async function thumbs(test) {
    const player = await begin(test, '?msaa=1&resolution=50', PORTRAIT);
    const start = await placeOf(player);
    const thumbs = new Thumbs(player);
    await thumbs.press(0, 90, 640);
    await thumbs.move(0, 90, 580);
    await player.frames(6);
    const walked = await placeOf(player);
    test.check('the left thumb walks', walked.z < start.z - 0.1 && walked.yaw === start.yaw, walked.spawn);
    await thumbs.press(1, 300, 500);
    await thumbs.move(1, 350, 500);
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
}

async function sheet(test) {
    const player = await begin(test, '', PORTRAIT);
    await player.picture('phone-play');
    await player.page.tap('#more');
    await player.page.waitForSelector('#sheet button', { state: 'visible' });
    await player.frames(3);
    await player.picture('phone-sheet');
    const words = await player.words();
    await player.page.tap('#sheet [data-name=panel]');
    await player.word('over panel', words);
    await player.page.waitForSelector('#done', { state: 'visible' });
    await player.frames(3);
    await player.picture('phone-panel');
    await player.page.tap('#done');
    await player.word('over nothing', words);
    test.check('the sheet opens the panel, and Done closes the panel', true);
}

async function orientations(test) {
    const card = await test.browser.open('', { context: LANDSCAPE });
    await card.picture('phone-card-across');
    await card.page.tap('#play');
    await card.waitState('playing');
    await card.frames(5);
    await card.picture('phone-play-across');
    await card.close();
    const upright = await test.browser.open('', { context: PORTRAIT });
    await upright.picture('phone-card');
    const wide = await upright.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    test.check('nothing on the card is wider than a phone', !wide);
}

// In the lab, one finger above the sticks drags the shape and two turn it; buttons do what keys do.
async function lab(test, context) {
    const { width, height } = context.viewport;
    const player = await begin(test, '?msaa=1&resolution=50&level=levels/contact-lab.toml&exhibit=box-box', context, true);
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
    const player = await begin(test, '?msaa=1&resolution=50&overlays=moves&spawn=7,0.5,12,-60,0', LANDSCAPE, true);
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
}

// The menu button lies where the game shows no text, also when paused.
async function targets(test) {
    for (const context of [PORTRAIT, LANDSCAPE]) {
        const { width, height } = context.viewport;
        const player = await begin(test, '?msaa=1&resolution=50&map=inset&overlays=moves', context);
        await player.page.evaluate(() => window.sidle.host.send('press pause'));
        await player.frames(6);
        await player.picture(`phone-paused-${width}`);
        const { y } = await player.page.locator('#more').boundingBox();
        test.check(`${width}x${height}: the menu button lies in the strip of the sticks, below all text`, y >= height - 160, String(y));
        await player.close();
    }
}
