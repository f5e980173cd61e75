use kernel::{FileId, Timestamp, UserId, WorkspaceId};
use media_calls::ProviderJob;
use tasks::TaskId;

use crate::work::Work;

kernel::id! {
    /// Identifies a video of a person's.
    VideoId
}

/// A video of a person's, and how it was made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Video {
    pub id: VideoId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub file_id: FileId,
    pub task_id: Option<TaskId>,
    /// The provider's job that made it, by which the provider can change it.
    pub provider_job: Option<ProviderJob>,
    pub work: Work,
    pub seed: Option<i64>,
    /// Its length as it was asked for.
    pub seconds: Option<i64>,
    pub media_type: String,
    pub size_bytes: i64,
    /// Advanced credits.
    pub cost: i64,
    pub starred: bool,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

impl Video {
    /// Returns the words by which it is found, in lower case.
    pub fn words(&self) -> String {
        format!("{} {}", self.work.prompt, self.work.model).trim().to_lowercase()
    }
}
