// Reads the structure of a level's text: tables, entries, keys, and the places of values.
//
// The game alone decides what is valid. This reader never fails: after a mistake it continues in the next line, since an
// author looks for help just then. It takes time linear in the text.

// Deeper values are skipped: a text of a million brackets must not exhaust the stack.
const DEEPEST = 40;

const BARE_KEY = /[A-Za-z0-9_-]+/y;
const WORD = /[^\s,[\]{}#="']+/y;
export const NUMBER = /^[+-]?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?$/;
// A line that begins something new, although an array above it is still open.
const NEW_TABLE = /[ \t]*(?:\[\[ *[A-Za-z_]|\[ *[A-Za-z_][\w. -]*\][ \t]*(?:#.*)?$)/my;
const NEW_KEY = /[ \t]*[A-Za-z_][\w-]*[ \t]*=/my;

class Reader {
    constructor(text) {
        this.text = text;
        this.at = 0;
        this.numbers = [];
        // Whether the place is in an inline table, where keys may begin lines.
        this.inTable = false;
        // Whether open brackets were given up.
        this.interrupted = false;
    }

    get next() {
        return this.text[this.at];
    }

    match(pattern) {
        pattern.lastIndex = this.at;
        return pattern.exec(this.text)?.[0];
    }

    skipSpace() {
        while (this.next === ' ' || this.next === '\t') {
            this.at += 1;
        }
    }

    skipComment() {
        this.skipSpace();
        if (this.next === '#') {
            this.skipLine();
        }
    }

    // Up to the end of the line.
    skipLine() {
        const end = this.text.indexOf('\n', this.at);
        this.at = end < 0 ? this.text.length : end;
    }

    // Blank lines and comments inside of brackets. Returns whether they go on: not at the end of the text, nor where a line
    // begins something new, although no bracket has closed them.
    skipLines() {
        while (!this.interrupted) {
            this.skipComment();
            if (this.next === '\r') {
                this.at += 1;
            } else if (this.next === '\n') {
                this.at += 1;
                if (this.match(NEW_TABLE) !== undefined || !this.inTable && this.match(NEW_KEY) !== undefined) {
                    this.interrupted = true;
                }
            } else {
                return this.at < this.text.length;
            }
        }
        return false;
    }

    // A dotted key, as a list of names; empty if there is none.
    key() {
        const names = [];
        for (;;) {
            this.skipSpace();
            if (this.next === '"' || this.next === '\'') {
                const from = this.at;
                this.string();
                names.push(this.text.slice(from + 1, this.at - 1));
            } else {
                const name = this.match(BARE_KEY);
                if (!name) {
                    return names;
                }
                names.push(name);
                this.at += name.length;
            }
            const end = this.at;
            this.skipSpace();
            if (this.next !== '.') {
                this.at = end;
                return names;
            }
            this.at += 1;
        }
    }

    string() {
        const quote = this.next;
        const long = quote.repeat(3);
        const isLong = this.text.startsWith(long, this.at);
        const escapes = quote === '"';
        this.at += isLong ? 3 : 1;
        while (this.at < this.text.length) {
            if (escapes && this.next === '\\') {
                this.at += 2;
            } else if (isLong && this.text.startsWith(long, this.at)) {
                this.at += 3;
                return;
            } else if (!isLong && this.next === quote) {
                this.at += 1;
                return;
            } else if (!isLong && this.next === '\n') {
                return;
            } else {
                this.at += 1;
            }
        }
        this.at = this.text.length;
    }

    value(depth) {
        const from = this.at;
        const found = { kind: 'none', from, to: from };
        if (this.next === '"' || this.next === '\'') {
            found.kind = 'string';
            this.string();
        } else if (this.next === '[' && depth < DEEPEST) {
            found.kind = 'array';
            Object.assign(found, this.array(depth));
        } else if (this.next === '{' && depth < DEEPEST) {
            found.kind = 'table';
            Object.assign(found, this.inlineTable(depth));
        } else {
            const word = this.match(WORD);
            if (word) {
                this.at += word.length;
                found.kind = NUMBER.test(word) ? 'number' : 'word';
                if (found.kind === 'number') {
                    this.numbers.push({ from, to: this.at });
                }
            }
        }
        found.to = this.at;
        return found;
    }

    array(depth) {
        const items = [];
        this.at += 1;
        while (this.skipLines()) {
            if (this.next === ']') {
                this.at += 1;
                return { items, closed: true };
            }
            const before = this.at;
            if (this.next !== ',') {
                items.push(this.value(depth + 1));
            }
            if (this.next === ',' || this.at === before) {
                this.at += 1;
            }
        }
        return { items, closed: false };
    }

    inlineTable(depth) {
        const outer = this.inTable;
        this.inTable = true;
        this.at += 1;
        const table = this.inlinePairs(depth);
        this.inTable = outer;
        return table;
    }

    inlinePairs(depth) {
        const pairs = [];
        while (this.skipLines()) {
            if (this.next === '}') {
                this.at += 1;
                return { pairs, closed: true };
            }
            const before = this.at;
            const pair = this.pair(depth + 1);
            if (pair) {
                pairs.push(pair);
            }
            this.skipSpace();
            if (this.next === ',' || this.at === before) {
                this.at += 1;
            }
        }
        return { pairs, closed: false };
    }

    // `key = value`; null without a key.
    pair(depth) {
        const from = this.at;
        const names = this.key();
        if (names.length === 0) {
            return null;
        }
        const pair = { names, from, keyTo: this.at, value: null };
        this.skipSpace();
        if (this.next === '=') {
            this.at += 1;
            this.skipSpace();
            pair.value = this.value(depth);
        }
        pair.to = this.at;
        return pair;
    }

    // All tables with their pairs. The first has no header: it holds the keys at the top.
    tables() {
        const tables = [{ names: [], array: false, number: 0, from: 0, headerTo: 0, pairs: [] }];
        const counts = new Map();
        while (this.at < this.text.length) {
            this.interrupted = false;
            this.skipSpace();
            const from = this.at;
            if (this.next === '[') {
                const array = this.text[this.at + 1] === '[';
                this.at += array ? 2 : 1;
                const names = this.key();
                this.skipLine();
                const headerTo = this.at;
                const name = names.join('.');
                const number = counts.get(name) ?? 0;
                counts.set(name, number + 1);
                tables.push({ names, array, number, from, headerTo, pairs: [] });
            } else if (this.next !== '#') {
                const pair = this.pair(0);
                if (pair) {
                    tables.at(-1).pairs.push(pair);
                }
            }
            // An open value ends before the line that begins something new.
            if (this.at === from || this.text[this.at - 1] !== '\n') {
                this.skipLine();
                this.at += 1;
            }
        }
        tables.forEach((table, at) => {
            table.to = tables[at + 1]?.from ?? this.text.length;
        });
        return tables;
    }
}

// The structure of `text`: its tables, and the places of all numbers.
export function read(text) {
    const reader = new Reader(text);
    return { tables: reader.tables(), numbers: reader.numbers };
}

// The last element of a sorted list that begins at `at` or before.
export function lastBefore(list, at) {
    let [low, high] = [0, list.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle].from <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return list[low - 1];
}

// The number at `at`, or just before it.
export function numberAt({ numbers }, at) {
    const found = lastBefore(numbers, at);
    return found && at <= found.to ? found : null;
}

// The context of `at`, which is a `header`, a `key` or a `value`; with the names of the tables and keys that lead there, and
// the names of the other keys that are already written in the same table.
export function contextAt({ tables }, at) {
    const table = lastBefore(tables, at);
    if (at <= table.headerTo && table.names.length > 0) {
        return { kind: 'header', names: table.names, table };
    }
    return contextIn(table.pairs, table.names, at, table);
}

function contextIn(pairs, names, at, table) {
    const pair = lastBefore(pairs, at);
    const beside = pairs.filter(other => other !== pair || at > pair.to).map(other => other.names[0]);
    if (pair && at <= pair.keyTo) {
        return { kind: 'key', names, pair, beside, table };
    }
    const value = pair?.value;
    // A value ends where the next character begins: behind `[1, 2]` is not in it.
    if (!value || at > value.to || value.closed && at === value.to) {
        return { kind: 'key', names, pair: null, beside, table };
    }
    return contextOf(value, [...names, ...pair.names], at, { pair, beside, table });
}

function contextOf(value, names, at, around) {
    if (value.kind === 'table') {
        return contextIn(value.pairs, names, at, around.table);
    }
    const item = value.kind === 'array' ? lastBefore(value.items, at) : null;
    if (item && at <= item.to) {
        return contextOf(item, names, at, around);
    }
    return { kind: 'value', names, value, ...around };
}

// The entries of the array of tables `name`, in both ways to write them: [[name]], or name = [{ … }].
function entriesNamed({ tables }, name) {
    const headed = tables.filter(({ names, array }) => array && names.length === 1 && names[0] === name);
    const inline = tables[0].pairs.filter(({ names, value }) => names.length === 1 && names[0] === name && value?.items);
    return [...headed, ...inline.flatMap(({ value }) => value.items)];
}

// The tables whose entries stand somewhere in the picture.
const PLACED = ['mesh', 'sign', 'prop', 'mover', 'zone', 'terrain', 'place'];

// The entry at `at`, as the game names it: `prop 3`; null outside of all.
export function entryAt(structure, at) {
    for (const name of PLACED) {
        const number = entriesNamed(structure, name).findIndex(({ from, to }) => from <= at && at < to);
        if (number >= 0) {
            return `${name} ${number}`;
        }
    }
    return null;
}

// The place of the entry that the game names `prop 3`; null if the text has no such entry.
export function placeOfEntry(structure, entry) {
    const [name, number] = entry.split(' ');
    const found = entriesNamed(structure, name)[Number(number)];
    // Comments below the last key belong to the next entry.
    const headedTo = found?.pairs?.at(-1)?.to ?? found?.headerTo;
    return found ? { from: found.from, to: found.headerTo === undefined ? found.to : headedTo } : null;
}

// The names of the level's own kinds.
export function ownKinds({ tables }) {
    const headed = tables.filter(({ names }) => names[0] === 'kinds' && names.length === 2).map(({ names }) => names[1]);
    const inside = tables.filter(({ names }) => names.length === 1 && names[0] === 'kinds');
    return [...new Set([...headed, ...inside.flatMap(({ pairs }) => pairs.map(({ names }) => names[0]))])];
}
