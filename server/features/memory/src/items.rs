//! Actions on memory items: create, edit, forget, restore, delete.

use api::PageBody;
use area::Services;
use conversations::owns_group;
use identity::SignedIn;
use kernel::{Failure, Fallible, WorkspaceId};
use store::words::tokens;
use store::{Cursor, Page, Tx};

use crate::hints::announce_change;
use crate::problems::{CHANGED_ELSEWHERE, EXISTS, FULL, ID_TAKEN, NOT_FOUND, SCOPE_NOT_FOUND};
use crate::rules::ItemText;
use crate::store::{
    NewRow, count_items, delete_all, delete_item, find_item, find_same, insert_item, list_items,
    set_forgotten, update_item,
};
use crate::wire::{ItemBody, ItemChange, ItemId, ItemsQuery, NewItem, Scope};

/// The most items that any plan has, and more.
const ALL: i64 = 10_000;

/// Returns a page of the caller's items, those changed last first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &ItemsQuery,
) -> Fallible<PageBody<ItemBody>> {
    let (cursor, limit) = query.page().bounds()?;
    let words = tokens(query.q.as_deref().unwrap_or_default());
    // Few enough to be scanned.
    let count = if words.is_empty() { limit as i64 + 1 } else { ALL };
    let mut conn = services.db.read().await?;
    let mut rows = list_items(&mut conn, caller.user_id, query.forgotten, cursor, count).await?;
    if !words.is_empty() {
        rows.retain(|item| {
            let said = tokens(&item.text);
            words.iter().all(|word| said.iter().any(|one| one.starts_with(word)))
        });
        rows.truncate(limit + 1);
    }
    let page = Page::of(rows, limit, |item| Cursor { at: item.updated_at, id: item.id.0 });
    Ok(page.map(ItemBody::from).into())
}

/// Creates an item from the caller's text. Repeating the request returns the existing item.
///
/// Problems: no content, too long, no such scope, [`EXISTS`], [`FULL`], memory is locked in the plan.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewItem,
) -> Fallible<ItemBody> {
    let text = ItemText::parse(&new.text)?;
    check_scope(services, caller, new.scope).await?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    if let Some(known) = find_item(&mut tx, caller.user_id, new.id).await? {
        return Ok(known.into());
    }
    check_quota(services, &mut tx, caller).await?;
    make_way(&mut tx, caller, &text).await?;
    let row = NewRow {
        id: new.id,
        owner: caller.user_id,
        text: &text,
        scope: new.scope,
        message_id: None,
        added_at: now,
        updated_at: now,
        forgotten_at: None,
    };
    if !insert_item(&mut tx, &row).await? {
        return Err(ID_TAKEN.into());
    }
    commit(services, caller, tx, new.id).await
}

/// Edits an item of the caller's.
///
/// `expected_version`: the version the client edits; if another one is stored the result is [`CHANGED_ELSEWHERE`], and
/// nothing is changed.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: ItemId,
    change: ItemChange,
    expected_version: Option<i64>,
) -> Fallible<ItemBody> {
    if let Some(scope) = change.scope {
        check_scope(services, caller, scope).await?;
    }
    let mut tx = services.db.begin().await?;
    let item = find_item(&mut tx, caller.user_id, id).await?;
    let item = item.filter(|item| item.forgotten_at.is_none()).ok_or(NOT_FOUND)?;
    if expected_version.is_some_and(|expected| expected != item.version) {
        return Err(CHANGED_ELSEWHERE.with("version", item.version).into());
    }
    let text = ItemText::parse(change.text.as_deref().unwrap_or(&item.text))?;
    let same = find_same(&mut tx, caller.user_id, &text.key).await?;
    if same.is_some_and(|same| same.id != id) {
        return Err(EXISTS.into());
    }
    // Its own words now, not those of the message.
    let is_own = text.text != item.text;
    let source = ItemBody::from(item.clone()).source.filter(|_| !is_own);
    let scope = change.scope.unwrap_or(item.scope());
    if !update_item(&mut tx, &item, &text, scope, source, services.clock.now()).await? {
        return Err(CHANGED_ELSEWHERE.into());
    }
    commit(services, caller, tx, id).await
}

/// Forgets an item of the caller's: no answer is given it any more. It can be restored for 30 days.
pub(crate) async fn forget(
    services: &Services,
    caller: &SignedIn,
    id: ItemId,
) -> Fallible<ItemBody> {
    let mut tx = services.db.begin().await?;
    if !set_forgotten(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(NOT_FOUND.into());
    }
    commit(services, caller, tx, id).await
}

/// Restores a forgotten item.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ItemId,
) -> Fallible<ItemBody> {
    let mut tx = services.db.begin().await?;
    if !set_forgotten(&mut tx, caller.user_id, id, None).await? {
        return Err(NOT_FOUND.into());
    }
    let most = room(services, &mut tx, caller.workspace_id).await?;
    if count_items(&mut tx, caller.user_id).await? > most {
        return Err(FULL.with("max", most).into());
    }
    commit(services, caller, tx, id).await
}

/// Deletes an item of the caller's for good.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: ItemId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !delete_item(&mut tx, caller.user_id, id).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Deletes all items and suggestions permanently. The caller's texts about themselves stay.
pub(crate) async fn clear(services: &Services, caller: &SignedIn) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    delete_all(&mut tx, caller.user_id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Checks that there is room for another item.
///
/// Problems: [`FULL`], memory is locked in the plan.
pub(crate) async fn check_quota(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
) -> Fallible<()> {
    let most = room(services, tx, caller.workspace_id).await?;
    if count_items(tx, caller.user_id).await? >= most {
        return Err(FULL.with("max", most).into());
    }
    Ok(())
}

/// Returns the maximum number of items in a workspace's plan.
async fn room(services: &Services, tx: &mut Tx, workspace_id: WorkspaceId) -> Fallible<i64> {
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(tx, workspace_id, now).await?;
    Ok(plan.check_memory()?)
}

/// Refuses an item that already exists. A forgotten one with the same text is deleted in favor of it.
pub(crate) async fn make_way(tx: &mut Tx, caller: &SignedIn, text: &ItemText) -> Fallible<()> {
    let Some(same) = find_same(tx, caller.user_id, &text.key).await? else { return Ok(()) };
    if same.forgotten_at.is_none() {
        return Err(EXISTS.into());
    }
    delete_item(tx, caller.user_id, same.id).await?;
    Ok(())
}

/// Checks that the caller may use the bot or group of a scope.
///
/// Problems: [`SCOPE_NOT_FOUND`].
pub(crate) async fn check_scope(
    services: &Services,
    caller: &SignedIn,
    scope: Scope,
) -> Fallible<()> {
    let is_there = match scope {
        Scope::Everywhere {} => true,
        Scope::Group { group_id } => {
            owns_group(&mut services.db.read().await?, caller.user_id, group_id).await?
        }
        Scope::Bot { bot_id } => {
            let mut found = false;
            for source in services.bots.iter() {
                found |= match source.find_bot(caller.user_id, bot_id).await {
                    Ok(_) => true,
                    Err(Failure::Problem(_)) => false,
                    Err(fault) => return Err(fault),
                };
            }
            found
        }
    };
    if is_there { Ok(()) } else { Err(SCOPE_NOT_FOUND.into()) }
}

async fn commit(
    services: &Services,
    caller: &SignedIn,
    mut tx: Tx,
    id: ItemId,
) -> Fallible<ItemBody> {
    let item = find_item(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(item.into())
}
