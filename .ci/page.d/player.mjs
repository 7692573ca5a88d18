// Plays the page: sends keys and clicks, and reads the results.
//
// With software rendering the game draws only a few frames a second, and fewer while other tests run. So nothing here
// waits for a fixed time: it waits for frames of the game, or for the expected result.

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

// The time limit of every wait, milliseconds.
const LIMIT = 120_000;

// Two pictures with fewer different pixels count as equal. Each new letter moves the others in the font's texture, and
// so changes the rounding of their edges. An overlay changes hundreds of pixels.
const FEW_PIXELS = 40;

// Runs in the page before its own scripts.
//
// Stores settings as if from an earlier visit, but only once: after a reload, the page finds what the game has written. Without
// `settings`, it finds what other tabs have written.
// Also wraps the game's imports, to log its notifications and to let a test replace its clock.
function prepare(settings) {
    if (settings !== null && !sessionStorage.getItem('prepared')) {
        sessionStorage.setItem('prepared', 'yes');
        localStorage.setItem('sidle/kept/settings.toml', settings);
    }
    window.test = { words: [], drawn: null, clock: null, frames: 0 };
    let sidle;
    Object.defineProperty(window, 'sidle', {
        get: () => sidle,
        set: value => {
            sidle = value;
            const { imports } = sidle.host;
            const { sidle_send_text: sendText, sidle_next_event: nextEvent, sidle_now: now } = imports;
            imports.sidle_next_event = () => {
                const length = nextEvent();
                // Every frame takes all events.
                window.test.frames += length < 0 ? 1 : 0;
                return length;
            };
            imports.sidle_send_text = (kind, at, length) => {
                if (kind === 3) {
                    const bytes = new Uint8Array(window.wasm_memory.buffer, at, length);
                    const word = new TextDecoder().decode(bytes);
                    window.test.words.push(word);
                    window.test.drawn ??= word === 'drawn' ? performance.now() : null;
                }
                sendText(kind, at, length);
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
        // The lines that the game has printed.
        this.lines = [];
        page.setDefaultTimeout(LIMIT);
        // A violation of the page's policy is never expected in passing: a test must name it.
        const violates = text => /Content Security Policy/.test(text);
        const isKnown = text => known.some(expected => expected.test(text) && (!violates(text) || violates(expected.source)));
        const note = text => isKnown(text) || this.noise.push(text);
        // Chromium gives a page a few seconds to use what it has preloaded, and a busy machine takes longer. Whether anything is requested
        // twice is tested by itself.
        const isLate = text => /was preloaded using link preload but not used within a few seconds/.test(text);
        page.on('console', message => {
            if (['error', 'warning'].includes(message.type()) && !isLate(message.text())) {
                note(`${message.type()}: ${message.text()}`);
            }
            this.lines.push(...message.text().split('\n'));
        });
        page.on('pageerror', error => note(`thrown: ${error.stack}`));
        page.on('requestfailed', request => {
            const [url, { errorText }] = [request.url(), request.failure()];
            // Who leaves a page before the second part of its program has arrived gives that up.
            if (!(errorText === 'net::ERR_ABORTED' && /\/later-\w+\.wasm$/.test(url))) {
                note(`failed: ${url} ${errorText}`);
            }
        });
        page.on('dialog', dialog => dialog.accept());
    }

    async begin({ settings, before }) {
        await this.page.addInitScript(prepare, settings);
        if (before) {
            await this.page.addInitScript(...[before].flat());
        }
    }

    async go(query, until, address = this.test.address) {
        await this.page.goto(address + query);
        if (until) {
            await this.waitState(until);
        }
    }

    // Closes the page. A page that stays open goes on drawing, and slows down the others.
    async close() {
        await this.page.context().close().catch(error => this.noise.push(error.message.split('\n')[0]));
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
            const report = [...this.lines.slice(-5), problem].join('\n');
            throw new Error(`the page is ${await this.state()}, not ${states.join(' or ')}:\n${report}`);
        }
    }

    // Waits until the game has drawn `count` more frames. A game that draws none, such as one that has failed, is waited for as
    // long as one in an idle pause may need.
    async frames(count) {
        await this.page.evaluate(left => new Promise(done => {
            const longest = 250;
            let seen = window.test.frames;
            let since = performance.now();
            const frame = now => {
                if (window.test.frames !== seen || now - since > longest) {
                    seen = window.test.frames;
                    since = now;
                    left -= 1;
                }
                return left > 0 ? requestAnimationFrame(frame) : done();
            };
            requestAnimationFrame(frame);
        }), count);
    }

    // Repeats `holds` until it returns true. Returns whether it ever did.
    async comes(holds, tries = 40) {
        for (let left = tries; left > 0; left -= 1) {
            if (await holds()) {
                return true;
            }
            await this.frames(2);
        }
        return false;
    }

    // Waits for a printed line that contains `sought`, from line number `from` on, and returns the line.
    async line(sought, from = this.lines.length) {
        const end = performance.now() + LIMIT;
        for (;;) {
            const found = this.lines.slice(from).find(line => line.includes(sought));
            if (found !== undefined) {
                return found;
            }
            if (performance.now() > end) {
                throw new Error(`the page did not print "${sought}"; its last lines:\n${this.lines.slice(-10).join('\n')}`);
            }
            await this.page.waitForTimeout(50);
        }
    }

    // Waits for a notification of the game, such as 'over panel', from number `from` on.
    async word(sought, from = 0) {
        await this.page.waitForFunction(
            ([word, from]) => window.test.words.slice(from).includes(word),
            [sought, from],
        );
    }

    async words() {
        return this.page.evaluate(() => window.test.words.length);
    }

    // --- input ---

    // Clicks the play button, and waits until the game has captured the mouse.
    async play() {
        await this.page.click('#play');
        await this.captured();
        await this.frames(2);
    }

    // Waits until the game has captured the mouse. It plays a moment before, and only a mouse that is captured can be released.
    async captured() {
        await this.page.waitForFunction(() => document.pointerLockElement !== null);
        await this.waitState('playing');
    }

    async press(key) {
        await this.page.keyboard.press(key);
        await this.frames(3);
    }

    // Holds keys for a number of frames, but for at least as long as they take at 20 frames per second: on a machine that draws
    // quickly, a few frames are too short for a player to stop and turn back.
    async hold(keys, frames) {
        const least = this.page.waitForTimeout(frames * 50);
        for (const key of [keys].flat()) {
            await this.page.keyboard.down(key);
        }
        await Promise.all([this.frames(frames), least]);
        for (const key of [keys].flat().reverse()) {
            await this.page.keyboard.up(key);
        }
        await this.frames(2);
    }

    // --- the player's place ---

    // Makes the game print the player's place and the tick, and returns them.
    async place() {
        const from = this.lines.length;
        await this.page.keyboard.press('F3');
        const spawn = await this.line('spawn=', from);
        const tick = this.lines.slice(from).find(line => line.startsWith('tick '));
        const [x, y, z, yaw, pitch] = spawn.split('=').at(-1).split(',').map(Number);
        return { x, y, z, yaw, pitch, tick: Number(tick.match(/^tick (\d+)/)[1]), state: tick, spawn };
    }

    // Waits until the player rests, at a tick later than `after`, and returns the place.
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

    // Takes a screenshot, or one of the part `clip`, and returns its path. With a `name`, it stays in
    // target/page-test/pictures.
    async picture(name, clip) {
        const path = name ? join(this.test.pictures, `${name}.png`) : join(this.test.work, `${picture += 1}.png`);
        await this.page.screenshot({ path, clip });
        return path;
    }

    // Takes pictures until one differs from `before`, or equals it if `same` is true: messages take a while to fade.
    // Returns that picture, or null.
    async pictureThat(same, before, clip) {
        let found = null;
        await this.comes(async () => {
            const now = await this.picture(undefined, clip);
            found = (different(before, now) < FEW_PIXELS) === same ? now : null;
            return found !== null;
        }, 25);
        return found;
    }

    // Waits until the picture no longer changes, and returns it.
    async stillPicture(clip) {
        let before = await this.picture(undefined, clip);
        for (;;) {
            await this.frames(5);
            const now = await this.picture(undefined, clip);
            if (different(before, now) < FEW_PIXELS) {
                return now;
            }
            before = now;
        }
    }

    // Runs `act`, which starts a download. Returns the file's name, path and bytes.
    async downloaded(act) {
        const [download] = await Promise.all([this.page.waitForEvent('download'), act()]);
        const path = join(this.test.work, `${this.test.downloads += 1}-${download.suggestedFilename()}`);
        await download.saveAs(path);
        return { name: download.suggestedFilename(), path, bytes: await readFile(path) };
    }
}

let picture = 0;

// Returns the number of pixels in which two pictures differ.
export function different(one, other) {
    const { stderr } = spawnSync('compare', ['-fuzz', '2%', '-metric', 'AE', one, other, 'null:'], { encoding: 'utf8' });
    const count = Number(stderr.trim().split(' ')[0]);
    if (Number.isNaN(count)) {
        throw new Error(`compare ${one} ${other}: ${stderr}`);
    }
    return count;
}

// Reads the width and height from the header of a PNG file.
export function pictureSize(bytes) {
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
