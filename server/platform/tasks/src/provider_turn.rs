//! Tasks at which a provider of images or videos works: it is asked until it is done, and told to stop when it takes too long.

use api::ProblemBody;
use kernel::ProblemKind;
use media_calls::{Next, ProviderJob, Waiting};
use providers::ModelError;

use crate::{Step, problem_body};

/// The turn of a task after its provider's answer.
pub enum ProviderTurn<Made, E> {
    /// Keep what was made.
    Keep(Vec<Made>),
    Step(Step<E>),
    /// Tell the provider to stop, and end with the step.
    Stop(ProviderJob, Step<E>),
}

/// Returns the turn after an answer. `problem` ends the task where the provider fails; `waits` is the effect that stores
/// what is known of its work.
pub fn provider_turn<Made, E>(
    next: Next<Made>,
    problem: ProblemKind,
    waits: impl FnOnce(Waiting) -> E,
) -> ProviderTurn<Made, E> {
    match next {
        Next::Done(made) => ProviderTurn::Keep(made),
        Next::Wait { waiting, after, stage, percent } => {
            let step = Step::poll(after).at(stage).with(waits(waiting));
            ProviderTurn::Step(match percent {
                Some(percent) => step.percent(percent),
                None => step,
            })
        }
        Next::Stop(job) => {
            ProviderTurn::Stop(job, failed_at_provider(problem, &ModelError::TimedOut))
        }
        Next::Failed(error) => ProviderTurn::Step(failed_at_provider(problem, &error)),
    }
}

/// Returns the step that ends a task with `problem`, whose cause is what the provider said.
pub fn failed_at_provider<E>(problem: ProblemKind, error: &ModelError) -> Step<E> {
    let cause = ProblemBody::from(&error.problem());
    Step::failed(problem_body(problem), Some(cause))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TASK_NOT_FOUND;
    use crate::kind::Then;

    fn turn(next: Next<u8>) -> ProviderTurn<u8, u32> {
        provider_turn(next, TASK_NOT_FOUND, |waiting| waiting.attempts)
    }

    #[test]
    fn a_provider_at_work_is_asked_again_and_what_is_known_of_it_is_stored() {
        let waiting = Waiting { attempts: 3, ..Waiting::default() };
        let next = Next::Wait { waiting, after: 7, stage: "generating", percent: Some(40) };
        let ProviderTurn::Step(step) = turn(next) else { panic!("it waits") };
        assert_eq!(
            (step.effect, step.stage, step.percent),
            (Some(3), Some("generating"), Some(40))
        );
        assert!(matches!(step.then, Then::Poll { after: 7 }));
    }

    #[test]
    fn one_that_fails_or_takes_too_long_ends_the_task_with_its_cause() {
        let code_of = |step: Step<u32>| match step.then {
            Then::Fail(refusal) => refusal.cause.map(|cause| cause.code),
            _ => None,
        };
        let job = ProviderJob { id: "j".to_owned(), ..ProviderJob::default() };
        let ProviderTurn::Stop(stopped, step) = turn(Next::Stop(job)) else { panic!("it stops") };
        assert_eq!(stopped.id, "j");
        assert_eq!(code_of(step), Some(ModelError::TimedOut.problem().kind.code.to_owned()));
        let failed = Next::Failed(ModelError::Unreachable);
        let ProviderTurn::Step(step) = turn(failed) else { panic!("it failed") };
        assert_eq!(code_of(step), Some(ModelError::Unreachable.problem().kind.code.to_owned()));
        assert!(matches!(turn(Next::Done(vec![1])), ProviderTurn::Keep(made) if made == [1]));
    }
}
