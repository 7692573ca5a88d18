// Full screen, for the whole page and not only for the canvas, so that the bar and the sticks stay visible.

export const screen = {
    // iPhones have full screen only for videos.
    get exists() {
        return document.fullscreenEnabled === true;
    },
    get full() {
        return document.fullscreenElement !== null;
    },
    // Enters full screen, or leaves it.
    async set(full) {
        try {
            if (!full) {
                await document.exitFullscreen();
            } else {
                await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
                // Pass keys like Ctrl W to the game, since Ctrl is "down" when flying. Only Chromium can do that, and only
                // in full screen. Esc still leaves full screen.
                await navigator.keyboard?.lock?.(['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyN', 'KeyT']);
            }
        } catch {
            // The browser refuses without a press just before, or by its settings.
        }
    },
};
