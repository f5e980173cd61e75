use std::io::{Cursor, Read};

use parsing::ParseFailure;
use zip::ZipArchive;
use zip::result::ZipError;

/// Entries of an archive, at most.
const ENTRIES_MAX: usize = 2_000;
/// Maximum total size of all entries that are read, decompressed.
const UNPACKED_MAX_BYTES: u64 = 200_000_000;
/// Maximum compression ratio of entries above some size.
const RATIO_MAX: u64 = 100;
/// Smaller entries may be packed as well as they like.
const RATIO_FROM_BYTES: u64 = 4_000_000;

/// A ZIP archive that is read within a budget. Nothing is ever written to a disk.
pub(crate) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Archive<'a> {
    pub fn open(content: &'a [u8]) -> Result<Self, ParseFailure> {
        let mut zip = ZipArchive::new(Cursor::new(content)).map_err(|_| ParseFailure::Broken)?;
        if zip.len() > ENTRIES_MAX {
            return Err(ParseFailure::Exhausted);
        }
        let mut unpacked: u64 = 0;
        for index in 0..zip.len() {
            let entry = zip.by_index_raw(index).map_err(failure)?;
            if entry.encrypted() {
                return Err(ParseFailure::Encrypted);
            }
            let is_bomb = entry.size() > RATIO_FROM_BYTES
                && entry.size() / entry.compressed_size().max(1) > RATIO_MAX;
            unpacked = unpacked.saturating_add(entry.size());
            if is_bomb || unpacked > UNPACKED_MAX_BYTES {
                return Err(ParseFailure::Exhausted);
            }
        }
        Ok(Self { zip, left: UNPACKED_MAX_BYTES })
    }

    /// Returns the names of all entries.
    pub fn names(&self) -> Vec<String> {
        self.zip.file_names().flatten().map(|name| name.into_owned()).collect()
    }

    /// Reads an entry as text; `None` if there is none of that name.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ParseFailure> {
        Ok(self.content(name)?.map(|content| parsing::decode_text(&content)))
    }

    /// Reads an entry; `None` if there is none of that name. Its declared size is not trusted.
    pub fn content(&mut self, name: &str) -> Result<Option<Vec<u8>>, ParseFailure> {
        let entry = match self.zip.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(failure(error)),
        };
        let mut content = Vec::new();
        let read = entry.take(self.left + 1).read_to_end(&mut content);
        let length = read.map_err(|_| ParseFailure::Broken)? as u64;
        self.left = self.left.checked_sub(length).ok_or(ParseFailure::Exhausted)?;
        Ok(Some(content))
    }

    /// Reads an entry without which the file does not have its format.
    pub fn required(&mut self, name: &str) -> Result<String, ParseFailure> {
        self.text(name)?.ok_or(ParseFailure::Broken)
    }
}

fn failure(error: ZipError) -> ParseFailure {
    match error {
        ZipError::UnsupportedArchive(text) if text == ZipError::PASSWORD_REQUIRED => {
            ParseFailure::Encrypted
        }
        _ => ParseFailure::Broken,
    }
}

/// Resolves `target`, found in the entry `from`, to a name relative to the archive's root.
pub(crate) fn resolve(from: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut pieces: Vec<&str> = folder.split('/').filter(|piece| !piece.is_empty()).collect();
    for piece in target.split('/') {
        match piece {
            "" | "." => {}
            ".." => {
                pieces.pop();
            }
            piece => pieces.push(piece),
        }
    }
    pieces.join("/")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    fn archive(content: &[u8]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file("a", packed).unwrap();
        zip.write_all(content).unwrap();
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn what_an_entry_says_of_its_size_is_not_believed() {
        let (real, said) = (100_000_u32.to_le_bytes(), 10_u32.to_le_bytes());
        let mut lying = archive(&vec![b'x'; 100_000]);
        let sizes: Vec<usize> =
            lying.windows(4).enumerate().filter(|(_, four)| *four == real).map(|it| it.0).collect();
        assert!(!sizes.is_empty(), "it stands in the directory");
        for at in sizes {
            lying[at..at + 4].copy_from_slice(&said);
        }
        let mut open = Archive::open(&lying).unwrap();
        open.left = 50_000;
        assert!(open.text("a").is_err());

        let honest = archive(&vec![b'x'; 100_000]);
        let mut open = Archive::open(&honest).unwrap();
        open.left = 150_000;
        assert_eq!(open.text("a").unwrap().unwrap().len(), 100_000);
        assert_eq!(open.text("a"), Err(ParseFailure::Exhausted), "all that is read counts");
    }

    #[test]
    fn no_name_leads_out_of_the_archive() {
        for (from, target, name) in [
            ("ppt/presentation.xml", "slides/a.xml", "ppt/slides/a.xml"),
            ("ppt/presentation.xml", "/ppt/a.xml", "ppt/a.xml"),
            ("a/b.opf", "../../../../etc/passwd", "etc/passwd"),
            ("b.opf", "./../x", "x"),
        ] {
            assert_eq!(resolve(from, target), name);
        }
    }
}
