//! A cache of database state that lasts until somebody changes it.

use std::sync::{Arc, PoisonError, RwLock};

/// A cached value, returned until it is invalidated.
///
/// A value whose read overlaps an invalidation is not cached: it may be from before the change, and readers after the
/// change would get it.
pub(crate) struct Remembered<T>(RwLock<State<T>>);

struct State<T> {
    value: Option<Arc<T>>,
    /// Number of invalidations so far.
    forgotten: u64,
}

/// The moment before something is read.
#[derive(Clone, Copy)]
pub(crate) struct Before(u64);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self(RwLock::new(State { value: None, forgotten: 0 }))
    }
}

impl<T> Remembered<T> {
    pub fn get(&self) -> Option<Arc<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).value.clone()
    }

    /// Returns a token to take before reading a value that is then [kept](Self::keep).
    pub fn before(&self) -> Before {
        Before(self.0.read().unwrap_or_else(PoisonError::into_inner).forgotten)
    }

    /// Caches a value read since `before`, unless it was invalidated meanwhile.
    pub fn keep(&self, value: &Arc<T>, before: Before) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if state.forgotten == before.0 {
            state.value = Some(value.clone());
        }
    }

    pub fn forget(&self) {
        let mut state = self.0.write().unwrap_or_else(PoisonError::into_inner);
        state.value = None;
        state.forgotten += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_change_is_not_remembered_after_it() {
        let remembered = Remembered::default();
        let before = remembered.before();
        let read = Arc::new("without the new model");
        remembered.forget();
        remembered.keep(&read, before);
        assert!(remembered.get().is_none());

        remembered.keep(&Arc::new("with it"), remembered.before());
        assert_eq!(remembered.get().as_deref(), Some(&"with it"));
        remembered.forget();
        assert!(remembered.get().is_none());
    }
}
