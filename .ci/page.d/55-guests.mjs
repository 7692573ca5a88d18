// Hostile guests: links, addresses, stored settings and files that try to change what the browser keeps, to reach other
// servers, or to run as code.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Host } from '../../web/host.js';
import { Program } from '../../web/program.js';
import { sidle } from './native.mjs';

const FAST = 'msaa=1&resolution=50';
const SETTINGS = 'hints_seen = true\nsensitivity = 0.2\n';

// A link whose level has the path kept/settings.toml and a text that is valid as settings, too.
const STORING = '#moment=ATN_scpJKDu1oES_OLWkJDMvHXR9aW6OAXgtXjxkJ4OtglJGSUmBlb6-IehePD0DPUMrC3NjI_3UsswcsHIlrk7wXgdeLkaGSSwMYMBqoGeoZ8AJT9J8iPUWIC271AyltBgOx1YwCEDUP7CH0H_s08DgF5Qv4gChFaA0A5T2g9IaUNoESks5zJoJAjvtYTRE3NMBYu41qPhJe5i9TAwoAOYQA7CBB8VyGBnf8MxnZ69nYLjeuu0ga9PtB2KHtjCdmbn5GcehHsZZm5-dYTy0h_H6udXzmJhWX111lYmJgYmJiZGJAQwxWYNbbui6HML6eufTQSamVb9O7oOIE0uSpnr4mjtEXM215cf2ycycp_4wrQJlOUaGHRV7rgnfjf_Azdt6ikVQmR0Az';

export default [storing, poisoned, replaced, addresses, redirected, parameters, markup, inline];

// What the browser has stored, apart from the page's own files: those of its catalog, and what index.html names.
async function stored(player) {
    return player.page.evaluate(async () => {
        const kept = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
        const isOwn = ({ url }) => url === new URL('./', location).href || /-[0-9a-f]{10}\.\w+$/.test(url);
        return {
            local: { ...localStorage },
            databases: (await indexedDB.databases()).map(({ name }) => name),
            caches: kept.flat().filter(request => !isOwn(request)).map(({ url }) => url),
        };
    });
}

// Opens a page that must not send any request to another server. Returns the player and the foreign requests.
async function open(test, query, options = {}) {
    const foreign = [];
    const player = await test.browser.open(query, {
        ...options,
        watch: page => page.on('request', request => {
            if (/^(https?|wss?|data):/.test(request.url()) && !request.url().startsWith(test.address)) {
                foreign.push(request.url());
            }
        }),
    });
    return { player, foreign };
}

async function storing(test) {
    const { player, foreign } = await open(test, STORING, { settings: SETTINGS, until: 'failed', expects: [/the link is not opened/] });
    const report = await player.page.innerText('#problem');
    const kept = await stored(player);
    test.check('a link with a path in kept/ is refused with a message', report.includes('the link is not opened'), report.split('\n').at(-1));
    test.check('a refused link leaves the settings as they are', kept.local['sidle/kept/settings.toml'] === SETTINGS
        && Object.keys(kept.local).length === 1, JSON.stringify(kept.local));
    await player.page.click('#problem-home');
    await player.waitState('ready');
    await player.word('level levels/courtyard.toml');
    test.check('the next visit plays the courtyard, and no other server is asked', foreign.length === 0, foreign.join(' '));
}

async function poisoned(test) {
    const message = /removed \d+ stored files/;
    for (const level of ['http://127.0.0.1:9/a.toml', '//127.0.0.1:9/a.toml', 'kept/settings.toml']) {
        const { player, foreign } = await open(test, `?${FAST}`, {
            settings: `hints_seen = true\nstart_level = "${level}"\nsensitivity = 0.2\n`,
            before: () => localStorage.setItem('sidle/kept/filled.txt', 'x'.repeat(900_000)),
            expects: [/removed from the settings/, message],
        });
        await player.word('level levels/courtyard.toml');
        // Settings are saved while time passes: behind the card, it stands still.
        await player.page.evaluate(() => window.sidle.host.send('time run'));
        const repaired = await player.comes(async () => !(await stored(player)).local['sidle/kept/settings.toml'].includes('start_level'), 200);
        const { local } = await stored(player);
        test.check(`a stored start level ${level} is removed with a message`, repaired && local['sidle/kept/settings.toml'].includes('sensitivity = 0.2')
            && player.lines.some(line => line.includes('removed from the settings')), local['sidle/kept/settings.toml']);
        test.check('other stored files are removed, and no other server is asked', !('sidle/kept/filled.txt' in local) && foreign.length === 0
            && player.lines.some(line => message.test(line)), foreign.join(' '));
        await player.close();
    }
}

