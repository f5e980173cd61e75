//! A search as a kind of task: search engines are asked, pages are read, a model answers.

use area::{Services, choose_model};
use async_trait::async_trait;
use entitlements::DailyUse;
use generation::RunSnapshot;
use kernel::{Fallible, Payer, Problem, ProblemKind, Timestamp};
use providers::Protocol;
use retrieval::{Cite, check};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx};
use tasks::{Lane, Step, TaskKind, TaskOf};
use web_search::{
    Report, SearchRequest, SearchResult, find, key_sentences, language_of, read_first,
};

use crate::limits::{ABANDONED_MINUTES, TRASH_DAYS};
use crate::problems::{ID_TAKEN, INTERRUPTED, NOT_FOUND, TOO_MANY_SEARCHES};
use crate::prompt::{picked, request};
use crate::store::{Wish, delete_pages, list_pages, save_page};
use crate::today::count_messages;

/// Number of sentences shown where no model is connected.
const PICKED_MAX: usize = 8;
/// The stages of a search, after the one in which search engines are asked.
const READING: &str = "reading";
const ANSWERING: &str = "answering";

/// Answers a question from what is found on the web.
pub(crate) struct SearchTask;

/// A search, as it is stored.
pub(crate) type Search = TaskOf<SearchTask>;

/// Input of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SearchInput {
    pub wish: Wish,
    pub locale: Option<String>,
    /// `None`: no model is connected, sentences of the sources are picked.
    pub model: Option<String>,
}

/// Result of a search.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Answered {
    pub results: Vec<SearchResult>,
    pub reports: Vec<Report>,
    pub answer: Option<String>,
    pub cites: Vec<Cite>,
}

/// Result of a step of a search.
pub(crate) enum StepResult {
    Found(Vec<SearchResult>, Vec<Report>),
    /// The results, with what became of reading them, and what stood in their pages.
    Read(Vec<SearchResult>, Vec<(i64, String)>),
    Answer(Option<String>, Vec<Cite>),
}

#[async_trait]
impl TaskKind for SearchTask {
    type Input = SearchInput;
    type Output = Answered;
    type Effect = StepResult;

    const NAME: &'static str = "search";
    const JOB: &'static str = "search.step";
    const SWEEP: &'static str = "search.sweep_searches";
    const FEATURE: &'static str = "search";
    const PAGE: Option<&'static str> = Some("/home/search/");
    const AT_ONCE: usize = 8;
    const TRASH_DAYS: i64 = TRASH_DAYS;
    const ABANDONED_MINUTES: i64 = ABANDONED_MINUTES;
    const NOT_FOUND: ProblemKind = NOT_FOUND;
    const ID_TAKEN: ProblemKind = ID_TAKEN;

    async fn step(services: &Services, task: &Search, _: Lane) -> Fallible<Step<StepResult>> {
        match task.head.stage.as_str() {
            READING => read(services, task).await,
            ANSWERING => answer(services, task).await,
            _ => look(services, task).await,
        }
    }

    async fn after_run(
        services: &Services,
        task: &Search,
        run: RunSnapshot,
    ) -> Fallible<Step<StepResult>> {
        let texts = texts(services, task).await?;
        let cites = check(&run.text, |number| text_of(&texts, number));
        let answer = Some(run.text.clone()).filter(|text| !text.trim().is_empty());
        let interrupted = tasks::problem_body(INTERRUPTED);
        let run = RunSnapshot { problem: run.problem.or(Some(interrupted)), ..run };
        Ok(Step::ended(&run).with(StepResult::Answer(answer, cites)))
    }

    async fn write(
        _: &Services,
        tx: &mut Tx,
        task: &mut Search,
        brought: StepResult,
    ) -> Fallible<()> {
        match brought {
            StepResult::Found(results, reports) => {
                delete_pages(tx, task.head.id).await?;
                (task.output.results, task.output.reports) = (results, reports);
            }
            StepResult::Read(results, pages) => {
                task.output.results = results;
                for (number, text) in &pages {
                    save_page(tx, task.head.id, *number, text).await?;
                }
            }
            StepResult::Answer(answer, cites) => {
                (task.output.answer, task.output.cites) = (answer, cites);
            }
        }
        Ok(())
    }

