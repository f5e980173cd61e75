//! Uploads of model files through the app, in chunks. A partial file is stored beside the others under a name with its
//! full size, so an upload can be resumed after any interruption.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kernel::Problem;

use crate::folder::{Folder, problem_of};
use crate::gguf::begins_well;
use crate::limits::{FILE_MAX_BYTES, PIECE_MAX_BYTES};
use crate::name::FileName;
use crate::problems::{EXISTS, NO_FOLDER, NO_SPACE, NOT_A_MODEL, WRONG_OFFSET, WRONG_SIZE};

/// A chunk of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub offset: u64,
    /// Size of the whole file.
    pub size_bytes: u64,
    /// Last modification of the source file: a changed file is another upload.
    pub modified_at: i64,
}

/// Progress of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub received_bytes: u64,
    /// The file is among the others now.
    pub is_complete: bool,
}

impl Folder {
    /// Adds a piece. The last one makes the file one of the models, if it is one.
    pub fn receive(
        &self,
        name: &FileName,
        piece: Piece,
        bytes: &[u8],
    ) -> Result<Progress, Problem> {
        let end = piece.offset.checked_add(bytes.len() as u64);
        let fits = end.is_some_and(|end| end <= piece.size_bytes);
        if !fits || bytes.len() > PIECE_MAX_BYTES || piece.size_bytes > FILE_MAX_BYTES {
            return Err(WRONG_SIZE.with("max_bytes", PIECE_MAX_BYTES));
        }
        let whole = self.path.join(name.as_str());
        if whole.exists() {
            return Err(EXISTS.into());
        }
        fs::create_dir_all(&self.path).map_err(unwritable)?;
        let path = self.path.join(part_name(name, &piece));
        let received_bytes = add(&path, &self.path, piece, bytes)?;
        if received_bytes < piece.size_bytes {
            return Ok(Progress { received_bytes, is_complete: false });
        }
        if let Err(error) = File::open(&path)
            .map_err(crate::GgufError::Io)
            .and_then(|file| crate::gguf::read(file, received_bytes))
        {
            fs::remove_file(&path).map_err(unwritable)?;
            return Err(problem_of(&error));
        }
        fs::rename(&path, &whole).map_err(unwritable)?;
        File::open(&self.path).and_then(|folder| folder.sync_all()).map_err(unwritable)?;
        Ok(Progress { received_bytes, is_complete: true })
    }

    /// Deletes a file, or its partial upload. False if neither exists.
    pub fn delete(&self, name: &FileName) -> Result<bool, Problem> {
        let mut is_deleted = remove(&self.path.join(name.as_str()))?;
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let part = entry.file_name().into_string().ok();
            if part.as_deref().and_then(part_of).is_some_and(|(of, _)| of == *name) {
                is_deleted |= remove(&entry.path())?;
            }
        }
        Ok(is_deleted)
    }
}

/// Appends the chunk to the existing part; returns the new size.
fn add(path: &Path, folder: &Path, piece: Piece, bytes: &[u8]) -> Result<u64, Problem> {
    let mut file = File::options().create(true).append(true).open(path).map_err(unwritable)?;
    let there = file.metadata().map_err(unwritable)?.len();
    if there != piece.offset {
        return Err(WRONG_OFFSET.with("offset", there));
    }
    if there == 0 {
        let checked = check_beginning(folder, piece, bytes);
        if checked.is_err() {
            fs::remove_file(path).map_err(unwritable)?;
        }
        checked?;
    }
    file.write_all(bytes).and_then(|()| file.sync_data()).map_err(unwritable)?;
    Ok(there + bytes.len() as u64)
}

/// Checks the first bytes, so that nobody uploads ten gigabytes only to learn that they are no model.
fn check_beginning(folder: &Path, piece: Piece, bytes: &[u8]) -> Result<(), Problem> {
    if piece.size_bytes == 0 || !begins_well(bytes) {
        return Err(NOT_A_MODEL.into());
    }
    let space = rustix::fs::statvfs(folder).map_err(|error| unwritable(error.into()))?;
    let free_bytes = space.f_bavail.saturating_mul(space.f_frsize);
    if free_bytes < piece.size_bytes {
        return Err(NO_SPACE.with("free_bytes", free_bytes));
    }
    Ok(())
}

fn remove(path: &PathBuf) -> Result<bool, Problem> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(unwritable(error)),
    }
}

fn unwritable(error: io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::StorageFull => NO_SPACE.into(),
        _ => NO_FOLDER.with("message", error),
    }
}

fn part_name(name: &FileName, piece: &Piece) -> String {
    format!(".{name}.{}-{}.part", piece.size_bytes, piece.modified_at)
}

/// Parses the name of a partial file: the file it belongs to, and its full size.
pub(crate) fn part_of(name: &str) -> Option<(FileName, u64)> {
    let (name, rest) = name.strip_prefix('.')?.strip_suffix(".part")?.rsplit_once('.')?;
    let (size, _) = rest.split_once('-')?;
    Some((name.parse().ok()?, size.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::INCOMPLETE;

    fn folder() -> (tempfile::TempDir, Folder) {
        let dir = tempfile::tempdir().unwrap();
        let folder =
            Folder::new(crate::Setup::in_folder(dir.path().join("models"), "/program".into()));
        (dir, folder)
    }

    fn name() -> FileName {
        "a.gguf".parse().unwrap()
    }

    fn piece(offset: u64, size_bytes: u64) -> Piece {
        Piece { offset, size_bytes, modified_at: 1 }
    }

    #[test]
    fn a_part_says_what_it_will_be() {
        let written = part_name(&name(), &piece(0, 7));
        assert_eq!(part_of(&written), Some((name(), 7)));
        assert_eq!(part_of(".a.gguf.part"), None);
    }

    #[test]
    fn an_upload_goes_on_where_it_was_and_says_where_that_is() {
        let (_dir, folder) = folder();
        let done = folder.receive(&name(), piece(0, 100), b"GGUF1234").unwrap();
        assert_eq!(done, Progress { received_bytes: 8, is_complete: false });
        for offset in [0, 4, 9] {
            let refused = folder.receive(&name(), piece(offset, 100), b"x").unwrap_err();
            assert_eq!((refused.kind, refused.params["offset"].as_str()), (WRONG_OFFSET, "8"));
        }
        assert_eq!(folder.list().unwrap().1[0].received_bytes, 8);
        assert!(folder.delete(&name()).unwrap());
        assert_eq!(folder.list().unwrap().1, []);
    }

    #[test]
    fn what_is_no_model_file_is_refused_at_its_beginning_and_at_its_end() {
        let (_dir, folder) = folder();
        let zip = folder.receive(&name(), piece(0, 1 << 40), b"PK\x03\x04").unwrap_err();
        assert_eq!(zip.kind, NOT_A_MODEL);
        let short = folder.receive(&name(), piece(0, 8), b"GGUF\x03\0\0\0").unwrap_err();
        assert_eq!(short.kind, INCOMPLETE);
        assert_eq!(folder.list().unwrap(), (vec![], vec![]));
    }

    #[test]
    fn no_piece_is_larger_than_was_said() {
        let (_dir, folder) = folder();
        for (offset, size) in [(0, 3), (u64::MAX, 4), (0, u64::MAX)] {
            let refused = folder.receive(&name(), piece(offset, size), b"GGUF").unwrap_err();
            assert_eq!(refused.kind, WRONG_SIZE);
        }
    }
}
