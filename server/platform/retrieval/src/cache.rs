//! Memory of this process for what searches read of files: their indexes of words, and their sketches. Each is known by
//! the stamp that it got in the database when it was written, so whoever reads the stamp first gets nothing older.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use kernel::{FileId, Uuid};
use memory_budget::MemoryBudget;

use crate::index::IndexedWords;
use crate::sketch::Block;

/// Maximum bytes of indexes of words: of some 150,000 passages.
const WORDS_BYTES: usize = 40 * 1024 * 1024;
/// Maximum bytes of sketches: of 140,000 vectors of 384 numbers.
const SKETCHES_BYTES: usize = 56 * 1024 * 1024;
/// Time after which what no search used is forgotten.
const IDLE: Duration = Duration::from_secs(60);

/// Indexes of words, by their stamps.
pub static WORDS: LazyLock<Cache<Uuid, IndexedWords>> = LazyLock::new(|| Cache::new(WORDS_BYTES));
/// Sketches, by their stamps and models.
pub static SKETCHES: LazyLock<Cache<(Uuid, String), Vec<Block>>> =
    LazyLock::new(|| Cache::new(SKETCHES_BYTES));

/// The budget of heavy work, before which these caches stand back.
static BUDGET: OnceLock<MemoryBudget> = OnceLock::new();

/// Gives back the memory of the caches while heavy work uses more than one share of `budget`: both together stay within
/// it. To be called once, when the process starts.
pub fn yield_memory_to(budget: &MemoryBudget) {
    if BUDGET.set(budget.clone()).is_ok() {
        budget.on_pressure(forget_all);
    }
}

/// Files whose index was found to be damaged.
static DAMAGED: Mutex<BTreeSet<FileId>> = Mutex::new(BTreeSet::new());

/// Notes that the index of a file has to be built again.
pub fn note_damaged(file_id: FileId) {
    DAMAGED.lock().unwrap_or_else(PoisonError::into_inner).insert(file_id);
}

