use area::Services;
use conversations::{find_conversation, find_message, path_to};
use generation::{BotResources, ContextScope, MemoryUse};
use identity::{ContextMode, SignedIn};
use kernel::{ConversationId, Fallible, MessageId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::answers::asker::Asker;
use crate::answers::model::choose;
use crate::context::assemble::{Fullness, measure};
use crate::context::fit::is_near_limit;
use crate::context::summaries::Summary;
use crate::problems::{CONVERSATION_NOT_FOUND, MESSAGE_NOT_FOUND};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContextQuery {
    /// The end of the branch; without, of the one that is shown.
    pub leaf_id: Option<MessageId>,
    /// The model that would answer next, `<connection>/<model>`; without, the conversation's.
    pub model: Option<String>,
}

/// Context usage of a branch: of its messages, without what files and tools add.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextReport {
    /// Number of tokens the model would be given, summary included.
    pub tokens: usize,
    /// Total number of tokens of the branch.
    pub total_tokens: usize,
    /// Number of tokens that fit; null: there is no limit.
    pub limit_tokens: Option<usize>,
    /// Share of the limit, 0 to 100; null: there is no limit.
    pub percent: Option<usize>,
    /// True if the model's own tokenizer counted; otherwise the counts are estimates.
    pub exact: bool,
    /// True if the branch is close to the limit, or exceeds it.
    pub near_limit: bool,
    pub mode: ContextMode,
    /// Messages at the beginning of the branch that the model is not given as they are.
    pub trimmed_messages: usize,
    /// The first message that it is given, when some are not.
    pub first_message_id: Option<MessageId>,
    /// The summary that replaces the messages left out.
    pub summary: Option<Summary>,
}

/// Returns the context usage of a branch for the model that would answer next.
pub(crate) async fn report(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    query: ContextQuery,
) -> Fallible<ContextReport> {
    let mut conn = services.db.read().await?;
    let found = find_conversation(&mut conn, caller.user_id, id).await?;
    let conversation = found.ok_or(CONVERSATION_NOT_FOUND)?;
    let branch = match query.leaf_id.or(conversation.leaf_id) {
        None => Vec::new(),
        Some(leaf_id) => {
            let leaf = find_message(&mut conn, caller.user_id, leaf_id).await?;
            leaf.filter(|leaf| leaf.conversation_id == id).ok_or(MESSAGE_NOT_FOUND)?;
            path_to(&mut conn, leaf_id).await?
        }
    };
    drop(conn);
    let asker = Asker::from(caller);
    let wanted = query.model.as_deref().or(conversation.model.as_deref());
    let chosen = choose(services, &asker, wanted).await?;
    let scope = ContextScope {
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        conversation_id: Some(id),
        group_id: conversation.group_id,
        bot_id: conversation.bot_id,
        model: chosen.model.info,
        branch,
        memory: MemoryUse::default(),
        bot: BotResources::default(),
    };
    Ok(ContextReport::of(measure(services, &asker, &scope).await?))
}

impl ContextReport {
    fn of(fullness: Fullness) -> Self {
        let Fullness { effective, entries, cut, budget, is_exact, summary } = fullness;
        let total_tokens = entries.iter().map(|entry| entry.tokens).sum();
        let percent = budget.map(|budget| (cut.tokens * 100 / budget.max(1)).min(100));
        let is_trimmed = cut.first > 0;
        Self {
            tokens: cut.tokens,
            total_tokens,
            limit_tokens: budget,
            percent,
            exact: is_exact,
            near_limit: is_near_limit(&cut, percent),
            mode: effective.context.mode,
            trimmed_messages: cut.first,
            first_message_id: entries.get(cut.first).filter(|_| is_trimmed).map(|entry| entry.id),
            summary: summary.filter(|_| cut.uses_summary),
        }
    }
}
