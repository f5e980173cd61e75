//! Pages of activities of any size, one entry at a time: Google writes each into a box of its own.

use std::io::Read;

use crate::json_stream::Stopped;
use crate::rules::VALUE_MAX_BYTES;

/// Beginning of every entry.
const MARK: &[u8] = b"class=\"outer-cell";
/// Maximum distance of the first entry from the beginning: it follows a title and styles.
const HEAD_MAX_BYTES: usize = 4 * 1024 * 1024;
const BLOCK_BYTES: usize = 64 * 1024;

/// Calls `each` with the HTML of every entry, until it says `false`. A page without entries has none.
pub(crate) fn each_entry(
    mut reader: impl Read,
    mut each: impl FnMut(&str) -> bool,
) -> Result<(), Stopped> {
    let mut buffer: Vec<u8> = Vec::new();
    let mut is_inside = false;
    // Nothing before it is a mark.
    let mut searched = 0;
    loop {
        while let Some(at) = find_mark(&buffer, searched) {
            if is_inside && !each(&String::from_utf8_lossy(&buffer[..at])) {
                return Err(Stopped::ByReader);
            }
            is_inside = true;
            buffer.drain(..at + MARK.len());
            searched = 0;
        }
        searched = buffer.len().saturating_sub(MARK.len() - 1);
        if !is_inside && buffer.len() > HEAD_MAX_BYTES {
            return Ok(());
        }
        if buffer.len() as u64 > VALUE_MAX_BYTES {
            return Err(Stopped::Broken("one entry is too large".to_owned()));
        }
        let read = reader.by_ref().take(BLOCK_BYTES as u64).read_to_end(&mut buffer);
        if read.map_err(|error| Stopped::Broken(error.to_string()))? == 0 {
            break;
        }
    }
    if is_inside && !each(&String::from_utf8_lossy(&buffer)) {
        return Err(Stopped::ByReader);
    }
    Ok(())
}

fn find_mark(buffer: &[u8], from: usize) -> Option<usize> {
    let found = buffer.get(from..)?.windows(MARK.len()).position(|window| window == MARK);
    found.map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, so that every mark is split.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn entries(html: &str) -> Vec<String> {
        let mut all = Vec::new();
        each_entry(Trickle(html.as_bytes()), |entry| {
            all.push(entry.to_owned());
            true
        })
        .unwrap();
        all
    }

    #[test]
    fn a_page_is_read_entry_by_entry() {
        let html = "<html><div class=\"outer-cell a\">one</div><div class=\"outer-cell a\">二";
        assert_eq!(entries(html), [" a\">one</div><div ", " a\">二"]);
        assert!(entries("<html><p>A page</p></html>").is_empty());
    }

    #[test]
    fn a_page_without_entries_is_left_early() {
        let mut page = std::io::repeat(b'a');
        assert!(each_entry(&mut page, |_| true).is_ok());
    }

    #[test]
    fn an_entry_without_end_is_refused() {
        let page = MARK.chain(std::io::repeat(b'a'));
        assert!(matches!(each_entry(page, |_| true), Err(Stopped::Broken(_))));
    }
}
