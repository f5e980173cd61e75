use kernel::{ConversationId, FileId, MessageId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One typed piece of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Part {
    /// Unique within its message.
    pub id: String,
    #[serde(flatten)]
    pub kind: PartKind,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartKind {
    /// Markdown.
    Text { text: String },
    /// What the model thought before it answered.
    Reasoning {
        text: String,
        /// How long it thought; null while it does.
        duration_ms: Option<i64>,
    },
    /// Where a statement comes from.
    Citation {
        title: String,
        url: Option<String>,
        quote: Option<String>,
        conversation_id: Option<ConversationId>,
        message_id: Option<MessageId>,
        /// The file it was read in.
        #[serde(default)]
        file_id: Option<FileId>,
        /// Its page there, counted from 1.
        #[serde(default)]
        page: Option<i64>,
    },
    /// A file that the person attached, or that a tool made.
    File { file_id: FileId, name: String, media_type: String, size_bytes: i64 },
    /// One use of a tool. It changes its state while the run lives.
    ToolCall {
        /// The model's own id of the call.
        call_id: String,
        /// What the model calls it.
        tool: String,
        /// What the person calls it, and where it comes from.
        title: String,
        source: Option<String>,
        /// JSON, as the model wrote it.
        arguments: String,
        state: ToolCallState,
        /// What it gave, or why it failed.
        output: Option<String>,
    },
    /// Something the person should know, with a button that helps.
    Notice { code: String, text: String, action: Option<NoticeAction> },
}

/// How far a tool call is. Anything but `waiting` and `running` is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToolCallState {
    /// For the person's approval.
    Waiting,
    Running,
    Completed,
    Failed,
    /// The person did not allow it.
    Denied,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeAction {
    ConnectModel,
}

impl Part {
    pub fn text(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self { id: id.into(), kind: PartKind::Text { text: text.into() } }
    }
}

/// The files that a message carries.
pub fn file_ids(parts: &[Part]) -> impl Iterator<Item = FileId> {
    parts.iter().filter_map(|part| match part.kind {
        PartKind::File { file_id, .. } => Some(file_id),
        _ => None,
    })
}

/// What a message says, without what the model thought or cited.
pub fn text_of(parts: &[Part]) -> String {
    let texts = parts.iter().filter_map(|part| match &part.kind {
        PartKind::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_flat_on_the_wire() {
        let json = serde_json::to_value(Part::text("p1", "Hi")).unwrap();
        assert_eq!(json, serde_json::json!({ "id": "p1", "kind": "text", "text": "Hi" }));
    }

    #[test]
    fn reasoning_is_not_what_a_message_says() {
        let thought = PartKind::Reasoning { text: "hm".into(), duration_ms: None };
        let parts = [Part { id: "p1".into(), kind: thought }, Part::text("p2", "Yes")];
        assert_eq!(text_of(&parts), "Yes");
    }
}
