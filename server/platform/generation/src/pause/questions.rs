//! Questions of tools to the person they work for, and those to the person of a running answer.
//!
//! A question of an answer's tool is a row while it waits, and a part of the answer for good. The process that runs the tool
//! waits for the row to be answered; any process can take the answer. When the tool or its run ends first, the question is
//! cancelled.

pub(crate) mod rows;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use conversations::{InvalidAnswer, Part, PartKind, QuestionField, QuestionState, checked_answer};
use kernel::{Clock, Fallible, SECOND, Uuid, uuid_v7};
use serde::Deserialize;
use serde_json::{Map, Value};
use store::StoreResult;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

use crate::generation::{Generation, Inner};
use crate::pause::questions::rows::{
    add_waited, delete_question, find_fields, insert_question, is_waiting, store_answer,
    take_answer,
};
use crate::rules::{QUESTION_SECONDS_MAX, QUESTIONS_PER_CALL_MAX};
use crate::store::find_run;
use crate::{ANSWER_INVALID, QUESTION_NOT_WAITING, Run, RunState};

/// Interval at which an answer is looked for when no hint arrives.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A question of a tool.
#[derive(Debug, Clone)]
pub struct Question {
    /// The name of who asks, as the person knows it.
    pub source: String,
    pub message: String,
    pub fields: Vec<QuestionField>,
    /// The page on which the person is to go on.
    pub url: Option<String>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    Accepted(Map<String, Value>),
    Declined,
    /// Nobody chose.
    Cancelled,
}

/// A person's action on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionAction {
    Accept,
    Decline,
    Cancel,
}

impl QuestionAction {
    fn state(self) -> QuestionState {
        match self {
            Self::Accept => QuestionState::Accepted,
            Self::Decline => QuestionState::Declined,
            Self::Cancel => QuestionState::Cancelled,
        }
    }
}

/// The way from one call of a tool to its person.
#[async_trait]
pub trait Questions: Send + Sync {
    /// Asks the person and waits for the answer, for at most [`QUESTION_SECONDS_MAX`].
    async fn ask(&self, question: Question) -> Reply;

    /// Returns the number of questions that wait, as it changes.
    fn open(&self) -> watch::Receiver<usize>;

    /// Returns true while a question waits.
    fn is_open(&self) -> bool {
        *self.open().borrow() > 0
    }
}

/// Runs `work` for at most `limit`; the time in which one of its questions waits does not count. Returns what came of it, if
/// it came in time, and for how many microseconds questions waited. `open`: the number of those that do.
pub async fn run_within<T>(
    limit: Duration,
    mut open: watch::Receiver<usize>,
    clock: &Clock,
    work: impl Future<Output = T>,
) -> (Option<T>, i64) {
    let mut work = std::pin::pin!(work);
    let (mut left, mut waited) = (limit, 0);
    let outcome = loop {
        let is_open = *open.borrow_and_update() > 0;
        let (began, began_at) = (Instant::now(), clock.now());
        tokio::select! {
            done = &mut work => break Some(done),
            () = tokio::time::sleep(left), if !is_open => break None,
            Ok(()) = open.changed() => {}
        }
        match is_open {
            true => waited += clock.now().since(began_at),
            false => left = left.saturating_sub(began.elapsed()),
        }
    };
    (outcome, waited)
}

/// The way from one call of a tool to the person of its run.
pub(crate) struct RunQuestions(Call);

struct Call {
    inner: Arc<Inner>,
    run: Run,
    call_id: String,
    cancelled: CancellationToken,
    shown: UnboundedSender<Shown>,
    asked: AtomicUsize,
    /// Number of questions that wait.
    open: watch::Sender<usize>,
}

