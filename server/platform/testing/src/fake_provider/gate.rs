//! Holds streams at a token until a test releases them, so that no test has to sleep.

use tokio::sync::watch;

/// Holds streams back, and counts those that wait.
#[derive(Clone)]
pub(super) struct Gate {
    /// Number of tokens after which streams stop; `None` lets them all through.
    closed_after: watch::Sender<Option<usize>>,
    waiting: watch::Sender<usize>,
}

impl Gate {
    pub fn open() -> Self {
        Self { closed_after: watch::Sender::new(None), waiting: watch::Sender::new(0) }
    }

    pub fn close_after(&self, tokens: usize) {
        self.closed_after.send_replace(Some(tokens));
    }

    pub fn release(&self) {
        self.closed_after.send_replace(None);
    }

    /// Waits while the gate is closed for a stream that has sent `tokens`.
    pub async fn pass(&self, tokens: usize) {
        let mut closed_after = self.closed_after.subscribe();
        let is_closed = |after: &Option<usize>| after.is_some_and(|after| tokens >= after);
        if !is_closed(&closed_after.borrow()) {
            return;
        }
        let _waiting = Counted::in_(&self.waiting);
        // The sender lives as long as the gate.
        let _ = closed_after.wait_for(|after| !is_closed(after)).await;
    }

    /// Waits until `count` streams wait.
    pub async fn wait_for_waiting(&self, count: usize) {
        let _ = self.waiting.subscribe().wait_for(|waiting| *waiting >= count).await;
    }
}

/// Counts itself in a number that can be watched, until it is dropped.
pub(super) struct Counted(watch::Sender<usize>);

impl Counted {
    pub fn in_(number: &watch::Sender<usize>) -> Self {
        number.send_modify(|count| *count += 1);
        Self(number.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
