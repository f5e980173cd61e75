//! The wire types of this area.

use std::collections::BTreeMap;

use kernel::{ConversationId, MessageId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::in_chats::InChats;
use crate::rules::{Kind, Source};
use crate::store::{Artifact, VersionRow};

/// An artifact without its content.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Artifact)]
pub(crate) struct ArtifactBody {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    /// The chat in which it is written; null: none, or the chat is gone.
    pub conversation_id: Option<ConversationId>,
    /// The name by which the model refers to it in that chat.
    pub identifier: String,
    pub title: String,
    pub kind: Kind,
    /// The language's name behind a code fence, in lower case.
    pub language: String,
    /// Number of the newest version, counted from 1.
    pub version: i64,
    pub starred: bool,
    /// True if it may call a model, with the quota of who looks at it.
    pub prompts: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl From<Artifact> for ArtifactBody {
    fn from(artifact: Artifact) -> Self {
        Self {
            id: artifact.id,
            conversation_id: artifact.conversation_id,
            identifier: artifact.identifier,
            title: artifact.title,
            kind: Kind::of(&artifact.language),
            language: artifact.language,
            version: artifact.version,
            starred: artifact.starred,
            prompts: artifact.prompts,
            created_at: artifact.created_at,
            updated_at: artifact.updated_at,
        }
    }
}

/// An artifact with the content of its newest version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ArtifactDetail)]
pub(crate) struct DetailBody {
    #[serde(flatten)]
    pub artifact: ArtifactBody,
    pub content: String,
    /// Newest first.
    pub versions: Vec<VersionBody>,
}

/// A version without its content.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ArtifactVersion)]
pub(crate) struct VersionBody {
    /// Counted from 1.
    pub number: i64,
    pub source: Source,
    pub language: String,
    /// False if the model was stopped before the end.
    pub complete: bool,
    /// The answer that wrote it.
    pub message_id: Option<MessageId>,
    /// Its block in that answer, counted from 0.
    pub block: Option<i64>,
    pub created_at: Timestamp,
}

impl From<VersionRow> for VersionBody {
    fn from(row: VersionRow) -> Self {
        Self {
            number: row.number,
            source: Source::parse(&row.source),
            language: row.language,
            complete: row.complete,
            message_id: row.message_id,
            block: row.block,
            created_at: row.created_at,
        }
    }
}

/// The content of a version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ArtifactContent)]
pub(crate) struct ContentBody {
    pub number: i64,
    pub kind: Kind,
    pub language: String,
    pub content: String,
}

/// A new artifact that a person keeps. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewArtifact)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewArtifact {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub title: String,
    pub language: String,
    pub content: String,
}

/// A change of an artifact; what is left out stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = ArtifactChange)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArtifactChange {
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub starred: Option<bool>,
    #[serde(default)]
    pub prompts: Option<bool>,
}

/// A new version of an artifact, edited by hand or restored.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewArtifactVersion)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVersionBody {
    pub content: String,
    /// The newest version that the person knows.
    pub base: i64,
    /// The older version that becomes the newest again; null: it was edited.
    #[serde(default)]
    pub restored: Option<i64>,
}

/// The artifacts that a list shows.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListQuery {
    /// Words in the title.
    #[param(inline)]
    pub q: Option<String>,
    /// True: starred ones only.
    #[param(inline)]
    pub starred: Option<bool>,
    /// The chat in which they are written.
    #[param(inline, value_type = Option<String>)]
    pub conversation_id: Option<ConversationId>,
    /// `next_cursor` of the page before.
    #[param(inline)]
    pub cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    #[param(inline)]
    pub limit: Option<usize>,
}

/// What a running artifact keeps for the caller.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ArtifactData)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataBody {
    pub entries: BTreeMap<String, String>,
}

/// A prompt of a running artifact.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ArtifactPrompt)]
#[serde(deny_unknown_fields)]
pub(crate) struct PromptBody {
    pub prompt: String,
}

/// A model's answer to an artifact.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ArtifactAnswer)]
pub(crate) struct AnswerBody {
    pub text: String,
}

/// The caller's settings for artifacts.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ArtifactSettings)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingsBody {
    pub in_chats: InChats,
}
