// The service worker. With it, everything that was visited works without a network.
//
// web/assemble.mjs sets VERSION, PARTS and VISITABLE. Each version has one cache. Its parts are stored at once or not at all, so
// that a page without a network never mixes versions. Visited levels and meshes join them. A new version takes over those that it
// still has, by the hashes in their names, and the caches of older versions are removed.
//
// The worker takes over from an older one when its page asks for that: see update.js. What a link or a dropped file
// brings is never requested, so it is never stored.

const VERSION = '__VERSION__';
const PARTS = __PARTS__;
// The other files of this version that have the hash of their content in their names.
const VISITABLE = __VISITABLE__;

const PREFIX = 'sidle-';
const CACHE = `${PREFIX}${VERSION}`;

// How long the server may be silent, if the file is stored; milliseconds. Smaller: a slow server never shows its newest page;
// larger: a server that accepts and does not answer keeps the page blank.
const MAX_SILENCE = 3000;

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
                event.respondWith(networkFirst(request, index));
            }
        } else {
            event.respondWith(HASHED.test(request.url) ? cacheFirst(request) : networkFirst(request, request.url));
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
    } else if (word === 'started') {
        // When this version took over, other pages may have been open.
        event.waitUntil(removeOldVersions());
    }
});

// Stores the parts of the page. They come from the browser's cache if it has them.
async function install() {
    const cache = await caches.open(CACHE);
    await Promise.all([
        cache.add(new Request(index, { cache: 'no-cache' })),
        ...PARTS.map(path => cache.add(new Request(new URL(path, scope)))),
    ]);
}

// Takes over what the caches of older versions have of this one, and removes them. If several pages are open, one of them may
// still need an older version, which is then removed later.
async function removeOldVersions() {
    const pages = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
    const names = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== CACHE);
    // A newer version, which is installed or waits, has its cache already.
    const { installing, waiting } = self.registration;
    if (pages.length > 1 || names.length === 0 || installing || waiting) {
        return;
    }
    const cache = await caches.open(CACHE);
    const has = new Set((await cache.keys()).map(({ url }) => url));
    const wanted = new Set(VISITABLE.map(path => new URL(path, scope).href));
    const isWanted = ({ url }) => !has.has(url) && (wanted.has(url) || !HASHED.test(url) && url !== index);
    for (const name of names) {
        const old = await caches.open(name);
        const requests = await old.keys();
        // Another folder of the same site may have this page, too.
        if (requests.every(({ url }) => url.startsWith(scope))) {
            for (const request of requests.filter(isWanted)) {
                await cache.put(request, await old.match(request));
            }
            await caches.delete(name);
        }
    }
}

// Returns a file that never changes, from a cache if one has it. Pages of an older version may be open.
async function cacheFirst(request) {
    return await caches.match(request) ?? fetchWhole(request);
}

// Returns a file that may change, from the server. If it does not arrive in time, returns the stored file `address`. The page is
// stored once for all parameters, which only the page reads.
async function networkFirst(request, address) {
    const isPage = address === index;
    const found = await (isPage ? (await caches.open(CACHE)).match(address) : caches.match(address));
    const ended = new AbortController();
    const silence = found && setTimeout(() => ended.abort(), MAX_SILENCE);
    try {
        const response = await fetchWhole(request, { signal: ended.signal, ...isPage && { cache: 'no-cache' } }, !isPage);
        if (!ended.signal.aborted) {
            return response;
        }
    } catch (error) {
        if (!found) {
            throw error;
        }
    } finally {
        clearTimeout(silence);
    }
    return found;
}

// Fetches a file, and waits for its end. Stores it if `stores` is true.
async function fetchWhole(request, options, stores = true) {
    const response = await fetch(request, options);
    if (response.status === 200 && response.type === 'basic') {
        const copy = response.clone();
        if (stores) {
            const cache = await caches.open(CACHE);
            // The game gets its file even if the disk is full.
            await cache.put(request, copy).catch(() => {});
        } else {
            await copy.arrayBuffer();
        }
    }
    return response;
}

// Stores the files that a page loaded before this worker controlled it.
async function storeLoaded(addresses) {
    const ours = addresses.filter(address => address.startsWith(scope) && HASHED.test(address));
    await Promise.all(ours.map(async address => {
        if (!await caches.match(address)) {
            await fetchWhole(new Request(address));
        }
    }));
}
