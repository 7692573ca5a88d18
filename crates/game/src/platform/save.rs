//! Saves a text into a file, but never over content that the player has not seen.
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::save_outcome::SaveOutcome;

/// Writes `text` to a temporary file and renames it to `path`, so that readers never find a partial file. Does so only
/// if the file's content is `expected`; `None` if there is no file. Keeps a symbolic link and the file's permissions.
///
/// # Errors
/// A message, when the file cannot be written; it is then unchanged.
pub fn save(path: &Path, text: &str, expected: Option<&[u8]>) -> Result<SaveOutcome, String> {
    let failed = |error: io::Error| format!("cannot write {}: {error}", path.display());
    let now = match fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    if now.as_deref() != expected {
        return Ok(SaveOutcome::Conflict(now));
    }
    // The target of a symbolic link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = match fs::metadata(&target) {
        Ok(about) if about.permissions().readonly() => {
            let shown = path.display();
            return Err(format!(
                "{shown} is read-only: your edits are not saved; make it writable"
            ));
        }
        about => about.map(|about| about.permissions()).ok(),
    };
    let temporary = temporary_path(&target);
    let written =
        write(&temporary, text, permissions).and_then(|()| fs::rename(&temporary, &target));
    if let Err(error) = written {
        let _ = fs::remove_file(&temporary);
        return Err(failed(error));
    }
    Ok(SaveOutcome::Written)
}

/// A temporary name in the same folder, so that renaming is atomic.
fn temporary_path(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    // The content must be on the disk before the rename.
    file.sync_all()
}

#[cfg(test)]
mod tests;
