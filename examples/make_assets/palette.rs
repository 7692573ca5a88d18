//! The colours of all meshes.

/// Diffuse colours, 0 to 1: calm and sunlit, none of them pure.
pub const PALETTE: [(&str, [f64; 3]); 31] = [
    ("sand", [0.72, 0.64, 0.51]),
    ("limestone", [0.84, 0.80, 0.71]),
    ("border_stone", [0.63, 0.56, 0.46]),
    ("plaster", [0.88, 0.87, 0.82]),
    ("ochre", [0.82, 0.70, 0.54]),
    ("terracotta", [0.72, 0.45, 0.34]),
    ("roof_tile", [0.66, 0.39, 0.30]),
    ("slate", [0.42, 0.46, 0.50]),
    ("basalt", [0.27, 0.30, 0.34]),
    ("warm_grey", [0.62, 0.60, 0.56]),
    ("slope_gentle", [0.78, 0.74, 0.62]),
    ("slope_medium", [0.72, 0.66, 0.52]),
    ("slope_hard", [0.66, 0.56, 0.43]),
    ("slope_too_steep", [0.68, 0.43, 0.35]),
    ("wood", [0.56, 0.40, 0.27]),
    ("wood_light", [0.63, 0.46, 0.33]),
    ("wood_dark", [0.40, 0.29, 0.22]),
    ("pine", [0.69, 0.54, 0.35]),
    ("leaf", [0.46, 0.56, 0.36]),
    ("teal", [0.34, 0.56, 0.56]),
    ("water", [0.45, 0.66, 0.68]),
    ("glass", [0.29, 0.36, 0.41]),
    ("rubber", [0.26, 0.26, 0.28]),
    ("lamp", [0.85, 0.81, 0.66]),
    ("brake_lamp", [0.64, 0.34, 0.31]),
    ("asphalt", [0.45, 0.46, 0.48]),
    ("marking", [0.86, 0.85, 0.80]),
    ("paving", [0.74, 0.71, 0.65]),
    ("lawn", [0.58, 0.64, 0.44]),
    ("brick", [1.0, 1.0, 1.0]),
    ("tiles", [1.0, 1.0, 1.0]),
];

/// The materials with a picture: its file, and how many metres of a surface it covers.
pub const PICTURES: [(&str, &str, f64); 2] =
    [("brick", "brick.png", 1.2), ("tiles", "tiles.png", 2.0)];
