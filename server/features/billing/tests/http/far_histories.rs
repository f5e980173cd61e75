//! Random histories with a remote payment provider: its notifications arrive late, twice, in any order and sometimes in
//! a process that dies before it commits; people try, buy, change seats, cancel, get refunds, and have payments charged
//! back. Compared with a plain model of what they then have (security QB7, PW2, PW3, PW4).

#[path = "far_histories/checks.rs"]
mod checks;
#[path = "far_histories/follower.rs"]
mod follower;
#[path = "far_histories/history.rs"]
mod history;
#[path = "far_histories/model.rs"]
mod model;
#[path = "far_histories/people.rs"]
mod people;
#[path = "far_histories/provider.rs"]
mod provider;

use std::collections::BTreeSet;

use testing::for_each_store;

use self::history::History;
use crate::dice::{Seed, seeds};

/// Seeds of the histories; their last bits select the provider, whether it is a team's, and whether it begins with a
/// free trial. The seed of a failing history is printed.
const SEEDS: [u64; 5] = [9, 19, 32, 34, 0x5147];
const STEPS: usize = 80;

/// Events that at least one history must reach; otherwise the histories prove little.
const REACHED: &[&str] = &[
    "a dispute was lost",
    "a dispute was over and nobody said so",
    "a dispute was won",
    "a free trial",
    "a process died",
    "a refund after a dispute was won",
    "a refund of what is disputed",
    "a reversal",
    "an order was never paid",
    "many spent at once",
    "old news were forgotten",
    "news beside a refund",
    "somebody pays what is closed",
    "the bill of a free trial",
    "the page of a bill expired",
    "what is disputed was given back",
    "what was given back is disputed",
];

for_each_store! {
    async fn whatever_the_provider_says_and_when_everybody_has_what_was_paid(store) {
        let mut reached = BTreeSet::new();
        for seed in seeds(&SEEDS) {
            let _seed = Seed(seed);
            let mut history = History::begin(store, seed).await;
            for _ in 0..STEPS {
                history.step().await;
                history.check().await;
            }
            history.end().await;
            reached.extend(history.reached);
        }
        assert_eq!(reached, REACHED.iter().copied().collect());
    }
}
