use kernel::{FileId, Problem, ProblemKind, Timestamp, UserId, Uuid, WorkspaceId};

use crate::problems::PROBLEMS;
use crate::{FileKey, sanitise_name};

/// A stored upload of a person's file.
#[derive(Debug, Clone, PartialEq)]
pub struct Upload {
    pub id: FileId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    /// Sanitised: see [`crate::sanitise_name`].
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    /// Number of bytes received, which is the offset of the next chunk.
    pub received_bytes: i64,
    pub sha256: Option<String>,
    pub state: UploadState,
    /// The code of the problem that made it fail.
    pub problem: Option<String>,
    /// Words that were read in it; none in a picture.
    pub words: Option<i64>,
    /// Pages, slides, sheets or chapters.
    pub pages: Option<i64>,
    /// Parts that were not read, as the reader's JSON; `None`: everything was read.
    pub unread: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The state of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadState {
    /// Bytes are still to come.
    Receiving,
    /// All is there; it is being put together and read.
    Waiting,
    /// It was read and can be attached.
    Parsed,
    /// It could not be read: [`Upload::problem`] has the reason.
    Failed,
}

impl UploadState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Receiving => "receiving",
            Self::Waiting => "waiting",
            Self::Parsed => "parsed",
            Self::Failed => "failed",
        }
    }

    pub(crate) fn parse(text: &str) -> Self {
        match text {
            "receiving" => Self::Receiving,
            "waiting" => Self::Waiting,
            "parsed" => Self::Parsed,
            _ => Self::Failed,
        }
    }
}

impl Upload {
    /// Creates the upload of a file from an archive, whose bytes are still to come; `None` if no such format is
    /// accepted here.
    pub fn pending(new: NewUpload, created_at: Timestamp) -> Option<Self> {
        let NewUpload { id, user_id, workspace_id, name, media_type, size_bytes, sha256 } = new;
        (name == sanitise_name(&name)).then_some(Self {
            id,
            user_id,
            workspace_id,
            name,
            media_type,
            size_bytes,
            received_bytes: 0,
            sha256,
            state: UploadState::Receiving,
            problem: None,
            words: None,
            pages: None,
            unread: None,
            created_at,
            updated_at: created_at,
        })
    }

    /// Returns the storage key of its whole content.
    pub fn key(&self) -> FileKey {
        FileKey::new("documents", self.workspace_id, self.id.0)
    }

    /// Returns the storage key of its thumbnail, which is there once somebody has looked at one.
    pub fn thumbnail_key(&self) -> FileKey {
        FileKey::new("thumbnails", self.workspace_id, self.id.0)
    }

    pub fn is_image(&self) -> bool {
        self.media_type.starts_with("image/")
    }

    /// Returns the reason if it failed.
    pub fn failure_problem(&self) -> Option<Problem> {
        let code = self.problem.as_deref()?;
        let kind: ProblemKind = *PROBLEMS.iter().find(|kind| kind.code == code)?;
        Some(kind.into())
    }
}

/// Returns the storage key of a chunk until the upload is complete.
pub(crate) fn piece_key(workspace_id: WorkspaceId, piece_id: Uuid) -> FileKey {
    FileKey::new(PIECES, workspace_id, piece_id)
}

/// The folder of pieces.
pub(crate) const PIECES: &str = "upload_pieces";

/// The client's description of a file before it is sent.
#[derive(Debug, Clone)]
pub struct NewUpload {
    /// Id made by the client, so that beginning twice is idempotent.
    pub id: FileId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    /// SHA-256 in hexadecimal; checked when everything has arrived.
    pub sha256: Option<String>,
}
