//! The types on the wire.

use api::ProblemBody;
use files::{CHUNK_MAX_BYTES, Upload, UploadState};
use kernel::{FileId, Timestamp};
use parsing::{PAGE_PARTS, Part, RecognisedLine, RecognisedWord, Unread, UnreadReason};
use retrieval::Passage;
use serde::{Deserialize, Serialize};
use store::from_json;
use utoipa::ToSchema;

/// A file to upload. Its id is made by the client, so that asking twice is asking once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFile {
    /// UUIDv7.
    pub id: FileId,
    pub name: String,
    pub size_bytes: i64,
    /// SHA-256 in hexadecimal, checked against the received bytes.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// A file, and how far it is.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = File)]
pub struct FileBody {
    pub id: FileId,
    /// The stored name: safe to show and to save under.
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    /// Offset of the next chunk.
    pub received_bytes: i64,
    /// Longest chunk that is taken.
    pub chunk_max_bytes: usize,
    pub state: FileState,
    /// The reason why it failed.
    pub problem: Option<ProblemBody>,
    /// Number of words; null for images, and until it is read.
    pub words: Option<i64>,
    /// Pages, slides, sheets or chapters.
    pub pages: Option<i64>,
    /// Parts that were not read, in the order of the file; reading can be retried.
    pub unread: Vec<UnreadBody>,
    pub created_at: Timestamp,
}

/// A part of a file that was not read, and why.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnreadPart)]
pub struct UnreadBody {
    /// First and last page or slide, counted from 1; null for other parts.
    pub first_page: Option<u32>,
    pub last_page: Option<u32>,
    /// The name of a sheet, chapter, attachment or file.
    pub name: Option<String>,
    /// Number of images within the text.
    pub images: Option<u32>,
    pub reason: UnreadReasonBody,
}

/// The reason why a part was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = UnreadReason)]
pub enum UnreadReasonBody {
    /// It is an image whose text was not recognized.
    Image,
    Damaged,
    /// It is of a kind that is not read.
    Unsupported,
    /// It lies beyond a limit.
    Limit,
    Encrypted,
}

/// Returns the unread parts of a file; none if they were stored by a version that wrote them otherwise.
pub(crate) fn unread_of(upload: &Upload) -> Vec<Unread> {
    upload.unread.as_deref().and_then(|json| from_json(json).ok()).unwrap_or_default()
}

/// Returns the unread parts of a file as clients see them.
pub(crate) fn unread_body(upload: &Upload) -> Vec<UnreadBody> {
    unread_of(upload).into_iter().map(UnreadBody::from).collect()
}

impl From<Unread> for UnreadBody {
    fn from(unread: Unread) -> Self {
        let (mut pages, mut name, mut images) = (None, None, None);
        match unread.part {
            Part::Pages { first, last } => pages = Some((first, last)),
            Part::Named(part) => name = Some(part),
            Part::Images(count) => images = Some(count),
        }
        let reason = match unread.reason {
            UnreadReason::Image => UnreadReasonBody::Image,
            UnreadReason::Damaged => UnreadReasonBody::Damaged,
            UnreadReason::Unsupported => UnreadReasonBody::Unsupported,
            UnreadReason::Limit => UnreadReasonBody::Limit,
            UnreadReason::Encrypted => UnreadReasonBody::Encrypted,
        };
        let (first_page, last_page) = pages.unzip();
        Self { first_page, last_page, name, images, reason }
    }
}

/// Progress of a file: `parsed` and `failed` are final unless reading is retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileState {
    /// Bytes are still to come.
    Receiving,
    /// All is there; it is being read.
    Waiting,
    /// It can be attached.
    Parsed,
    Failed,
}

impl From<Upload> for FileBody {
    fn from(upload: Upload) -> Self {
        let state = match upload.state {
            UploadState::Receiving => FileState::Receiving,
            UploadState::Waiting => FileState::Waiting,
            UploadState::Parsed => FileState::Parsed,
            UploadState::Failed => FileState::Failed,
        };
        let problem = upload.failure_problem().as_ref().map(ProblemBody::from);
        let unread = unread_body(&upload);
        Self {
            id: upload.id,
            name: upload.name,
            media_type: upload.media_type,
            size_bytes: upload.size_bytes,
            received_bytes: upload.received_bytes,
            chunk_max_bytes: CHUNK_MAX_BYTES,
            state,
            problem,
            words: upload.words,
            pages: upload.pages,
            unread,
            created_at: upload.created_at,
        }
    }
}

/// The text of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct FileText {
    pub pages: Vec<FilePage>,
    /// Parts that were not read.
    pub unread: Vec<UnreadBody>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct FilePage {
    /// Counted from 1.
    pub number: i64,
    /// A sheet's name, a chapter's heading.
    pub title: Option<String>,
    pub text: String,
}

/// The text of a page that is an image, line by line.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecognisedText {
    /// Words in reading order. None: the page is no image, or was read before positions were stored.
    pub lines: Vec<Vec<WordBody>>,
}

/// A word, and the box around it as fractions of the page, from its upper left corner.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RecognisedWord)]
pub struct WordBody {
    pub text: String,
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl From<RecognisedWord> for WordBody {
    fn from(word: RecognisedWord) -> Self {
        let share = |parts: u16| f64::from(parts) / f64::from(PAGE_PARTS);
        Self {
            text: word.text,
            x: share(word.x),
            y: share(word.y),
            width: share(word.width),
            height: share(word.height),
        }
    }
}

impl From<Vec<RecognisedLine>> for RecognisedText {
    fn from(lines: Vec<RecognisedLine>) -> Self {
        let line = |words: RecognisedLine| words.into_iter().map(WordBody::from).collect();
        Self { lines: lines.into_iter().map(line).collect() }
    }
}

impl FileText {
    /// Puts the pages of a file together from its passages.
    pub fn of(upload: &Upload, passages: Vec<Passage>) -> Self {
        let mut pages: Vec<FilePage> = Vec::new();
        for Passage { page, title, text, .. } in passages {
            match pages.last_mut() {
                Some(last) if last.number == page => last.text.push_str(&text),
                _ => pages.push(FilePage { number: page, title, text }),
            }
        }
        Self { pages, unread: unread_body(upload) }
    }
}
