//! The content of a file, which is a mesh of objects with faces.

/// The position of a face's corner; metres.
pub type Point = [f64; 3];

/// A planar polygon, counter-clockwise seen from its front.
pub struct Face {
    pub material: &'static str,
    pub corners: Vec<Point>,
}

pub fn face(material: &'static str, corners: impl Into<Vec<Point>>) -> Face {
    let corners = corners.into();
    Face { material, corners }
}

/// Named faces, one `o` line of the file.
pub struct Object {
    pub name: String,
    pub faces: Vec<Face>,
}

pub fn object(name: impl Into<String>, faces: Vec<Face>) -> Object {
    let name = name.into();
    Object { name, faces }
}

/// One OBJ file and its MTL file.
pub struct Mesh {
    pub stem: &'static str,
    pub about: &'static str,
    pub objects: Vec<Object>,
}
