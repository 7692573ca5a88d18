// Plays the page by touch: thumbs on the sticks, taps on buttons, and what lies where on the screen.

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

    // Moves one finger from a point to another one, by a point between them.
    async drag([fromX, fromY], [toX, toY]) {
        await this.press(0, fromX, fromY);
        await this.move(0, (fromX + toX) / 2, (fromY + toY) / 2);
        await this.move(0, toX, toY);
        await this.lift();
    }
}

export async function begin(test, query, context, options = {}) {
    const player = await test.browser.open(query, { context, ...options });
    await player.page.tap('#play');
    await player.waitState('playing');
    await player.frames(3);
    return player;
}

// Returns the player's place, the tick, and the line of the state. A phone has no F3 key, so the page asks the game.
export async function placeOf(player) {
    const from = player.lines.length;
    await player.page.evaluate(() => window.sidle.host.send('press tell_place'));
    const spawn = await player.line('spawn=', from);
    const state = player.lines.slice(from).find(line => line.startsWith('tick '));
    const [x, y, z, yaw, pitch] = spawn.split('=').at(-1).split(',').map(Number);
    return { x, y, z, yaw, pitch, spawn, state, tick: Number(state.match(/^tick (\d+)/)[1]) };
}

// Opens the sheet and taps an entry.
export async function choose(player, name) {
    const entry = player.page.locator(`#sheet [data-name=${name}]`);
    // A busy browser may take a tap for a long press, which opens nothing.
    for (let tries = 0; tries < 10 && !await entry.isVisible(); tries += 1) {
        await player.page.tap('#more');
    }
    await entry.tap();
    await player.frames(3);
}

// Pushes the left thumb towards (x, z) of the level, `reach` pixels far, until `holds` returns true of the place. Returns whether
// that happens.
export async function pushTo(player, [x, z], holds, reach = 56) {
    const thumbs = new Thumbs(player);
    const { width, height } = player.page.viewportSize();
    const from = [width * 0.2, height - 110];
    await thumbs.press(0, ...from);
    let found = false;
    for (let tries = 0; tries < 150 && !found; tries += 1) {
        const place = await placeOf(player);
        found = await holds(place);
        const [east, south] = [x - place.x, z - place.z];
        const yaw = place.yaw * Math.PI / 180;
        const ahead = -east * Math.sin(yaw) - south * Math.cos(yaw);
        const right = east * Math.cos(yaw) - south * Math.sin(yaw);
        const far = reach / Math.max(Math.hypot(ahead, right), 1e-6);
        await thumbs.move(0, from[0] + right * far, from[1] - ahead * far);
    }
    await thumbs.lift();
    return found;
}

// Flies to (x, z) of the level, over all that is in the way, and lands there.
export async function flyTo(player, [x, z]) {
    const thumbs = new Thumbs(player);
    await choose(player, 'fly');
    const button = await player.page.locator('#jump').boundingBox();
    await thumbs.press(0, button.x + button.width / 2, button.y + button.height / 2);
    await player.comes(async () => (await placeOf(player)).y > 7, 100);
    await thumbs.lift();
    const near = place => Math.hypot(place.x - x, place.z - z);
    await pushTo(player, [x, z], place => near(place) < 1.5);
    // The last metre, slowly.
    await pushTo(player, [x, z], place => near(place) < 0.3, 24);
    await choose(player, 'fly');
    let before = null;
    await player.comes(async () => {
        const { y } = await placeOf(player);
        const rests = y === before;
        before = y;
        return rests;
    }, 100);
}

// Returns what is wrong with what fingers press now: too small, outside of the screen or of its `safe` part, or over each other.
export async function faults(player, safe = { top: 0, right: 0, bottom: 0, left: 0 }) {
    return player.page.evaluate(safe => {
        const MAIN = ['jump', 'crouch', 'more', 'card', 'card-close', 'time', 'tour-accept', 'tour-back', 'tour-leave', 'done', 'play'];
        const isShown = element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
        const all = [...document.querySelectorAll('button, [role=slider]')].filter(isShown);
        const sheet = document.getElementById('sheet');
        const found = [];
        for (const one of all) {
            const name = one.id || one.dataset.name;
            const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
            if (Math.min(width, height) < (MAIN.includes(one.id) ? 44 : 24) - 0.5) {
                found.push(`${name} is ${width}x${height}`);
            }
            const scrolls = sheet.contains(one);
            const isOut = left < safe.left || right > innerWidth - safe.right
                || !scrolls && (top < safe.top || bottom > innerHeight - safe.bottom);
            if (isOut) {
                found.push(`${name} lies outside: ${left}, ${top}, ${right}, ${bottom}`);
            }
            for (const two of all.slice(all.indexOf(one) + 1)) {
                const other = two.getBoundingClientRect();
                const meets = left < other.right - 0.5 && other.left < right - 0.5 && top < other.bottom - 0.5 && other.top < bottom - 0.5;
                // The cross lies on its card.
                if (meets && !(one.id === 'card' && two.id === 'card-close')) {
                    found.push(`${name} meets ${two.id || two.dataset.name}`);
                }
            }
        }
        // What the game draws for fingers ends above the sticks.
        const strip = document.getElementById('glcanvas').getBoundingClientRect().bottom - 160;
        for (const id of ['card', 'time', 'tour-accept', 'tour-back', 'tour-leave']) {
            const area = document.getElementById(id);
            if (isShown(area) && area.getBoundingClientRect().bottom > strip + 1) {
                found.push(`${id} lies under the sticks`);
            }
        }
        return found;
    }, safe);
}
