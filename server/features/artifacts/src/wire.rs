//! The wire types of this area.

use std::collections::BTreeMap;

use kernel::{ConversationId, MessageId, Timestamp, UserId, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::gallery::{Listed, Sort};
use crate::hosts::hosts_of;
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
    /// True if the gallery lists it while it is published.
    pub listed: bool,
    /// Origins that its preview may reach: `https://api.example.com`.
    pub hosts: Vec<String>,
    /// False if the caller has not agreed to them yet: a remix brings them along.
    pub hosts_agreed: bool,
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
            listed: artifact.listed,
            hosts: hosts_of(&artifact.hosts),
            hosts_agreed: artifact.hosts_agreed,
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
    /// Lists it in the gallery while it is published. False again once it is unpublished.
    #[serde(default)]
    pub listed: Option<bool>,
    /// Origins that its preview may reach. The caller agrees to them by sending them.
    #[serde(default)]
    pub hosts: Option<Vec<String>>,
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

/// The part of the gallery that is asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GalleryQuery {
    /// Words in the title.
    #[param(inline)]
    pub q: Option<String>,
    /// `newest`, which is the default, or `remixed`: the most remixed first.
    #[param(inline)]
    pub sort: Option<Sort>,
    /// `next_cursor` of the page before.
    #[param(inline)]
    pub cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    #[param(inline)]
    pub limit: Option<usize>,
}

/// A published artifact of the gallery. Its page is a shared one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GalleryArtifact)]
pub(crate) struct GalleryBody {
    /// Id of its shared page.
    pub share_id: String,
    pub title: String,
    pub kind: Kind,
    /// Name of its author.
    pub author: String,
    /// True if the caller is its author.
    pub is_mine: bool,
    /// Number of other people who remixed it.
    pub remixes: i64,
    pub published_at: Timestamp,
}

impl GalleryBody {
    /// Returns what `reader` sees of it.
    pub fn of(listed: Listed, reader: UserId) -> Self {
        Self {
            share_id: listed.share_id,
            title: listed.title,
            kind: Kind::of(&listed.language),
            author: listed.author,
            is_mine: listed.user_id == reader,
            remixes: listed.remixes,
            published_at: listed.published_at,
        }
    }
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
