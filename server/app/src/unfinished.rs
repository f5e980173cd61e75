//! The mark of a restore that has begun and not ended: until it has, a data folder is no installation.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

const FILE_NAME: &str = "restore.unfinished";

/// Returns the backup whose restore has not ended.
pub fn find(data_dir: &Path) -> anyhow::Result<Option<String>> {
    let path = data_dir.join(FILE_NAME);
    match std::fs::read_to_string(&path) {
        Ok(backup) => Ok(Some(backup)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Marks that the restore of a backup has begun.
pub fn begin(data_dir: &Path, backup: &str) -> anyhow::Result<()> {
    let path = data_dir.join(FILE_NAME);
    let described = || format!("cannot write {}", path.display());
    std::fs::create_dir_all(data_dir).with_context(described)?;
    let mut file = File::create(&path).with_context(described)?;
    file.write_all(backup.as_bytes()).and_then(|()| file.sync_all()).with_context(described)
}

/// Marks that it has ended.
pub fn end(data_dir: &Path) -> anyhow::Result<()> {
    let path = data_dir.join(FILE_NAME);
    std::fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))
}

/// Refuses to go on where a restore has not ended.
pub fn refuse(data_dir: &Path) -> anyhow::Result<()> {
    match find(data_dir)? {
        None => Ok(()),
        Some(backup) => anyhow::bail!(
            "the restore of the backup {backup} is not finished: run the same `ensemble restore` again"
        ),
    }
}
