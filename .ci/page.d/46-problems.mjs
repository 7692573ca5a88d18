// The text editor and the game: problems, their repair, broken levels, and the link between the picture and the line.

import { different } from './player.mjs';
import { FAST, LARGE, PROBLEMS, Text, begin } from './text.mjs';

export default [marks, broken, brokenAtTheStart, linked, touched, sizes];

const WRONG = `format = 1
name = "Wrong"
[spawn]
positon = [0, 1, 0]
[[prop]]
kind = "craet"
position = [0, 1]
scael = 2
`;

async function marks(test) {
    const [player, text] = await begin(test, { context: LARGE });
    const { page } = player;
    await text.open();
    await text.fill(WRONG);
    const markers = page.locator('#drawer-editor .cm-lint-marker-error');
    await markers.first().waitFor();
    await player.comes(async () => (await text.problems()).includes('error'));
    const native = [];
    player.lines.forEach(line => native.push(...line.match(/^(?:warning: )?error: .*$/) ?? []));
    const count = Number((await text.problems()).match(/^(\d+) errors/)?.[1]);
    test.check('all problems are counted, as many as the game prints', count === 4 && count === native.length, `${await text.problems()}; ${native.join('; ')}`);
    test.check('each line with an error has a mark', await markers.count() >= 4, String(await markers.count()));
    await page.click('#drawer-problems');
    const list = page.locator('#drawer-editor .cm-panel-lint');
    const words = await list.innerText();
    test.check('the list has the game\'s own words and help', native.every(line => words.includes(line.replace(/^(warning: )?error: /, '')))
        && words.includes('help: did you mean `position`?'), words);
    await player.picture('text-problems');
    const squiggles = await page.locator('#drawer-editor .cm-lintRange-error').allInnerTexts();
    test.check('the marked letters are those that the game marks', squiggles.includes('positon') && squiggles.includes('scael'), squiggles.join(' | '));
    // The repairs, one after another.
    for (const [meant, written] of [['position', 'position = [0, 1, 0]'], ['crate', 'kind = "crate"'], ['scale', 'scale = 2']]) {
        await page.locator('#drawer-editor .cm-panel-lint .cm-diagnosticAction', { hasText: meant }).first().click();
        const repaired = await text.plays(written);
        test.check(`a press on "Change to ${meant}" repairs the text`, repaired, repaired ? '' : await text.played());
    }
    await player.comes(async () => (await text.problems()).startsWith('1 error'));
    test.check('what is repaired is no longer listed', (await text.problems()).startsWith('1 error'), await text.problems());
    await page.keyboard.press('F8');
    await text.content.focus();
    await page.keyboard.press('F8');
    const place = await page.innerText('#drawer-place');
    test.check('F8 goes to the next problem', place.startsWith('line 7'), place);
}

async function broken(test) {
    const [player, text] = await begin(test, { context: LARGE });
    const { page } = player;
    const level = 'format = 1\nname = "Mine"\nspawn = { position = [0, 1, 0] }\n[[prop]]\nkind = "craet"\nposition = [0, -1, 0]\n';
    await page.evaluate(level => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([level], 'mine.toml'));
        for (const type of ['dragenter', 'dragover', 'drop']) {
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
    }, level);
    await text.content.waitFor();
    await player.comes(async () => (await page.innerText('#drawer-name')) === 'dropped/mine.toml');
    test.check('a broken level that was dropped opens in the editor', (await page.innerText('#drawer-name')) === 'dropped/mine.toml');
    const list = page.locator('#drawer-editor .cm-panel-lint');
    await list.waitFor();
    test.check('with its problems', (await list.innerText()).includes('did you mean `crate`?'), await list.innerText());
    await player.picture('text-broken');
    const words = await player.words();
    await list.locator('.cm-diagnosticAction').first().click();
    await player.word('level dropped/mine.toml', words);
    test.check('once it is repaired, it runs', true);
    await player.comes(async () => (await text.problems()) === '');
    test.check('and no problem is left', (await text.problems()) === '', await text.problems());
}

// The address names a broken level: it opens in the text editor, over the test level.
async function brokenAtTheStart(test) {
    test.put('wrong.toml', WRONG);
    const player = await test.browser.open(`${FAST}&level=wrong.toml`, { context: LARGE, until: 'free', expects: [/error/, /warning/] });
    const { page } = player;
    const text = new Text(player);
    await text.content.waitFor();
    const list = page.locator('#drawer-editor .cm-panel-lint');
    await list.waitFor();
    const words = await list.innerText();
    test.check('a level of the address that is broken opens in the editor with its problems', (await page.innerText('#drawer-name')) === 'wrong.toml'
        && words.includes('did you mean `position`?'), words);
    await player.picture('text-broken-start');
    const from = await player.words();
    await text.fill('format = 1\nname = "Right"\nspawn.position = [0, 1, 0]\n[[prop]]\nkind = "crate"\nposition = [0, 0, 0]\n');
    await player.word('level wrong.toml', from);
    test.check('and runs once it is repaired', await player.state() === 'free');
    // A level that is missing has no text to repair.
    const missing = await test.browser.open(`${FAST}&level=nowhere.toml`, { expects: [/./] });
    test.check('a missing level is reported as missing', (await missing.page.innerText('#missing')).includes('nowhere.toml')
        && await missing.page.isHidden('#drawer'));
    test.missing.splice(0);
}

