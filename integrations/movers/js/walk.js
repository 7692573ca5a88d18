// The rules of walking for engines that take a displacement or a velocity, and leave the rest to the game: the same for all.

/** The velocity that the keys ask for: level in walk mode, in all directions in fly mode; m/s. */
export function wish({ forward, right, up, yaw, pitch, fast, mode }, tuning) {
  const flies = mode === 'fly'
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)]
  const level = flies ? Math.cos(pitch) : 1
  const way = [
    -sin * level * forward + cos * right,
    flies ? Math.sin(pitch) * forward + up : 0,
    -cos * level * forward - sin * right,
  ]
  const speed = (flies ? tuning.fly_speed : tuning.walk_speed) * (fast ? tuning.fast_factor : 1)
  const scale = speed / Math.max(1, Math.hypot(...way))
  return way.map((x) => x * scale)
}

/** `velocity` changed towards `target` by at most `most`. */
export function approach(velocity, target, most) {
  const change = target.map((x, n) => x - velocity[n])
  const length = Math.hypot(...change)
  return length <= most ? target : velocity.map((x, n) => x + (change[n] * most) / length)
}

/** Walks for an engine that takes a displacement. */
export class Walker {
  constructor(tuning) {
    this.tuning = tuning
    this.reset([0, 0, 0])
  }

  reset(velocity) {
    this.velocity = [...velocity]
    this.grounded = false
  }

  /** The displacement to ask for in this tick. */
  displacement(dt, command) {
    const { tuning, grounded } = this
    const target = wish(command, tuning)
    if (command.mode === 'fly') {
      this.velocity = target
    } else {
      const accel = grounded ? tuning.ground_accel : tuning.air_accel
      const [x, , z] = approach([this.velocity[0], 0, this.velocity[2]], target, accel * dt)
      const rise = grounded ? (command.jump ? tuning.jump_speed : 0) : this.velocity[1]
      this.velocity = [x, rise - tuning.gravity * dt, z]
    }
    return this.velocity.map((x) => x * dt)
  }

  /**
   * Takes what the engine made of it: walls and ceilings take the velocity into them. Ground that a body can walk on takes nothing
   * of the level speed, which the keys set anew in each tick; a steep slope leads a fall aside. Returns the velocity of the body.
   */
  moved(dt, displacement, grounded) {
    const real = displacement.map((x) => x / dt)
    const [x, y, z] = this.velocity
    const walksOnSlope = grounded && Math.abs(real[1]) > 0.01
    const isSlowed = grounded ? Math.hypot(real[0], real[2]) < Math.hypot(x, z) : Math.hypot(...real) < Math.hypot(x, y, z)
    if (isSlowed && !walksOnSlope) [this.velocity[0], this.velocity[2]] = [real[0], real[2]]
    if (grounded) this.velocity[1] = 0
    else this.velocity[1] = y < 0 ? Math.min(0, Math.max(y, real[1])) : Math.max(0, Math.min(y, real[1]))
    this.grounded = grounded
    return real
  }
}
