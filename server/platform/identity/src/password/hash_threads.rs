use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use argon2::Block;
use fair_queue::Priority;
use kernel::{Failure, Fallible};
use memory_budget::Reservation;
use tokio::sync::oneshot;

/// A thread keeps its memory this long for the next hash: in a burst it is not asked for, and given back, each time.
const KEPT: Duration = Duration::from_millis(50);

/// A fixed number of threads that hash, each with memory that it uses again. They end when this is dropped.
pub(crate) struct HashThreads(Arc<Works>);

/// A function that uses the memory of a thread.
type Run = Box<dyn FnOnce(&mut [Block]) + Send>;

/// Work that is handed to a thread, with the reservation of its memory.
struct Work {
    blocks: usize,
    memory: Reservation,
    run: Run,
}

/// Memory that a thread keeps between two works.
struct Kept {
    blocks: Vec<Block>,
    _memory: Reservation,
}

#[derive(Default)]
struct Works {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    works: VecDeque<Work>,
    is_closed: bool,
}

enum Next {
    Work(Work),
    NoneInTime,
    Closed,
}

impl HashThreads {
    /// Starts `count` threads.
    pub fn start(count: usize) -> Fallible<Self> {
        let works = Arc::new(Works::default());
        let threads = Self(works.clone());
        for _ in 0..count {
            let works = works.clone();
            let thread = Builder::new().name("hash".to_owned()).spawn(move || works.serve());
            // Those that run end with `threads`.
            thread.map_err(Failure::internal)?;
        }
        Ok(threads)
    }

    /// Runs `work` with `blocks` of memory, which hold anything. The memory counts as reserved while it is kept.
    pub async fn run<T: Send + 'static>(
        &self,
        blocks: usize,
        memory: Reservation,
        work: impl FnOnce(&mut [Block]) -> T + Send + 'static,
    ) -> Fallible<T> {
        let (done, result) = oneshot::channel();
        let run: Run = Box::new(move |blocks: &mut [Block]| {
            // Whoever asked may have left.
            drop(done.send(work(blocks)));
        });
        self.0.state().works.push_back(Work { blocks, memory, run });
        self.0.wake.notify_one();
        result.await.map_err(Failure::internal)
    }
}

impl Drop for HashThreads {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.wake.notify_all();
    }
}

impl Works {
    fn serve(&self) {
        // A burst of sign-ins delays nothing that is quick.
        if let Err(error) = Priority::Low.set_on_this_thread() {
            tracing::warn!(%error, "hashing is as urgent as everything else");
        }
        let mut kept: Option<Kept> = None;
        loop {
            match self.next(kept.is_some().then_some(KEPT)) {
                Next::Work(Work { blocks: count, memory, run }) => {
                    let mut blocks = kept.take().map(|kept| kept.blocks).unwrap_or_default();
                    blocks.resize(count, Block::new());
                    run(&mut blocks);
                    kept = Some(Kept { blocks, _memory: memory });
                }
                Next::NoneInTime => kept = None,
                Next::Closed => return,
            }
        }
    }

    /// Waits for work; at most for `patience`, if there is one.
    fn next(&self, patience: Option<Duration>) -> Next {
        let is_idle = |state: &mut State| state.works.is_empty() && !state.is_closed;
        let state = self.state();
        let mut state = match patience {
            Some(patience) => {
                let waited = self.wake.wait_timeout_while(state, patience, is_idle);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => {
                let waited = self.wake.wait_while(state, is_idle);
                waited.unwrap_or_else(PoisonError::into_inner)
            }
        };
        match state.works.pop_front() {
            Some(work) => Next::Work(work),
            None if state.is_closed => Next::Closed,
            None => Next::NoneInTime,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use memory_budget::MemoryBudget;

    use super::*;

    #[tokio::test]
    async fn no_more_work_runs_at_once_than_there_are_threads() {
        let budget = MemoryBudget::default();
        let threads = HashThreads::start(2).unwrap();
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let works = (0..20).map(async |_| {
            let memory = budget.reserve_in_background(1).await.unwrap();
            let (running, most) = (running.clone(), most.clone());
            let work = move |blocks: &mut [Block]| {
                most.fetch_max(running.fetch_add(1, Ordering::AcqRel) + 1, Ordering::AcqRel);
                running.fetch_sub(1, Ordering::AcqRel);
                blocks.len()
            };
            threads.run(3, memory, work).await.unwrap()
        });
        let done = futures::future::join_all(works).await;
        assert_eq!(done, [3; 20]);
        assert!(most.load(Ordering::Acquire) <= 2);
    }

    #[test]
    fn a_thread_gives_its_memory_back_when_nothing_comes() {
        let works = Works::default();
        assert!(matches!(works.next(Some(Duration::ZERO)), Next::NoneInTime));
        works.state().is_closed = true;
        assert!(matches!(works.next(None), Next::Closed));
    }
}
