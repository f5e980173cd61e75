use kernel::{FileId, Timestamp, UserId, collapse_whitespace, truncate};
use retrieval::plain_text;
use store::{Conn, StoreResult, Tx, from_json, sql};

use crate::index::index_memo;
use crate::rules::MemoTexts;
use crate::wire::{EntryBody, Kind, MemoBody, MemoId, SummaryBody, SummaryState};

/// The columns of a [`Memo`] of `memos m`; with `beginning`, its texts shortened for a list.
macro_rules! memo_columns {
    () => {
        concat!("m.body, m.quote, m.summary, ", memo_columns!(same))
    };
    (beginning) => {
        concat!(
            "SUBSTR(m.body, 1, 1500) AS body, SUBSTR(m.quote, 1, 500) AS quote,
             SUBSTR(m.summary, 1, 500) AS summary, ",
            memo_columns!(same),
        )
    };
    (same) => {
        "m.id, m.kind, m.title, m.source_url, m.source_path, m.file_id, m.summary_state,
             m.summary_problem, m.summary_model, m.summary_receipt, m.version, m.created_at, m.updated_at, m.deleted_at,
             (SELECT STRING_AGG(t.name, '\n' ORDER BY t.tag_key) FROM memo_tagged g
              JOIN memo_tags t ON t.id = g.tag_id WHERE g.memo_id = m.id) AS tags"
    };
}
pub(crate) use memo_columns;

/// A stored memo.
#[derive(Debug, Clone, PartialEq, ::store::FromRow)]
pub(crate) struct Memo {
    pub id: MemoId,
    pub kind: String,
    pub title: String,
    pub body: String,
    pub source_url: Option<String>,
    pub source_path: Option<String>,
    pub quote: Option<String>,
    pub file_id: Option<FileId>,
    pub summary: Option<String>,
    pub summary_state: Option<String>,
    /// JSON.
    pub summary_problem: Option<String>,
    pub summary_model: Option<String>,
    /// JSON.
    pub summary_receipt: Option<String>,
    /// Names, each on a line.
    pub tags: Option<String>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

impl Memo {
    pub fn texts(&self) -> MemoTexts {
        MemoTexts {
            title: self.title.clone(),
            body: self.body.clone(),
            source_url: self.source_url.clone(),
            source_path: self.source_path.clone(),
            quote: self.quote.clone(),
            summary: self.summary.clone(),
        }
    }

    /// Returns the state of its image's summary, with at most `max_chars` of the text.
    fn summary_body(&self, max_chars: usize) -> Option<SummaryBody> {
        Some(SummaryBody {
            state: SummaryState::parse(self.summary_state.as_deref()?),
            text: self.summary.as_deref().map(|text| truncate(text, max_chars)),
            // A problem from a later version cannot be read by this one.
            problem: self.summary_problem.as_deref().and_then(|json| from_json(json).ok()),
            model_name: self.summary_model.clone(),
            receipt: self.summary_receipt.as_deref().and_then(|json| from_json(json).ok()),
        })
    }

    pub fn tag_names(&self) -> Vec<String> {
        self.tags.iter().flat_map(|names| names.lines()).map(str::to_owned).collect()
    }
}

impl From<Memo> for MemoBody {
    fn from(memo: Memo) -> Self {
        Self {
            id: memo.id,
            kind: Kind::parse(&memo.kind),
            summary: memo.summary_body(usize::MAX),
            tags: memo.tag_names(),
            title: memo.title,
            body: memo.body,
            source_url: memo.source_url,
            source_path: memo.source_path,
            quote: memo.quote,
            file_id: memo.file_id,
            version: memo.version,
            created_at: memo.created_at,
            updated_at: memo.updated_at,
            deleted_at: memo.deleted_at,
        }
    }
}

/// Longest beginning of a memo in a list.
const EXCERPT_MAX_CHARS: usize = 280;

impl From<Memo> for EntryBody {
    fn from(memo: Memo) -> Self {
        let plain = plain_text(&memo.body);
        let texts = memo.texts();
        let said =
            if plain.is_empty() { texts.quote.as_deref().unwrap_or_default() } else { &plain };
        let one_line = collapse_whitespace(said);
        Self {
            id: memo.id,
            kind: Kind::parse(&memo.kind),
            title: texts.shown_title(&plain),
            excerpt: truncate(&one_line, EXCERPT_MAX_CHARS),
            summary: memo.summary_body(EXCERPT_MAX_CHARS),
            tags: memo.tag_names(),
            source_url: memo.source_url,
            file_id: memo.file_id,
            created_at: memo.created_at,
            updated_at: memo.updated_at,
            deleted_at: memo.deleted_at,
        }
    }
}

/// Returns a memo of `owner`'s that is not in the trash.
pub(crate) async fn find_memo(
    conn: &mut Conn,
    owner: UserId,
    id: MemoId,
) -> StoreResult<Option<Memo>> {
    let memo = find_any(conn, owner, id).await?;
    Ok(memo.filter(|memo| memo.deleted_at.is_none()))
}

/// Returns a memo of `owner`'s, wherever it is.
pub(crate) async fn find_any(
    conn: &mut Conn,
    owner: UserId,
    id: MemoId,
) -> StoreResult<Option<Memo>> {
    sql!(
        conn,
        optional Memo,
        concat!(
            "SELECT ",
            memo_columns!(),
            " FROM memos m WHERE m.id = $2 AND m.user_id = $1"
        ),
        owner,
        id
    )
}

pub(crate) async fn count_memos(conn: &mut Conn, owner: UserId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM memos WHERE user_id = $1 AND deleted_at IS NULL",
        owner
    )?;
    Ok(count)
}

