// Full screen: the whole page and not only the canvas, so that bar and sticks stay.

export const screen = {
    // iPhones have none, except for videos: no button there.
    get exists() {
        return document.fullscreenEnabled === true;
    },
    get full() {
        return document.fullscreenElement !== null;
    },
    async set(full) {
        try {
            if (!full) {
                await document.exitFullscreen();
            } else {
                await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
                // Only Chromium has it, and only in full screen: Ctrl W and its like come to the game, where Ctrl is
                // "down" when flying. Esc stays the browser's.
                await navigator.keyboard?.lock?.(['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyN', 'KeyT']);
            }
        } catch {
            // Without a press before it, or by the user's settings: it stays as it is.
        }
    },
};