// A link's level is a copy in a folder of its own: the level from which it was made stays as it is.
async function replaced(test) {
    // The native program, which makes the link, needs the mesh, too.
    for (const folder of ['levels', 'assets']) {
        mkdirSync(join(test.work, folder), { recursive: true });
    }
    for (const file of ['assets/courtyard.obj', 'assets/courtyard.mtl']) {
        copyFileSync(join(test.root, file), join(test.work, file));
    }
    const [level, recording] = [join(test.work, 'levels/speed.toml'), join(test.work, 'guest.sidle')];
    writeFileSync(level, 'format = 1\nname = "Guest"\nspawn.position = [0, 0.5, 0]\n[[mesh]]\nfile = "../assets/courtyard.obj"\n');
    sidle(test, 'simulate', level, '--record', recording);
    const link = sidle(test, 'link', recording, '--level', level).trim();
    const { player } = await open(test, `?${FAST}${link}`, { settings: SETTINGS });
    await player.word('level linked/levels/speed.toml');
    const before = await stored(player);
    await player.play();
    await player.press('`');
    await player.page.waitForSelector('#drawer', { state: 'visible' });
    const name = await player.page.innerText('#drawer-name');
    test.check('the text of a link\'s level names the level as the link does', name === 'levels/speed.toml, as it came with the link', name);
    await player.page.click('#drawer-close');
    await player.press('F4');
    await player.press('Escape');
    const words = await player.words();
    await player.page.evaluate(() => window.sidle.host.send('open levels/speed.toml'));
    await player.word('level levels/speed.toml', words);
    const text = await player.page.evaluate(() => new TextDecoder().decode(window.sidle.host.files.get('levels/speed.toml')));
    test.check('a level that came with a link replaces no level of the page', !text.includes('"Guest"') && text.includes('name = '));
    test.check('a level that came with a link is not stored', JSON.stringify(before) === JSON.stringify(await stored(player)));
}

const ONE_OF_EACH_KIND = ['http://127.0.0.1:9/a.toml', 'data:text/plain,format', 'levels/../../a.toml', 'kept/settings.toml'];

// Every way to name a file outside of the page's folder. The program runs in node, with the page's own files, which takes
// a moment for each.
async function addresses(test) {
    const away = [
        'http://127.0.0.1:9/a.toml', '//127.0.0.1:9/a.toml', '\\\\127.0.0.1:9\\a.toml', '/\\127.0.0.1:9/a.toml', 'data:text/plain,format',
        'blob:null/1', 'javascript:alert(1)', '../a.toml', 'levels/../../a.toml', '%2e%2e/a.toml', 'levels%2f..%2f..%2fa.toml',
        'levels\\..\\..\\a.toml', 'kept/settings.toml', 'file:///etc/passwd', '/a.toml', ' //127.0.0.1/a.toml',
    ];
    const program = await Program.of(test.catalog, path => readFile(join(test.web, path)));
    for (const path of away) {
        // All three go through the same check: a recording and a script need only one path of each kind.
        for (const name of ONE_OF_EACH_KIND.includes(path) ? ['level', 'replay', 'script'] : ['level']) {
            const [asked, messages] = [[], []];
            const note = text => messages.push(text);
            const host = new Host({
                base: 'https://example.org/sidle/',
                parameters: [[name, path], ['simulate', '1']],
                load: async url => {
                    asked.push(url);
                    return url.startsWith('https://example.org/sidle/') ? readFile(join(test.web, url.slice(26))) : null;
                },
                kept: { getItem: () => SETTINGS, 'sidle/kept/settings.toml': SETTINGS },
                on: { message: note, panic: note },
            });
            const exports = await program.instantiate({ ...program.stubs(), ...host.imports });
            const code = await host.start(exports);
            const away = asked.filter(url => !/^https:\/\/example\.org\/sidle\/(levels|assets)\/\w+\.\w+$/.test(url));
            const refused = messages.some(text => /not allowed|outside|belongs to|on every system/.test(text));
            test.check(`?${name}=${path} is refused with a message and without a request`, code !== 0 && refused && away.length === 0,
                [...away, ...messages].join(' '));
        }
    }
    const { player, foreign } = await open(test, `?${FAST}&level=//127.0.0.1:9/a.toml`, { until: 'failed', expects: [/not allowed/] });
    const report = await player.page.innerText('#problem');
    test.check('the page shows why it refuses an address, and asks no other server', report.includes('127.0.0.1') && foreign.length === 0, report);
}

