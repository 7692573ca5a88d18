// Each adapter passes a scene of its own project's tests or examples, and says what the protocol wants.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const tuning = {
  max_slope_deg: 45, step_height: 0.35, snap_distance: 0.35, walk_speed: 5, fly_speed: 8, fast_factor: 2, gravity: 20,
  jump_speed: 6.5, ground_accel: 60, air_accel: 10,
}
const body = { shape: 'capsule', radius: 0.3, height: 1.8 }
const ahead = { forward: 1, right: 0, up: 0, yaw: 0, pitch: 0, jump: false, crouch: false, fast: false, mode: 'walk' }
const idle = { ...ahead, forward: 0 }
const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
const floor = { id: 0, center: [0, -0.5, 0], axes, half_extents: [50, 0.5, 50] }
const near = (value, expected, within) => assert.ok(Math.abs(value - expected) <= within, `${value} is not ${expected} ± ${within}`)

/** Starts an adapter in a world of these triangles and boxes, on the floor. Returns it with a function that walks. */
async function inWorld(adapter, { triangles = [], boxes = [], settings = {}, start = [0, 0.305, 0] }) {
  const mover = await (await import(`../${adapter}.js`)).default(settings)
  const { padding = 0 } = mover.world({ hz: 60, body, tuning, triangles, boxes }) ?? {}
  mover.reset(start, [0, 0, 0], 0)
  const walk = (command, ticks, moved = () => []) => {
    let state
    for (let tick = 1; tick <= ticks; tick += 1) state = mover.tick(1 / 60, command, moved(tick))
    return state
  }
  return { mover, padding, walk }
}

/** A plane that rises towards -Z by `deg` degrees. */
const slope = (deg) => {
  const rise = Math.tan((deg * Math.PI) / 180) * 50
  return [[-50, -rise, 50, 50, -rise, 50, 50, rise, -50], [-50, -rise, 50, 50, rise, -50, -50, rise, -50]]
}

// rapier's own test climbs one slope and not the other.
for (const [deg, climbs] of [[30, true], [60, false]]) {
  test(`rapier ${climbs ? 'climbs' : 'does not climb'} a slope of ${deg} degrees`, async () => {
    const start = [0, 0.3 / Math.cos((deg * Math.PI) / 180) + 0.03, 0]
    const { walk } = await inWorld('rapier', { triangles: slope(deg), start })
    const { position: [, y] } = walk(ahead, 60)
    assert.equal(y > 1, climbs, `y is ${y}`)
  })
}

// CharacterVirtualTests: WalkStairs, StickToFloor and MovingPlatformUp.
test('Jolt walks up stairs', async () => {
  const stairs = Array.from({ length: 5 }, (_, n) => (
    { id: n + 1, center: [0, 0.15 * (n + 1) - 1, -11 - 0.3 * n], axes, half_extents: [4, 1, 10] }))
  const { walk } = await inWorld('jolt', { boxes: [floor, ...stairs] })
  const { position, ground } = walk(ahead, 60)
  near(position[1], 0.3 + 0.75, 0.03)
  assert.equal(ground, 'floor')
})

test('Jolt rides on a lift, and goes on exactly from a saved state', async () => {
  const { mover, padding, walk } = await inWorld('jolt', { boxes: [floor] })
  const lift = (tick) => [{ ...floor, center: [0, -0.5 + tick / 60, 0], velocity: [0, 1, 0] }]
  const { position } = walk(idle, 60, lift)
  near(position[1], 1.3 + padding, 0.03)
  const saved = mover.save()
  const first = walk(ahead, 30).position
  mover.load(saved)
  assert.deepEqual(walk(ahead, 30).position, first)
})

// Their examples walk over a floor and stop at a wall.
for (const adapter of ['three', 'three-mesh-bvh', 'rapier', 'jolt', 'physx', 'havok']) {
  test(`${adapter} walks to a wall, and stops there`, async () => {
    const wall = { id: 1, center: [0, 1, -4], axes, half_extents: [4, 3, 1] }
    const { walk, padding } = await inWorld(adapter, { boxes: [floor, wall] })
    const { position: [x, y, z], ground } = walk(ahead, 120)
    near(x, 0, 1e-2)
    near(y, 0.3, padding + 0.01)
    near(z, -2.7, padding + 0.01)
    assert.equal(ground, 'floor')
  })
}

test('PhysX climbs a step of its step offset, and none that is higher', async () => {
  for (const [height, climbs] of [[0.2, true], [0.6, false]]) {
    const step = { id: 1, center: [0, height - 1, -12], axes, half_extents: [4, 1, 10] }
    const { walk } = await inWorld('physx', { boxes: [floor, step], settings: { alike: true } })
    const { position: [, y] } = walk(ahead, 60)
    assert.equal(y > 0.3 + height * 0.9, climbs, `y is ${y} on a step of ${height}`)
  }
})

test('Havok jumps as high as its speed makes it', async () => {
  const { walk } = await inWorld('havok', { boxes: [floor] })
  walk(idle, 30)
  let highest = walk({ ...idle, jump: true }, 1).position[1]
  for (let tick = 0; tick < 40; tick += 1) highest = Math.max(highest, walk(idle, 1).position[1])
  near(highest, 0.3 + (6.5 * 6.5) / 40, 6.5 / 60 + 0.06)
})

test('Havok lands at its gap, if ground farther away does not count', async () => {
  const { padding, walk } = await inWorld('havok', { boxes: [floor], settings: { alike: true }, start: [0, 1, 0] })
  near(walk(idle, 60).position[1], 0.3 + padding, 0.02)
})

test('an adapter answers a line with a line, and ends at bye', () => {
  const lines = [{ do: 'hello', protocol: 1 }, { do: 'world', hz: 60, body, tuning, triangles: [], boxes: [floor] },
    { do: 'reset', position: [0, 0.305, 0], velocity: [0, 0, 0], yaw: 0 },
    { do: 'world', hz: 60, body: { shape: 'box', half_extents: [1, 1, 1] }, tuning, triangles: [], boxes: [] }, { do: 'bye' }]
  const input = lines.map((line) => JSON.stringify(line) + '\n').join('')
  const adapter = fileURLToPath(new URL('../physx.js', import.meta.url))
  const { stdout, status } = spawnSync(process.execPath, [adapter], { input, encoding: 'utf8' })
  const answers = stdout.trim().split('\n').map((line) => JSON.parse(line))
  assert.equal(status, 0)
  assert.equal(answers.length, 4)
  assert.ok(answers[0].can.includes('move'))
  assert.ok(answers[1].padding > 0)
  assert.ok(answers[3].error.includes('no box'))
})