#[async_trait]
impl Questions for RunQuestions {
    async fn ask(&self, question: Question) -> Reply {
        let call = &self.0;
        if call.asked.fetch_add(1, Ordering::Relaxed) >= QUESTIONS_PER_CALL_MAX {
            tracing::warn!(run.id = %call.run.id, "a tool asks more than it may");
            return Reply::Cancelled;
        }
        let id = uuid_v7(call.inner.clock.now());
        let mut open = Open::new(call, id);
        if let Err(error) = insert_question(call, id, &question.fields).await {
            tracing::warn!(run.id = %call.run.id, %error, "a question could not be stored");
            return Reply::Cancelled;
        }
        open.show(question);
        tokio::select! {
            () = self.wait(id) => {}
            () = call.cancelled.cancelled() => {}
        }
        match take_answer(&call.inner, id).await {
            Ok((state, reply)) => {
                open.state = state;
                reply
            }
            Err(error) => {
                tracing::warn!(run.id = %call.run.id, %error, "an answer could not be read");
                Reply::Cancelled
            }
        }
    }

    fn open(&self) -> watch::Receiver<usize> {
        self.0.open.subscribe()
    }
}

impl RunQuestions {
    /// Runs `work` for at most `limit`; the time in which a question waits does not count.
    pub async fn within<T>(&self, limit: Duration, work: impl Future<Output = T>) -> Option<T> {
        let Call { inner, run, .. } = &self.0;
        let (outcome, waited) = run_within(limit, self.open(), &inner.clock, work).await;
        if waited > 0
            && let Err(error) = add_waited(inner, run.id, waited).await
        {
            tracing::warn!(run.id = %run.id, %error, "how long a person took is not stored");
        }
        outcome
    }

    /// Waits until the question is answered or too old.
    async fn wait(&self, id: Uuid) {
        let inner = &self.0.inner;
        let until = inner.clock.now().plus(QUESTION_SECONDS_MAX * SECOND);
        let mut hints = inner.bus.subscribe(&topic(id));
        while inner.clock.now() < until {
            match is_waiting(inner, id).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "a question could not be looked for"),
            }
            let _hint_or_time = timeout(LOOK_EVERY, hints.next()).await;
        }
    }
}

/// A question while it waits. Dropped, it says how it ended.
struct Open<'a> {
    call: &'a Call,
    id: Uuid,
    state: QuestionState,
}

impl<'a> Open<'a> {
    fn new(call: &'a Call, id: Uuid) -> Self {
        call.open.send_modify(|open| *open += 1);
        Self { call, id, state: QuestionState::Cancelled }
    }

    fn show(&self, question: Question) {
        let Question { source, message, fields, url } = question;
        let kind = PartKind::Question {
            question_id: self.id,
            call_id: self.call.call_id.clone(),
            source,
            message,
            fields,
            url,
            state: QuestionState::Waiting,
        };
        let part = Part { id: format!("q-{}", self.id), kind };
        // Nobody listens when the run has ended.
        let _over = self.call.shown.send(Shown::Asked(self.call.call_id.clone(), Box::new(part)));
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.call.open.send_modify(|open| *open -= 1);
        let _over = self.call.shown.send(Shown::Ended(self.id, self.state));
    }
}

/// News of a question.
enum Shown {
    /// By the call with this id.
    Asked(String, Box<Part>),
    Ended(Uuid, QuestionState),
}

/// The questions of the tools that run now.
pub(crate) struct OpenQuestions {
    sender: UnboundedSender<Shown>,
    receiver: UnboundedReceiver<Shown>,
    open: HashMap<Uuid, (String, Part)>,
    ended_calls: HashSet<String>,
}

impl OpenQuestions {
    pub fn new() -> Self {
        let (sender, receiver) = unbounded_channel();
        Self { sender, receiver, open: HashMap::new(), ended_calls: HashSet::new() }
    }

    /// Returns the way from a call to the person of `run`; `None` if that person cannot be asked.
    pub fn of(
        &self,
        inner: &Arc<Inner>,
        run: &Run,
        call_id: &str,
        cancelled: &CancellationToken,
    ) -> Option<Arc<RunQuestions>> {
        run.conversation_id.and(run.message_id)?;
        Some(Arc::new(RunQuestions(Call {
            inner: inner.clone(),
            run: run.clone(),
            call_id: call_id.to_owned(),
            cancelled: cancelled.clone(),
            shown: self.sender.clone(),
            asked: AtomicUsize::new(0),
            open: watch::Sender::new(0),
        })))
    }

