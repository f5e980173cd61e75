//! A reading as a kind of task: its source is read, its text is kept in numbered places, a model sums it up.

use api::ProblemBody;
use area::{Services, choose_model};
use async_trait::async_trait;
use bytes::Bytes;
use entitlements::DailyUse;
use generation::{RunSnapshot, RunState};
use jobs::{Job, JobResult};
use kernel::{Fallible, FileId, Problem, ProblemKind};
use providers::Protocol;
use retrieval::check;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreResult, Tx};
use tasks::{Lane, State, Step, TaskId, TaskKind, TaskOf};

use crate::extract::extract;
use crate::kept_pdf::{keep_pdf, remove};
use crate::limits::{ABANDONED_MINUTES, AT_ONCE_MAX, TRASH_DAYS};
use crate::places::Place;
use crate::problems::{
    ID_TAKEN, INTERRUPTED, NOT_FOUND, READING_FAILED, SUMMARY_FAILED, TASK_FAILED,
    TOO_MANY_READINGS, TOO_MANY_VIDEOS,
};
use crate::prompt::{budget, fitting, request};
use crate::read::{Read, Text, Unread, read};
use crate::readings::cut_title;
use crate::scans::Pictures;
use crate::source::{Kind, Length, Source};
use crate::source_store::{find_places, forget_places, save_places, take_file};
use crate::summary::{Summary, put};

/// Sums up a page, a video or a PDF.
pub(crate) struct ReadingTask;

/// A reading, as it is stored.
pub(crate) type Reading = TaskOf<ReadingTask>;

/// Input of a reading: its source, and the settings of the summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub source: Source,
    pub kind: Kind,
    pub locale: Option<String>,
    /// `None`: no model is connected, sentences are picked.
    pub model: Option<String>,
    /// The length of the summary that is being made, or was made last.
    pub length: Length,
    /// True if the text stays once it was summed up.
    pub keep_source: bool,
}

/// Result of a reading.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Summaries {
    /// One for each length at most.
    pub summaries: Vec<Summary>,
}

/// List entry of a reading.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Label {
    pub kind: Kind,
    pub url: Option<String>,
}

/// Result of a step of a reading.
pub(crate) enum StepResult {
    /// A text that the client sent.
    Sent(Vec<Place>),
    /// A text that the server read.
    Text { kind: Kind, title: Option<String>, places: Vec<Place> },
    /// Sentences, where no model writes.
    Picked(Summary),
    /// Text written by a run.
    Written(Option<Summary>),
}

#[async_trait]
impl TaskKind for ReadingTask {
    type Input = Wish;
    type Output = Summaries;
    type Effect = StepResult;

    const NAME: &'static str = "reading";
    const JOB: &'static str = "reading.step";
    const SWEEP: &'static str = "reading.sweep";
    // A page of a scan takes a core for seconds.
    const SLOW_JOB: &'static str = "reading.slow_step";
    const FEATURE: &'static str = "reading";
    const PAGE: Option<&'static str> = Some("/home/read/");
    const TRASH_DAYS: i64 = TRASH_DAYS;
    const ABANDONED_MINUTES: i64 = ABANDONED_MINUTES;
    const OPEN_MAX: Option<(i64, ProblemKind)> = Some((AT_ONCE_MAX, TASK_FAILED));
    const NOT_FOUND: ProblemKind = NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    async fn step(services: &Services, task: &Reading, lane: Lane) -> Fallible<Step<StepResult>> {
        let mut conn = services.db.read().await?;
        let places = find_places(&mut conn, task.head.id).await?;
        drop(conn);
        match places {
            Some(places) => sum_up(services, task, &places).await,
            None => read_source(services, task, lane).await,
        }
    }

    async fn after_run(
        services: &Services,
        task: &Reading,
        run: RunSnapshot,
    ) -> Fallible<Step<StepResult>> {
        let summary = summary_of(services, task, &run).await?;
        let step = match run.state {
            RunState::Completed | RunState::Cancelled => Step::ended(&run),
            _ => Step::failed(tasks::problem_body(SUMMARY_FAILED), run.problem.clone()),
        };
        Ok(step.with(StepResult::Written(summary)))
    }

    async fn write(
        services: &Services,
        tx: &mut Tx,
        task: &mut Reading,
        brought: StepResult,
    ) -> Fallible<()> {
        match brought {
            StepResult::Sent(places) => save_places(tx, task.head.id, &places).await?,
            StepResult::Text { kind, title, places } => {
                keep_text(services, tx, task, kind, title).await?;
                save_places(tx, task.head.id, &places).await?;
            }
            StepResult::Picked(summary) => {
                task.input.model = None;
                put(&mut task.output.summaries, summary);
            }
            StepResult::Written(summary) => {
                if let Some(summary) = summary {
                    put(&mut task.output.summaries, summary);
                }
            }
        }
        // A text that is not to stay goes with the summary that is whole.
        if task.head.state == State::Succeeded && !task.input.keep_source {
            forget_places(tx, task.head.id).await?;
            let_go_later(services, tx, task.head.id).await?;
        }
        Ok(())
    }

    async fn erase(services: &Services, tx: &mut Tx, ids: &[TaskId]) -> StoreResult<()> {
        for id in ids {
            let_go_later(services, tx, *id).await?;
        }
        Ok(())
    }

    fn is_same(known: &Wish, new: &Wish) -> bool {
        known.source == new.source
    }

    fn label(task: &Reading) -> Value {
        let url = task.input.source.url().map(str::to_owned);
        serde_json::to_value(Label { kind: task.input.kind, url }).unwrap_or_default()
    }

