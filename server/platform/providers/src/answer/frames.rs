//! Cuts the bytes of an answer into the pieces that a protocol speaks in.

use memchr::memchr;

use crate::ModelError;
use crate::limits::LINE_MAX_BYTES;

/// The separator between the pieces of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events (WHATWG HTML 9.2); a piece is the data of one event.
    Events,
    /// One JSON value a line.
    Lines,
    /// The whole body is one piece.
    Whole,
}

/// Bytes in, pieces out. A piece may arrive in any number of chunks, cut anywhere.
pub struct Frames {
    framing: Framing,
    buffer: Vec<u8>,
    /// Start of the unread bytes; everything before was returned.
    start: usize,
    /// Up to here there is no end of a line.
    scanned: usize,
    /// The data of the event that is being read.
    data: Vec<u8>,
    has_data: bool,
    is_closed: bool,
}

impl Frames {
    /// Reads from the beginning of an answer.
    pub fn new(framing: Framing) -> Self {
        Self {
            framing,
            buffer: Vec::new(),
            start: 0,
            scanned: 0,
            data: Vec::new(),
            has_data: false,
            is_closed: false,
        }
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
        match self.framing {
            Framing::Events => self.next_event(piece),
            Framing::Lines => self.next_filled_line(piece),
            Framing::Whole => self.take_all(piece),
        }
    }

    fn next_event(&mut self, piece: &mut Vec<u8>) -> bool {
        while let Some((from, to)) = self.next_line() {
            if from == to {
                if self.take_event(piece) {
                    return true;
                }
                continue;
            }
            // Only the data is read: every provider repeats the event's name inside it.
            let Some(value) = self.buffer[from..to].strip_prefix(b"data:") else { continue };
            let value = value.strip_prefix(b" ").unwrap_or(value);
            if self.has_data {
                self.data.push(b'\n');
            }
            self.data.extend_from_slice(value);
            self.has_data = true;
        }
        self.is_closed && self.take_event(piece)
    }

    fn take_event(&mut self, piece: &mut Vec<u8>) -> bool {
        if !self.has_data {
            return false;
        }
        std::mem::swap(piece, &mut self.data);
        self.data.clear();
        self.has_data = false;
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

    fn take_all(&mut self, piece: &mut Vec<u8>) -> bool {
        if !self.is_closed || self.buffer.is_empty() {
            return false;
        }
        std::mem::swap(piece, &mut self.buffer);
        true
    }

    /// Returns the next line's place in the buffer, without its end (LF or CRLF).
    fn next_line(&mut self) -> Option<(usize, usize)> {
        let from = self.start;
        let end = match memchr(b'\n', &self.buffer[self.scanned..]) {
            Some(offset) => {
                let end = self.scanned + offset;
                self.start = end + 1;
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
