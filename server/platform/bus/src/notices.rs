//! The texts that processes send each other through PostgreSQL, and the other processes that a process has heard.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::topics::RESYNC;

/// Largest payload: PostgreSQL takes less than 8,000 bytes.
const PAYLOAD_MAX_BYTES: usize = 7_900;
/// Time after which a process that says nothing counts as gone.
const SILENT_AFTER: Duration = Duration::from_secs(100);

/// A message between processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Notice {
    Hint {
        topic: Box<str>,
        payload: Box<str>,
    },
    /// The sender has begun to listen.
    Hello,
    /// The sender listens.
    Present,
    /// A test of whether the sender hears anything.
    Probe,
}

impl Notice {
    /// Writes the notice with the sender's mark. A hint that is too long for a notification becomes one that says: read
    /// the database.
    pub(crate) fn to_payload(&self, mark: &str) -> String {
        match self {
            Self::Hint { topic, payload } => {
                let text = format!("{mark}|{topic}|{payload}");
                match text.len() <= PAYLOAD_MAX_BYTES {
                    true => text,
                    false => format!("{mark}|{topic}|{RESYNC}"),
                }
            }
            Self::Hello => format!("{mark}||hello"),
            Self::Present => format!("{mark}||present"),
            Self::Probe => format!("{mark}||probe"),
        }
    }

    /// Returns the sender's mark, and the notice. `None`: a newer version's.
    pub(crate) fn parse(payload: &str) -> (&str, Option<Self>) {
        let mut pieces = payload.splitn(3, '|');
        let mark = pieces.next().unwrap_or_default();
        let (Some(topic), Some(payload)) = (pieces.next(), pieces.next()) else {
            return (mark, None);
        };
        let notice = match (topic, payload) {
            ("", "hello") => Self::Hello,
            ("", "present") => Self::Present,
            ("", "probe") => Self::Probe,
            ("", _) => return (mark, None),
            (topic, payload) => Self::Hint { topic: topic.into(), payload: payload.into() },
        };
        (mark, Some(notice))
    }
}

/// Returns the payloads of `notices`, in order, each once: many events of one run wake its readers once.
pub(crate) fn to_payloads(notices: &[Notice], mark: &str) -> Vec<String> {
    let mut payloads: Vec<String> = Vec::with_capacity(notices.len());
    for notice in notices {
        let payload = notice.to_payload(mark);
        if !payloads.contains(&payload) {
            payloads.push(payload);
        }
    }
    payloads
}

/// The other processes that listen, by mark, with the time at which each was heard last.
#[derive(Debug, Default)]
pub(crate) struct Peers(HashMap<Box<str>, Instant>);

impl Peers {
    /// Records that a process was heard. Returns true if it was not known.
    pub(crate) fn hear(&mut self, mark: &str, now: Instant) -> bool {
        match self.0.get_mut(mark) {
            Some(heard_at) => {
                *heard_at = now;
                false
            }
            None => {
                self.0.insert(mark.into(), now);
                true
            }
        }
    }

    pub(crate) fn forget_silent(&mut self, now: Instant) {
        self.0.retain(|_, heard_at| now.duration_since(*heard_at) < SILENT_AFTER);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(topic: &str, payload: &str) -> Notice {
        Notice::Hint { topic: topic.into(), payload: payload.into() }
    }

    #[test]
    fn a_notice_is_read_as_it_was_written() {
        let all = [
            hint("run:1", ""),
            hint("user:2", "a|b||c"),
            Notice::Hello,
            Notice::Present,
            Notice::Probe,
        ];
        for notice in all {
            assert_eq!(Notice::parse(&notice.to_payload("m")), ("m", Some(notice)));
        }
    }

    #[test]
    fn an_unknown_notice_is_nothing() {
        for payload in ["m||later", "m|topic", "m", ""] {
            assert_eq!(Notice::parse(payload).1, None, "{payload}");
        }
    }

    #[test]
    fn a_hint_too_long_for_a_notification_says_read_again() {
        let fits = "x".repeat(PAYLOAD_MAX_BYTES - "m|t|".len());
        assert_eq!(hint("t", &fits).to_payload("m").len(), PAYLOAD_MAX_BYTES);
        assert_eq!(hint("t", &format!("{fits}x")).to_payload("m"), "m|t|");
    }

    #[test]
    fn the_same_hint_is_sent_once() {
        let notices = [hint("run:1", ""), hint("run:2", ""), hint("run:1", "")];
        assert_eq!(to_payloads(&notices, "m"), ["m|run:1|", "m|run:2|"]);
    }

    #[test]
    fn a_process_that_falls_silent_is_forgotten() {
        let (mut peers, start) = (Peers::default(), Instant::now());
        assert!(peers.hear("a", start));
        assert!(!peers.hear("a", start + SILENT_AFTER / 2));
        peers.forget_silent(start + SILENT_AFTER);
        assert!(!peers.is_empty());
        peers.forget_silent(start + SILENT_AFTER * 2);
        assert!(peers.is_empty());
        assert!(peers.hear("a", start + SILENT_AFTER * 2));
    }
}
