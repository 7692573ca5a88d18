//! Tests of guesses and starts: places of all sizes, units and axes, as their authors made them.

use core::fmt::Write;

use glam::{DMat3, DVec3};

use crate::geometry::Segment;
use crate::level::bare_mesh::tests::stand;
use crate::level::bare_mesh::{MeshLevel, load_mesh_as_level};
use crate::level::budget::Budget;
use crate::level::choices::{LengthUnit, MeshSpace, UpAxis};
use crate::sim::Sim;
use crate::test_support::{MemoryFiles, Random};

/// A mesh while it is made, in metres with Y up.
#[derive(Clone, Default)]
struct Place {
    corners: Vec<DVec3>,
    /// From 1.
    faces: Vec<Vec<usize>>,
}

impl Place {
    fn quad(mut self, corners: [[f64; 3]; 4]) -> Self {
        let first = self.corners.len() + 1;
        self.corners.extend(corners.map(DVec3::from_array));
        self.faces.push((first..first + 4).collect());
        self
    }

    /// A solid box from `low` to `high`, whose faces look outward.
    fn solid(mut self, low: [f64; 3], high: [f64; 3]) -> Self {
        let first = self.corners.len() + 1;
        for number in 0..8 {
            let side = |axis: usize| [low, high][number >> axis & 1][axis];
            self.corners.push(DVec3::new(side(0), side(1), side(2)));
        }
        for face in [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
        ] {
            self.faces.push(face.map(|corner| first + corner).to_vec());
        }
        self
    }

    /// A hollow house of walls 0.2 m thick around `low` to `high`, with floor slab and roof slab, and a doorway.
    fn house(self, low: [f64; 3], high: [f64; 3]) -> Self {
        let ([x, y, z], [u, v, w]) = (low, high);
        let t = 0.2;
        let middle = (x + u) * 0.5;
        self.solid([x, y - t, z], [u, y, w])
            .solid([x - 0.3, v, z - 0.3], [u + 0.3, v + t, w + 0.3])
            .solid([x, y, z], [x + t, v, w])
            .solid([u - t, y, z], [u, v, w])
            .solid([x, y, z], [u, v, z + t])
            .solid([x, y, w - t], [middle - 0.6, v, w])
            .solid([middle + 0.6, y, w - t], [u, v, w])
            .solid([middle - 0.6, y + 2.2, w - t], [middle + 0.6, v, w])
    }

    /// Steps of 17.5 cm up along -Z.
    fn stairs(mut self, foot: [f64; 3], steps: usize) -> Self {
        for step in 0..steps {
            let (rise, front) = (0.175 * (step + 1) as f64, foot[2] - 0.28 * step as f64);
            let low = [foot[0] - 0.6, foot[1], front - 0.28];
            self = self.solid(low, [foot[0] + 0.6, foot[1] + rise, front]);
        }
        self
    }

    /// Hills of `height` over a square of this size.
    fn terrain(mut self, size: f64, height: f64) -> Self {
        const CELLS: usize = 40;
        let first = self.corners.len() + 1;
        let mut random = Random::new(5);
        let phase = random.vec3(3.0);
        for number in 0..(CELLS + 1) * (CELLS + 1) {
            let [x, z] = [number % (CELLS + 1), number / (CELLS + 1)]
                .map(|number| number as f64 / CELLS as f64 - 0.5);
            let wave = libm::sin(x * 9.0 + phase.x) * libm::sin(z * 7.0 + phase.y);
            self.corners
                .push(DVec3::new(x * size, (wave + 1.0) * height * 0.5, z * size));
        }
        for row in 0..CELLS {
            for column in 0..CELLS {
                let at = first + row * (CELLS + 1) + column;
                self.faces
                    .push(vec![at, at + CELLS + 1, at + CELLS + 2, at + 1]);
            }
        }
        self
    }

    /// The level with all faces turned over.
    fn inside_out(mut self) -> Self {
        self.faces.iter_mut().for_each(|face| face.reverse());
        self
    }

