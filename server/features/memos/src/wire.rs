use api::{PageQuery, ProblemBody};
use conversations::Receipt;
use kernel::{FileId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub(crate) use crate::kind::Kind;

kernel::id! {
    /// A memo of a person's.
    MemoId
}

/// A memo.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Memo)]
pub(crate) struct MemoBody {
    pub id: MemoId,
    pub kind: Kind,
    pub title: String,
    /// Markdown.
    pub body: String,
    /// The page that it is from.
    pub source_url: Option<String>,
    /// Path in this product that it comes from, such as a page of a document.
    pub source_path: Option<String>,
    /// Text that was saved from its source; for an image, the text recognized in it.
    pub quote: Option<String>,
    /// The picture that it is.
    pub file_id: Option<FileId>,
    /// Description of its image; none unless somebody asked for it.
    pub summary: Option<SummaryBody>,
    pub tags: Vec<String>,
    /// Counts its changes; a change may name the one it is for.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Set in the trash.
    pub deleted_at: Option<Timestamp>,
}

/// A description of a memo's image, written by a model.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemoSummary)]
pub(crate) struct SummaryBody {
    pub state: SummaryState,
    /// The last description. It stays while another is requested, and if that fails.
    pub text: Option<String>,
    /// The reason why it failed.
    pub problem: Option<ProblemBody>,
    /// The model that was asked last; null of a summary from elsewhere.
    pub model_name: Option<String>,
    /// Cost of the last request; null until it is finished.
    pub receipt: Option<Receipt>,
}

/// The state of a summary. Spec §5: "Image summary: summarizing, complete, failed, cancelled."
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemoSummaryState)]
pub(crate) enum SummaryState {
    Summarizing,
    Complete,
    Failed,
    Cancelled,
}

impl SummaryState {
    pub const ALL: [Self; 4] = [Self::Summarizing, Self::Complete, Self::Failed, Self::Cancelled];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Summarizing => "summarizing",
            Self::Complete => "complete",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Parses a stored state; one stored by a later version becomes failed, so that it can be retried.
    pub fn parse(word: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.as_str() == word).unwrap_or(Self::Failed)
    }
}

/// The model that is to describe the image.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NewMemoSummary {
    /// One that takes pictures; one is chosen where none is named.
    pub model: Option<String>,
}

/// A memo in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemoEntry)]
pub(crate) struct EntryBody {
    pub id: MemoId,
    pub kind: Kind,
    /// Its title, or the first line that it has.
    pub title: String,
    /// The beginning of its text, plain.
    pub excerpt: String,
    pub source_url: Option<String>,
    /// The picture that it is.
    pub file_id: Option<FileId>,
    /// Description of its image, shortened.
    pub summary: Option<SummaryBody>,
    pub tags: Vec<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Set in the trash.
    pub deleted_at: Option<Timestamp>,
}

/// Filter and page of the list of memos.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ListQuery {
    /// Words of a title or a text; the last may be half typed.
    pub q: Option<String>,
    #[param(inline)]
    pub kind: Option<Kind>,
    /// The name of a tag.
    pub tag: Option<String>,
    /// The address of the page that they are from.
    pub source: Option<String>,
    /// Memos that link to this one.
    pub links_to: Option<Uuid>,
    /// True for deleted memos, instead of current ones.
    pub trash: bool,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
}

impl ListQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// A memo to create. Repeating the request returns the existing one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMemo {
    /// Id made by the client.
    pub id: MemoId,
    #[serde(default)]
    pub kind: Kind,
    #[serde(default)]
    pub title: String,
    /// Markdown.
    #[serde(default)]
    pub body: String,
    #[serde(default)]
    pub source_url: Option<String>,
    /// Path in this product that it comes from.
    #[serde(default)]
    pub source_path: Option<String>,
    #[serde(default)]
    pub quote: Option<String>,
    /// A picture of the caller's, which was uploaded or is in a chat of theirs.
    #[serde(default)]
    pub file_id: Option<FileId>,
    #[serde(default)]
    pub tags: Vec<String>,
}

/// Changes to a memo; absent fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MemoChange {
    pub kind: Option<Kind>,
    pub title: Option<String>,
    pub body: Option<String>,
    /// An empty one takes it away.
    pub source_url: Option<String>,
    /// An empty one takes it away.
    pub quote: Option<String>,
    /// All that it is to have.
    pub tags: Option<Vec<String>>,
}

/// One thing to be done to many memos.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(from = "SentBatch")]
#[schema(as = MemoBatch)]
pub(crate) struct Batch {
    /// Ids of the memos, at most 500.
    pub memo_ids: Vec<MemoId>,
    #[serde(flatten)]
    pub action: BatchAction,
}

/// Wire type of a batch. A flattened enum cannot refuse unknown fields; this does.
#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
enum SentBatch {
    Delete { memo_ids: Vec<MemoId> },
    Restore { memo_ids: Vec<MemoId> },
    Tag { memo_ids: Vec<MemoId>, tag: String },
    Untag { memo_ids: Vec<MemoId>, tag: String },
}

impl From<SentBatch> for Batch {
    fn from(sent: SentBatch) -> Self {
        let (memo_ids, action) = match sent {
            SentBatch::Delete { memo_ids } => (memo_ids, BatchAction::Delete),
            SentBatch::Restore { memo_ids } => (memo_ids, BatchAction::Restore),
            SentBatch::Tag { memo_ids, tag } => (memo_ids, BatchAction::Tag { tag }),
            SentBatch::Untag { memo_ids, tag } => (memo_ids, BatchAction::Untag { tag }),
        };
        Self { memo_ids, action }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "action", rename_all = "snake_case")]
#[schema(as = MemoBatchAction)]
pub(crate) enum BatchAction {
    /// Into the trash.
    Delete,
    /// Out of the trash.
    Restore,
    /// They get this tag.
    Tag { tag: String },
    /// They lose this tag.
    Untag { tag: String },
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedMemos)]
pub(crate) struct Changed {
    /// Ids of the memos that changed.
    pub memo_ids: Vec<MemoId>,
}

/// A tag of the caller's.
#[derive(Debug, Serialize, ToSchema, ::store::FromRow)]
#[schema(as = MemoTag)]
pub(crate) struct TagBody {
    pub id: Uuid,
    pub name: String,
    /// Memos that have it.
    pub memos: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemoTagList)]
pub(crate) struct TagListBody {
    pub items: Vec<TagBody>,
}

/// A tag to make, or another name for one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemoTagName {
    pub name: String,
}

/// The format of a file from which memos are imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MemoImportFormat)]
pub(crate) enum ImportFormat {
    /// A ZIP file with files of Markdown, and pictures.
    Markdown,
    /// A page of bookmarks, as browsers and Pocket write it.
    Bookmarks,
    /// A table, as Pocket and Raindrop write it.
    Table,
    /// Karakeep's JSON.
    Karakeep,
    /// Evernote's notes.
    Evernote,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ImportQuery {
    /// True to only report what would be done.
    pub dry_run: bool,
}

/// The result of an import, or of its preview.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MemoImportReport)]
pub(crate) struct ImportReport {
    pub format: ImportFormat,
    pub dry_run: bool,
    pub added: i64,
    /// Number of memos imported before.
    pub present: i64,
    /// Number of entries that are not memos, or break a rule.
    pub left_out: i64,
    /// Pictures that come along.
    pub pictures: i64,
    /// The names of the first pictures that do not: they are larger than pictures may be.
    pub pictures_left_out: Vec<String>,
    /// The first of those that are added.
    pub titles: Vec<String>,
}