// A redirection may lead anywhere, so none is followed.
async function redirected(test) {
    let asked = 0;
    const elsewhere = createServer((request, response) => {
        asked += 1;
        response.writeHead(200, { 'access-control-allow-origin': '*' }).end('format = 1\nname = "Elsewhere"\nspawn.position = [0, 1, 0]\n');
    });
    await new Promise(listening => elsewhere.listen(0, '127.0.0.1', listening));
    test.redirect('moved.toml', `http://127.0.0.1:${elsewhere.address().port}/a.toml`);
    const player = await test.browser.open('?level=moved.toml', { expects: [/./] });
    const report = await player.page.innerText('#missing');
    test.check('a redirection to another server is not followed', asked === 0 && report.includes('moved.toml'), report);
    elsewhere.close();
}

async function parameters(test) {
    const { player } = await open(test, `?${FAST}&controller=none&hz=0&level=levels/speed.toml&panel=<b>x</b>&fov=<img src=x>`, {
        expects: [/is ignored/],
    });
    await player.word('level levels/speed.toml');
    const notes = await player.page.innerText('#notes');
    const named = ['?controller= is ignored', '?hz= is ignored', '?fov= is ignored'].every(words => notes.includes(words));
    test.check('bad parameters are named on the card, and the rest of the address counts', named && !notes.includes('--'), notes);
    test.check('a parameter is not interpreted as HTML', await player.page.locator('#notes b, #notes img').count() === 0);
    await player.picture('ignored-parameters');
}

const EVIL = '<img src=x onerror="window.evil = 1"><script>window.evil = 2</script>';

async function markup(test) {
    test.put('evil.toml', `format = 1\nname = ${JSON.stringify(EVIL)}\nabout = ${JSON.stringify(EVIL)}\nspawn.position = [0, 1, 0]\n`);
    const level = await test.browser.open(`?${FAST}&level=evil.toml`, { expects: [/nothing to collide/] });
    await level.word('level evil.toml');
    const broken = await test.browser.open(`?${FAST}`, { expects: [/./] });
    await broken.page.setInputFiles('#pick-files', [{ name: 'a.toml', mimeType: 'text/plain', buffer: Buffer.from(`${EVIL}\n`) }]);
    await broken.line('error', 0);
    const missing = await test.browser.open(`?${FAST}&level=${encodeURIComponent(EVIL)}`, { expects: [/./] });
    const words = await missing.page.innerText('#missing');
    test.check('a missing level is named as text', words.includes(EVIL), words);
    const failed = await test.browser.open(`?${FAST}&level=//${encodeURIComponent(EVIL)}`, { until: 'failed', expects: [/./] });
    for (const player of [level, broken, missing, failed]) {
        const found = await player.page.evaluate(() => ({
            evil: window.evil,
            images: [...document.querySelectorAll('img')].filter(image => image.getAttribute('src') === 'x').length,
        }));
        test.check('the text of a file or an address is not interpreted as HTML', found.evil === undefined && found.images === 0, JSON.stringify(found));
    }
    test.missing.splice(0);
}

// Code that somehow gets into the page does not run, and nothing leaves the page.
async function inline(test) {
    const player = await test.browser.open(`?${FAST}`, { expects: [/Content Security Policy/, /violates the document's/, /failed: http:\/\/127\.0\.0\.1:9/] });
    const found = await player.page.evaluate(async () => {
        const script = document.createElement('script');
        script.textContent = 'window.evil = 1';
        document.body.append(script);
        const image = document.createElement('div');
        image.innerHTML = '<img src="data:," onerror="window.evil = 2">';
        document.body.append(image);
        await new Promise(later => setTimeout(later, 200));
        const sent = await fetch('http://127.0.0.1:9/').then(() => 'sent', error => error.name);
        let evaluated = 'refused';
        try {
            evaluated = new Function('return "ran"')();
        } catch {
            // The policy forbids it.
        }
        return { evil: window.evil, sent, evaluated };
    });
    test.check('the policy of the page forbids inline code, eval, and other servers', found.evil === undefined && found.sent === 'TypeError'
        && found.evaluated === 'refused', JSON.stringify(found));
}
