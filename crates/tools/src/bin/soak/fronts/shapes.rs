//! Flights of steps with fronts of all kinds, as a profile and as the shapes of a world.

use sidle::glam::{DMat3, DVec2, DVec3};

use super::profile::{Line, Profile};
use crate::scene::{Builder, Draw};
use sidle_tools::random::Random;

/// Half the width of a flight; metres.
const HALF_WIDTH: f64 = 40.0;

/// How far the top of a flight goes on; metres.
const LANDING: f64 = 40.0;

/// How thick the boxes of fronts are; metres.
const THICKNESS: f64 = 0.04;

/// How far a nose reaches out at most, in radii of the body. Larger: a body that is wholly under it does not find the way around it.
const WIDEST_NOSE: f64 = 0.9;

/// What the pieces of a flight are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Material {
    Triangles,
    Boxes,
    Both,
}

/// The shape of a front.
#[derive(Clone, Copy, Debug)]
pub enum Front {
    Upright,
    /// An edge with a radius and facets. One facet is a chamfer.
    Rounded(f64, u32),
    /// From the foot, this far ahead and this high, then upright.
    Foot(f64, f64),
    /// Leaning back by this angle from upright, or overhanging; degrees.
    Leaning(f64),
    /// Leaning back, with a rounded edge.
    LeaningRounded(f64, f64, u32),
    /// The edge of the tread is this far before the riser, and this thick.
    Nose(f64, f64),
    /// A slab of this thickness, with nothing below it.
    Open(f64),
}

impl Front {
    pub fn random(random: &mut Random, height: f64, radius: f64) -> Self {
        let facets = 1 + random.below(12) as u32;
        match random.below(8) {
            0 => Self::Upright,
            1 => Self::Rounded(0.02_f64.min(height), facets),
            2 => Self::Rounded(random.between(0.05, 1.0) * height, facets),
            3 => Self::Foot(random.between(0.01, 0.1), height * random.between(0.1, 0.9)),
            4 => Self::Leaning(random.between(-25.0, 39.0)),
            5 => {
                let radius = random.between(0.05, 0.5) * height;
                Self::LeaningRounded(random.between(1.0, 35.0), radius, facets)
            }
            6 => {
                let ahead = random.between(0.1, 1.0) * (radius * WIDEST_NOSE).min(0.06);
                Self::Nose(ahead, random.between(0.1, 0.9) * height)
            }
            _ => Self::Open(random.between(0.02, 0.06).min(height * 0.8)),
        }
    }

    /// The outline from the foot, at the origin, to where the tread begins.
    fn outline(&self, height: f64) -> Vec<DVec2> {
        let top = |ahead: f64| DVec2::new(ahead, height);
        match *self {
            Self::Upright | Self::Open(_) => vec![DVec2::ZERO, top(0.0)],
            Self::Rounded(radius, facets) => rounded(DVec2::ZERO, 0.0, height, radius, facets),
            Self::Foot(ahead, low) => vec![DVec2::ZERO, DVec2::new(ahead, low), top(ahead)],
            Self::Leaning(lean) => vec![DVec2::ZERO, top(height * tan_deg(lean))],
            Self::LeaningRounded(lean, radius, facets) => {
                rounded(DVec2::ZERO, lean, height, radius, facets)
            }
            Self::Nose(ahead, thickness) => vec![
                DVec2::ZERO,
                DVec2::new(0.0, height - thickness),
                DVec2::new(-ahead, height - thickness),
                top(-ahead),
            ],
        }
    }
}

/// By how much a front may overhang whose tread is a box, which reaches out as a nose below its upper edge that a body with this
/// radius slides around; degrees.
pub fn steepest_overhang(radius: f64) -> f64 {
    libm::atan(radius * WIDEST_NOSE / THICKNESS).to_degrees()
}

fn tan_deg(angle: f64) -> f64 {
    libm::tan(angle.to_radians())
}

/// A front that leans back by `lean` degrees, whose edge is an arc with `facets`.
fn rounded(foot: DVec2, lean: f64, height: f64, radius: f64, facets: u32) -> Vec<DVec2> {
    let lean = lean.to_radians();
    // The arc begins where its normal is that of the front, and ends where it points up.
    let (sin, cos) = (libm::sin(lean), libm::cos(lean));
    let low = (height - radius * (1.0 - sin)).max(0.0);
    let begin = foot + DVec2::new(low * sin / cos, low);
    let middle = begin + DVec2::new(cos, -sin) * radius;
    let mut outline = vec![foot];
    for facet in 0..=facets {
        let turn = f64::from(facet) / f64::from(facets);
        let angle = lean + (core::f64::consts::FRAC_PI_2 - lean) * turn;
        let point = middle + DVec2::new(-libm::cos(angle), libm::sin(angle)) * radius;
        if point.distance(outline[outline.len() - 1]) > 1e-5 {
            outline.push(point);
        }
    }
    outline
}

/// A flight that begins at the origin and rises ahead.
#[derive(Debug)]
pub struct Flight {
    pub fronts: Vec<Front>,
    pub height: f64,
    /// From the end of a front to the next foot; metres.
    pub tread: f64,
    /// By how much a tread rises ahead; degrees.
    pub tilt: f64,
    /// From the top to a ceiling; metres.
    pub headroom: Option<f64>,
    pub material: Material,
}

