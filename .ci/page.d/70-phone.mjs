// A phone: two touch sticks, buttons to jump and to crouch, and a sheet with the other buttons; in portrait and in landscape.

const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const PORTRAIT = { ...PHONE, viewport: { width: 390, height: 844 } };
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

export default async function phone(test) {
    await thumbs(test);
    await sheet(test);
    await orientations(test);
}

// Touches on the screen. Each has an id and lasts between calls. Every event lists all current touches.
class Thumbs {
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

async function begin(test, query, context) {
    const player = await test.browser.open(query, { context });
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
    const upright = await test.browser.open('', { context: PORTRAIT });
    await upright.picture('phone-card');
    const wide = await upright.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    test.check('nothing on the card is wider than a phone', !wide);
}
