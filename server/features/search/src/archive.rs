//! Searches in a person's archive, with the pages read for them.

pub(crate) mod feeds;
pub(crate) mod pages;
pub(crate) mod sites;

use api::ProblemBody;
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx};
use tasks::{ArchivedTask, TaskId, list_archived, restore_archived};
use web_search::{Report, SearchResult};

use crate::limits::QUERY_MAX_CHARS;
use crate::searches::TITLE_MAX_CHARS;
use crate::store::{Wish, list_pages, save_page};
use crate::web_wire::{SearchId, SearchState};
use crate::work::{Answered, Search, SearchInput, SearchTask};

/// Exports and imports a person's searches.
pub(crate) struct SearchesInArchive(Db);

impl SearchesInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// A line of the archive. An open search is exported as cancelled: nobody goes on with it elsewhere.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: SearchId,
    title: String,
    wish: Wish,
    locale: Option<String>,
    model: Option<String>,
    state: SearchState,
    results: Vec<SearchResult>,
    reports: Vec<Report>,
    answer: Option<String>,
    cites: Vec<Cite>,
    problem: Option<ProblemBody>,
    created_at: Timestamp,
    pages: Vec<(i64, String)>,
}

/// Number of lines read at a time: each may hold a dozen pages.
const LINES_MAX: i64 = 10;
/// More than any search has.
const PARTS_MAX: usize = 1_000;

async fn line_of(conn: &mut Conn, search: Search) -> StoreResult<Line> {
    let pages = list_pages(conn, search.head.id).await?;
    let is_over = search.head.state.is_final();
    let state = SearchState::of(&search.head);
    let (head, asked, answered) = (search.head, search.input, search.output);
    Ok(Line {
        id: SearchId(head.id.0),
        title: head.title,
        wish: asked.wish,
        locale: asked.locale,
        model: asked.model,
        state: if is_over { state } else { SearchState::Cancelled },
        results: answered.results,
        reports: answered.reports,
        answer: answered.answer,
        cites: answered.cites,
        problem: head.problem,
        created_at: head.created_at,
        pages,
    })
}

impl Line {
    /// Returns true if the line keeps the rules, which hold for files too.
    fn is_sound(&self) -> bool {
        let parts = [self.results.len(), self.reports.len(), self.cites.len(), self.pages.len()];
        !self.wish.query.trim().is_empty()
            && self.wish.query.chars().count() <= QUERY_MAX_CHARS
            && self.title.chars().count() <= TITLE_MAX_CHARS + 1
            && self.state.into_task().is_final()
            && parts.into_iter().all(|count| count <= PARTS_MAX)
    }

    fn into_task(self) -> ArchivedTask<SearchTask> {
        ArchivedTask {
            id: TaskId(self.id.0),
            title: self.title,
            state: self.state.into_task(),
            input: SearchInput { wish: self.wish, locale: self.locale, model: self.model },
            output: Answered {
                results: self.results,
                reports: self.reports,
                answer: self.answer,
                cites: self.cites,
            },
            problem: self.problem,
            cause: None,
            charged: None,
            run_id: None,
            created_at: self.created_at,
            begun_at: self.created_at,
        }
    }
}

#[async_trait]
impl ArchiveSource for SearchesInArchive {
    fn name(&self) -> &'static str {
        "searches"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let mut conn = self.0.read().await?;
        let mut lines = Vec::new();
        for search in list_archived::<SearchTask>(&mut conn, person, after, LINES_MAX).await? {
            lines.push(line_of(&mut conn, search).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(mut line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_sound() {
            return Ok(Restored::Refused);
        }
        let (id, pages) = (TaskId(line.id.0), std::mem::take(&mut line.pages));
        let restored = restore_archived(tx, person, line.into_task()).await?;
        if restored == Restored::Added {
            for (number, text) in &pages {
                save_page(tx, id, *number, text).await?;
            }
        }
        Ok(restored)
    }
}