    /// Returns true while a question waits.
    pub fn is_any_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns the next part to be shown: a question, or how it ended.
    pub async fn next(&mut self) -> Part {
        loop {
            let shown = self.receiver.recv().await;
            if let Some(part) = self.take(shown.expect("its sender is here")) {
                return part;
            }
        }
    }

    fn take(&mut self, shown: Shown) -> Option<Part> {
        match shown {
            // It came when its call was over.
            Shown::Asked(call_id, _) if self.ended_calls.contains(&call_id) => None,
            Shown::Asked(call_id, part) => {
                if let PartKind::Question { question_id, .. } = part.kind {
                    self.open.insert(question_id, (call_id, Part::clone(&part)));
                }
                Some(*part)
            }
            Shown::Ended(id, state) => {
                self.open.remove(&id).map(|(_, part)| with_state(part, state))
            }
        }
    }

    /// Ends all questions. Returns their parts.
    pub fn end_all(&mut self) -> Vec<Part> {
        let open = self.open.drain();
        open.map(|(_, (_, part))| with_state(part, QuestionState::Cancelled)).collect()
    }

    /// Ends the questions of a call that is over. Returns their parts.
    pub fn end_call(&mut self, call_id: &str) -> Vec<Part> {
        self.ended_calls.insert(call_id.to_owned());
        let mut parts: Vec<_> =
            std::iter::from_fn(|| self.receiver.try_recv().ok().map(|shown| self.take(shown)))
                .flatten()
                .collect();
        let open = self.open.extract_if(|_, (of, _)| of == call_id);
        parts.extend(open.map(|(_, (_, part))| with_state(part, QuestionState::Cancelled)));
        parts
    }
}

fn with_state(mut part: Part, ended: QuestionState) -> Part {
    if let PartKind::Question { state, .. } = &mut part.kind {
        *state = ended;
    }
    part
}

impl Generation {
    /// Takes the person's answer to a question of `run`. The first one counts.
    ///
    /// Problems: [`QUESTION_NOT_WAITING`], [`ANSWER_INVALID`].
    pub async fn answer_question(
        &self,
        run: &Run,
        id: Uuid,
        action: QuestionAction,
        content: Map<String, Value>,
    ) -> Fallible<()> {
        let inner = &self.0;
        let mut tx = inner.db.begin().await?;
        let is_running =
            find_run(&mut tx, run.id).await?.is_some_and(|now| now.state == RunState::Running);
        let fields = find_fields(&mut tx, run.id, id).await?.filter(|_| is_running);
        let fields = fields.ok_or(QUESTION_NOT_WAITING)?;
        let answer = match action {
            QuestionAction::Accept => {
                let checked = checked_answer(&fields, content).map_err(|invalid| {
                    let InvalidAnswer { field, reason } = invalid;
                    ANSWER_INVALID.with("field", field).with("reason", reason.as_str())
                })?;
                Some(Value::Object(checked).to_string())
            }
            QuestionAction::Decline | QuestionAction::Cancel => None,
        };
        if !store_answer(&mut tx, id, action.state(), answer).await? {
            return Err(QUESTION_NOT_WAITING.into());
        }
        tx.commit().await?;
        inner.bus.publish(&topic(id), "");
        Ok(())
    }
}

fn topic(id: Uuid) -> String {
    format!("run_question:{id}")
}

impl Inner {
    /// Deletes questions that were cancelled: nothing waits for their answers.
    pub async fn forget_cancelled(&self, parts: &[Part]) {
        let cancelled = parts.iter().filter_map(|part| match part.kind {
            PartKind::Question { question_id, state: QuestionState::Cancelled, .. } => {
                Some(question_id)
            }
            _ => None,
        });
        let forget = async {
            for id in cancelled {
                delete_question(self, id).await?;
            }
            StoreResult::Ok(())
        };
        if let Err(error) = forget.await {
            tracing::warn!(%error, "questions are left to the upkeep");
        }
    }
}
