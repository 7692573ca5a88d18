// Someone who plays the page: sends keys and clicks, and looks at what comes of them.
//
// Drawn by the processor the game makes a few frames a second, and fewer where tests share the machine: so nothing
// here waits for a time, but for frames of the game or for what is to happen.

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// Longer than anything takes, milliseconds.
const LIMIT = 120_000;

// How many pixels of a picture that is the same again may differ: each new letter moves the others in the font's
// texture, and their edges are then rounded otherwise. What is switched on and off has hundreds.
const FEW_PIXELS = 40;

// Runs in the page before its own scripts.
//
// What the page keeps from an earlier visit is put there, once: a reload finds what the game has written since. And
// the game's imports are wrapped, to see each word that it tells the page, and to let its clock go wrong.
function prepare(settings) {
    if (!sessionStorage.getItem('prepared')) {
        sessionStorage.setItem('prepared', 'yes');
        localStorage.setItem('sidle/kept/settings.toml', settings);
    }
    window.test = { words: [], drawn: null, clock: null };
    let sidle;
    Object.defineProperty(window, 'sidle', {
        get: () => sidle,
        set: value => {
            sidle = value;
            const { imports } = sidle.host;
            const { sidle_send_text: say, sidle_now: now } = imports;
            imports.sidle_send_text = (kind, at, length) => {
                if (kind === 3) {
                    const bytes = new Uint8Array(window.wasm_memory.buffer, at, length);
                    const word = new TextDecoder().decode(bytes);
                    window.test.words.push(word);
                    window.test.drawn ??= word === 'drawn' ? performance.now() : null;
                }
                say(kind, at, length);
            };
            imports.sidle_now = () => window.test.clock?.() ?? now();
        },
    });
}

export class Player {
    constructor(test, page, known) {
        this.test = test;
        this.page = page;
        this.noise = [];
        // What the game printed.
        this.lines = [];
        page.setDefaultTimeout(LIMIT);
        const complain = text => known.some(expected => expected.test(text)) || this.noise.push(text);
        page.on('console', message => {
            if (['error', 'warning'].includes(message.type())) {
                complain(`${message.type()}: ${message.text()}`);
            }
            this.lines.push(...message.text().split('\n'));
        });
        page.on('pageerror', error => complain(`thrown: ${error.stack}`));
        page.on('requestfailed', request => complain(`failed: ${request.url()} ${request.failure().errorText}`));
        page.on('dialog', dialog => dialog.accept());
    }

    async begin({ settings, before }) {
        await this.page.addInitScript(prepare, settings);
        if (before) {
            await this.page.addInitScript(before);
        }
    }

    async go(query, until) {
        await this.page.goto(this.test.address + query);
        await this.waitState(until);
    }

    // --- waiting ---

    async state() {
        return this.page.evaluate(() => window.sidle?.state ?? 'none');
    }

    async waitState(...states) {
        try {
            await this.page.waitForFunction(wanted => wanted.includes(window.sidle?.state), states);
        } catch {
            const problem = await this.page.innerText('#problem');
            const told = [...this.lines.slice(-5), problem].join('\n');
            throw new Error(`not ${states.join(' or ')} but ${await this.state()}:\n${told}`);
        }
    }

    // Waits until the game has drawn so many frames.
    async frames(count) {
        await this.page.evaluate(left => new Promise(done => {
            const frame = () => (left-- > 0 ? requestAnimationFrame(frame) : done());
            requestAnimationFrame(frame);
        }), count);
    }

    // Asks again and again until it holds; tells whether it ever did.
    async comes(holds, tries = 40) {
        for (let left = tries; left > 0; left -= 1) {
            if (await holds()) {
                return true;
            }
            await this.frames(2);
        }
        return false;
    }