/// Returns the files that were noted since the last call.
pub fn take_damaged() -> BTreeSet<FileId> {
    std::mem::take(&mut DAMAGED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Gives back the memory of what no search used for a minute. To be called every few seconds.
pub fn forget_unused() {
    let now = Instant::now();
    WORDS.forget_idle(now);
    SKETCHES.forget_idle(now);
}

/// Gives back all memory that no search uses at this moment.
pub fn forget_all() {
    let later = Instant::now() + IDLE;
    WORDS.forget_idle(later);
    SKETCHES.forget_idle(later);
}

/// Keeps what was used last. What is kept and what searches still use is together no more than a number of bytes.
pub struct Cache<K, T> {
    bytes_max: usize,
    bytes: Arc<AtomicUsize>,
    entries: Mutex<HashMap<K, Entry<T>>>,
}

struct Entry<T> {
    kept: Arc<Kept<T>>,
    used_at: Instant,
}

/// A value from the cache. Its bytes count until the last search has dropped it.
pub struct Kept<T> {
    pub value: T,
    _room: Room,
}

/// Reserved bytes, which are free again when this is dropped.
#[derive(Debug)]
pub struct Room {
    bytes: usize,
    all: Arc<AtomicUsize>,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

impl Room {
    /// Takes a part of the bytes out of this.
    pub fn split(&mut self, bytes: usize) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Self { bytes, all: self.all.clone() }
    }

    /// Joins another room of the same cache with this.
    pub fn join(&mut self, mut other: Self) {
        self.bytes += std::mem::take(&mut other.bytes);
    }
}

impl<K: std::hash::Hash + Eq + Clone, T> Cache<K, T> {
    fn new(bytes_max: usize) -> Self {
        Self { bytes_max, bytes: Arc::default(), entries: Mutex::default() }
    }

    pub fn get(&self, key: &K) -> Option<Arc<Kept<T>>> {
        let mut entries = self.entries();
        let entry = entries.get_mut(key)?;
        entry.used_at = Instant::now();
        Some(entry.kept.clone())
    }

    /// Reserves bytes; what was not used for longest makes room. `None`: searches use too many at this moment, or heavy
    /// work does.
    pub fn reserve(&self, bytes: usize) -> Option<Room> {
        if BUDGET.get().is_some_and(MemoryBudget::is_under_pressure) {
            return None;
        }
        let mut entries = self.entries();
        if !self.has_room(bytes) && bytes <= self.bytes_max {
            let unused = entries.iter().filter(|(_, entry)| Arc::strong_count(&entry.kept) == 1);
            let mut unused: Vec<_> =
                unused.map(|(key, entry)| (entry.used_at, key.clone())).collect();
            unused.sort_by_key(|(used_at, _)| *used_at);
            for (_, key) in unused {
                entries.remove(&key);
                if self.has_room(bytes) {
                    break;
                }
            }
        }
        if !self.has_room(bytes) {
            return None;
        }
        self.bytes.fetch_add(bytes, Ordering::AcqRel);
        Some(Room { bytes, all: self.bytes.clone() })
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.bytes.load(Ordering::Acquire).saturating_add(bytes) <= self.bytes_max
    }

    pub fn keep(&self, key: K, value: T, room: Room) -> Arc<Kept<T>> {
        let kept = Arc::new(Kept { value, _room: room });
        let entry = Entry { kept: kept.clone(), used_at: Instant::now() };
        self.entries().insert(key, entry);
        kept
    }

    fn forget_idle(&self, now: Instant) {
        self.entries().retain(|_, entry| now.saturating_duration_since(entry.used_at) < IDLE);
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<K, Entry<T>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(cache: &Cache<u8, u8>, key: u8, bytes: usize) -> Option<Arc<Kept<u8>>> {
        Some(cache.keep(key, key, cache.reserve(bytes)?))
    }

    #[test]
    fn what_was_used_last_is_kept_within_the_bytes() {
        let cache = Cache::new(100);
        for key in 0..3 {
            keep(&cache, key, 30).unwrap();
        }
        assert_eq!(cache.get(&0).unwrap().value, 0);
        keep(&cache, 3, 40).unwrap();
        let kept: Vec<u8> = (0..5).filter(|key| cache.get(key).is_some()).collect();
        assert_eq!(kept, [0, 2, 3]);
        assert_eq!(cache.bytes.load(Ordering::Acquire), 100);
    }

    #[test]
    fn what_searches_use_counts_and_is_not_taken_from_them() {
        let cache = Cache::new(100);
        let used = keep(&cache, 0, 60).unwrap();
        assert!(keep(&cache, 1, 50).is_none());
        assert!(keep(&cache, 1, 40).is_some());
        assert_eq!(used.value, 0);
        drop(used);
        assert!(cache.reserve(101).is_none(), "more than there is");
        assert!(cache.get(&0).is_some(), "nothing was forgotten for it");
        assert!(keep(&cache, 2, 100).is_some());
        assert!(cache.get(&0).is_none());
    }

    #[test]
    fn what_is_replaced_or_idle_gives_its_bytes_back() {
        let cache = Cache::new(100);
        keep(&cache, 0, 60).unwrap();
        keep(&cache, 0, 40).unwrap();
        assert_eq!(cache.bytes.load(Ordering::Acquire), 40);
        cache.forget_idle(Instant::now());
        assert!(cache.get(&0).is_some());
        cache.forget_idle(Instant::now() + IDLE);
        assert!(cache.get(&0).is_none());
        assert_eq!(cache.bytes.load(Ordering::Acquire), 0);
    }

    #[test]
    fn reserved_bytes_can_be_shared_out() {
        let cache = Cache::<u8, u8>::new(100);
        let mut room = cache.reserve(50).unwrap();
        let part = room.split(20);
        room.join(cache.reserve(30).unwrap());
        assert_eq!((room.bytes, part.bytes), (60, 20));
        drop(room);
        assert_eq!(cache.bytes.load(Ordering::Acquire), 20);
        drop(part);
        assert_eq!(cache.bytes.load(Ordering::Acquire), 0);
    }
}
