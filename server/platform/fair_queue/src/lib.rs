//! Fair queue before a pool: who waits for a slot is served by person, so that one who asks for much delays nobody else.
//!
//! Start at [`FairQueue`]; `turns.rs` decides who is next, and does no I/O. A task works for one [`Share`], which requests,
//! runs and jobs set, so that a pool need not be told whom it works for. [`ShareCounts`] bounds what nobody waits for.

mod queue;
mod share;
mod share_counts;
mod turns;

pub use queue::{FairQueue, Permit};
pub use share::Share;
pub use share_counts::{Counted, ShareCounts};
