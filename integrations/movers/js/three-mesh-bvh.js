// three-mesh-bvh: the rules of its example "characterMovement", written anew with MeshBVH.shapecast. An example, not a product:
// it has no steps, no snapping, no limit of slopes and no platforms.
//
// Its own numbers: five steps a tick; on the ground if a step is pushed up by more than a quarter of its fall; speed at once. It
// has no other settings, so `--alike` changes nothing.

import { Box3, BufferAttribute, BufferGeometry, Line3, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh'
import { hasArea, serve, sizeOf, trianglesOfBox, versionOf } from './protocol.js'
import { wish } from './walk.js'

const SUBSTEPS = 5

export default async function start() {
  return new Example()
}

class Example {
  name = 'three-mesh-bvh example characterMovement'
  version = versionOf('three-mesh-bvh')
  can = ['tick', 'move', 'save']
  lacks = ['steps', 'far/step', 'sizes/step', 'snapping/stairs', 'snapping/spiral', 'snapping/crest', 'slopes/blocks', 'slopes/down']

  world({ hz, body, tuning, triangles, boxes }) {
    const { radius, segment } = sizeOf(body)
    const corners = [...triangles, ...boxes.flatMap(trianglesOfBox)].filter(hasArea)
    this.bvh = null
    if (corners.length > 0) {
      const geometry = new BufferGeometry()
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners.flat()), 3))
      this.bvh = new MeshBVH(geometry)
    }
    Object.assign(this, { radius, tuning, dt: 1 / hz })
    this.segment = new Line3(new Vector3(), new Vector3(0, segment, 0))
    this.bounds = new Box3()
    this.onTriangle = new Vector3()
    this.onSegment = new Vector3()
  }

  put([x, y, z]) {
    this.translate(new Vector3(x, y, z).sub(this.segment.start))
  }

  translate(by) {
    this.segment.start.add(by)
    this.segment.end.add(by)
  }

  reset(position, velocity) {
    this.put(position)
    this.velocity = new Vector3(...velocity)
    this.onGround = false
    return this.state()
  }

  /** Pushes the body out of each triangle as soon as it is found. Returns the way that it was pushed. */
  collide() {
    const before = this.segment.start.clone()
    const { bounds, radius, segment, onTriangle, onSegment } = this
    bounds.makeEmpty().expandByPoint(segment.start).expandByPoint(segment.end).expandByScalar(radius)
    this.bvh?.shapecast({
      intersectsBounds: (box) => box.intersectsBox(bounds),
      intersectsTriangle: (triangle) => {
        const distance = this.distance(triangle)
        if (distance >= radius) return
        const out = onSegment.sub(onTriangle).normalize()
        this.translate(out.multiplyScalar(radius - distance))
      },
    })
    const push = this.segment.start.clone().sub(before)
    // A little is left in, so that the body keeps touching.
    const length = Math.max(0, push.length() - 1e-5)
    push.normalize().multiplyScalar(length)
    segment.end.sub(segment.start)
    segment.start.copy(before).add(push)
    segment.end.add(segment.start)
    return push
  }

  distance(triangle) {
    const { segment, onTriangle, onSegment } = this
    if (segment.distanceSq() > 0) return triangle.closestPointToSegment(segment, onTriangle, onSegment)
    triangle.closestPointToPoint(segment.start, onTriangle)
    return onSegment.copy(segment.start).distanceTo(onTriangle)
  }

  tick(dt, command) {
    const { tuning, velocity } = this
    const target = new Vector3(...wish(command, tuning))
    const flies = command.mode === 'fly'
    if (command.jump && this.onGround) {
      velocity.y = tuning.jump_speed
      this.onGround = false
    }
    const part = dt / SUBSTEPS
    for (let step = 0; step < SUBSTEPS; step += 1) {
      if (flies) velocity.set(0, 0, 0)
      else if (this.onGround) velocity.y = -tuning.gravity * part
      else velocity.y -= tuning.gravity * part
      this.translate(velocity.clone().add(target).multiplyScalar(part))
      const push = this.collide()
      this.onGround = push.y > Math.abs(part * velocity.y * 0.25)
      if (this.onGround) velocity.set(0, 0, 0)
      else if (push.lengthSq() > 0) {
        push.normalize()
        velocity.addScaledVector(push, -push.dot(velocity))
      }
    }
    return this.state()
  }

  move(position, motion) {
    this.put(position)
    const part = new Vector3(...motion).divideScalar(SUBSTEPS)
    let push
    for (let step = 0; step < SUBSTEPS; step += 1) {
      this.translate(part)
      push = this.collide()
    }
    this.velocity = this.segment.start.clone().sub(new Vector3(...position)).divideScalar(this.dt)
    this.onGround = push.y > 0
    return this.state()
  }

  save() {
    return { position: this.segment.start.toArray(), velocity: this.velocity.toArray(), onGround: this.onGround }
  }

  load({ position, velocity, onGround }) {
    this.put(position)
    this.velocity.fromArray(velocity)
    this.onGround = onGround
    return this.state()
  }

  state() {
    return {
      position: this.segment.start.toArray(),
      velocity: this.velocity.toArray(),
      ground: this.onGround ? 'floor' : 'none',
    }
  }
}

await serve(import.meta, start)
