use kernel::{Fallible, HOUR, SECOND};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The result of a job. An error is retried until the attempts are used up.
pub type JobResult = Fallible<()>;

/// A unit of deferred work. Its fields are its arguments; they are stored as JSON.
///
/// It may run twice, so it must be safe to: check in the database what is left to do.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// The context passed to it: `Services` for an area's job, a platform crate's own handle for its own.
    type Context: Send + Sync + 'static;

    /// Name `<area>.<verb_noun>`, which never changes: queued rows contain it.
    const NAME: &'static str;
    /// Maximum number of attempts before it is given up and kept as dead.
    const MAX_ATTEMPTS: u32 = 10;
    /// Maximum number of concurrent jobs of this kind per process. Each kind has slots of its own, so that a file is
    /// read at once while hundreds of titles wait for a slow model.
    const AT_ONCE: usize = 4;

    fn run(self, context: &Self::Context) -> impl Future<Output = JobResult> + Send;
}

/// Returns the wait before the next try: 1 s, then 4, 16, … at most an hour, in microseconds.
pub(crate) fn wait_before_retry(attempts: u32) -> i64 {
    let factor = 4_i64.saturating_pow(attempts.saturating_sub(1));
    SECOND.saturating_mul(factor).min(HOUR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_an_hour_and_no_further() {
        assert_eq!(wait_before_retry(1), SECOND);
        assert_eq!(wait_before_retry(3), 16 * SECOND);
        assert_eq!(wait_before_retry(60), HOUR);
    }
}
