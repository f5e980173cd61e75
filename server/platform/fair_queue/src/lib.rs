//! Fair queue before a pool: who waits for a slot is served by person, so that one who asks for much delays nobody else.
//!
//! Start at [`FairQueue`]; `turns.rs` decides who is next, and does no I/O. A task works for one [`Share`], which requests,
//! runs and jobs set, so that a pool need not be told whom it works for; `poll_turns.rs` lets them take turns at the threads of
//! the runtime. [`ShareCounts`] bounds what nobody waits for.

mod background;
mod poll_turns;
mod priority;
mod queue;
mod recent_counts;
mod share;
mod share_counts;
mod turns;

pub use background::run_in_background;
pub use priority::Priority;
pub use queue::{FairQueue, Permit};
use recent_counts::RecentCounts;
pub use share::Share;
pub use share_counts::{Counted, ShareCounts};
