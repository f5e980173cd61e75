use std::sync::LazyLock;
use std::thread::{Builder, available_parallelism};

use kernel::{Failure, Fallible};
use tokio::sync::oneshot;

use crate::{FairQueue, Priority, Share};

/// Slots for works, as many as the machine has processors; one share has half of them.
static SLOTS: LazyLock<FairQueue> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, usize::from);
    FairQueue::new(processors, processors.div_ceil(2))
});

/// Runs work that takes the processor for long on a thread of low priority, in its turn. Once it has begun it is run to its
/// end, also where the caller leaves.
///
/// # Errors
///
/// It panics, or the system has no thread left.
pub async fn run_in_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Fallible<T> {
    let slot = SLOTS.acquire(Share::current()).await;
    let priority = Priority::of_next_work();
    let (done, result) = oneshot::channel();
    let run = move || {
        if let Err(error) = priority.set_on_this_thread() {
            tracing::warn!(%error, "work in the background is as urgent as everything else");
        }
        let result = work();
        drop(slot);
        // Whoever asked may have left.
        drop(done.send(result));
    };
    Builder::new().name("background".to_owned()).spawn(run).map_err(Failure::internal)?;
    result.await.map_err(Failure::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_is_done_elsewhere_and_a_panic_is_a_failure() {
        let here = std::thread::current().id();
        let there = run_in_background(|| std::thread::current().id()).await.unwrap();
        assert_ne!(here, there);
        assert!(run_in_background(|| panic!("of a test")).await.is_err());
        // Its slot is free again.
        for _ in 0..64 {
            run_in_background(|| ()).await.unwrap();
        }
    }
}
