//! Recognizes the framing of an answer by its first bytes.

use super::frames::Framing;

/// A recognized framing, and the number of bytes before its first piece.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub framing: Framing,
    pub skip: usize,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// Returns the framing of an answer that begins with `head`; `None` if more bytes are needed and not all are here.
pub(super) fn framing(head: &[u8], expected: Framing, is_whole: bool) -> Option<Found> {
    if head.len() < BOM.len() && BOM.starts_with(head) && !is_whole {
        return None;
    }
    let bom = if head.starts_with(BOM) { BOM.len() } else { 0 };
    let body = &head[bom..];
    let Some(first) = body.iter().position(|byte| !byte.is_ascii_whitespace()) else {
        return is_whole.then_some(Found { framing: expected, skip: bom });
    };
    let skip = bom + first;
    let body = &body[first..];
    let framing = match body[0] {
        b'[' => Framing::Values,
        // The first line tells lines from an object over several lines.
        b'{' if expected == Framing::Lines => {
            let line = body.split(|byte| *byte == b'\n').next().unwrap_or(body);
            if line.len() == body.len() && !is_whole {
                return None;
            }
            match line.trim_ascii_end().ends_with(b"}") {
                true => Framing::Lines,
                false => Framing::Values,
            }
        }
        b'{' => Framing::Values,
        _ if expected == Framing::Lines => {
            let begins = |field: &&[u8]| body.starts_with(field);
            let may_begin = |field: &&[u8]| field.starts_with(body);
            if FIELDS.iter().any(begins) {
                Framing::Events
            } else if FIELDS.iter().any(may_begin) && !is_whole {
                return None;
            } else {
                expected
            }
        }
        _ => expected,
    };
    Some(Found { framing, skip })
}

/// Beginnings of the lines of server-sent events.
const FIELDS: [&[u8]; 5] = [b"data:", b"event:", b"id:", b"retry:", b":"];

/// Finds the end of a JSON value that arrives in chunks, and reads each byte once.
#[derive(Debug, Default)]
pub(super) struct ValueScan {
    /// Up to here the value was read.
    at: usize,
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

impl ValueScan {
    /// Returns the end of the value at the beginning of `text`, which only grows between calls; `None` if it is not all
    /// here.
    pub fn end(&mut self, text: &[u8]) -> Option<usize> {
        for (at, byte) in text.iter().enumerate().skip(self.at) {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_string => self.is_escaped = true,
                b'"' => self.is_string = !self.is_string,
                _ if self.is_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        *self = Self::default();
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        self.at = text.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_say_the_framing() {
        use Framing::{Events, Lines, Values};
        for (head, expected, framing, skip) in [
            ("data: {}", Events, Events, 0),
            ("\u{feff}data: {}", Events, Events, 3),
            ("\n\n{\"a\":1", Events, Values, 2),
            ("[{", Events, Values, 0),
            (": hello", Events, Events, 0),
            ("{\"a\":1}\n", Lines, Lines, 0),
            ("{\n", Lines, Values, 0),
            ("data: {", Lines, Events, 0),
            ("\u{feff}{\"a\":1}\n", Lines, Lines, 3),
            ("oops", Lines, Lines, 0),
        ] {
            let found = super::framing(head.as_bytes(), expected, false);
            assert_eq!(found, Some(Found { framing, skip }), "{head:?}");
        }
        for (head, expected) in
            [("", Events), (" \n", Events), ("\u{feff}", Events), ("{\"a\"", Lines), ("dat", Lines)]
        {
            let is_undecided = super::framing(head.as_bytes(), expected, false).is_none();
            assert!(is_undecided, "{head:?}");
            assert!(super::framing(head.as_bytes(), expected, true).is_some(), "{head:?}");
        }
        assert_eq!(super::framing(b"\xef\xbb", Events, false), None);
    }
}
