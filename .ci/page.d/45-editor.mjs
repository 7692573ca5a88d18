// The text editor beside the game: how it is loaded, the structure of the text, colours, keys, and completion.

import { contextAt, entryAt, numberAt, placeOfEntry, read } from '../../web/editor/toml.js';
import { FAST, LARGE, PROBLEMS, Text, begin } from './text.mjs';

export default [structure, opens, policy, completes, looks];

// The reader of the text's structure, without a browser.
function structure(test) {
    const text = `format = 1
spawn = { position = [0, 1.5, 0], yaw_deg = 1e3 } # 7
[[prop]]
kind = "crate # 5"
position = [
  1, # one
  -2.5,
]
[[prop]]   # the second
kind = '''a
[[prop]]
'''
[kinds.box]
mesh = "box.obj"
[[prop]]
`;
    const found = read(text);
    const shown = found.numbers.map(({ from, to }) => text.slice(from, to)).join(' ');
    test.check('numbers are those of values, not of strings and comments', shown === '1 0 1.5 0 1e3 1 -2.5', shown);
    const entries = ['"crate', '-2.5', 'second', 'a\n[[prop', 'box.obj'].map(sought => entryAt(found, text.indexOf(sought)));
    test.check('a place belongs to its entry', entries.join() === 'prop 0,prop 0,prop 1,prop 1,', entries.join());
    test.check('the last entry has a place, and none follows', placeOfEntry(found, 'prop 2') !== null && placeOfEntry(found, 'prop 3') === null);
    test.check('beside a number is the number, and one further is none', numberAt(found, text.indexOf('1.5') + 3) !== null
        && numberAt(found, text.indexOf('spawn')) === null);
    const inline = 'prop = [{ kind = "a", position = [1, 2, 3] }, { kind = "b" }]\nname = "x"\n';
    const second = entryAt(read(inline), inline.indexOf('"b"'));
    test.check('entries in one list are counted, too', second === 'prop 1', second);
    // Half-typed texts: what follows is still found.
    for (const start of ['position = [1, 2', 'position = [[1,', 'kind = "cra', 'spawn = { position = [1', 'x = ', '= 3', '[spawn', '\'', '"""']) {
        const broken = `${start}\n[[prop]]\nkind = "crate"\n`;
        const at = read(broken);
        const fine = start === '"""' || entryAt(at, broken.indexOf('crate')) === 'prop 0';
        test.check(`${start}: an open value ends where something new begins`, fine);
    }
    const keys = ['spawn = { po', '[spawn]\npo'].map(begun => contextAt(read(begun), begun.length));
    test.check('a key is being typed in both kinds of tables', keys.every(({ kind, names }) => kind === 'key' && names.join() === 'spawn'));
    // A hostile text takes time linear in its length, and no deep stack.
    for (const piece of ['[', '{', '[[', '"', 'a.', 'a = [{', '[1,\n', 'a={b=', '\n', '\'\'\'', 'a = 1\n']) {
        const long = piece.repeat(Math.ceil(300_000 / piece.length));
        const start = performance.now();
        read(long);
        const seconds = (performance.now() - start) / 1000;
        test.check(`300 kB of ${JSON.stringify(piece)} are read in linear time`, seconds < 5, `${seconds.toFixed(2)} s`);
    }
}

async function opens(test) {
    const [player, text] = await begin(test, { context: LARGE });
    const { page } = player;
    const requests = [];
    page.on('request', request => requests.push(new URL(request.url()).pathname));
    const early = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).join());
    test.check('the editor is not loaded before it is opened', !/\/editor-/.test(early));
    await text.open();
    test.check('it is loaded when the text is opened', requests.some(path => /^\/editor-\w+\.js$/.test(path)), requests.join());
    const label = await text.content.getAttribute('aria-label');
    test.check('a screen reader finds the text as a field with a name', label === 'The level\'s text'
        && await text.content.getAttribute('role') === 'textbox');
    const coloured = await text.content.evaluate(content => {
        const colour = sought => {
            const span = [...content.querySelectorAll('.cm-line span')].find(({ textContent }) => textContent === sought);
            return span && getComputedStyle(span).color;
        };
        return [colour('format'), colour('1'), colour('"Courtyard"'), colour('[spawn]')];
    });
    test.check('keys, numbers, texts and tables differ in colour', new Set(coloured).size === 4 && !coloured.includes(undefined), coloured.join(' '));
    await player.picture('text-1280x720');
    // Tab goes on to the buttons, and Escape returns to the game.
    await page.keyboard.press('Tab');
    const next = await page.evaluate(() => document.activeElement.id);
    test.check('Tab leaves the text for the buttons below', next.startsWith('drawer-'), next);
    await page.keyboard.press('Escape');
    const after = await page.evaluate(() => document.activeElement.id);
    test.check('Escape on a button returns to the game', after === 'glcanvas', after);
    await text.open();
    await page.keyboard.press('Control+f');
    await page.keyboard.press('Escape');
    const inside = await page.evaluate(() => document.activeElement.id);
    await page.keyboard.press('Escape');
    const outside = await page.evaluate(() => document.activeElement.id);
    test.check('Escape closes the search first, and then returns to the game', inside === 'drawer-editor' && outside === 'glcanvas', `${inside}, ${outside}`);
}

