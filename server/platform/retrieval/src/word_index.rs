//! The words of passages, made anew: for a database that was moved from the other engine.

use kernel::FileId;
use store::words::tokens;
use store::{Filled, RowWords, StoreResult, Tx, WORD_ROWS_AT_ONCE, WordIndex, sql};

use crate::passages::file_token;
use crate::rank::distinct;

/// The words by which passages are found.
pub const WORD_INDEX: WordIndex = WordIndex {
    table: "passages",
    words_table: "passage_words",
    owner_column: "file",
    columns: &["words"],
    fill,
};

#[derive(::store::FromRow)]
struct Found {
    row_id: i64,
    file_id: FileId,
    text: String,
}

fn fill(tx: &mut Tx, after: i64) -> Filled<'_> {
    Box::pin(write_next(tx, after))
}

async fn write_next(tx: &mut Tx, after: i64) -> StoreResult<Option<i64>> {
    let rows = sql!(
        tx,
        all Found,
        "SELECT row_id, file_id, text FROM passages WHERE row_id > $1 ORDER BY row_id LIMIT $2",
        after,
        WORD_ROWS_AT_ONCE
    )?;
    let words: Vec<RowWords> = rows.iter().map(words_of).collect();
    WORD_INDEX.write(tx, &words).await?;
    Ok(rows.last().map(|row| row.row_id))
}

fn words_of(row: &Found) -> RowWords {
    let texts = vec![Some(distinct(tokens(&row.text)).join(" "))];
    RowWords { row_id: row.row_id, owner: file_token(row.file_id), texts }
}
