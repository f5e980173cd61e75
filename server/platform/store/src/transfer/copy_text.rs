//! Rows as lines of PostgreSQL's COPY in text form: what both engines' rows are turned into, written from and counted by.

use std::borrow::Cow;

use sha2::{Digest, Sha256};
use sqlx::types::Uuid;

/// The line of one row, while it is written.
#[derive(Default)]
pub struct Line {
    bytes: Vec<u8>,
    is_begun: bool,
    /// True if a text had something that PostgreSQL does not store.
    pub is_mended: bool,
}

impl Line {
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn next(&mut self) -> &mut Vec<u8> {
        if std::mem::replace(&mut self.is_begun, true) {
            self.bytes.push(b'\t');
        }
        &mut self.bytes
    }

    pub fn push_null(&mut self) {
        self.next().extend(b"\\N");
    }

    pub fn push_number(&mut self, number: i64) {
        let text = number.to_string();
        self.next().extend(text.as_bytes());
    }

    pub fn push_flag(&mut self, flag: bool) {
        self.next().push(if flag { b't' } else { b'f' });
    }

    pub fn push_id(&mut self, id: Uuid) {
        let text = id.to_string();
        self.next().extend(text.as_bytes());
    }

    pub fn push_bytes(&mut self, bytes: &[u8]) {
        let line = self.next();
        line.extend(b"\\\\x");
        line.extend(kernel::hex(bytes).as_bytes());
    }

    /// Adds a text. PostgreSQL stores no NUL and no invalid UTF-8: both become U+FFFD.
    pub fn push_text(&mut self, bytes: &[u8]) {
        let mut text = String::from_utf8_lossy(bytes);
        if matches!(text, Cow::Owned(_)) {
            self.is_mended = true;
        }
        if text.contains('\0') {
            self.is_mended = true;
            text = Cow::Owned(text.replace('\0', "\u{fffd}"));
        }
        let line = self.next();
        line.reserve(text.len());
        for byte in text.bytes() {
            match escape_of(byte) {
                Some(letter) => line.extend([b'\\', letter]),
                None => line.push(byte),
            }
        }
    }
}

/// The letters of PostgreSQL's escapes.
const ESCAPES: [(u8, u8); 7] = [
    (b'\\', b'\\'),
    (b'\n', b'n'),
    (b'\r', b'r'),
    (b'\t', b't'),
    (0x08, b'b'),
    (0x0c, b'f'),
    (0x0b, b'v'),
];

fn escape_of(byte: u8) -> Option<u8> {
    if byte >= 0x20 && byte != b'\\' {
        return None;
    }
    ESCAPES.iter().find(|(plain, _)| *plain == byte).map(|(_, letter)| *letter)
}

/// Returns the fields of a line; `None`: null.
pub fn fields(line: &[u8]) -> impl Iterator<Item = Option<Vec<u8>>> {
    line.split(|byte| *byte == b'\t').map(|field| (field != b"\\N").then(|| unescape(field)))
}

fn unescape(field: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(field.len());
    let mut bytes = field.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            plain.push(byte);
            continue;
        }
        let Some(letter) = bytes.next() else { break };
        let known = ESCAPES.iter().find(|(_, known)| *known == letter);
        plain.push(known.map_or(letter, |(plain, _)| *plain));
    }
    plain
}

/// The number of rows and a checksum of all, in whichever order they come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    pub rows: u64,
    total: u128,
}

impl Sum {
    pub fn add(&mut self, line: &[u8]) {
        let digest = Sha256::digest(line);
        let mut first = [0; 16];
        first.copy_from_slice(&digest[..16]);
        self.rows += 1;
        self.total = self.total.wrapping_add(u128::from_be_bytes(first));
    }

    pub fn checksum(&self) -> String {
        format!("{:032x}", self.total)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let text = "a\\b\tc\nd\re\u{8}\u{c}\u{b}\u{1} \\N é 我";
        let mut line = Line::default();
        line.push_text(text.as_bytes());
        line.push_null();
        line.push_text(b"");
        line.push_text(b"\\N");
        line.push_number(-7);
        line.push_flag(true);
        line.push_bytes(&[0, 255]);
        assert!(!line.is_mended);
        let line = line.into_bytes();
        assert!(!line.contains(&b'\n'));
        let fields: Vec<_> = fields(&line).collect();
        assert_eq!(fields[0].as_deref().unwrap(), text.as_bytes());
        assert_eq!((&fields[1], fields[2].as_deref()), (&None, Some(&b""[..])));
        assert_eq!(fields[3].as_deref(), Some(&b"\\N"[..]));
        assert_eq!(fields[4].as_deref(), Some(&b"-7"[..]));
        assert_eq!(
            (fields[5].as_deref(), fields[6].as_deref()),
            (Some(&b"t"[..]), Some(&b"\\x00ff"[..]))
        );
    }

    #[test]
    fn what_postgresql_does_not_store_is_replaced_and_said() {
        for bytes in [&b"a\0b"[..], &b"a\xffb"[..]] {
            let mut line = Line::default();
            line.push_text(bytes);
            assert!(line.is_mended);
            assert_eq!(line.into_bytes(), "a\u{fffd}b".as_bytes());
        }
    }

    #[test]
    fn the_sum_depends_on_every_row_and_not_on_their_order() {
        let sum = |lines: &[&str]| {
            let mut sum = Sum::default();
            lines.iter().for_each(|line| sum.add(line.as_bytes()));
            sum
        };
        assert_eq!(sum(&["a", "b"]), sum(&["b", "a"]));
        assert_ne!(sum(&["a", "b"]), sum(&["a", "c"]));
        assert_ne!(sum(&["a"]), sum(&["a", "a"]));
    }
}
