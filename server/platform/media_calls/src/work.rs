//! The life cycle of a request that a provider works at for a while.

use kernel::{MINUTE, SECOND, Timestamp};
use providers::ModelError;
use serde::{Deserialize, Serialize};

use crate::limits::BUSY_MAX_ATTEMPTS;
use crate::{Progress, ProviderJob, Wait, retry_after_seconds};

/// The state of a provider's work at a task, as the task stores it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    pub job: Option<ProviderJob>,
    /// Attempts at a provider that was busy, one after the other.
    pub attempts: u32,
    /// When the task was last started, in microseconds: a retry orders anew.
    pub begun_at: i64,
}

/// The pace of providers of one kind: the time they may work, and the time between two questions.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Shortest time between two questions, in microseconds.
    pub poll_min: i64,
    pub max_minutes: i64,
}

/// The next move of a task after a provider's answer.
#[derive(Debug, PartialEq)]
pub enum Next<Made> {
    Done(Vec<Made>),
    /// Store `waiting`, and ask again after `after` microseconds.
    Wait {
        waiting: Waiting,
        after: i64,
        stage: &'static str,
        percent: Option<i64>,
    },
    /// The provider takes too long: tell it to stop, and fail as timed out.
    Stop(ProviderJob),
    Failed(ModelError),
}

impl Waiting {
    /// Returns what is known of the provider since the task was last started.
    pub fn since(begun_at: Timestamp, known: &Self) -> Self {
        let begun_at = begun_at.micros();
        if known.begun_at == begun_at {
            known.clone()
        } else {
            Self { begun_at, ..Self::default() }
        }
    }

    /// Returns the key that this start of the task `id` has at the provider.
    pub fn idempotency_key(&self, id: impl std::fmt::Display) -> String {
        format!("{id}-{}", self.begun_at)
    }

    /// Decides what follows an answer `waited` microseconds after the start.
    pub fn next<Made>(
        self,
        answer: Result<Progress<Made>, ModelError>,
        waited: i64,
        pace: &Pace,
    ) -> Next<Made> {
        let is_over_time = waited > pace.max_minutes * MINUTE;
        match answer {
            Ok(Progress::Done(made)) if made.is_empty() => {
                Next::Failed(ModelError::NoAnswer { message: "nothing came".to_owned() })
            }
            Ok(Progress::Done(made)) => Next::Done(made),
            Ok(Progress::Working(wait)) if is_over_time => Next::Stop(wait.job),
            Ok(Progress::Working(wait)) => self.while_working(wait, pace),
            Err(error) => self.after_error(error, is_over_time),
        }
    }

    fn while_working<Made>(self, wait: Wait, pace: &Pace) -> Next<Made> {
        Next::Wait {
            after: wait.poll_after_micros.clamp(pace.poll_min, MINUTE),
            stage: if wait.queue_position.is_some() { "queued_at_provider" } else { "generating" },
            // It is done when the result is here.
            percent: wait.percent.map(|percent| percent.clamp(0, 99)),
            waiting: Self { job: Some(wait.job), attempts: 0, ..self },
        }
    }

    /// Asks again where that may help, and soon.
    fn after_error<Made>(self, error: ModelError, is_over_time: bool) -> Next<Made> {
        let attempts = self.attempts + 1;
        if attempts >= BUSY_MAX_ATTEMPTS || is_over_time {
            return Next::Failed(error);
        }
        match retry_after_seconds(&error, self.job.is_some(), attempts) {
            Some(seconds) => Next::Wait {
                after: seconds * SECOND,
                stage: "busy",
                percent: None,
                waiting: Self { attempts, ..self },
            },
            None => Next::Failed(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { poll_min: SECOND / 2, max_minutes: 20 };

    fn job() -> ProviderJob {
        ProviderJob { id: "1".to_owned(), ..ProviderJob::default() }
    }

    fn working(percent: Option<i64>, queue_position: Option<i64>) -> Progress<u8> {
        Progress::Working(Wait { job: job(), percent, queue_position, poll_after_micros: 1 })
    }

    fn next(answer: Result<Progress<u8>, ModelError>, attempts: u32, waited: i64) -> Next<u8> {
        Waiting { job: Some(job()), attempts, begun_at: 7 }.next(answer, waited, &PACE)
    }

    #[test]
    fn a_retry_orders_anew_and_a_restart_goes_on() {
        let at = |micros| Timestamp::from_micros(micros);
        let known = Waiting { job: Some(job()), attempts: 2, begun_at: 7 };
        assert_eq!(Waiting::since(at(7), &known), known);
        let anew = Waiting::since(at(8), &known);
        assert_eq!(anew, Waiting { job: None, attempts: 0, begun_at: 8 });
        assert_eq!(anew.idempotency_key("task"), "task-8");
        assert_ne!(known.idempotency_key("task"), "task-8");
    }

    #[test]
    fn a_job_at_work_is_asked_again_within_bounds_and_is_never_at_100_percent() {
        let waiting = Waiting { job: Some(job()), attempts: 0, begun_at: 7 };
        let wait = |stage, percent| Next::Wait {
            waiting: waiting.clone(),
            after: SECOND / 2,
            stage,
            percent,
        };
        assert_eq!(next(Ok(working(Some(100), None)), 3, 0), wait("generating", Some(99)));
        assert_eq!(next(Ok(working(None, Some(4))), 0, 0), wait("queued_at_provider", None));
    }

    #[test]
    fn a_provider_that_takes_too_long_is_told_to_stop() {
        let late = 20 * MINUTE + 1;
        assert_eq!(next(Ok(working(None, None)), 0, late), Next::Stop(job()));
        assert_eq!(next(Ok(Progress::Done(vec![1])), 0, late), Next::Done(vec![1]));
        let error = next(Err(ModelError::Unreachable), 0, late);
        assert_eq!(error, Next::Failed(ModelError::Unreachable));
    }

    #[test]
    fn a_busy_provider_is_asked_five_times_at_most() {
        let stage = |attempts| match next(Err(ModelError::Unreachable), attempts, 0) {
            Next::Wait { waiting, after, stage, .. } => Some((waiting.attempts, after, stage)),
            _ => None,
        };
        assert_eq!(stage(0), Some((1, 2 * SECOND, "busy")));
        assert_eq!(stage(3), Some((4, 16 * SECOND, "busy")));
        assert_eq!(stage(4), None);
    }

    #[test]
    fn an_empty_result_is_a_failure() {
        assert!(matches!(next(Ok(Progress::Done(vec![])), 0, 0), Next::Failed(_)));
    }
}
