//! Cuts the bytes of an answer into the pieces that a protocol speaks in.

use memchr::{memchr, memchr2};

use crate::ModelError;
use crate::answer::sniff::{self, Found, ValueScan};
use crate::limits::LINE_MAX_BYTES;

/// The separator between the pieces of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events (WHATWG HTML 9.2); a piece is the data of one event.
    Events,
    /// One JSON value a line.
    Lines,
    /// JSON objects one after the other, also as the elements of a list.
    Values,
    /// The whole body is one piece.
    Whole,
}

/// The kind of an event, by its name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum EventKind {
    #[default]
    Message,
    /// `event: error`.
    Error,
    /// An event that only keeps the connection open.
    KeepAlive,
}

/// Bytes in, pieces out. A piece may arrive in any number of chunks, cut anywhere.
pub struct Frames {
    framing: Framing,
    /// The first bytes decide about the framing, and were not seen yet.
    is_sniffing: bool,
    buffer: Vec<u8>,
    /// Start of the unread bytes; everything before was returned.
    start: usize,
    /// Up to here there is no end of a line.
    scanned: usize,
    /// The last line ended with CR: an LF after it belongs to the same end.
    is_after_cr: bool,
    /// How far the value at `start` was read.
    scan: ValueScan,
    /// The data of the event that is being read.
    data: Vec<u8>,
    has_data: bool,
    /// The kind of the event that is being read.
    named: EventKind,
    /// The kind of the event that was returned last.
    returned: EventKind,
    is_closed: bool,
}

impl Frames {
    /// Reads from the beginning of an answer.
    pub fn new(framing: Framing) -> Self {
        Self {
            framing,
            is_sniffing: false,
            buffer: Vec::new(),
            start: 0,
            scanned: 0,
            is_after_cr: false,
            scan: ValueScan::default(),
            data: Vec::new(),
            has_data: false,
            named: EventKind::Message,
            returned: EventKind::Message,
            is_closed: false,
        }
    }

    /// Reads from the beginning of an answer whose first bytes decide about its framing: servers and proxies mislabel
    /// their answers. `expected` counts where they say nothing.
    pub fn sniffing(expected: Framing) -> Self {
        Self { is_sniffing: true, ..Self::new(expected) }
    }

