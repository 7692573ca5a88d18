// Completion, and the explanation of a key. Both come from the level format.

import { snippetCompletion } from '@codemirror/autocomplete';
import { hoverTooltip } from '@codemirror/view';
import { BUILT_IN_KINDS, defaultOf, exampleOf, isTable, isTableArray, keysOf, ruleOf, wordsOf } from './schema.js';
import { structureOf } from './structure.js';
import { contextAt, ownKinds } from './toml.js';

// Completes headers, keys and values. `meshes` returns the paths of the meshes that the level can use.
export function makeCompletion(meshes) {
    return context => {
        const { state, pos } = context;
        const line = state.doc.lineAt(pos);
        const before = line.text.slice(0, pos - line.from);
        if (inComment(before)) {
            return null;
        }
        const header = before.match(/^\s*(\[\[?[\w.]*)$/);
        const structure = structureOf(state);
        if (header) {
            const follows = line.text.slice(pos - line.from).match(/^\]*/)[0].length;
            return { from: pos - header[1].length, to: pos + follows, options: headers(), filter: true, validFor: /^\[\[?[\w.]*$/ };
        }
        const found = contextAt(structure, pos);
        const word = before.match(/[\w-]*$/)[0];
        if (found.kind === 'key') {
            return word || context.explicit ? { from: pos - word.length, options: keys(found), validFor: /^[\w-]*$/ } : null;
        }
        if (found.kind !== 'value') {
            return null;
        }
        const { value, pair } = found;
        const options = value === pair.value ? values(found, structure, meshes()) : [];
        // A complete word needs no list, which would take the next Enter.
        const isWhole = text => options.some(({ label }) => label === text);
        if (options.length === 0 || !context.explicit && isWhole(state.sliceDoc(value.from, value.to))) {
            return null;
        }
        // A string without its closing quote reaches to the end of the line.
        const ends = value.kind !== 'string' || /^(["']).*\1$/.test(state.sliceDoc(value.from, value.to));
        const from = value.kind === 'none' ? pos : value.from;
        const validFor = text => /^["']?[^"'\n]*["']?$/.test(text) && !isWhole(text);
        return { from, to: ends ? Math.max(value.to, pos) : pos, options, validFor };
    };
}

// Whether a line is in a comment after `before`.
function inComment(before) {
    return /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*#/.test(before);
}

function option(label, rule, type, boost = 0) {
    const { meaning, type: unit } = wordsOf(rule);
    const known = defaultOf(rule);
    return { label, type, detail: unit, info: known === null ? meaning : `${meaning} Default: ${known}`, boost };
}

function headers() {
    const tables = keysOf([]).filter(({ rule }) => isTable(rule));
    return tables.map(({ name, rule }) => {
        const own = name === 'kinds';
        const label = isTableArray(rule) ? `[[${name}]]` : own ? '[kinds.NAME]' : `[${name}]`;
        const made = option(label, rule, 'class');
        return own ? snippetCompletion(`[kinds.\${NAME}]\nmesh = "\${FILE.obj}"`, made) : made;
    });
}

function keys({ names, beside, pair }) {
    const free = keysOf(names).filter(({ name, rule }) => !beside.includes(name) && !(names.length === 0 && isTable(rule)));
    return free.map(({ name, rule, required }) => {
        const made = option(name, rule, 'property', required ? 1 : 0);
        return pair?.value ? made : snippetCompletion(`${name} = ${placeholder(rule)}`, made);
    });
}

// The first value of a new key, which the author types over.
function placeholder(rule) {
    const example = exampleOf(rule).replaceAll(/[{}]/g, '');
    return example === '""' ? '"${}"' : `\${${example}}`;
}

function values({ names }, structure, meshes) {
    const rule = ruleOf(names);
    if (!rule) {
        return [];
    }
    const key = names.at(-1);
    const texts = (list, detail, type = 'constant') => list.map(text => ({ label: JSON.stringify(text), detail, type }));
    if (rule.enum) {
        return texts(rule.enum, '', 'enum');
    }
    if (rule.type === 'boolean') {
        return ['true', 'false'].map(label => ({ label, type: 'keyword' }));
    }
    if (key === 'kind') {
        return [...texts(ownKinds(structure), 'kind of this level'), ...texts(BUILT_IN_KINDS, 'built-in kind')];
    }
    // The list has no pictures of heights.
    if (wordsOf(rule).type === 'path' && names[0] !== 'terrain') {
        return texts(meshes, 'mesh', 'text');
    }
    const example = defaultOf(rule);
    return example === null || example === '""' ? [] : [{ label: example, detail: 'default', type: 'constant' }];
}

// The explanation that the format gives of the place `at`, as { from, to, title, type, meaning }; null if there is none.
export function explain(state, at) {
    const found = contextAt(structureOf(state), at);
    const place = found.kind === 'header'
        ? { from: found.table.from, to: found.table.headerTo }
        : found.pair && { from: found.pair.from, to: found.kind === 'key' ? found.pair.keyTo : found.pair.to };
    if (!place || at > place.to) {
        return null;
    }
    const names = found.kind === 'key' ? [...found.names, ...found.pair.names] : found.names;
    const rule = ruleOf(names);
    if (!rule || names.length === 0) {
        return null;
    }
    const known = defaultOf(rule);
    const { meaning, type } = wordsOf(rule);
    return { ...place, title: names.join('.'), type, meaning: known === null || rule.const ? meaning : `${meaning} Default: ${known}` };
}

// Shows the explanation of the key under the pointer.
export const hover = hoverTooltip((view, at) => {
    const found = explain(view.state, at);
    return found && {
        pos: found.from,
        end: found.to,
        above: true,
        create: () => {
            const dom = document.createElement('div');
            dom.className = 'cm-about';
            const title = document.createElement('strong');
            title.textContent = found.title;
            const type = document.createElement('span');
            type.textContent = found.type;
            const meaning = document.createElement('p');
            meaning.textContent = found.meaning;
            dom.append(title, ' ', type, meaning);
            return { dom };
        },
    };
}, { hoverTime: 350 });
