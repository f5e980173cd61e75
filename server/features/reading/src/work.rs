//! How a reading is done: its source is read, its text is kept, a model sums it up. Each step is kept before
//! the next, so that a process that dies loses at most one.

use api::ProblemBody;
use area::{Chosen, Services, choose_model};
use async_trait::async_trait;
use futures::StreamExt;
use generation::{
    Attached, Run, RunEvent, RunFollower, RunRequest, RunState, WhenFull, event_of, find_run,
};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Fallible, Problem, RunId};
use providers::Protocol;
use retrieval::check;
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::extract::extract;
use crate::kept_pdf::{forget_source, keep_pdf, remove};
use crate::places::Place;
use crate::problems::SUMMARY_FAILED;
use crate::prompt::{budget, fitting, request};
use crate::read::{Read, Text, Unread, read};
use crate::readings::{announce, cut_title};
use crate::scans::Pictures;
use crate::source_store::{find_places, save_places};
use crate::state::State;
use crate::store::{
    Reading, ReadingId, find_by_run, find_even_deleted, find_reading, update_reading,
};
use crate::summary::{Summary, put};
use crate::today::check_today;

/// The states of a reading that no model sums up yet.
pub(crate) const UNREAD: &[State] = &[State::Waiting, State::Reading];

/// Does a reading up to the run that sums it up.
#[derive(Serialize, Deserialize)]
pub(crate) struct DoReading {
    pub reading_id: ReadingId,
}

impl Job for DoReading {
    type Context = Services;

    const NAME: &'static str = "reading.do_reading";
    const MAX_ATTEMPTS: u32 = 3;
    const AT_ONCE: usize = 4;

    async fn run(self, services: &Services) -> JobResult {
        do_reading(services, self.reading_id, Pictures::Left).await
    }
}

/// Does the same with a PDF whose pages are pictures: one after the other, so that they hold up no others.
#[derive(Serialize, Deserialize)]
pub(crate) struct ReadScan {
    reading_id: ReadingId,
}

impl Job for ReadScan {
    type Context = Services;

    const NAME: &'static str = "reading.read_scan";
    const MAX_ATTEMPTS: u32 = 3;
    // A page takes a core for seconds.
    const AT_ONCE: usize = 1;

    async fn run(self, services: &Services) -> JobResult {
        do_reading(services, self.reading_id, Pictures::Read).await
    }
}

async fn do_reading(services: &Services, id: ReadingId, pictures: Pictures) -> JobResult {
    let mut conn = services.db.read().await?;
    let found = find_reading(&mut conn, id).await?;
    drop(conn);
    let Some(mut reading) = found.filter(|reading| UNREAD.contains(&reading.state)) else {
        return Ok(());
    };
    match go_on(services, &mut reading, pictures).await {
        Err(Failure::Problem(problem)) => fail(services, reading, &problem, None).await,
        done => done,
    }
}

async fn go_on(services: &Services, reading: &mut Reading, pictures: Pictures) -> Fallible<()> {
    reading.state = State::Reading;
    if !keep_step(services, reading, UNREAD).await? {
        return Ok(());
    }
    let mut conn = services.db.read().await?;
    let known = find_places(&mut conn, reading.id).await?;
    drop(conn);
    let places = match known {
        Some(places) => places,
        None => match read(services, reading, pictures).await? {
            Ok(Read::Text(text)) => match keep_text(services, reading, text).await? {
                Some(places) => places,
                None => return Ok(()),
            },
            Ok(Read::Scan) if pictures == Pictures::Left => {
                let mut tx = services.db.begin().await?;
                services.queue.enqueue(&mut tx, &ReadScan { reading_id: reading.id }).await?;
                return Ok(tx.commit().await?);
            }
            // It was stopped meanwhile.
            Ok(Read::Scan) => return Ok(()),
            Err(Unread { problem, cause }) => {
                let cause = cause.map(|cause| *cause);
                return fail(services, reading.clone(), &problem, cause).await;
            }
        },
    };
    let chosen = match &reading.model {
        Some(model) => Some(choose_model(services, reading.workspace_id, model).await?),
        None => None,
    };
    match chosen.filter(|chosen| chosen.model.info.protocol != Protocol::Builtin) {
        Some(chosen) => sum_up(services, reading, chosen, &places).await,
        None => {
            let summary = extract(&places, reading.length);
            put(&mut reading.summaries, summary);
            reading.model = None;
            reading.state = State::Complete;
            conclude(services, reading, &[State::Reading]).await
        }
    }
}

/// Keeps what was read; `None`: the reading was stopped meanwhile.
///
/// Problems: those of [`check_today`], of what only now is known to be a video.
async fn keep_text(
    services: &Services,
    reading: &mut Reading,
    text: Text,
) -> Fallible<Option<Vec<Place>>> {
    let taken_for = std::mem::replace(&mut reading.kind, text.kind);
    if let Some(title) = text.title.map(|title| cut_title(&title)).filter(|title| !title.is_empty())
    {
        reading.title = title;
    }
    let mut tx = services.db.begin().await?;
    if !update_reading(&mut tx, reading, &[State::Reading]).await? {
        return Ok(None);
    }
    if taken_for != reading.kind {
        check_today(services, &mut tx, &reading.payer(), reading.kind).await?;
    }
    save_places(&mut tx, reading.id, &text.places).await?;
    tx.commit().await?;
    if let Some(pdf) = text.pdf.filter(|_| reading.keep_source) {
        keep_pdf(services, reading, pdf).await?;
    }
    announce(services, reading.user_id, reading.id);
    Ok(Some(text.places))
}

