use async_trait::async_trait;
use kernel::{BotId, Fallible, Timestamp, UserId};

/// Bots, for areas that let people choose one where they choose a model.
#[async_trait]
pub trait BotSource: Send + Sync {
    /// Lists the bots that a person created or marked, and may use.
    async fn list_bots(&self, user_id: UserId) -> Fallible<Vec<ListedBot>>;

    /// Returns a bot that a person may use.
    ///
    /// Problems: the area's own for one that is not there, was deleted, or is not for them.
    async fn find_bot(&self, user_id: UserId, bot_id: BotId) -> Fallible<ListedBot>;
}

/// The facts about a bot that other areas need.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedBot {
    pub id: BotId,
    pub name: String,
    /// The model that its author chose; `None`: the default.
    pub model: Option<String>,
    pub created_at: Timestamp,
    /// True if the person who asks created it.
    pub is_own: bool,
}
