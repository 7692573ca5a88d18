//! How different the colours are that appear in one picture.

use super::*;

/// The smallest difference between two colours of one picture, as a distance in the space OKLab, in which white and black
/// are 1 apart. Two colours at 0.02 can just be told apart side by side.
const MIN_DIFFERENCE: f64 = 0.055;

/// Meanings that appear together, in one picture.
const TOGETHER: [(&str, &[(&str, Color)]); 11] = [
    (
        "a walk with ghosts, boxes, contacts and the view from the side",
        &[
            ("classic", CLASSIC),
            ("swept", SWEPT),
            ("boxed", BOXED),
            ("asked", ASKED),
            ("taken away", THROWN),
            ("left, velocity", LEFT),
            ("acted", ACTED),
            ("crease", CREASE),
            ("with another value", TRIAL),
            ("muted", MUTED),
            ("box of a prop", OBB),
            ("ground", GROUND),
            ("under the crosshair", TARGET),
        ],
    ),
    (
        "what classic tests",
        &[
            ("in front", FRONT),
            ("intersects", INTERSECTS),
            ("behind", BEHIND),
            ("neutral", NEUTRAL),
            ("under the crosshair", TARGET),
        ],
    ),
    (
        "what the other controllers test",
        &[
            ("apart", APART),
            ("acted", ACTED),
            ("neutral", NEUTRAL),
            ("under the crosshair", TARGET),
        ],
    ),
    (
        "the map",
        &[
            ("classic", CLASSIC),
            ("swept", SWEPT),
            ("boxed", BOXED),
            ("velocity", VELOCITY),
            ("neutral", NEUTRAL),
            ("box of a prop", OBB),
            ("mover", MOVER),
            ("zone", ZONE),
            ("too steep", STEEP),
        ],
    ),
    (
        "how tight volumes are",
        &[
            ("oriented box", OBB),
            ("box along the axes", AABB),
            ("sphere", SPHERE),
            ("rotation left out", UNROTATED),
        ],
    ),
    (
        "two boxes and their axes",
        &[
            ("first", FIRST),
            ("second", SECOND),
            ("neutral", NEUTRAL),
            ("muted", MUTED),
        ],
    ),
    (
        "the lab",
        &[
            ("moved", MOVED),
            ("standing", STANDING),
            ("result", RESULT),
            ("guide", GUIDE),
            ("thrown", THROWN),
            ("neutral", NEUTRAL),
            ("muted", MUTED),
        ],
    ),
    (
        "the editor",
        &[
            ("X", AXES[0]),
            ("Y", AXES[1]),
            ("Z", AXES[2]),
            ("guide", GUIDE),
            ("muted", MUTED),
            ("mark", MARK),
            ("under the crosshair", TARGET),
        ],
    ),
    (
        "zones",
        &[
            ("zone", ZONE),
            ("passed", ZONE_DONE),
            ("box of a prop", OBB),
            ("under the crosshair", TARGET),
        ],
    ),
    (
        "surfaces and contacts",
        &[
            ("slippery", SLIPPERY),
            ("grips", GRIPPING),
            ("limits of its own", LIMITS),
            ("one-way", ONE_WAY),
            ("conveyor", CONVEYOR),
            ("sensor", SENSOR),
            ("asked", ASKED),
            ("taken away", THROWN),
            ("left, velocity", LEFT),
            ("acted", ACTED),
            ("crease", CREASE),
            ("ground", GROUND),
            ("under the crosshair", TARGET),
        ],
    ),
    (
        "an audit's findings",
        &[
            ("error", ERROR),
            ("warning", WARNING),
            ("note", NOTE),
            ("often", HEAT[STEPS - 1]),
            ("seldom", HEAT[0]),
            ("nobody", UNREACHED),
        ],
    ),
];

/// The light of a channel of sRGB: IEC 61966-2-1.
fn linear(channel: f32) -> f64 {
    let channel = f64::from(channel);
    if channel <= 0.04045 {
        channel / 12.92
    } else {
        ((channel + 0.055) / 1.055).powf(2.4)
    }
}

fn multiplied(matrix: [[f64; 3]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// A colour as eyes without the cones for green see it: G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency", 2009.
fn without_green_cones(light: [f64; 3]) -> [f64; 3] {
    let seen = multiplied(
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        light,
    );
    seen.map(|channel| channel.clamp(0.0, 1.0))
}

/// OKLab: B. Ottosson, "A perceptual color space for image processing", 2020.
fn oklab(light: [f64; 3]) -> [f64; 3] {
    let cones = multiplied(
        [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ],
        light,
    );
    multiplied(
        [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ],
        cones.map(f64::cbrt),
    )
}

/// The difference between two colours, for the eyes that see it least.
fn difference(first: Color, second: Color) -> f64 {
    let light = [first, second].map(|color| [color.r, color.g, color.b].map(linear));
    let apart = |[first, second]: [[f64; 3]; 2]| {
        let [first, second] = [oklab(first), oklab(second)];
        let squares = (0..3).map(|axis| (first[axis] - second[axis]).powi(2));
        squares.sum::<f64>().sqrt()
    };
    apart(light).min(apart(light.map(without_green_cones)))
}

#[test]
fn the_difference_between_white_and_black_is_one() {
    let black = Color::from_hex(0);
    let white = Color::from_hex(0xFF_FF_FF);
    assert!((difference(white, black) - 1.0).abs() < 1e-3);
    assert_eq!(difference(white, white), 0.0);
    // A red and a green of the same lightness for eyes without the cones for green.
    let (red, green) = (Color::from_hex(0xD0_50_50), Color::from_hex(0x70_90_48));
    assert!(difference(red, green) < MIN_DIFFERENCE);
}

#[test]
fn no_two_meanings_in_one_picture_look_alike_not_even_to_eyes_without_the_cones_for_green() {
    let mut alike = String::new();
    for (picture, meanings) in TOGETHER {
        for (number, (first, color)) in meanings.iter().enumerate() {
            for (second, other) in &meanings[..number] {
                let difference = difference(*color, *other);
                if difference < MIN_DIFFERENCE {
                    alike += &format!("{picture}: {first} and {second}: {difference:.3}\n");
                }
            }
        }
    }
    assert_eq!(alike, "");
}

#[test]
fn lost_squares_of_an_audits_floor_stand_out() {
    for step in HEAT {
        assert!(difference(step, ERROR) > MIN_DIFFERENCE);
        assert!(difference(step, UNREACHED) > MIN_DIFFERENCE);
    }
}

#[test]
fn dark_numbers_can_be_read_on_pins_of_every_colour() {
    // The relative luminance, and the least contrast of small text: WCAG 2.2.
    let luminance = |color: Color| {
        let [red, green, blue] = [color.r, color.g, color.b].map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let ink = luminance(Color::from_hex(0x0C_0E_11));
    for pin in [ERROR, WARNING, NOTE, MUTED] {
        let contrast = (luminance(pin) + 0.05) / (ink + 0.05);
        assert!(contrast > 4.5, "{pin:?}: {contrast}");
    }
}
