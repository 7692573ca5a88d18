//! Reads navigation meshes of Godot, as its editor saves them in the text of a resource (`.tres`) or a scene (`.tscn`).
//!
//! Source: Godot 4.3 and 3.6, `navigation_mesh.cpp` (`vertices`, `polygons`) and `resource_format_text.cpp`. Version 3 says
//! `Pool` where version 4 says `Packed`. What a resource does not say is empty.

use std::collections::BTreeMap;

use sidle::glam::{DAffine3, DVec3};

use super::link::NavmeshLink;
use super::nodes::{Nodes, attribute};

/// The class, as the header of a section names it.
const CLASS: &str = "NavigationMesh";

/// How many triangles nodes may add by showing a mesh again. More: a small file takes much memory.
const MAX_COPIES: usize = 1 << 20;

/// The triangles of all navigation meshes in a file, where its nodes put them, and the links between them.
pub fn read(text: &str) -> Result<(Vec<[DVec3; 3]>, Vec<NavmeshLink>), String> {
    let mut meshes: BTreeMap<&str, Vec<[DVec3; 3]>> = BTreeMap::new();
    let (mut nodes, mut of_file) = (Nodes::default(), false);
    for section in sections(text) {
        let (header, body) = section.split_once('\n').unwrap_or((section, ""));
        let is_named = attribute(header, "type") == Some(CLASS);
        if header.starts_with("[gd_resource") {
            of_file = is_named;
        } else if header.starts_with("[sub_resource") && is_named
            || header.starts_with("[resource]") && of_file
        {
            let name = attribute(header, "id").unwrap_or_default();
            mesh(body, meshes.entry(name).or_default())?;
        } else if header.starts_with("[node") {
            nodes.add(header, body)?;
        }
    }
    if meshes.is_empty() && nodes.links.is_empty() {
        return Err("it has no `NavigationMesh` of Godot".to_owned());
    }
    let mut triangles = Vec::new();
    let mut copies = 0;
    for (name, mesh) in &meshes {
        let places: &[DAffine3] = nodes.meshes.get(name).map_or(&[], Vec::as_slice);
        copies += mesh.len().saturating_mul(places.len().saturating_sub(1));
        if copies > MAX_COPIES {
            return Err("the nodes show their navigation meshes too many times".to_owned());
        }
        if places.is_empty() {
            triangles.extend(mesh);
        }
        for place in places {
            let moved = mesh.iter();
            triangles
                .extend(moved.map(|corners| corners.map(|corner| place.transform_point3(corner))));
        }
    }
    Ok((triangles, nodes.links))
}

/// The parts of a file, each with its header in brackets first.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices('[').map(|(at, _)| at);
    let starts = starts.filter(|at| *at == 0 || text[..*at].ends_with('\n'));
    let mut starts = starts.peekable();
    core::iter::from_fn(move || {
        let start = starts.next()?;
        Some(&text[start..starts.peek().copied().unwrap_or(text.len())])
    })
}

/// Adds the triangles of one mesh.
fn mesh(body: &str, triangles: &mut Vec<[DVec3; 3]>) -> Result<(), String> {
    let along = lists(body, "Vector3Array(").next().unwrap_or_default();
    let along = numbers::<f64>(along)?;
    if !along.len().is_multiple_of(3) {
        return Err("a corner of the navmesh has fewer than three numbers".to_owned());
    }
    let corner = |at: usize| {
        let at = at.checked_mul(3)?;
        Some(DVec3::from_slice(along.get(at..at.checked_add(3)?)?))
    };
    // `PoolIntArray` and `PackedInt32Array`. Nothing else of a navmesh is such a list.
    for list in lists(body, "IntArray(").chain(lists(body, "Int32Array(")) {
        let outline = numbers::<usize>(list)?.into_iter().map(corner);
        let outline: Option<Vec<DVec3>> = outline.collect();
        let outline = outline.ok_or("a polygon of the navmesh has a corner that does not exist")?;
        for pair in outline.get(1..).unwrap_or_default().windows(2) {
            triangles.push([outline[0], pair[0], pair[1]]);
        }
    }
    Ok(())
}

/// What is between each `name`, which ends with a bracket, and the next closing bracket.
fn lists<'t>(body: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    let starts = body.match_indices(name);
    starts.map(move |(at, _)| {
        let rest = &body[at + name.len()..];
        rest.split(')').next().unwrap_or_default()
    })
}