/// The profile and the shapes of a flight, and where its top begins.
pub struct Built {
    pub profile: Profile,
    pub builder: Builder,
    pub top: DVec2,
    /// The foot of the last front.
    pub foot: DVec2,
    /// How far ahead the first point of any front is; metres. Before the foot of the first one, where a front overhangs.
    pub nearest: f64,
}

impl Flight {
    /// Builds the flight on a floor, turned about the origin by `turn`.
    pub fn build(&self, turn: DMat3, random: &mut Random) -> Built {
        let mut pieces = Pieces {
            profile: Profile::default(),
            builder: Builder::default(),
            turn,
            material: self.material,
        };
        let far = DVec2::new(-LANDING, 0.0);
        pieces.face([far, DVec2::new(LANDING, 0.0)], true, random);
        let (mut foot, mut top, mut last) = (DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
        let (mut nearest, slope) = (0.0, tan_deg(self.tilt));
        for (number, front) in self.fronts.iter().enumerate() {
            let outline = front.outline(self.height);
            let is_last = number + 1 == self.fronts.len();
            nearest = outline
                .iter()
                .fold(nearest, |least: f64, point| least.min(foot.x + point.x));
            let begin = foot + outline[outline.len() - 1];
            let (length, slope) = if is_last {
                (LANDING, 0.0)
            } else {
                (self.tread, slope)
            };
            let end = begin + DVec2::new(length, length * slope);
            if let Front::Open(thickness) = front {
                pieces.slab([begin, end + DVec2::new(0.02, 0.02 * slope)], *thickness);
            } else {
                for (place, pair) in outline.windows(2).enumerate() {
                    // The end of a box below another one would count as a tread that nobody sees.
                    let is_highest = place + 2 == outline.len();
                    pieces.face([foot + pair[0], foot + pair[1]], is_highest, random);
                }
                pieces.face([begin, end], true, random);
            }
            (top, last, foot) = (begin, foot, end);
        }
        if let Some(headroom) = self.headroom {
            let height = top.y + headroom;
            let line = [DVec2::new(LANDING, height), DVec2::new(-LANDING, height)];
            pieces.face(line, true, random);
            pieces.profile.ceiling = Some(height);
        }
        Built {
            profile: pieces.profile,
            builder: pieces.builder,
            top,
            foot: last,
            nearest,
        }
    }
}

struct Pieces {
    profile: Profile,
    builder: Builder,
    turn: DMat3,
    material: Material,
}

impl Pieces {
    fn at(&self, place: DVec2, side: f64) -> DVec3 {
        self.turn * DVec3::new(side * HALF_WIDTH, place.y, -place.x)
    }

    /// A face of a solid below it or behind it, as it is seen with its beginning on the left.
    fn face(&mut self, [a, b]: Line, may_be_box: bool, random: &mut Random) {
        self.profile.lines.push([a, b]);
        let along = (b - a).normalize();
        // The box of any other face would reach out of the solid.
        let fits = along.x >= -1e-12 && along.y >= -1e-12;
        let as_box = match self.material {
            Material::Triangles => false,
            Material::Boxes => true,
            Material::Both => random.below(2) == 0,
        };
        if as_box && fits && may_be_box {
            let normal = DVec2::new(-along.y, along.x);
            self.cuboid(
                (a + b) * 0.5 - normal * (THICKNESS * 0.5),
                along,
                (b - a).length(),
                THICKNESS,
            );
        } else {
            let corners = [
                self.at(a, -1.0),
                self.at(a, 1.0),
                self.at(b, 1.0),
                self.at(b, -1.0),
            ];
            self.builder.quad(corners);
        }
    }

    fn cuboid(&mut self, middle: DVec2, along: DVec2, length: f64, thickness: f64) {
        let normal = DVec2::new(-along.y, along.x);
        let axis = |direction: DVec2| DVec3::new(0.0, direction.y, -direction.x);
        let axes = DMat3::from_cols(DVec3::X, axis(normal), -axis(along));
        let half = DVec3::new(HALF_WIDTH, thickness * 0.5, length * 0.5);
        let center = self.at(middle, 0.0);
        self.builder.boxes.push((center, self.turn * axes, half));
    }

    /// A slab below a tread.
    fn slab(&mut self, [a, b]: Line, thickness: f64) {
        let along = (b - a).normalize();
        let down = DVec2::new(along.y, -along.x) * thickness;
        let corners = [a, b, b + down, a + down];
        for place in 0..4 {
            self.profile
                .lines
                .push([corners[place], corners[(place + 1) % 4]]);
        }
        let middle = (a + b + down) * 0.5;
        if self.material == Material::Boxes {
            self.cuboid(middle, along, a.distance(b), thickness);
            return;
        }
        for place in 0..4 {
            let (from, to) = (corners[place], corners[(place + 1) % 4]);
            let quad = [
                self.at(from, -1.0),
                self.at(from, 1.0),
                self.at(to, 1.0),
                self.at(to, -1.0),
            ];
            self.builder.quad(quad);
        }
    }
}
