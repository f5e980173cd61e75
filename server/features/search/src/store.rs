//! The pages of searches in the database.

use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};
use tasks::TaskId;
use web_search::{Domains, Source};

use crate::effort::{Effort, Skill};

/// A question, and how it is to be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    pub query: String,
    pub source: Source,
    pub effort: Effort,
    pub domains: Domains,
    pub skill: Skill,
}

/// Stores the text of a page.
pub(crate) async fn save_page(tx: &mut Tx, id: TaskId, number: i64, text: &str) -> StoreResult<()> {
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

/// Lists the texts of the pages that were read for a search, by number.
pub(crate) async fn list_pages(conn: &mut Conn, id: TaskId) -> StoreResult<Vec<(i64, String)>> {
    sql!(
        conn,
        all(i64, String),
        "SELECT number, text FROM search_pages WHERE search_id = $1 ORDER BY number",
        id
    )
}

/// Deletes the texts of the pages that were read for a search.
pub(crate) async fn delete_pages(tx: &mut Tx, id: TaskId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM search_pages WHERE search_id = $1", id)?;
    Ok(())
}
