//! A person's memos in their archive, with their tags.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::Files;
use identity::Person;
use kernel::{Fallible, FileId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, StoreResult, Tx, sql};

use crate::rules::{MemoTexts, Tag};
use crate::store::{NewRow, find_any, insert_memo};
use crate::tags::set_tags;
use crate::text_files::keep_files;
use crate::wire::{Kind, MemoId};

/// Memos, as something that an archive holds.
pub(crate) struct MemosInArchive {
    db: Db,
    files: Files,
}

impl MemosInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), files: services.files.clone() }
    }

    /// Returns the image that a line gives its memo, if it is one of the person's files: it is deleted with its memo,
    /// so it must not be anybody else's. Its bytes are in the archive with those of the person's other files.
    async fn picture_of(
        &self,
        tx: &mut Tx,
        person: Person,
        file_id: Option<FileId>,
    ) -> StoreResult<Option<FileId>> {
        let Some(id) = file_id else { return Ok(None) };
        let upload = self.files.find_upload(tx, person.user_id, id).await?;
        Ok(upload.filter(|upload| upload.is_image()).map(|upload| upload.id))
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: MemoId,
    kind: String,
    title: String,
    body: String,
    source_url: Option<String>,
    #[serde(default)]
    source_path: Option<String>,
    quote: Option<String>,
    #[serde(default)]
    file_id: Option<FileId>,
    #[serde(default)]
    summary: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    origin: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[derive(::store::FromRow)]
struct Row {
    id: MemoId,
    kind: String,
    title: String,
    body: String,
    source_url: Option<String>,
    source_path: Option<String>,
    quote: Option<String>,
    file_id: Option<FileId>,
    summary: Option<String>,
    tags: Option<String>,
    origin: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl From<Row> for Line {
    fn from(row: Row) -> Self {
        let tags = row.tags.iter().flat_map(|names| names.lines()).map(str::to_owned).collect();
        Self {
            id: row.id,
            kind: row.kind,
            title: row.title,
            body: row.body,
            source_url: row.source_url,
            source_path: row.source_path,
            quote: row.quote,
            file_id: row.file_id,
            summary: row.summary,
            tags,
            origin: row.origin,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// Lines that are read at once.
const LINES_MAX: i64 = 100;
/// Maximum length of a memo's import origin.
const ORIGIN_MAX_CHARS: usize = 200;

#[async_trait]
impl ArchiveSource for MemosInArchive {
    fn name(&self) -> &'static str {
        "memos"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| MemoId::deserialize(&line["id"]).ok());
        let after = after.unwrap_or(MemoId(kernel::Uuid::nil()));
        let mut conn = self.db.read().await?;
        let rows = sql!(
            &mut conn,
            all Row,
            "SELECT m.id, m.kind, m.title, m.body, m.source_url, m.source_path, m.quote, m.file_id,
                 m.summary, m.origin, m.created_at, m.updated_at,
                 (SELECT STRING_AGG(t.name, '\n' ORDER BY t.tag_key) FROM memo_tagged g
                  JOIN memo_tags t ON t.id = g.tag_id WHERE g.memo_id = m.id) AS tags
             FROM memos m WHERE m.user_id = $1 AND m.id > $2 AND m.deleted_at IS NULL
             ORDER BY m.id LIMIT $3",
            person.user_id,
            after,
            LINES_MAX
        )?;
        archive_lines(rows.into_iter().map(Line::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let Line { id, title, body, source_url, source_path, quote, summary, file_id, .. } = line;
        // The rules apply to imported data, too.
        let texts = MemoTexts { title, body, source_url, source_path, quote, summary }.parse();
        let (Ok(texts), Ok(tags)) = (texts, Tag::parse_all(&line.tags)) else {
            return Ok(Restored::Refused);
        };
        let file_id = self.picture_of(tx, person, file_id).await?;
        let origin = line.origin.filter(|origin| origin.chars().count() <= ORIGIN_MAX_CHARS);
        let row = NewRow {
            id,
            owner: person.user_id,
            kind: Kind::parse(&line.kind).as_str(),
            texts: &texts,
            file_id,
            origin: origin.as_deref(),
            created_at: line.created_at,
            updated_at: line.updated_at,
        };
        if insert_memo(tx, &row).await? {
            if let Some(file_id) = file_id {
                self.files.retain_upload(tx, file_id).await?;
            }
            set_tags(tx, person.user_id, id, &tags, line.created_at).await?;
            keep_files(&self.files, tx, person.user_id, id, &texts.body).await?;
            return Ok(Restored::Added);
        }
        let own = find_any(tx, person.user_id, id).await?.is_some();
        // A memo that was also imported here already exists, under another id.
        let is_imported = match origin.as_deref() {
            Some(origin) => {
                let find = "SELECT id FROM memos WHERE user_id = $1 AND origin = $2";
                sql!(tx, optional(MemoId,), find, person.user_id, origin)?.is_some()
            }
            None => false,
        };
        Ok(if own || is_imported { Restored::Present } else { Restored::Refused })
    }
}
