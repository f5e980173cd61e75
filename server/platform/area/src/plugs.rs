use std::sync::{Arc, OnceLock};

/// Implementations of one kind that areas registered, for the area that serves them. Filled once at start; cheap to
/// clone.
pub struct Plugs<T: ?Sized>(Arc<OnceLock<Vec<Arc<T>>>>);

impl<T: ?Sized> Plugs<T> {
    /// Sets the registered implementations. The first call wins.
    pub fn set(&self, all: Vec<Arc<T>>) {
        // A second set would be of the same areas.
        self.0.set(all).ok();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.0.get().into_iter().flatten()
    }
}

impl<T: ?Sized> Clone for Plugs<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> Default for Plugs<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}
