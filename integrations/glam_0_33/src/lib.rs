//! Tests that sidle gives the same bits with glam 0.33, which engines still use, as with the newest.

/// The vectors of sidle are those of glam 0.33.
pub fn same_vectors(vector: glam::DVec3) -> sidle::glam::DVec3 {
    vector
}

#[cfg(test)]
#[path = "../../../tests/main/glam_versions.rs"]
mod glam_versions;
