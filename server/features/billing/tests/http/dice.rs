//! Random histories that can be run again.

/// Numbers that look random and are the same each time (xorshift).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }
}

/// Says which history it was, where one fails.
pub struct Seed(pub u64);

impl Drop for Seed {
    #[expect(clippy::print_stderr, reason = "a test that fails says what it was given")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the history of the seed {:#018x}", self.0);
        }
    }
}