    fn daily_use(task: &Reading) -> Option<(DailyUse, ProblemKind)> {
        Some(match task.input.kind {
            Kind::Video => (DailyUse::Video, TOO_MANY_VIDEOS),
            Kind::Page | Kind::Pdf => (DailyUse::Reading, TOO_MANY_READINGS),
        })
    }

    fn has_result(task: &Reading) -> bool {
        !task.output.summaries.is_empty()
    }

    fn interrupted() -> (Problem, Option<Problem>) {
        (READING_FAILED.into(), Some(INTERRUPTED.into()))
    }
}

async fn read_source(
    services: &Services,
    task: &Reading,
    lane: Lane,
) -> Fallible<Step<StepResult>> {
    let pictures = if lane == Lane::Slow { Pictures::Read } else { Pictures::Left };
    let Text { kind, title, places, pdf } = match read(services, task, pictures).await? {
        Ok(Read::Text(text)) => text,
        // Read already: nothing waits for it any more.
        Ok(Read::Scan) => return Ok(Step::next_slowly()),
        Err(Unread { problem, cause }) => {
            let cause = cause.map(|cause| *cause);
            return Ok(Step::failed(ProblemBody::from(&problem), cause));
        }
    };
    let step = Step::next();
    let step = match pdf.filter(|_| task.input.keep_source) {
        Some(pdf) => step.afterwards(keep(services.clone(), task.clone(), title.clone(), pdf)),
        None => step,
    };
    Ok(step.with(StepResult::Text { kind, title, places }))
}

/// Keeps the PDF of a text that was kept.
async fn keep(
    services: Services,
    mut task: Reading,
    title: Option<String>,
    pdf: Bytes,
) -> Fallible<()> {
    if let Some(title) = usable_title(title) {
        task.head.title = title;
    }
    keep_pdf(&services, &task, pdf).await
}

fn usable_title(title: Option<String>) -> Option<String> {
    title.map(|title| cut_title(&title)).filter(|title| !title.is_empty())
}

/// Puts what is known of a text into its reading.
///
/// Problems: those of the daily limit, of what only now is known to be a video.
async fn keep_text(
    services: &Services,
    tx: &mut Tx,
    task: &mut Reading,
    kind: Kind,
    title: Option<String>,
) -> Fallible<()> {
    let taken_for = std::mem::replace(&mut task.input.kind, kind);
    if let Some(title) = usable_title(title) {
        task.head.title = title;
    }
    if taken_for != kind {
        tasks::save::<ReadingTask>(tx, task).await?;
        tasks::check_daily::<ReadingTask>(services, tx, task).await?;
    }
    Ok(())
}

/// Has a model sum up a text, or picks its sentences.
async fn sum_up(
    services: &Services,
    task: &Reading,
    places: &[Place],
) -> Fallible<Step<StepResult>> {
    let chosen = match &task.input.model {
        Some(model) => Some(choose_model(services, task.head.workspace_id, model).await?),
        None => None,
    };
    match chosen.filter(|chosen| chosen.model.info.protocol != Protocol::Builtin) {
        Some(chosen) => {
            let Wish { kind, length, locale, .. } = &task.input;
            let given = fitting(places, budget(chosen.model.info.context_tokens));
            let title = &task.head.title;
            let request = request(*kind, title, *length, locale.as_deref(), &given);
            Ok(Step::run(tasks::run_of::<ReadingTask>(services, task, chosen, request)))
        }
        None => Ok(Step::done().with(StepResult::Picked(extract(places, task.input.length)))),
    }
}

/// Returns the summary that a run wrote, its numbers held against the places; `None` if it wrote nothing.
async fn summary_of(
    services: &Services,
    task: &Reading,
    run: &RunSnapshot,
) -> Fallible<Option<Summary>> {
    if run.text.trim().is_empty() {
        return Ok(None);
    }
    let mut conn = services.db.read().await?;
    let places = find_places(&mut conn, task.head.id).await?.unwrap_or_default();
    drop(conn);
    let window = match &task.input.model {
        // Only to say how much it was given: a model that is gone by now says nothing.
        Some(model) => services.providers.resolve(model).await.ok(),
        None => None,
    };
    let window = window.and_then(|model| model.info.context_tokens);
    Ok(Some(Summary {
        length: task.input.length,
        model: task.input.model.clone(),
        cites: check(&run.text, |number| text_of(&places, number)),
        places: places.len() as i64,
        places_given: fitting(&places, budget(window)).len() as i64,
        partial: run.state != RunState::Completed,
        text: run.text.clone(),
    }))
}

fn text_of(places: &[Place], number: i64) -> Option<&str> {
    places.iter().find(|place| place.number == number).map(|place| place.text.as_str())
}

/// Undoes that a reading keeps a file, and has the file removed after the transaction.
async fn let_go_later(services: &Services, tx: &mut Tx, id: TaskId) -> StoreResult<()> {
    let Some(file_id) = take_file(tx, id).await? else { return Ok(()) };
    services.files.release_upload(tx, file_id).await?;
    services.queue.enqueue(tx, &RemoveFile { file_id }).await
}

/// Removes a file that no reading keeps.
#[derive(Serialize, Deserialize)]
pub(crate) struct RemoveFile {
    file_id: FileId,
}

impl Job for RemoveFile {
    type Context = Services;

    const NAME: &'static str = "reading.remove_file";

    async fn run(self, services: &Services) -> JobResult {
        let mut tx = services.db.begin().await?;
        let upload = services.files.find_any_upload(&mut tx, self.file_id).await?;
        drop(tx);
        remove(services, upload).await
    }
}
