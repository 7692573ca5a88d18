//! Which colliders a query or a move meets.

use super::{Collider, ColliderId, HitResponder, World};

/// Which colliders a query or a move meets: those on certain layers, and perhaps not one of them.
///
/// A collider is on up to 32 layers, a bit for each. See [`World::set_layers`]. It is met if one of them is in the
/// [`mask`](Self::mask). At first every collider is on all layers, so every filter meets it.
///
/// # Example
/// ```
/// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, Filter, World}};
/// const TEAM: u32 = 1 << 3;
/// let cube = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
/// let mut world = World::new(vec![], vec![cube(3.0), cube(8.0)]);
/// let [near, far] = [0, 1].map(|number| ColliderId::Box(BoxId(number)));
/// world.set_layers(near, TEAM);
/// let ball = Sphere::new(DVec3::ZERO, 0.5).unwrap();
/// let first = |filter| world.filtered(filter).sweep_sphere(&ball, DVec3::X * 9.0).map(|(id, _)| id);
/// assert_eq!(first(Filter::ALL), Some(near));
/// assert_eq!(first(Filter { mask: !TEAM, ..Filter::ALL }), Some(far));
/// assert_eq!(first(Filter { mask: !TEAM, ..Filter::except(far) }), None);
/// ```
#[doc(alias = "collision mask")]
#[doc(alias = "collision layers")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The layers that are met, a bit for each.
    pub mask: u32,
    /// A collider that is not met, such as the player's own box.
    pub except: Option<ColliderId>,
}

impl Filter {
    /// Every collider is met, but for those that are on no layer.
    pub const ALL: Self = Self {
        mask: u32::MAX,
        except: None,
    };

    /// Every collider but this one is met.
    #[must_use]
    pub const fn except(collider: ColliderId) -> Self {
        Self {
            except: Some(collider),
            ..Self::ALL
        }
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}

/// A [`World`] as a filter sees it. Its queries and the moves in it meet only colliders that the filter lets through.
///
/// Everything that takes one also takes a `&World`, and then meets every collider.
///
/// # Example
/// ```
/// use sidle::{geometry::Obb, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, Filter, World}};
/// use sidle::player::{Command, PlayerState, Scratch, Tuning, advance};
/// // A player who stands in the world as a separate box does not meet this box.
/// let body = Obb::new(DVec3::ZERO, DMat3::IDENTITY, DVec3::splat(0.5)).unwrap();
/// let world = World::new(vec![], vec![body]);
/// let (mut state, mut scratch) = (PlayerState::default(), Scratch::new());
/// let (tuning, idle) = (Tuning::default(), Command::default());
/// let others = world.filtered(Filter::except(ColliderId::Box(BoxId(0))));
/// let contacts = advance(others, &tuning, &mut state, &idle, 1.0 / 60.0, &mut scratch, None);
/// assert!(contacts.touching().is_empty() && state.position.y < 0.0);
/// ```
#[derive(Clone, Copy)]
pub struct FilteredWorld<'w> {
    world: &'w World,
    selection: Selection,
    /// A further test, asked last.
    predicate: Option<&'w dyn Fn(ColliderId) -> bool>,
    /// The responder that decides on each hit.
    responder: Option<&'w HitResponder<'w>>,
}

/// The colliders that a filtered world leaves in, as far as numbers decide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    mask: u32,
    /// The tree index of the collider that is not met, or [`NONE`].
    except: u32,
    /// One more: the platform that carries a player.
    platform: u32,
    /// Whether only sensors are left in; if not, none of them is.
    sensors: bool,
    /// Whether nothing is left out, the usual case. Here, a filtered world is smaller.
    meets_all: bool,
}

/// Whether both leave in the same colliders of one world.
impl PartialEq for Selection {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let numbers = |one: &Self| (one.mask, one.except, one.platform, one.sensors);
        self.meets_all == other.meets_all && (self.meets_all || numbers(self) == numbers(other))
    }
}

/// The tree index of no collider.
const NONE: u32 = u32::MAX;

impl core::fmt::Debug for FilteredWorld<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut fields = f.debug_struct("FilteredWorld");
        fields.field("selection", &self.selection);
        fields.finish_non_exhaustive()
    }
}

impl World {
    /// The world as `filter` sees it.
    #[inline]
    #[must_use]
    pub fn filtered(&self, filter: Filter) -> FilteredWorld<'_> {
        let number = |collider| self.number(collider).unwrap_or(NONE);
        FilteredWorld {
            world: self,
            selection: Selection {
                mask: filter.mask,
                except: filter.except.map_or(NONE, number),
                platform: NONE,
                sensors: false,
                meets_all: filter.except.is_none()
                    && filter.mask != 0
                    && !self.has_layers()
                    && !self.has_sensors(),
            },
            predicate: None,
            responder: None,
        }
    }
}

