// Jolt's CharacterVirtual, with the rules of its own sample: the ground's velocity, the wish and gravity make the velocity, and
// ExtendedUpdate moves the character, climbs steps and sticks to the floor.
//
// Numbers of its authors: a padding of 2 cm, contacts predicted 10 cm ahead, 0.5 m down to the floor. `--alike`: down to the floor
// as far as ours. The height of steps and the limit of slopes are those of the game in both.

import init from 'jolt-physics'
import { hasArea, quaternionOf, serve, sizeOf, versionOf } from './protocol.js'
import { approach, wish } from './walk.js'

// Objects that stand still, and the ones that move.
const LAYER = 0

export default async function start({ alike }) {
  return new Jolt(await init(), alike)
}

class Jolt {
  name = 'Jolt CharacterVirtual'
  version = versionOf('jolt-physics')
  can = ['tick', 'move', 'save', 'contacts', 'platforms']

  constructor(engine, alike) {
    Object.assign(this, { engine, alike })
    // Reused, since the program has to free what it makes.
    this.vectors = Array.from({ length: 4 }, () => new engine.Vec3(0, 0, 0))
    this.place = new engine.RVec3(0, 0, 0)
    this.turn = new engine.Quat(0, 0, 0, 1)
    this.saved = []
  }

  vector(number, [x, y, z]) {
    this.vectors[number].Set(x, y, z)
    return this.vectors[number]
  }

  world({ hz, body, tuning, triangles, boxes }) {
    const { engine } = this
    const { radius, segment } = sizeOf(body)
    this.end()
    const settings = new engine.JoltSettings()
    const pairs = new engine.ObjectLayerPairFilterTable(1)
    pairs.EnableCollision(LAYER, LAYER)
    const broad = new engine.BroadPhaseLayerInterfaceTable(1, 1)
    const layer = new engine.BroadPhaseLayer(0)
    broad.MapObjectToBroadPhaseLayer(LAYER, layer)
    engine.destroy(layer)
    settings.mObjectLayerPairFilter = pairs
    settings.mBroadPhaseLayerInterface = broad
    settings.mObjectVsBroadPhaseLayerFilter = new engine.ObjectVsBroadPhaseLayerFilterTable(broad, 1, pairs, 1)
    this.system = new engine.JoltInterface(settings)
    engine.destroy(settings)
    this.physics = this.system.GetPhysicsSystem()
    this.bodies = this.physics.GetBodyInterface()
    const solid = triangles.filter(hasArea)
    if (solid.length > 0) this.add(this.mesh(solid), [0, 0, 0], { x: 0, y: 0, z: 0, w: 1 })
    this.boxes = new Map(boxes.map((box) => [box.id, this.add(this.box(box), box.center, quaternionOf(box))]))
    this.moving = new Set()
    this.filters = [
      new engine.DefaultBroadPhaseLayerFilter(this.system.GetObjectVsBroadPhaseLayerFilter(), LAYER),
      new engine.DefaultObjectLayerFilter(this.system.GetObjectLayerPairFilter(), LAYER),
      new engine.BodyFilter(),
      new engine.ShapeFilter(),
    ]
    // For a smaller body than a person's, its gaps are smaller, and the way that it looks ahead at steps is as long as the body is wide.
    const scale = Math.min(1, radius / 0.3)
    this.character = this.newCharacter(radius, segment, tuning, scale)
    this.update = new engine.ExtendedUpdateSettings()
    this.update.mWalkStairsStepUp = this.vector(0, [0, tuning.step_height, 0])
    const down = this.alike ? tuning.snap_distance : 0.5 * scale
    this.update.mStickToFloorStepDown = this.vector(0, [0, -down, 0])
    this.update.mWalkStairsMinStepForward *= radius / 0.3
    this.update.mWalkStairsStepForwardTest *= radius / 0.3
    this.rise = segment / 2
    this.tuning = tuning
    this.walking = true
    this.dt = 1 / hz
    return { padding: this.character.GetCharacterPadding() }
  }

  /** Frees the last world. */
  end() {
    if (!this.system) return
    const { engine } = this
    this.filters.forEach((filter) => engine.destroy(filter))
    engine.destroy(this.update)
    this.character.Release()
    this.saved.forEach((state) => engine.destroy(state))
    this.saved = []
    engine.destroy(this.system)
  }

