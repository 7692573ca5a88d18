// Races: the browser keeps the best time, and only a better one takes its place.

const FAST = '?msaa=1&resolution=50';
const KEPT = 'sidle/kept/best-lane-lane-swept-walk.txt';

const LANE = `format = 1
name = "Lane"
spawn = { position = [0, 0.5, 4], controller = "swept" }
[[prop]]
kind = "crate"
position = [0, -0.5, 0]
scale = [99, 1, 99]
[[zone]]
position = [0, 1, 0]
size = [20, 2, 0.01]
on_enter = "start"
[[zone]]
position = [0, 1, -8]
size = [20, 2, 0.01]
on_enter = "finish"
[[zone]]
position = [0, 1, -14]
size = [20, 2, 1]
on_enter = "teleport"
to = [8, 0.5, 4]
`;

export default [lane];

async function lane(test) {
    test.put('lane.toml', LANE);
    const player = await test.browser.open(`${FAST}&level=lane.toml`, { context: { viewport: { width: 400, height: 300 } } });
    const { page } = player;
    const kept = () => page.evaluate(key => localStorage.getItem(key), KEPT);
    // Walks until the condition holds for the place.
    const walk = async holds => {
        await page.keyboard.down('w');
        const came = await player.comes(async () => holds(await player.place()));
        await page.keyboard.up('w');
        return came;
    };
    await player.play();
    test.check('nobody has raced in a new level', await kept() === null);
    await walk(({ z }) => z < -2);
    await player.frames(30);
    test.check('a teleport leads back from behind the finish', await walk(({ x }) => x > 7.9));
    const slow = await kept();
    test.check('the browser keeps the first race', slow?.length > 100, `${slow?.length} characters`);
    await walk(({ x, z }) => x > 7.9 && z < -10);
    const fast = await kept();
    test.check('a faster race takes its place', fast !== slow);
    await page.reload();
    await player.waitState('ready');
    await player.play();
    await walk(({ z }) => z < -2);
    await player.frames(30);
    await walk(({ z }) => z < -9);
    test.check('after a reload, a slower race leaves the best one', await kept() === fast);
    test.take('lane.toml');
}
