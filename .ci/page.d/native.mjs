// Runs the native program, to compare the page with it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Runs `sidle` in the project's folder and returns its output. Throws if the exit code is not 0.
export function sidle(test, ...args) {
    return execFileSync(process.env.SIDLE, args, { cwd: test.root, encoding: 'utf8' });
}

// Returns the player's position after each tick of `sidle simulate LEVEL ...`.
export function nativeWalk(test, ...args) {
    const path = join(test.work, 'walk.csv');
    sidle(test, 'simulate', ...args, '--trace', path);
    const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
    return rows.map(row => {
        const [tick, , x, y, z] = row.split(',').map(Number);
        return { tick, x, y, z };
    });
}

// Returns the tick of the run at which a recording begins.
export function firstTick(test, path) {
    const [, tick] = sidle(test, 'replay', path, '--verify').match(/, at tick (\d+) of its run/) ?? [0, 0];
    return Number(tick);
}

// Compares positions to half a millimetre, since the page prints millimetres.
export function samePlace(one, other) {
    return ['x', 'y', 'z'].every(axis => Math.abs(one[axis] - other[axis]) <= 0.000501);
}