  mesh(triangles) {
    const { engine } = this
    const list = new engine.TriangleList()
    list.resize(triangles.length)
    triangles.forEach((t, number) => {
      const triangle = list.at(number)
      for (let corner = 0; corner < 3; corner += 1) {
        const place = triangle.get_mV(corner)
        place.x = t[corner * 3]
        place.y = t[corner * 3 + 1]
        place.z = t[corner * 3 + 2]
      }
    })
    const settings = new engine.MeshShapeSettings(list)
    engine.destroy(list)
    const result = settings.Create()
    if (result.HasError()) throw new Error(result.GetError().c_str())
    const shape = result.Get()
    shape.AddRef()
    engine.destroy(settings)
    return shape
  }

  box({ half_extents: half }) {
    // Not rounded: its own default rounds edges by 5 cm.
    const shape = new this.engine.BoxShape(this.vector(0, half), 0)
    shape.AddRef()
    return shape
  }

  add(shape, place, turn) {
    const { engine } = this
    this.setPose(place, turn)
    const settings = new engine.BodyCreationSettings(shape, this.place, this.turn, engine.EMotionType_Static, LAYER)
    settings.mAllowDynamicOrKinematic = true
    settings.mOverrideMassProperties = engine.EOverrideMassProperties_MassAndInertiaProvided
    settings.mMassPropertiesOverride.mMass = 1
    const id = this.bodies.CreateBody(settings).GetID()
    this.bodies.AddBody(id, engine.EActivation_DontActivate)
    engine.destroy(settings)
    shape.Release()
    return id
  }

  setPose([x, y, z], turn) {
    this.place.Set(x, y, z)
    this.turn.Set(turn.x, turn.y, turn.z, turn.w)
  }

  newCharacter(radius, segment, tuning, scale) {
    const { engine } = this
    const settings = new engine.CharacterVirtualSettings()
    settings.mShape = segment > 0 ? new engine.CapsuleShape(segment / 2, radius) : new engine.SphereShape(radius)
    settings.mMaxSlopeAngle = (tuning.max_slope_deg * Math.PI) / 180
    settings.mCharacterPadding *= scale
    settings.mPredictiveContactDistance *= scale
    settings.mCollisionTolerance *= scale
    // Only contacts with the lower hemisphere hold the character, as in the sample.
    const up = new engine.Vec3(0, 1, 0)
    const plane = new engine.Plane(up, segment / 2)
    settings.mSupportingVolume = plane
    this.setPose([0, 0, 0], { x: 0, y: 0, z: 0, w: 1 })
    const character = new engine.CharacterVirtual(settings, this.place, this.turn, this.physics)
    character.AddRef()
    character.SetListener(this.listener())
    ;[up, plane, settings].forEach((part) => engine.destroy(part))
    return character
  }

  /** As in the sample, a character that does not walk does not slide down a slope that it can stand on. */
  listener() {
    const { engine } = this
    const listener = new engine.CharacterContactListenerJS()
    const nothing = () => {}
    listener.OnAdjustBodyVelocity = nothing
    listener.OnContactValidate = listener.OnCharacterContactValidate = () => true
    listener.OnContactAdded = listener.OnContactPersisted = listener.OnContactRemoved = nothing
    listener.OnCharacterContactAdded = listener.OnCharacterContactPersisted = listener.OnCharacterContactRemoved = nothing
    listener.OnCharacterContactSolve = nothing
    listener.OnContactSolve = (character, body, part, place, normal, contactVelocity, material, velocity, newVelocity) => {
      const [up, still] = [normal, contactVelocity].map((pointer) => engine.wrapPointer(pointer, engine.Vec3))
      if (!this.stays || still.LengthSq() > 0 || this.character.IsSlopeTooSteep(up)) return
      engine.wrapPointer(newVelocity, engine.Vec3).Set(0, 0, 0)
    }
    return listener
  }

  /** Turns the limit of slopes on, or off for flights. */
  setWalking(walking) {
    if (this.walking === walking) return
    this.walking = walking
    this.character.SetMaxSlopeAngle(((walking ? this.tuning.max_slope_deg : 90) * Math.PI) / 180)
  }

  setPosition([x, y, z]) {
    this.place.Set(x, y + this.rise, z)
    this.character.SetPosition(this.place)
  }

  reset(position, velocity) {
    this.setPosition(position)
    this.character.SetLinearVelocity(this.vector(0, velocity))
    this.level = [velocity[0], 0, velocity[2]]
    this.rising = velocity[1]
    this.character.RefreshContacts(...this.filters, this.system.GetTempAllocator())
    return this.state()
  }

