//! A person's searches in their archive, with the pages that were read for them.

use api::ProblemBody;
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Conn, Db, StoreResult, Tx};
use web_search::{Report, SearchResult};

use crate::limits::QUERY_MAX_CHARS;
use crate::searches::TITLE_MAX_CHARS;
use crate::store::{
    Search, SearchId, SearchState, Wish, find_any_own, insert_search, list_after, list_pages,
    save_page, update_search,
};

/// Searches, as something that an archive holds.
pub(crate) struct SearchesInArchive(Db);

impl SearchesInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// One that goes on is written as one that was stopped: nobody goes on with it elsewhere.
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

/// Lines that are read at once: each may hold a dozen pages.
const LINES_MAX: i64 = 10;
/// More than any search has.
const PARTS_MAX: usize = 1_000;

async fn line_of(conn: &mut Conn, search: Search) -> StoreResult<Line> {
    let pages = list_pages(conn, search.id).await?;
    Ok(Line {
        id: search.id,
        title: search.title,
        wish: search.wish,
        locale: search.locale,
        model: search.model,
        state: if search.state.is_over() { search.state } else { SearchState::Cancelled },
        results: search.results,
        reports: search.reports,
        answer: search.answer,
        cites: search.cites,
        problem: search.problem,
        created_at: search.created_at,
        pages,
    })
}

impl Line {
    /// The rules hold for what comes from a file, too.
    fn is_sound(&self) -> bool {
        let parts = [self.results.len(), self.reports.len(), self.cites.len(), self.pages.len()];
        !self.wish.query.trim().is_empty()
            && self.wish.query.chars().count() <= QUERY_MAX_CHARS
            && self.title.chars().count() <= TITLE_MAX_CHARS + 1
            && self.state.is_over()
            && parts.into_iter().all(|count| count <= PARTS_MAX)
    }
}

#[async_trait]
impl ArchiveSource for SearchesInArchive {
    fn name(&self) -> &'static str {
        "searches"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| SearchId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(SearchId(Uuid::nil()));
        let mut conn = self.0.read().await?;
        let mut lines = Vec::new();
        for search in list_after(&mut conn, person.user_id, after, LINES_MAX).await? {
            lines.push(line_of(&mut conn, search).await?);
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_sound() {
            return Ok(Restored::Refused);
        }
        let search = Search {
            id: line.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            title: line.title,
            wish: line.wish,
            locale: line.locale,
            model: line.model,
            state: line.state,
            run_id: None,
            results: line.results,
            reports: line.reports,
            answer: line.answer,
            cites: line.cites,
            problem: line.problem,
            created_at: line.created_at,
        };
        if !insert_search(tx, &search).await? {
            let own = find_any_own(tx, person.user_id, line.id).await?;
            return Ok(if own { Restored::Present } else { Restored::Refused });
        }
        update_search(tx, &search, &[search.state]).await?;
        for (number, text) in &line.pages {
            save_page(tx, line.id, *number, text).await?;
        }
        Ok(Restored::Added)
    }
}
