//! The few calls of Box3D that its mover needs. The safe crate `box3d` 0.3.1 does not compile on Linux, where the enumerations of C are
//! unsigned.

use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::slice;

use box3d_sys as sys;
use sidle::geometry::Obb;
use sidle::glam::{DQuat, DVec3};
use sys::b3PlaneResult;

#[derive(Clone, Copy)]
pub struct BodyId(sys::b3BodyId);

/// A world with its triangles, to which its shape only refers.
pub struct World {
    world: sys::b3WorldId,
    triangles: Option<NonNull<sys::b3MeshData>>,
}

// SAFETY: the triangles never change, and belong to no thread.
unsafe impl Send for World {}

pub fn vector(vector: DVec3) -> sys::b3Vec3 {
    sys::b3Vec3 {
        x: vector.x as f32,
        y: vector.y as f32,
        z: vector.z as f32,
    }
}

pub fn of_vector(vector: sys::b3Vec3) -> DVec3 {
    DVec3::new(
        f64::from(vector.x),
        f64::from(vector.y),
        f64::from(vector.z),
    )
}

fn turn(obb: &Obb) -> sys::b3Quat {
    let turn = DQuat::from_mat3(&obb.axes());
    sys::b3Quat {
        v: vector(DVec3::new(turn.x, turn.y, turn.z)),
        s: turn.w as f32,
    }
}

/// The capsule relative to the centre of its lower hemisphere.
fn capsule((radius, segment): (f64, f64)) -> sys::b3Capsule {
    sys::b3Capsule {
        center1: vector(DVec3::ZERO),
        center2: vector(DVec3::Y * segment),
        radius: radius as f32,
    }
}

impl World {
    pub fn new() -> Self {
        // SAFETY: plain values.
        let world = unsafe { sys::b3CreateWorld(&sys::b3DefaultWorldDef()) };
        Self {
            world,
            triangles: None,
        }
    }

    fn add_body(&self, position: DVec3, rotation: sys::b3Quat) -> sys::b3BodyId {
        // SAFETY: the world exists as long as `self`.
        unsafe {
            let def = sys::b3BodyDef {
                position: vector(position),
                rotation,
                ..sys::b3DefaultBodyDef()
            };
            sys::b3CreateBody(self.world, &def)
        }
    }

    /// Adds triangles, once. Returns whether they could be built.
    pub fn add_triangles(&mut self, triangles: &[[DVec3; 3]]) -> bool {
        if triangles.is_empty() {
            return true;
        }
        let corners = triangles.iter().flatten();
        let mut corners: Vec<_> = corners.map(|corner| vector(*corner)).collect();
        let mut indices: Vec<i32> = (0..corners.len() as i32).collect();
        // As the samples make their meshes.
        let def = sys::b3MeshDef {
            vertices: corners.as_mut_ptr(),
            indices: indices.as_mut_ptr(),
            vertexCount: corners.len() as i32,
            triangleCount: triangles.len() as i32,
            weldTolerance: 0.0,
            weldVertices: true,
            identifyEdges: true,
            ..sys::b3MeshDef::default()
        };
        let body = self.add_body(
            DVec3::ZERO,
            sys::b3Quat {
                v: vector(DVec3::ZERO),
                s: 1.0,
            },
        );
        // SAFETY: the definition refers to both lists, which are alive, and the mesh lives as long as the world.
        unsafe {
            let mesh = NonNull::new(sys::b3CreateMesh(&def, ptr::null_mut(), 0));
            let Some(mesh) = mesh else {
                return false;
            };
            self.triangles = Some(mesh);
            sys::b3CreateMeshShape(
                body,
                &sys::b3DefaultShapeDef(),
                mesh.as_ptr(),
                vector(DVec3::ONE),
            );
        }
        true
    }

    pub fn add_box(&self, obb: &Obb) -> BodyId {
        let body = self.add_body(obb.center(), turn(obb));
        let half = vector(obb.half_extents());
        // SAFETY: the hull is copied into the shape.
        unsafe {
            let hull = sys::b3MakeBoxHull(half.x, half.y, half.z);
            sys::b3CreateHullShape(body, &sys::b3DefaultShapeDef(), &hull.base);
        }
        BodyId(body)
    }

    pub fn move_box(&self, body: BodyId, obb: &Obb) {
        // SAFETY: a body of this world, from which none is removed.
        unsafe { sys::b3Body_SetTransform(body.0, vector(obb.center()), turn(obb)) };
    }

    /// The planes that the body touches.
    pub fn planes(&self, position: DVec3, size: (f64, f64)) -> Vec<b3PlaneResult> {
        let mut planes: Vec<b3PlaneResult> = Vec::new();
        let context = ptr::from_mut(&mut planes).cast::<c_void>();
        // SAFETY: `collect` is given the planes, and is not called later.
        unsafe {
            let filter = sys::b3DefaultQueryFilter();
            sys::b3World_CollideMover(
                self.world,
                vector(position),
                &capsule(size),
                filter,
                Some(collect),
                context,
            );
        }
        planes
    }

    /// How far a body comes along a displacement; a share of it.
    pub fn cast(&self, position: DVec3, size: (f64, f64), way: DVec3) -> f64 {
        // SAFETY: plain values.
        let fraction = unsafe {
            let filter = sys::b3DefaultQueryFilter();
            sys::b3World_CastMover(
                self.world,
                vector(position),
                &capsule(size),
                vector(way),
                filter,
                None,
                ptr::null_mut(),
            )
        };
        f64::from(fraction)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: nothing else refers to either.
        unsafe {
            sys::b3DestroyWorld(self.world);
            if let Some(mesh) = self.triangles {
                sys::b3DestroyMesh(mesh.as_ptr());
            }
        }
    }
}

/// Adds planes to those that `context` points to.
unsafe extern "C" fn collect(
    _: sys::b3ShapeId,
    planes: *const b3PlaneResult,
    count: i32,
    context: *mut c_void,
) -> bool {
    if planes.is_null() || count <= 0 {
        return true;
    }
    // SAFETY: so `World::planes` and Box3D call it.
    let (known, new) = unsafe {
        let new = slice::from_raw_parts(planes, count as usize);
        (&mut *context.cast::<Vec<b3PlaneResult>>(), new)
    };
    known.extend_from_slice(new);
    true
}

/// The displacement nearest to `target` that enters none of `planes`.
pub fn solved(target: DVec3, planes: &[b3PlaneResult]) -> DVec3 {
    let rigid = planes.iter().map(|near| sys::b3CollisionPlane {
        plane: near.plane,
        pushLimit: f32::MAX,
        push: 0.0,
        clipVelocity: true,
    });
    let mut rigid: Vec<_> = rigid.collect();
    // SAFETY: as many planes as it says.
    let solved =
        unsafe { sys::b3SolvePlanes(vector(target), rigid.as_mut_ptr(), rigid.len() as i32) };
    of_vector(solved.delta)
}
