// Textures that the browser decodes, in a small level and in one that a worker loads, and the styles of surfaces.

import { spawnSync } from 'node:child_process';
import { different } from './player.mjs';

// More than a level may have that is loaded between two frames.
const HEAVY = '# A small level is loaded without a worker.\n'.repeat(6000);

const MATERIALS = ['four', 'photo', 'half', 'broken'].map(name => `newmtl ${name}\nmap_Kd ${name}.png\n`).join('')
    .replace('map_Kd half.png', 'map_Kd half.png\nmap_d half.png');

// A rectangle at z = 0.
const rectangle = (material, [left, bottom], [right, top]) => [
    `usemtl ${material}`,
    ...[[left, bottom], [right, bottom], [right, top], [left, top]].map(([x, y]) => `v ${x} ${y} 0`),
    'f -4/1 -3/2 -2/3 -1/4',
].join('\n');

const WALL = [
    'mtllib wall.mtl',
    'vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1',
    rectangle('four', [-2, 0], [0, 2]),
    rectangle('photo', [0.3, 1], [1, 2]),
    rectangle('broken', [0.3, 0], [1, 0.8]),
    rectangle('half', [1.2, 0.5], [2, 1.5]),
    '',
].join('\n');

const PAGE = { draws: true, expects: [/broken\.png/] };

const level = more => `format = 1
name = "Wall"
spawn = { position = [0, 1, 4], mode = "fly", controller = "swept" }
[[mesh]]
file = "wall.obj"
${more}`;

const convert = (...words) => spawnSync('convert', words).stdout;

// The red, green and blue of a pixel of a picture, from 0 to 255.
function pixel(picture, [x, y]) {
    const format = '%[fx:255*r] %[fx:255*g] %[fx:255*b]';
    return String(convert(picture, '-depth', '8', '-crop', `1x1+${x}+${y}`, '+repage', '-format', format, 'info:')).split(' ').map(Number);
}

export default [put, test => textures(test, 'small'), test => textures(test, 'heavy'), styles, occlusion];

function put(test) {
    const row = (...colours) => ['(', ...colours.map(colour => `xc:${colour}`), '+append', ')'];
    const four = convert('-size', '32x32', ...row('#dc1e1e', '#1ec81e'), ...row('#1e1edc', '#e6dc1e'), '-append', 'PNG32:-');
    test.put('four.png', four);
    // A photo that says it is to be turned by 180 degrees: a texture is not.
    const photo = convert('-size', '24x48', ...row('#28b4c8', '#c86428'), '-quality', '90', 'JPEG:-');
    const turned = Buffer.from('ffe100224578696600004949 2a00080000000100120103000100000003000000 00000000'.replaceAll(' ', ''), 'hex');
    test.put('photo.png', Buffer.concat([photo.subarray(0, 2), turned, photo.subarray(2)]));
    test.put('half.png', convert('-size', '32x64', 'xc:#dc1e1e', 'xc:none', '+append', 'PNG32:-'));
    test.put('broken.png', four.subarray(0, 50));
    test.put('wall.mtl', MATERIALS);
    test.put('wall.obj', WALL);
    test.put('small.toml', level(''));
    test.put('heavy.toml', level(HEAVY));
}

