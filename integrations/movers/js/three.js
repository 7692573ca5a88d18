// three.js: the walker of its example "games_fps", written anew with the addons Octree and Capsule. An example, not a product:
// it has no steps, no snapping, no limit of slopes and no platforms, and its triangles are solid from the front alone.
//
// Its own numbers: five steps a tick, a damping by e^-4t on the ground, a tenth of it in the air, floor wherever the push is
// upward. The acceleration on the ground is the one that ends at the speed of the game; in the air it is 8/25 of it. It has no
// other settings, so `--alike` changes nothing.

import { Sphere, Triangle, Vector3 } from 'three'
import { Capsule } from 'three/addons/math/Capsule.js'
import { Octree } from 'three/addons/math/Octree.js'
import { hasArea, serve, sizeOf, trianglesOfBox, versionOf } from './protocol.js'
import { wish } from './walk.js'

const SUBSTEPS = 5
const DAMPING = 4

export default async function start() {
  return new Example()
}

class Example {
  name = 'three.js example games_fps'
  version = versionOf('three')
  can = ['tick', 'move', 'save']
  lacks = ['steps', 'far/step', 'sizes/step', 'snapping/stairs', 'snapping/spiral', 'snapping/crest', 'slopes/blocks', 'slopes/down',
    'thin/back']

  world({ hz, body, tuning, triangles, boxes }) {
    const { radius, segment } = sizeOf(body)
    const octree = (this.octree = new Octree())
    for (const t of [...triangles, ...boxes.flatMap(trianglesOfBox)].filter(hasArea)) {
      const corner = (n) => new Vector3(t[n], t[n + 1], t[n + 2])
      octree.addTriangle(new Triangle(corner(0), corner(3), corner(6)))
    }
    octree.build()
    const top = new Vector3(0, segment, 0)
    this.capsule = segment > 0 ? new Capsule(new Vector3(), top, radius) : null
    this.sphere = new Sphere(new Vector3(), radius)
    this.rise = segment
    this.tuning = tuning
    this.dt = 1 / hz
  }

  get place() {
    return this.capsule ? this.capsule.start : this.sphere.center
  }

  put([x, y, z]) {
    this.place.set(x, y, z)
    this.capsule?.end.set(x, y + this.rise, z)
  }

  translate(by) {
    if (this.capsule) this.capsule.translate(by)
    else this.sphere.center.add(by)
  }

  reset(position, velocity) {
    this.put(position)
    this.velocity = new Vector3(...velocity)
    this.onFloor = false
    return this.state()
  }

  /** Pushes the body out of what it has entered. Returns whether that is a floor. */
  collide() {
    const hit = this.capsule ? this.octree.capsuleIntersect(this.capsule) : this.octree.sphereIntersect(this.sphere)
    this.onFloor = false
    if (!hit) return
    this.onFloor = hit.normal.y > 0
    if (!this.onFloor) this.velocity.addScaledVector(hit.normal, -hit.normal.dot(this.velocity))
    if (hit.depth >= 1e-10) this.translate(hit.normal.multiplyScalar(hit.depth))
  }

  tick(dt, command) {
    const { tuning, velocity } = this
    const target = new Vector3(...wish(command, tuning))
    if (command.jump && this.onFloor) velocity.y = tuning.jump_speed
    const part = dt / SUBSTEPS
    for (let step = 0; step < SUBSTEPS; step += 1) {
      velocity.addScaledVector(target, DAMPING * part * (this.onFloor ? 1 : 8 / 25))
      let damping = Math.exp(-DAMPING * part) - 1
      if (!this.onFloor && command.mode !== 'fly') {
        velocity.y -= tuning.gravity * part
        damping *= 0.1
      }
      velocity.addScaledVector(velocity, damping)
      this.translate(velocity.clone().multiplyScalar(part))
      this.collide()
    }
    return this.state()
  }

  move(position, motion) {
    this.put(position)
    const part = new Vector3(...motion).divideScalar(SUBSTEPS)
    this.velocity = part.clone().divideScalar(this.dt / SUBSTEPS)
    for (let step = 0; step < SUBSTEPS; step += 1) {
      this.translate(part)
      this.collide()
    }
    return this.state()
  }

  save() {
    // The two ends of a capsule are rounded apart from one another.
    const end = this.capsule?.end.toArray()
    return { position: this.place.toArray(), end, velocity: this.velocity.toArray(), onFloor: this.onFloor }
  }

  load({ position, end, velocity, onFloor }) {
    this.put(position)
    if (this.capsule && end) this.capsule.end.fromArray(end)
    this.velocity.fromArray(velocity)
    this.onFloor = onFloor
    return this.state()
  }

  state() {
    return {
      position: this.place.toArray(),
      velocity: this.velocity.toArray(),
      ground: this.onFloor ? 'floor' : 'none',
    }
  }
}

await serve(import.meta, start)
