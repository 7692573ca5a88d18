//! Changes to texts and bytes, with and without regard to their structure.

use sidle_tools::random::Random;

/// The longest input; bytes.
const MAX_LENGTH: usize = 1 << 20;

/// Words that mean something in levels, meshes, materials and scripts.
const WORDS: [&str; 61] = [
    "inf",
    "nan",
    "-inf",
    "1e308",
    "-1e308",
    "1e-320",
    "-0.0",
    "0",
    "1e9",
    "-1e9",
    "1.0001e9",
    "99999999999999999999",
    "0x7fffffff",
    "3.4e38",
    "true",
    "\"",
    "'''",
    "\"\"\"",
    "\\q",
    "\\u0000",
    "[",
    "]",
    "[[",
    "{",
    "}",
    "=",
    ",",
    "\n",
    "\r",
    "\0",
    "\u{202e}",
    "\u{1b}[2J",
    "#",
    "[[prop]]\nkind = \"crate\"\nposition = [0, 0, 0]\n",
    "[[mesh]]\nfile = \"../assets/fence.obj\"\n",
    "[[prefabs.a.prop]]\nkind = \"crate\"\nposition = [0, 2, 0]\n",
    "[[prefabs.a.mover]]\nkind = \"block\"\nspeed = 1\npath = [[0, 0, 0], [0, 9, 1e9]]\n",
    "[[place]]\nprefab = \"a\"\nposition = [1, 0, 0]\nrotation_deg = [9, 8, 7]\nscale = 1e5\n",
    "[[mover]]\nkind = \"car\"\nspeed = 1e5\npath = [[0, 0, 0], [1e9, 0, 0]]\n",
    "[player]\nradius = 1e3\n",
    "body = \"capsule\"",
    "one_sided = true",
    "controller = \"boxed\"",
    "mode = \"fly\"",
    "scale = [1e9, 1e-9, 1]",
    "scale = -1",
    "rotation_deg = [1e9, 45, 1]",
    "on_hit = \"return\"",
    "on_end = \"restart\"",
    "gravity = 1e5",
    "ground_accel = inf",
    "hz = 1",
    "f 1 2 3\n",
    "f -1 -2 -3 -4 -5\n",
    "v 1e38 1e38 -1e38\n",
    "v 0 0 0\n",
    "usemtl x\n",
    "mtllib case.mtl\n",
    "newmtl x\n",
    "Kd 1 2 3\n",
    "\\\n",
];

/// Numbers at which something changes.
const NUMBERS: [f64; 14] = [
    0.0,
    -0.0,
    5e-324,
    1e-9,
    0.5,
    1.0,
    1e9,
    -1e9,
    1e30,
    3e240,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
    -1e18,
];

fn pick<'a, T>(random: &mut Random, all: &'a [T]) -> &'a T {
    &all[random.below(all.len())]
}

/// Returns one of `seeds` after a few changes. Those of a text regard its structure.
pub fn mutate(random: &mut Random, seeds: &[Vec<u8>], is_text: bool) -> Vec<u8> {
    let mut bytes = pick(random, seeds).clone();
    // A quarter of the cases has many changes.
    let max_changes = if random.below(4) == 0 { 40 } else { 4 };
    for _ in 0..1 + random.below(max_changes) {
        match is_text && random.below(4) != 0 {
            true => change_text(random, &mut bytes, seeds),
            false => change_bytes(random, &mut bytes, seeds),
        }
        bytes.truncate(MAX_LENGTH);
    }
    bytes
}

fn range(random: &mut Random, length: usize, longest: usize) -> std::ops::Range<usize> {
    let start = random.below(length + 1);
    start..(start + random.below(longest)).min(length)
}

fn change_bytes(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let at = random.below(bytes.len() + 1);
    match random.below(8) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, random.below(256) as u8),
        2 => drop(bytes.drain(range(random, bytes.len(), 64))),
        3 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        4 => {
            let number = pick(random, &NUMBERS).to_le_bytes();
            if let Some(place) = bytes.get_mut(at..at + number.len()) {
                place.copy_from_slice(&number);
            }
        }
        5 => {
            let part = range(random, bytes.len(), 4096);
            bytes.extend_from_within(part);
        }
        6 => {
            let other = pick(random, seeds);
            let part = other[range(random, other.len(), 4096)].to_vec();
            bytes.splice(at..at, part);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = *pick(random, &[0, 1, 0x7F, 0x80, 0xFF, b'\n', b'"']);
            }
        }
    }
}

fn change_text(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = random.below(lines.len() + 1);
    let word = *pick(random, &WORDS);
    let other = String::from_utf8_lossy(pick::<Vec<u8>>(random, seeds)).into_owned();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    let changed;
    match random.below(9) {
        0 => drop(lines.drain(range(random, lines.len(), 6))),
        1 => lines.insert(line, word),
        2 => {
            let part = lines[range(random, lines.len(), 12)].to_vec();
            let times = 1 + if random.below(20) == 0 {
                random.below(500)
            } else {
                random.below(4)
            };
            for _ in 0..times {
                lines.splice(line..line, part.iter().copied());
            }
        }
        3 => {
            let part = others[range(random, others.len(), 12)].to_vec();
            lines.splice(line..line, part);
        }
        4 if lines.len() > 1 => {
            let (one, two) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(one, two);
        }
        5 => {
            let repeated = word.repeat(random.below(2000));
            changed = repeated;
            lines.insert(line, &changed);
        }
        // A number or a word becomes another one.
        _ => {
            if let Some(place) = lines.get_mut(line) {
                changed = replace_word(random, place, word);
                *place = &changed;
            }
        }
    }
    *bytes = lines.concat().into_bytes();
}

/// Returns the line with one of its words replaced.
fn replace_word(random: &mut Random, line: &str, word: &str) -> String {
    let of_word = |c: char| c.is_alphanumeric() || "+-._".contains(c);
    let mut words: Vec<&str> = line.split_inclusive(|c| !of_word(c)).collect();
    let at = random.below(words.len().max(1));
    let number;
    if let Some(place) = words.get_mut(at) {
        let end = &place[place.trim_end_matches(|c| !of_word(c)).len()..];
        number = match random.below(3) {
            0 => format!("{word}{end}"),
            1 => format!("{:?}{end}", pick(random, &NUMBERS)),
            _ => format!("{:.3}{end}", random.signed() * 50.0),
        };
        *place = &number;
    }
    words.concat()
}
