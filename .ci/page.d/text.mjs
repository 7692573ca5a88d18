// The text editor beside the game, as a player uses it.

export const FAST = '?msaa=1&resolution=50';
export const LARGE = { viewport: { width: 1280, height: 720 } };
// The game prints the problems of a level, as a program does. And CodeMirror says so when a slow machine makes it measure its
// lines more than five times for one frame.
export const PROBLEMS = /^warning: (error: |warning: |Measure loop restarted)/;

// A level with one mover more than an own file may have. They stop for nothing, and are out of sight.
export function many(name, count = 10_001) {
    const head = `format = 1\nname = "${name}"\n[spawn]\nposition = [500, 9, 500]\nmode = "fly"\n`;
    const mover = at => `[[mover]]\nkind = "crate"\nspeed = 1\non_hit = "pass"\npath = [[${at}, 0, 0], [${at}, 0, 1]]\n`;
    return head + Array.from({ length: count }, (_, number) => mover(number * 3)).join('');
}

// Drops a file onto the page.
export async function drop(player, name, text) {
    await player.page.evaluate(([name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        for (const type of ['dragenter', 'dragover', 'drop']) {
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
    }, [name, text]);
}

// Starts to play. Returns the player and the player's text editor.
export async function begin(test, { query = FAST, expects = [PROBLEMS], ...options } = {}) {
    const player = await test.browser.open(query, { expects, ...options });
    await player.play();
    return [player, new Text(player)];
}

export class Text {
    constructor(player) {
        this.player = player;
        this.page = player.page;
        this.content = this.page.locator('#drawer-editor .cm-content');
    }

    // Opens the text with the key, from the game.
    async open() {
        await this.player.press('`');
        await this.content.waitFor();
        await this.page.waitForFunction(() => document.getElementById('drawer-editor').shadowRoot.activeElement !== null);
    }

    // The text that the game has.
    async played(path = 'levels/courtyard.toml') {
        return this.page.evaluate(path => new TextDecoder().decode(window.sidle.host.files.get(path)), path);
    }

    // Whether the game gets a text that contains `sought`.
    async plays(sought, path) {
        return this.player.comes(async () => (await this.played(path)).includes(sought));
    }

    // Replaces the whole text, as by pasting.
    async fill(text) {
        await this.content.focus();
        await this.page.keyboard.press('Control+a');
        await this.paste(text);
    }

    async paste(text) {
        await this.content.evaluate((content, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', text);
            content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, text);
    }

    // Puts the cursor behind the first place of `sought`, by searching for it.
    async goTo(sought) {
        await this.content.focus();
        await this.page.keyboard.press('Control+Home');
        await this.page.keyboard.press('Control+f');
        await this.page.locator('#drawer-editor .cm-search input[name=search]').fill(sought);
        // The search takes the words when a key is released.
        await this.page.keyboard.press('End');
        await this.page.keyboard.press('Enter');
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('ArrowRight');
    }

    // The words of all listed problems.
    async problems() {
        return this.page.locator('#drawer-problems').innerText();
    }
}
