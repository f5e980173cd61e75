use api::ProblemBody;
use async_trait::async_trait;
use kernel::{Fallible, Payer, RunId, Uuid, truncate};
use ledger::{Budget, Charge};
use serde_json::Value;
use store::Tx;

/// The whole answer of a model that found nothing new.
const NOTHING_NEW: &str = "NO CHANGES";
/// Maximum length of the last result in a prompt.
const PREVIOUS_MAX_CHARS: usize = 8_000;

/// Adds the last result to a prompt, so that the model can tell whether anything changed.
pub fn prompt_after(text: &str, previous: &str) -> String {
    let previous = truncate(previous, PREVIOUS_MAX_CHARS);
    let quoted: Vec<String> = previous.lines().map(|line| format!("> {line}")).collect();
    format!(
        "{text}\n\n---\n\nThis was your last answer to this request:\n\n{}\n\nIf nothing of substance has changed since, \
         reply with exactly: {NOTHING_NEW}",
        quoted.join("\n")
    )
}

/// Returns the result of a model that was asked with [`prompt_after`]; `None`: it says that nothing changed.
pub fn changed_result(text: String) -> Option<String> {
    let is_new = text.trim().trim_matches(['.', '*', '"']) != NOTHING_NEW;
    is_new.then_some(text)
}

/// Work of an area that starts by itself at times its person chose: a prompt, a research again, a reading.
#[async_trait]
pub trait Schedulable: Send + Sync {
    /// Returns the kind, `prompt` or `reading`: a word that is stored and never changes.
    fn kind(&self) -> &'static str;

    /// Checks what is to be started, in the area's own format. Returns it as it is stored.
    ///
    /// Problems: the area's own for something that cannot be started, or not by this person.
    async fn check(&self, payer: &Payer, input: Value) -> Fallible<Value>;

    /// Prepares one start. No transaction is open, because models and pages may be asked here.
    async fn prepare(&self, wanted: &ScheduledStart) -> Fallible<Box<dyn PreparedStart>>;

    /// Returns how far work is that was started.
    async fn report(&self, payer: &Payer, work: &ScheduledWork) -> Fallible<WorkReport>;

    /// Called once work is over that brought nothing new: its person need not look at it.
    async fn settle_unchanged(&self, _payer: &Payer, _work: &ScheduledWork) -> Fallible<()> {
        Ok(())
    }
}

/// A start that only has to be written.
#[async_trait]
pub trait PreparedStart: Send {
    /// Returns the maximum charge, as far as it is known before the work begins.
    fn charge(&self) -> Charge;

    /// Starts the work in the caller's transaction, so that it starts exactly when that is committed.
    async fn start(self: Box<Self>, tx: &mut Tx) -> Fallible<ScheduledWork>;
}

/// The work that is to be started.
#[derive(Debug, Clone)]
pub struct ScheduledStart {
    pub payer: Payer,
    /// Title of the schedule.
    pub title: String,
    /// As [`Schedulable::check`] returned it.
    pub input: Value,
    /// Maximum charge of this start, for work whose price is not known before it begins; `None`: no limit.
    pub run_cap: Option<i64>,
    /// The budget that its runs count towards, as far as the area can say so of its runs.
    pub budget: Option<Budget>,
    /// The result of the last time, where the person wants to hear of changes only.
    pub previous: Option<String>,
}

/// Work that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledWork {
    /// The area's own id: of a message, a task.
    pub id: Uuid,
    /// The path of its page.
    pub path: String,
    /// The run whose end is its end. Without one its area is asked again and again.
    pub run_id: Option<RunId>,
}

/// The state of work that was started, and its cost so far.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkReport {
    pub outcome: WorkOutcome,
    pub charged: i64,
}

/// The state of work that was started.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkOutcome {
    Working,
    /// It waits for its person.
    Waiting,
    /// It is complete. `text`: its result; `None`: it says itself that nothing changed.
    Complete {
        text: Option<String>,
    },
    Failed(ProblemBody),
    /// Its person stopped or deleted it.
    Stopped,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_result_is_quoted_below_the_prompt() {
        let text = prompt_after("What is new?", "One.\nTwo.");
        assert!(text.starts_with("What is new?\n\n---"));
        assert!(text.contains("> One.\n> Two."));
        assert!(text.ends_with("reply with exactly: NO CHANGES"));
    }

    #[test]
    fn a_result_that_only_says_so_is_no_change() {
        assert_eq!(changed_result("**NO CHANGES.**\n".to_owned()), None);
        assert_eq!(changed_result("Two.".to_owned()), Some("Two.".to_owned()));
    }
}
