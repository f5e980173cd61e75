//! Random histories with a payment provider that is far away: its news come late, twice, in any order and sometimes into a
//! process that dies before it commits; people try, buy, have seats, cancel, are given back, and have their bank take the money
//! back. Held against a plain model of what they then have (security QB7, PW2, PW3, PW4).

#[path = "far_histories/checks.rs"]
mod checks;
#[path = "far_histories/follower.rs"]
mod follower;
#[path = "far_histories/history.rs"]
mod history;
#[path = "far_histories/model.rs"]
mod model;
#[path = "far_histories/provider.rs"]
mod provider;

use testing::for_each_store;

use self::history::History;
use crate::dice::Seed;

/// Each begins another history, and says by its last two bits who collects and whether it is a team's. The one that fails is
/// printed.
const SEEDS: [u64; 4] = [0x51_0001_0010, 0x51_0001_0011, 0x51_0001_0012, 0x51_0001_0013];
const STEPS: usize = 60;

for_each_store! {
    async fn whatever_the_provider_says_and_when_everybody_has_what_was_paid(store) {
        for seed in SEEDS {
            let _seed = Seed(seed);
            let mut history = History::begin(store, seed).await;
            for _ in 0..STEPS {
                history.step().await;
                history.check().await;
            }
            history.end().await;
        }
    }
}
