//! Random histories that can be run again.

/// Name of the environment variable for extra histories on top of the regular ones, set by hand:
/// `ENSEMBLE_MORE_HISTORIES=200`.
const MORE: &str = "ENSEMBLE_MORE_HISTORIES";

/// Returns the seeds of a test's histories: the regular ones, and as many more as requested.
#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
pub fn seeds(always: &[u64]) -> Vec<u64> {
    let more = std::env::var(MORE).map_or(0, |count| count.parse().expect("a count of histories"));
    always.iter().copied().chain(1..=more).collect()
}

/// Numbers that look random and are the same each time (xorshift).
pub struct Dice(u64);

impl Dice {
    /// Seeds that are alike give rolls that are not.
    pub fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

/// Prints the seed of a history that fails.
pub struct Seed(pub u64);

impl Drop for Seed {
    #[expect(clippy::print_stderr, reason = "a test that fails says what it was given")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the history of the seed {:#018x}", self.0);
        }
    }
}