    /// Appends bytes; an error if a piece grows beyond its limit.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), ModelError> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        if self.buffer.len() + self.data.len() + chunk.len() > LINE_MAX_BYTES {
            return Err(ModelError::broken("a piece of the answer is too long"));
        }
        self.buffer.extend_from_slice(chunk);
        Ok(())
    }

    /// Marks the end of the bytes: the rest is the last piece.
    pub fn close(&mut self) {
        self.is_closed = true;
    }

    /// Reads the next complete piece into `piece`, replacing its content. False if more bytes are needed.
    pub fn next_into(&mut self, piece: &mut Vec<u8>) -> bool {
        piece.clear();
        if self.is_sniffing && !self.sniff() {
            return false;
        }
        match self.framing {
            Framing::Events => self.next_event(piece),
            Framing::Lines => self.next_filled_line(piece),
            Framing::Values => self.next_value(piece),
            Framing::Whole => self.take_all(piece),
        }
    }

    /// Returns the kind of the piece that was returned last.
    pub(crate) fn returned_kind(&self) -> EventKind {
        self.returned
    }

    /// Decides about the framing; false if more bytes are needed.
    fn sniff(&mut self) -> bool {
        let Some(Found { framing, skip }) =
            sniff::framing(&self.buffer, self.framing, self.is_closed)
        else {
            return false;
        };
        (self.framing, self.start, self.scanned) = (framing, skip, skip);
        self.is_sniffing = false;
        true
    }

    fn next_event(&mut self, piece: &mut Vec<u8>) -> bool {
        while let Some((from, to)) = self.next_line() {
            let line = self.buffer[from..to].trim_ascii_start();
            if from == to {
                if self.take_event(piece) {
                    return true;
                }
                continue;
            }
            if let Some(name) = line.strip_prefix(b"event:") {
                self.named = event_kind(name.trim_ascii());
                continue;
            }
            let value = match line.strip_prefix(b"data:") {
                Some(value) => value.strip_prefix(b" ").unwrap_or(value),
                // Some servers report an error as JSON between the events.
                None if line.starts_with(b"{") && !self.has_data => line,
                None => continue,
            };
            if self.has_data {
                self.data.push(b'\n');
            }
            self.data.extend_from_slice(value);
            self.has_data = true;
        }
        self.is_closed && self.take_event(piece)
    }

    fn take_event(&mut self, piece: &mut Vec<u8>) -> bool {
        let kind = std::mem::take(&mut self.named);
        if !self.has_data {
            return false;
        }
        std::mem::swap(piece, &mut self.data);
        self.data.clear();
        self.has_data = false;
        self.returned = kind;
        true
    }

    fn next_filled_line(&mut self, piece: &mut Vec<u8>) -> bool {
        while let Some((from, to)) = self.next_line() {
            if from < to {
                piece.extend_from_slice(&self.buffer[from..to]);
                return true;
            }
        }
        false
    }

    fn next_value(&mut self, piece: &mut Vec<u8>) -> bool {
        let rest = &self.buffer[self.start..];
        self.start += rest.iter().take_while(|byte| is_between_values(**byte)).count();
        self.scanned = self.start;
        let rest = &self.buffer[self.start..];
        let end = match self.scan.end(rest) {
            Some(end) => end,
            None if self.is_closed && !rest.is_empty() => rest.len(),
            None => return false,
        };
        piece.extend_from_slice(&rest[..end]);
        self.start += end;
        self.scanned = self.start;
        true
    }

    fn take_all(&mut self, piece: &mut Vec<u8>) -> bool {
        if !self.is_closed || self.buffer.is_empty() {
            return false;
        }
        std::mem::swap(piece, &mut self.buffer);
        true
    }

    /// Returns the next line's place in the buffer, without its end: LF, CRLF or, of events, CR.
    fn next_line(&mut self) -> Option<(usize, usize)> {
        if self.is_after_cr && self.start < self.buffer.len() {
            self.is_after_cr = false;
            if self.buffer[self.start] == b'\n' {
                self.start += 1;
                self.scanned = self.start;
            }
        }
        let from = self.start;
        let unseen = &self.buffer[self.scanned..];
        let found = match self.framing {
            Framing::Events => memchr2(b'\n', b'\r', unseen),
            _ => memchr(b'\n', unseen),
        };
        let end = match found {
            Some(offset) => {
                let end = self.scanned + offset;
                self.start = end + 1;
                self.is_after_cr = self.buffer[end] == b'\r';
                end
            }
            None if self.is_closed && from < self.buffer.len() => {
                self.start = self.buffer.len();
                self.buffer.len()
            }
            None => {
                self.scanned = self.buffer.len();
                return None;
            }
        };
        self.scanned = self.start;
        let is_crlf = end > from && self.buffer[end - 1] == b'\r';
        Some((from, if is_crlf { end - 1 } else { end }))
    }
}

fn event_kind(name: &[u8]) -> EventKind {
    let is = |wanted: &str| name.eq_ignore_ascii_case(wanted.as_bytes());
    if is("error") {
        EventKind::Error
    } else if ["ping", "keepalive", "keep-alive", "heartbeat"].into_iter().any(is) {
        EventKind::KeepAlive
    } else {
        EventKind::Message
    }
}

