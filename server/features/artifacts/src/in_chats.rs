//! Artifacts in chats: when models are told how to write them.

use area::Services;
use async_trait::async_trait;
use entitlements::OPEN;
use generation::{ContextScope, ContextSource, Contribution, MessageContext};
use kernel::{Fallible, Tier, UserId};
use providers::{Protocol, escape_prompt_tags};
use serde::{Deserialize, Serialize};
use store::{from_word, to_word};
use utoipa::ToSchema;

use crate::hosts::hosts_of;
use crate::store::{self as rows, EditedByHand};

/// When models may write artifacts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ArtifactsInChats)]
pub(crate) enum InChats {
    /// Advanced models may.
    #[default]
    Auto,
    /// All models may, where the plan has advanced ones.
    On,
    Off,
}

/// Key by which bots choose it among tools.
const TOOL_KEY: &str = "artifacts";

const INSTRUCTIONS: &str = "\
You can write artifacts: pages, apps, drawings, diagrams, documents and tables that the person sees beside the chat, \
running or rendered, while you write. Use one for self-contained content that they will look at, use, edit or keep; \
not for short snippets or explanations. An artifact is a code fence of four backticks with a name and a title in its \
first line:
````html artifact=\"color-clock\" title=\"Color clock\"
<!doctype html>…
````
Languages: html (one file with its styles and scripts), jsx or tsx (a React component with a default export; \
available imports: react, react-dom, recharts, lucide-react, clsx; Tailwind classes work), svg, mermaid, markdown, csv, or any \
programming language. There is no network: no CDN, no remote images or fonts, no fetch, unless the person \
allowed hosts for an artifact: fetch and images of exactly those work in it. To keep data, use \
localStorage. To change an artifact, write only the changed places, in a fence with the same name and the word edit:
````html artifact=\"color-clock\" edit
<<<<<<< SEARCH
exact lines of the current content
=======
their replacement
>>>>>>> REPLACE
````
Each SEARCH must match the current content exactly and be unique in it. Rewrite the whole artifact only if most of \
it changes. Do not repeat its content outside of the fence.";

/// Returns when the caller's chats write artifacts.
pub(crate) async fn get(services: &Services, user_id: UserId) -> Fallible<InChats> {
    let mut conn = services.db.read().await?;
    let word = rows::find_in_chats(&mut conn, user_id).await?;
    // A word of a later version is no choice of this one.
    Ok(word.and_then(|word| from_word(&word).ok()).unwrap_or_default())
}

/// Sets when the caller's chats write artifacts.
pub(crate) async fn set(services: &Services, user_id: UserId, in_chats: InChats) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    rows::save_in_chats(&mut tx, user_id, &to_word(in_chats)?).await?;
    Ok(tx.commit().await?)
}

/// Tells models how to write artifacts.
pub(crate) struct WritesArtifacts(pub Services);

#[async_trait]
impl ContextSource for WritesArtifacts {
    fn kept_where(&self) -> Option<&'static str> {
        Some(
            "(EXISTS (SELECT 1 FROM artifact_settings WHERE user_id = $1)
              OR EXISTS (SELECT 1 FROM artifacts WHERE conversation_id = $2))",
        )
    }

    async fn contribute(&self, scope: &ContextScope, kept: bool) -> Fallible<Contribution> {
        let mut given = Contribution::default();
        let Some(conversation_id) = scope.conversation_id else { return Ok(given) };
        let may_write =
            scope.model.protocol != Protocol::Builtin && scope.bot.tools.allows(TOOL_KEY);
        if !may_write {
            return Ok(given);
        }
        let in_chats = if kept { get(&self.0, scope.user_id).await? } else { InChats::Auto };
        let is_offered = match in_chats {
            InChats::Off => false,
            InChats::Auto => scope.model.tier == Tier::Advanced,
            InChats::On => scope.model.tier == Tier::Advanced || self.has_advanced(scope).await?,
        };
        if !is_offered {
            return Ok(given);
        }
        given.instructions.push(INSTRUCTIONS.to_owned());
        if kept && let Some(last) = scope.branch.last() {
            let mut conn = self.0.db.read().await?;
            let edited =
                rows::list_edited_by_hand(&mut conn, scope.user_id, conversation_id).await?;
            let allowed =
                rows::list_allowed_hosts(&mut conn, scope.user_id, conversation_id).await?;
            let text: String =
                edited.iter().map(said).chain(allowed.iter().map(said_of_hosts)).collect();
            if !text.is_empty() {
                given.messages.insert(last.id, MessageContext { text, images: Vec::new() });
            }
        }
        Ok(given)
    }
}

impl WritesArtifacts {
    /// Returns true if the plan has advanced models (spec §6: free users are prompted to switch to one).
    async fn has_advanced(&self, scope: &ContextScope) -> Fallible<bool> {
        let now = self.0.clock.now();
        let mut conn = self.0.db.read().await?;
        let plan = self.0.entitlements.plan_of(&mut conn, scope.workspace_id, now).await?;
        Ok(plan.id == OPEN || plan.advanced_models)
    }
}

/// Tells the model what an artifact may reach.
fn said_of_hosts((identifier, hosts): &(String, String)) -> String {
    let hosts = hosts_of(hosts).join(", ");
    format!("[The person allowed the artifact \"{identifier}\" to reach: {hosts}]\n")
}

/// Tells the model the content of an artifact that the person edited after it.
fn said(edited: &EditedByHand) -> String {
    let EditedByHand { identifier, language, content } = edited;
    let content = escape_prompt_tags(content, &["artifact"]);
    format!(
        "[The person changed the artifact \"{identifier}\" ({language}). Its current content:]\n\
         <artifact>\n{content}\n</artifact>\n"
    )
}
