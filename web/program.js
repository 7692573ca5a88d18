// The program, which has two parts. The first one draws the first picture, and calls the other through a table. split.mjs makes them.

// (module (import "" "" (func)) (export "" (func 0))): makes of a function of JavaScript one that a table can hold.
const WRAPPER = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0);

export class Program {
    #first;
    #later;
    #loadNow;

    // `first` is the compiled first part, and `later` the second one, or a promise of it, or null for a program of one part. `loadNow`
    // returns it at once, for a program that calls it before the promise is kept.
    constructor(first, later = null, loadNow = null) {
        this.#first = first;
        this.#later = later;
        this.#loadNow = loadNow;
    }

    // The program that a catalog names. `load` returns a promise of a file's bytes.
    static async of({ program: { at, later } }, load) {
        const parts = [at, later.at].map(async path => WebAssembly.compile(await load(path)));
        return new Program(...await Promise.all(parts));
    }

    // Returns the exports of a new instance. `env` has the functions that it imports.
    async instantiate(env) {
        const { exports } = await WebAssembly.instantiate(this.#first, { env });
        if (this.#later === null) {
            return exports;
        }
        const parts = { env, first: exports };
        if (this.#later instanceof WebAssembly.Module) {
            await WebAssembly.instantiate(this.#later, parts);
            return exports;
        }
        // To add the second part twice changes nothing: it has no state.
        const load = () => { new WebAssembly.Instance(this.#loadNow(), parts); };
        const wrapper = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), { '': { '': load } });
        exports.table.set(exports.table.length - 1, wrapper.exports['']);
        this.#later.then(later => WebAssembly.instantiate(later, parts)).catch(() => {});
        return exports;
    }

    // Functions that do nothing, for all that the program imports. All parts must be there.
    stubs() {
        const parts = [this.#first, this.#later].filter(Boolean);
        const functions = parts.flatMap(part => WebAssembly.Module.imports(part)).filter(({ kind }) => kind === 'function');
        return Object.fromEntries(functions.map(({ name }) => [name, () => 0]));
    }
}
