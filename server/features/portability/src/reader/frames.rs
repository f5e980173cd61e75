use std::io::{Error, Result};

/// Largest item: the longest conversation, as JSON.
pub(super) const ITEM_MAX_BYTES: u32 = 32 * 1024 * 1024;
/// Bytes of the archive that are asked for at once, at most.
pub(super) const READ_MAX_BYTES: u32 = 256 * 1024;
/// Bytes of the head of a frame: its kind and the length of what follows.
pub(super) const HEAD_BYTES: usize = 5;
/// Length in a reply for bytes that cannot be read.
pub(super) const UNREADABLE: u32 = u32::MAX;

/// Kinds of frames from the reader: a head, and as many bytes as it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It needs bytes of the archive: their place and number, of eight and four bytes.
    Read,
    /// It found something, in JSON.
    Found,
    /// Bytes of a blob.
    Blob,
    /// It has read everything.
    End,
}

impl Kind {
    /// Returns the head of a frame with `length` bytes.
    pub fn head(self, length: u32) -> [u8; HEAD_BYTES] {
        let [a, b, c, d] = length.to_le_bytes();
        let kind = match self {
            Self::Read => b'r',
            Self::Found => b'f',
            Self::Blob => b'b',
            Self::End => b'e',
        };
        [kind, a, b, c, d]
    }

    /// Parses the head of a frame: its kind and its length.
    ///
    /// # Errors
    ///
    /// The kind is unknown, or the frame too long.
    pub fn parse([kind, a, b, c, d]: [u8; HEAD_BYTES]) -> Result<(Self, u32)> {
        let length = u32::from_le_bytes([a, b, c, d]);
        let (kind, max) = match kind {
            b'r' => (Self::Read, 12),
            b'f' => (Self::Found, ITEM_MAX_BYTES),
            b'b' => (Self::Blob, READ_MAX_BYTES),
            b'e' => (Self::End, 0),
            _ => return Err(Error::other("the reader is not understood")),
        };
        if length > max {
            return Err(Error::other("one conversation is too large"));
        }
        Ok((kind, length))
    }
}

/// Returns the content of a frame that asks for bytes.
pub(super) fn request(at: u64, count: u32) -> [u8; 12] {
    let mut content = [0; 12];
    content[..8].copy_from_slice(&at.to_le_bytes());
    content[8..].copy_from_slice(&count.to_le_bytes());
    content
}

/// Parses the content of a frame that asks for bytes: their place and number.
pub(super) fn parse_request(content: &[u8]) -> Option<(u64, u32)> {
    let at = content.get(..8)?.try_into().ok()?;
    let count = content.get(8..12)?.try_into().ok()?;
    Some((u64::from_le_bytes(at), u32::from_le_bytes(count).min(READ_MAX_BYTES)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_are_written() {
        for kind in [Kind::Read, Kind::Found, Kind::Blob, Kind::End] {
            assert_eq!(Kind::parse(kind.head(0)).unwrap(), (kind, 0));
        }
        assert_eq!(parse_request(&request(7, 9)), Some((7, 9)));
        assert_eq!(parse_request(&request(7, u32::MAX)), Some((7, READ_MAX_BYTES)));
        assert_eq!(parse_request(b"short"), None);
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_is_read() {
        assert!(Kind::parse(Kind::Found.head(ITEM_MAX_BYTES)).is_ok());
        assert!(Kind::parse(Kind::Found.head(ITEM_MAX_BYTES + 1)).is_err());
        assert!(Kind::parse(Kind::Blob.head(READ_MAX_BYTES + 1)).is_err());
        assert!(Kind::parse([b'x', 0, 0, 0, 0]).is_err());
    }
}
