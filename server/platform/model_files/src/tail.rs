use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::limits::{CAUSE_MAX_CHARS, LOG_KEPT_BYTES};

/// The end of a program's output, enough to explain a failure. It is not written anywhere.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<u8>>>);

/// Words by which a line is known to name a fault.
const FAULTS: [&str; 7] =
    ["error", "failed", "unable", "cannot", "assert", "out of memory", "invalid"];

impl Tail {
    /// Reads to the end.
    pub async fn follow(self, mut output: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; 4_096];
        while let Ok(count @ 1..) = output.read(&mut buffer).await {
            self.take(&buffer[..count]);
        }
    }

    pub fn take(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let excess = kept.len().saturating_sub(LOG_KEPT_BYTES);
        kept.drain(..excess);
    }

    /// Returns the line that names the fault: the first that sounds like one, since later ones follow from it; else the
    /// last that was said. Without the names of folders.
    pub fn cause(&self, folder: &str) -> Option<String> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(bare).filter(|line| !line.is_empty()).collect();
        let is_fault = |line: &&&str| {
            let lower = line.to_lowercase();
            FAULTS.iter().any(|word| lower.contains(word))
        };
        let line = lines.iter().find(is_fault).or(lines.last())?;
        let shown = line.replace(&format!("{folder}/"), "");
        Some(shown.chars().filter(|ch| !ch.is_control()).take(CAUSE_MAX_CHARS).collect())
    }
}

/// Returns a line of the log without its time and level: `0.00.123 E cannot …`.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let is_time =
        |word: &str| word.chars().all(|ch| ch.is_ascii_digit() || matches!(ch, '.' | ':'));
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = if is_time(first) && !rest.is_empty() { rest.trim_start() } else { line };
    match rest.split_once(' ') {
        Some(("D" | "I" | "W" | "E", rest)) => rest.trim_start(),
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(said: &str) -> Option<String> {
        let tail = Tail::default();
        tail.take(said.as_bytes());
        tail.cause("/srv/models")
    }

    #[test]
    fn the_first_fault_is_the_cause_and_names_no_folder() {
        let said = "0.00.001.000 I build: 1\n0.00.022.123 E llama_model_load: error loading model: \
            invalid magic in /srv/models/a.gguf\n0.00.022.200 E srv load_model: failed to load model\n";
        let wanted = "llama_model_load: error loading model: invalid magic in a.gguf";
        assert_eq!(cause(said).as_deref(), Some(wanted));
    }

    #[test]
    fn without_a_fault_the_last_words_are_it() {
        assert_eq!(cause("one\ntwo\n\n").as_deref(), Some("two"));
        assert_eq!(cause(""), None);
    }

    #[test]
    fn a_program_that_never_stops_talking_takes_no_more_memory() {
        let tail = Tail::default();
        for _ in 0..1_000 {
            tail.take(&[b'x'; 1_000]);
        }
        assert_eq!(tail.0.lock().unwrap().len(), LOG_KEPT_BYTES);
        assert_eq!(tail.cause("").unwrap().chars().count(), CAUSE_MAX_CHARS);
    }
}