impl<'w> From<&'w World> for FilteredWorld<'w> {
    #[inline]
    fn from(world: &'w World) -> Self {
        world.filtered(Filter::ALL)
    }
}

impl<'w> FilteredWorld<'w> {
    /// The whole world.
    pub fn world(&self) -> &'w World {
        self.world
    }

    /// This world with only those colliders for which `predicate` returns `true`. It is asked last, and may be asked about
    /// a collider several times; its answers must not change meanwhile.
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}, world::{BoxId, ColliderId, Filter, World}};
    /// let cube = |x| Obb::new(DVec3::X * x, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let world = World::new(vec![], vec![cube(3.0), cube(6.0), cube(9.0)]);
    /// let is_ours = [true, true, false];
    /// let is_foreign = |id| matches!(id, ColliderId::Box(BoxId(number)) if !is_ours[number as usize]);
    /// let ball = Sphere::new(DVec3::ZERO, 0.5).unwrap();
    /// let foreign = world.filtered(Filter::ALL).only(&is_foreign);
    /// assert_eq!(foreign.sweep_sphere(&ball, DVec3::X * 9.0).unwrap().0, ColliderId::Box(BoxId(2)));
    /// ```
    #[must_use]
    pub fn only(self, predicate: &'w dyn Fn(ColliderId) -> bool) -> Self {
        Self {
            predicate: Some(predicate),
            ..self.choosing()
        }
    }

    /// This world with only the sensors, which no query meets otherwise. See [`SurfaceRules`](super::SurfaceRules).
    ///
    /// # Example
    /// ```
    /// use sidle::{geometry::{Obb, Sphere}, glam::{DMat3, DVec3}};
    /// use sidle::world::{BoxId, ColliderId, Filter, SurfaceRules, World};
    /// let light_barrier = Obb::new(DVec3::X * 3.0, DMat3::IDENTITY, DVec3::ONE).unwrap();
    /// let mut world = World::new(vec![], vec![light_barrier]);
    /// world.set_tag(ColliderId::Box(BoxId(0)), 1);
    /// world.set_surface_rules(1, SurfaceRules { sensor: true, ..SurfaceRules::default() });
    /// let ball = Sphere::new(DVec3::ZERO, 0.5).unwrap();
    /// assert_eq!(world.sweep_sphere(&ball, DVec3::X * 9.0), None);
    /// assert!(world.filtered(Filter::ALL).sensors().sweep_sphere(&ball, DVec3::X * 9.0).is_some());
    /// ```
    #[must_use]
    pub fn sensors(self) -> Self {
        let mut choosing = self.choosing();
        choosing.selection.sensors = true;
        choosing
    }

    /// This world without the platform that carries the player.
    pub(crate) fn without_platform(self, platform: ColliderId) -> Self {
        let mut choosing = self.choosing();
        choosing.selection.platform = self.world.number(platform).unwrap_or(NONE);
        choosing
    }

    /// This world with a responder. See [`Self::on_hit`].
    pub(super) fn with_responder(self, responder: &'w HitResponder<'w>) -> Self {
        Self {
            responder: Some(responder),
            ..self.choosing()
        }
    }

    /// This world, in which something is left out.
    fn choosing(mut self) -> Self {
        self.selection.meets_all = false;
        self
    }

    /// The responder that decides on each hit.
    pub(crate) fn responder(&self) -> Option<&'w HitResponder<'w>> {
        self.responder
    }

    /// The colliders that the filter leaves in; `None` if numbers alone do not decide.
    pub(crate) fn selection(&self) -> Option<Selection> {
        let is_only_selection = self.predicate.is_none() && self.responder.is_none();
        is_only_selection.then_some(self.selection)
    }

    /// Whether numbers alone decide, and leave in the same as `known` in a world of the same revision.
    #[inline]
    pub(crate) fn selects(&self, known: &Selection) -> bool {
        self.selection == *known && (self.selection.meets_all || self.selection().is_some())
    }

    /// Whether the filter meets the collider with this tree index. Every traversal asks before the exact test.
    #[inline(always)]
    pub(super) fn meets_number(&self, number: u32) -> bool {
        self.selection.meets_all || self.looks_up(number)
    }

    #[cold]
    #[inline(never)]
    fn looks_up(&self, number: u32) -> bool {
        let Selection {
            mask,
            except,
            platform,
            sensors,
            ..
        } = self.selection;
        let collider = self.world.collider(number).id();
        number != except
            && number != platform
            && self.world.layers(collider) & mask != 0
            && self.world.is_sensor(collider) == sensors
            && self.predicate.is_none_or(|predicate| predicate(collider))
            && !self
                .responder
                .is_some_and(|responder| responder.ignores(collider))
    }

    /// The collider with this tree index.
    pub(crate) fn collider(&self, number: u32) -> Collider<'w> {
        self.world.collider(number)
    }
}
