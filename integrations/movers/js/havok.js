// Babylon.js' PhysicsCharacterController on Havok. The rules of walking are those of its documentation: support, velocity, gravity,
// integrate.
//
// Numbers of its authors: a distance of 5 cm that it keeps, ground up to 10 cm below that, 10 casts, no steps. `--alike`: steps as
// high as ours, and ground up to 1 cm below its distance. (Its `integrate` takes the fall of a body that has ground, which then
// stays as high as it is.) In both, the cap of 10 m/s in its solver is that of the scene's speed, and the helper for accelerating,
// whose gain is per call, is not used.

// First, since Babylon.js keeps the console that it finds.
import { hasArea, quaternionOf, serve, sizeOf, versionOf } from './protocol.js'
import HavokPhysics from '@babylonjs/havok'
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js'
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js'
import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js'
import { Mesh } from '@babylonjs/core/Meshes/mesh.js'
import { VertexData } from '@babylonjs/core/Meshes/mesh.vertexData.js'
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js'
import '@babylonjs/core/Physics/joinedPhysicsEngineComponent.js'
import '@babylonjs/core/Physics/v2/physicsEngineComponent.js'
import { CharacterSupportedState, PhysicsCharacterController } from '@babylonjs/core/Physics/v2/characterController.js'
import { PhysicsBody } from '@babylonjs/core/Physics/v2/physicsBody.js'
import { PhysicsShapeBox, PhysicsShapeMesh, PhysicsShapeSphere } from '@babylonjs/core/Physics/v2/physicsShape.js'
import { HavokPlugin } from '@babylonjs/core/Physics/v2/Plugins/havokPlugin.js'
import { Scene } from '@babylonjs/core/scene.js'
import { readFileSync } from 'node:fs'
import { approach, wish } from './walk.js'

const [STATIC, ANIMATED] = [0, 1]
const DOWN = new Vector3(0, -1, 0)

export default async function start({ alike }) {
  const wasm = new URL('node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm', import.meta.url)
  return new Havok(await HavokPhysics({ wasmBinary: readFileSync(wasm) }), alike)
}

const turnOf = (box) => {
  const { x, y, z, w } = quaternionOf(box)
  return new Quaternion(x, y, z, w)
}

class Havok {
  name = 'Havok (Babylon.js) character controller'
  version = `${versionOf('@babylonjs/havok')}, Babylon.js ${versionOf('@babylonjs/core')}`
  can = ['tick', 'move', 'platforms']

  constructor(engine, alike) {
    Object.assign(this, { engine, alike })
    // It has no rule that keeps a walker on stairs and crests, and climbs no step unless a game says so.
    this.lacks = ['snapping/stairs', 'snapping/spiral', 'snapping/crest', 'slopes/down']
    if (!alike) this.lacks.push('steps', 'far/step', 'sizes/step')
    this.renderer = new NullEngine()
  }

  world({ hz, body, tuning, triangles, boxes }) {
    const { radius, segment } = sizeOf(body)
    this.end()
    const scene = (this.scene = new Scene(this.renderer))
    scene.useRightHandedSystem = true
    // A scene without a camera cannot be rendered, and rendering is what moves platforms.
    new FreeCamera('camera', Vector3.Zero(), scene)
    this.plugin = new HavokPlugin(false, this.engine)
    scene.enablePhysics(Vector3.Zero(), this.plugin)
    this.shapes = []
    const solid = triangles.filter(hasArea)
    if (solid.length > 0) this.addMesh(solid)
    this.boxes = new Map(boxes.map((box) => [box.id, this.addBox(box)]))
    // For a smaller body than a person's, the distance is smaller.
    const scale = Math.min(1, radius / 0.3)
    const size = { capsuleHeight: segment + 2 * radius, capsuleRadius: radius }
    if (segment === 0) size.shape = new PhysicsShapeSphere(Vector3.Zero(), radius, scene)
    if (size.shape) this.shapes.push(size.shape)
    const character = (this.character = new PhysicsCharacterController(Vector3.Zero(), size, scene))
    character.keepDistance *= scale
    character.keepContactTolerance *= scale
    this.tuning = tuning
    this.setWalking(true)
    if (this.alike) {
      character.maxStepHeight = tuning.step_height
      character.keepContactTolerance = 0.01 * scale
    }
    this.rise = segment / 2
    this.dt = 1 / hz
    this.moving = new Set()
    return { padding: character.keepDistance }
  }

  /** Frees the last world. */
  end() {
    if (!this.scene) return
    this.character.dispose()
    this.shapes.forEach((shape) => shape.dispose())
    this.scene.dispose()
  }

