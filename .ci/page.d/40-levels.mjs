// Opening levels: by the address, from the list, from a file, by dropping. Editing a level's text beside the game.

import { Text } from './text.mjs';

const FAST = '?msaa=1&resolution=50';

const BOX = `v -1 0 -1
v 1 0 -1
v 1 0 1
v -1 0 1
f 4 3 2 1
`;
// A floor like that of BOX, whose bytes lie in another file.
const CORNERS = new Float32Array([-1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0, 1]);
const GLTF = JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{ mesh: 0, scale: [9, 1, 9] }],
    meshes: [{ primitives: [{ mode: 5, attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: 'none.png' }],
    accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 4 }],
    bufferViews: [{ buffer: 0, byteLength: 48 }],
    buffers: [{ byteLength: 48, uri: 'floor.bin' }],
});

const OWN = `format = 1
name = "Mine"
spawn = { position = [0, 1, 0] }
[[mesh]]
file = "floor.obj"
scale = 5.0
`;

export default [named, dropped, picked, made, typed];

async function named(test) {
    const player = await test.browser.open(`${FAST}&level=levels/speed.toml`);
    await player.word('level levels/speed.toml');
    const marked = await player.page.getAttribute('#levels [aria-current]', 'data-path');
    test.check('?level= opens a level, and the card marks that level', marked === 'levels/speed.toml', marked);
    await player.play();
    await player.press(']');
    await player.word('level levels/one-sided.toml');
    test.check('] opens the next level', true);
    const words = await player.words();
    await player.press('F4');
    await player.word('over levels', words);
    await player.press('ArrowUp');
    await player.press('Enter');
    await player.word('level levels/speed.toml', words);
    test.check('F4, an arrow key and Enter open another level', true);
    await player.press('Escape');
    await player.waitState('free');
    await player.page.mouse.move(320, 20);
    await player.page.click('#bar [data-name=levels]');
    await player.waitState('ready');
    await player.page.click('#levels [data-path="levels/corners.toml"]');
    await player.word('level levels/corners.toml', words);
    test.check('a click on the card opens a level', true);
    await player.waitState('playing');

    const lost = await test.browser.open('?level=levels/nowhere.toml', { expects: [/nowhere\.toml/, /404/] });
    const report = await lost.page.innerText('#missing');
    test.check('the card names a level that does not exist', report.includes('levels/nowhere.toml'), report);
    test.missing.splice(0);
}

// Drops files onto the page, as from a desktop.
async function drop(player, files) {
    await player.page.evaluate(files => {
        const dataTransfer = new DataTransfer();
        files.forEach(([name, content]) => {
            const bytes = Array.isArray(content) ? new Uint8Array(content) : content;
            dataTransfer.items.add(new File([bytes], name));
        });
        for (const type of ['dragenter', 'dragover', 'drop']) {
            const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
            document.body.dispatchEvent(event);
        }
    }, files);
}

