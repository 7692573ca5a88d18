// An audit of the level in a worker: it finds a planted trap, plays it, and ends with its level.

const FAST = '?msaa=1&resolution=50';

// A walled floor with a pit of 3 m that nobody climbs out of.
const PIT = `format = 1
name = "Pit"
[spawn]
position = [-4.0, 0.5, 0.0]
[[prop]]
kind = "crate"
position = [-4.0, -1.5, 0.0]
scale = [5.0, 3.0, 8.0]
[[prop]]
kind = "crate"
position = [3.25, -1.5, 0.0]
scale = [3.5, 3.0, 8.0]
[[prop]]
kind = "crate"
position = [0.0, -1.5, -2.75]
scale = [3.0, 3.0, 2.5]
[[prop]]
kind = "crate"
position = [0.0, -1.5, 2.75]
scale = [3.0, 3.0, 2.5]
[[prop]]
kind = "crate"
position = [0.0, -3.5, 0.0]
scale = [12.0, 1.0, 8.0]
[[prop]]
kind = "crate"
position = [-7.0, 0.0, 0.0]
scale = [1.0, 8.0, 8.0]
[[prop]]
kind = "crate"
position = [5.5, 0.0, 0.0]
scale = [1.0, 8.0, 8.0]
[[prop]]
kind = "crate"
position = [0.0, 0.0, -4.5]
scale = [14.0, 8.0, 1.0]
[[prop]]
kind = "crate"
position = [0.0, 0.0, 4.5]
scale = [14.0, 8.0, 1.0]
`;

const TRAP = 'a walker that comes here does not get back';

// The number of the auditor, and the tag of its message at the end: see platform/worker.rs and session/audit/news.rs.
const AUDITOR = 2;
const DONE = 2;

// Runs in the page before its own scripts: notes what comes from the auditor, and how many of them there are.
function watchAuditor([auditor, done]) {
    window.audits = { texts: [], done: 0, alive: 0 };
    window.Worker = class extends Worker {
        postMessage(data, ...rest) {
            if (data.number === auditor && !this.audits) {
                this.audits = true;
                window.audits.alive += 1;
                this.addEventListener('message', ({ data: { message } }) => {
                    if (message) {
                        window.audits.texts.push(new TextDecoder().decode(message));
                        window.audits.done += message[0] === done ? 1 : 0;
                    }
                });
            }
            super.postMessage(data, ...rest);
        }

        terminate() {
            window.audits.alive -= this.audits ? 1 : 0;
            super.terminate();
        }
    };
}

export default [audited];

async function audited(test) {
    test.put('levels/pit.toml', PIT);
    const player = await test.browser.open(`${FAST}&level=levels/pit.toml`, {
        before: [watchAuditor, [AUDITOR, DONE]],
    });
    await player.play();
    const kept = () => player.page.evaluate(() => JSON.stringify({ ...localStorage }));
    const before = await player.place();
    await player.press('NumpadDivide');
    const found = words => player.page.waitForFunction(words => window.audits.texts.some(text => text.includes(words)), words);
    await found('does not get back');
    await player.page.waitForFunction(() => window.audits.done === 1);
    const texts = await player.page.evaluate(() => window.audits.texts.filter(text => text.includes('walker')).at(-1));
    test.check('an audit in a worker finds the planted trap', texts.includes(TRAP));
    test.check('and no escape', !texts.includes('falls out of the level'));
    const after = await player.place();
    test.check('the player stays where it was', after.x === before.x && after.z === before.z);
    await player.press('NumpadMultiply');
    await player.press('NumpadMultiply');
    await player.picture('audit');
    const stored = await kept();
    await player.press('NumpadDivide');
    const fell = await player.comes(async () => (await player.place()).y < -1.5, 60);
    test.check('the next finding is played: a walker falls into the pit', fell);
    await player.picture('audit-trap');
    test.check('nothing of it is stored', await kept() === stored);
    // Another level: nobody wants more of the audit.
    const words = await player.words();
    await player.page.evaluate(() => window.sidle.host.send('open levels/corners.toml'));
    await player.word('level levels/corners.toml', words);
    const ended = await player.comes(() => player.page.evaluate(() => window.audits.alive === 0));
    test.check('its worker ends with its level', ended);
    test.take('levels/pit.toml');
}
