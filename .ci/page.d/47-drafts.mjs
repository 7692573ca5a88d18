// The text editor: undo, drafts, and numbers that keys and the wheel change.

import { begin } from './text.mjs';

export default [undo, drafts, hostile, numbers];

async function undo(test) {
    const [player, text] = await begin(test);
    const { page } = player;
    await text.open();
    const original = await text.played();
    await text.goTo('name = "Court');
    await page.keyboard.type('AB');
    test.check('the game gets what is typed', await text.plays('"CourtAByard"'));
    await page.click('#drawer-reset');
    test.check('Reset returns to the first text', await player.comes(async () => await text.played() === original));
    await text.content.focus();
    await page.keyboard.press('Control+z');
    test.check('Undo takes the reset back', await text.plays('"CourtAByard"'));
    await page.click('#drawer-undo');
    test.check('and then the typing, by the button', await player.comes(async () => await text.played() === original));
    await page.click('#drawer-redo');
    test.check('Redo types it again', await text.plays('"CourtAByard"'));
    // Another level and back: the history stays.
    await page.evaluate(() => window.sidle.host.send('open levels/corners.toml'));
    await player.word('level levels/corners.toml');
    const words = await player.words();
    await page.evaluate(() => window.sidle.host.send('open levels/courtyard.toml'));
    await player.word('level levels/courtyard.toml', words);
    await player.comes(async () => (await page.innerText('#drawer-name')).includes('courtyard'));
    await page.click('#drawer-undo');
    test.check('Undo works after another level was open', await player.comes(async () => await text.played() === original));
    await text.content.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# end');
    const saved = await player.downloaded(() => page.keyboard.press('Control+s'));
    test.check('Ctrl+S downloads the level\'s file', saved.name === 'courtyard.toml' && String(saved.bytes).endsWith('# end'), saved.name);

    // Line ends stay as they are.
    test.put('crlf.toml', original.replaceAll('\n', '\r\n').replaceAll('../assets', 'assets'));
    await page.evaluate(() => window.sidle.host.send('open crlf.toml'));
    await player.word('level crlf.toml');
    await text.content.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# first\n');
    await text.plays('# first\r\n', 'crlf.toml');
    const typed = await text.played('crlf.toml');
    test.check('a text with \\r\\n keeps these line ends', typed.startsWith('# first\r\n') && !/[^\r]\n/.test(typed));
}

async function drafts(test) {
    const [player, text] = await begin(test);
    const { page } = player;
    const stored = () => page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('sidle-draft/')).length);
    await text.open();
    test.check('opening a text stores no draft', await stored() === 0);
    await text.goTo('name = "Court');
    await page.keyboard.type('DRAFT');
    await text.plays('CourtDRAFTyard');
    test.check('a change stores a draft', await player.comes(async () => await stored() === 1));
    const again = async () => {
        await page.reload();
        await player.waitState('ready');
        await player.play();
        await text.open();
    };
    await again();
    await page.waitForSelector('#drawer-draft', { state: 'visible' });
    const words = await page.innerText('#drawer-draft-words');
    test.check('after a reload the draft is found, and the level is the shipped one', words.startsWith('Draft found:')
        && !(await text.played()).includes('DRAFT'), words);
    await player.picture('text-draft');
    // Typing first loses nothing: the old draft is still offered.
    await text.content.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# other\n');
    await text.plays('# other');
    test.check('typing does not overwrite the draft that was found', await player.comes(async () => await stored() === 2));
    await page.click('#drawer-keep');
    test.check('Keep continues the draft', await text.plays('CourtDRAFTyard'));
    test.check('and the note goes', await page.isHidden('#drawer-draft'));
    await text.content.focus();
    await page.keyboard.press('Control+z');
    test.check('Undo returns to the text before it', await text.plays('# other'));
    await again();
    await page.waitForSelector('#drawer-draft', { state: 'visible' });
    await page.click('#drawer-discard');
    await player.comes(async () => await stored() === 1);
    await page.click('#drawer-discard');
    test.check('Discard removes a draft, one after another', await player.comes(async () => await stored() === 0)
        && await page.isHidden('#drawer-draft'), String(await stored()));
    await text.goTo('name = "Court');
    await page.keyboard.type('X');
    await player.comes(async () => await stored() === 1);
    await page.click('#drawer-reset');
    test.check('a text that is as before leaves no draft', await player.comes(async () => await stored() === 0));

    // A storage full of other things, and drafts that others wrote.
    await page.evaluate(() => {
        localStorage.setItem('sidle-draft/bad', '{');
        localStorage.setItem('sidle-draft/worse', '{"path":1,"text":{},"time":"x"}');
        Storage.prototype.setItem = () => {
            throw new Error('full');
        };
    });
    await text.content.focus();
    await page.keyboard.type('Y');
    test.check('without room for drafts the text is played all the same', await text.plays('Y'));
    let asked = false;
    page.on('dialog', () => {
        asked = true;
    });
    await page.reload();
    await player.waitState('ready');
    test.check('and leaving the page asks, since the text would be lost', asked);
    await player.play();
    await text.open();
    test.check('what is no draft is not offered', await page.isHidden('#drawer-draft'));
}

