// The service worker: keeps what was visited for a time without a network, and offers a newer version of the page.
//
// A newer version waits until the player presses Update. It never replaces the page that is being played.

import { $ } from './state.js';

// The version of this page, which web/assemble.mjs sets.
const VERSION = '__VERSION__';

// Starts the service worker, if the browser allows one: over https, and on this computer.
export async function makeUpdates() {
    const workers = navigator.serviceWorker;
    if (!workers) {
        return;
    }
    let registration;
    try {
        registration = await workers.register('sw.js', { updateViaCache: 'none' });
    } catch {
        // Some browsers allow none in private windows. The page works without it.
        return;
    }
    keepLoaded(registration);
    watchUpdates(registration);
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') {
            // Without a network, there is nothing to find.
            registration.update().catch(() => {});
        }
    });
}

// On the first visit, the page loads its files before the worker is there to store them.
async function keepLoaded(registration) {
    const { active } = await navigator.serviceWorker.ready;
    const keep = entries => {
        if (!navigator.serviceWorker.controller) {
            (registration.active ?? active).postMessage(['keep', ...entries.map(({ name }) => name)]);
        }
    };
    new PerformanceObserver(list => keep(list.getEntries())).observe({ type: 'resource', buffered: true });
}

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

// A newer worker is ready. If it belongs to this very page, it takes over; else the player decides.
async function handleWaiting(worker) {
    if (await versionOf(worker) === VERSION) {
        worker.postMessage(['take over']);
        return;
    }
    $('update').hidden = false;
    $('update-now').onclick = () => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
        worker.postMessage(['take over']);
        // A page that no worker controls gets no such event.
        if (!navigator.serviceWorker.controller) {
            location.reload();
        }
    };
    $('update-later').onclick = () => {
        $('update').hidden = true;
    };
}

function versionOf(worker) {
    return new Promise(resolve => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = event => resolve(event.data);
        worker.postMessage(['version'], [port2]);
    });
}
