//! A client that disconnects drops the handler at any `await` (security.md CR5): whatever was being written is then
//! complete, or absent.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use crate::support::{House, on_both};

/// Polls `work` at most `polls` times, then drops it. `None` when it was not done by then.
async fn cut_off_after<T>(polls: usize, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut left = polls;
    poll_fn(move |context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}

/// More polls than a reservation or a settlement takes.
const ENOUGH: usize = 200;

on_both! {
    async fn a_reservation_that_is_cut_off_anywhere_holds_one_or_nothing(house: &House) {
        let ana = house.somebody();
        for polls in 0..ENOUGH {
            let run_id = house.run();
            let done = cut_off_after(polls, house.reserve(&ana, run_id)).await;
            house.assert_invariants().await;
            // Releases the hold, if the commit was reached before the end.
            house.settle(run_id, 0).await;
            assert_eq!(house.left(&ana).await, Some(40), "after {polls} polls");
            if done.is_some() {
                return;
            }
        }
        panic!("a reservation takes more than {ENOUGH} polls");
    }

    async fn a_settlement_that_is_cut_off_anywhere_charges_once_in_the_end(house: &House) {
        let ana = house.somebody();
        let mut charged = 0;
        for polls in 0..ENOUGH {
            let run_id = house.run();
            house.reserve(&ana, run_id).await.unwrap();
            let done = cut_off_after(polls, house.settle(run_id, 1)).await;
            house.assert_invariants().await;
            // Recovery of the run settles it again.
            assert_eq!(house.settle(run_id, 1).await.charged, 1);
            charged += 1;
            assert_eq!(house.left(&ana).await, Some(40 - charged), "after {polls} polls");
            if done.is_some() {
                return;
            }
            if charged == 39 {
                house.clock.advance(kernel::DAY);
                charged = 0;
            }
        }
        panic!("a settlement takes more than {ENOUGH} polls");
    }
}
