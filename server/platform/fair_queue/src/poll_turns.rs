use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use pin_project_lite::pin_project;

use crate::Share;

/// Another share counts as active for this long after it was polled last.
const ACTIVE: Duration = Duration::from_millis(100);
/// Whoever was called and does not come within this time loses its turn.
const CALLED: Duration = Duration::from_millis(50);

/// The turns at the threads of the runtime: while other people are active, one share is polled on half of the threads at most.
/// Then a thread is free soon for whoever has little to do, however many tasks of another are ready.
///
/// Only people count as others. Each request begins as its address's, so that addresses would be others of the very people
/// who are there.
#[derive(Default)]
struct PollTurns {
    lines: HashMap<Share, Line>,
    tickets: u64,
    /// The person who was polled last, and the last one before.
    latest: Option<(Share, Instant)>,
    other: Option<(Share, Instant)>,
}

/// Tasks of one share.
#[derive(Default)]
struct Line {
    polled: usize,
    called: Vec<(u64, Instant)>,
    waiting: VecDeque<(u64, Waker)>,
}

impl PollTurns {
    /// Begins a poll, or puts the task into its share's line and returns its ticket. `ticket` is that of before.
    fn enter(
        &mut self,
        share: Share,
        ticket: Option<u64>,
        waker: &Waker,
        threads: usize,
        now: Instant,
    ) -> Option<u64> {
        let most = self.most(share, threads, now);
        let line = self.lines.entry(share).or_default();
        line.called.retain(|(_, at)| now.duration_since(*at) < CALLED);
        let is_called = ticket.is_some_and(|ticket| line.stop_calling(ticket));
        if is_called || line.begun() < most {
            if let Some(ticket) = ticket {
                line.waiting.retain(|(one, _)| *one != ticket);
            }
            line.polled += 1;
            return None;
        }
        if let Some(ticket) = ticket
            && let Some(place) = line.waiting.iter_mut().find(|(one, _)| *one == ticket)
        {
            place.1.clone_from(waker);
            return Some(ticket);
        }
        self.tickets += 1;
        line.waiting.push_back((self.tickets, waker.clone()));
        Some(self.tickets)
    }

    /// Ends a poll; returns the tasks whose turn it is.
    fn leave(&mut self, share: Share, threads: usize, now: Instant) -> Vec<Waker> {
        let most = self.most(share, threads, now);
        self.note(share, now);
        let Some(line) = self.lines.get_mut(&share) else { return Vec::new() };
        line.polled = line.polled.saturating_sub(1);
        let next = line.call(most, now);
        self.forget_idle(share);
        next
    }

    /// Ends the wait of a task that is dropped; returns the tasks whose turn it is then.
    fn give_up(&mut self, share: Share, ticket: u64, threads: usize, now: Instant) -> Vec<Waker> {
        let most = self.most(share, threads, now);
        let Some(line) = self.lines.get_mut(&share) else { return Vec::new() };
        line.waiting.retain(|(one, _)| *one != ticket);
        line.stop_calling(ticket);
        let next = line.call(most, now);
        self.forget_idle(share);
        next
    }

    /// Returns the number of threads that may poll tasks of a share at once.
    fn most(&self, share: Share, threads: usize, now: Instant) -> usize {
        let of_other = [self.latest, self.other].into_iter().flatten();
        let mut at = of_other.filter(|(other, _)| *other != share).map(|(_, at)| at);
        match at.any(|at| now.duration_since(at) < ACTIVE) {
            true => (threads / 2).max(1),
            false => usize::MAX,
        }
    }

    fn note(&mut self, share: Share, now: Instant) {
        if !matches!(share, Share::Person(_)) {
            return;
        }
        if self.latest.is_some_and(|(latest, _)| latest != share) {
            self.other = self.latest;
        }
        self.latest = Some((share, now));
    }

    fn forget_idle(&mut self, share: Share) {
        if self.lines.get(&share).is_some_and(Line::is_idle) {
            self.lines.remove(&share);
        }
    }
}

impl Line {
    fn begun(&self) -> usize {
        self.polled + self.called.len()
    }

    fn is_idle(&self) -> bool {
        self.begun() == 0 && self.waiting.is_empty()
    }

    /// Returns true if `ticket` was called.
    fn stop_calling(&mut self, ticket: u64) -> bool {
        let before = self.called.len();
        self.called.retain(|(one, _)| *one != ticket);
        self.called.len() < before
    }

    /// Calls those whose turn it is.
    fn call(&mut self, most: usize, now: Instant) -> Vec<Waker> {
        let mut next = Vec::new();
        while self.begun() < most
            && let Some((ticket, waker)) = self.waiting.pop_front()
        {
            self.called.push((ticket, now));
            next.push(waker);
        }
        next
    }
}

static TURNS: LazyLock<Mutex<PollTurns>> = LazyLock::new(Mutex::default);

thread_local! {
    /// True while this thread polls a task in turn: what is inside of it takes no other.
    static IS_IN_TURN: Cell<bool> = const { Cell::new(false) };
}

fn turns() -> MutexGuard<'static, PollTurns> {
    // Nothing in here panics half-way, so a poisoned state is whole.
    TURNS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn threads() -> usize {
    tokio::runtime::Handle::try_current().map_or(1, |runtime| runtime.metrics().num_workers())
}

