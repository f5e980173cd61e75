use identity::Person;
use kernel::{Timestamp, UserId};
use store::{Conn, StoreResult, Tx, from_json, is_in_workspace, sql, to_json};

use super::archive_store::in_archive;
use super::document::DocumentId;
use super::highlight::{Color, Content, Highlight, HighlightId};

#[derive(::store::FromRow)]
struct Row {
    id: HighlightId,
    document_id: DocumentId,
    page: i64,
    color: String,
    boxes: String,
    quote: String,
    note: String,
    created_at: Timestamp,
}

impl Row {
    fn into_highlight(self) -> StoreResult<Highlight> {
        let content = Content {
            page: self.page,
            color: Color::parse(&self.color),
            boxes: from_json(&self.boxes)?,
            quote: self.quote,
            note: self.note,
        };
        Ok(Highlight {
            id: self.id,
            document_id: self.document_id,
            content,
            created_at: self.created_at,
        })
    }
}

fn highlights(rows: Vec<Row>) -> StoreResult<Vec<Highlight>> {
    rows.into_iter().map(Row::into_highlight).collect()
}

/// Lists the highlights of a document, in the order of its pages.
pub(crate) async fn list_highlights(
    conn: &mut Conn,
    document_id: DocumentId,
) -> StoreResult<Vec<Highlight>> {
    let rows = sql!(
        conn,
        all Row,
        "SELECT * FROM document_highlights WHERE document_id = $1 ORDER BY page, id",
        document_id
    )?;
    let mut all = highlights(rows)?;
    all.sort_by_key(|highlight| highlight.content.place());
    Ok(all)
}

/// Returns the newest highlights in documents of a person's that are not deleted.
pub(crate) async fn list_newest_highlights(
    conn: &mut Conn,
    user_id: UserId,
    limit: i64,
) -> StoreResult<Vec<Highlight>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT h.* FROM document_highlights h JOIN documents s ON s.id = h.document_id
             WHERE s.user_id = $1 AND s.deleted_at IS NULL AND ",
            is_in_workspace!("s"),
            " ORDER BY h.created_at DESC, h.id DESC LIMIT $2",
        ),
        user_id,
        limit
    )?;
    highlights(rows)
}

/// Returns a highlight, whosever it is.
pub(crate) async fn find_highlight(
    conn: &mut Conn,
    id: HighlightId,
) -> StoreResult<Option<Highlight>> {
    let row = sql!(conn, optional Row, "SELECT * FROM document_highlights WHERE id = $1", id)?;
    row.map(Row::into_highlight).transpose()
}

pub(crate) async fn count_highlights(conn: &mut Conn, document_id: DocumentId) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM document_highlights WHERE document_id = $1",
        document_id
    )?;
    Ok(count)
}

/// Inserts or updates a highlight. `false`, and nothing is changed, if another document has the id.
pub(crate) async fn keep_highlight(tx: &mut Tx, highlight: &Highlight) -> StoreResult<bool> {
    let Content { page, color, boxes, quote, note } = &highlight.content;
    let done = sql!(
        tx,
        execute,
        "INSERT INTO document_highlights (id, document_id, page, color, boxes, quote, note, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET page = excluded.page, color = excluded.color,
             boxes = excluded.boxes, quote = excluded.quote, note = excluded.note
         WHERE document_highlights.document_id = excluded.document_id",
        highlight.id,
        highlight.document_id,
        *page,
        color.as_str(),
        to_json(boxes)?,
        quote.as_str(),
        note.as_str(),
        highlight.created_at
    )?;
    Ok(done == 1)
}

pub(crate) async fn delete_highlight(
    tx: &mut Tx,
    document_id: DocumentId,
    id: HighlightId,
) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "DELETE FROM document_highlights WHERE id = $1 AND document_id = $2",
        id,
        document_id
    )?;
    Ok(done == 1)
}

/// Highlights in the documents that a person's archive holds, the next ones after `after`.
pub(crate) async fn highlights_after(
    conn: &mut Conn,
    person: Person,
    after: HighlightId,
    limit: i64,
) -> StoreResult<Vec<Highlight>> {
    let rows = sql!(
        conn,
        all Row,
        concat!(
            "SELECT h.* FROM document_highlights h JOIN documents d ON d.id = h.document_id
                 LEFT JOIN uploads u ON u.id = d.file_id
             WHERE h.id > $3 AND ",
            in_archive!(),
            " ORDER BY h.id LIMIT $4"
        ),
        person.user_id,
        person.workspace_id,
        after,
        limit
    )?;
    highlights(rows)
}
