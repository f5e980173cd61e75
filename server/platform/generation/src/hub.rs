use std::sync::Arc;

use bytes::Bytes;
use dashmap::DashMap;
use kernel::RunId;
use tokio::sync::broadcast;

/// An event of a running run, ready to be sent, made once for all its readers.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub seq: i64,
    pub bytes: Bytes,
    pub is_final: bool,
}

/// Hands journaled events of this process's runs to readers in this process.
///
/// A reader that is slow misses frames and reads the journal again; the run never waits for it.
#[derive(Clone, Default)]
pub(crate) struct Hub(Arc<DashMap<RunId, broadcast::Sender<Frame>>>);

/// Frames a slow reader may lie behind before it has to read the journal again.
const FRAMES_KEPT: usize = 64;

impl Hub {
    pub fn open(&self, run_id: RunId) {
        self.0.insert(run_id, broadcast::Sender::new(FRAMES_KEPT));
    }

    /// Frames of a run that this process writes; `None` when it does not.
    pub fn subscribe(&self, run_id: RunId) -> Option<broadcast::Receiver<Frame>> {
        self.0.get(&run_id).map(|sender| sender.subscribe())
    }

    pub fn publish(&self, run_id: RunId, frame: Frame) {
        if let Some(sender) = self.0.get(&run_id) {
            // Nobody listening is no fault: the event is in the journal.
            let _nobody_listens = sender.send(frame);
        }
    }

    pub fn close(&self, run_id: RunId) {
        self.0.remove(&run_id);
    }
}
