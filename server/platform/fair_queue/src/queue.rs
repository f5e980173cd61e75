use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot::{Receiver, Sender, channel};

use crate::Share;
use crate::turns::{Turn, Turns};

/// The slots of a pool, given out fairly by person. Cheap to clone.
///
/// Slots are counted in a unit of the pool's: one for each piece of work, or bytes.
#[derive(Clone)]
pub struct FairQueue(Arc<Mutex<State>>);

struct State {
    turns: Turns,
    tickets: u64,
    waiting: HashMap<u64, Sender<Permit>>,
}

/// Slots of a pool, free again when it is dropped.
pub struct Permit {
    queue: FairQueue,
    share: Share,
    weight: u64,
}

impl FairQueue {
    /// Creates a pool of `capacity` slots, of which one share holds at most `share_max` at a time.
    pub fn new(capacity: usize, share_max: usize) -> Self {
        let turns = Turns::new(capacity as u64, share_max as u64);
        Self(Arc::new(Mutex::new(State { turns, tickets: 0, waiting: HashMap::new() })))
    }

    /// Waits for a slot. Dropping the future leaves the queue.
    pub async fn acquire(&self, share: Share) -> Permit {
        self.acquire_weighted(share, 1).await
    }

    /// Waits for `weight` slots; for all that a share may hold, if that is less.
    pub async fn acquire_weighted(&self, share: Share, weight: u64) -> Permit {
        if let Some(weight) = self.state().turns.take_now(share, weight) {
            return Permit { queue: self.clone(), share, weight };
        }
        let mut place = self.enter(share, weight);
        self.serve();
        (&mut place.permit).await.expect("who is taken out of the queue is served")
    }

    fn enter(&self, share: Share, weight: u64) -> Place {
        let mut state = self.state();
        let ticket = state.tickets;
        state.tickets += 1;
        state.turns.enter(ticket, share, weight);
        let (sender, permit) = channel();
        state.waiting.insert(ticket, sender);
        Place { queue: self.clone(), ticket, share, permit }
    }

    /// Gives free slots to those whose turn it is.
    fn serve(&self) {
        loop {
            let mut state = self.state();
            let Some(Turn { ticket, share, weight }) = state.turns.next() else { return };
            let Some(waiting) = state.waiting.remove(&ticket) else {
                state.turns.release(share, weight);
                continue;
            };
            drop(state);
            // Whose future is dropped right now drops the permit with it, which serves the next.
            drop(waiting.send(Permit { queue: self.clone(), share, weight }));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half-way, so a poisoned state is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue, left when it is dropped.
struct Place {
    queue: FairQueue,
    ticket: u64,
    share: Share,
    permit: Receiver<Permit>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        if state.waiting.remove(&self.ticket).is_none() {
            return;
        }
        state.turns.leave(self.ticket, self.share);
        drop(state);
        // It may have kept others from passing.
        self.queue.serve();
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.state().turns.release(self.share, self.weight);
        self.queue.serve();
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use futures::FutureExt;

    use super::*;

    fn share(number: u8) -> Share {
        Share::Address(IpAddr::from([192, 0, 2, number]))
    }

    #[tokio::test]
    async fn a_free_slot_goes_to_who_holds_none() {
        let queue = FairQueue::new(2, 2);
        let held = [queue.acquire(share(1)).await, queue.acquire(share(1)).await];
        let mut own = Box::pin(queue.acquire(share(1)));
        let mut other = Box::pin(queue.acquire(share(2)));
        assert!((&mut own).now_or_never().is_none() && (&mut other).now_or_never().is_none());
        let [first, second] = held;
        drop(first);
        let other = other.now_or_never().expect("it is the other's turn");
        assert!((&mut own).now_or_never().is_none());
        drop(second);
        assert!(own.now_or_never().is_some());
        drop(other);
    }

    #[tokio::test]
    async fn who_stops_waiting_gives_their_turn_to_the_next() {
        let queue = FairQueue::new(1, 1);
        let held = queue.acquire(share(1)).await;
        let mut gone = Box::pin(queue.acquire(share(2)));
        let mut next = Box::pin(queue.acquire(share(3)));
        assert!((&mut gone).now_or_never().is_none() && (&mut next).now_or_never().is_none());
        drop(gone);
        drop(held);
        assert!(next.now_or_never().is_some());
    }

    #[tokio::test]
    async fn a_permit_that_nobody_takes_any_more_is_free_again() {
        let queue = FairQueue::new(1, 1);
        let held = queue.acquire(share(1)).await;
        let mut served = Box::pin(queue.acquire(share(2)));
        assert!((&mut served).now_or_never().is_none());
        drop(held);
        // Its permit is on its way.
        drop(served);
        assert!(queue.acquire(share(3)).now_or_never().is_some());
    }
}