async function textures(test, name) {
    const player = await test.browser.open(`?level=${name}.toml&msaa=1&resolution=100`, PAGE);
    await player.play();
    await player.press('F2');
    const picture = await player.stillPicture();
    // The eye is four metres before the wall, and a metre has 50 √3 pixels.
    const { width, height } = player.page.viewportSize();
    const scale = height / 2 / (4 * Math.tan(Math.PI / 6));
    const at = (x, y) => pixel(picture, [Math.round(width / 2 + x * scale), Math.round(height / 2 - (y - 1) * scale)]);
    const check = (words, [r, g, b], holds) => test.check(`${name}: ${words}`, holds(r, g, b), [r, g, b].map(Math.round).join(' '));
    check('the upper left of a texture is red', at(-1.5, 1.5), (r, g, b) => r > 2 * g && r > 2 * b);
    check('the upper right is green', at(-0.5, 1.5), (r, g, b) => g > 2 * r && g > 2 * b);
    check('the lower left is blue', at(-1.5, 0.5), (r, g, b) => b > 2 * r && b > 2 * g);
    check('the lower right is yellow', at(-0.5, 0.5), (r, g, b) => r > 2 * b && g > 2 * b);
    check('a JPEG is read whatever it is called', at(0.45, 1.5), (r, g, b) => b > r + 40 && g > r + 40);
    check('and not turned', at(0.85, 1.5), (r, g, b) => r > g + 40 && g > b);
    check('a cut-out is drawn where it is opaque', at(1.4, 1), (r, g, b) => r > 2 * g && r > 2 * b);
    check('the sky is seen through its hole', at(1.8, 1), (r, g, b) => b > r && r > g / 2);
    await player.line('broken.png: the picture cannot be decoded', 0);
    test.check(`${name}: a damaged picture is reported`, true);
    await player.close();
}

async function styles(test) {
    const player = await test.browser.open('?level=small.toml&msaa=1&resolution=100', PAGE);
    await player.play();
    await player.press('F2');
    const materials = await player.stillPicture();
    let before = materials;
    for (const style of ['checker', 'plain', 'what collides']) {
        await player.press('/');
        const now = await player.pictureThat(false, before);
        test.check(`/ shows ${style}`, now !== null, now ? `${different(before, now)} pixels` : 'nothing');
        before = await player.stillPicture();
    }
    await player.press('/');
    test.check('/ returns to the materials', await player.pictureThat(true, materials) !== null);
}

// A room of 8 x 6 x 8 m, open to both sides along z.
const ROOM = [
    [[-4, 0, 0], [-4, 0, 8], [4, 0, 8], [4, 0, 0]],
    [[-4, 6, 0], [4, 6, 0], [4, 6, 8], [-4, 6, 8]],
    [[-4, 0, 0], [4, 0, 0], [4, 6, 0], [-4, 6, 0]],
    [[-4, 0, 8], [-4, 0, 0], [-4, 6, 0], [-4, 6, 8]],
    [[4, 0, 0], [4, 0, 8], [4, 6, 8], [4, 6, 0]],
].map(corners => `${corners.map(corner => `v ${corner.join(' ')}\n`).join('')}f -4 -3 -2 -1\n`).join('');

// Corners get less light than walls, once a worker has baked that. Without workers, they never do.
async function occlusion(test) {
    test.put('room.obj', ROOM);
    test.put('room.toml', `format = 1
name = "Room"
spawn = { position = [0, 3, 6], mode = "fly", controller = "swept" }
[[mesh]]
file = "room.obj"
`);
    // How bright the lower left corner of the room is, as a share of the wall's middle.
    const share = async player => {
        const { width, height } = player.page.viewportSize();
        const scale = height / 2 / (6 * Math.tan(Math.PI / 6));
        const picture = await player.picture();
        const brightness = (x, y) => pixel(picture, [Math.round(width / 2 + x * scale), Math.round(height / 2 - (y - 3) * scale)])
            .reduce((sum, part) => sum + part);
        return brightness(-3.85, 0.3) / brightness(-1.6, 3.5);
    };
    const query = '?level=room.toml&msaa=1&resolution=100';
    const settings = 'hints_seen = true';
    const without = await test.browser.open(query, { settings, draws: true, before: () => { delete window.Worker; } });
    await without.play();
    await without.press('F2');
    await without.frames(100);
    const bright = await share(without);
    await without.close();
    const player = await test.browser.open(query, { settings, draws: true });
    await player.play();
    await player.press('F2');
    let dark = await share(player);
    const comes = await player.comes(async () => {
        dark = await share(player);
        return dark < 0.75 * bright;
    });
    test.check('the corner of a room becomes darker than its wall', comes, `${dark.toFixed(2)}, without workers ${bright.toFixed(2)}`);
    test.check('without workers, corners are as bright as walls', bright > 0.8, bright.toFixed(2));
    // The worker's memory is free again.
    const workers = player.page.workers().length;
    test.check('the worker that bakes ends', workers <= 1, `${workers} workers`);
    await player.close();
}
