// The keys of the game, as the browser and gl.js see them.

// Gives the game the codes of two keys that gl.js mistakes for others. The codes are those of miniquad's KeyCode.
export function repairKeys() {
    const corrected = { Quote: 0x27, Slash: 0x2f };
    const { into_sapp_keycode: codeOf } = window;
    window.into_sapp_keycode = name => corrected[name] ?? codeOf(name);
}

// Prevents the browser's own action for keys of the game, such as saving the page, searching, or opening its tools.
// Compares keys by position, as the game does. The player can still copy, paste, reload, and open and close tabs.
export function keepFromBrowser(event) {
    const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const alone = ['F11', 'F12'].includes(code);
    const withControl = (ctrlKey || metaKey) && !altKey && (!shiftKey || code === 'KeyZ');
    if (alone || withControl && /^Key[SPDFKBGOUZY]$/.test(code)) {
        event.preventDefault();
    }
}