  addMesh(triangles) {
    const { scene } = this
    const mesh = new Mesh('mesh', scene)
    const shape = new VertexData()
    // Babylon.js turns triangles the other way than most: clockwise seen from the front.
    shape.positions = triangles.flat()
    shape.indices = Array.from({ length: triangles.length * 3 }, (_, n) => n)
    shape.applyToMesh(mesh)
    this.addBody(mesh, new PhysicsShapeMesh(mesh, scene))
  }

  addBox(box) {
    const node = new TransformNode(`box ${box.id}`, this.scene)
    node.position = Vector3.FromArray(box.center)
    node.rotationQuaternion = turnOf(box)
    const extents = Vector3.FromArray(box.half_extents).scale(2)
    return this.addBody(node, new PhysicsShapeBox(Vector3.Zero(), Quaternion.Identity(), extents, this.scene))
  }

  addBody(node, shape) {
    const body = new PhysicsBody(node, STATIC, false, this.scene)
    body.shape = shape
    this.shapes.push(shape)
    return body
  }

  /** Turns the limit of slopes on, or off for flights. */
  setWalking(walking) {
    this.character.maxSlopeCosine = walking ? Math.cos((this.tuning.max_slope_deg * Math.PI) / 180) : 0
    if (this.alike) this.character.maxStepHeight = walking ? this.tuning.step_height : 0
  }

  put([x, y, z]) {
    this.character.setPosition(new Vector3(x, y + this.rise, z))
  }

  reset(position, velocity) {
    this.put(position)
    this.character.setVelocity(Vector3.FromArray(velocity))
    this.level = [velocity[0], 0, velocity[2]]
    this.ground = 'none'
    return this.state()
  }

  /** Integrates one tick with this velocity. */
  integrate(dt, velocity, gravity, support) {
    const { character } = this
    const speed = Math.hypot(...velocity)
    character.maxCharacterSpeedForSolver = Math.max(10, speed * 2)
    character.setVelocity(Vector3.FromArray(velocity))
    character.integrate(dt, support, gravity)
    const { supportedState } = character.checkSupport(dt, DOWN)
    const { SUPPORTED, SLIDING } = CharacterSupportedState
    this.ground = supportedState === SUPPORTED ? 'floor' : supportedState === SLIDING ? 'steep' : 'none'
  }

  tick(dt, command, boxes) {
    const { character, tuning } = this
    const walks = command.mode !== 'fly'
    this.setWalking(walks)
    this.drive(dt, boxes)
    const support = character.checkSupport(dt, DOWN)
    // Just after a jump, the ground is still within its tolerance.
    const rises = character.getVelocity().y - support.averageSurfaceVelocity.y > 0.1
    const stands = support.supportedState === CharacterSupportedState.SUPPORTED && !rises
    const accel = stands ? tuning.ground_accel : tuning.air_accel
    this.level = approach(this.level, wish(command, tuning), accel * dt)
    let velocity = [0, character.getVelocity().y, 0]
    if (stands) {
      const { x, y, z } = support.averageSurfaceVelocity
      velocity = [x, y + (command.jump ? tuning.jump_speed : 0), z]
    }
    // With gravity on the ground, it would slide down every slope.
    if (!stands || command.jump) velocity[1] -= tuning.gravity * dt
    if (!walks) velocity = [0, 0, 0]
    this.integrate(dt, velocity.map((x, n) => x + this.level[n]), new Vector3(0, walks ? -tuning.gravity : 0, 0), support)
    return this.state()
  }

  /** Moves the boxes, and lets the scene do a frame, from which the velocities of platforms come. */
  drive(dt, boxes) {
    for (const box of boxes) {
      const body = this.boxes.get(box.id)
      if (!this.moving.has(body)) {
        body.setMotionType(ANIMATED)
        body.disablePreStep = false
        this.moving.add(body)
      }
      body.transformNode.position.copyFromFloats(...box.center)
      body.transformNode.rotationQuaternion = turnOf(box)
    }
    if (this.moving.size === 0) return
    this.plugin.setTimeStep(dt)
    this.scene.render()
  }

  move(position, motion) {
    const { dt } = this
    this.setWalking(false)
    this.put(position)
    this.integrate(dt, motion.map((x) => x / dt), Vector3.Zero(), this.character.checkSupport(dt, DOWN))
    return this.state()
  }

  state() {
    const [place, velocity] = [this.character.getPosition(), this.character.getVelocity()]
    return { position: [place.x, place.y - this.rise, place.z], velocity: velocity.asArray(), ground: this.ground }
  }
}

await serve(import.meta, start)
