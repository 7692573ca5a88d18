// Starts the service worker, which stores what was visited for use without a network, and offers a newer version of the page.
//
// A newer version waits until the player presses Update. It never replaces the page that is being played.

import { $ } from './state.js';

// The version of this page, which web/assemble.mjs sets.
const VERSION = '__VERSION__';

// Starts the service worker, if the browser allows one. It does over https, and for pages of this computer.
export async function startUpdates() {
    let registration;
    try {
        registration = await navigator.serviceWorker?.register('sw.js', { updateViaCache: 'none' });
    } catch {
        // Some browsers allow no service worker in private windows, and none does in a sandbox. The page works without it.
    }
    if (!registration) {
        return;
    }
    navigator.serviceWorker.controller?.postMessage(['started']);
    storeLoaded(registration);
    watchUpdates(registration);
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') {
            // Without a network, no version is found.
            registration.update().catch(() => {});
        }
    });
}

// Tells the worker to store the files that the page has loaded. On the first visit, the page loads them before the worker
// controls it, so they do not pass through the worker.
async function storeLoaded(registration) {
    const { active } = await navigator.serviceWorker.ready;
    const report = entries => {
        if (!navigator.serviceWorker.controller) {
            (registration.active ?? active).postMessage(['keep', ...entries.map(({ name }) => name)]);
        }
    };
    new PerformanceObserver(list => report(list.getEntries())).observe({ type: 'resource', buffered: true });
}

// Handles each newer worker once it is installed and waits.
function watchUpdates(registration) {
    const check = async worker => {
        if (worker.state === 'installed' && registration.active) {
            await handleWaiting(worker);
        }
    };
    const watch = worker => {
        check(worker);
        worker.addEventListener('statechange', () => check(worker));
    };
    [registration.waiting, registration.installing].filter(Boolean).forEach(watch);
    registration.addEventListener('updatefound', () => watch(registration.installing));
}

// Handles a newer worker that waits. If it has the version of this page, it takes over. Otherwise the player decides.
async function handleWaiting(worker) {
    if (await versionOf(worker) === VERSION) {
        worker.postMessage(['take over']);
        return;
    }
    $('update').hidden = false;
    $('update-now').onclick = () => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
        worker.postMessage(['take over']);
        // A page that no worker controls does not get this event.
        if (!navigator.serviceWorker.controller) {
            location.reload();
        }
    };
    $('update-later').onclick = () => {
        $('update').hidden = true;
    };
}

// Asks a worker for its version.
function versionOf(worker) {
    return new Promise(resolve => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = event => resolve(event.data);
        worker.postMessage(['version'], [port2]);
    });
}
