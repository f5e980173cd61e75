use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use code_sandbox::{CodeFile, FILES_MAX, MADE_MAX_BYTES};

/// The files that a program sees: a single folder in memory.
pub(crate) struct Folder {
    files: BTreeMap<String, Vec<u8>>,
    written: BTreeSet<String>,
}

/// Why a file was not read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FolderError {
    Missing,
    NoName,
    TooMany,
    TooLarge,
}

impl FolderError {
    pub fn message(self, path: &str) -> String {
        match self {
            Self::Missing => format!("No such file or directory: '{path}'"),
            Self::NoName => format!("Not the name of a file: '{path}'"),
            Self::TooMany => format!("A program writes at most {FILES_MAX} files"),
            Self::TooLarge => format!("A program writes at most {MADE_MAX_BYTES} bytes"),
        }
    }
}

impl Folder {
    pub fn new(files: &[CodeFile]) -> Self {
        let files = files.iter().map(|file| (file.name.clone(), file.content.to_vec())).collect();
        Self { files, written: BTreeSet::new() }
    }

    /// Returns the names of all files.
    pub fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    pub fn has(&self, path: &str) -> bool {
        name_of(path).is_some_and(|name| self.files.contains_key(name))
    }

    pub fn read(&self, path: &str) -> Result<&[u8], FolderError> {
        let name = name_of(path).ok_or(FolderError::Missing)?;
        self.files.get(name).map(Vec::as_slice).ok_or(FolderError::Missing)
    }

    /// Returns a file's text; a byte that is no UTF-8 costs one letter.
    pub fn read_text(&self, path: &str) -> Result<String, FolderError> {
        let content = self.read(path)?;
        let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
        Ok(String::from_utf8_lossy(content).into_owned())
    }

    /// Writes a file, or adds to its end.
    pub fn write(&mut self, path: &str, content: &[u8], append: bool) -> Result<(), FolderError> {
        let name = name_of(path).ok_or(FolderError::NoName)?;
        if !self.written.contains(name) && self.written.len() >= FILES_MAX {
            return Err(FolderError::TooMany);
        }
        let kept = if append { self.files.get(name).map_or(0, Vec::len) } else { 0 };
        if self.written_bytes(name) + kept + content.len() > MADE_MAX_BYTES {
            return Err(FolderError::TooLarge);
        }
        let file = self.files.entry(name.to_owned()).or_default();
        file.truncate(kept);
        file.extend_from_slice(content);
        self.written.insert(name.to_owned());
        Ok(())
    }

    pub fn remove(&mut self, path: &str) -> Result<(), FolderError> {
        let name = name_of(path).ok_or(FolderError::Missing)?;
        self.written.remove(name);
        self.files.remove(name).map(drop).ok_or(FolderError::Missing)
    }

    /// Returns the files that the program wrote.
    pub fn into_written(mut self) -> Vec<CodeFile> {
        let written = std::mem::take(&mut self.written);
        let take = |name: String| {
            let content = self.files.remove(&name)?;
            Some(CodeFile { name, content: Bytes::from(content) })
        };
        written.into_iter().filter_map(take).collect()
    }

    /// Returns the bytes of all written files but `name`.
    fn written_bytes(&self, name: &str) -> usize {
        let others = self.written.iter().filter(|other| *other != name);
        others.filter_map(|other| self.files.get(other)).map(Vec::len).sum()
    }
}

/// Returns the bare name of a path. Models write `/mnt/data/sales.csv` as well as `sales.csv`.
fn name_of(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_name = !name.is_empty() && name != "." && name != ".." && name.len() <= 255;
    (is_name && !name.contains(char::is_control)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> Folder {
        Folder::new(&[CodeFile {
            name: "a.csv".to_owned(),
            content: Bytes::from_static(b"\xef\xbb\xbf1\xff"),
        }])
    }

    #[test]
    fn a_file_is_found_by_its_name_wherever_a_path_says_it_is() {
        for path in ["a.csv", "./a.csv", "/mnt/data/a.csv", "C:\\data\\a.csv"] {
            assert_eq!(folder().read_text(path).as_deref(), Ok("1\u{fffd}"), "{path}");
        }
        assert_eq!(folder().read("/etc/passwd"), Err(FolderError::Missing));
        for path in ["", "/", "..", "a/..", "a\n"] {
            assert_eq!(folder().write(path, b"", false), Err(FolderError::NoName), "{path}");
        }
    }

    #[test]
    fn what_is_written_comes_back_and_what_was_only_read_does_not() {
        let mut folder = folder();
        folder.write("b", b"1", false).unwrap();
        folder.write("b", b"2", true).unwrap();
        folder.write("gone", b"1", false).unwrap();
        folder.remove("gone").unwrap();
        assert_eq!(folder.names(), ["a.csv", "b"]);
        let written = CodeFile { name: "b".to_owned(), content: Bytes::from_static(b"12") };
        assert_eq!(folder.into_written(), [written]);
    }

    #[test]
    fn a_program_writes_20_files_and_8_mb_at_most() {
        let mut folder = folder();
        for number in 0..20 {
            folder.write(&number.to_string(), b"", false).unwrap();
        }
        assert_eq!(folder.write("one more", b"", false), Err(FolderError::TooMany));
        folder.write("0", &vec![0; 8_388_608], false).unwrap();
        assert_eq!(folder.write("0", b"1", true), Err(FolderError::TooLarge));
        assert_eq!(folder.write("1", b"1", false), Err(FolderError::TooLarge));
        folder.write("0", b"1", false).unwrap();
    }
}
