//! Indexing of memos: their words, the passages that questions are answered from, and links to them.

mod words_anew;

use kernel::{Timestamp, UserId};
use retrieval::{cut, plain_text, rank};
use store::{Conn, Engine, StoreResult, Tx, sql};

use crate::links::memos_in;
use crate::rules::MemoTexts;
use crate::wire::MemoId;
use crate::words::{distinct_words, match_any, owner_token};

pub use words_anew::WORD_INDEX;

/// Reindexes a memo.
pub(crate) async fn index_memo(
    tx: &mut Tx,
    owner: UserId,
    id: MemoId,
    texts: &MemoTexts,
) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM memo_passages WHERE memo_id = $1", id)?;
    let text = searchable_text(texts);
    let mut whole = distinct_words([texts.title.as_str(), &text]);
    let passages = match cut(&text) {
        none if none.is_empty() => vec![""],
        some => some,
    };
    for (text, position) in passages.into_iter().zip(0_i64..) {
        // A passage is also found by the memo's title.
        let words = distinct_words([texts.title.as_str(), text]);
        insert_passage(tx, owner, id, position, text, &words, &whole).await?;
        whole.clear();
    }
    note_links(tx, id, texts).await
}

/// Records the memos that a memo links to: they show the backlink.
async fn note_links(tx: &mut Tx, id: MemoId, texts: &MemoTexts) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM memo_links WHERE memo_id = $1", id)?;
    for to in memos_in(&texts.body) {
        sql!(tx, execute, "INSERT INTO memo_links (memo_id, to_id) VALUES ($1, $2)", id, to)?;
    }
    Ok(())
}

/// Returns all text of a memo: the person's own, the source's, and the description of its image.
fn searchable_text(texts: &MemoTexts) -> String {
    let body = plain_text(&texts.body);
    let parts = [Some(body.as_str()), texts.quote.as_deref(), texts.summary.as_deref()];
    let parts: Vec<&str> = parts.into_iter().flatten().filter(|text| !text.is_empty()).collect();
    parts.join("\n\n")
}

async fn insert_passage(
    tx: &mut Tx,
    owner: UserId,
    id: MemoId,
    position: i64,
    text: &str,
    words: &str,
    whole: &str,
) -> StoreResult<()> {
    let owner = owner_token(owner);
    let (row_id,) = sql!(
        tx,
        one(i64,),
        {
            sqlite: "INSERT INTO memo_passages (memo_id, position, text)
                     SELECT $1, $2, $3 WHERE $4 IS NOT NULL AND $5 IS NOT NULL AND $6 IS NOT NULL
                     RETURNING row_id",
            postgres: "INSERT INTO memo_passages (memo_id, position, text, words, whole)
                       VALUES ($1, $2, $3,
                           array_to_tsvector(string_to_array(TRIM($4 || ' ' || $5), ' ')),
                           array_to_tsvector(string_to_array(
                               CASE WHEN $2 = 0 THEN TRIM($4 || ' ' || $6) ELSE '' END, ' ')))
                       RETURNING row_id",
        },
        id,
        position,
        text,
        owner.as_str(),
        words,
        whole
    )?;
    if tx.engine_kind() == Engine::Sqlite {
        sql!(
            tx,
            execute,
            "INSERT INTO memo_words (rowid, owner, words, whole) VALUES ($1, $2, $3, $4)",
            row_id,
            owner.as_str(),
            words,
            whole
        )?;
    }
    Ok(())
}

/// A piece of a memo that was found.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Passage {
    pub memo_id: MemoId,
    pub position: i64,
    pub text: String,
    pub title: String,
    pub source_url: Option<String>,
    pub changed_at: Timestamp,
}

/// Maximum number of passages ranked for one question.
const CANDIDATES_MAX: i64 = 5_000;

/// Returns the passages of a person's live memos that answer `query`, the best first.
pub(crate) async fn find_passages(
    conn: &mut Conn,
    owner: UserId,
    query: &str,
) -> StoreResult<Vec<Passage>> {
    let Some(matching) = match_any(conn.engine_kind(), owner, query) else { return Ok(Vec::new()) };
    let candidates = sql!(
        conn,
        all Passage,
        {
            sqlite: "SELECT p.memo_id, p.position, p.text, m.title, m.source_url,
                         m.updated_at AS changed_at
                     FROM memo_words w JOIN memo_passages p ON p.row_id = w.rowid
                     JOIN memos m ON m.id = p.memo_id AND m.deleted_at IS NULL
                     WHERE w.memo_words MATCH $1 AND m.user_id = $2
                     ORDER BY p.row_id DESC LIMIT $3",
            postgres: "WITH found AS MATERIALIZED
                           (SELECT row_id, memo_id, position, text FROM memo_passages
                            WHERE words @@ (SELECT $1::text::tsquery))
                       SELECT f.memo_id, f.position, f.text, m.title, m.source_url,
                           m.updated_at AS changed_at
                       FROM found f JOIN memos m ON m.id = f.memo_id AND m.deleted_at IS NULL
                       WHERE m.user_id = $2 ORDER BY f.row_id DESC LIMIT $3",
        },
        matching,
        owner,
        CANDIDATES_MAX
    )?;
    let (all,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM memo_passages p JOIN memos m ON m.id = p.memo_id
         WHERE m.user_id = $1 AND m.deleted_at IS NULL",
        owner
    )?;
    let texts: Vec<String> =
        candidates.iter().map(|found| format!("{}\n{}", found.title, found.text)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let best = rank(query, &texts, usize::try_from(all).unwrap_or(usize::MAX));
    Ok(best.into_iter().map(|index| candidates[index].clone()).collect())
}
