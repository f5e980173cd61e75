use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use dashmap::DashMap;
use kernel::RunId;
use tokio::sync::broadcast;

use crate::Run;

/// An event of a running run, ready to be sent, made once for all its readers.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub seq: i64,
    pub bytes: Bytes,
    pub is_final: bool,
}

/// Delivers journaled events of this process's runs to readers in this process.
///
/// A slow reader misses frames and reads the journal again; the run never waits for it.
#[derive(Clone, Default)]
pub(crate) struct Hub(Arc<DashMap<RunId, Channel>>);

struct Channel {
    sender: broadcast::Sender<Frame>,
    /// A run that began in this process, with its first frames: a reader that joins at once need not read the database.
    beginning: Option<(Run, Mutex<Vec<Frame>>)>,
}

/// A reader's place in a run that this process writes.
pub(crate) struct Joined {
    pub live: broadcast::Receiver<Frame>,
    /// The frames before `live`, from the beginning; `None` if only the journal has them.
    pub before: Option<Vec<Frame>>,
}

/// Frames a slow reader may lie behind before it has to read the journal again.
const FRAMES_KEPT: usize = 64;
/// Number of first frames that are kept: those of the first second or so.
const FIRST_KEPT: usize = 8;

impl Hub {
    /// Opens the channel of a run that resumes.
    pub fn open(&self, run_id: RunId) {
        self.insert(run_id, None);
    }

    /// Opens the channel of a run that begins, with its first frame.
    pub fn begin(&self, run: Run, first: Frame) {
        self.insert(run.id, Some((run, Mutex::new(vec![first]))));
    }

    fn insert(&self, run_id: RunId, beginning: Option<(Run, Mutex<Vec<Frame>>)>) {
        self.0.insert(run_id, Channel { sender: broadcast::Sender::new(FRAMES_KEPT), beginning });
    }

    /// Returns a run that began in this process and is still written.
    pub fn find(&self, run_id: RunId) -> Option<Run> {
        let channel = self.0.get(&run_id)?;
        channel.beginning.as_ref().map(|(run, _)| run.clone())
    }

    /// Returns a place in a run that this process writes; `None` when it does not.
    pub fn join(&self, run_id: RunId) -> Option<Joined> {
        let channel = self.0.get(&run_id)?;
        // Locked while joining, so that a frame is either before the position or after it.
        let first = channel.beginning.as_ref().map(|(_, first)| lock(first));
        let live = channel.sender.subscribe();
        let before = first.filter(|first| first.len() < FIRST_KEPT).map(|first| first.clone());
        Some(Joined { live, before })
    }

    pub fn publish(&self, run_id: RunId, frame: Frame) {
        let Some(channel) = self.0.get(&run_id) else { return };
        let mut first = channel.beginning.as_ref().map(|(_, first)| lock(first));
        if let Some(first) = first.as_mut().filter(|first| first.len() < FIRST_KEPT) {
            first.push(frame.clone());
        }
        // Having no listener is no error: the event is in the journal.
        let _nobody_listens = channel.sender.send(frame);
    }

    pub fn close(&self, run_id: RunId) {
        self.0.remove(&run_id);
    }
}

/// Locks the frames. No code panics while it holds them.
fn lock(first: &Mutex<Vec<Frame>>) -> std::sync::MutexGuard<'_, Vec<Frame>> {
    first.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunState;
    use kernel::{Timestamp, UserId, Uuid, WorkspaceId};

    fn run() -> Run {
        let now = Timestamp::from_micros(0);
        Run {
            id: RunId::new(now),
            user_id: UserId::new(now),
            workspace_id: WorkspaceId::new(now),
            conversation_id: None,
            message_id: None,
            feature: String::new(),
            model: String::new(),
            state: RunState::Running,
            owner: Uuid::nil(),
            price: 0,
            credits_per_1k: None,
            created_at: now,
            waited: 0,
            memories: 0,
        }
    }

    fn frame(seq: i64) -> Frame {
        Frame { seq, bytes: Bytes::new(), is_final: false }
    }

    fn seen(joined: &Joined) -> Option<Vec<i64>> {
        joined.before.as_ref().map(|frames| frames.iter().map(|frame| frame.seq).collect())
    }

    #[test]
    fn who_comes_early_is_given_the_beginning() {
        let (hub, run) = (Hub::default(), run());
        hub.begin(run.clone(), frame(1));
        hub.publish(run.id, frame(2));
        let mut joined = hub.join(run.id).unwrap();
        assert_eq!(seen(&joined), Some(vec![1, 2]));
        hub.publish(run.id, frame(3));
        assert_eq!(joined.live.try_recv().unwrap().seq, 3);
        assert_eq!(hub.find(run.id), Some(run));
    }

    #[test]
    fn who_comes_late_reads_the_journal() {
        let (hub, run) = (Hub::default(), run());
        hub.begin(run.clone(), frame(1));
        for seq in 2..=8 {
            hub.publish(run.id, frame(seq));
        }
        assert_eq!(seen(&hub.join(run.id).unwrap()), None);
    }

    #[test]
    fn a_run_that_goes_on_has_no_beginning_here() {
        let (hub, run) = (Hub::default(), run());
        hub.open(run.id);
        assert_eq!(seen(&hub.join(run.id).unwrap()), None);
        assert_eq!(hub.find(run.id), None);
    }
}
