// PhysX's capsule controller. The rules of walking are those of walk.js.
//
// Numbers of its authors: a contact offset of 10 cm, the climbing mode "easy". `--alike`: an offset of 2 cm, and "constrained",
// which keeps to the height of steps. Both turn tessellation off, as it is unless a game asks for it. The height of steps and
// the limit of slopes are those of the game in both.

import PhysX from 'physx-js-webidl'
import { readFileSync } from 'node:fs'
import { hasArea, quaternionOf, serve, sizeOf, versionOf } from './protocol.js'
import { Walker } from './walk.js'

export default async function start({ alike }) {
  const wasmBinary = readFileSync(new URL('node_modules/physx-js-webidl/physx-js-webidl.wasm', import.meta.url))
  // The package is built for pages, and refuses to start where it sees node.
  const { process } = globalThis
  Object.assign(globalThis, { process: undefined, window: globalThis })
  const starting = PhysX({ wasmBinary })
  Object.assign(globalThis, { process })
  delete globalThis.window
  return new Controller(await starting, alike)
}

class Controller {
  name = 'PhysX capsule controller'
  version = versionOf('physx-js-webidl')
  can = ['tick', 'move']
  // It has no rule that keeps a walker on stairs and crests. It lets nobody climb a steep slope, but makes nobody slide. It meets
  // triangles from the front alone, also with the flag for double-sided meshes.
  lacks = ['snapping/stairs', 'snapping/spiral', 'snapping/crest', 'slopes/down', 'slopes/slips', 'thin/back']

  constructor(px, alike) {
    Object.assign(this, { px, alike })
    const foundation = px.CreateFoundation(px.PHYSICS_VERSION, new px.PxDefaultAllocator(), new px.PxDefaultErrorCallback())
    this.scale = new px.PxTolerancesScale()
    this.physics = px.CreatePhysics(px.PHYSICS_VERSION, foundation, this.scale)
    this.material = this.physics.createMaterial(0.5, 0.5, 0)
    this.dispatcher = px.DefaultCpuDispatcherCreate(0)
    this.cooking = new px.PxCookingParams(this.scale)
    this.identity = new px.PxTransform(px.PxIDENTITYEnum.PxIdentity)
    this.pose = new px.PxTransform(px.PxIDENTITYEnum.PxIdentity)
    this.filters = new px.PxControllerFilters()
    this.vector = new px.PxVec3(0, 0, 0)
    this.place = new px.PxExtendedVec3(0, 0, 0)
  }

  world({ hz, body, tuning, triangles, boxes }) {
    const { px } = this
    const { radius, segment } = sizeOf(body)
    this.end()
    const desc = new px.PxSceneDesc(this.scale)
    desc.cpuDispatcher = this.dispatcher
    desc.filterShader = px.DefaultFilterShader()
    this.scene = this.physics.createScene(desc)
    px.destroy(desc)
    this.actors = []
    const solid = triangles.filter(hasArea)
    if (solid.length > 0) this.addMesh(solid)
    boxes.forEach((box) => this.addBox(box))
    this.manager = px.CreateControllerManager(this.scene)
    // For a smaller body than a person's, the offset is smaller.
    const padding = (this.alike ? 0.02 : 0.1) * Math.min(1, radius / 0.3)
    const capsule = new px.PxCapsuleControllerDesc()
    // A controller needs a segment, so a ball gets a very short one.
    Object.assign(capsule, { radius, height: Math.max(segment, radius * 1e-3), contactOffset: padding })
    this.step = capsule.stepOffset = Math.min(tuning.step_height, segment + radius * 2)
    this.slope = capsule.slopeLimit = Math.cos((tuning.max_slope_deg * Math.PI) / 180)
    this.walking = true
    const modes = px.PxCapsuleClimbingModeEnum
    capsule.climbingMode = this.alike ? modes.eCONSTRAINED : modes.eEASY
    capsule.material = this.material
    if (!capsule.isValid()) throw new Error('its description of a controller is not valid')
    this.controller = this.manager.createController(capsule)
    px.destroy(capsule)
    this.rise = segment / 2
    this.walker = new Walker(tuning)
    this.dt = 1 / hz
    return { padding }
  }