// The page's policy forbids inline code and style. The editor works under it.
async function policy(test) {
    const player = await test.browser.open(FAST, { expects: [PROBLEMS, /Content.Security.Policy/], context: LARGE });
    const { page } = player;
    await page.route(url => url.pathname === '/', async route => {
        const response = await route.fetch();
        const headers = { ...response.headers(), 'content-security-policy': 'script-src \'self\' \'wasm-unsafe-eval\'; style-src \'self\'' };
        await route.fulfill({ response, headers });
    });
    await page.addInitScript(() => {
        window.violations = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, lineNumber }) => {
            window.violations.push(`${effectiveDirective} ${sourceFile}:${lineNumber}`);
        });
    });
    await player.go(FAST, 'ready');
    await player.play();
    const text = new Text(player);
    const before = await page.evaluate(() => window.violations.length);
    await text.open();
    await text.goTo('name = "');
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Escape');
    await text.fill('nmae = 1\n');
    await page.locator('#drawer-editor .cm-lint-marker').first().waitFor();
    const more = await page.evaluate(before => window.violations.slice(before).join(), before);
    test.check('the editor breaks no rule of a strict policy', more === '', more);
    const styled = await text.content.evaluate(content => getComputedStyle(content.closest('.cm-editor')).display);
    test.check('its own style works under that policy', styled === 'flex', styled);
}

async function completes(test) {
    // Half-typed names of meshes are looked for.
    const [player, text] = await begin(test, { context: LARGE, expects: [PROBLEMS, /404/] });
    const { page } = player;
    await text.open();
    const options = page.locator('#drawer-editor .cm-tooltip-autocomplete li');
    // The options after typing `typed` at the end of the text.
    const offered = async typed => {
        await text.content.focus();
        await page.keyboard.press('Control+End');
        await page.keyboard.type(typed);
        await page.keyboard.press('Control+Space');
        await options.first().waitFor();
        // The list is updated shortly after the last letter.
        await player.frames(2);
        return (await options.locator('.cm-completionLabel').allInnerTexts()).join(' ');
    };
    const tables = await offered('\n[');
    test.check('[ offers the tables of the format', ['[[prop]]', '[[mover]]', '[kinds.NAME]', '[player]'].every(table => tables.includes(table)), tables);
    await page.keyboard.type('[pr');
    await player.comes(async () => (await options.count()) === 1);
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    const keys = await offered('\n');
    test.check('a line in [[prop]] offers its keys', keys.split(' ').sort().join(' ') === 'collide color kind position rotation_deg scale surface', keys);
    await player.picture('text-completion');
    await page.keyboard.press('Escape');
    const kinds = await offered('kind = ');
    test.check('kinds are completed: built-in ones and those of the level', ['"block"', '"stairs"', '"fence"', '"crate"', '"car"'].every(kind => kinds.includes(kind)), kinds);
    await page.keyboard.press('Escape');
    await page.keyboard.type('"crate"\n');
    const rest = await offered('');
    test.check('a key that is written already is not offered again', !rest.split(' ').includes('kind') && rest.includes('position'), rest);
    await page.keyboard.press('Escape');
    const modes = await offered('position = [0, 1, 0]\n[spawn]\nmode = ');
    test.check('the values of an enumeration are offered', modes.split(' ').sort().join(' ') === '"fly" "walk"', modes);
    await page.keyboard.press('Escape');
    const meshes = await offered('\n[[mesh]]\nfile = "');
    test.check('meshes are offered by their path from the level', meshes.includes('"../assets/courtyard.obj"'), meshes.slice(0, 90));
    await page.keyboard.press('Escape');
    // What the format says about a key: below the text for the cursor, and beside the pointer.
    await text.goTo('pitch_deg');
    const about = await page.innerText('#drawer-about');
    test.check('the meaning of the key at the cursor is shown', about.includes('tilt of the view') && about.includes('degrees'), about);
    await page.locator('#drawer-editor .cm-line', { hasText: 'kill_y' }).first().hover({ position: { x: 30, y: 8 } });
    const hovered = page.locator('#drawer-editor .cm-about');
    await hovered.waitFor();
    const words = await hovered.innerText();
    test.check('the meaning of the key under the pointer is shown', words.includes('limits.kill_y') && words.includes('Default: -20.0'), words);
    await player.picture('text-hover');
    test.missing.splice(0);
}

// The palette leaves the mouse free, and its right button looks around.
async function looks(test) {
    const player = await test.browser.open(FAST);
    const { page } = player;
    await player.play();
    await page.keyboard.press('e');
    const captured = () => page.evaluate(() => document.pointerLockElement !== null);
    test.check('the game\'s own editor frees the mouse', await player.comes(async () => !await captured()));
    await page.mouse.move(450, 200);
    await page.mouse.down({ button: 'right' });
    test.check('its right button captures the mouse while it is held', await player.comes(captured));
    await page.mouse.up({ button: 'right' });
    test.check('and frees it again, without the card', await player.comes(async () => !await captured())
        && await page.isHidden('#card'));
}