/// The numbers of a list.
pub(super) fn numbers<N: core::str::FromStr>(list: &str) -> Result<Vec<N>, String> {
    let numbers = list
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    numbers
        .map(|text| {
            let number = text.parse();
            number.map_err(|_| format!("`{text}` in the navmesh is no number that fits there"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESOURCE: &str = "[gd_resource type=\"NavigationMesh\" format=3 uid=\"uid://b1\"]\n\n[resource]\n\
        vertices = PackedVector3Array(0, 0.5, 0, 0, 0.5, 2, 2, 0.5, 2, 2, 0.5, 0, 4, 1e-05, 0)\n\
        polygons = [PackedInt32Array(0, 1, 2, 3), PackedInt32Array(3, 2, 4)]\nagent_radius = 0.4\n";

    #[test]
    fn resources_and_scenes_of_both_versions_are_read() {
        let read = |text: &str| read(text).map(|(triangles, _)| triangles);
        let found = read(RESOURCE).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found[1].map(|corner| corner.x), [0.0, 2.0, 2.0]);
        assert_eq!(found[2][2], DVec3::new(4.0, 1e-5, 0.0));
        let typed = RESOURCE.replace("= [Packed", "= Array[PackedInt32Array]([Packed");
        let typed = typed.replace("2, 4)]", "2, 4)])");
        assert_eq!(read(&typed), Ok(found.clone()));
        let old = RESOURCE
            .replace("PackedInt32", "PoolInt")
            .replace("PackedV", "PoolV");
        let old = old.replace("Array(", "Array( ").replace(')', " )");
        assert_eq!(read(&old), Ok(found.clone()));
        let scene = RESOURCE.replace("[gd_resource type=\"NavigationMesh\"", "[gd_scene");
        let scene = scene.replace(
            "[resource]",
            "[sub_resource type=\"NavigationMesh\" id=\"a\"]",
        );
        let more =
            "\n[sub_resource type=\"BoxMesh\" id=\"b\"]\npolygons = [PackedInt32Array(9, 9, 9)]\n";
        assert_eq!(read(&(scene + more)), Ok(found));
    }

    /// A scene with a mesh of two triangles, a node that shows it 5 m up, and a link.
    const SCENE: &str = "[gd_scene format=3]\n\n[sub_resource type=\"NavigationMesh\" id=\"n_1\"]\n\
        vertices = PackedVector3Array(0, 0, 0, 0, 0, 2, 2, 0, 2, 2, 0, 0)\npolygons = [PackedInt32Array(0, 1, 2, 3)]\n\n\
        [node name=\"Level\" type=\"Node3D\"]\n\n\
        [node name=\"Region\" type=\"NavigationRegion3D\" parent=\".\"]\n\
        transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0)\nnavigation_mesh = SubResource(\"n_1\")\n\n\
        [node name=\"Jump\" type=\"NavigationLink3D\" parent=\"Region\"]\nend_position = Vector3(0, -5, 1)\n";

    #[test]
    fn a_mesh_is_where_nodes_show_it_and_links_are_read() {
        let (triangles, links) = read(SCENE).unwrap();
        assert_eq!(triangles.len(), 2);
        assert!(
            triangles
                .as_flattened()
                .iter()
                .all(|corner| corner.y == 5.0)
        );
        assert_eq!(links.len(), 1);
        assert_eq!(links[0].ends, [DVec3::Y * 5.0, DVec3::Z]);
        // Version 3 names resources by numbers.
        let old = SCENE.replace("id=\"n_1\"", "id=1");
        let old = old.replace(
            "navigation_mesh = SubResource(\"n_1\")",
            "navmesh = SubResource( 1 )",
        );
        let old = old
            .replace("Transform3D", "Transform")
            .replace("PackedV", "PoolV");
        assert_eq!(
            read(&old.replace("PackedInt32", "PoolInt")),
            Ok((triangles, links.clone()))
        );
        // Links alone are something to compare.
        let (_, rest) = SCENE.split_once("[node").unwrap();
        assert_eq!(read(&format!("[node{rest}")), Ok((vec![], links)));
    }

    #[test]
    fn nodes_that_show_a_mesh_very_many_times_are_refused() {
        let node = "[node name=\"R\" parent=\".\"]\nnavigation_mesh = SubResource(\"n_1\")\n";
        let error = read(&(SCENE.to_owned() + &node.repeat(MAX_COPIES / 2 + 1))).unwrap_err();
        assert!(error.contains("too many times"), "{error}");
        assert_eq!(
            read(&(SCENE.to_owned() + &node.repeat(9))).unwrap().0.len(),
            20
        );
    }

    #[test]
    fn a_damaged_scene_never_panics() {
        for at in 0..SCENE.len() {
            read(&SCENE[..at]).ok();
            for wrong in ["\"", "(", ")", "[", "=", "\n", "9e999", "/", "é"] {
                let damaged = [&SCENE[..at], wrong, &SCENE[at + 1..]].concat();
                read(&damaged).ok();
            }
        }
    }

    #[test]
    fn what_is_no_navmesh_or_damaged_is_refused() {
        assert!(read("").unwrap_err().contains("no `NavigationMesh`"));
        assert!(read(&RESOURCE.replace("Navigation", "Array")).is_err());
        let damaged = [
            ("2, 4)]", "2, 5)]", "does not exist"),
            ("2, 4)]", "2, -1)]", "`-1`"),
            ("0.5, 0, 4, ", "0.5, 0, ", "fewer than three"),
            ("1e-05", "one", "`one`"),
        ];
        for (right, wrong, message) in damaged {
            let error = read(&RESOURCE.replace(right, wrong)).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        // A mesh that was not baked says nothing.
        assert_eq!(
            read("[gd_resource type=\"NavigationMesh\"]\n[resource]\n"),
            Ok((vec![], vec![]))
        );
        for at in 0..RESOURCE.len() {
            let _ = read(&RESOURCE[..at]);
        }
    }
}
