//! All keys but the editor's, for the help.

/// What to press, and what it does.
pub type Key = (&'static str, &'static str);

/// All keys of every level, for the help.
pub const KEYS: [Key; 39] = [
    ("W A S D", "walk, or fly"),
    ("mouse", "look around (click into the window first)"),
    ("arrow keys", "turn the view"),
    ("Space", "jump; when flying: up"),
    ("C or Ctrl", "when flying: down"),
    ("Shift", "faster"),
    ("V", "walk or fly"),
    ("Q", "next controller"),
    ("R", "back to the spawn, and movers to their start"),
    ("B", "movers: oriented or axis-aligned boxes"),
    ("- and =", "mouse less or more sensitive"),
    ("1", "overlay: boxes of props, and triangles near you"),
    ("2", "overlay: how tight a sphere, an AABB and an OBB fit"),
    (
        "3",
        "overlay: the axes that separate a mover's box from the next",
    ),
    ("4", "overlay: what you touch, the ground, your velocity"),
    (
        "5",
        "overlay: how the tick was made, sweep by sweep, push by push",
    ),
    (
        "8",
        "ghosts: the other controllers from the same keys, with trails",
    ),
    ("X", "ghosts: begin again where you are"),
    ("Z", "see yourself from outside"),
    ("P", "pause, and go on"),
    (", and .", "a tick back, or ahead; with Shift: a second"),
    (
        "Home and End",
        "in a pause: as far back as one can look, or to the end",
    ),
    (
        "PgUp and PgDn",
        "in a pause: ten seconds back, or ahead; or drag the bar of the clock",
    ),
    ("0", "slow motion: 1/2 to 1/64, then as usual"),
    ("Shift 0", "30, 60, 120 or 240 ticks a second"),
    ("F1", "this help"),
    ("F2", "the panel in the corner"),
    ("E", "edit the level's props: the help is then about that"),
    ("F3", "print the place as a --spawn option on the terminal"),
    ("Ctrl+C", "copy the place as a --spawn option"),
    (
        "F4",
        "list of the levels beside this one; Home: begin there from now on",
    ),
    ("[ and ]", "the level before, and the next"),
    ("F5", "load the level again (saving it does so too)"),
    (
        "F6",
        "hide or show the problems of a level that cannot be loaded",
    ),
    ("F7", "save the level that was made around a bare mesh"),
    (
        "F8",
        "record what you do, and end it; with Shift: save the last minutes",
    ),
    ("F11", "full screen"),
    ("F12", "screenshot, as a PNG file in the current folder"),
    ("Esc", "close the help; then free the mouse; then quit"),
];

/// The keys of a lab.
pub const LAB_KEYS: [Key; 7] = [
    (
        "I K J L U O",
        "lab: move the blue shape away, near, left, right, up, down",
    ),
    ("Shift with them", "lab: turn it"),
    (
        "N or Shift N",
        "lab: the next pair of shapes, or the one before",
    ),
    ("T or Shift T", "lab: a longer or shorter motion of a sweep"),
    (
        "G",
        "lab: let it settle, resolving the deepest contact in each tick",
    ),
    ("H", "lab: back to the pair's start"),
    ("Y", "lab: the board of numbers"),
];