/// A memo that is to be written.
pub(crate) struct NewRow<'a> {
    pub id: MemoId,
    pub owner: UserId,
    pub kind: &'a str,
    pub texts: &'a MemoTexts,
    pub file_id: Option<FileId>,
    /// The origin it was imported from.
    pub origin: Option<&'a str>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Inserts a memo and indexes it; `false` if its id, or its import origin, exists.
pub(crate) async fn insert_memo(tx: &mut Tx, row: &NewRow<'_>) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "INSERT INTO memos (id, user_id, kind, title, body, source_url, quote, origin, version,
             created_at, updated_at, source_path, file_id, summary, summary_state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING",
        row.id,
        row.owner,
        row.kind,
        row.texts.title.as_str(),
        row.texts.body.as_str(),
        row.texts.source_url.as_deref(),
        row.texts.quote.as_deref(),
        row.origin,
        row.created_at,
        row.updated_at,
        row.texts.source_path.as_deref(),
        row.file_id,
        row.texts.summary.as_deref(),
        row.texts.summary.as_ref().map(|_| SummaryState::Complete.as_str())
    )?;
    if done == 1 {
        index_memo(tx, row.owner, row.id, row.texts).await?;
    }
    Ok(done == 1)
}

/// Stores a changed memo, if nobody wrote since it was read.
pub(crate) async fn update_memo(
    tx: &mut Tx,
    owner: UserId,
    memo: &Memo,
    texts: &MemoTexts,
    now: Timestamp,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memos SET kind = $3, title = $4, body = $5, source_url = $6, quote = $7,
             updated_at = $8, version = version + 1
         WHERE id = $1 AND version = $2 AND deleted_at IS NULL",
        memo.id,
        memo.version,
        memo.kind.as_str(),
        texts.title.as_str(),
        texts.body.as_str(),
        texts.source_url.as_deref(),
        texts.quote.as_deref(),
        now
    )?;
    if done == 1 && *texts != memo.texts() {
        reindex_memo(tx, owner, memo.id).await?;
    }
    Ok(done == 1)
}

/// Moves a memo of `owner`'s to the trash (`at`), or restores it (`None`); `false` if there is none.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    owner: UserId,
    id: MemoId,
    at: Option<Timestamp>,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memos SET deleted_at = $3 WHERE id = $1 AND user_id = $2
         AND (deleted_at IS NULL) = ($3 IS NOT NULL)",
        id,
        owner,
        at
    )?;
    Ok(done == 1)
}

/// Deletes permanently what was deleted before `before`; returns the files that no memo uses any more.
pub(crate) async fn purge_deleted(tx: &mut Tx, before: Timestamp) -> StoreResult<Vec<FileId>> {
    let pictures = sql!(
        tx,
        all(FileId,),
        "WITH used AS (
             SELECT m.file_id, m.deleted_at FROM memos m WHERE m.file_id IS NOT NULL
             UNION ALL SELECT f.file_id, m.deleted_at FROM memo_files f JOIN memos m ON m.id = f.memo_id
         )
         SELECT DISTINCT u.file_id FROM used u WHERE u.deleted_at < $1
             AND NOT EXISTS (SELECT 1 FROM used o WHERE o.file_id = u.file_id
                 AND (o.deleted_at IS NULL OR o.deleted_at >= $1))",
        before
    )?;
    sql!(tx, execute, "DELETE FROM memos WHERE deleted_at < $1", before)?;
    Ok(pictures.into_iter().map(|(id,)| id).collect())
}

/// Stores the text recognized in an image, if there is none yet, and indexes the memo by it. It does not count as a
/// change by its person.
pub(crate) async fn note_picture_text(
    tx: &mut Tx,
    owner: UserId,
    id: MemoId,
    said: &str,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "UPDATE memos SET quote = $3 WHERE id = $1 AND user_id = $2 AND quote IS NULL",
        id,
        owner,
        said
    )?;
    if done == 0 {
        return Ok(false);
    }
    // Reading took seconds, in which its person may have written.
    reindex_memo(tx, owner, id).await?;
    Ok(true)
}

/// Reindexes a memo by its current texts: its person and the text recognition of its image write different parts of it.
pub(crate) async fn reindex_memo(tx: &mut Tx, owner: UserId, id: MemoId) -> StoreResult<()> {
    match find_any(tx, owner, id).await? {
        Some(memo) => index_memo(tx, owner, id, &memo.texts()).await,
        None => Ok(()),
    }
}
