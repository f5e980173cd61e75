//! What comes next: a pure function of what stands there.

use conversations::ToolCallState;

use crate::work::entry::{Entry, last_step};
use crate::work::progress::{Pause, Progress};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// A model is asked for the next step.
    Ask,
    /// The tools of the last step run.
    UseTools,
    Pause(Pause),
    Done,
}

/// Returns what comes next. Tools that may run do so before the person is waited for.
pub(crate) fn next(progress: &Progress, entries: &[Entry]) -> Next {
    let last = last_step(entries);
    if let Some((_, step)) = last {
        if step.calls.iter().any(|call| call.state == ToolCallState::Running) {
            return Next::UseTools;
        }
        let mut waiting = step.calls.iter().filter(|call| call.is_waiting()).peekable();
        if waiting.peek().is_some() {
            let is_form = waiting.all(|call| !call.questions.is_empty());
            return Next::Pause(if is_form { Pause::Questions } else { Pause::Approval });
        }
        let is_answer =
            step.calls.is_empty() && entries.last().is_some_and(|it| it.step().is_some());
        if is_answer && progress.inbox.is_empty() {
            return Next::Done;
        }
    }
    match progress.asked >= progress.steps_max {
        true => Next::Pause(Pause::Steps),
        false => Next::Ask,
    }
}

#[cfg(test)]
mod tests {
    use conversations::QuestionField;
    use conversations::QuestionInput;
    use kernel::Timestamp;
    use providers::ToolCall;

    use super::*;
    use crate::work::entry::{Call, EntryKind, StepEntry};
    use crate::work::progress::Message;

    fn call(state: ToolCallState) -> Call {
        let call = ToolCall {
            id: "c".into(),
            name: "t".into(),
            arguments: "{}".into(),
            provider_state: None,
        };
        Call::new(call, state)
    }

    fn form() -> Call {
        let field = QuestionField {
            name: "q1".into(),
            title: "Which?".into(),
            description: None,
            required: false,
            input: QuestionInput::Boolean { default: None },
        };
        Call { questions: vec![field], ..call(ToolCallState::Waiting) }
    }

    fn step(calls: Vec<Call>) -> Entry {
        let kind = EntryKind::Step(StepEntry { calls, ..StepEntry::default() });
        Entry { number: 2, at: Timestamp::from_micros(1), kind }
    }

    fn message() -> Message {
        let (id, sent_at) = (kernel::Uuid::nil(), Timestamp::from_micros(1));
        Message { id, text: "Hi".into(), parts: Vec::new(), sent_at }
    }

    fn progress() -> Progress {
        Progress { steps_max: 3, asked: 1, ..Progress::default() }
    }

    #[test]
    fn a_model_is_asked_until_it_calls_nothing_any_more() {
        assert_eq!(next(&progress(), &[]), Next::Ask);
        let done = call(ToolCallState::Completed);
        assert_eq!(next(&progress(), &[step(vec![done])]), Next::Ask);
        assert_eq!(next(&progress(), &[step(vec![])]), Next::Done);
    }

    #[test]
    fn a_message_is_taken_in_before_it_is_done() {
        let steered = Progress { inbox: vec![message()], ..progress() };
        assert_eq!(next(&steered, &[step(vec![])]), Next::Ask);
        let said = Entry { kind: EntryKind::Said(message()), ..step(vec![]) };
        assert_eq!(next(&progress(), &[step(vec![]), said]), Next::Ask);
    }

    #[test]
    fn tools_run_before_the_person_is_waited_for() {
        let both = vec![call(ToolCallState::Waiting), call(ToolCallState::Running)];
        assert_eq!(next(&progress(), &[step(both)]), Next::UseTools);
        let waiting = vec![call(ToolCallState::Waiting), form()];
        assert_eq!(next(&progress(), &[step(waiting)]), Next::Pause(Pause::Approval));
        assert_eq!(next(&progress(), &[step(vec![form()])]), Next::Pause(Pause::Questions));
    }

    // spec §4: "runs up to a maximum number of steps, then pauses and can be continued"
    #[test]
    fn it_pauses_at_its_last_step_but_an_answer_is_not_held_back() {
        let full = Progress { asked: 3, ..progress() };
        let done = call(ToolCallState::Completed);
        assert_eq!(next(&full, &[step(vec![done])]), Next::Pause(Pause::Steps));
        assert_eq!(next(&full, &[step(vec![])]), Next::Done);
        let running = call(ToolCallState::Running);
        assert_eq!(next(&full, &[step(vec![running])]), Next::UseTools);
    }
}
