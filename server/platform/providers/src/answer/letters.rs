//! Joins letters that were cut: a surrogate pair or the bytes of a letter may arrive in two pieces.

use memchr::memmem;

/// What is left of a letter whose rest follows in a later piece.
#[derive(Debug, Default)]
pub(super) struct CutLetter {
    high_surrogate: Option<u16>,
    bytes: Vec<u8>,
}

impl CutLetter {
    /// Takes the beginning of a letter out of the JSON of `piece`, and puts it before its rest.
    pub fn mend(&mut self, piece: &mut Vec<u8>) {
        if std::str::from_utf8(piece).is_err() {
            *piece = self.mend_bytes(piece);
        }
        let has_surrogates = |name: &[u8]| memmem::find(piece, name).is_some();
        if has_surrogates(b"\\ud") || has_surrogates(b"\\uD") {
            *piece = self.mend_surrogates(piece);
        }
    }

    fn mend_bytes(&mut self, piece: &[u8]) -> Vec<u8> {
        let mut mended = Vec::with_capacity(piece.len());
        for chunk in piece.utf8_chunks() {
            mended.extend_from_slice(chunk.valid().as_bytes());
            let invalid = chunk.invalid();
            let Some(first) = invalid.first() else { continue };
            let is_rest = (0x80..0xc0).contains(first);
            if !is_rest {
                self.bytes = invalid.to_vec();
                continue;
            }
            self.bytes.extend_from_slice(invalid);
            if std::str::from_utf8(&self.bytes).is_ok() {
                mended.append(&mut self.bytes);
            } else if self.bytes.len() >= 4 || self.bytes.len() == invalid.len() {
                self.bytes.clear();
                mended.extend_from_slice("\u{fffd}".as_bytes());
            }
        }
        mended
    }

    fn mend_surrogates(&mut self, piece: &[u8]) -> Vec<u8> {
        let mut mended = Vec::with_capacity(piece.len() + 6);
        let mut rest = piece;
        while let Some(at) = memchr::memchr(b'\\', rest) {
            mended.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            let Some(unit) = unit_at(rest) else {
                let taken = rest.len().min(2);
                mended.extend_from_slice(&rest[..taken]);
                rest = &rest[taken..];
                continue;
            };
            let (escape, after) = rest.split_at(ESCAPE);
            rest = after;
            match unit {
                HIGH_FIRST..LOW_FIRST => match unit_at(rest) {
                    Some(LOW_FIRST..=LOW_LAST) => {
                        mended.extend_from_slice(escape);
                        mended.extend_from_slice(&rest[..ESCAPE]);
                        rest = &rest[ESCAPE..];
                    }
                    _ => self.high_surrogate = Some(unit),
                },
                LOW_FIRST..=LOW_LAST => match self.high_surrogate.take() {
                    Some(high) => {
                        mended.extend_from_slice(format!("\\u{high:04x}").as_bytes());
                        mended.extend_from_slice(escape);
                    }
                    None => mended.extend_from_slice(b"\\ufffd"),
                },
                _ => mended.extend_from_slice(escape),
            }
        }
        mended.extend_from_slice(rest);
        mended
    }
}

const HIGH_FIRST: u16 = 0xd800;
const LOW_FIRST: u16 = 0xdc00;
const LOW_LAST: u16 = 0xdfff;
/// Bytes of `\uXXXX`.
const ESCAPE: usize = 6;

/// Returns the UTF-16 unit whose escape stands at the beginning of `text`.
fn unit_at(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(pieces: &[&[u8]]) -> Vec<String> {
        let mut cut = CutLetter::default();
        let mend = |piece: &&[u8]| {
            let mut piece = piece.to_vec();
            cut.mend(&mut piece);
            String::from_utf8(piece).unwrap()
        };
        pieces.iter().map(mend).collect()
    }

    #[test]
    fn a_pair_in_two_pieces_is_joined_in_the_second() {
        assert_eq!(mended(&[br#""a\ud83d""#, br#""\ude00b""#]), [r#""a""#, r#""\ud83d\ude00b""#]);
        assert_eq!(
            mended(&[br#""\uD83D""#, b"{}", br#""\uDE00""#]),
            [r#""""#, "{}", r#""\ud83d\uDE00""#]
        );
    }

    #[test]
    fn whole_pairs_and_other_escapes_stay() {
        for text in [r#""\ud83d\ude00""#, r#""\\ud83d""#, r#""\u00e9\n\"""#, "\"\\"] {
            assert_eq!(mended(&[text.as_bytes()]), [text]);
        }
        assert_eq!(mended(&[br#""\ude00x""#]), [r#""\ufffdx""#]);
    }

    #[test]
    fn the_bytes_of_a_letter_in_two_pieces_are_joined() {
        let whole = "\"😀\"".as_bytes();
        assert_eq!(mended(&[b"\"\xf0\x9f\"", b"\"\x98\x80!\""]), ["\"\"", "\"😀!\""]);
        assert_eq!(mended(&[whole]), ["\"😀\""]);
        assert_eq!(mended(&[b"\"\x98x\""]), ["\"\u{fffd}x\""]);
    }
}