    // The next line that the game prints with `sought` in it, from line number `from` on.
    async line(sought, from = this.lines.length) {
        const end = performance.now() + LIMIT;
        for (;;) {
            const found = this.lines.slice(from).find(line => line.includes(sought));
            if (found !== undefined) {
                return found;
            }
            if (performance.now() > end) {
                throw new Error(`the page never said "${sought}"; its last lines:\n${this.lines.slice(-10).join('\n')}`);
            }
            await this.page.waitForTimeout(50);
        }
    }

    // Waits for a word that the game tells the page, such as 'over panel', since word number `from`.
    async word(sought, from = 0) {
        await this.page.waitForFunction(
            ([word, from]) => window.test.words.slice(from).includes(word),
            [sought, from],
        );
    }

    async words() {
        return this.page.evaluate(() => window.test.words.length);
    }

    // --- hands ---

    // Clicks to play, and has the mouse taken.
    async play() {
        await this.page.click('#play');
        await this.page.waitForFunction(() => document.pointerLockElement !== null);
        await this.waitState('playing');
        await this.frames(2);
    }

    async press(key) {
        await this.page.keyboard.press(key);
        await this.frames(3);
    }

    // Holds keys for so many frames.
    async hold(keys, frames) {
        for (const key of [keys].flat()) {
            await this.page.keyboard.down(key);
        }
        await this.frames(frames);
        for (const key of [keys].flat().reverse()) {
            await this.page.keyboard.up(key);
        }
        await this.frames(2);
    }

    // --- what the game tells ---

    // Asks the game where the player is, and at which tick.
    async place() {
        const from = this.lines.length;
        await this.page.keyboard.press('F3');
        const spawn = await this.line('--spawn ', from);
        const tick = this.lines.slice(from).find(line => line.startsWith('tick '));
        const [x, y, z, yaw, pitch] = spawn.split(' ').at(-1).split(',').map(Number);
        return { x, y, z, yaw, pitch, tick: Number(tick.match(/^tick (\d+)/)[1]), state: tick, spawn };
    }

    // Waits until the player moves no more, later than the tick `after`, and tells where that is.
    async restingPlace(after = 0) {
        let before = await this.place();
        for (;;) {
            await this.frames(6);
            const now = await this.place();
            if (now.spawn === before.spawn && now.tick > before.tick && now.tick > after) {
                return now;
            }
            before = now;
        }
    }

    // --- pictures ---

    // The page as it looks now; kept in target/page-test/pictures, if `name` is given.
    async picture(name) {
        const path = name ? join(this.test.pictures, `${name}.png`) : join(this.test.work, `${picture += 1}.png`);
        await this.page.screenshot({ path });
        return path;
    }

    // Takes pictures until one differs from `before`, or, with `same`, no longer does: messages go by and by. Returns it, or null.
    async pictureThat(same, before) {
        let found = null;
        await this.comes(async () => {
            const now = await this.picture();
            found = (different(before, now) < FEW_PIXELS) === same ? now : null;
            return found !== null;
        }, 25);
        return found;
    }

    // The picture once nothing in it changes any more.
    async stillPicture() {
        let before = await this.picture();
        for (;;) {
            await this.frames(5);
            const now = await this.picture();
            if (different(before, now) < FEW_PIXELS) {
                return now;
            }
            before = now;
        }
    }

    // What a press of a button or key downloads: its name and its bytes.
    async downloaded(act) {
        const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
        const path = join(this.test.work, `${this.test.downloads += 1}-${download.suggestedFilename()}`);
        await download.saveAs(path);
        return { name: download.suggestedFilename(), path, bytes: await readFile(path) };
    }
}

let picture = 0;

// In how many pixels two pictures differ.
export function different(one, other) {
    const { stderr } = spawnSync('compare', ['-fuzz', '2%', '-metric', 'AE', one, other, 'null:'], { encoding: 'utf8' });
    const count = Number(stderr.trim().split(' ')[0]);
    if (Number.isNaN(count)) {
        throw new Error(`compare ${one} ${other}: ${stderr}`);
    }
    return count;
}

// Width and height as the PNG file says.
export function pictureSize(bytes) {
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