  /** Frees the last world. */
  end() {
    if (!this.scene) return
    this.controller.release()
    this.manager.release()
    this.actors.forEach((actor) => actor.release())
    this.scene.release()
  }

  addMesh(triangles) {
    const { px } = this
    const points = new px.PxArray_PxVec3(triangles.length * 3)
    const indices = new px.PxArray_PxU32(triangles.length * 3)
    const vector = this.vector
    triangles.forEach((t, number) => {
      for (let corner = 0; corner < 3; corner += 1) {
        vector.x = t[corner * 3]
        vector.y = t[corner * 3 + 1]
        vector.z = t[corner * 3 + 2]
        points.set(number * 3 + corner, vector)
        indices.set(number * 3 + corner, number * 3 + corner)
      }
    })
    const desc = new px.PxTriangleMeshDesc()
    Object.assign(desc.points, { count: triangles.length * 3, stride: 12, data: points.begin() })
    Object.assign(desc.triangles, { count: triangles.length, stride: 12, data: indices.begin() })
    const mesh = px.CreateTriangleMesh(this.cooking, desc)
    // Its own sweeps ignore the flag, but other queries of the controller may not.
    const flags = new px.PxMeshGeometryFlags(px.PxMeshGeometryFlagEnum.eDOUBLE_SIDED)
    const geometry = new px.PxTriangleMeshGeometry(mesh, new px.PxMeshScale(1), flags)
    this.add(this.physics.createRigidStatic(this.identity), geometry)
    ;[points, indices, desc, geometry].forEach((part) => px.destroy(part))
    mesh.release()
  }

  addBox(box) {
    const { px } = this
    const geometry = new px.PxBoxGeometry(...box.half_extents)
    this.setPose(box)
    this.add(this.physics.createRigidStatic(this.pose), geometry)
    px.destroy(geometry)
  }

  add(actor, geometry) {
    const { px } = this
    const flags = new px.PxShapeFlags(px.PxShapeFlagEnum.eSCENE_QUERY_SHAPE | px.PxShapeFlagEnum.eSIMULATION_SHAPE)
    const shape = this.physics.createShape(geometry, this.material, true, flags)
    actor.attachShape(shape)
    shape.release()
    px.destroy(flags)
    this.scene.addActor(actor)
    this.actors.push(actor)
  }

  setPose(box) {
    const [x, y, z] = box.center
    Object.assign(this.pose.p, { x, y, z })
    Object.assign(this.pose.q, quaternionOf(box))
  }

  put([x, y, z]) {
    Object.assign(this.place, { x, y: y + this.rise, z })
    this.controller.setPosition(this.place)
    this.controller.invalidateCache()
  }

  get position() {
    const { x, y, z } = this.controller.getPosition()
    return [x, y - this.rise, z]
  }

  reset(position, velocity) {
    this.put(position)
    this.walker.reset(velocity)
    return this.state(velocity)
  }

  /** Turns the rules for slopes and steps on, or off for flights. */
  setWalking(walking) {
    if (this.walking === walking) return
    this.walking = walking
    this.controller.setStepOffset(walking ? this.step : 0)
    this.controller.setSlopeLimit(walking ? this.slope : 0)
  }

  /** Moves the body. Returns its displacement, and whether it touches something below. */
  shift(motion, dt) {
    const before = this.position
    const [x, y, z] = motion
    Object.assign(this.vector, { x, y, z })
    const flags = this.controller.move(this.vector, 0, dt, this.filters)
    const after = this.position
    const grounded = flags.isSet(this.px.PxControllerCollisionFlagEnum.eCOLLISION_DOWN)
    return [after.map((x, n) => x - before[n]), grounded]
  }

  tick(dt, command) {
    this.setWalking(command.mode !== 'fly')
    const [displacement, grounded] = this.shift(this.walker.displacement(dt, command), dt)
    return this.state(this.walker.moved(dt, displacement, grounded))
  }

  move(position, motion) {
    this.setWalking(false)
    const here = this.position
    if (position.some((x, n) => x !== here[n])) this.put(position)
    const [displacement, grounded] = this.shift(motion, this.dt)
    this.walker.grounded = grounded
    return this.state(displacement.map((x) => x / this.dt))
  }

  state(velocity) {
    return { position: this.position, velocity, ground: this.walker.grounded ? 'floor' : 'none' }
  }
}

await serve(import.meta, start)
