//! The nodes of a scene of Godot: where they put their navigation meshes, and the links among them.
//!
//! Source: Godot 4.3, `packed_scene.cpp` (a node comes after its parent, which it names by the path from the root) and
//! `variant_parser.cpp` (a `Transform3D` is written by the rows of its basis, and then its origin).

use std::collections::BTreeMap;

use sidle::glam::{DAffine3, DMat3, DVec3};

use super::godot::numbers;
use super::link::NavmeshLink;

/// The class of links, as the header of a node names it.
const LINK: &str = "NavigationLink3D";

/// What a link of Godot has if the file says nothing: it is on, leads both ways, and joins meshes that are this near; metres.
const RADIUS: f64 = 1.0;

/// The nodes of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes<'t> {
    /// Where each node is, by its path from the root; the root has an empty one.
    places: BTreeMap<String, DAffine3>,
    /// Where nodes show meshes, by the names of their resources.
    pub meshes: BTreeMap<&'t str, Vec<DAffine3>>,
    pub links: Vec<NavmeshLink>,
}

impl<'t> Nodes<'t> {
    /// Adds the node with this header and body. Its parent was added before, or moves nothing.
    pub fn add(&mut self, header: &'t str, body: &'t str) -> Result<(), String> {
        let own = match value(body, "transform") {
            Some(text) => transform(text)?,
            None => DAffine3::IDENTITY,
        };
        // The root has no parent.
        let parent = attribute(header, "parent");
        let name = attribute(header, "name").unwrap_or_default();
        let path = match parent {
            None => String::new(),
            Some(".") => name.to_owned(),
            Some(parent) => format!("{parent}/{name}"),
        };
        let is_alone = value(body, "top_level") == Some("true");
        let parent = parent.filter(|_| !is_alone);
        let around = parent.and_then(|parent| match parent {
            "." => self.places.get(""),
            path => self.places.get(path),
        });
        let place = around.map_or(own, |around| *around * own);
        self.places.insert(path, place);
        // Godot 4 and 3.
        let mesh = value(body, "navigation_mesh").or_else(|| value(body, "navmesh"));
        if let Some(name) = mesh.and_then(resource) {
            self.meshes.entry(name).or_default().push(place);
        }
        let is_on = value(body, "enabled") != Some("false");
        if attribute(header, "type") == Some(LINK) && is_on {
            let end = |key: &str| value(body, key).map_or(Ok(DVec3::ZERO), vector);
            let ends = [end("start_position")?, end("end_position")?];
            self.links.push(NavmeshLink {
                ends: ends.map(|end| place.transform_point3(end)),
                radius: RADIUS,
                is_two_way: value(body, "bidirectional") != Some("false"),
            });
        }
        Ok(())
    }
}

/// The value of an attribute of a header, such as `name="Door"` or `id=1`.
pub(super) fn attribute<'t>(header: &'t str, name: &str) -> Option<&'t str> {
    let mut starts = header.match_indices(name).map(|(at, _)| at);
    let value = starts.find_map(|at| {
        let is_word = header[..at].ends_with([' ', '\t']);
        let value = header[at + name.len()..].strip_prefix('=')?;
        is_word.then_some(value)
    })?;
    match value.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => value.split([' ', ']']).next(),
    }
}

/// The value of a property, which is on the line that begins with its name.
fn value<'t>(body: &'t str, name: &str) -> Option<&'t str> {
    body.lines().find_map(|line| {
        let value = line.strip_prefix(name)?.trim_start().strip_prefix('=')?;
        Some(value.trim())
    })
}

/// The name of a resource of the same file, in `SubResource("a")` or `SubResource( 1 )`.
fn resource(value: &str) -> Option<&str> {
    let name = value.strip_prefix("SubResource(")?.strip_suffix(')')?;
    Some(name.trim().trim_matches('"'))
}

/// The numbers of a value such as `Vector3(0, 1, 2)`.
fn of_call<const N: usize>(value: &str) -> Result<[f64; N], String> {
    let list = value
        .split_once('(')
        .and_then(|(_, rest)| rest.strip_suffix(')'));
    let found = list.map(numbers::<f64>).transpose()?.unwrap_or_default();
    let count = found.len();
    found
        .try_into()
        .map_err(|_| format!("`{value}` of a node has {count} numbers, and {N} belong there"))
}

fn vector(value: &str) -> Result<DVec3, String> {
    of_call(value).map(DVec3::from_array)
}

fn transform(value: &str) -> Result<DAffine3, String> {
    let all: [f64; 12] = of_call(value)?;
    let [rows @ .., origin] = [0, 3, 6, 9].map(|at| DVec3::from_slice(&all[at..at + 3]));
    let [x, y, z] = rows;
    let basis = DMat3::from_cols(x, y, z).transpose();
    Ok(DAffine3::from_mat3_translation(basis, origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_where_all_their_parents_put_them() {
        let scene = [
            (r#"[node name="Level" type="Node3D"]"#, ""),
            (
                r#"[node name="Gap" type="Node3D" parent="."]"#,
                // A quarter turn to the left: X becomes -Z.
                "transform = Transform3D(0, 0, 1, 0, 1, 0, -1, 0, 0, 10, 0, 0)\n",
            ),
            (
                r#"[node name="Jump" type="NavigationLink3D" parent="Gap"]"#,
                "transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 0)\nbidirectional = false\n\
                 start_position = Vector3(0, 0, 0)\nend_position = Vector3(3, 0, 0)\n",
            ),
            (
                r#"[node name="Off" type="NavigationLink3D" parent="Gap/Jump"]"#,
                "enabled = false\n",
            ),
            (
                r#"[node name="Alone" type="NavigationLink3D" parent="Gap/Jump" index="0"]"#,
                "top_level = true\nend_position = Vector3(0, 4, 0)\n",
            ),
        ];
        let mut nodes = Nodes::default();
        for (header, body) in scene {
            nodes.add(header, body).unwrap();
        }
        let [jump, alone] = nodes.links[..] else {
            panic!("{:?}", nodes.links)
        };
        assert_eq!(
            jump.ends,
            [DVec3::new(10.0, 2.0, -1.0), DVec3::new(10.0, 2.0, -4.0)]
        );
        assert!(!jump.is_two_way && alone.is_two_way);
        assert_eq!(alone.ends, [DVec3::ZERO, DVec3::Y * 4.0]);
    }

    #[test]
    fn attributes_are_whole_words() {
        let header = r#"[node name="parent" type="Node3D" parent="A/B" id=3]"#;
        assert_eq!(attribute(header, "parent"), Some("A/B"));
        assert_eq!(attribute(header, "id"), Some("3"));
        assert_eq!(attribute(header, "ent"), None);
        assert_eq!(attribute("", "name"), None);
    }

    #[test]
    fn damaged_values_are_refused() {
        let header = r#"[node name="a" type="NavigationLink3D" parent="."]"#;
        for (body, words) in [
            ("transform = Transform3D(1, 2)\n", "has 2 numbers, and 12"),
            ("end_position = Vector3(1, 2, x)\n", "`x`"),
            ("start_position = 5\n", "has 0 numbers, and 3"),
        ] {
            let error = Nodes::default().add(header, body).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
