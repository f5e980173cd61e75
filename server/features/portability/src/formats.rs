//! Formats of other products' exports, parsed as pure functions: one JSON value in, one conversation out. Every format
//! reports what it could not map.

mod chatgpt;
mod claude;
mod details;
mod gemini;
mod gemini_html;
mod librechat;
mod local_time;
mod open_webui;
mod read;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

pub(crate) use read::{seconds, text_at, time_at};

/// The product that an archive comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    Chatgpt,
    Claude,
    Gemini,
    OpenWebui,
    Librechat,
    /// An archive of this product.
    Ensemble,
}

impl Origin {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Chatgpt => "chatgpt",
            Self::Claude => "claude",
            Self::Gemini => "gemini",
            Self::OpenWebui => "open_webui",
            Self::Librechat => "librechat",
            Self::Ensemble => "ensemble",
        }
    }
}

/// A conversation in another product's export.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Foreign {
    pub external_id: String,
    pub title: String,
    pub created_at: Option<Timestamp>,
    pub updated_at: Option<Timestamp>,
    /// Messages in any order; one without parts is empty and only links others.
    pub messages: Vec<ForeignMessage>,
    /// The end of the branch that was shown.
    pub leaf: Option<String>,
    pub pinned: bool,
    pub favorited: bool,
    pub unmapped: Vec<Unmapped>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ForeignMessage {
    pub external_id: String,
    pub parent: Option<String>,
    pub is_answer: bool,
    pub parts: Vec<ForeignPart>,
    /// The model's name as the product gave it.
    pub model: Option<String>,
    pub created_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ForeignPart {
    Text(String),
    Reasoning(String),
    Citation {
        title: String,
        url: Option<String>,
        quote: Option<String>,
    },
    /// A tool call; its output may follow in a message of its own.
    Call {
        tool: String,
        arguments: String,
        output: Option<String>,
    },
}

/// Something that cannot be mapped, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Unmapped {
    /// `file`, `image`, `audio`, `system_message`, `content`, `not_a_conversation`, `empty`, `activity`,
    /// `time`, `time_zone`, `unreadable`, `belongs_to_others`, `not_here`.
    pub reason: String,
    /// The conversation or file it was in.
    pub place: String,
    /// A name or a kind, as it was found.
    pub detail: String,
}

impl Unmapped {
    pub fn new(reason: &str, place: &str, detail: impl Into<String>) -> Self {
        let place = place.chars().take(120).collect();
        let detail: String = detail.into();
        Self { reason: reason.to_owned(), place, detail: detail.chars().take(200).collect() }
    }
}

/// Detects the product that wrote this value, if it is a conversation of a known one.
pub fn sniff(value: &Value) -> Option<Origin> {
    let has = |name: &str| value.get(name).is_some();
    if value.get("mapping").is_some_and(Value::is_object) {
        Some(Origin::Chatgpt)
    } else if value.get("chat_messages").is_some_and(Value::is_array) {
        Some(Origin::Claude)
    } else if has("time") && has("title") && (has("header") || has("products")) {
        Some(Origin::Gemini)
    } else if value.pointer("/chat/history").is_some()
        || value.pointer("/chat/messages").is_some()
        || value.pointer("/history/messages").is_some()
    {
        Some(Origin::OpenWebui)
    } else if has("conversationId") && value.get("messages").is_some_and(Value::is_array) {
        Some(Origin::Librechat)
    } else {
        None
    }
}

/// Parses an entry of an activity page; `None`: it belongs to a product without conversations.
pub fn read_activity(entry: &str) -> Option<Result<Foreign, Unmapped>> {
    gemini_html::read(entry)
}

/// Reads one conversation; an error says why it is none.
pub fn read(origin: Origin, value: &Value) -> Result<Foreign, Unmapped> {
    let foreign = match origin {
        Origin::Chatgpt => chatgpt::read(value),
        Origin::Claude => claude::read(value),
        Origin::Gemini => gemini::read(value)?,
        Origin::OpenWebui => open_webui::read(value),
        Origin::Librechat => librechat::read(value),
        Origin::Ensemble => Foreign::default(),
    };
    if foreign.external_id.is_empty() {
        return Err(Unmapped::new("unreadable", &foreign.title, "id"));
    }
    if foreign.messages.iter().all(|message| message.parts.is_empty()) {
        return Err(Unmapped::new("empty", &foreign.title, ""));
    }
    Ok(foreign)
}
