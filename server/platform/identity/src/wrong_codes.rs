use std::sync::{Mutex, MutexGuard, PoisonError};

use kernel::{Clock, MINUTE, SECOND, Timestamp};

use crate::{WRONG_GUESS_SECONDS, WRONG_GUESSES};

/// Limits the wrong codes that this process accepts from everybody together, for all purposes (security AU4): stops an
/// attacker who guesses at one code of each of ten thousand addresses, from as many places.
///
/// A guess is counted before its code is checked, and uncounted if it was right. So concurrent guesses get no further
/// than sequential ones, and while there were too many wrong guesses a right one waits too.
pub(crate) struct WrongCodeLimiter {
    clock: Clock,
    wrong: Mutex<Wrong>,
    /// Time of the last report of a guessing attack.
    told: Mutex<Option<Timestamp>>,
}

impl WrongCodeLimiter {
    pub fn new(clock: Clock) -> Self {
        Self { clock, wrong: Mutex::new(Wrong::NONE), told: Mutex::default() }
    }

    /// Counts a guess, or returns the seconds for which none is checked.
    pub fn count(&self) -> Result<(), i64> {
        self.wrong().count(self.clock.now()).inspect_err(|_| {
            tracing::warn!("more wrong codes than people enter: somebody is guessing");
        })
    }

    /// Returns true if throttling was not reported within the last minute, and marks it as reported.
    pub fn should_log(&self) -> bool {
        let now = self.clock.now();
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_news = told.is_none_or(|before| now.since(before) >= MINUTE);
        if is_news {
            *told = Some(now);
        }
        is_news
    }

    /// Uncounts the last guess: it was not wrong.
    pub fn take_back(&self) {
        self.wrong().take_back();
    }

    fn wrong(&self) -> MutexGuard<'_, Wrong> {
        // Its content is consistent after every step.
        self.wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const EVERY: i64 = WRONG_GUESS_SECONDS * SECOND;

/// Time at which all counted guesses will be forgotten.
struct Wrong(Timestamp);

impl Wrong {
    const NONE: Self = Self(Timestamp::from_micros(0));

    fn count(&mut self, now: Timestamp) -> Result<(), i64> {
        let forgotten = self.0.max(now).plus(EVERY);
        let over = forgotten.since(now) - WRONG_GUESSES * EVERY;
        if over > 0 {
            return Err((over + SECOND - 1) / SECOND);
        }
        self.0 = forgotten;
        Ok(())
    }

    fn take_back(&mut self) {
        self.0 = self.0.plus(-EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_hundred_wrong_guesses_in_a_row_and_then_one_a_second() {
        let now = Timestamp::from_micros(1_000 * SECOND);
        let mut wrong = Wrong::NONE;
        for _ in 0..500 {
            assert_eq!(wrong.count(now), Ok(()));
        }
        assert_eq!(wrong.count(now), Err(1));
        assert_eq!(wrong.count(now.plus(SECOND / 2)), Err(1));
        assert_eq!(wrong.count(now.plus(SECOND)), Ok(()));
        assert_eq!(wrong.count(now.plus(SECOND)), Err(1));
    }

    #[test]
    fn a_guess_that_was_right_leaves_nothing() {
        let now = Timestamp::from_micros(1_000 * SECOND);
        let mut wrong = Wrong::NONE;
        for _ in 0..2_000 {
            assert_eq!(wrong.count(now), Ok(()));
            wrong.take_back();
        }
    }
}