    fn is_same(known: &SearchInput, new: &SearchInput) -> bool {
        known.wish == new.wish
    }

    fn daily_use(_: &Search) -> Option<(DailyUse, ProblemKind)> {
        Some((DailyUse::Search, TOO_MANY_SEARCHES))
    }

    async fn other_daily_uses(
        conn: &mut Conn,
        whose: &Payer,
        since: Timestamp,
    ) -> StoreResult<i64> {
        count_messages(conn, whose, since, None).await
    }

    fn has_result(task: &Search) -> bool {
        !task.output.results.is_empty() || task.output.answer.is_some()
    }

    fn interrupted() -> (Problem, Option<Problem>) {
        (INTERRUPTED.into(), None)
    }
}

/// Asks the search engines.
async fn look(services: &Services, task: &Search) -> Fallible<Step<StepResult>> {
    let SearchInput { wish, locale, .. } = &task.input;
    let wanted = SearchRequest {
        query: wish.query.clone(),
        domains: wish.domains.clone(),
        limit: wish.effort.hits(),
        language: language_of(locale.as_deref()),
    };
    let keep = wish.effort.results();
    let found = find(services, task.head.user_id, wish.source, &wanted, keep).await?;
    Ok(Step::next().at(READING).with(StepResult::Found(found.results, found.reports)))
}

/// Reads the first pages.
async fn read(services: &Services, task: &Search) -> Fallible<Step<StepResult>> {
    let step = Step::next().at(ANSWERING);
    let count = task.input.wish.effort.pages();
    if count == 0 {
        return Ok(step);
    }
    let mut results = task.output.results.clone();
    let pages = read_first(services, &mut results, count).await;
    Ok(step.with(StepResult::Read(results, pages)))
}

/// Has a model answer, or picks sentences of the sources.
async fn answer(services: &Services, task: &Search) -> Fallible<Step<StepResult>> {
    let SearchInput { wish, model, .. } = &task.input;
    let chosen = match model {
        Some(model) => Some(choose_model(services, task.head.workspace_id, model).await?),
        None => None,
    };
    match chosen.filter(|chosen| chosen.model.info.protocol != Protocol::Builtin) {
        Some(_) if task.output.results.is_empty() => Ok(Step::done()),
        Some(chosen) => {
            let mut conn = services.db.read().await?;
            let pages = list_pages(&mut conn, task.head.id).await?;
            drop(conn);
            let request = request(&task.input, &task.output.results, &pages);
            Ok(Step::run(tasks::run_of::<SearchTask>(services, task, chosen, request)))
        }
        None => {
            let texts = texts(services, task).await?;
            let known: Vec<(i64, &str)> =
                texts.iter().map(|(number, text)| (*number, text.as_str())).collect();
            let answer = picked(&key_sentences(&known, &wish.query, PICKED_MAX));
            let cited = |said: &String| check(said, |number| text_of(&texts, number));
            let cites = answer.as_ref().map_or_else(Vec::new, cited);
            Ok(Step::done().with(StepResult::Answer(answer, cites)))
        }
    }
}

/// Returns what each source says, as far as it is known.
async fn texts(services: &Services, task: &Search) -> Fallible<Vec<(i64, String)>> {
    let mut conn = services.db.read().await?;
    let pages = list_pages(&mut conn, task.head.id).await?;
    let text = |one: &SearchResult| {
        let page = text_of(&pages, one.number).unwrap_or_default();
        let snippet = one.snippet.as_deref().unwrap_or_default();
        (one.number, format!("{}\n{snippet}\n{page}", one.title))
    };
    Ok(task.output.results.iter().map(text).collect())
}

fn text_of(texts: &[(i64, String)], number: i64) -> Option<&str> {
    texts.iter().find(|(known, _)| *known == number).map(|(_, text)| text.as_str())
}