    /// As an OBJ file in this space.
    fn text(&self, space: MeshSpace) -> String {
        let turn = match space.up {
            UpAxis::Y => DMat3::IDENTITY,
            UpAxis::Z => DMat3::from_cols(DVec3::X, DVec3::Z, DVec3::NEG_Y),
        };
        let mut text = String::new();
        for corner in &self.corners {
            let DVec3 { x, y, z } = turn * (*corner / space.units.metres());
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
        for face in &self.faces {
            let words: Vec<_> = face.iter().map(usize::to_string).collect();
            writeln!(text, "f {}", words.join(" ")).unwrap();
        }
        text
    }
}

const METRES: MeshSpace = MeshSpace {
    units: LengthUnit::Metre,
    up: UpAxis::Y,
};

fn made(text: &str) -> MeshLevel {
    let files = MemoryFiles::new([("a.obj", text)]);
    load_mesh_as_level("a.obj".as_ref(), None, &files, &Budget::OWN, &mut |_| ())
}

/// Where the player of a mesh in this space stands, after the guess is checked.
fn start(place: &Place, space: MeshSpace) -> (DVec3, Sim) {
    let text = place.text(space);
    let guess = made(&text).guess;
    assert_eq!(guess.space, space, "{guess:?}");
    assert_eq!(guess.scale, 1.0);
    let (_, position) = stand(&text, "a.obj");
    let level = made(&text).loaded.level.unwrap();
    (position, Sim::of_level(level, 60).0)
}

/// How high the ceiling is above the player; `None` if there is sky.
fn ceiling(sim: &Sim, from: DVec3) -> Option<f64> {
    let up = Segment::new(from, from + DVec3::Y * 500.0);
    let hit = sim.world().intersect_segment(&up);
    hit.map(|(_, hit)| hit.fraction * 500.0)
}

/// A hall as Sponza is, with an open court with arcades in two storeys around it, 27 m wide.
fn hall() -> Place {
    let mut hall = Place::default()
        .quad([
            [-13.7, 0., -8.5],
            [-13.7, 0., 8.5],
            [13.7, 0., 8.5],
            [13.7, 0., -8.5],
        ])
        .solid([-13.7, 0., -8.7], [13.7, 12., -8.5])
        .solid([-13.7, 0., 8.5], [13.7, 12., 8.7])
        .solid([-13.9, 0., -8.5], [-13.7, 12., 8.5])
        .solid([13.7, 0., -8.5], [13.9, 12., 8.5]);
    for floor in [4.2, 8.4] {
        for [from, to] in [[-8.5, -4.0], [4.0, 8.5]] {
            hall = hall.solid([-13.7, floor, from], [13.7, floor + 0.3, to]);
        }
    }
    for column in -4..=4 {
        let x = f64::from(column) * 3.0;
        for z in [-4.2, 4.0] {
            hall = hall.solid([x, 0., z], [x + 0.4, 8.4, z + 0.2]);
        }
    }
    hall
}

/// A map of 176 × 100 m with blocks of houses.
fn map() -> Place {
    let mut map = Place::default().quad([
        [-88., 0., -50.],
        [-88., 0., 50.],
        [88., 0., 50.],
        [88., 0., -50.],
    ]);
    for column in 0..7 {
        for row in 0..4 {
            let (x, z) = (
                -80.0 + f64::from(column) * 24.0,
                -44.0 + f64::from(row) * 24.0,
            );
            let height = 3.0 + f64::from((column * 3 + row) % 4) * 2.0;
            map = map.solid([x, 0., z], [x + 13., height, z + 12.]);
        }
    }
    map
}

/// A dining room of 3.55 m with a table.
fn dining_room() -> Place {
    Place::default()
        .solid([0., 0., 0.], [3.55, 2.6, 3.2])
        .inside_out()
        .solid([1.2, 0.7, 1.0], [2.3, 0.75, 2.2])
        .solid([1.7, 0.0, 1.5], [1.8, 0.7, 1.6])
}

#[test]
fn known_places_get_their_unit_and_axis() {
    let spaces = |units| UpAxis::NAMES.map(|(_, up)| MeshSpace { units, up });
    for space in spaces(LengthUnit::Centimetre)
        .into_iter()
        .chain(spaces(LengthUnit::Metre))
    {
        for place in [hall(), map(), dining_room()] {
            let guess = made(&place.text(space)).guess;
            assert_eq!((guess.space, guess.scale), (space, 1.0));
        }
    }
    let two_storeys = Place::default()
        .house([-5., 0., -4.], [5., 2.7, 4.])
        .house([-5., 2.9, -4.], [5., 5.6, 4.])
        .stairs([0., 0., 3.0], 14);
    for (_, units) in LengthUnit::NAMES {
        for space in spaces(units) {
            let guess = made(&two_storeys.text(space)).guess;
            assert_eq!(guess.space, space, "{guess:?}");
        }
    }
}

#[test]
fn meshes_in_metres_stay_as_they_are() {
    let cube = |size: f64| {
        Place::default().solid(
            [-size * 0.5, 0., -size * 0.5],
            [size * 0.5, size, size * 0.5],
        )
    };
    let wall = Place::default().solid([-4., 0., -0.1], [4., 2.5, 0.1]);
    let sheet = Place::default().quad([[-8., 0., 0.], [8., 0., 0.], [8., 2.5, 0.], [-8., 2.5, 0.]]);
    let tower = Place::default().solid([-2.5, 0., -2.5], [2.5, 20., 2.5]);
    let corridor = Place::default()
        .solid([-25., 0., -1.], [25., 3., 1.])
        .inside_out();
    for place in [
        cube(0.1),
        cube(0.3),
        cube(1.0),
        cube(4.0),
        wall,
        sheet,
        tower,
        corridor,
        Place::default().terrain(200.0, 12.0),
        Place::default().terrain(1500.0, 200.0),
        Place::default().house([-5., 0., -4.], [5., 2.7, 4.]),
    ] {
        let guess = made(&place.text(METRES)).guess;
        assert_eq!(
            (guess.space, guess.scale),
            (METRES, 1.0),
            "{:?}",
            place.corners.last()
        );
    }
    let plain = made(&cube(1.0).text(METRES)).guess;
    assert!(!plain.is_doubtful);
}

#[test]
fn a_terrain_or_scan_with_z_up_is_turned_upright() {
    let space = MeshSpace {
        up: UpAxis::Z,
        ..METRES
    };
    for place in [
        Place::default().terrain(120.0, 12.0),
        Place::default()
            .terrain(40.0, 4.0)
            .house([-5., 4., -4.], [5., 6.7, 4.]),
    ] {
        let (_, sim) = start(&place, space);
        let size = sim
            .world()
            .triangles()
            .iter()
            .flat_map(|triangle| triangle.vertices());
        let height = size.map(|corner| corner.y).fold(f64::MIN, f64::max);
        assert!(height < 15.0, "{height}");
    }
}

#[test]
fn a_mesh_that_no_unit_fits_is_scaled_and_says_so() {
    for size in [1e-6, 0.01, 1e9, 1e20] {
        let cube = Place::default().solid([0., 0., 0.], [size; 3]);
        let made = made(&cube.text(METRES));
        let guess = made.guess;
        assert_eq!(guess.space, METRES);
        assert!(guess.is_doubtful && guess.scale != 1.0, "{size}: {guess:?}");
        let width = size * guess.scale;
        assert!((5.0..=12.1).contains(&width), "{size}: {width} m wide");
        assert!(made.text.contains("# no unit fits"), "{}", made.text);
        assert!(guess.in_words().ends_with("since no unit fits"));
    }
}

#[test]
fn a_player_chooses_the_space() {
    let text = hall().text(METRES);
    let files = MemoryFiles::new([("a.obj", text.as_str())]);
    for (name, units) in LengthUnit::NAMES {
        for (_, up) in UpAxis::NAMES {
            let space = Some(MeshSpace { units, up });
            let made =
                load_mesh_as_level("a.obj".as_ref(), space, &files, &Budget::OWN, &mut |_| ());
            assert!(made.loaded.level.is_some(), "{:?}", made.loaded.diagnostics);
            assert_eq!(Some(made.guess.space), space);
            let line = format!("units = \"{name}\"");
            assert_eq!(made.text.contains(&line), units != LengthUnit::Metre);
            assert_eq!(made.text.contains("up = \"z\""), up == UpAxis::Z);
        }
    }
}

#[test]
fn a_house_is_entered_and_not_its_roof() {
    let house = Place::default().house([-5., 0., -4.], [5., 2.7, 4.]);
    let two = house.clone().house([-5., 2.9, -4.], [5., 5.6, 4.]);
    let wide = Place::default().house([-20., 0., -14.], [20., 5.0, 14.]);
    // The roof is a single face that looks up, as do floor and roof of a quickly drawn mesh.
    let single = Place::default()
        .quad([[-6., 0., -5.], [-6., 0., 5.], [6., 0., 5.], [6., 0., -5.]])
        .quad([
            [-6.2, 3., -5.2],
            [-6.2, 3., 5.2],
            [6.2, 3., 5.2],
            [6.2, 3., -5.2],
        ])
        .quad([[-6., 0., -5.], [6., 0., -5.], [6., 3., -5.], [-6., 3., -5.]])
        .quad([[-6., 0., 5.], [6., 0., 5.], [6., 3., 5.], [-6., 3., 5.]])
        .quad([[-6., 0., -5.], [-6., 0., 5.], [-6., 3., 5.], [-6., 3., -5.]])
        .quad([[6., 0., -5.], [6., 0., 5.], [6., 3., 5.], [6., 3., -5.]]);
    for (place, height) in [
        (house, 2.7),
        (two, 2.7),
        (wide, 5.0),
        (single, 3.0),
        (dining_room(), 2.6),
    ] {
        let (position, sim) = start(&place, METRES);
        assert!((position.y - 0.5).abs() < 0.01, "{position}");
        let above = ceiling(&sim, position).expect("a ceiling");
        assert!(above < height, "{above}");
    }
}

#[test]
fn a_shell_with_an_opening_is_entered_and_a_solid_is_not() {
    // All faces look outward, as those of a cube with a door cut into it.
    let shell = |door: f64| {
        let [w, h, d] = [5., 3., 4.];
        Place::default()
            .quad([[-w, 0., -d], [w, 0., -d], [w, 0., d], [-w, 0., d]])
            .quad([[-w, h, -d], [-w, h, d], [w, h, d], [w, h, -d]])
            .quad([[-w, 0., -d], [-w, h, -d], [w, h, -d], [w, 0., -d]])
            .quad([[-w, 0., -d], [-w, 0., d], [-w, h, d], [-w, h, -d]])
            .quad([[w, 0., -d], [w, h, -d], [w, h, d], [w, 0., d]])
            .quad([[-w, 0., d], [-door, 0., d], [-door, h, d], [-w, h, d]])
            .quad([[door, 0., d], [w, 0., d], [w, h, d], [door, h, d]])
    };
    for door in [0.5, 1.0, 4.9] {
        let (position, sim) = start(&shell(door), METRES);
        assert!(
            (position.y - 0.5).abs() < 0.01 && position.z < 4.0,
            "{position}"
        );
        assert!(ceiling(&sim, position).is_some());
    }
    let (position, sim) = start(&shell(0.0), METRES);
    assert!(
        position.z > 4.0 && ceiling(&sim, position).is_none(),
        "{position}"
    );
}

#[test]
fn a_cornell_box_is_entered_through_any_unit() {
    // Open towards +Z, with two blocks.
    let cornell = Place::default()
        .quad([[0., 0., 0.], [0., 0., 5.6], [5.5, 0., 5.6], [5.5, 0., 0.]])
        .quad([
            [0., 5.5, 0.],
            [5.5, 5.5, 0.],
            [5.5, 5.5, 5.6],
            [0., 5.5, 5.6],
        ])
        .quad([[0., 0., 0.], [5.5, 0., 0.], [5.5, 5.5, 0.], [0., 5.5, 0.]])
        .quad([[0., 0., 0.], [0., 5.5, 0.], [0., 5.5, 5.6], [0., 0., 5.6]])
        .quad([
            [5.5, 0., 0.],
            [5.5, 0., 5.6],
            [5.5, 5.5, 5.6],
            [5.5, 5.5, 0.],
        ])
        .solid([0.8, 0., 1.0], [2.4, 3.3, 2.6])
        .solid([3.2, 0., 2.6], [4.8, 1.65, 4.2]);
    for units in [LengthUnit::Metre, LengthUnit::Centimetre] {
        let (position, sim) = start(&cornell, MeshSpace { units, ..METRES });
        assert!((position.y - 0.5).abs() < 0.01, "{position}");
        assert!(ceiling(&sim, position).is_some());
    }
}

#[test]
fn a_place_under_the_sky_is_entered_on_its_ground() {
    for place in [Place::default().terrain(120.0, 10.0), map()] {
        let (position, sim) = start(&place, METRES);
        assert!(ceiling(&sim, position).is_none(), "{position}");
        assert!(position.y < 12.0, "{position}");
    }
    // On the ground of a map, and on no roof.
    assert!((start(&map(), METRES).0.y - 0.5).abs() < 0.01);
    // A terrain that looks down, as some exporters make it.
    let (position, sim) = start(&Place::default().terrain(120.0, 10.0).inside_out(), METRES);
    assert!(ceiling(&sim, position).is_none() && position.y < 12.0);
}

#[test]
fn a_cave_is_entered_below_the_hill() {
    let cave = Place::default()
        .quad([
            [-20., 0., -30.],
            [-20., 0., 30.],
            [20., 0., 30.],
            [20., 0., -30.],
        ])
        .quad([
            [-20., 6., -30.],
            [20., 6., -30.],
            [20., 6., 30.],
            [-20., 6., 30.],
        ])
        .quad([
            [-25., 9., -35.],
            [-25., 9., 35.],
            [25., 9., 35.],
            [25., 9., -35.],
        ])
        .solid([-4., 0., -4.], [4., 6., 4.]);
    let (position, sim) = start(&cave, METRES);
    assert!((position.y - 0.5).abs() < 0.01, "{position}");
    assert!(ceiling(&sim, position).is_some());
}

#[test]
fn the_player_stands_beside_what_cannot_be_entered() {
    let prop = Place::default().solid([-0.5, 0., -0.5], [0.5, 1., 0.5]);
    let wall = Place::default().solid([-15., 0., -0.15], [15., 3., 0.15]);
    let shell = Place::default().solid([-10., 0., -8.], [10., 6., 8.]);
    let table = Place::default().solid([-1., 0.7, -0.5], [1., 0.75, 0.5]);
    let floorless = Place::default()
        .solid([-4., 0., -4.], [4., 3., -3.8])
        .solid([-4., 0., 3.8], [4., 3., 4.])
        .solid([-4., 0., -4.], [-3.8, 3., 4.]);
    for place in [prop, wall, shell, table, floorless] {
        let text = place.text(METRES);
        let (written, position) = stand(&text, "a.obj");
        assert!(written.contains("the ground below it"), "{written}");
        let bottom = place
            .corners
            .iter()
            .map(|corner| corner.y)
            .fold(f64::MAX, f64::min);
        assert!((position.y - bottom - 0.5).abs() < 0.01, "{position}");
    }
}

#[test]
fn the_same_mesh_has_the_same_start() {
    for place in [hall(), map(), dining_room()] {
        let text = place.text(METRES);
        let expected = made(&text).text;
        for threads in [1, 3] {
            let again = crate::test_support::with_threads(threads, || made(&text).text);
            assert!(again.is_none_or(|again| again == expected));
        }
    }
}
