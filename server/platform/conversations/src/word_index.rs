//! The words of search, made anew: for a database that was moved from the other engine.

use kernel::UserId;
use store::{Filled, RowWords, StoreResult, Tx, WORD_ROWS_AT_ONCE, WordIndex, from_json, sql};

use crate::findable_words::distinct_words;
use crate::search::owner_token;
use crate::{Part, text_of};

/// The words by which conversations are found.
pub const WORD_INDEX: WordIndex = WordIndex {
    table: "search_rows",
    words_table: "search_words",
    owner_column: "owner",
    columns: &["words"],
    fill,
};

#[derive(::store::FromRow)]
struct Found {
    row_id: i64,
    user_id: UserId,
    /// Of a row that stands for a title.
    title: Option<String>,
    parts: Option<String>,
}

fn fill(tx: &mut Tx, after: i64) -> Filled<'_> {
    Box::pin(write_next(tx, after))
}

async fn write_next(tx: &mut Tx, after: i64) -> StoreResult<Option<i64>> {
    let rows = sql!(
        tx,
        all Found,
        "SELECT r.row_id, r.user_id, CASE WHEN r.message_id IS NULL THEN c.title END AS title, m.parts
         FROM search_rows r JOIN conversations c ON c.id = r.conversation_id
         LEFT JOIN messages m ON m.id = r.message_id
         WHERE r.row_id > $1 ORDER BY r.row_id LIMIT $2",
        after,
        WORD_ROWS_AT_ONCE
    )?;
    let words = rows.iter().map(words_of).collect::<StoreResult<Vec<_>>>()?;
    WORD_INDEX.write(tx, &words).await?;
    Ok(rows.last().map(|row| row.row_id))
}

fn words_of(row: &Found) -> StoreResult<RowWords> {
    let text = match (&row.title, &row.parts) {
        (Some(title), _) => title.clone(),
        (None, Some(parts)) => text_of(&from_json::<Vec<Part>>(parts)?),
        (None, None) => String::new(),
    };
    let texts = vec![Some(distinct_words(&text))];
    Ok(RowWords { row_id: row.row_id, owner: owner_token(row.user_id), texts })
}
