//! The life of the process: what starts it, what reloads it, what stops it, and what the service manager is told of it.

mod manager;
mod reload;
mod signals;

pub use manager::Manager;
pub use reload::Reload;
pub use signals::{Signals, Stop};
