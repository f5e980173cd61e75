//! The words of memos, made anew: for a database that was moved from the other engine.

use kernel::UserId;
use store::{Filled, RowWords, StoreResult, Tx, WORD_ROWS_AT_ONCE, WordIndex, sql};

use super::searchable_text;
use crate::rules::MemoTexts;
use crate::words::{distinct_words, owner_token};

/// The words by which memos are found.
pub const WORD_INDEX: WordIndex = WordIndex {
    table: "memo_passages",
    words_table: "memo_words",
    owner_column: "owner",
    columns: &["words", "whole"],
    fill,
};

#[derive(::store::FromRow)]
struct Found {
    row_id: i64,
    user_id: UserId,
    text: String,
    title: String,
    /// The rest of the memo, with its first passage.
    body: Option<String>,
    quote: Option<String>,
    summary: Option<String>,
}

fn fill(tx: &mut Tx, after: i64) -> Filled<'_> {
    Box::pin(write_next(tx, after))
}

async fn write_next(tx: &mut Tx, after: i64) -> StoreResult<Option<i64>> {
    let rows = sql!(
        tx,
        all Found,
        "SELECT p.row_id, m.user_id, p.text, m.title, CASE WHEN p.position = 0 THEN m.body END AS body,
             m.quote, m.summary
         FROM memo_passages p JOIN memos m ON m.id = p.memo_id
         WHERE p.row_id > $1 ORDER BY p.row_id LIMIT $2",
        after,
        WORD_ROWS_AT_ONCE
    )?;
    let last = rows.last().map(|row| row.row_id);
    let words: Vec<RowWords> = rows.into_iter().map(words_of).collect();
    WORD_INDEX.write(tx, &words).await?;
    Ok(last)
}

fn words_of(row: Found) -> RowWords {
    let Found { row_id, user_id, text, title, body, quote, summary } = row;
    let words = distinct_words([title.as_str(), &text]);
    let whole = body.map(|body| {
        let texts = MemoTexts { body, quote, summary, ..MemoTexts::default() };
        distinct_words([title.as_str(), &searchable_text(&texts)])
    });
    RowWords { row_id, owner: owner_token(user_id), texts: vec![Some(words), whole] }
}
