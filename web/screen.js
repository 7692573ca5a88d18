// Full screen, for the whole page and not only for the canvas, so that the bar and the sticks stay visible.

export const screen = {
    // iPhones have full screen only for videos.
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
                // Pass keys like Ctrl W to the game, where Ctrl is "down" when flying. Only Chromium can do that, and
                // only in full screen. Esc still belongs to the browser.
                await navigator.keyboard?.lock?.(['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyN', 'KeyT']);
            }
        } catch {
            // The browser refuses if there was no press before, or if the user's settings forbid it.
        }
    },
};
