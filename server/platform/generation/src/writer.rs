use std::sync::LazyLock;
use std::time::Duration;

use conversations::{NoticeAction, Part, PartKind, ToolCallState};
use kernel::{Clock, RunId, Timestamp};
use providers::{Answerer, Citation, ModelEvent, Notice, ToolCall};
use tokio::time::Instant;

use crate::draft::Draft;
use crate::event::{RunEvent, Sequenced};
use crate::journal::{Journal, Row};

/// Turns a model's output into events: numbers them, merges them, and appends them to the journal.
///
/// The first words go out at once; later ones are merged for [`merge_for`], which readers cannot notice and which saves
/// nine tenths of the rows.
pub(crate) struct Writer {
    run_id: RunId,
    journal: Journal,
    clock: Clock,
    pub draft: Draft,
    /// Words that are not journaled yet, all of the last part.
    pending: String,
    open: Option<Open>,
    last_append: Option<Instant>,
    /// Calls that the model requests, if this run executes them.
    calls: Option<Vec<ToolCall>>,
    /// The model that answers in place of the requested one.
    pub answerer: Option<Answerer>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Reasoning,
}

struct Open {
    kind: Kind,
    started_at: Timestamp,
    is_announced: bool,
}

/// Time for which words are merged before they are journaled (architecture 1.10).
const MERGE: Duration = Duration::from_millis(50);
/// The same when many write at once: half the rows, half the commits, and still ten times a second.
const MERGE_BUSY: Duration = Duration::from_millis(100);
/// Number of runs from which a process counts as busy.
const BUSY_RUNS: usize = 64;
/// Runs wake at common moments, this far apart, so that one wake-up and one commit serve many.
const BEAT: Duration = Duration::from_millis(10);

/// Returns the time for which words are merged while this process writes `active_runs`.
fn merge_for(active_runs: usize) -> Duration {
    if active_runs < BUSY_RUNS { MERGE } else { MERGE_BUSY }
}

/// Returns the first beat at or after `moment`.
fn next_beat(moment: Instant) -> Instant {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    let beat = BEAT.as_nanos();
    let beats = moment.saturating_duration_since(*FIRST).as_nanos().div_ceil(beat);
    *FIRST + Duration::from_nanos(u64::try_from(beats * beat).unwrap_or(u64::MAX))
}

/// Words that are journaled without waiting, in bytes (security promise P3: at most 2 KiB).
const MERGE_MAX_BYTES: usize = 2_048;

impl Writer {
    /// Returns a writer for a run whose first `seq` events are stored.
    pub fn new(run_id: RunId, journal: Journal, clock: Clock, seq: i64) -> Self {
        let draft = Draft { seq, ..Draft::default() };
        let pending = String::new();
        let (open, last_append, calls, answerer) = (None, None, None, None);
        Self { run_id, journal, clock, draft, pending, open, last_append, calls, answerer }
    }

    /// Collects tool calls for [`Writer::take_calls`], instead of showing them.
    pub fn keep_calls(&mut self) {
        self.calls = Some(Vec::new());
    }

