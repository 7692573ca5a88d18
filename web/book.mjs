// Makes pages of the book of sliding, docs/sliding: a page for each Markdown file, with live moments.
//
// A picture below a comment `<!-- moment: LEVEL RECORDING tick=N -->` becomes the element <sidle-moment>, which is that picture until
// somebody presses it. Any other reader of the Markdown, and a page without scripts, shows the picture.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';

const BOOK = 'docs/sliding';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; "
    + "form-action 'none'";

const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

// The files of the book in a folder with one of these extensions, sorted by name.
function files(folder, extension) {
    return readdirSync(join(BOOK, folder)).filter(name => name.endsWith(extension)).sort();
}

// Copies the recordings of the moments, and returns their paths in the page.
export function copyMoments(page) {
    mkdirSync(join(page, 'sliding'), { recursive: true });
    return files('moments', '.sidle').map(name => {
        cpSync(join(BOOK, 'moments', name), join(page, 'sliding', name));
        return `sliding/${name}`;
    });
}

// The attributes of the element for the words of a comment.
function attributes(words) {
    const [level, recording, ...others] = words.split(/\s+/);
    const moment = `?level=${level}&replay=${recording}`;
    const more = others.map(other => other.split('=')).map(([name, value]) => ` ${name}="${escaped(value)}"`);
    return `moment="${escaped(moment)}" why${more.join('')}`;
}

// The size of a picture, as its first tag says.
function sizeOf(path) {
    const [, width, height] = readFileSync(join(BOOK, path), 'utf8').match(/ width="(\d+)" height="(\d+)"/) ?? [];
    return width ? ` width="${width}" height="${height}"` : '';
}

// The HTML of a Markdown text.
function html(text) {
    let moment = null;
    const renderer = {
        html({ text }) {
            const found = text.match(/^<!-- moment: (.*?) -->/);
            moment = found ? found[1] : moment;
            return found ? '' : text;
        },
        image({ href, text, title }) {
            const picture = `<img src="${escaped(href)}" alt="${escaped(text)}"${sizeOf(href)}>`;
            const shown = moment === null ? picture
                : `<sidle-moment ${attributes(moment)} aria-label="${escaped(text)}" poster="${escaped(href)}">${picture}</sidle-moment>`;
            moment = null;
            return `<figure>${shown}${title ? `<figcaption>${escaped(title)}</figcaption>` : ''}</figure>`;
        },
        paragraph({ tokens }) {
            const content = this.parser.parseInline(tokens);
            return tokens.length === 1 && tokens[0].type === 'image' ? `${content}\n` : `<p>${content}</p>\n`;
        },
        table(token) {
            const row = (cells, tag) => `<tr>${cells.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
            const rows = token.rows.map(cells => row(cells, 'td')).join('');
            return `<div class="wide"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
        },
        link({ href, tokens }) {
            const content = this.parser.parseInline(tokens);
            const chapter = href.match(/^([\w-]+)\.md$/);
            if (chapter) {
                return `<a href="${chapter[1] === 'README' ? './' : `${chapter[1]}.html`}">${content}</a>`;
            }
            // The other files of the project are no part of the page.
            return /^https?:/.test(href) ? `<a href="${escaped(href)}">${content}</a>` : content;
        },
    };
    return new Marked({ renderer }).parse(text);
}

// Writes the pages, whose style sheet and icon have these names. Returns their paths.
export function writeBook(page, { style, icon }) {
    cpSync(join(BOOK, 'pictures'), join(page, 'sliding/pictures'), { recursive: true });
    return files('', '.md').map(name => {
        const text = readFileSync(join(BOOK, name), 'utf8');
        const title = text.match(/^# (.*)$/m)[1];
        const path = `sliding/${name === 'README.md' ? 'index' : name.replace('.md', '')}.html`;
        const body = html(text);
        const script = body.includes('<sidle-moment') ? '<script src="../moment.js"></script>\n' : '';
        writeFileSync(join(page, path), `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="../${icon}" type="image/svg+xml">
<link rel="stylesheet" href="../${style}">
<header><a href="../">sidle</a><a href="./">The book of sliding</a></header>
<main>
${body}</main>
${script}`);
        return path;
    });
}
