// Worlds and players, on the functions of sidle.h.

import { structs, vector } from './structs.js';

const NO_COLLIDER = 0xffffffff;
const NO_ROOM = 5;
const BAD_HANDLE = 2;
const SHAPES = ['sphere', 'capsule', 'box'];
const SIZES = { sphere: ['radius'], capsule: ['radius', 'height'], box: ['halfExtents', 'rotation'] };
const GROUNDS = ['none', 'floor', 'steep', 'wedged', 'ladder', 'mantle'];
const ENDS = ['done', 'blocked', 'exhausted', 'refused'];

// The memory for the arguments and results of one call.
const ARENA = 1 << 16;
const MAX_CONTACTS = 256;

/** A call that the library refused. */
export class SidleError extends Error {
    constructor(code, text) {
        // The names of the header, as they are written here.
        super(text.replace(/`[^`]*`/g, name => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())));
        this.name = 'SidleError';
        this.code = code;
    }
}

const idOf = collider => collider ?? NO_COLLIDER;
const colliderOf = id => (id === NO_COLLIDER ? null : id);

// A collider that has to be there.
function bodyOf(collider) {
    if (Number.isInteger(collider)) return collider;
    throw new TypeError(`a collider is a whole number, not ${collider}`);
}

// The place of a name in its list.
function numberOf(names, name, of) {
    const number = names.indexOf(name);
    if (number < 0) throw new TypeError(`${of} is ${JSON.stringify(name)}, not one of ${names.join(', ')}`);
    return number;
}

// Refuses an object with a name that is none of these, such as a misspelt one.
function checkNames(values, known, of) {
    if (typeof values !== 'object' || values === null) throw new TypeError(`${of} must be an object, and is ${values}`);
    const wrong = Object.keys(values).find(name => !known.includes(name));
    if (wrong !== undefined) throw new TypeError(`${of} has no ${wrong}; it has ${known.join(', ')}`);
}

const namesOf = struct => structs[struct].fields.map(field => field.name);

// The numbers of a list as an array of `Kind`, which must hold them exactly if they are whole.
function numbersOf(Kind, list, name) {
    const numbers = Kind.from(list);
    const wrong = Kind === Uint32Array && !(list instanceof Kind) ? numbers.findIndex((number, at) => number !== list[at]) : -1;
    if (wrong >= 0) throw new TypeError(`${name}[${wrong}] is ${list[wrong]}, not a whole number from 0 to 4294967295`);
    return numbers;
}

// What `free` ends. A use after it is refused with the name of the object.
class Freed {
    #handle = 0;

    get handle() {
        if (this.#handle === 0) throw new SidleError(BAD_HANDLE, `the ${this.constructor.called} was freed`);
        return this.#handle;
    }

    set handle(handle) {
        this.#handle = handle;
    }

    static of(value) {
        if (value instanceof this) return value.handle;
        throw new TypeError(`a ${this.called} is needed, not ${value}`);
    }
}

/** The loaded library. */
export class Sidle {
    #calls;
    #arena;
    #next;
    #view;

    static async instantiate(source) {
        const made = await WebAssembly.instantiate(source, {});
        return new Sidle((made.instance ?? made).exports);
    }

    constructor(calls) {
        this.#calls = calls;
        this.#arena = calls.sidle_allocate(ARENA);
        this.version = this.#text(calls.sidle_version());
    }

    /** Makes a world. See index.d.ts, as for all methods. */
    world(mesh) {
        return new World(this, mesh);
    }

    player(position, tuning) {
        return new Player(this, position, tuning);
    }

    /** The shipped tuning. */
    get defaultTuning() {
        return this.fromTuning(this.defaults('sidle_tuning_default', 'tuning'));
    }

    // What follows is for the classes below.

    get view() {
        // The memory has another buffer when it has grown.
        const { buffer } = this.#calls.memory;
        if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
        return this.#view;
    }

    #text(address) {
        const bytes = new Uint8Array(this.#calls.memory.buffer, address);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /** Begins a call: its arguments overwrite those of the last one. */
    begin() {
        this.#next = this.#arena;
    }

    /** Memory of the arena. */
    room(size) {
        const address = this.#next;
        this.#next = address + Math.ceil(size / 8) * 8;
        if (this.#next > this.#arena + ARENA) throw new RangeError('too many arguments');
        return address;
    }

    put(struct, values) {
        const address = this.room(structs[struct].size);
        structs[struct].write(this.view, address, values);
        return address;
    }

    putVector(value, name) {
        const numbers = vector(value, 3, name);
        const address = this.room(24);
        numbers.forEach((number, at) => this.view.setFloat64(address + at * 8, number, true));
        return address;
    }

    putShape(shape) {
        const kind = numberOf(SHAPES, shape?.kind, 'the kind of the shape');
        checkNames(shape, ['kind', ...SIZES[shape.kind]], `a ${shape.kind}`);
        return this.put('shape', { ...shape, kind });
    }

    putFilter(filter) {
        if (!filter) return 0;
        checkNames(filter, namesOf('filter'), 'the filter');
        return this.put('filter', { mask: filter.mask ?? NO_COLLIDER, except: idOf(filter.except) });
    }

    take(struct, address) {
        return structs[struct].read(this.view, address);
    }

    takeVector(address) {
        return [0, 8, 16].map(at => this.view.getFloat64(address + at, true));
    }

    takeContacts(address, count) {
        const each = Array.from({ length: Math.min(count, MAX_CONTACTS) }, (_, at) => address + at * structs.contact.size);
        return each.map(place => this.take('contact', place));
    }

    /** Calls a function. Returns whether it did not refuse with the code `allowed`. */
    call(name, args, allowed = 0) {
        const code = this.#calls[name](...args);
        if (code !== 0 && code !== allowed) throw new SidleError(code, this.#text(this.#calls.sidle_last_error()));
        return code === 0;
    }

    /** Copies an array into memory for one call, and returns what `act` does with its address. */
    withArray(array, act) {
        if (!array?.length) return act(0);
        const address = this.#calls.sidle_allocate(array.byteLength);
        if (address === 0) throw new RangeError('there is no memory for this array');
        try {
            new array.constructor(this.#calls.memory.buffer, address, array.length).set(array);
            return act(address);
        } finally {
            this.#calls.sidle_release(address, array.byteLength);
        }
    }

    defaults(name, struct) {
        this.begin();
        const address = this.room(structs[struct].size);
        this.call(name, [address]);
        return this.take(struct, address);
    }

    fromTuning({ body, crouchLiftsFeet, ...numbers }) {
        return { body: SHAPES[body], crouchLiftsFeet: crouchLiftsFeet !== 0, ...numbers };
    }

    /** Writes a tuning: the changes of the shipped one. */
    putTuning(changes = {}) {
        checkNames(changes, namesOf('tuning'), 'the tuning');
        const tuning = { ...this.defaultTuning, ...changes };
        return this.put('tuning', { ...tuning, body: numberOf(SHAPES, tuning.body, 'the body') });
    }

    fromReport({ landed, underfoot, swims, waterSurface, ...rest }) {
        const surface = Number.isFinite(waterSurface) ? waterSurface : null;
        return { ...rest, landed: landed !== 0, underfoot: colliderOf(underfoot), swims: swims !== 0, waterSurface: surface };
    }
}

class World extends Freed {
    static called = 'world';

    constructor(sidle, mesh = {}, handle) {
        super();
        this.sidle = sidle;
        if (handle !== undefined) {
            this.handle = handle;
            return;
        }
        checkNames(mesh, ['vertices', 'indices', 'tags'], 'the mesh');
        const { vertices = [], indices, tags } = mesh;
        const whole = (list, name) => list && numbersOf(Uint32Array, list, name);
        this.handle = this.#make(numbersOf(Float32Array, vertices, 'vertices'), whole(indices, 'indices'), whole(tags, 'tags'));
    }

    #make(vertices, indices, tags) {
        const { sidle } = this;
        const triangles = (indices ?? vertices).length / (indices ? 3 : 9);
        if (!Number.isInteger(triangles) || vertices.length % 3 !== 0) throw new TypeError('a triangle has three corners of three numbers');
        if (tags && tags.length !== triangles) throw new TypeError(`tags has ${tags.length} numbers for ${triangles} triangles`);
        return sidle.withArray(vertices, points => sidle.withArray(indices, faces => sidle.withArray(tags, labels => {
            sidle.begin();
            const [handle, leftOut] = [sidle.room(8), sidle.room(8)];
            sidle.call('sidle_world_new', [points, vertices.length / 3, faces, triangles, labels, handle, leftOut]);
            this.leftOut = sidle.view.getUint32(leftOut, true);
            return sidle.view.getUint32(handle, true);
        })));
    }

    free() {
        this.sidle.call('sidle_world_free', [this.handle]);
        this.handle = 0;
    }

    copy() {
        const { sidle } = this;
        sidle.begin();
        const handle = sidle.room(8);
        sidle.call('sidle_world_copy', [this.handle, handle]);
        return new World(sidle, {}, sidle.view.getUint32(handle, true));
    }

    addBody(shape, position, options = {}) {
        const { sidle } = this;
        checkNames(options, ['tag', 'layers'], 'addBody');
        const { tag, layers } = options;
        sidle.begin();
        const id = sidle.room(8);
        sidle.call('sidle_world_add_body', [this.handle, sidle.putShape(shape), sidle.putVector(position, 'position'), id]);
        const collider = sidle.view.getUint32(id, true);
        if (tag !== undefined) this.setTag(collider, tag);
        if (layers !== undefined) this.setLayers(collider, layers);
        return collider;
    }

    moveBody(collider, shape, position) {
        const { sidle } = this;
        sidle.begin();
        sidle.call('sidle_world_move_body', [this.handle, bodyOf(collider), sidle.putShape(shape), sidle.putVector(position, 'position')]);
    }

    getBody(collider) {
        const { sidle } = this;
        sidle.begin();
        const [shape, position] = [sidle.room(structs.shape.size), sidle.room(24)];
        sidle.call('sidle_world_get_body', [this.handle, bodyOf(collider), shape, position]);
        const found = sidle.take('shape', shape);
        const kind = SHAPES[found.kind];
        const sizes = SIZES[kind].map(name => [name, found[name]]);
        return { shape: { kind, ...Object.fromEntries(sizes) }, position: sidle.takeVector(position) };
    }

    remove(collider) {
        this.sidle.call('sidle_world_remove', [this.handle, bodyOf(collider)]);
    }

    setEnabled(collider, enabled) {
        this.sidle.call('sidle_world_set_enabled', [this.handle, bodyOf(collider), enabled ? 1 : 0]);
    }

    setTag(collider, tag) {
        this.sidle.call('sidle_world_set_tag', [this.handle, bodyOf(collider), tag]);
    }

    setLayers(collider, layers) {
        this.sidle.call('sidle_world_set_layers', [this.handle, bodyOf(collider), layers]);
    }

    setSurfaceRules(tag, changes) {
        const { sidle } = this;
        checkNames(changes, namesOf('surfaceRules'), 'the rules');
        const usual = sidle.defaults('sidle_surface_rules_default', 'surfaceRules');
        sidle.begin();
        sidle.call('sidle_world_set_surface_rules', [this.handle, tag, sidle.put('surfaceRules', { ...usual, ...changes })]);
    }

    setWater(water) {
        const { sidle } = this;
        if (!Array.isArray(water)) throw new TypeError(`water must be a list, and is ${water}`);
        const { size } = structs.water;
        const bytes = new DataView(new ArrayBuffer(size * water.length));
        water.forEach((one, at) => {
            checkNames(one, namesOf('water'), `water[${at}]`);
            structs.water.write(bytes, at * size, one);
        });
        sidle.withArray(new Float64Array(bytes.buffer), list => sidle.call('sidle_world_set_water', [this.handle, list, water.length]));
    }

    #cast(name, args) {
        const { sidle } = this;
        const out = sidle.room(structs.hit.size);
        sidle.call(name, [this.handle, ...args, out]);
        const hit = sidle.take('hit', out);
        return hit.collider === NO_COLLIDER ? null : hit;
    }

    castRay(from, to, filter) {
        const { sidle } = this;
        sidle.begin();
        return this.#cast('sidle_cast_ray', [sidle.putFilter(filter), sidle.putVector(from, 'from'), sidle.putVector(to, 'to')]);
    }

    castShape(shape, position, motion, filter) {
        const { sidle } = this;
        sidle.begin();
        const places = [sidle.putVector(position, 'position'), sidle.putVector(motion, 'motion')];
        return this.#cast('sidle_cast_shape', [sidle.putFilter(filter), sidle.putShape(shape), ...places]);
    }

    fits(shape, position, filter) {
        const { sidle } = this;
        sidle.begin();
        const args = [sidle.putFilter(filter), sidle.putShape(shape), sidle.putVector(position, 'position')];
        return sidle.call('sidle_fits', [this.handle, ...args], NO_ROOM);
    }

    moveAndSlide(shape, position, motion, options = {}) {
        const { sidle } = this;
        checkNames(options, ['maxSlopeDeg', 'filter'], 'moveAndSlide');
        const { maxSlopeDeg = 50, filter } = options;
        sidle.begin();
        const [out, contacts] = [sidle.room(structs.move.size), sidle.room(structs.contact.size * MAX_CONTACTS)];
        const args = [sidle.putFilter(filter), sidle.putShape(shape), sidle.putVector(position, 'position'), sidle.putVector(motion, 'motion')];
        sidle.call('sidle_move_and_slide', [this.handle, ...args, maxSlopeDeg, out, contacts, MAX_CONTACTS]);
        const { end, contactCount, ...rest } = sidle.take('move', out);
        return { ...rest, end: ENDS[end], contacts: sidle.takeContacts(contacts, contactCount) };
    }

    stepAndSlide(shape, walk, dt, options = {}) {
        const { sidle } = this;
        checkNames(options, ['settings', 'filter'], 'stepAndSlide');
        const { settings = {}, filter } = options;
        checkNames(settings, namesOf('stepSettings'), 'the settings');
        checkNames(walk, namesOf('walk'), 'the walk');
        const usual = sidle.defaults('sidle_step_settings_default', 'stepSettings');
        sidle.begin();
        const [report, contacts] = [sidle.room(structs.report.size), sidle.room(structs.contact.size * MAX_CONTACTS)];
        const state = sidle.put('walk', { ...walk, ground: numberOf(GROUNDS, walk.ground ?? 'none', 'the ground') });
        const args = [sidle.putFilter(filter), sidle.putShape(shape), state, dt, sidle.put('stepSettings', { ...usual, ...settings })];
        sidle.call('sidle_step_and_slide', [this.handle, ...args, report, contacts, MAX_CONTACTS]);
        const moved = sidle.take('walk', state);
        Object.assign(walk, moved, { ground: GROUNDS[moved.ground] });
        const found = sidle.fromReport(sidle.take('report', report));
        return { ...found, contacts: sidle.takeContacts(contacts, found.contactCount) };
    }

    movePlatform(collider, shape, position, riders = []) {
        const { sidle } = this;
        return sidle.withArray(Uint32Array.from(riders, rider => Player.of(rider)), list => {
            sidle.begin();
            const out = sidle.room(structs.squeeze.size);
            const args = [sidle.putShape(shape), sidle.putVector(position, 'position'), list, riders.length, out];
            if (sidle.call('sidle_platform_move', [this.handle, bodyOf(collider), ...args], NO_ROOM)) return null;
            const squeeze = sidle.take('squeeze', out);
            return { ...squeeze, rider: riders[squeeze.rider], against: colliderOf(squeeze.against) };
        });
    }
}

class Player extends Freed {
    static called = 'player';

    constructor(sidle, position, tuning) {
        super();
        this.sidle = sidle;
        const numbers = sidle.putTuning(tuning);
        const [place, handle] = [sidle.putVector(position, 'position'), sidle.room(8)];
        sidle.call('sidle_player_new', [numbers, place, handle]);
        this.handle = sidle.view.getUint32(handle, true);
    }

    free() {
        this.sidle.call('sidle_player_free', [this.handle]);
        this.handle = 0;
    }

    advance(world, command, dt) {
        const { sidle } = this;
        checkNames(command, namesOf('command'), 'the command');
        sidle.begin();
        const [request, report] = [sidle.put('command', command), sidle.room(structs.report.size)];
        sidle.call('sidle_player_advance', [this.handle, World.of(world), request, dt, report]);
        return sidle.fromReport(sidle.take('report', report));
    }

    contacts() {
        const { sidle } = this;
        sidle.begin();
        const [count, contacts] = [sidle.room(8), sidle.room(structs.contact.size * MAX_CONTACTS)];
        sidle.call('sidle_player_contacts', [this.handle, contacts, MAX_CONTACTS, count]);
        return sidle.takeContacts(contacts, sidle.view.getUint32(count, true));
    }

    sensors() {
        const { sidle } = this;
        sidle.begin();
        const [count, list] = [sidle.room(8), sidle.room(4 * MAX_CONTACTS)];
        sidle.call('sidle_player_sensors', [this.handle, list, MAX_CONTACTS, count]);
        const length = Math.min(sidle.view.getUint32(count, true), MAX_CONTACTS);
        return Array.from({ length }, (_, at) => sidle.view.getUint32(list + at * 4, true));
    }

    save() {
        const { sidle } = this;
        sidle.begin();
        const out = sidle.room(structs.state.size);
        sidle.call('sidle_player_save', [this.handle, out]);
        const { ground, ride, fly, crouched, ...rest } = sidle.take('state', out);
        return { ...rest, ground: GROUNDS[ground], ride: colliderOf(ride), fly: fly !== 0, crouched: crouched !== 0 };
    }

    load(state) {
        const { sidle } = this;
        checkNames(state, namesOf('state'), 'the state');
        sidle.begin();
        const ground = numberOf(GROUNDS, state.ground, 'the ground');
        sidle.call('sidle_player_load', [this.handle, sidle.put('state', { ...state, ground, ride: idOf(state.ride) })]);
    }

    eye() {
        const { sidle } = this;
        sidle.begin();
        const out = sidle.room(24);
        sidle.call('sidle_player_eye', [this.handle, out]);
        return sidle.takeVector(out);
    }

    launch(velocity) {
        const { sidle } = this;
        sidle.begin();
        sidle.call('sidle_player_launch', [this.handle, sidle.putVector(velocity, 'velocity')]);
    }

    setTuning(world, tuning) {
        const { sidle } = this;
        return sidle.call('sidle_player_set_tuning', [this.handle, World.of(world), sidle.putTuning(tuning)], NO_ROOM);
    }

    setFilter(filter = {}) {
        checkNames(filter, ['mask', 'ownBody'], 'the filter');
        const { mask = NO_COLLIDER, ownBody } = filter;
        this.sidle.call('sidle_player_set_filter', [this.handle, mask, idOf(ownBody)]);
    }
}