/// Returns true for what stands between the values of a list, and between values one after the other.
fn is_between_values(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b',' | 0x1e)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(framing: Framing, chunks: &[&[u8]]) -> Vec<String> {
        let mut frames = Frames::new(framing);
        let mut piece = Vec::new();
        let mut found = Vec::new();
        for chunk in chunks {
            frames.feed(chunk).unwrap();
            while frames.next_into(&mut piece) {
                found.push(String::from_utf8(piece.clone()).unwrap());
            }
        }
        frames.close();
        while frames.next_into(&mut piece) {
            found.push(String::from_utf8(piece.clone()).unwrap());
        }
        found
    }

    #[test]
    fn events_may_be_cut_anywhere_even_inside_a_letter() {
        let text =
            "data: {\"a\":\"é\"}\n\ndata: 2\r\n\r\n: ping\n\nevent: x\ndata:3\n\n".as_bytes();
        for cut in 0..text.len() {
            let found = pieces(Framing::Events, &[&text[..cut], &text[cut..]]);
            assert_eq!(found, ["{\"a\":\"é\"}", "2", "3"], "cut at {cut}");
        }
    }

    #[test]
    fn the_data_lines_of_one_event_are_joined() {
        assert_eq!(pieces(Framing::Events, &[b"data: {\ndata: }\n\n"]), ["{\n}"]);
        let stream =
            b": hello\r\n\r\nevent: message\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\ndata: xy\n\n";
        for size in 1..stream.len() {
            let chunks: Vec<&[u8]> = stream.chunks(size).collect();
            assert_eq!(
                pieces(Framing::Events, &chunks),
                ["{\"a\":\n1}", "xy"],
                "in pieces of {size}"
            );
        }
    }

    #[test]
    fn the_last_event_needs_no_empty_line_and_no_line_end() {
        assert_eq!(pieces(Framing::Events, &[b"data: 1\n\ndata: [DONE]"]), ["1", "[DONE]"]);
    }

    #[test]
    fn lines_may_end_with_cr_alone() {
        let stream = b"data: 1\r\rdata: 2\r\n\r\ndata: 3\n\n";
        for size in 1..stream.len() {
            let chunks: Vec<&[u8]> = stream.chunks(size).collect();
            assert_eq!(pieces(Framing::Events, &chunks), ["1", "2", "3"], "in pieces of {size}");
        }
    }

    #[test]
    fn values_are_cut_where_they_end() {
        let stream = b"[{\"a\":\"}\\\"{\"},\n {\"b\":{}}]{\"c\":[1]}\n{\"cut\":";
        for size in 1..stream.len() {
            let chunks: Vec<&[u8]> = stream.chunks(size).collect();
            let wanted = [r#"{"a":"}\"{"}"#, r#"{"b":{}}"#, r#"{"c":[1]}"#, r#"{"cut":"#];
            assert_eq!(pieces(Framing::Values, &chunks), wanted, "in pieces of {size}");
        }
    }

    #[test]
    fn the_name_of_an_event_says_its_kind() {
        let mut frames = Frames::new(Framing::Events);
        let stream =
            b"event: ping\ndata: 1\n\nevent: error\ndata: 2\n\ndata: 3\n\nevent: x\n\ndata: 4\n\n";
        frames.feed(stream).unwrap();
        let mut piece = Vec::new();
        let mut kinds = Vec::new();
        while frames.next_into(&mut piece) {
            kinds.push(frames.returned_kind());
        }
        use EventKind::{Error, KeepAlive, Message};
        assert_eq!(kinds, [KeepAlive, Error, Message, Message]);
    }

    #[test]
    fn lines_are_pieces_and_empty_ones_are_not() {
        assert_eq!(pieces(Framing::Lines, &[b"1\n\n2\r\n", b"3"]), ["1", "2", "3"]);
    }

    #[test]
    fn a_line_of_five_megabytes_passes_and_an_endless_one_does_not() {
        let mut frames = Frames::new(Framing::Events);
        let megabyte = vec![b'x'; 1 << 20];
        for _ in 0..5 {
            frames.feed(&megabyte).unwrap();
        }
        let refused = (0..5).find_map(|_| frames.feed(&megabyte).err());
        assert!(matches!(refused, Some(ModelError::Broken { .. })));
    }
}
