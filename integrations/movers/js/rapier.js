// rapier's KinematicCharacterController. The rules of walking are those of walk.js.
//
// Numbers of its authors: an offset of 1 % of the height, snapping by 20 % of it, no steps. `--alike`: steps and snapping as far
// as ours.

import { init, ColliderDesc, RigidBodyDesc, RigidBodyType, World } from '@dimforge/rapier3d-compat'
import { hasArea, quaternionOf, serve, sizeOf, versionOf } from './protocol.js'
import { Walker } from './walk.js'

const vector = ([x, y, z]) => ({ x, y, z })
const radians = (deg) => (deg * Math.PI) / 180

export default async function start({ alike }) {
  await init()
  return new Rapier(alike)
}

class Rapier {
  name = 'rapier'
  version = versionOf('@dimforge/rapier3d-compat')
  // Boxes drive, but nobody rides on them: whether this is the way to ask for it is not settled.
  can = ['tick', 'move', 'save']

  constructor(alike) {
    this.alike = alike
    // Steps are off unless a game turns them on.
    this.lacks = alike ? [] : ['steps', 'far/step', 'sizes/step']
  }

  world({ hz, body, tuning, triangles, boxes }) {
    this.engine?.free()
    const { radius, segment } = sizeOf(body)
    const engine = (this.engine = new World({ x: 0, y: 0, z: 0 }))
    const corners = triangles.filter(hasArea)
    if (corners.length > 0) {
      const indices = Uint32Array.from({ length: corners.length * 3 }, (_, n) => n)
      engine.createCollider(ColliderDesc.trimesh(new Float32Array(corners.flat()), indices))
    }
    this.bodies = new Map(boxes.map((box) => {
      const desc = RigidBodyDesc.fixed().setTranslation(...box.center).setRotation(quaternionOf(box))
      const rigid = engine.createRigidBody(desc)
      engine.createCollider(ColliderDesc.cuboid(...box.half_extents), rigid)
      return [box.id, rigid]
    }))
    const shape = segment > 0 ? ColliderDesc.capsule(segment / 2, radius) : ColliderDesc.ball(radius)
    this.collider = engine.createCollider(shape.setTranslation(0, 1e6, 0))
    // From the centre of the lower hemisphere to the centre of the body.
    this.rise = segment / 2
    const height = 2 * radius + segment
    const padding = height * 0.01
    this.controller = engine.createCharacterController(padding)
    this.snap = this.alike ? tuning.snap_distance : height * 0.2
    this.radius = radius
    this.walker = new Walker(tuning)
    this.walking = null
    this.dt = 1 / hz
    engine.timestep = this.dt
    // Queries find nothing before the first step.
    engine.step()
    return { padding }
  }

  reset(position, velocity) {
    this.position = [...position]
    this.walker.reset(velocity)
    return this.state(velocity)
  }

  /** Turns the rules for slopes, steps and snapping on, or off for flights. */
  setWalking(walking) {
    if (this.walking === walking) return
    this.walking = walking
    const { controller, alike, radius, walker: { tuning } } = this
    controller.setMaxSlopeClimbAngle(radians(walking ? tuning.max_slope_deg : 90))
    controller.setMinSlopeSlideAngle(radians(walking ? tuning.max_slope_deg : 0))
    controller.disableSnapToGround()
    controller.disableAutostep()
    if (walking) controller.enableSnapToGround(this.snap)
    if (walking && alike) controller.enableAutostep(tuning.step_height, radius, false)
  }

  /** Moves the body, and returns its displacement. */
  shift(motion) {
    const [x, y, z] = this.position
    this.collider.setTranslation({ x, y: y + this.rise, z })
    this.controller.computeColliderMovement(this.collider, vector(motion))
    const done = this.controller.computedMovement()
    const displacement = [done.x, done.y, done.z]
    this.position = this.position.map((x, n) => x + displacement[n])
    return displacement
  }

  tick(dt, command, boxes) {
    for (const box of boxes) {
      const rigid = this.bodies.get(box.id)
      if (!rigid.isKinematic()) rigid.setBodyType(RigidBodyType.KinematicPositionBased, true)
      rigid.setNextKinematicTranslation(vector(box.center))
      rigid.setNextKinematicRotation(quaternionOf(box))
    }
    if (boxes.length > 0 || this.moving) {
      this.engine.timestep = dt
      this.engine.step()
    }
    this.moving = boxes.length > 0
    this.setWalking(command.mode !== 'fly')
    const displacement = this.shift(this.walker.displacement(dt, command))
    return this.state(this.walker.moved(dt, displacement, this.controller.computedGrounded()))
  }

  move(position, motion) {
    this.position = [...position]
    this.setWalking(false)
    const displacement = this.shift(motion)
    this.walker.grounded = this.controller.computedGrounded()
    return this.state(displacement.map((x) => x / this.dt))
  }

  save() {
    return { position: this.position, velocity: this.walker.velocity, grounded: this.walker.grounded }
  }

  load({ position, velocity, grounded }) {
    this.position = position
    this.walker.velocity = velocity
    this.walker.grounded = grounded
    return this.state(velocity)
  }

  state(velocity) {
    return { position: this.position, velocity, ground: this.walker.grounded ? 'floor' : 'none' }
  }
}

await serve(import.meta, start)