// What other pages of the same site, or an earlier version, may have stored in place of drafts.
async function hostile(test) {
    const [player, text] = await begin(test, {
        before: () => {
            const put = (id, draft) => localStorage.setItem(`sidle-draft/${id}`, typeof draft === 'string' ? draft : JSON.stringify(draft));
            const path = 'levels/courtyard.toml';
            ['', '{', 'null', '[]', '7', '"x"'].forEach((draft, number) => put(`broken-${number}`, draft));
            [1e308, -1, 8.64e15 + 1, Date.now() + 1e12, '5', null].forEach((time, number) => put(`time-${number}`, { path, text: '# time', base: '', time }));
            put('proto', { path: '__proto__', text: 'x', base: {}, time: 2 });
            put('away', { path: '../kept/settings.toml', text: 'x', base: '', time: 3 });
            put('markup', { path, text: '# <img src=x onerror="window.evil = 1">', base: ['x'], time: 4 });
            put('long', { path, text: '#'.repeat(1_000_000), base: '', time: 1 });
        },
    });
    const { page } = player;
    await text.open();
    await page.waitForSelector('#drawer-draft', { state: 'visible' });
    const words = await page.innerText('#drawer-draft-words');
    test.check('of hostile drafts, only one with a time that can be true is offered', /^Draft found: .*1970/.test(words), words);
    await page.click('#drawer-keep');
    test.check('and it is text', await text.plays('# <img') && await page.evaluate(() => window.evil === undefined
        && document.querySelector('img[onerror]') === null), await text.played().then(played => played.slice(0, 60)));
}

async function numbers(test) {
    const [player, text] = await begin(test);
    const { page } = player;
    await text.open();
    const level = 'format = 1\nname = "N 5"\nspawn = { position = [0, 9.99, 1_000] } # 5\n'
        + '[limits]\nkill_y = -0.1\n[[mesh]]\nfile = "../assets/courtyard.obj"\nscale = 1e0\n';
    await text.fill(level);
    await text.plays('N 5');
    const after = async (sought, keys, expected) => {
        await text.goTo(sought);
        for (const key of keys) {
            await page.keyboard.press(key);
        }
        const found = await text.plays(expected);
        test.check(`${keys.join(' ')} at ${sought} makes ${expected}`, found, found ? '' : await text.played());
    };
    await after('9.9', ['Alt+ArrowUp'], '[0, 10.00, 1_000]');
    await after('10.00', ['Alt+ArrowDown'], '[0, 9.99, 1_000]');
    await after('[0', ['Alt+ArrowDown', 'Alt+ArrowDown'], '[-2, 9.99');
    await after('1_0', ['Alt+ArrowUp'], ', 1001]');
    await after('-0.1', ['Alt+ArrowUp', 'Alt+ArrowUp'], 'kill_y = 0.1');
    await after('0.1', ['Alt+ArrowDown'], 'kill_y = 0.0');
    await after('1e', ['Alt+ArrowUp'], 'scale = 2e0');
    await text.goTo('"N 5');
    await page.keyboard.press('Alt+ArrowUp');
    await text.goTo('2e0');
    await page.keyboard.press('Alt+ArrowUp');
    await text.plays('3e0');
    test.check('a digit in a text or a comment is no number', (await text.played()).includes('"N 5"') && (await text.played()).includes('# 5'));
    // The wheel: over a number with Alt, or over the number at the cursor.
    const line = page.locator('#drawer-editor .cm-line', { hasText: 'kill_y' });
    const letter = await line.evaluate(line => {
        const range = line.ownerDocument.createRange();
        range.selectNodeContents(line);
        return range.getBoundingClientRect().width / line.textContent.length;
    });
    // Between the last two letters. The text may have scrolled.
    const over = async () => {
        const { x, y } = await line.boundingBox();
        await page.mouse.move(x + letter * 11 + 2, y + 8);
    };
    await over();
    await page.mouse.wheel(0, -100);
    await player.frames(3);
    test.check('the wheel alone changes no number', (await text.played()).includes('kill_y = 0.0'));
    await page.keyboard.down('Alt');
    await over();
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Alt');
    test.check('Alt and the wheel change the number under the pointer', await text.plays('kill_y = 0.1'), (await text.played()).match(/kill_y.*/)?.[0]);
    await over();
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.wheel(0, 100);
    test.check('over the number at the cursor, the wheel changes it', await text.plays('kill_y = 0.0'), (await text.played()).match(/kill_y.*/)?.[0]);
    // Live: the mesh falls by a number, and the game follows.
    await page.evaluate(() => {
        window.test.words = [];
    });
    await text.goTo('3e0');
    await page.keyboard.press('Alt+ArrowDown');
    const live = await player.comes(() => page.evaluate(() => window.test.words.some(word => word.startsWith('loaded ') && JSON.parse(word.slice(7)).played)));
    test.check('the game plays the changed number', live);
}
