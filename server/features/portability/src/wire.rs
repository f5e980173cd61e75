use std::collections::BTreeMap;

use api::ProblemBody;
use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::formats::{Origin, Unmapped};
use crate::rules::LISTED_MAX;

/// An archive to be sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewImport {
    pub name: String,
    pub size_bytes: u64,
}

/// Diagrams that a client rendered for a file.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDrawings {
    pub diagrams: Vec<NewDiagram>,
}

/// A diagram that the client rendered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDiagram {
    /// Code as it is in the chat.
    pub code: String,
    /// A PNG at twice its size, in base64.
    pub picture: String,
}

/// An uploaded archive, and its progress.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Import)]
pub(crate) struct ImportBody {
    pub id: Uuid,
    pub name: String,
    pub size_bytes: u64,
    pub state: ImportState,
    /// Bytes of a piece, in which it is sent.
    pub piece_bytes: u64,
    pub report: Option<Report>,
    pub problem: Option<ProblemBody>,
    /// Conversations that were read.
    pub done: i64,
    /// Total number, if known.
    pub total: Option<i64>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ImportState {
    Uploading,
    Checking,
    /// The report says what an import would do.
    Checked,
    Importing,
    /// Finished: the report contains the result.
    Done,
    Failed,
}

impl ImportState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Uploading => "uploading",
            Self::Checking => "checking",
            Self::Checked => "checked",
            Self::Importing => "importing",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Self {
        match text {
            "checking" => Self::Checking,
            "checked" => Self::Checked,
            "importing" => Self::Importing,
            "done" => Self::Done,
            "failed" => Self::Failed,
            _ => Self::Uploading,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Imports)]
pub(crate) struct ImportsBody {
    pub items: Vec<ImportBody>,
}

/// The content of an archive: what is new, and what could not be mapped.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportReport)]
pub struct Report {
    /// The product it comes from; several if the archive holds several.
    pub origins: Vec<Origin>,
    pub conversations: u64,
    pub messages: u64,
    /// Ends of branches beyond each conversation's first.
    pub branches: u64,
    pub new_conversations: u64,
    pub new_messages: u64,
    /// Conversations that are here already, with all they have.
    pub present_conversations: u64,
    /// Other things of an archive of this product: groups, bots, prompts, files.
    pub other: BTreeMap<String, u64>,
    /// Number of items that could not be mapped, by reason.
    pub unmapped_counts: BTreeMap<String, u64>,
    /// The first thousand of them, one by one.
    pub unmapped: Vec<Unmapped>,
}

impl Report {
    pub fn leave_out(&mut self, unmapped: Unmapped) {
        *self.unmapped_counts.entry(unmapped.reason.clone()).or_default() += 1;
        if self.unmapped.len() < LISTED_MAX {
            self.unmapped.push(unmapped);
        }
    }

    pub fn see(&mut self, origin: Origin) {
        if !self.origins.contains(&origin) {
            self.origins.push(origin);
        }
    }
}
