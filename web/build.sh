#!/usr/bin/env bash
# Builds the page into target/web: a folder for any server of static files.
#
#     bash web/build.sh
#     python3 -m http.server 8000 --directory target/web
#
# COMPRESS=1 bash web/build.sh also writes each file compressed, for servers that send such files.
# PAGE_URL=https://example.org/sidle/ bash web/build.sh names the page, so that a link to it unfolds with a picture.
#
# Needs rustup, and node with npm, which installs packages as package-lock.json pins them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Cargo's output folder.
built=${CARGO_TARGET_DIR:-target}
page=target/web

rustup target add wasm32-unknown-unknown

# Audits are a separate program, which a page downloads only when somebody audits a level. The files contain no function names.
# A panic still reports its file and line.
cargo build --locked --profile page --target wasm32-unknown-unknown --package sidle-game --package auditor

rm -rf "$page"
mkdir -p "$page"
cp web/*.svg web/*.jpg "$page"
cp "$built"/wasm32-unknown-unknown/page/{sidle,auditor}.wasm "$page"

# Installs the packages of the page, too.
bash web/shrink.sh "$page/auditor.wasm"

# Bundles the text editor, and what makes clips.
node web/editor/bundle.mjs "$page"

# Splits the program, bundles the page, copies what it plays, and names each file by its content.
node web/assemble.mjs "$page"

# For servers that send compressed files. It takes 14 s, so only a build to publish, and that of .ci/run, does it.
if [ -n "${COMPRESS:-}" ]; then node web/compress.mjs "$page"; fi

du -sh "$page"
