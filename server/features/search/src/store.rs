use api::ProblemBody;
use kernel::{Payer, Problem, RunId, Timestamp, UserId, WorkspaceId};
use retrieval::Cite;
use serde::{Deserialize, Serialize};
use store::{Conn, Cursor, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};
use utoipa::ToSchema;
use web_search::{Domains, Report, SearchResult, Source};

use crate::effort::{Effort, Skill};

kernel::id! {
    /// A search of a person's.
    SearchId
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub query: String,
    pub source: Source,
    pub effort: Effort,
    pub domains: Domains,
    pub skill: Skill,
}

/// How far a search is. The last three are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SearchState {
    /// Services are asked.
    Searching,
    /// Pages are read.
    Reading,
    /// A model writes.
    Answering,
    Completed,
    Failed,
    Cancelled,
}

impl SearchState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Searching => "searching",
            Self::Reading => "reading",
            Self::Answering => "answering",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }

    fn parse(text: &str) -> Self {
        match text {
            "searching" => Self::Searching,
            "reading" => Self::Reading,
            "answering" => Self::Answering,
            "completed" => Self::Completed,
            "cancelled" => Self::Cancelled,
            _ => Self::Failed,
        }
    }
}

/// A search, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Search {
    pub id: SearchId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub title: String,
    pub wish: Wish,
    pub locale: Option<String>,
    pub model: Option<String>,
    pub state: SearchState,
    pub run_id: Option<RunId>,
    pub results: Vec<SearchResult>,
    pub reports: Vec<Report>,
    pub answer: Option<String>,
    pub cites: Vec<Cite>,
    pub problem: Option<ProblemBody>,
    pub created_at: Timestamp,
}

/// A line of the history.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Entry {
    pub id: SearchId,
    pub title: String,
    pub state: String,
    pub created_at: Timestamp,
}

#[derive(::store::FromRow)]
struct Row {
    id: SearchId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    title: String,
    wish: String,
    locale: Option<String>,
    model: Option<String>,
    state: String,
    run_id: Option<RunId>,
    results: String,
    reports: String,
    answer: Option<String>,
    cites: String,
    problem: Option<String>,
    created_at: Timestamp,
}

impl Row {
    fn into_search(self) -> StoreResult<Search> {
        Ok(Search {
            id: self.id,
            user_id: self.user_id,
            workspace_id: self.workspace_id,
            title: self.title,
            wish: from_json(&self.wish)?,
            locale: self.locale,
            model: self.model,
            state: SearchState::parse(&self.state),
            run_id: self.run_id,
            results: from_json(&self.results)?,
            reports: from_json(&self.reports)?,
            answer: self.answer,
            cites: from_json(&self.cites)?,
            problem: self.problem.as_deref().map(from_json).transpose()?,
            created_at: self.created_at,
        })
    }
}

/// Adds a search; `false`, and nothing is changed, when the id is taken.
pub(crate) async fn insert_search(tx: &mut Tx, search: &Search) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO searches (id, user_id, workspace_id, title, wish, locale, model, state, results, reports,
             cites, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '[]', '[]', '[]', $9) ON CONFLICT (id) DO NOTHING",
        search.id,
        search.user_id,
        search.workspace_id,
        search.title.as_str(),
        to_json(&search.wish)?,
        search.locale.as_deref(),
        search.model.as_deref(),
        search.state.as_str(),
        search.created_at
    )?;
    Ok(added == 1)
}

/// A search that is not deleted.
pub(crate) async fn find_search(conn: &mut Conn, id: SearchId) -> StoreResult<Option<Search>> {
    let row = sql!(conn, optional Row, "SELECT * FROM searches WHERE id = $1 AND deleted_at IS NULL", id)?;
    row.map(Row::into_search).transpose()
}

/// The same, deleted or not: what a model writes for it is kept, as it may be brought back.
pub(crate) async fn find_even_deleted(
    conn: &mut Conn,
    id: SearchId,
) -> StoreResult<Option<Search>> {
    let row = sql!(conn, optional Row, "SELECT * FROM searches WHERE id = $1", id)?;
    row.map(Row::into_search).transpose()
}

/// A search that is not deleted, if it is `user_id`'s and they are still in the workspace that it belongs to.
pub(crate) async fn find_own(
    conn: &mut Conn,
    user_id: UserId,
    id: SearchId,
) -> StoreResult<Option<Search>> {
    let row = sql!(
        conn,
        optional Row,
        concat!(
            "SELECT s.* FROM searches s WHERE s.id = $1 AND s.user_id = $2 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
        ),
        id,
        user_id
    )?;
    row.map(Row::into_search).transpose()
}

/// Whether there is one with this id that is `user_id`'s, wherever it is.
pub(crate) async fn find_any_own(
    conn: &mut Conn,
    user_id: UserId,
    id: SearchId,
) -> StoreResult<bool> {
    let find = "SELECT id FROM searches WHERE id = $1 AND user_id = $2";
    Ok(sql!(conn, optional(SearchId,), find, id, user_id)?.is_some())
}

/// A person's newest searches, in all workspaces that they are in.
pub(crate) async fn list_newest(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<Search>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT s.* FROM searches s WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY s.created_at DESC, s.id DESC LIMIT $2",
        ),
        user_id,
        limit
    )?;
    rows.into_iter().map(Row::into_search).collect()
}