/// Starts the run that sums up.
async fn sum_up(
    services: &Services,
    reading: &mut Reading,
    chosen: Chosen,
    places: &[Place],
) -> Fallible<()> {
    let run_id = RunId::new(services.clock.now());
    let given = fitting(places, budget(chosen.model.info.context_tokens));
    let locale = reading.locale.as_deref();
    let run = RunRequest {
        run_id,
        payer: reading.payer(),
        conversation_id: None,
        message_id: None,
        feature: "reading",
        request: request(reading.kind, &reading.title, reading.length, locale, &given),
        tools: Vec::new(),
        attached: Attached::default(),
        charge: chosen.charge,
        model: chosen.model,
        plan: Some(chosen.plan),
        when_full: WhenFull::Wait,
    };
    reading.state = State::Summarizing;
    reading.run_id = Some(run_id);
    let mut tx = services.db.begin().await?;
    if !update_reading(&mut tx, reading, &[State::Reading]).await? {
        return Ok(());
    }
    services.generation.start(&mut tx, run).await?;
    tx.commit().await?;
    announce(services, reading.user_id, reading.id);
    Ok(())
}

/// Ends a reading with what stands against it.
async fn fail(
    services: &Services,
    mut reading: Reading,
    problem: &Problem,
    cause: Option<ProblemBody>,
) -> Fallible<()> {
    reading.problem = Some(ProblemBody::from(problem));
    reading.cause = cause;
    reading.state = State::Failed;
    reading.run_id = None;
    keep_step(services, &reading, UNREAD).await?;
    Ok(())
}

async fn keep_step(services: &Services, reading: &Reading, from: &[State]) -> Fallible<bool> {
    let mut tx = services.db.begin().await?;
    let is_kept = update_reading(&mut tx, reading, from).await?;
    tx.commit().await?;
    if is_kept {
        announce(services, reading.user_id, reading.id);
    }
    Ok(is_kept)
}

/// Keeps how a reading ended. A text that is not to stay goes with the summary that is whole.
async fn conclude(services: &Services, reading: &Reading, from: &[State]) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    // It may have been said meanwhile.
    let now = find_even_deleted(&mut tx, reading.id).await?;
    if !update_reading(&mut tx, reading, from).await? {
        return Ok(());
    }
    let mut forgotten = None;
    if reading.state == State::Complete && now.is_some_and(|now| !now.keep_source) {
        forgotten = forget_source(services, &mut tx, reading.id).await?;
    }
    tx.commit().await?;
    remove(services, forgotten).await?;
    announce(services, reading.user_id, reading.id);
    Ok(())
}

/// Hears of the end of the runs that sum up.
pub(crate) struct WhenSummarized {
    pub queue: Queue,
}

#[async_trait]
impl RunFollower for WhenSummarized {
    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        // Runs of chats are by far the most, and none of ours.
        if run.message_id.is_some() {
            return Ok(());
        }
        if let Some(reading_id) = find_by_run(tx, run.id).await? {
            self.queue.enqueue(tx, &KeepSummary { reading_id }).await?;
        }
        Ok(())
    }
}

/// Keeps what a run wrote, and holds its numbers against the places.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeepSummary {
    reading_id: ReadingId,
}

impl Job for KeepSummary {
    type Context = Services;

    const NAME: &'static str = "reading.keep_summary";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let found = find_even_deleted(&mut conn, self.reading_id).await?;
        let places = find_places(&mut conn, self.reading_id).await?.unwrap_or_default();
        drop(conn);
        let Some(mut reading) = found.filter(|reading| reading.state == State::Summarizing) else {
            return Ok(());
        };
        let Some(run_id) = reading.run_id else { return Ok(()) };
        let (state, text) = services.generation.wait_for(run_id).await?;
        let window = match &reading.model {
            // Only to say how much it was given: a model that is gone by now says nothing.
            Some(model) => services.providers.resolve(model).await.ok(),
            None => None,
        };
        let window = window.and_then(|model| model.info.context_tokens);
        if !text.trim().is_empty() {
            let summary = Summary {
                length: reading.length,
                model: reading.model.clone(),
                cites: check(&text, |number| text_of(&places, number)),
                places: places.len() as i64,
                places_given: fitting(&places, budget(window)).len() as i64,
                partial: state != RunState::Completed,
                text,
            };
            put(&mut reading.summaries, summary);
        }
        reading.state = match state {
            RunState::Completed => State::Complete,
            RunState::Cancelled => State::Cancelled,
            _ => State::Failed,
        };
        if reading.state == State::Failed {
            reading.problem = Some(ProblemBody::from(&Problem::from(SUMMARY_FAILED)));
            reading.cause = problem_of(services, run_id).await?;
        }
        conclude(services, &reading, &[State::Summarizing]).await
    }
}

fn text_of(places: &[Place], number: i64) -> Option<&str> {
    places.iter().find(|place| place.number == number).map(|place| place.text.as_str())
}

/// What stood against a summary.
async fn problem_of(services: &Services, run_id: RunId) -> Fallible<Option<ProblemBody>> {
    let mut conn = services.db.read().await?;
    let run = find_run(&mut conn, run_id).await?;
    drop(conn);
    let Some(run) = run else { return Ok(None) };
    let mut frames = std::pin::pin!(services.generation.follow(run, 0));
    while let Some(Ok(frame)) = frames.next().await {
        let event = event_of(&frame).map(|event| event.event);
        if let Some(
            RunEvent::RunFailed { problem, .. } | RunEvent::RunInterrupted { problem, .. },
        ) = event
        {
            return Ok(Some(problem));
        }
    }
    Ok(None)
}