fn wake(next: Vec<Waker>) {
    next.into_iter().for_each(Waker::wake);
}

pin_project! {
    /// A future that is polled in turn with those of others.
    pub(crate) struct InTurn<F> {
        #[pin]
        work: F,
        place: Place,
    }
}

/// The place of a task that waits for its turn, left when it is dropped.
#[derive(Default)]
struct Place(Option<(Share, u64)>);

impl<F> InTurn<F> {
    pub fn new(work: F) -> Self {
        Self { work, place: Place::default() }
    }
}

impl<F: Future> Future for InTurn<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        if IS_IN_TURN.get() {
            return this.work.poll(context);
        }
        let share = Share::current();
        let threads = threads();
        // Whom it works for may have turned out while it waited.
        let ticket = match this.place.0.take() {
            Some((before, ticket)) if before == share => Some(ticket),
            Some((before, ticket)) => {
                wake(turns().give_up(before, ticket, threads, Instant::now()));
                None
            }
            None => None,
        };
        let waits = turns().enter(share, ticket, context.waker(), threads, Instant::now());
        if let Some(ticket) = waits {
            this.place.0 = Some((share, ticket));
            return Poll::Pending;
        }
        let _turn = Turn { share, threads };
        IS_IN_TURN.set(true);
        this.work.poll(context)
    }
}

/// A poll that goes on; it ends also when it panics.
struct Turn {
    share: Share,
    threads: usize,
}

impl Drop for Turn {
    fn drop(&mut self) {
        IS_IN_TURN.set(false);
        let next = turns().leave(self.share, self.threads, Instant::now());
        wake(next);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((share, ticket)) = self.0.take() {
            let next = turns().give_up(share, ticket, threads(), Instant::now());
            wake(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{UserId, Uuid};

    use super::*;

    fn share(number: u8) -> Share {
        Share::Person(UserId(Uuid::from_u128(number.into())))
    }

    /// Turns of two threads.
    struct Setting {
        turns: PollTurns,
        now: Instant,
    }

    impl Setting {
        fn new() -> Self {
            Self { turns: PollTurns::default(), now: Instant::now() }
        }

        fn enter(&mut self, number: u8, ticket: Option<u64>) -> Option<u64> {
            self.turns.enter(share(number), ticket, Waker::noop(), 2, self.now)
        }

        /// Returns how many are called.
        fn leave(&mut self, number: u8) -> usize {
            self.turns.leave(share(number), 2, self.now).len()
        }
    }

    #[test]
    fn alone_all_threads_are_one_persons() {
        let mut setting = Setting::new();
        assert_eq!([setting.enter(1, None), setting.enter(1, None)], [None, None]);
        assert_eq!([setting.leave(1), setting.leave(1)], [0, 0]);
        assert!(setting.turns.lines.is_empty());
    }

    #[test]
    fn beside_another_it_is_half_of_them_and_in_order() {
        let mut setting = Setting::new();
        setting.enter(2, None);
        setting.leave(2);
        assert_eq!(setting.enter(1, None), None);
        let (first, second) = (setting.enter(1, None), setting.enter(1, None));
        assert!(first.is_some() && second.is_some());
        assert_eq!(setting.enter(2, None), None, "the other begins at once");
        setting.leave(2);
        assert_eq!(setting.enter(1, second), second, "it was not called");
        assert_eq!(setting.leave(1), 1);
        assert_eq!(setting.enter(1, second), second, "the first was");
        assert_eq!(setting.enter(1, first), None);
        assert_eq!(setting.leave(1), 1);
        assert_eq!(setting.enter(1, second), None);
    }

    #[test]
    fn the_address_that_a_person_comes_from_is_nobody_else() {
        let mut setting = Setting::new();
        let address = Share::Address([192, 0, 2, 1].into());
        setting.turns.enter(address, None, Waker::noop(), 2, setting.now);
        setting.turns.leave(address, 2, setting.now);
        assert_eq!([setting.enter(1, None), setting.enter(1, None)], [None, None]);
    }

    #[test]
    fn when_the_other_is_gone_all_go_on() {
        let mut setting = Setting::new();
        setting.enter(2, None);
        setting.leave(2);
        setting.enter(1, None);
        setting.enter(1, None);
        setting.enter(1, None);
        setting.now += ACTIVE;
        assert_eq!(setting.leave(1), 2);
    }

    #[test]
    fn who_is_called_and_dropped_or_late_keeps_nobody_waiting() {
        let mut setting = Setting::new();
        setting.enter(2, None);
        setting.leave(2);
        setting.enter(1, None);
        let tickets = [setting.enter(1, None).unwrap(), setting.enter(1, None).unwrap()];
        assert_eq!(setting.leave(1), 1);
        assert_eq!(setting.turns.give_up(share(1), tickets[0], 2, setting.now).len(), 1);
        // The next one is called and does not come.
        setting.now += CALLED;
        setting.turns.note(share(2), setting.now);
        assert_eq!(setting.enter(1, None), None);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn hundreds_of_tasks_of_several_people_all_come_to_their_end() {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..300_u16 {
            tasks.spawn(share((number % 3) as u8).scope(async {
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                }
            }));
        }
        assert_eq!(tasks.join_all().await.len(), 300);
    }
}
