// The text editor beside the game, as a player uses it.

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
        await this.page.keyboard.press('Enter');
        await this.page.keyboard.press('Escape');
        await this.page.keyboard.press('ArrowRight');
    }

    // The words of all listed problems.
    async problems() {
        return this.page.locator('#drawer-problems').innerText();
    }
}
