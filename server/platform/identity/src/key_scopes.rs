//! Scopes of API keys.

use kernel::Problem;
use serde::{Deserialize, Serialize};

use crate::KEY_SCOPE_MISSING;

/// One thing that a program may do with a key.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum KeyScope {
    /// See which models there are.
    Models,
    /// Ask models: chat completions and responses.
    Chat,
    /// Turn texts into vectors.
    Embeddings,
    /// Make images.
    Images,
    /// Make videos.
    Videos,
    /// Search the person's own library through MCP.
    Mcp,
}

impl KeyScope {
    pub const ALL: [Self; 6] =
        [Self::Models, Self::Chat, Self::Embeddings, Self::Images, Self::Videos, Self::Mcp];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Models => "models",
            Self::Chat => "chat",
            Self::Embeddings => "embeddings",
            Self::Images => "images",
            Self::Videos => "videos",
            Self::Mcp => "mcp",
        }
    }

    /// Refuses when this is not one of `scopes`.
    pub fn check(self, scopes: &[Self]) -> Result<(), Problem> {
        if scopes.contains(&self) {
            return Ok(());
        }
        Err(KEY_SCOPE_MISSING.with("scope", self.as_str()))
    }
}

/// Formats scopes as a key's row stores them: in their order, each once.
pub(crate) fn to_text(scopes: &[KeyScope]) -> String {
    let kept = KeyScope::ALL.iter().filter(|scope| scopes.contains(scope));
    kept.map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ")
}

/// Parses stored scopes; unknown words of another version grant nothing.
pub(crate) fn from_text(text: &str) -> Vec<KeyScope> {
    KeyScope::ALL
        .into_iter()
        .filter(|scope| text.split(' ').any(|word| word == scope.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_kept_in_their_order_each_once() {
        let text = to_text(&[KeyScope::Mcp, KeyScope::Models, KeyScope::Mcp]);
        assert_eq!(text, "models mcp");
        assert_eq!(from_text("mcp unknown models"), [KeyScope::Models, KeyScope::Mcp]);
    }

    #[test]
    fn what_is_not_opened_is_refused_by_name() {
        assert_eq!(KeyScope::Chat.check(&[KeyScope::Chat]), Ok(()));
        let refused = KeyScope::Chat.check(&[KeyScope::Models]).unwrap_err();
        assert_eq!(refused, KEY_SCOPE_MISSING.with("scope", "chat"));
    }
}
