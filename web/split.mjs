// Splits a WebAssembly program into the part that the first picture needs, and the rest, which arrives while that is looked at.
//
// Functions keep their numbers in both parts, so that no instruction changes. Where a part lacks the body of a function, it calls
// the other part's through the table. The last slot of the table holds a function that loads the second part, and is called before
// any of its functions. program.js puts it there. The second part replaces it by one that does nothing.

// Sections by their numbers, and the kinds of imports and exports.
const [TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, ELEMENTS, CODE] = [1, 2, 3, 4, 5, 6, 7, 9, 10];
const [FUNCTION, TABLE, MEMORY, GLOBAL] = [0, 1, 2, 3];
const [I32, FUNCTION_TYPE, FUNCTION_REFERENCE] = [0x7f, 0x60, 0x70];

// Instructions.
const UNREACHABLE = 0x00;
const END = 0x0b;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const LOCAL_GET = 0x20;
const GLOBAL_GET = 0x23;
const GLOBAL_SET = 0x24;
const I32_CONST = 0x41;
const REF_FUNC = 0xd2;
const MEMORY_INIT = 0xfc08;

class Reader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }

    get isAtEnd() {
        return this.at >= this.bytes.length;
    }

    byte() {
        this.at += 1;
        return this.bytes[this.at - 1];
    }

    // An integer without a sign. Of one with a sign, only the length is right.
    number() {
        for (let value = 0, power = 1; ; power *= 128) {
            const byte = this.byte();
            value += (byte & 0x7f) * power;
            if (byte < 0x80) {
                return value;
            }
        }
    }

    skip(numbers) {
        for (let left = numbers; left > 0; left -= 1) {
            this.number();
        }
    }

    list(read) {
        return Array.from({ length: this.number() }, (_, index) => read(index));
    }

    take(length) {
        this.at += length;
        return this.bytes.subarray(this.at - length, this.at);
    }

    rest() {
        return this.bytes.subarray(this.at);
    }
}

// The bytes of an integer that is not negative. The last one is less than `limit`.
function encoded(value, limit) {
    const bytes = [];
    for (let left = value; ; left = Math.floor(left / 128)) {
        if (left < limit) {
            return [...bytes, left];
        }
        bytes.push(left % 128 | 0x80);
    }
}

const unsigned = value => encoded(value, 128);
// An instruction's constant has a sign, which is a bit of the last byte.
const constant = value => [I32_CONST, ...encoded(value, 64)];

const joined = (...items) => Buffer.concat(items.map(item => Buffer.from(item)));
const list = items => joined(unsigned(items.length), ...items);
const text = words => list([...Buffer.from(words)].map(byte => [byte]));
const sized = bytes => joined(unsigned(bytes.length), bytes);
const limits = ({ min, max }) => (max === null ? [0, ...unsigned(min)] : [1, ...unsigned(min), ...unsigned(max)]);

function readLimits(reader) {
    const hasMax = reader.byte() === 1;
    return { min: reader.number(), max: hasMax ? reader.number() : null };
}

// A program, as far as splitting it needs.
class Program {
    constructor(bytes) {
        const reader = new Reader(bytes);
        this.header = reader.take(8);
        this.sections = [];
        while (!reader.isAtEnd) {
            const id = reader.byte();
            this.sections.push([id, reader.take(reader.number())]);
        }
        this.types = this.#list(TYPES, readType);
        this.imports = this.#list(IMPORTS, readImport);
        this.functions = this.#list(FUNCTIONS, from => from.number());
        this.globals = this.#list(GLOBALS, readGlobal);
        [this.table] = this.#list(TABLES, from => [from.byte(), readLimits(from)][1]);
        [this.memory] = this.#list(MEMORIES, readLimits);
        this.exports = this.#list(EXPORTS, from => ({ name: from.take(from.number()), kind: from.byte(), index: from.number() }));
        this.elements = this.#list(ELEMENTS, readElements);
        this.bodies = this.#list(CODE, from => from.take(from.number()));
    }

    #list(id, read) {
        const content = this.sections.find(([section]) => section === id)?.[1] ?? Buffer.from([0]);
        const reader = new Reader(content);
        return reader.list(() => read(reader));
    }

    // The functions by their slots of the table.
    slots() {
        return new Map(this.elements.flatMap(({ first, functions }) => functions.map((index, at) => [first + at, index])));
    }

    // The program with other contents of some sections, in the order that the format demands.
    write(contents) {
        const kept = this.sections.filter(([id]) => !contents.has(id));
        const all = [...kept, ...contents].filter(([, content]) => content !== null);
        // Of the sections with a larger number, the count of data, 12, stands before the code.
        const place = ([id]) => (id === 12 ? CODE - 0.5 : id === 0 ? 100 : id);
        const sorted = all.sort((one, other) => place(one) - place(other));
        return joined(this.header, ...sorted.flatMap(([id, content]) => [[id], sized(content)]));
    }
}

