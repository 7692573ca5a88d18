//! The working memory of a slide, and the motions that its planes allow.

use glam::DVec3;

use crate::geometry::UprightBody;
use crate::query::{closest_cone_point, closest_cone_point_with_room};
use crate::tolerance::MIN_DISTANCE;
use crate::world::{ColliderId, FilteredWorld, Nearby, Revision, Selection, Surface, WaySearch};

/// The working memory of a move, reused from move to move so that a move allocates nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::player) struct Workspace {
    pub(super) nearby: Nearby,
    pub(super) contacts: Vec<Surface>,
    /// The place of the body where the contacts were found, as bits, because a zero and its negative do not give the
    /// same bits; `None` if they are not known.
    pub(super) contacts_at: Option<[u64; 3]>,
    /// The other inputs of the contacts; `None` if it is unknown whether they will be the same again.
    pub(super) contacts_of: Option<ContactQuery>,
    /// The places of the contacts that give planes. Redundant contacts are left out.
    pub(super) active: Vec<u32>,
    /// This move's hits at the current position for which there is no contact, colliders and normals.
    pub(super) unexplained: Vec<(ColliderId, DVec3)>,
    pub(super) planes: Vec<DVec3>,
    /// The least `normal.y` of a floor, for the plane of the same index. Empty: it is the same for all.
    pub(super) floor_cos: Vec<f64>,
    /// The normals of the touched faces that can be walked on.
    pub(super) faces: Vec<DVec3>,
    /// How far a motion may enter the plane of the same index; metres. Empty: it may enter none.
    pub(super) rooms: Vec<f64>,
    pub(super) way_search: WaySearch,
}

impl Workspace {
    /// The part of `vector` that the planes allow. It is a part of `motion`, or the velocity with which
    /// the body makes it.
    pub(super) fn allowed(&self, vector: DVec3, motion: DVec3) -> DVec3 {
        if self.rooms.is_empty() {
            return closest_cone_point(&self.planes, vector);
        }
        self.allowed_with_room(vector, motion)
    }

    #[inline(never)]
    fn allowed_with_room(&self, vector: DVec3, motion: DVec3) -> DVec3 {
        let length = motion.length();
        let per_metre = if length > MIN_DISTANCE {
            vector.length() / length
        } else {
            0.0
        };
        let room = |place: usize| self.rooms[place] * per_metre;
        closest_cone_point_with_room(&self.planes, room, vector)
    }

    /// Forgets the contacts if they follow from another world or from a body of another size.
    #[inline(always)]
    pub(super) fn meet(&mut self, world: &FilteredWorld<'_>, body: &UprightBody) {
        let is_of = |known: &ContactQuery| known.is_of(world, body);
        if !self.contacts_of.as_ref().is_some_and(is_of) {
            self.contacts_of = ContactQuery::new(world, body);
            self.contacts_at = None;
        }
    }

    /// Whether the contacts are those of the body at `place`.
    #[inline]
    pub(super) fn knows_contacts(&self, place: DVec3) -> bool {
        self.contacts_at == Some(bits(place))
    }

    /// Notes that the contacts are those of the body at `place`.
    #[inline]
    pub(super) fn note_contacts(&mut self, place: DVec3) {
        self.contacts_at = self.contacts_of.as_ref().map(|_| bits(place));
    }

    /// Forgets the colliders nearby, because the next move may use another body or another world. The contacts
    /// stay, because a move that starts where the last one ended has the same.
    pub fn forget(&mut self) {
        self.nearby.forget();
    }
}

#[inline]
fn bits(place: DVec3) -> [u64; 3] {
    let DVec3 { x, y, z } = place;
    [x.to_bits(), y.to_bits(), z.to_bits()]
}

/// Those of the `contacts` that are `active`.
#[inline]
pub(super) fn active_among<'c>(
    contacts: &'c [Surface],
    active: &'c [u32],
) -> impl Iterator<Item = &'c Surface> {
    active.iter().map(|place| &contacts[*place as usize])
}

/// All that the contacts of a body follow from, but for its place.
#[derive(Clone, Copy, Debug)]
pub(in crate::player) struct ContactQuery {
    world: Revision,
    radius: f64,
    rise: f64,
    is_box: bool,
    selection: Selection,
}

impl ContactQuery {
    pub fn new(world: &FilteredWorld<'_>, body: &UprightBody) -> Option<Self> {
        Some(Self {
            world: world.world().revision(),
            radius: body.radius(),
            rise: body.rise(),
            is_box: body.is_box(),
            selection: world.selection()?,
        })
    }

    /// Whether [`Self::new`] would be the same.
    pub fn is_of(&self, world: &FilteredWorld<'_>, body: &UprightBody) -> bool {
        self.world == world.world().revision()
            && (self.radius, self.rise, self.is_box) == (body.radius(), body.rise(), body.is_box())
            && world.selects(&self.selection)
    }
}
