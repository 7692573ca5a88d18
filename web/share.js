// Shares a link to a contact together with a picture of it, which sites show beside the link, and what happened in words.
//
// On a touch screen, the browser's own list of apps gets all three. Elsewhere the link is copied and the picture is saved.

import { download } from './files.js';
import { copy, say } from './say.js';
import { device } from './state.js';

const NAME = 'sidle-contact.png';

// `text` are the words. `canvas` has just been drawn: the browser keeps its picture until the end of this task.
export async function share(link, text, canvas) {
    const picture = await new Promise(resolve => canvas.toBlob(resolve, 'image/png'));
    const files = [new File([picture], NAME, { type: 'image/png' })];
    if (device.now === 'touch' && navigator.canShare?.({ url: link, files })) {
        try {
            await navigator.share({ title: document.title, text, url: link, files });
            return;
        } catch (error) {
            // The player has closed the list. Any other reason leaves the clipboard.
            if (error.name === 'AbortError') {
                return;
            }
        }
    }
    await copy(link);
    download(NAME, new Uint8Array(await picture.arrayBuffer()));
    say(`copied a link to this contact, and saved its picture as ${NAME}`);
}
