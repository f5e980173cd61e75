//! Work that follows a run once it is over, beside other runs: a title for a conversation.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fair_queue::Share;
use futures::future::BoxFuture;
use tokio::sync::Notify;

use crate::Generation;

impl Generation {
    /// Queues work beside the runs, on behalf of a person. It is begun by [`Generation::serve_follow_ups`] and ends with the
    /// server.
    pub fn queue_follow_up(&self, share: Share, work: impl Future<Output = ()> + Send + 'static) {
        self.0.follow_ups.push(Box::pin(share.scope(work)));
    }

    /// Begins the works that are queued, until [`Generation::stop`].
    pub async fn serve_follow_ups(&self) {
        let inner = &self.0;
        loop {
            let work = tokio::select! {
                () = inner.stopping.cancelled() => return,
                work = inner.follow_ups.next() => work,
            };
            let stopping = inner.stopping.clone();
            inner.tasks.spawn(async move {
                tokio::select! {
                    () = stopping.cancelled() => {}
                    () = work => {}
                }
            });
        }
    }

    /// Does the works that are queued, for tests; how many there were.
    pub async fn do_follow_ups(&self) -> usize {
        let mut done = 0;
        while let Some(work) = self.0.follow_ups.take() {
            work.await;
            done += 1;
        }
        done
    }
}

/// Works that wait to be begun.
#[derive(Default)]
pub(crate) struct FollowUps {
    queue: Mutex<VecDeque<BoxFuture<'static, ()>>>,
    added: Notify,
}

impl FollowUps {
    fn push(&self, work: BoxFuture<'static, ()>) {
        self.queue().push_back(work);
        self.added.notify_one();
    }

    fn take(&self) -> Option<BoxFuture<'static, ()>> {
        self.queue().pop_front()
    }

    async fn next(&self) -> BoxFuture<'static, ()> {
        loop {
            if let Some(work) = self.take() {
                return work;
            }
            self.added.notified().await;
        }
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<BoxFuture<'static, ()>>> {
        // Nothing in here panics half-way, so a poisoned queue is whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
