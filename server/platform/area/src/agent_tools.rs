use std::sync::Arc;

use async_trait::async_trait;
use generation::Tool;
use kernel::{Fallible, Payer};

/// Tools that an area offers to agents, beside those that its [`generation::ContextSource`] offers to answers in chats.
#[async_trait]
pub trait AgentTools: Send + Sync {
    /// Returns the tools that an agent of `payer`'s may use now. Their names are chosen by people, and stored: they never
    /// change.
    async fn tools_for(&self, payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>>;
}
