#!/usr/bin/env bash
# Builds the package for JavaScript into target/npm/package, ready for `npm pack`.
#
#     bash integrations/js/build.sh
#
# Needs rustup, and node with npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Cargo's output folder.
built=${CARGO_TARGET_DIR:-target}
package=target/npm/package

rustup target add wasm32-unknown-unknown
# Without upright boxes, which would make the program larger than it may be. Flags of the environment would replace this one.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
cargo build --locked --profile js --target wasm32-unknown-unknown --package sidle-capi \
    --config "target.wasm32-unknown-unknown.rustflags = ['--cfg', 'sidle_without_boxes']"

rm -rf "$package"
mkdir -p "$package"
cp integrations/js/{package.json,index.d.ts,index.js,node.js,sidle.js,structs.js} LICENSE-MIT LICENSE-APACHE "$package"
cp docs/javascript.md "$package/README.md"
cp "$built/wasm32-unknown-unknown/js/sidle_c.wasm" "$package/sidle.wasm"
bash web/shrink.sh "$package/sidle.wasm"