function readType(reader) {
    const start = reader.at;
    if (reader.byte() !== FUNCTION_TYPE) {
        throw new Error('a type that is no function');
    }
    const [parameters, results] = [reader.list(() => reader.byte()), reader.list(() => reader.byte())];
    return { parameters, results, bytes: reader.bytes.subarray(start, reader.at) };
}

function readImport(reader) {
    const start = reader.at;
    reader.take(reader.number());
    reader.take(reader.number());
    if (reader.byte() !== FUNCTION) {
        throw new Error('an import that is no function');
    }
    const type = reader.number();
    return { type, bytes: reader.bytes.subarray(start, reader.at) };
}

function readGlobal(reader) {
    const start = reader.at;
    const [type, isMutable] = [reader.byte(), reader.byte() === 1];
    const operator = reader.byte();
    if (operator !== I32_CONST) {
        throw new Error('a global that is no integer');
    }
    reader.skip(1);
    reader.byte();
    return { type, isMutable, bytes: reader.bytes.subarray(start, reader.at) };
}

function readElements(reader) {
    const start = reader.at;
    if (reader.number() !== 0) {
        throw new Error('elements of an unknown kind');
    }
    reader.byte();
    const first = reader.number();
    reader.byte();
    const functions = reader.list(() => reader.number());
    return { first, functions, bytes: reader.bytes.subarray(start, reader.at) };
}

// The instructions of a body behind its variables.
function instructions(body) {
    const reader = new Reader(body);
    reader.list(() => [reader.number(), reader.byte()]);
    return reader;
}

// Calls `visit` with the code and the first number of the instructions of `body` that name or compute a place.
function visitInstructions(body, visit) {
    const reader = instructions(body);
    while (!reader.isAtEnd) {
        const code = reader.byte();
        if ([CALL, REF_FUNC, GLOBAL_GET, GLOBAL_SET, I32_CONST].includes(code)) {
            visit(code, reader.number());
        } else if (code === 0xfc) {
            const more = reader.number();
            const operands = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][more];
            visit(0xfc00 + more, operands);
            reader.skip(operands);
        } else if (code === 0x0e) {
            // A table of branches, and the branch for all other values.
            reader.skip(reader.number() + 1);
        } else if (code === 0x1c) {
            reader.take(reader.number());
        } else if (code === 0x43) {
            reader.take(4);
        } else if (code === 0x44) {
            reader.take(8);
        } else if (code === CALL_INDIRECT || (code >= 0x28 && code <= 0x3e)) {
            reader.skip(2);
        } else if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x20, 0x21, 0x22, 0x25, 0x26, 0x3f, 0x40, 0x42, 0xd0].includes(code)) {
            // A kind of block, a depth, a variable, a table, a memory, a constant, a type.
            reader.skip(1);
        } else if (code > 0xc4 || (code > 0x1c && code < 0x20) || (code > 0x04 && code < 0x0b)) {
            if (code !== 0x05 && code !== 0xd1) {
                throw new Error(`an unknown instruction, ${code.toString(16)}`);
            }
        }
    }
}

// A body that calls the function in the `slot` of the table. `before` are other instructions.
function forward({ parameters }, type, slot, before = []) {
    const values = parameters.flatMap((_, index) => [LOCAL_GET, ...unsigned(index)]);
    return joined([0], before, values, constant(slot), [CALL_INDIRECT, ...unsigned(type), 0, END]);
}

const NO_BODY = [0, UNREACHABLE, END];

const names = { table: 'table', memory: 'memory', global: index => `global ${index}` };

// Returns a program whose global `called N` is 1 once the function N of those with a body was called.
export function instrumented(bytes) {
    const program = new Program(bytes);
    const first = program.globals.length;
    const called = program.bodies.map(() => [I32, 1, I32_CONST, 0, END]);
    const marks = program.bodies.map((_, index) => joined(text(`called ${index}`), [GLOBAL], unsigned(first + index)));
    const bodies = program.bodies.map((body, index) => {
        const { at } = instructions(body);
        return sized(joined(body.subarray(0, at), constant(1), [GLOBAL_SET], unsigned(first + index), body.subarray(at)));
    });
    return program.write(new Map([
        [GLOBALS, list([...program.globals.map(({ bytes }) => bytes), ...called])],
        [EXPORTS, list([...program.exports.map(exported), ...marks])],
        [CODE, list(bodies)],
    ]));
}

const exported = ({ name, kind, index }) => joined(sized(name), [kind], unsigned(index));

