use std::sync::Arc;

use area::Services;
use generation::{Attached, ContextScope, Tool};
use kernel::{Fallible, MessageId};
use providers::ModelRequest;
use tokens::{Family, count};

use crate::answers::asker::Asker;
use crate::context::counts::entries;
use crate::context::fit::{Covered, Cut, Entry, budget, cut};
use crate::context::reply_language;
use crate::context::summaries::{Summary, WriteSummary, newest_on};
use crate::settings::{Effective, Stored, effective};

/// The assembled input of a run: everything its model reads, and the tools it may use.
pub(crate) struct Assembled {
    pub request: ModelRequest,
    pub tools: Vec<Arc<dyn Tool>>,
    pub attached: Attached,
    /// The part to summarize for later turns, because it did not fit into this one.
    pub summary: Option<WriteSummary>,
}

/// Assembles the input of a branch's model: the newest messages that fit, the summary of those that do not, and context
/// from other areas. Call it outside of a transaction: sources may read files or use the network.
pub(crate) async fn assemble(
    services: &Services,
    asker: &Asker,
    mut scope: ContextScope,
    settings: Stored<'_>,
) -> Fallible<Assembled> {
    let added = services.generation.gather(&mut scope).await?;
    let mut conn = services.db.read().await?;
    let effective = effective(services, &mut conn, asker, settings).await?;
    let summary = newest_on(&mut conn, scope.conversation_id, &scope.branch).await?;
    drop(conn);

    let family = Family::of(&scope.model.id);
    let fixed = fixed_tokens(family, &added.instructions, &added.tools);
    let window = scope.model.context_tokens.map(|tokens| tokens as usize);
    let room = budget(&effective.context, window).map(|budget| budget.saturating_sub(fixed));
    let entries = entries(&scope.branch, &added.messages, family, room).await?;
    let covered = covered(&entries, summary.as_ref(), family);
    let cut = cut(&entries, room, effective.context.mode, covered);
    let write = to_summarise(asker, &scope, &entries, cut, window);

    let mut system = added.instructions;
    if let Some(summary) = summary.filter(|_| cut.uses_summary) {
        system.push(format!("{SUMMARY_INTRODUCTION}\n\n{}", summary.text));
    }
    let is_auto = effective.reply_language.is_none();
    let language = effective.reply_language.as_deref();
    system.extend(reply_language::instruction(language, !system.is_empty()));
    let request = ModelRequest {
        system: (!system.is_empty()).then(|| system.join("\n\n")),
        messages: entries.into_iter().skip(cut.first).map(|entry| entry.message).collect(),
        locale: if is_auto { asker.locale.clone() } else { effective.reply_language },
        ..ModelRequest::default()
    };
    Ok(Assembled { request, tools: added.tools, attached: added.attached, summary: write })
}

const SUMMARY_INTRODUCTION: &str =
    "The conversation began before the messages that follow. A summary of that earlier part:";

/// Context usage of a model with the next answer of a branch.
pub(crate) struct Fullness {
    pub effective: Effective,
    pub entries: Vec<Entry>,
    pub cut: Cut,
    pub budget: Option<usize>,
    pub is_exact: bool,
    pub summary: Option<Summary>,
}

/// Measures a branch without asking other areas for their contributions.
pub(crate) async fn measure(
    services: &Services,
    asker: &Asker,
    scope: &ContextScope,
) -> Fallible<Fullness> {
    let mut conn = services.db.read().await?;
    let effective =
        effective(services, &mut conn, asker, Stored::of(scope.conversation_id)).await?;
    let summary = newest_on(&mut conn, scope.conversation_id, &scope.branch).await?;
    drop(conn);
    let family = Family::of(&scope.model.id);
    let window = scope.model.context_tokens.map(|tokens| tokens as usize);
    let budget = budget(&effective.context, window);
    let entries = entries(&scope.branch, &Default::default(), family, Some(0)).await?;
    let covered = covered(&entries, summary.as_ref(), family);
    let cut = cut(&entries, budget, effective.context.mode, covered);
    Ok(Fullness { effective, entries, cut, budget, is_exact: family.is_exact(), summary })
}

fn covered(entries: &[Entry], summary: Option<&Summary>, family: Family) -> Option<Covered> {
    let summary = summary.filter(|summary| summary.is_usable())?;
    let last = entries.iter().position(|entry| entry.id == summary.until_message_id)?;
    Some(Covered { from: last + 1, tokens: count(family, &summary.text).tokens })
}

/// Returns the number of tokens given besides the messages.
fn fixed_tokens(family: Family, instructions: &[String], tools: &[Arc<dyn Tool>]) -> usize {
    let of_instructions: usize = instructions.iter().map(|text| count(family, text).tokens).sum();
    let of_tool = |tool: &Arc<dyn Tool>| {
        let spec = tool.spec();
        count(family, &format!("{} {} {}", spec.name, spec.description, spec.parameters)).tokens
    };
    of_instructions + tools.iter().map(of_tool).sum::<usize>()
}

fn to_summarise(
    asker: &Asker,
    scope: &ContextScope,
    entries: &[Entry],
    cut: Cut,
    window: Option<usize>,
) -> Option<WriteSummary> {
    let until_message_id: MessageId = entries.get(cut.summarise_before?.checked_sub(1)?)?.id;
    Some(WriteSummary {
        conversation_id: scope.conversation_id?,
        until_message_id,
        user_id: asker.user_id,
        workspace_id: asker.workspace_id,
        locale: asker.locale.clone(),
        model: scope.model.id.clone(),
        room: budget(&Default::default(), window).unwrap_or_default(),
    })
}
