//! How far loading is.

/// A stage of loading a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadStage {
    /// Its files are read.
    #[default]
    Read,
    /// The faces of a large mesh are cut into triangles.
    Cut,
    /// The world of its colliders is built.
    Build,
    /// Its contents are checked.
    Check,
}

/// How far a stage of loading is, for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'f> {
    /// The stage. Only reading counts bytes.
    pub stage: LoadStage,
    /// The file that is read; empty in other stages.
    pub file: &'f str,
    /// The bytes read so far.
    pub done: usize,
    /// Its length; bytes.
    pub total: usize,
}

impl Progress<'_> {
    /// The beginning of a stage that counts no bytes.
    pub(crate) fn begin(stage: LoadStage) -> Self {
        let (file, done, total) = ("", 0, 0);
        Self {
            stage,
            file,
            done,
            total,
        }
    }
}
