//! Actions on suggestions: adopt, reject, regenerate.

use api::{PageBody, ProblemBody};
use area::Services;
use identity::SignedIn;
use kernel::Fallible;
use store::{Conn, Cursor, Page};

use crate::hints::announce_change;
use crate::items::{check_quota, check_scope, make_way};
use crate::model::find_model;
use crate::problems::{CHANGED_ELSEWHERE, DECIDED, EXISTS, ID_TAKEN, SUGGESTION_NOT_FOUND};
use crate::rewrite::RewriteSuggestion;
use crate::rules::ItemText;
use crate::store::{NewRow, find_item, find_profile, find_same, insert_item, update_item};
use crate::suggestion_store::{
    Suggestion, begin_rewriting, decide, find_suggestion, list_suggestions, undo_rejection,
};
use crate::wire::{
    Adoption, ItemBody, ItemId, SourceBody, State, SuggestionBody, SuggestionId, SuggestionsQuery,
};

/// Returns a page of the caller's suggestions, the newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &SuggestionsQuery,
) -> Fallible<PageBody<SuggestionBody>> {
    let (cursor, limit) = query.page().bounds()?;
    let mut conn = services.db.read().await?;
    let count = limit as i64 + 1;
    let rows = list_suggestions(&mut conn, caller.user_id, query.state, cursor, count).await?;
    let page = Page::of(rows, limit, |one| Cursor { at: one.created_at, id: one.id.0 });
    let mut items = Vec::with_capacity(page.items.len());
    for suggestion in page.items {
        items.push(body(&mut conn, caller, suggestion).await?);
    }
    Ok(Page { items, next: page.next }.into())
}

/// Adopts a suggestion, in these words or in the caller's.
///
/// Problems: those of writing an item, [`DECIDED`].
pub(crate) async fn adopt(
    services: &Services,
    caller: &SignedIn,
    id: SuggestionId,
    adoption: Adoption,
) -> Fallible<ItemBody> {
    let scope = adoption.scope;
    if let Some(scope) = scope {
        check_scope(services, caller, scope).await?;
    }
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let suggestion = find_suggestion(&mut tx, caller.user_id, id).await?;
    let suggestion = suggestion.ok_or(SUGGESTION_NOT_FOUND)?;
    let text = ItemText::parse(adoption.text.as_deref().unwrap_or(&suggestion.text))?;
    let source = Some(source_of(&suggestion));
    let known = match suggestion.replaces_id {
        Some(known) => find_item(&mut tx, caller.user_id, known).await?,
        None => None,
    };
    let item_id = match known.filter(|known| known.forgotten_at.is_none()) {
        Some(known) => {
            let plan = services.entitlements.plan_of(&mut tx, caller.workspace_id, now).await?;
            plan.check_memory()?;
            let same = find_same(&mut tx, caller.user_id, &text.key).await?;
            if same.is_some_and(|same| same.id != known.id) {
                return Err(EXISTS.into());
            }
            let scope = scope.unwrap_or(known.scope());
            if !update_item(&mut tx, &known, &text, scope, source, now).await? {
                return Err(CHANGED_ELSEWHERE.into());
            }
            known.id
        }
        None => {
            check_quota(services, &mut tx, caller).await?;
            make_way(&mut tx, caller, &text).await?;
            let item_id = ItemId::new(now);
            let row = NewRow {
                id: item_id,
                owner: caller.user_id,
                text: &text,
                scope: scope.unwrap_or_default(),
                message_id: Some(suggestion.message_id),
                added_at: now,
                updated_at: now,
                forgotten_at: None,
            };
            if !insert_item(&mut tx, &row).await? {
                return Err(ID_TAKEN.into());
            }
            item_id
        }
    };
    if !decide(&mut tx, id, State::Adopted, Some(item_id), now).await? {
        return Err(DECIDED.into());
    }
    let item = find_item(&mut tx, caller.user_id, item_id).await?.ok_or(ID_TAKEN)?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(item.into())
}

/// Rejects a suggestion, which is not made again.
pub(crate) async fn reject(
    services: &Services,
    caller: &SignedIn,
    id: SuggestionId,
) -> Fallible<SuggestionBody> {
    let mut tx = services.db.begin().await?;
    find_suggestion(&mut tx, caller.user_id, id).await?.ok_or(SUGGESTION_NOT_FOUND)?;
    if !decide(&mut tx, id, State::Rejected, None, services.clock.now()).await? {
        return Err(DECIDED.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Makes a rejected suggestion pending again.
pub(crate) async fn reopen(
    services: &Services,
    caller: &SignedIn,
    id: SuggestionId,
) -> Fallible<SuggestionBody> {
    let mut tx = services.db.begin().await?;
    if !undo_rejection(&mut tx, caller.user_id, id).await? {
        return Err(SUGGESTION_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Regenerates a suggestion, in other words. Repeating the request while it runs changes nothing.
///
/// Problems: [`DECIDED`], [`crate::problems::NEEDS_MODEL`], memory is locked in the plan.
pub(crate) async fn regenerate(
    services: &Services,
    caller: &SignedIn,
    id: SuggestionId,
) -> Fallible<SuggestionBody> {
    let mut conn = services.db.read().await?;
    let suggestion = find_suggestion(&mut conn, caller.user_id, id).await?;
    let suggestion = suggestion.ok_or(SUGGESTION_NOT_FOUND)?;
    if State::parse(&suggestion.state) != State::Pending {
        return Err(DECIDED.into());
    }
    let profile = find_profile(&mut conn, caller.user_id).await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    plan.check_memory()?;
    drop(conn);
    let wanted = profile.model.as_deref();
    let chosen = find_model(services, caller.user_id, caller.workspace_id, wanted).await?;
    let mut tx = services.db.begin().await?;
    if begin_rewriting(&mut tx, id).await? {
        let job = RewriteSuggestion {
            suggestion_id: id,
            user_id: caller.user_id,
            workspace_id: caller.workspace_id,
            model: chosen.model.info.id,
        };
        services.queue.enqueue(&mut tx, &job).await?;
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

async fn get(services: &Services, caller: &SignedIn, id: SuggestionId) -> Fallible<SuggestionBody> {
    let mut conn = services.db.read().await?;
    let suggestion = find_suggestion(&mut conn, caller.user_id, id).await?;
    body(&mut conn, caller, suggestion.ok_or(SUGGESTION_NOT_FOUND)?).await
}

async fn body(
    conn: &mut Conn,
    caller: &SignedIn,
    suggestion: Suggestion,
) -> Fallible<SuggestionBody> {
    let replaces = match suggestion.replaces_id {
        Some(id) => find_item(conn, caller.user_id, id).await?,
        None => None,
    };
    let replaces = replaces.filter(|item| item.forgotten_at.is_none());
    let problem = suggestion.problem.as_deref();
    let problem = problem.and_then(|json| serde_json::from_str::<ProblemBody>(json).ok());
    Ok(SuggestionBody {
        source: source_of(&suggestion),
        id: suggestion.id,
        state: State::parse(&suggestion.state),
        text: suggestion.text,
        quote: suggestion.quote,
        replaces: replaces.map(ItemBody::from),
        model_name: suggestion.model_name,
        rewriting: suggestion.rewriting,
        problem,
        created_at: suggestion.created_at,
        decided_at: suggestion.decided_at,
    })
}

fn source_of(suggestion: &Suggestion) -> SourceBody {
    let Suggestion { conversation_id, message_id, .. } = *suggestion;
    SourceBody { conversation_id, message_id }
}
