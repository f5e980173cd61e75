use providers::ModelError;

use crate::limits::BUSY_MAX_SECONDS;

/// Returns the seconds after which asking a provider again may help; `None` if it does not.
///
/// A job that was started is asked about again after a passing fault. A request that may have been received is not sent
/// again: it could be paid twice. `attempts`: how many there were, with the one that failed.
pub fn retry_after_seconds(error: &ModelError, is_started: bool, attempts: u32) -> Option<i64> {
    let usual = 1_i64 << attempts.min(5);
    match error {
        ModelError::Busy { retry_after_seconds, .. } => {
            let seconds = retry_after_seconds.map_or(usual, |seconds| seconds as i64);
            (seconds <= BUSY_MAX_SECONDS).then_some(seconds.max(1))
        }
        ModelError::Unreachable => Some(usual),
        ModelError::Overloaded { .. } | ModelError::TimedOut if is_started => Some(usual),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy(seconds: Option<u64>) -> ModelError {
        ModelError::Busy { retry_after_seconds: seconds, message: None }
    }

    #[test]
    fn a_busy_provider_is_asked_again_when_it_says_so_and_soon() {
        assert_eq!(retry_after_seconds(&busy(Some(7)), false, 1), Some(7));
        assert_eq!(retry_after_seconds(&busy(Some(0)), false, 1), Some(1));
        assert_eq!(retry_after_seconds(&busy(Some(61)), false, 1), None);
        let waits = (1..5).map(|attempts| retry_after_seconds(&busy(None), false, attempts));
        assert_eq!(waits.collect::<Vec<_>>(), [Some(2), Some(4), Some(8), Some(16)]);
    }

    #[test]
    fn a_request_that_may_have_been_received_is_not_sent_again() {
        assert_eq!(retry_after_seconds(&ModelError::TimedOut, false, 1), None);
        assert_eq!(retry_after_seconds(&ModelError::TimedOut, true, 1), Some(2));
        assert_eq!(retry_after_seconds(&ModelError::Unreachable, false, 1), Some(2));
        let overloaded = ModelError::Overloaded { message: None };
        assert_eq!(retry_after_seconds(&overloaded, false, 1), None, "it may have been received");
        assert_eq!(retry_after_seconds(&overloaded, true, 1), Some(2));
        for over in [
            ModelError::broken("the connection was closed"),
            ModelError::Refused { message: "no".to_owned() },
        ] {
            assert_eq!(retry_after_seconds(&over, true, 1), None, "the job is over");
        }
    }
}
