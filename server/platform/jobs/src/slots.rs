//! Slots of jobs: how many of a kind run in this process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

tokio::task_local! {
    static CURRENT: Claim;
}

/// Releases the slot of the current job to others of its kind until the returned value is dropped: for a job that waits for a
/// person. Afterwards there may be one more job than there are slots. `None` in a task that is no job with a slot.
pub fn release_slot() -> Option<ReleasedSlot> {
    let claim = CURRENT.try_with(Clone::clone).ok()?;
    claim.slots.add(&claim.kind, false);
    claim.slots.note_must_look();
    claim.slots.0.wake.notify_one();
    Some(ReleasedSlot(claim))
}

/// A slot that a running job does not take. Dropped, the job takes it again.
#[must_use]
pub struct ReleasedSlot(Claim);

impl Drop for ReleasedSlot {
    fn drop(&mut self) {
        self.0.slots.add(&self.0.kind, true);
    }
}

/// The jobs that run in a process.
#[derive(Clone)]
pub(crate) struct Slots(Arc<State>);

struct State {
    /// Their numbers, by kind.
    running: Mutex<HashMap<String, usize>>,
    /// True if the database has to be asked what is due.
    must_look: AtomicBool,
    wake: Arc<Notify>,
}

impl Slots {
    /// `wake`: what makes the workers look for jobs.
    pub fn new(wake: Arc<Notify>) -> Self {
        let (running, must_look) = (Mutex::default(), AtomicBool::new(true));
        Self(Arc::new(State { running, must_look, wake }))
    }

    /// Takes a slot for a job that begins.
    pub fn take(&self, kind: &str) -> Slot {
        self.add(kind, true);
        Slot(Claim { slots: self.clone(), kind: kind.into() })
    }

    /// Locks the numbers of running jobs. No code panics while it holds them.
    pub fn running(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the workers ask the database what is due.
    pub fn note_must_look(&self) {
        self.0.must_look.store(true, Ordering::Release);
    }

    /// Returns true, once, if the database has to be asked what is due.
    pub fn take_must_look(&self) -> bool {
        self.0.must_look.swap(false, Ordering::AcqRel)
    }

    fn add(&self, kind: &str, is_more: bool) {
        let mut running = self.running();
        let count = running.entry(kind.to_owned()).or_default();
        *count = if is_more { *count + 1 } else { count.saturating_sub(1) };
    }
}

/// A job's claim to a slot of its kind.
#[derive(Clone)]
struct Claim {
    slots: Slots,
    kind: Arc<str>,
}

/// The slot of a running job; others of its kind may run when it is dropped.
pub(crate) struct Slot(Claim);

impl Slot {
    pub fn kind(&self) -> &str {
        &self.0.kind
    }

    /// Runs the job that has this slot.
    pub async fn scope<F: Future>(&self, job: F) -> F::Output {
        CURRENT.scope(self.0.clone(), job).await
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.slots.add(&self.0.kind, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(slots: &Slots) -> usize {
        slots.running().get("a").copied().unwrap_or_default()
    }

    #[tokio::test]
    async fn a_job_that_waits_gives_its_slot_to_others_until_it_goes_on() {
        let slots = Slots::new(Arc::default());
        assert!(release_slot().is_none(), "this is no job");
        let slot = slots.take("a");
        slots.take_must_look();
        slot.scope(async {
            assert_eq!(count(&slots), 1);
            let released = release_slot();
            assert_eq!(count(&slots), 0);
            assert!(slots.take_must_look(), "one that could not start may now");
            drop(released);
            assert_eq!(count(&slots), 1);
        })
        .await;
        drop(slot);
        assert_eq!(count(&slots), 0);
    }
}
