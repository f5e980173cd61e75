//! Creates, lists and deletes sample items.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Uuid};
use store::{Cursor, Page};

use crate::problems::NOT_FOUND;
use crate::rules::check_title;
use crate::store::{self as rows, Item};
use crate::wire::NewItem;

/// Creates an item of the caller's, once however often it is retried.
///
/// Problems: [`NOT_FOUND`] if the id is somebody else's; `sample.title_invalid`.
pub(crate) async fn create(services: &Services, caller: &SignedIn, new: NewItem) -> Fallible<Item> {
    let title = check_title(&new.title)?;
    let item = Item { id: new.id, title, created_at: services.clock.now() };
    let mut tx = services.db.begin().await?;
    rows::add_item(&mut tx, caller.user_id, &item).await?;
    let kept = rows::find_item(&mut tx, caller.user_id, item.id).await?.ok_or(NOT_FOUND)?;
    tx.commit().await?;
    Ok(kept)
}

/// Lists the caller's items, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    (cursor, limit): (Cursor, usize),
) -> Fallible<Page<Item>> {
    let mut conn = services.db.read().await?;
    Ok(rows::list_items(&mut conn, caller.user_id, cursor, limit).await?)
}

/// Deletes an item of the caller's.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !rows::delete_item(&mut tx, caller.user_id, id).await? {
        return Err(NOT_FOUND.into());
    }
    Ok(tx.commit().await?)
}