// Splits the program. `isFirst` tells whether the function of this number, of those with a body, belongs to the first part. Returns
// both parts.
export function split(bytes, isFirst) {
    const program = new Program(bytes);
    const imported = program.imports.length;
    const ofBody = index => index - imported;
    const [needed, neededLater] = [new Set(), new Set()];
    const use = (index, by) => {
        const body = ofBody(index);
        if (body >= 0 && isFirst(body) !== by) {
            (by ? needed : neededLater).add(body);
        }
    };
    const mutable = program.globals.filter(({ isMutable }) => isMutable).length;
    program.bodies.forEach((body, index) => visitInstructions(body, (code, number) => {
        const isShared = code === CALL || code === I32_CONST || (code === GLOBAL_GET && number < mutable) || code === GLOBAL_SET || (code >= 0xfc00 && code !== MEMORY_INIT);
        if (!isShared) {
            throw new Error(`an instruction that the second part cannot have: ${code.toString(16)}`);
        }
        if (code === CALL) {
            use(number, isFirst(index));
        }
    }));
    program.elements.forEach(({ functions }) => functions.forEach(index => use(index, true)));
    program.exports.filter(({ kind }) => kind === FUNCTION).forEach(({ index }) => use(index, true));

    const types = program.types.map(({ bytes }) => bytes);
    const nothing = types.push(joined([FUNCTION_TYPE, 0, 0])) - 1;
    const sorted = bodies => [...bodies].sort((one, other) => one - other);
    const [laterSlots, firstSlots] = [sorted(needed), sorted(neededLater)];
    const { min: start } = program.table;
    const slots = new Map([...firstSlots, ...laterSlots].map((body, index) => [body, start + index]));
    const loading = start + slots.size;
    const size = loading + 1;
    const table = { min: size, max: program.table.max === null ? null : size };
    const forwarded = (body, before) => forward(program.types[program.functions[body]], program.functions[body], slots.get(body), before);
    const load = joined(constant(loading), [CALL_INDIRECT, ...unsigned(nothing), 0]);
    const bodies = program.bodies.map((body, index) => (isFirst(index) ? body : needed.has(index) ? forwarded(index, load) : NO_BODY));
    const laterBodies = program.bodies.map((body, index) => (!isFirst(index) ? body : neededLater.has(index) ? forwarded(index) : NO_BODY));
    const segment = (at, functions) => joined([0], constant(at), [END], list(functions.map(index => unsigned(index + imported))));
    const shared = [[names.table, TABLE, 0], ...program.globals.slice(0, mutable).map((_, index) => [names.global(index), GLOBAL, index])];

    const first = program.write(new Map([
        [TYPES, list(types)],
        [TABLES, list([joined([FUNCTION_REFERENCE], limits(table))])],
        [EXPORTS, list([...program.exports.map(exported), ...shared.map(([name, kind, index]) => joined(text(name), [kind], unsigned(index)))])],
        [ELEMENTS, list([...program.elements.map(({ bytes }) => bytes), segment(start, firstSlots)])],
        [CODE, list(bodies.map(sized))],
    ]));
    const fromFirst = (name, type) => joined(text('first'), text(name), type);
    const later = program.write(new Map([
        [TYPES, list(types)],
        [IMPORTS, list([
            ...program.imports.map(({ bytes }) => bytes),
            fromFirst(names.memory, [MEMORY, ...limits(program.memory)]),
            fromFirst(names.table, [TABLE, FUNCTION_REFERENCE, ...limits(table)]),
            ...program.globals.slice(0, mutable).map(({ type }, index) => fromFirst(names.global(index), [GLOBAL, type, 1])),
        ])],
        // The last function replaces the one that loads this part, and does nothing.
        [FUNCTIONS, list([...program.functions, nothing].map(unsigned))],
        [TABLES, null],
        [MEMORIES, null],
        [GLOBALS, null],
        [EXPORTS, null],
        [ELEMENTS, list([segment(start + firstSlots.length, [...laterSlots, program.bodies.length])])],
        [12, null],
        [11, null],
        [CODE, list([...laterBodies, [0, END]].map(sized))],
    ]));
    return { first, later };
}

// The functions in `called`, and those of at most `size` bytes that they call, directly or by others of these, or whose slots they
// pass on. Whether a slot is meant by a number is not known.
export function withSmall(bytes, called, size) {
    const program = new Program(bytes);
    const slots = program.slots();
    const all = new Set(called);
    for (const index of all) {
        visitInstructions(program.bodies[index], (code, number) => {
            const named = code === CALL ? number : code === I32_CONST ? slots.get(number) ?? -1 : -1;
            const body = named - program.imports.length;
            if (body >= 0 && program.bodies[body].length <= size) {
                all.add(body);
            }
        });
    }
    return all;
}
