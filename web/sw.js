// The service worker. With it, everything that was visited works without a network.
//
// web/assemble.mjs sets VERSION and PARTS. The parts of one version form a separate cache, which is stored at once or not at
// all, so that a page without a network never mixes versions. Visited levels and meshes are in one cache for all versions, which
// the hashes in their names tell apart.
//
// The worker takes over from an older one when its page asks for that: see update.js. What a link or a dropped file
// brings is never requested, so it is never stored.

const VERSION = '__VERSION__';
const PARTS = __PARTS__;

const PREFIX = 'sidle-';
const PAGE = `${PREFIX}page-${VERSION}`;
const VISITED = `${PREFIX}visited`;

// A name that contains the hash of the file's content. Such a file never changes.
const HASHED = /-[0-9a-f]{10}\.\w+$/;

const { scope } = self.registration;
const index = new URL('./', scope).href;

self.addEventListener('install', event => event.waitUntil(install()));
self.addEventListener('activate', event => event.waitUntil(removeOldVersions()));

self.addEventListener('fetch', event => {
    const { request } = event;
    if (request.method === 'GET' && request.url.startsWith(scope)) {
        if (request.mode === 'navigate') {
            const { pathname } = new URL(request.url);
            const isPage = [index, `${index}index.html`].includes(new URL(pathname, scope).href);
            if (isPage) {
                event.respondWith(pageNetworkFirst(request));
            }
        } else {
            event.respondWith(HASHED.test(request.url) ? cacheFirst(request) : networkFirst(request));
        }
    }
});

self.addEventListener('message', event => {
    const [word, ...rest] = event.data;
    if (word === 'version') {
        event.ports[0].postMessage(VERSION);
    } else if (word === 'take over') {
        self.skipWaiting();
    } else if (word === 'keep') {
        event.waitUntil(storeLoaded(rest));
    }
});

// Stores the parts of the page. They come from the browser's cache if it has them.
async function install() {
    const cache = await caches.open(PAGE);
    await Promise.all([
        cache.add(new Request(index, { cache: 'no-cache' })),
        ...PARTS.map(path => cache.add(new Request(new URL(path, scope)))),
    ]);
}

// Removes the parts of older versions, unless several pages are open, of which one may need them.
async function removeOldVersions() {
    const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
    if (pages.length < 2) {
        const names = await caches.keys();
        const old = names.filter(name => name.startsWith(`${PREFIX}page-`) && name !== PAGE);
        await Promise.all(old.map(name => caches.delete(name)));
    }
}

// Returns the page from the server, or the stored one if there is no network. The stored page serves all parameters, which only
// the page reads.
async function pageNetworkFirst(request) {
    try {
        return await fetch(request, { cache: 'no-cache' });
    } catch (error) {
        const cache = await caches.open(PAGE);
        const page = await cache.match(index);
        if (!page) {
            throw error;
        }
        return page;
    }
}

// Returns a file that never changes, from a cache if one has it.
async function cacheFirst(request) {
    return await caches.match(request) ?? fetchAndStore(request);
}

// Returns a file that may change, from the server if there is a network.
async function networkFirst(request) {
    try {
        return await fetchAndStore(request);
    } catch (error) {
        const found = await caches.match(request);
        if (!found) {
            throw error;
        }
        return found;
    }
}

async function fetchAndStore(request) {
    const response = await fetch(request);
    if (response.status === 200 && response.type === 'basic') {
        const cache = await caches.open(VISITED);
        // The game gets its file even if the disk is full.
        await cache.put(request, response.clone()).catch(() => {});
    }
    return response;
}

// Stores the files that a page loaded before this worker controlled it.
async function storeLoaded(addresses) {
    const ours = addresses.filter(address => address.startsWith(scope) && HASHED.test(address));
    await Promise.all(ours.map(async address => {
        if (!await caches.match(address)) {
            await fetchAndStore(new Request(address));
        }
    }));
}