async function dropped(test) {
    const player = await test.browser.open(FAST, { expects: [/this mesh is too small/, /cannot read the picture .dropped.none.png/] });
    await player.play();
    await drop(player, [['table.obj', BOX]]);
    await player.word('level dropped/table.obj');
    test.check('a dropped OBJ opens as a level', true);
    const words = await player.words();
    await drop(player, [['floor.obj', BOX], ['mine.toml', OWN]]);
    await player.word('level dropped/mine.toml', words);
    const place = await player.restingPlace();
    test.check('a dropped level finds the mesh that was dropped with it', place.y === 0.5, place.spawn);
    const bytes = [...new Uint8Array(CORNERS.buffer)];
    await drop(player, [['floor.bin', bytes], ['floor.gltf', GLTF]]);
    await player.word('level dropped/floor.gltf', words);
    test.check('a dropped glTF opens as a level, with the bytes that were dropped with it', true);
    const before = await player.words();
    for (const [files, said] of [
        [[['notes.md', 'x']], 'notes.md is neither a level, nor a mesh, nor a recording'],
        [[['notes.md', 'x'], ['b.md', 'y']], 'none of the 2 files is a level, a mesh or a recording'],
    ]) {
        await drop(player, files);
        const comes = await player.comes(async () => await player.page.innerText('#say') === said);
        test.check('the page says what it cannot open', comes, await player.page.innerText('#say'));
    }
    // The game refuses a mesh in words of its author.
    const from = player.lines.length;
    await drop(player, [['tiny.obj', 'v 0 0 0\nv 0 0 1e-30\nv 1e-30 0 0\nf 1 2 3\n']]);
    const refusal = await player.line('tiny.obj', from);
    const opened = await player.page.evaluate(from => window.test.words.slice(from).some(word => word.startsWith('level ')), before);
    test.check('a mesh that is too small is refused in words of its author', /this mesh is too small: it is 1\.0e-30 m wide/.test(refusal) && !opened, refusal);
}

async function picked(test) {
    const player = await test.browser.open(FAST);
    const files = [['floor.obj', BOX], ['mine.toml', OWN]];
    await player.page.setInputFiles('#pick-files', files.map(([name, text]) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
    })));
    await player.word('level dropped/mine.toml');
    test.check('the page opens picked files', true);
    await player.page.setInputFiles('#pick-recording', `${test.root}/recordings/ride.sidle`);
    const level = player.page.locator('#levels [data-path="levels/car-crash.toml"][aria-current]');
    await level.waitFor({ state: 'attached' });
    test.check('a picked recording plays in its level', true);
}

// A new level, whose changed text the browser keeps.
async function made(test) {
    const player = await test.browser.open(FAST);
    const { page } = player;
    await player.play();
    await player.press('Escape');
    await page.mouse.move(320, 20);
    await page.click('#bar [data-name=levels]');
    await player.waitState('ready');
    await page.click('#new-level');
    await player.word('level dropped/new-level.toml');
    const place = await player.restingPlace();
    test.check('New level opens a room', place.y === 0.5 && place.z === 5, place.spawn);
    await player.picture('new-level');
    const editor = new Text(player);
    await editor.open();
    await editor.goTo('name = "New');
    await page.keyboard.type('er');
    const kept = await player.comes(() => page.evaluate(() => Object.keys(localStorage).some(name => name.startsWith('sidle-draft/')
        && localStorage.getItem(name).includes('dropped/new-level.toml'))));
    test.check('its changed text is kept as a draft', kept);
}

async function typed(test) {
    const player = await test.browser.open(FAST, { expects: [/^warning: error: /] });
    const { page } = player;
    await player.play();
    await player.hold('w', 4);
    const before = await player.restingPlace();
    const editor = new Text(player);
    await editor.open();
    await player.waitState('free');
    const text = await editor.played();
    const shown = await editor.content.innerText();
    test.check('` shows the level\'s text', shown.includes('[[mesh]]'));
    // Type keys that the game uses: they must not move the player.
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# wwwddd 5\n');
    await editor.fill(text.replace('name = "Courtyard"', 'name = "Typed"'));
    test.check('the game loads the typed text', await editor.plays('"Typed"'));
    await page.keyboard.press('Escape');
    const after = await player.place();
    test.check('typing does not move the player', after.z === before.z && after.x === before.x, after.spawn);
    await editor.fill(`${text}\n[[prop]]\nkind = "nothing"\nposition = [0, 0, 0]\n`);
    const problem = await player.line('nothing', 0);
    test.check('an error in the text is shown with its position', player.lines.some(line => /courtyard\.toml:\d+:\d+/.test(line)), problem);
    await page.click('#drawer-close');
    await player.press('w');
    const still = await player.place();
    test.check('after an error the last good level stays loaded', still.tick > after.tick && still.y === 0.5, still.spawn);
}
