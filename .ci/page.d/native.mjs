// The program itself, without a browser, to compare with.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What `sidle` prints when it is called in the project's folder; throws if it exits otherwise than well.
export function sidle(test, ...args) {
    return execFileSync(process.env.SIDLE, args, { cwd: test.root, encoding: 'utf8' });
}

// Where the player is after each tick of `sidle simulate LEVEL ...`.
export function nativeWalk(test, ...args) {
    const path = join(test.work, 'walk.csv');
    sidle(test, 'simulate', ...args, '--trace', path);
    const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
    return rows.map(row => {
        const [tick, , x, y, z] = row.split(',').map(Number);
        return { tick, x, y, z };
    });
}

// At which tick of its run a recording begins.
export function firstTick(test, path) {
    const [, tick] = sidle(test, 'replay', path, '--verify').match(/, at tick (\d+) of its run/) ?? [0, 0];
    return Number(tick);
}

// To what the page prints of it: millimetres.
export function samePlace(one, other) {
    return ['x', 'y', 'z'].every(axis => Math.abs(one[axis] - other[axis]) <= 0.000501);
}
