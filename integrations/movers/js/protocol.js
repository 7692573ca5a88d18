// The protocol of docs/movers.md: JSON lines from the standard input, answers on the standard output.
//
// An adapter is a function that starts an engine and returns a mover: an object with `name`, `version`, `can`, `lacks`, and a
// method for each request that it offers.

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// The standard output is for answers alone, but some engines print there.
console.log = console.info = console.error

const answers = {
  hello: (mover) => ({ name: mover.name, version: mover.version, can: mover.can, lacks: mover.lacks ?? [] }),
  world: (mover, request) => mover.world(request) ?? {},
  reset: (mover, request) => mover.reset(request.position, request.velocity, request.yaw),
  tick: (mover, request) => mover.tick(request.dt, request.command, request.boxes),
  move: (mover, request) => mover.move(request.position, request.motion),
  save: (mover) => ({ state: mover.save() }),
  load: (mover, request) => mover.load(request.state),
}

/** Answers requests with the mover that `start` returns, if `module` is the program that node runs. */
export async function serve(module, start) {
  if (process.argv[1] !== fileURLToPath(module.url)) return
  const mover = await start({ alike: process.argv.includes('--alike') })
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line)
    if (request.do === 'bye') break
    let answer
    try {
      answer = answers[request.do](mover, request)
    } catch (error) {
      console.error(error)
      answer = { error: String(error?.message ?? error) }
    }
    process.stdout.write(JSON.stringify(answer) + '\n')
  }
  process.exit(0)
}

/** The version of an installed package. */
export function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version
}

/** The radius of a body, and the length of the segment between the centres of its hemispheres, 0 for a sphere; metres. */
export function sizeOf(body) {
  if (body.shape === 'sphere') return { radius: body.radius, segment: 0 }
  if (body.shape === 'capsule') return { radius: body.radius, segment: Math.max(0, body.height - 2 * body.radius) }
  throw new Error(`moves a sphere or a capsule, and no ${body.shape}`)
}

/** The twelve triangles of a box, counter-clockwise seen from outside, nine numbers each. */
export function trianglesOfBox({ center, axes, half_extents: half }) {
  const corner = (i, j, k) => [0, 1, 2].map((n) =>
    center[n] + axes[0][n] * half[0] * i + axes[1][n] * half[1] * j + axes[2][n] * half[2] * k)
  const triangles = []
  const quad = (a, b, c, d) => triangles.push([...a, ...b, ...c], [...a, ...c, ...d])
  for (const side of [-1, 1]) {
    // The order of corners is that of the right-hand rule for the positive side.
    const turn = (a, b, c, d) => (side > 0 ? quad(a, b, c, d) : quad(d, c, b, a))
    turn(corner(side, -1, -1), corner(side, 1, -1), corner(side, 1, 1), corner(side, -1, 1))
    turn(corner(-1, side, -1), corner(-1, side, 1), corner(1, side, 1), corner(1, side, -1))
    turn(corner(-1, -1, side), corner(1, -1, side), corner(1, 1, side), corner(-1, 1, side))
  }
  return triangles
}

/** The rotation of a box as a quaternion {x, y, z, w}. Its axes are right-handed. */
export function quaternionOf({ axes: [x, y, z] }) {
  const trace = x[0] + y[1] + z[2]
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1)
    return { w: s / 4, x: (y[2] - z[1]) / s, y: (z[0] - x[2]) / s, z: (x[1] - y[0]) / s }
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2])
    return { w: (y[2] - z[1]) / s, x: s / 4, y: (y[0] + x[1]) / s, z: (z[0] + x[2]) / s }
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2])
    return { w: (z[0] - x[2]) / s, x: (y[0] + x[1]) / s, y: s / 4, z: (z[1] + y[2]) / s }
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1])
  return { w: (x[1] - y[0]) / s, x: (z[0] + x[2]) / s, y: (z[1] + y[2]) / s, z: s / 4 }
}

/** Whether a triangle has an area. Some engines refuse those without. */
export function hasArea(t) {
  const u = [t[3] - t[0], t[4] - t[1], t[5] - t[2]]
  const v = [t[6] - t[0], t[7] - t[1], t[8] - t[2]]
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) > 0
}
