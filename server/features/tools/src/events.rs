//! Server-sent events with their ids (HTML Standard, section 9.2.6).

use std::time::Duration;

/// One event.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// `message` unless the server says otherwise.
    pub name: String,
    pub data: String,
}

/// Reads events from bytes as they come.
#[derive(Debug, Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    /// True after a carriage return, whose line feed may follow.
    ended_by_return: bool,
    name: String,
    data: Option<String>,
    id: Option<String>,
    last_id: Option<String>,
    retry: Option<Duration>,
    ready: std::collections::VecDeque<Event>,
}

impl Events {
    pub fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' if self.ended_by_return => self.ended_by_return = false,
                b'\n' | b'\r' => {
                    self.ended_by_return = *byte == b'\r';
                    let line = std::mem::take(&mut self.line);
                    self.end_line(&String::from_utf8_lossy(&line));
                }
                other => {
                    self.ended_by_return = false;
                    self.line.push(*other);
                }
            }
        }
    }

    pub fn next(&mut self) -> Option<Event> {
        self.ready.pop_front()
    }

    /// Returns the id of the last event, behind which a stream can be resumed.
    pub fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// Returns the time that the server wants to pass before somebody comes back.
    pub fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Begins a new stream, behind the last event. An event that was cut off comes again.
    pub fn restart(&mut self) {
        let (last_id, retry) = (self.last_id.take(), self.retry);
        *self = Self { last_id, retry, ..Self::default() };
    }

    fn end_line(&mut self, line: &str) {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if line.is_empty() {
            self.end_event();
            return;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => {
                let data = self.data.get_or_insert_default();
                if !data.is_empty() {
                    data.push('\n');
                }
                data.push_str(value);
            }
            "id" if !value.contains('\0') => self.id = Some(value.to_owned()),
            "retry" => self.retry = value.parse().ok().map(Duration::from_millis).or(self.retry),
            _ => {}
        }
    }

    fn end_event(&mut self) {
        if let Some(id) = self.id.take() {
            self.last_id = Some(id).filter(|id| !id.is_empty());
        }
        let name = std::mem::take(&mut self.name);
        // One without data only says where its stream is.
        if let Some(data) = self.data.take().filter(|data| !data.is_empty()) {
            let name = if name.is_empty() { "message".to_owned() } else { name };
            self.ready.push_back(Event { name, data });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pieces: &[&str]) -> (Vec<(String, String)>, Events) {
        let mut events = Events::default();
        pieces.iter().for_each(|piece| events.feed(piece.as_bytes()));
        let mut all = Vec::new();
        while let Some(event) = events.next() {
            all.push((event.name, event.data));
        }
        (all, events)
    }

    #[test]
    fn events_are_read_however_their_bytes_and_lines_come() {
        let expected =
            [("message".to_owned(), "a\nb".to_owned()), ("x".to_owned(), "{}".to_owned())];
        for pieces in [
            &["data: a\ndata:b\n\nevent: x\ndata: {}\n\n"][..],
            &["\u{feff}data: a\r\ndata:b\r\n\r\nevent: x\r\ndata: {}\r\n\r\n"],
            &["data: a\r", "\nda", "ta:b\r\r: heartbeat\revent: x\rdata: {}\r\r", "data: cut off"],
        ] {
            assert_eq!(read(pieces).0, expected, "{pieces:?}");
        }
    }

    #[test]
    fn the_last_id_and_the_time_to_come_back_are_kept_over_a_new_stream() {
        let (all, mut events) =
            read(&["id: 1\nretry: 250\ndata: \n\nid: 2\ndata: a\n\nid: 3\ndata: cut"]);
        assert_eq!(all.len(), 1);
        events.restart();
        assert_eq!(
            (events.last_id(), events.retry()),
            (Some("2"), Some(Duration::from_millis(250)))
        );
        events.feed(b"retry: soon\ndata: b\n\n");
        assert_eq!(events.next().unwrap().data, "b");
        assert_eq!(
            (events.last_id(), events.retry()),
            (Some("2"), Some(Duration::from_millis(250)))
        );
    }
}
