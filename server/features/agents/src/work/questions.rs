//! Questions of tool servers to the person of a task, while their tools run (decision 1014).
//!
//! A question stands with its call, so that every window shows it. The task goes on running: the server's call ends with its
//! connection. Any process takes the answer; the one that runs the tool finds it there, and hands it to the server.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use area::Services;
use async_trait::async_trait;
use conversations::QuestionState;
use generation::{QUESTION_SECONDS_MAX, QUESTIONS_PER_CALL_MAX, Question, Questions, Reply};
use kernel::{Fallible, SECOND, Uuid, uuid_v7};
use store::Tx;
use tasks::{State, TaskId, lock_any, tell_of_question};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::work::entry::{AskedQuestion, StepEntry};
use crate::work::progress::AgentTask;
use crate::work::store::{find_step, update_step};
use crate::work::task::{AgentKind, commit};

/// Interval at which an answer is looked for when no hint arrives.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The place of a step whose tools run.
#[derive(Clone)]
pub(crate) struct StepPlace {
    pub services: Services,
    pub id: TaskId,
    pub number: i64,
}

/// The way from one call of a tool to the person of its task.
pub(crate) struct CallQuestions {
    place: StepPlace,
    call_id: String,
    cancelled: CancellationToken,
    asked: AtomicUsize,
    is_unanswered: AtomicBool,
    /// Number of questions that wait.
    open: watch::Sender<usize>,
    news: UnboundedSender<QuestionNews>,
}

/// News of a question, for the step whose call asks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionNews {
    Opened,
    Closed,
    /// Its server took it back before anybody answered.
    Left(Uuid),
}

impl CallQuestions {
    pub fn new(
        place: StepPlace,
        call_id: String,
        cancelled: CancellationToken,
        news: UnboundedSender<QuestionNews>,
    ) -> Self {
        Self {
            place,
            call_id,
            cancelled,
            asked: AtomicUsize::new(0),
            is_unanswered: AtomicBool::new(false),
            open: watch::Sender::new(0),
            news,
        }
    }

    /// Returns true if nobody answered a question in time.
    pub fn is_unanswered(&self) -> bool {
        self.is_unanswered.load(Ordering::Relaxed)
    }

    async fn ask_and_wait(&self, id: Uuid, question: Question) -> Fallible<Reply> {
        let mut open = Open::new(self, id);
        if !self.show(id, question).await? {
            open.is_over = true;
            return Ok(Reply::Cancelled);
        }
        tokio::select! {
            waited = self.wait(id) => waited?,
            () = self.cancelled.cancelled() => {}
        }
        let reply = self.place.end_question(id).await?;
        open.is_over = true;
        Ok(reply)
    }

    /// Writes a question down; `false` if its call is over.
    async fn show(&self, id: Uuid, question: Question) -> Fallible<bool> {
        let Question { source, message, fields, url } = question;
        let (state, answer) = (QuestionState::Waiting, None);
        let asked = AskedQuestion { question_id: id, source, message, fields, url, state, answer };
        let StepPlace { services, .. } = &self.place;
        let mut tx = services.db.begin().await?;
        let Some((task, mut step)) = self.place.lock(&mut tx).await? else { return Ok(false) };
        let call = step.calls.iter_mut().find(|call| call.id == self.call_id && call.is_open());
        let Some(call) = call.filter(|_| task.head.state == State::Running) else {
            return Ok(false);
        };
        call.asked.push(asked);
        tell_of_question::<AgentKind>(services, &mut tx, &task.head).await?;
        self.place.write(tx, task, step).await?;
        Ok(true)
    }

    /// Waits until the question is answered or too old.
    async fn wait(&self, id: Uuid) -> Fallible<()> {
        let StepPlace { services, id: task_id, number } = &self.place;
        let until = services.clock.now().plus(QUESTION_SECONDS_MAX * SECOND);
        let mut hints = services.bus.subscribe(&format!("task:{task_id}"));
        while services.clock.now() < until {
            let mut conn = services.db.read().await?;
            let step = find_step(&mut conn, *task_id, *number).await?;
            drop(conn);
            let mut asked = step.iter().flat_map(|step| &step.calls).flat_map(|call| &call.asked);
            if !asked.any(|one| one.question_id == id && one.is_waiting()) {
                return Ok(());
            }
            let _hint_or_time = timeout(LOOK_EVERY, hints.next()).await;
        }
        self.is_unanswered.store(true, Ordering::Relaxed);
        Ok(())
    }

    fn tell(&self, news: QuestionNews) {
        // Nobody listens when the step is over.
        let _over = self.news.send(news);
    }
}

#[async_trait]
impl Questions for CallQuestions {
    async fn ask(&self, question: Question) -> Reply {
        let services = &self.place.services;
        if self.asked.fetch_add(1, Ordering::Relaxed) >= QUESTIONS_PER_CALL_MAX {
            tracing::warn!(task.id = %self.place.id, "a tool asks more than it may");
            return Reply::Cancelled;
        }
        let id = uuid_v7(services.clock.now());
        self.ask_and_wait(id, question).await.unwrap_or_else(|fault| {
            tracing::warn!(task.id = %self.place.id, %fault, "a question could not be asked");
            Reply::Cancelled
        })
    }

    fn open(&self) -> watch::Receiver<usize> {
        self.open.subscribe()
    }
}

impl StepPlace {
    /// Ends a question, and returns its answer if there is one.
    pub async fn end_question(&self, id: Uuid) -> Fallible<Reply> {
        let mut tx = self.services.db.begin().await?;
        let Some((task, mut step)) = self.lock(&mut tx).await? else { return Ok(Reply::Cancelled) };
        let mut all = step.calls.iter_mut().flat_map(|call| &mut call.asked);
        let Some(asked) = all.find(|one| one.question_id == id) else {
            return Ok(Reply::Cancelled);
        };
        let reply = match asked.state {
            QuestionState::Accepted => Reply::Accepted(asked.answer.take().unwrap_or_default()),
            QuestionState::Declined => Reply::Declined,
            QuestionState::Waiting | QuestionState::Cancelled => Reply::Cancelled,
        };
        asked.end();
        self.write(tx, task, step).await?;
        Ok(reply)
    }

    async fn lock(&self, tx: &mut Tx) -> Fallible<Option<(AgentTask, StepEntry)>> {
        let Some(task) = lock_any::<AgentKind>(tx, self.id).await? else { return Ok(None) };
        let step = find_step(tx, self.id, self.number).await?;
        Ok(step.map(|step| (task, step)))
    }

    async fn write(&self, mut tx: Tx, mut task: AgentTask, step: StepEntry) -> Fallible<()> {
        task.output.is_asking = step.is_asking();
        update_step(&mut tx, self.id, self.number, step).await?;
        commit(&self.services, tx, task).await
    }
}

/// A question while it waits.
struct Open<'a> {
    questions: &'a CallQuestions,
    id: Uuid,
    /// True once nothing of it is left to be written.
    is_over: bool,
}

impl<'a> Open<'a> {
    fn new(questions: &'a CallQuestions, id: Uuid) -> Self {
        questions.open.send_modify(|open| *open += 1);
        questions.tell(QuestionNews::Opened);
        Self { questions, id, is_over: false }
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.questions.open.send_modify(|open| *open -= 1);
        self.questions.tell(QuestionNews::Closed);
        if !self.is_over {
            self.questions.tell(QuestionNews::Left(self.id));
        }
    }
}
