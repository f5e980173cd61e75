use api::ProblemBody;
use files::{Upload, UploadState};
use kernel::{FileId, Timestamp, UserId, WorkspaceId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

kernel::id! {
    /// The id of a document.
    DocumentId
}

kernel::id! {
    /// Documents that are asked about together.
    CollectionId
}

/// A stored document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Document {
    pub id: DocumentId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub name: String,
    /// Address it is fetched from; `None`: it was uploaded.
    pub url: Option<String>,
    /// Id of its file; `None`: not fetched yet.
    pub file_id: Option<FileId>,
    /// The reason why it was not fetched.
    pub problem: Option<ProblemBody>,
    pub page_count: Option<i64>,
    pub pages_kept: Option<i64>,
    /// Number of pages whose text was recognized from images.
    pub recognised_pages: i64,
    pub ignored: bool,
    pub created_at: Timestamp,
}

/// Progress of a document. Spec §4: "Documents: upload and parse".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentState {
    /// It is being downloaded from its address.
    Fetching,
    /// Bytes are still to come.
    Receiving,
    /// All is there; it is being read.
    Waiting,
    /// It can be read and asked about.
    Parsed,
    Failed,
}

impl Document {
    /// Returns its state; `upload` is its file, if there is one.
    pub fn state(&self, upload: Option<&Upload>) -> DocumentState {
        match upload.map(|upload| upload.state) {
            Some(UploadState::Waiting) => DocumentState::Waiting,
            Some(UploadState::Parsed) => DocumentState::Parsed,
            Some(UploadState::Failed) => DocumentState::Failed,
            _ if self.problem.is_some() => DocumentState::Failed,
            Some(UploadState::Receiving) if self.url.is_none() => DocumentState::Receiving,
            // It was removed, or its bytes are on their way from an address.
            None if self.file_id.is_some() => DocumentState::Failed,
            Some(UploadState::Receiving) | None => DocumentState::Fetching,
        }
    }
}
