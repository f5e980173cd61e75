//! Locks a mutex whether or not a thread panicked while it held it.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the guard of a mutex; a poisoned one is used as it is, because no value here is ever half changed.
pub fn lock<Value>(mutex: &Mutex<Value>) -> MutexGuard<'_, Value> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
