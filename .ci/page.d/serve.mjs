// A server of static files for the tests. It sends the compressed files that the build has made, compresses others as public servers
// do, and lists missing ones.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES = {
    '.css': 'text/css',
    '.html': 'text/html; charset=utf-8',
    '.jpg': 'image/jpeg',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.toml': 'text/plain; charset=utf-8',
    '.ttf': 'font/ttf',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
};

// Serves `folder` on a free local port. Returns the server's address, the list of missing paths, a map of `extra` texts
// by path (such as `/still.toml`), a map of `redirects`, a set of `silent` paths, whose requests are never answered, `allow`, which
// lets other origins read the files or not, and `close`.
export async function serve(folder) {
    const missing = [];
    const extra = new Map();
    const compressed = new Map();
    const redirects = new Map();
    const silent = new Set();
    let isAllowed = false;
    const allow = allowed => {
        isAllowed = allowed;
    };
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url, 'http://here');
        const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, '/index.html');
        if (redirects.has(path)) {
            response.writeHead(302, { location: redirects.get(path) }).end();
            return;
        }
        if (silent.has(path)) {
            return;
        }
        let bytes;
        try {
            bytes = extra.get(path) ?? await readFile(join(folder, path));
        } catch {
            missing.push(path);
            response.writeHead(404).end('not found');
            return;
        }
        const headers = {
            'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
            // A file with the hash of its content in its name never changes.
            'cache-control': /-[0-9a-f]{10}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        };
        if (isAllowed) {
            headers['access-control-allow-origin'] = '*';
        }
        const prepared = extra.has(path) ? null : await readFile(join(folder, `${path}.br`)).catch(() => null);
        if (prepared && /\bbr\b/.test(request.headers['accept-encoding'])) {
            bytes = prepared;
            headers['content-encoding'] = 'br';
        } else if (/\bgzip\b/.test(request.headers['accept-encoding'])) {
            // A test may replace an extra text.
            const packed = extra.has(path) ? gzipSync(bytes) : compressed.get(path) ?? gzipSync(bytes);
            compressed.set(path, packed);
            bytes = packed;
            headers['content-encoding'] = 'gzip';
        }
        response.writeHead(200, headers).end(bytes);
    });
    await new Promise(listening => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${server.address().port}/`;
    const close = () => {
        server.close();
        // A silent request keeps its connection.
        server.closeAllConnections();
    };
    return { address, missing, extra, redirects, silent, allow, close };
}

// Returns the size of a file, plain and compressed; bytes.
export async function sizes(path) {
    const bytes = await readFile(path);
    return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}
