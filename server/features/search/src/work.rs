//! How a search is done: services are asked, pages are read, a model answers. Each step is kept before the
//! next, so that a process that dies loses at most one.

use api::ProblemBody;
use area::{Services, choose_model};
use async_trait::async_trait;
use futures::StreamExt;
use generation::{
    Attached, Run, RunEvent, RunFollower, RunRequest, RunState, WhenFull, event_of, find_run,
};
use jobs::{Job, JobResult, Queue};
use kernel::{Failure, Fallible, Payer, Problem, RunId};
use providers::Protocol;
use retrieval::check;
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};
use web_search::{SearchRequest, find, key_sentences, language_of, read_first};

use crate::prompt::{picked, request};
use crate::searches::announce;
use crate::store::{
    Search, SearchId, SearchState, find_by_run, find_even_deleted, find_search, list_pages,
    save_page, update_search,
};

/// Sentences that are shown where no model is connected.
const PICKED_MAX: usize = 8;
/// The states of a search that no model answers yet.
pub(crate) const UNANSWERED: &[SearchState] = &[SearchState::Searching, SearchState::Reading];

/// Does a search up to the run that answers it.
#[derive(Serialize, Deserialize)]
pub(crate) struct DoSearch {
    pub search_id: SearchId,
}

impl Job for DoSearch {
    type Context = Services;

    const NAME: &'static str = "search.do_search";
    const MAX_ATTEMPTS: u32 = 3;
    const AT_ONCE: usize = 8;

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let found = find_search(&mut conn, self.search_id).await?;
        drop(conn);
        let Some(mut search) = found else { return Ok(()) };
        match go_on(services, &mut search).await {
            Err(Failure::Problem(problem)) => fail(services, search, &problem).await,
            done => done,
        }
    }
}

async fn go_on(services: &Services, search: &mut Search) -> Fallible<()> {
    if search.state == SearchState::Searching && !look(services, search).await? {
        return Ok(());
    }
    if search.state != SearchState::Reading {
        return Ok(());
    }
    let pages = read(services, search).await?;
    let chosen = match &search.model {
        Some(model) => Some(choose_model(services, search.workspace_id, model).await?),
        None => None,
    };
    match chosen.filter(|chosen| chosen.model.info.protocol != Protocol::Builtin) {
        Some(_) if search.results.is_empty() => finish(services, search, None).await,
        Some(chosen) => answer(services, search, chosen, &pages).await,
        None => {
            let texts = texts(search, &pages);
            let known: Vec<(i64, &str)> =
                texts.iter().map(|(number, text)| (*number, text.as_str())).collect();
            let answer = picked(&key_sentences(&known, &search.wish.query, PICKED_MAX));
            let text_of = |number: i64| {
                known.iter().find(|(known, _)| *known == number).map(|(_, text)| *text)
            };
            search.cites = answer.as_deref().map_or_else(Vec::new, |said| check(said, text_of));
            finish(services, search, answer).await
        }
    }
}

/// Asks the services. `false`: the search was stopped meanwhile.
async fn look(services: &Services, search: &mut Search) -> Fallible<bool> {
    let wanted = SearchRequest {
        query: search.wish.query.clone(),
        domains: search.wish.domains.clone(),
        limit: search.wish.effort.hits(),
        language: language_of(search.locale.as_deref()),
    };
    let keep = search.wish.effort.results();
    let found = find(services, search.user_id, search.wish.source, &wanted, keep).await?;
    search.results = found.results;
    search.reports = found.reports;
    search.state = SearchState::Reading;
    keep_step(services, search, UNANSWERED).await
}

/// Reads the first pages, unless that was done before.
async fn read(services: &Services, search: &mut Search) -> Fallible<Vec<(i64, String)>> {
    let mut conn = services.db.read().await?;
    let known = list_pages(&mut conn, search.id).await?;
    drop(conn);
    if !known.is_empty() || search.wish.effort.pages() == 0 {
        return Ok(known);
    }
    let pages = read_first(services, &mut search.results, search.wish.effort.pages()).await;
    let mut tx = services.db.begin().await?;
    for (number, text) in &pages {
        save_page(&mut tx, search.id, *number, text).await?;
    }
    if update_search(&mut tx, search, &[SearchState::Reading]).await? {
        tx.commit().await?;
        announce(services, search.user_id, search.id);
    }
    Ok(pages)
}

