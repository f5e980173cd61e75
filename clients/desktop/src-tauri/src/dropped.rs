//! Files that were dropped on a window, for its page to read: those of that drop, up to a bound, and no others.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{Read, Take};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, bail};

use crate::locks::lock;
use crate::sign_in::random_text;

/// The largest file that any page takes (spec §5: documents of 50 MB).
const FILE_MAX_BYTES: u64 = 50_000_000;
/// Maximum number of files of a drop. A message takes 20 (spec §5); with one more, the page reports that there were too
/// many.
const FILES_MAX: usize = 21;
/// Size of the parts in which a page gets a file.
const PART_BYTES: u64 = 768 * 1024;
/// Maximum number of drops waiting for their pages; beyond it the oldest is dropped.
const DROPS_MAX: usize = 8;

#[derive(Default)]
pub struct Dropped(Mutex<VecDeque<Drop>>);

struct Drop {
    id: String,
    window: String,
    /// Open files; `None` once read: what a name refers to later does not matter.
    files: Vec<Option<Take<File>>>,
}

/// The files of a drop, as offered to a page.
#[derive(Debug)]
pub struct Offer {
    pub id: String,
    pub names: Vec<String>,
    /// Names of folders, of files that are too large, and of those that cannot be opened.
    pub refused: Vec<String>,
}

impl Dropped {
    /// Opens the files dropped on `window`. Takes as long as the disk needs: never call it on the window thread.
    pub fn take(&self, window: &str, paths: &[PathBuf]) -> Offer {
        let (mut names, mut files, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for path in paths {
            if files.len() == FILES_MAX {
                break;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match open(path) {
                Ok(file) => {
                    names.push(name);
                    files.push(Some(file));
                }
                Err(error) => {
                    eprintln!("a dropped file is not taken: {error:#}");
                    refused.push(name);
                }
            }
        }
        let id = random_text();
        if !files.is_empty() {
            let mut drops = lock(&self.0);
            if drops.len() == DROPS_MAX {
                drops.pop_front();
            }
            drops.push_back(Drop { id: id.clone(), window: window.to_owned(), files });
        }
        Offer { id, names, refused }
    }

    /// Returns the next part of a file of a drop on `window`; an empty one at its end.
    pub fn read(&self, window: &str, id: &str, index: usize) -> anyhow::Result<Vec<u8>> {
        let mut drops = lock(&self.0);
        let place = drops.iter().position(|drop| drop.window == window && drop.id == id);
        let place = place.context("nothing like that was dropped there")?;
        let drop = &mut drops[place];
        let slot = drop.files.get_mut(index).context("no such file was dropped")?;
        let file = slot.as_mut().context("the file was read")?;
        let mut part = Vec::new();
        file.take(PART_BYTES).read_to_end(&mut part)?;
        if part.is_empty() {
            *slot = None;
            if drop.files.iter().all(Option::is_none) {
                drops.remove(place);
            }
        }
        Ok(part)
    }
}

/// Opens a plain file that is not too large, limited to the maximum size.
fn open(path: &Path) -> anyhow::Result<Take<File>> {
    // Checked before opening: opening a pipe would block until somebody writes into it.
    check(&path.metadata()?)?;
    let file = File::open(path)?;
    check(&file.metadata()?)?;
    Ok(file.take(FILE_MAX_BYTES))
}

fn check(facts: &std::fs::Metadata) -> anyhow::Result<()> {
    if !facts.is_file() {
        bail!("it is no file");
    }
    if facts.len() > FILE_MAX_BYTES {
        bail!("it has {} bytes", facts.len());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const WINDOW: &str = "server-a";

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("ensemble-dropped-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn file(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, content).expect("written");
        path
    }

    fn whole(dropped: &Dropped, id: &str, index: usize) -> Vec<u8> {
        let mut all = Vec::new();
        loop {
            let part = dropped.read(WINDOW, id, index).expect("a part");
            if part.is_empty() {
                return all;
            }
            all.extend(part);
        }
    }

    #[test]
    fn what_was_dropped_is_read_in_parts_and_once() {
        let folder = folder("parts");
        let long: Vec<u8> = (0..2_000_000_u32).map(|number| (number % 251) as u8).collect();
        let paths = [file(&folder, "long.bin", &long), file(&folder, "none.txt", b"")];
        let dropped = Dropped::default();

        let offer = dropped.take(WINDOW, &paths);

        assert_eq!(offer.names, ["long.bin", "none.txt"]);
        assert_eq!(dropped.read(WINDOW, &offer.id, 0).expect("a part").len(), 786_432);
        assert_eq!(whole(&dropped, &offer.id, 0), long[786_432..]);
        assert!(dropped.read(WINDOW, &offer.id, 0).is_err());
        assert_eq!(whole(&dropped, &offer.id, 1), b"");
        assert!(lock(&dropped.0).is_empty());
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_page_reads_nothing_but_what_was_dropped_on_its_own_window() {
        let folder = folder("others");
        let dropped = Dropped::default();
        let offer = dropped.take(WINDOW, &[file(&folder, "a.txt", b"mine")]);

        assert!(dropped.read("server-b", &offer.id, 0).is_err());
        assert!(dropped.read(WINDOW, "", 0).is_err());
        assert!(dropped.read(WINDOW, &folder.join("a.txt").to_string_lossy(), 0).is_err());
        assert!(dropped.read(WINDOW, &offer.id, 1).is_err());
        assert_eq!(whole(&dropped, &offer.id, 0), b"mine");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_stands_for_another_file_later_does_not_bring_that_one() {
        let folder = folder("later");
        let path = file(&folder, "a.txt", b"dropped");
        let dropped = Dropped::default();
        let offer = dropped.take(WINDOW, std::slice::from_ref(&path));

        let secret = file(&folder, "secret", b"never dropped");
        fs::remove_file(&path).expect("removed");
        std::os::unix::fs::symlink(secret, &path).expect("a link");

        assert_eq!(whole(&dropped, &offer.id, 0), b"dropped");
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn folders_and_what_is_larger_than_50_mb_are_refused_by_name() {
        let folder = folder("refused");
        let sized = |name: &str, bytes: u64| {
            let path = folder.join(name);
            File::create(&path).and_then(|file| file.set_len(bytes)).expect("made");
            path
        };
        let paths = [
            sized("largest.pdf", 50_000_000),
            sized("larger.pdf", 50_000_001),
            folder.clone(),
            folder.join("gone.txt"),
        ];

        let offer = Dropped::default().take(WINDOW, &paths);

        assert_eq!(offer.names, ["largest.pdf"]);
        let folder_name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        assert_eq!(offer.refused, ["larger.pdf", folder_name.as_str(), "gone.txt"]);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_file_that_grows_while_it_is_read_ends_at_50_mb() {
        let folder = folder("grows");
        let path = file(&folder, "log.txt", b"");
        let file = open(&path).expect("opened");
        assert_eq!(file.limit(), 50_000_000);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn a_drop_has_one_file_more_than_a_message_at_most_and_eight_drops_wait() {
        let folder = folder("many");
        let one = file(&folder, "a.txt", b"a");
        let dropped = Dropped::default();
        assert_eq!(dropped.take(WINDOW, &vec![one.clone(); 30]).names.len(), 21);

        let second = dropped.take(WINDOW, std::slice::from_ref(&one));
        for _ in 0..7 {
            dropped.take(WINDOW, std::slice::from_ref(&one));
        }
        assert_eq!(lock(&dropped.0).len(), 8);
        assert_eq!(whole(&dropped, &second.id, 0), b"a");
        fs::remove_dir_all(folder).expect("removed");
    }
}
