//! The settings file, which appears only when it is complete and good.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A file beside its target, which becomes the target by [`NewFile::keep`], and is deleted otherwise.
pub struct NewFile {
    path: PathBuf,
    target: PathBuf,
}

impl NewFile {
    pub fn write(target: &Path, text: &str) -> anyhow::Result<Self> {
        let name = target.file_name().context("--config names no file")?.to_string_lossy();
        let path = target.with_file_name(format!(".{name}.{}.new", std::process::id()));
        let described = || format!("cannot write {}", target.display());
        let mut file = create(&path).with_context(described)?;
        let new = Self { path, target: target.to_owned() };
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).with_context(described)?;
        Ok(new)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, unless somebody made one of that name meanwhile.
    pub fn keep(self) -> anyhow::Result<PathBuf> {
        refuse_to_overwrite(&self.target)?;
        std::fs::hard_link(&self.path, &self.target)
            .with_context(|| format!("cannot write {}", self.target.display()))?;
        Ok(self.target.clone())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // What cannot be deleted is a hidden file that nothing reads.
        std::fs::remove_file(&self.path).ok();
    }
}

fn create(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

pub fn refuse_to_overwrite(target: &Path) -> anyhow::Result<()> {
    let shown = target.display();
    anyhow::ensure!(
        !target.exists(),
        "{shown} is there already, and is left as it is: edit it, or move it away and run this again"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_kept_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("ensemble.toml");
        drop(NewFile::write(&target, "[server]\n").unwrap());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_appeared_meanwhile_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("ensemble.toml");
        let new = NewFile::write(&target, "[server]\n").unwrap();
        std::fs::write(&target, "mine").unwrap();
        let error = new.keep().unwrap_err().to_string();
        assert!(error.contains("is there already"), "{error}");
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "mine");
    }
}