/// A person's searches in the order of their ids, after `after`.
pub(crate) async fn list_after(
    conn: &mut Conn,
    user_id: UserId,
    after: SearchId,
    limit: i64,
) -> StoreResult<Vec<Search>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM searches WHERE user_id = $1 AND id > $2 AND deleted_at IS NULL ORDER BY id LIMIT $3",
        user_id,
        after,
        limit
    )?;
    rows.into_iter().map(Row::into_search).collect()
}

/// The search whose answer a run writes.
pub(crate) async fn find_by_run(conn: &mut Conn, run_id: RunId) -> StoreResult<Option<SearchId>> {
    let found =
        sql!(conn, optional(SearchId,), "SELECT id FROM searches WHERE run_id = $1", run_id)?;
    Ok(found.map(|(id,)| id))
}

/// A person's searches in a workspace, newest first: one more than `limit`, where there are more.
pub(crate) async fn list_entries(
    conn: &mut Conn,
    whose: &Payer,
    before: Cursor,
    limit: usize,
) -> StoreResult<Vec<Entry>> {
    sql!(
        conn,
        all Entry,
        "SELECT id, title, state, created_at FROM searches
         WHERE user_id = $1 AND workspace_id = $5 AND deleted_at IS NULL
             AND (created_at < $2 OR (created_at = $2 AND id < $3))
         ORDER BY created_at DESC, id DESC LIMIT $4",
        whose.user_id,
        before.at,
        before.id,
        limit as i64 + 1,
        whose.workspace_id
    )
}

/// Writes how far a search is, with all that it has by then; `false`, and nothing is changed, when it is in
/// none of the states `from`, because it was stopped.
pub(crate) async fn update_search(
    tx: &mut Tx,
    search: &Search,
    from: &[SearchState],
) -> StoreResult<bool> {
    let from: String = from.iter().map(|state| format!("|{}|", state.as_str())).collect();
    let done = sql!(
        tx,
        execute,
        {
            sqlite: "UPDATE searches SET state = $2, run_id = $3, results = $4, reports = $5, answer = $6,
                         cites = $7, problem = $8
                     WHERE id = $1 AND instr($9, '|' || state || '|') > 0",
            postgres: "UPDATE searches SET state = $2, run_id = $3, results = $4, reports = $5, answer = $6,
                           cites = $7, problem = $8
                       WHERE id = $1 AND strpos($9, '|' || state || '|') > 0",
        },
        search.id,
        search.state.as_str(),
        search.run_id,
        to_json(&search.results)?,
        to_json(&search.reports)?,
        search.answer.as_deref(),
        to_json(&search.cites)?,
        search.problem.as_ref().map(to_json).transpose()?,
        from
    )?;
    Ok(done == 1)
}

/// Stops a search that no model answers yet.
pub(crate) async fn cancel_search(tx: &mut Tx, id: SearchId) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE searches SET state = 'cancelled' WHERE id = $1 AND state IN ('searching', 'reading')",
        id
    )?;
    Ok(done == 1)
}

/// Deletes all that is in a workspace, for good.
pub(crate) async fn delete_of_workspace(tx: &mut Tx, workspace_id: WorkspaceId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM searches WHERE workspace_id = $1", workspace_id)?;
    sql!(tx, execute, "DELETE FROM search_uses WHERE workspace_id = $1", workspace_id)?;
    Ok(())
}

/// Deletes a search of `user_id`'s, or brings it back.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    user_id: UserId,
    id: SearchId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE searches SET deleted_at = $3
         WHERE id = $1 AND user_id = $2 AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        user_id,
        at
    )?;
    Ok(done == 1)
}

/// Removes for good what was deleted before `before`.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM searches WHERE deleted_at < $1", before)?;
    Ok(())
}

/// Ends the searches that nobody goes on with since `before`: those that were not answered by then, and those whose
/// model ended before and whose answer nobody kept.
pub(crate) async fn end_abandoned(
    tx: &mut Tx,
    before: Timestamp,
    why: &Problem,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE searches SET state = 'failed', problem = $2
         WHERE created_at < $1 AND (state IN ('searching', 'reading')
             OR (state = 'answering' AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = searches.run_id
                 AND (r.finished_at IS NULL OR r.finished_at >= $1))))",
        before,
        to_json(&ProblemBody::from(why))?
    )?;
    Ok(())
}

/// Keeps what stood in a page.
pub(crate) async fn save_page(
    tx: &mut Tx,
    id: SearchId,
    number: i64,
    text: &str,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO search_pages (search_id, number, text) VALUES ($1, $2, $3)
         ON CONFLICT (search_id, number) DO UPDATE SET text = excluded.text",
        id,
        number,
        text
    )?;
    Ok(())
}

/// What stood in the pages that were read for a search, by number.
pub(crate) async fn list_pages(conn: &mut Conn, id: SearchId) -> StoreResult<Vec<(i64, String)>> {
    sql!(
        conn,
        all(i64, String),
        "SELECT number, text FROM search_pages WHERE search_id = $1 ORDER BY number",
        id
    )
}
