// Compresses the page's files for servers that send prepared ones: `node web/compress.mjs target/web`.
//
// Beside each file that gets a tenth smaller, it writes one with `.br` and one with `.gz`. Brotli has its highest quality and the
// largest window that every browser accepts, which makes the program a tenth smaller than the usual window does. That takes
// 14 s, so only a build to publish does it: COMPRESS=1 bash web/build.sh

import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

// Smaller: pictures, which are compressed already, have another two files each.
const MIN_GAIN = 0.1;

const folder = process.argv[2];

function brotli(bytes) {
    return brotliCompressSync(bytes, {
        params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
    });
}

for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    // Servers read the first one themselves.
    if (name !== '_headers' && statSync(path).isFile()) {
        const bytes = readFileSync(path);
        for (const [ending, packed] of [['br', brotli(bytes)], ['gz', gzipSync(bytes, { level: 9 })]]) {
            if (packed.length <= bytes.length * (1 - MIN_GAIN)) {
                writeFileSync(`${path}.${ending}`, packed);
            }
        }
    }
}
