//! The memory budget: what takes much memory in this process (pictures, password hashes, archives, whole reads of long
//! chats, exports) reserves the bytes first, and waits in a fair queue until they are free.
//!
//! Start at [`MemoryBudget`]. The queue is that of `fair_queue`; here its waits are bounded.

mod budget;
mod limits;
mod problems;

pub use budget::{MemoryBudget, Reservation, Usage};
pub use limits::*;
pub use problems::*;