  tick(dt, command, boxes) {
    const { character, engine, tuning } = this
    this.drive(dt, boxes)
    this.setWalking(command.mode !== 'fly')
    character.UpdateGroundVelocity()
    const ground = character.GetGroundVelocity()
    const groundVelocity = [ground.GetX(), ground.GetY(), ground.GetZ()]
    const rise = this.rising
    const isOnGround = character.GetGroundState() === engine.EGroundState_OnGround
    const accel = isOnGround ? tuning.ground_accel : tuning.air_accel
    this.level = approach(this.level, wish(command, tuning), accel * dt)
    const { walking } = this
    let velocity = [0, rise, 0]
    if (isOnGround && rise - groundVelocity[1] < 0.1) {
      velocity = groundVelocity
      if (command.jump) velocity[1] += tuning.jump_speed
    }
    if (walking) velocity[1] -= tuning.gravity * dt
    else velocity = [0, 0, 0]
    velocity = velocity.map((x, n) => x + this.level[n])
    this.stays = walking && isOnGround && !command.jump && Math.hypot(...this.level) === 0
    character.SetLinearVelocity(this.vector(0, velocity))
    const before = character.GetPosition().GetY()
    const gravity = this.vector(1, [0, walking ? -tuning.gravity : 0, 0])
    character.ExtendedUpdate(dt, gravity, this.update, ...this.filters, this.system.GetTempAllocator())
    // A ceiling takes the velocity into it.
    this.rising = Math.min(velocity[1], Math.max(0, (character.GetPosition().GetY() - before) / dt))
    return this.state()
  }

  /** Moves the boxes as kinematic bodies. */
  drive(dt, boxes) {
    const { engine } = this
    if (boxes.length === 0 && this.moving.size === 0) return
    const resting = new Set(this.moving)
    for (const box of boxes) {
      const id = this.boxes.get(box.id)
      if (!this.moving.has(box.id)) {
        this.bodies.SetMotionType(id, engine.EMotionType_Kinematic, engine.EActivation_Activate)
        this.moving.add(box.id)
      }
      this.setPose(box.center, quaternionOf(box))
      this.bodies.MoveKinematic(id, this.place, this.turn, dt)
      resting.delete(box.id)
    }
    for (const box of resting) {
      const still = this.vector(0, [0, 0, 0])
      this.bodies.SetLinearAndAngularVelocity(this.boxes.get(box), still, still)
    }
    this.system.Step(dt, 1)
  }

  move(position, motion) {
    const { character, dt } = this
    this.setWalking(false)
    this.stays = false
    this.setPosition(position)
    character.SetLinearVelocity(this.vector(0, motion.map((x) => x / dt)))
    character.Update(dt, this.vector(1, [0, 0, 0]), ...this.filters, this.system.GetTempAllocator())
    return this.state()
  }

  /** An index: its own state is binary. */
  save() {
    const recorder = new this.engine.StateRecorderImpl()
    this.character.SaveState(recorder)
    this.saved.push(recorder)
    return { index: this.saved.length - 1, level: this.level, rising: this.rising }
  }

  load({ index, level, rising }) {
    const recorder = this.saved[index]
    recorder.Rewind()
    this.character.RestoreState(recorder)
    Object.assign(this, { level, rising })
    return this.state()
  }

  state() {
    const { character, engine } = this
    const [place, velocity] = [character.GetPosition(), character.GetLinearVelocity()]
    const grounds = { [engine.EGroundState_OnGround]: 'floor', [engine.EGroundState_OnSteepGround]: 'steep' }
    const active = character.GetActiveContacts()
    const contacts = []
    for (let number = 0; number < active.size(); number += 1) {
      const { mPosition: point, mSurfaceNormal: normal, mHadCollision: touches, mDistance: distance } = active.at(number)
      if (!touches) continue
      contacts.push({
        point: [point.GetX(), point.GetY(), point.GetZ()],
        normal: [normal.GetX(), normal.GetY(), normal.GetZ()],
        depth: Math.max(0, -distance),
      })
    }
    return {
      position: [place.GetX(), place.GetY() - this.rise, place.GetZ()],
      velocity: [velocity.GetX(), velocity.GetY(), velocity.GetZ()],
      ground: grounds[character.GetGroundState()] ?? 'none',
      contacts,
    }
  }
}

await serve(import.meta, start)
