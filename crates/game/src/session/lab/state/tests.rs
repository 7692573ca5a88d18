//! Tests of `state.rs`.

use super::*;
use sidle::contact::{ContactKind, Feature};

/// A tilted box rests on four contacts this long after its first one; seconds.
const SETTLED: f64 = 1.5;

fn lab(name: &str) -> Lab {
    Lab::new(DVec3::new(3.0, 1.0, -2.0), Some(name))
}

#[test]
fn a_hand_moves_and_turns_the_shape_at_once_and_not_beyond_its_reach() {
    let mut lab = lab("box-half-space");
    let (before, ticks) = (lab.position(), lab.ticks());
    lab.place_by_hand(DVec3::X * 0.25, DVec3::ZERO);
    assert!((lab.position() - before - DVec3::X * 0.25).length() < 1e-12);
    lab.place_by_hand(DVec3::ZERO, DVec3::Z * 0.5);
    assert!((lab.position() - before - DVec3::X * 0.25).length() < 1e-12);
    assert_ne!(lab.motion().y, 0.0, "its X axis has turned");
    assert_eq!(lab.ticks(), ticks);
    lab.place_by_hand(DVec3::X * 1e6, DVec3::ZERO);
    assert!((lab.position() - lab.origin()).length() < REACH + 1e-9);
}

#[test]
fn a_shape_in_a_hand_does_not_fall_and_settles_once_it_is_let_go() {
    for hz in [30.0, 60.0, 360.0] {
        let mut lab = lab("box-half-space");
        lab.place_by_hand(DVec3::Y * 0.5, DVec3::ZERO);
        let height = lab.position().y;
        for _ in 0..(hz as u32) {
            lab.place_by_hand(DVec3::ZERO, DVec3::ZERO);
            lab.tick(&LabInput::default(), 1.0 / hz);
        }
        assert_eq!(lab.position().y, height, "{hz} Hz");
        for _ in 0..(hz as u32) {
            lab.tick(&LabInput::default(), 1.0 / hz);
        }
        assert!(lab.position().y < height - 0.2, "{hz} Hz");
    }
}

fn features(lab: &Lab) -> Vec<(Feature, Feature)> {
    let features = lab
        .contacts()
        .iter()
        .map(|contact| (contact.first, contact.second));
    let mut features: Vec<_> = features.collect();
    features.sort_unstable();
    features
}

#[test]
fn a_settling_box_gets_four_contacts_and_keeps_their_features() {
    for name in ["box-half-space", "box-box"] {
        for hz in [60.0, 120.0, 240.0] {
            let (mut lab, mut first) = (lab(name), None);
            let (mut count, mut counts) = (0, Vec::new());
            for tick in 0..(8.0 * hz) as u32 {
                lab.tick(&LabInput::default(), 1.0 / hz);
                let found = lab.contacts().len();
                if found != count {
                    counts.push((tick, found));
                    count = found;
                }
                if first.is_none() && count > 0 {
                    first = Some(tick);
                }
                if first.is_some_and(|first| f64::from(tick - first) > SETTLED * hz) {
                    assert_eq!(
                        count, 4,
                        "{name}, {hz} Hz, tick {tick} after {first:?}: {counts:?}"
                    );
                }
            }
            let kinds = lab.contacts().iter().map(Contact::kind);
            assert!(kinds.into_iter().all(|kind| kind == ContactKind::PointFace));
            // A small motion along the ground, and about the upright axis.
            let settled = features(&lab);
            let input = LabInput {
                shift: DVec3::new(0.05, 0.0, 0.05),
                turn: DVec3::Y * 0.05,
                ..LabInput::default()
            };
            for tick in 0..(2.0 * hz) as u32 {
                lab.tick(&input, 1.0 / hz);
                assert_eq!(features(&lab), settled, "{name}, {hz} Hz, tick {tick}");
            }
        }
    }
}
