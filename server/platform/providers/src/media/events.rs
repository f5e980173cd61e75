//! Answers that come as server-sent events, in each of which a whole image may stand.

use memchr::memmem;
use serde_json::Value;

/// Bytes in, the data of events out.
#[derive(Default)]
pub(crate) struct EventReader {
    buffer: Vec<u8>,
    /// Up to here there is no end of an event.
    scanned: usize,
}

impl EventReader {
    pub fn feed(&mut self, chunk: &[u8]) {
        self.buffer.extend_from_slice(chunk);
    }

    /// Returns the number of bytes that are held.
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Returns the data of the next whole event; what is no JSON is skipped.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            let (end, behind) = self.end()?;
            let event: Vec<u8> = self.buffer.drain(..behind).take(end).collect();
            self.scanned = 0;
            if let Some(data) = data_of(&event) {
                return Some(data);
            }
        }
    }

    /// Returns the data of an event that nothing ends.
    pub fn rest(&mut self) -> Option<Value> {
        data_of(&std::mem::take(&mut self.buffer))
    }

    /// Returns the end of the first event, and of the empty line behind it.
    fn end(&mut self) -> Option<(usize, usize)> {
        // The line may be cut between its characters.
        let from = self.scanned.saturating_sub(3);
        let searched = &self.buffer[from..];
        let ends = [b"\n\n".as_slice(), b"\r\n\r\n"].into_iter().filter_map(|line| {
            let at = from + memmem::find(searched, line)?;
            Some((at, at + line.len()))
        });
        let first = ends.min();
        self.scanned = self.buffer.len();
        first
    }
}

fn data_of(event: &[u8]) -> Option<Value> {
    let lines = event.split(|byte| *byte == b'\n').map(|line| line.trim_ascii_end());
    let data = lines.filter_map(|line| Some(line.strip_prefix(b"data:")?.trim_ascii_start()));
    let data: Vec<&[u8]> = data.collect();
    serde_json::from_slice(&data.join(&b'\n')).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const STREAM: &[u8] =
        b": hello\n\nevent: a\ndata: {\"n\":1}\n\ndata: {\ndata: \"n\":2}\r\n\r\ndata: [DONE]\n\ndata:{\"n\":3}";

    #[test]
    fn events_are_read_wherever_they_are_cut() {
        for size in 1..STREAM.len() {
            let (mut reader, mut read) = (EventReader::default(), Vec::new());
            for chunk in STREAM.chunks(size) {
                reader.feed(chunk);
                while let Some(event) = reader.next() {
                    read.push(event);
                }
            }
            assert_eq!(read, [json!({ "n": 1 }), json!({ "n": 2 })], "by {size}");
            assert_eq!((reader.rest(), reader.len()), (Some(json!({ "n": 3 })), 0));
        }
    }
}
