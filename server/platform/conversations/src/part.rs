use kernel::{ConversationId, FileId, MessageId, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{Message, QuestionField, QuestionState, Role};

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
    /// Reasoning of the model before the answer.
    Reasoning {
        text: String,
        /// Duration of the reasoning; null while it goes on.
        duration_ms: Option<i64>,
    },
    /// The source of a statement.
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
        /// Statements of the answer that cite it, compared with its content; empty if nobody compared them.
        #[serde(default)]
        cites: Vec<CitedStatement>,
        /// Details of a web page that was found for this answer.
        #[serde(default)]
        web: Option<WebSource>,
        /// Details of something of their own that the person gave with `#`.
        #[serde(default)]
        given: Option<GivenSource>,
    },
    /// A file that the person attached, or that a tool made.
    File { file_id: FileId, name: String, media_type: String, size_bytes: i64 },
    /// Something of their own that the person gave the model: a memo, a chat.
    Reference {
        /// Kind of the thing, in its source's word: `my_memo`, `chat`, `reading`, `document`, `highlight`, `file`,
        /// `research`, `search`; others may be added.
        of: String,
        #[schema(value_type = String, format = "uuid")]
        thing_id: Uuid,
        /// Its title at that time.
        title: String,
    },
    /// One use of a tool. It changes its state while the run lives.
    ToolCall {
        /// The model's own id of the call.
        call_id: String,
        /// The name that models use.
        tool: String,
        /// The title that people see, and its source.
        title: String,
        source: Option<String>,
        /// JSON, as the model wrote it.
        arguments: String,
        state: ToolCallState,
        /// Its output, or the reason of its failure.
        output: Option<String>,
        /// Opaque data that the provider wants back with the call; only where a program runs the tool itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provider_state: Option<String>,
    },
    /// A question that a tool's server asks the person while its tool runs. It changes its state while the run lives.
    Question {
        /// Its id, by which it is answered.
        #[schema(value_type = String, format = "uuid")]
        question_id: Uuid,
        /// The call during which it is asked.
        call_id: String,
        /// Name of the server that asks.
        source: String,
        message: String,
        /// Fields of the answer; empty for a question with a page.
        fields: Vec<QuestionField>,
        /// The page on which the person is to go on. This server does not open it.
        url: Option<String>,
        state: QuestionState,
    },
    /// A notice for the person, with a button that helps.
    Notice { code: String, text: String, action: Option<NoticeAction> },
}

/// A page of the web that was found for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WebSource {
    /// Number by which the answer cites it: `[1]`.
    pub number: i64,
    /// True if it was read; otherwise only the search engine's description is known.
    pub read: bool,
    /// Id of the answer with which the text read there is stored; null: it is not stored.
    #[serde(default)]
    pub kept_with: Option<MessageId>,
}

/// Something of their own that the person gave, as the source of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GivenSource {
    /// Number by which the answer cites it: `[#1]`.
    pub number: i64,
    /// Kind of the thing, as in a reference; null: nothing was given with this number.
    pub of: Option<String>,
    #[schema(value_type = Option<String>, format = "uuid")]
    pub thing_id: Option<Uuid>,
    /// Its path in this product.
    #[serde(default)]
    pub path: Option<String>,
    /// The time at which it is said, in a video.
    #[serde(default)]
    pub at_seconds: Option<i64>,
}

/// One statement of an answer, held against its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CitedStatement {
    pub statement: String,
    pub state: CitedState,
    /// Verbatim quote from the source.
    pub quote: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CitedState {
    /// The quoted words occur in the source.
    Quoted,
    /// A passage of the source says much the same.
    Close,
    /// Not found: nothing in the source matches.
    NotFound,
}

/// The state of a tool call. All states but `waiting` and `running` are final.
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

/// Returns the files that a message carries.
pub fn file_ids(parts: &[Part]) -> impl Iterator<Item = FileId> {
    parts.iter().filter_map(|part| match part.kind {
        PartKind::File { file_id, .. } => Some(file_id),
        _ => None,
    })
}

/// Something of their own that a person gave with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference<'a> {
    pub of: &'a str,
    pub thing_id: Uuid,
    pub title: &'a str,
}

impl Reference<'_> {
    /// Returns true if both refer to the same thing, whatever its title was.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.of == other.of && self.thing_id == other.thing_id
    }
}

/// Returns the things of their own that the person gave with a message.
pub fn references(parts: &[Part]) -> impl Iterator<Item = Reference<'_>> {
    parts.iter().filter_map(|part| match &part.kind {
        PartKind::Reference { of, thing_id, title } => {
            Some(Reference { of, thing_id: *thing_id, title })
        }
        _ => None,
    })
}

/// Returns the references of a whole branch: each thing once, with the last message that gave it.
pub fn references_in(branch: &[Message]) -> Vec<(MessageId, Reference<'_>)> {
    let mut places: Vec<(MessageId, Reference)> = Vec::new();
    for message in branch.iter().filter(|message| message.role == Role::User) {
        for reference in references(&message.parts) {
            places.retain(|(_, known)| !known.is_same_as(&reference));
            places.push((message.id, reference));
        }
    }
    places
}

/// Returns the text of a message, without reasoning and citations.
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
    fn what_was_given_twice_stands_where_it_was_given_last() {
        let at = kernel::Timestamp::from_micros(1);
        let said = |role, ids: &[u128]| {
            let part = |id: &u128| Part {
                id: format!("r{id}"),
                kind: PartKind::Reference {
                    of: "my_memo".into(),
                    thing_id: Uuid::from_u128(*id),
                    title: String::new(),
                },
            };
            let parts = ids.iter().map(part).collect();
            Message { parts, ..Message::new(MessageId::new(at), ConversationId::new(at), role, at) }
        };
        let branch =
            [said(Role::User, &[1, 2]), said(Role::Assistant, &[3]), said(Role::User, &[1])];
        let found = references_in(&branch);
        let found: Vec<_> = found.iter().map(|(at, one)| (*at, one.thing_id.as_u128())).collect();
        assert_eq!(found, [(branch[0].id, 2), (branch[2].id, 1)]);
    }

    #[test]
    fn reasoning_is_not_what_a_message_says() {
        let thought = PartKind::Reasoning { text: "hm".into(), duration_ms: None };
        let parts = [Part { id: "p1".into(), kind: thought }, Part::text("p2", "Yes")];
        assert_eq!(text_of(&parts), "Yes");
    }
}