// A crate under the crosshair, and a fence beside it.
const LINKED = `format = 1
name = "Linked"
spawn = { position = [0, 0.5, 4], mode = "fly" }
[[prop]]
kind = "fence"
position = [-1.6, 0, 0]
[[prop]]
kind = "crate"
position = [0, 0.5, 0]
`;

async function linked(test) {
    test.put('linked.toml', LINKED);
    const [player, text] = await begin(test, { query: `${FAST}&level=linked.toml`, context: LARGE, draws: true });
    const { page } = player;
    const isEntry = word => page.evaluate(word => window.test.words.filter(word => word.startsWith('entry ')).at(-1) === word, word);
    await player.frames(5);
    test.check('while the text is hidden, the game reports no entry', await isEntry(undefined));
    await text.open();
    test.check('the game reports the entry under the crosshair', await player.comes(() => isEntry('entry prop 1')));
    const pointed = page.locator('#drawer-editor .cm-pointed');
    await pointed.first().waitFor();
    const lines = (await pointed.allInnerTexts()).join('; ');
    test.check('its lines are coloured', lines === '[[prop]]; kind = "crate"; position = [0, 0.5, 0]', lines);
    await page.keyboard.press('Escape');
    await text.open();
    const place = await page.innerText('#drawer-place');
    test.check('opened from the game, the cursor is in that entry', place.startsWith('line 7'), place);
    // The picture beside the text, without the text.
    const picture = async name => {
        const path = `${test.work}/${name}.png`;
        await player.frames(4);
        await page.screenshot({ path, clip: { x: 100, y: 250, width: 170, height: 230 } });
        return path;
    };
    await page.keyboard.press('Control+Home');
    const plain = await picture('plain');
    await text.goTo('fence');
    const marked = await picture('marked');
    const pixels = different(plain, marked);
    test.check('the entry at the cursor is marked in the picture', pixels > 300, `${pixels} pixels`);
    await player.picture('text-linked');
    await page.keyboard.press('Control+Home');
    const gone = different(plain, await picture('gone'));
    test.check('outside of all entries the mark goes', gone < 40, `${gone} pixels`);
    await text.goTo('fence');
    await page.click('#drawer-close');
    test.check('without the text there is no mark', await player.comes(() => page.evaluate(() => document.getElementById('drawer').hidden)));
    // An entry above the others moves them.
    await text.open();
    await page.keyboard.press('Control+Home');
    await text.goTo('"fly" }');
    await page.keyboard.type('\n[[prop]]\nkind = "crate"\nposition = [9, 9, 9]\n');
    test.check('after a change above, it is still the same entry', await player.comes(() => isEntry('entry prop 2'))
        && await player.comes(async () => (await pointed.allInnerTexts()).join('; ') === lines), (await pointed.allInnerTexts()).join('; '));
}

async function touched(test) {
    const context = { hasTouch: true, isMobile: true, deviceScaleFactor: 1, viewport: { width: 390, height: 844 } };
    const player = await test.browser.open(FAST, { context, expects: [PROBLEMS] });
    const { page } = player;
    const text = new Text(player);
    await page.tap('#play');
    await player.waitState('playing');
    await page.tap('#more');
    await page.tap('#sheet [data-name=text]');
    await text.content.waitFor();
    await player.frames(3);
    await player.picture('text-390x844');
    const size = await text.content.evaluate(content => getComputedStyle(content).fontSize);
    test.check('on a phone, the letters are large enough that Safari does not zoom', size === '16px', size);
    await page.locator('#drawer-editor .cm-line', { hasText: 'name = "Courtyard"' }).tap();
    const isAt = async sought => (await page.locator('#drawer-editor .cm-activeLine').innerText()).includes(sought);
    test.check('a tap puts the cursor there', await player.comes(() => isAt('name = "Courtyard"')));
    await page.locator('#drawer-editor .cm-line', { hasText: 'format = 1' }).tap({ position: { x: 96, y: 10 } });
    await player.comes(() => isAt('format = 1'));
    const buttons = () => page.locator('#drawer footer').evaluate(footer => [...footer.querySelectorAll('button')].map(button => {
        const { x, y } = button.getBoundingClientRect();
        return `${x} ${y}`;
    }).join('; '));
    const places = await buttons();
    await page.tap('#drawer-greater');
    test.check('a button changes the number at the cursor', await text.plays('format = 2'), (await text.played()).match(/format.*/)?.[0]);
    await page.locator('#drawer-problems').waitFor();
    test.check('no button moves away from the finger when problems appear', await buttons() === places, await buttons());
    await page.tap('#drawer-undo');
    test.check('a button takes it back', await text.plays('format = 1'));
    const small = await page.evaluate(() => [...document.querySelectorAll('#drawer button')].filter(button => {
        const { width, height } = button.getBoundingClientRect();
        return width > 0 && (width < 24 || height < 24);
    }).map(({ id }) => id).join());
    test.check('all buttons are large enough for a thumb', small === '', small);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    test.check('nothing is wider than the phone', !wide);
}

async function sizes(test) {
    for (const [width, height] of [[2560, 1440], [844, 390], [640, 360], [427, 240], [320, 568]]) {
        const [player, text] = await begin(test, { context: { viewport: { width, height } } });
        await text.open();
        await player.frames(3);
        await player.picture(`text-${width}x${height}`);
        const { height: lines } = await text.content.evaluate(content => content.closest('.cm-scroller').getBoundingClientRect());
        test.check(`at ${width}x${height}, at least four lines are seen`, lines > 80, `${lines} pixels`);
        await player.close();
    }
}