    /// Returns the calls that the model requested since the last call of this function.
    pub fn take_calls(&mut self) -> Vec<ToolCall> {
        self.calls.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Takes one event of the model. Usage and the finish are handled by the engine.
    pub async fn take(&mut self, event: ModelEvent) {
        match event {
            ModelEvent::Text(text) => self.take_words(Kind::Text, &text).await,
            ModelEvent::Reasoning(text) => self.take_words(Kind::Reasoning, &text).await,
            ModelEvent::TextWasReasoning => self.turn_into_reasoning().await,
            ModelEvent::Citation(citation) => self.take_part(cited(citation)).await,
            ModelEvent::Notice(notice) => self.take_part(noticed(notice)).await,
            ModelEvent::ToolCall(call) => match &mut self.calls {
                Some(calls) => calls.push(call),
                None => self.take_part(handed_over(call)).await,
            },
            ModelEvent::AnsweredBy(answerer) => self.introduce(answerer).await,
            ModelEvent::Usage(_) | ModelEvent::Finished(_) => {}
        }
    }

    /// Turns the text that is being written into reasoning.
    async fn turn_into_reasoning(&mut self) {
        if let Some(open) = self.open.as_mut().filter(|open| open.kind == Kind::Text) {
            let is_announced = open.is_announced;
            open.kind = Kind::Reasoning;
            if let Some(last) = self.draft.parts.last_mut().filter(|_| is_announced)
                && let PartKind::Text { text } = &mut last.kind
            {
                let text = std::mem::take(text);
                last.kind = PartKind::Reasoning { text, duration_ms: None };
            }
            // Ending a part of reasoning repeats it whole, which replaces the text that readers have.
            self.close().await;
        }
    }

    /// Announces a fallback that answers, once per fallback.
    async fn introduce(&mut self, answerer: Answerer) {
        if self.answerer.as_ref() == Some(&answerer) {
            return;
        }
        let text = format!("{} answers: the chosen model could not.", answerer.name);
        let code = "providers.answered_by".to_owned();
        self.take_part(PartKind::Notice { code, text, action: None }).await;
        self.answerer = Some(answerer);
    }

    /// Returns when words may be journaled again, while this process writes `active_runs`; `None` if they may at once.
    pub fn next_flush_at(&self, active_runs: usize) -> Option<Instant> {
        let until = next_beat(self.last_append? + merge_for(active_runs));
        (until > Instant::now()).then_some(until)
    }

    /// Returns true if readers were shown anything of this step.
    pub fn has_appended(&self) -> bool {
        self.last_append.is_some()
    }

    /// Returns true if the model sent nothing at all.
    pub fn is_empty(&self) -> bool {
        let wants_nothing = self.calls.as_ref().is_none_or(Vec::is_empty);
        self.draft.parts.is_empty() && self.pending.is_empty() && wants_nothing
    }

    /// Journals the words that wait.
    pub async fn append_pending(&mut self) {
        let mut events = Vec::new();
        self.drain_pending(&mut events);
        self.append(events).await;
    }

    /// Closes the last part and returns when everything is on its way to the disk.
    pub async fn finish(&mut self) {
        self.close().await;
        self.journal.flush().await;
    }

    /// Closes the last part.
    pub async fn close(&mut self) {
        let mut events = Vec::new();
        self.close_part(&mut events);
        self.append(events).await;
    }

    /// Shows a part: a new one, or one that changed.
    pub async fn put(&mut self, part: Part) {
        let mut events = Vec::new();
        self.close_part(&mut events);
        let is_known = self.draft.parts.iter().any(|known| known.id == part.id);
        let event = match is_known {
            true => RunEvent::PartCompleted { part },
            false => RunEvent::PartStarted { part },
        };
        self.push(&mut events, event);
        self.append(events).await;
    }

    async fn take_words(&mut self, kind: Kind, words: &str) {
        if words.is_empty() {
            return;
        }
        if self.open.as_ref().is_none_or(|open| open.kind != kind) {
            let mut events = Vec::new();
            self.close_part(&mut events);
            self.append(events).await;
            let started_at = self.clock.now();
            self.open = Some(Open { kind, started_at, is_announced: false });
        }
        self.pending.push_str(words);
        if self.pending.len() >= MERGE_MAX_BYTES {
            self.append_pending().await;
        }
    }

    async fn take_part(&mut self, kind: PartKind) {
        let mut events = Vec::new();
        self.close_part(&mut events);
        let part = Part { id: self.next_part_id(), kind };
        self.push(&mut events, RunEvent::PartStarted { part });
        self.append(events).await;
    }

    fn drain_pending(&mut self, events: &mut Vec<Sequenced>) {
        if self.pending.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.pending);
        let id = self.next_part_id();
        let Some(open) = &mut self.open else { return };
        if open.is_announced {
            let part_id = self.draft.parts.last().map(|part| part.id.clone()).unwrap_or_default();
            self.push(events, RunEvent::PartDelta { part_id, text });
            return;
        }
        open.is_announced = true;
        let kind = match open.kind {
            Kind::Text => PartKind::Text { text },
            Kind::Reasoning => PartKind::Reasoning { text, duration_ms: None },
        };
        self.push(events, RunEvent::PartStarted { part: Part { id, kind } });
    }

    /// Ends the part that is being written. Reasoning is repeated whole, with how long it took.
    fn close_part(&mut self, events: &mut Vec<Sequenced>) {
        self.drain_pending(events);
        let Some(open) = self.open.take() else { return };
        let Some(last) = self.draft.parts.last() else { return };
        if let PartKind::Reasoning { text, .. } = &last.kind {
            let duration_ms = Some(self.clock.now().since(open.started_at) / 1_000);
            let kind = PartKind::Reasoning { text: text.clone(), duration_ms };
            let part = Part { id: last.id.clone(), kind };
            self.push(events, RunEvent::PartCompleted { part });
        }
    }

    pub fn next_part_id(&self) -> String {
        format!("p{}", self.draft.parts.len() + 1)
    }

    fn push(&mut self, events: &mut Vec<Sequenced>, event: RunEvent) {
        let sequenced = Sequenced { seq: self.draft.seq + 1, event };
        self.draft.apply(sequenced.clone());
        events.push(sequenced);
    }

    async fn append(&mut self, events: Vec<Sequenced>) {
        if events.is_empty() {
            return;
        }
        let is_first = self.last_append.is_none();
        self.last_append = Some(Instant::now());
        let rows = events.iter().map(|event| Row::new(self.run_id, event)).collect();
        self.journal.append(rows, is_first).await;
    }
}

fn cited(citation: Citation) -> PartKind {
    PartKind::Citation {
        title: citation.title,
        url: citation.url,
        quote: citation.quote,
        conversation_id: citation.conversation_id,
        message_id: citation.message_id,
        file_id: None,
        page: None,
        cites: Vec::new(),
        web: None,
        given: None,
    }
}

/// Converts a tool call that the client executes itself into a part: this run has no tools.
fn handed_over(call: ToolCall) -> PartKind {
    PartKind::ToolCall {
        call_id: call.id,
        title: call.name.clone(),
        tool: call.name,
        source: None,
        arguments: call.arguments,
        state: ToolCallState::Completed,
        output: None,
        provider_state: call.provider_state,
    }
}

fn noticed(notice: Notice) -> PartKind {
    let action = notice.action.map(|action| match action {
        providers::NoticeAction::ConnectModel => NoticeAction::ConnectModel,
    });
    PartKind::Notice { code: notice.code, text: notice.text, action }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_merged_for_50_ms_and_for_100_when_64_runs_write_at_once() {
        assert_eq!(merge_for(63), Duration::from_millis(50));
        assert_eq!(merge_for(64), Duration::from_millis(100));
    }

    #[test]
    fn beats_are_10_ms_apart_and_never_in_the_past() {
        let beat = next_beat(Instant::now());
        assert_eq!(next_beat(beat), beat);
        assert_eq!(next_beat(beat + Duration::from_nanos(1)), beat + Duration::from_millis(10));
    }
}
