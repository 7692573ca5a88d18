//! Traps: places that walkers enter and never leave, searched in every direction before they are reported.

use super::explored::Explored;
use super::incidents::is_stuck_in;
use crate::floor::PlaceId;
use crate::places::{Archive, Basin, record};
use crate::report::{Finding, FindingKind, Spot, rounded};
use crate::walk::{Job, Plan};
use sidle::geometry::Aabb;

/// Basins of which one place in this many is next to floor that no walker reached are a part of the border, because
/// straight walks show sooner where it leads. Smaller: a trap with a nook waits for them; larger: searches go on
/// where no walker has been.
const BORDER: usize = 8;

/// The searches to make: those of small basins first, since each is soon complete. Those at the border wait until it is walked
/// over.
pub fn trap_searches(audit: &Explored, basins: Vec<Basin>) -> Vec<Job> {
    let (archive, frontier) = (&audit.archive, &audit.frontier);
    let leads_on = |id: &PlaceId| {
        let at = audit.surroundings.grid.at(archive.place(*id).position);
        let mut points = audit.floor.in_box(at, &audit.surroundings.grid);
        points.any(|point| frontier.leads_on(point, &audit.floor))
    };
    let is_border = |basin: &Basin| {
        let lead_on = basin.places.iter().filter(|id| leads_on(id));
        lead_on.count() * BORDER > basin.places.len()
    };
    let has_border = frontier.has_border();
    let mut basins: Vec<Basin> = basins
        .into_iter()
        .filter(|basin| !has_border || !is_border(basin))
        .collect();
    basins.sort_by_key(|basin| basin.places.len());
    let places = basins.into_iter().flat_map(|basin| basin.places);
    let open = places.filter(|id| archive.is_unsearched(*id));
    let search = |start| Job {
        start,
        plan: Plan::EveryDirection,
    };
    open.map(search).collect()
}

/// The basins that were searched completely.
pub(super) fn findings(audit: &Explored, known: &[Finding]) -> Vec<Finding> {
    let archive = &audit.archive;
    let mut basins = archive.graph().basins();
    basins.retain(|basin| {
        let mut places = basin.places.iter();
        let is_closed = places.all(|id| archive.place(*id).searched && !archive.place(*id).is_open);
        is_closed && !is_stuck_in(known, audit, &basin.places)
    });
    let found = audit.pool.map(&basins, |sim, basin| {
        let entry = entry(archive, &basin.places)?;
        let place = archive.place(entry);
        let (job, moment) = place.found_by;
        let recording = record(archive, job, moment, &audit.title, sim, |_| ())?;
        let here = audit.surroundings.grid.place_of(sim, &audit.floor);
        let is_there = here == Some(place.cell);
        is_there.then(|| {
            let positions = basin.places.iter().map(|id| archive.place(*id).position);
            let bounds = Aabb::from_points(positions.clone());
            let size = bounds.map_or(0.0, |bounds| bounds.half_extents().length() * 2.0);
            let mut finding = Finding::new(
                FindingKind::Trap,
                place.position,
                format!(
                    "a walker that comes here does not get back: {} places, {:.1} m across, have no way out",
                    basin.places.len(),
                    size
                ),
                "add a way out: steps, a slope that can be walked, or a zone that teleports; or close the way in"
                    .to_owned(),
            );
            finding.size = rounded(size);
            finding.spots = positions.map(|at| Spot::new(FindingKind::Trap, at)).collect();
            finding.tidy_spots();
            finding.recording = Some(recording);
            finding
        })
    });
    found.into_iter().flatten().collect()
}

/// The place of a basin that was found first from outside of it.
fn entry(archive: &Archive, places: &[PlaceId]) -> Option<PlaceId> {
    let is_inside = |id: PlaceId| places.binary_search(&id).is_ok();
    let mut entries = places.iter().copied();
    entries.find(|id| {
        let (job, _) = archive.place(*id).found_by;
        !archive.place(job.start).stood.is_some_and(is_inside)
    })
}
