use serde::{Deserialize, Serialize};

/// The value of a setting, as it is stored and sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Switch(bool),
    Number(i64),
    Text(String),
    List(Vec<String>),
}

/// The kind of a setting, with its bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Switch,
    /// A whole number from `min` to `max`.
    Number { min: i64, max: i64 },
    /// A text of at most `max_chars` characters; of several lines if `multiline`.
    Text { max_chars: usize, multiline: bool },
    /// A list of at most `max_items` texts.
    List { max_items: usize },
}

/// An entry of a list.
pub trait ListItem: Sized {
    fn to_text(&self) -> String;
    fn from_text(text: &str) -> Option<Self>;
}

impl ListItem for String {
    fn to_text(&self) -> String {
        self.clone()
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl ListItem for u16 {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}
