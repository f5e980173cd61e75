use kernel::{FileId, Timestamp, UserId, WorkspaceId};
use serde::{Deserialize, Serialize};
use tasks::TaskId;
use utoipa::ToSchema;

use crate::boards::BoardId;
use crate::work::Work;

kernel::id! {
    /// Identifies an image of a person's.
    ImageId
}

/// The origin of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ImageOrigin)]
pub(crate) enum Origin {
    /// A model made it from a text.
    Created,
    /// A model made it from other images.
    Edited,
    /// A tool of this server made it.
    Tool,
    /// Its person brought it.
    Uploaded,
}

impl Origin {
    /// Returns the origin of what comes of `work`.
    pub fn of(work: &Work) -> Self {
        match work {
            Work::Create(creation) if creation.references.is_empty() => Self::Created,
            Work::Create(_) => Self::Edited,
            Work::Tool(_) => Self::Tool,
        }
    }
}

/// An image of a person's, and how it was made.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Image {
    pub id: ImageId,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub file_id: FileId,
    pub task_id: Option<TaskId>,
    pub board_id: Option<BoardId>,
    pub parent_id: Option<ImageId>,
    pub origin: Origin,
    /// The prompt that it was made from, as the provider revised it.
    pub prompt: String,
    /// What a model says that it shows.
    pub description: Option<String>,
    pub work: Option<Work>,
    pub seed: Option<i64>,
    pub width: i64,
    pub height: i64,
    pub media_type: String,
    pub size_bytes: i64,
    /// Advanced credits.
    pub cost: i64,
    pub starred: bool,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

impl Image {
    pub fn model(&self) -> Option<&str> {
        self.work.as_ref()?.model()
    }

    pub fn tool(&self) -> Option<&'static str> {
        self.work.as_ref()?.tool()
    }

    /// Returns the words by which it is found, in lower case.
    pub fn words(&self) -> String {
        let asked = self.work.as_ref().map(Work::prompt).filter(|asked| *asked != self.prompt);
        let shown = self.description.as_deref();
        let parts = [Some(self.prompt.as_str()), asked, self.model(), self.tool(), shown];
        let words: Vec<_> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        words.join(" ").to_lowercase()
    }
}