/// Starts the run that answers.
async fn answer(
    services: &Services,
    search: &mut Search,
    chosen: area::Chosen,
    pages: &[(i64, String)],
) -> Fallible<()> {
    let run_id = RunId::new(services.clock.now());
    let run = RunRequest {
        run_id,
        payer: Payer { workspace_id: search.workspace_id, user_id: search.user_id },
        conversation_id: None,
        message_id: None,
        feature: "search",
        model: chosen.model,
        request: request(search, pages),
        tools: Vec::new(),
        attached: Attached::default(),
        charge: chosen.charge,
        plan: Some(chosen.plan),
        when_full: WhenFull::Wait,
    };
    search.state = SearchState::Answering;
    search.run_id = Some(run_id);
    let mut tx = services.db.begin().await?;
    if !update_search(&mut tx, search, &[SearchState::Reading]).await? {
        return Ok(());
    }
    services.generation.start(&mut tx, run).await?;
    tx.commit().await?;
    announce(services, search.user_id, search.id);
    Ok(())
}

/// Ends a search that no model answers.
async fn finish(services: &Services, search: &mut Search, answer: Option<String>) -> Fallible<()> {
    search.answer = answer;
    search.state = SearchState::Completed;
    keep_step(services, search, UNANSWERED).await?;
    Ok(())
}

/// Ends a search with what stands against its answer; what was found stays.
async fn fail(services: &Services, mut search: Search, problem: &Problem) -> Fallible<()> {
    search.problem = Some(ProblemBody::from(problem));
    search.state = SearchState::Failed;
    search.run_id = None;
    keep_step(services, &search, UNANSWERED).await?;
    Ok(())
}

async fn keep_step(services: &Services, search: &Search, from: &[SearchState]) -> Fallible<bool> {
    let mut tx = services.db.begin().await?;
    let is_kept = update_search(&mut tx, search, from).await?;
    tx.commit().await?;
    if is_kept {
        announce(services, search.user_id, search.id);
    }
    Ok(is_kept)
}

/// What each source says, as far as it is known.
fn texts(search: &Search, pages: &[(i64, String)]) -> Vec<(i64, String)> {
    let text = |number: i64, title: &str, snippet: &Option<String>| {
        let page = pages.iter().find(|(known, _)| *known == number).map(|(_, text)| text.as_str());
        let snippet = snippet.as_deref().unwrap_or_default();
        format!("{title}\n{snippet}\n{}", page.unwrap_or_default())
    };
    let results = search.results.iter();
    results.map(|one| (one.number, text(one.number, &one.title, &one.snippet))).collect()
}

/// Hears of the end of the runs that answer searches.
pub(crate) struct WhenAnswered {
    pub queue: Queue,
}

#[async_trait]
impl RunFollower for WhenAnswered {
    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        // Runs of chats are by far the most, and none of ours.
        if run.message_id.is_some() {
            return Ok(());
        }
        if let Some(search_id) = find_by_run(tx, run.id).await? {
            self.queue.enqueue(tx, &KeepAnswer { search_id }).await?;
        }
        Ok(())
    }
}

/// Keeps what a run wrote, and holds its numbers against the sources.
#[derive(Serialize, Deserialize)]
pub(crate) struct KeepAnswer {
    search_id: SearchId,
}

impl Job for KeepAnswer {
    type Context = Services;

    const NAME: &'static str = "search.keep_answer";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let found = find_even_deleted(&mut conn, self.search_id).await?;
        let pages = list_pages(&mut conn, self.search_id).await?;
        drop(conn);
        let Some(mut search) = found.filter(|search| search.state == SearchState::Answering) else {
            return Ok(());
        };
        let Some(run_id) = search.run_id else { return Ok(()) };
        let (state, text) = services.generation.wait_for(run_id).await?;
        let texts = texts(&search, &pages);
        let text_of = |number: i64| {
            texts.iter().find(|(known, _)| *known == number).map(|(_, text)| text.as_str())
        };
        search.cites = check(&text, text_of);
        search.answer = Some(text).filter(|text| !text.trim().is_empty());
        search.state = match state {
            RunState::Completed => SearchState::Completed,
            RunState::Cancelled => SearchState::Cancelled,
            _ => SearchState::Failed,
        };
        search.problem = problem_of(services, run_id).await?;
        keep_step(services, &search, &[SearchState::Answering]).await?;
        Ok(())
    }
}

/// What stood against an answer.
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
