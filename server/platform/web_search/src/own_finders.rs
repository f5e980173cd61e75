//! Actions on services that the operator describes: add, edit, delete, and order them among the others.

use area::Services;
use audit::{By, Kind};
use kernel::{Fallible, uuid_v7};
use serde::Deserialize;
use store::{StoreResult, Tx, lock, sql, to_json};
use utoipa::ToSchema;

use crate::limits::OWN_FINDERS_MAX;
use crate::noted::{OWN_BEGINNING, note, note_changes};
use crate::operator::{FinderBody, Known, Set, list, list_known, lock_finder, save, take_known};
use crate::own_finder::OwnFinder;
use crate::problems::{FINDER_NOT_FOUND, TOO_MANY_FINDERS};

/// A service as the operator describes it, and its key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSearchFinder)]
pub struct NewFinder {
    pub own: OwnFinder,
    /// API key. Null: the existing one stays, as long as the origin is the same. An empty text removes it.
    #[serde(default)]
    pub api_key: Option<String>,
}

/// The order of services.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchFinderOrder)]
pub struct FinderOrder {
    /// Ids in the new order; those not named follow in their old order.
    pub ids: Vec<String>,
}

/// Adds a service.
///
/// Problems: `FINDER_INVALID`, `KEY_TOO_LONG`, `TOO_MANY_FINDERS`.
pub async fn add(services: &Services, by: By, new: NewFinder) -> Fallible<FinderBody> {
    let own = new.own.tidy();
    let finder = own.finder()?;
    let id = format!("{OWN_BEGINNING}{}", uuid_v7(services.clock.now()));
    let before = Set { finder: id.clone(), own: Some(to_json(&own)?), ..Set::default() };
    let mut set = before.clone();
    set.take_key(services, new.api_key.as_deref())?;
    let mut tx = services.db.begin().await?;
    save(&mut tx, &set).await?;
    note(&services.audit, &mut tx, by, Kind::FinderAdded, &id).await?;
    note_changes(&services.audit, &mut tx, by, &before, &set).await?;
    let (count,) =
        sql!(&mut tx, one(i64,), "SELECT COUNT(*) FROM search_finders WHERE own IS NOT NULL")?;
    if count > OWN_FINDERS_MAX as i64 {
        return Err(TOO_MANY_FINDERS.with("max", OWN_FINDERS_MAX).into());
    }
    tx.commit().await?;
    Known { id, finder, own: Some(own), set }.body(services)
}

/// Edits a service's description. A key given for another origin is dropped.
///
/// Problems: `FINDER_NOT_FOUND`, `FINDER_INVALID`, `KEY_TOO_LONG`.
pub async fn replace(
    services: &Services,
    by: By,
    id: &str,
    new: NewFinder,
) -> Fallible<FinderBody> {
    let own = new.own.tidy();
    let mut tx = services.db.begin().await?;
    let mut known = take_known(&mut tx, id).await?;
    let (before, was) = (known.set.clone(), known.own.take().ok_or(FINDER_NOT_FOUND)?);
    known.finder = own.finder()?;
    if own.origin() != was.origin() {
        known.set.api_key = None;
    }
    known.set.take_key(services, new.api_key.as_deref())?;
    known.set.own = Some(to_json(&own)?);
    known.own = Some(own);
    save(&mut tx, &known.set).await?;
    note_changes(&services.audit, &mut tx, by, &before, &known.set).await?;
    tx.commit().await?;
    known.body(services)
}

/// Deletes a service that the operator describes.
///
/// Problems: `FINDER_NOT_FOUND`.
pub async fn remove(services: &Services, by: By, id: &str) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    // A concurrent edit would recreate it.
    lock_finder(&mut tx, id).await?;
    let removed = delete(&mut tx, id).await?;
    if removed == 0 {
        return Err(FINDER_NOT_FOUND.into());
    }
    note(&services.audit, &mut tx, by, Kind::FinderRemoved, id).await?;
    Ok(tx.commit().await?)
}

async fn delete(tx: &mut Tx, id: &str) -> Fallible<u64> {
    sql!(tx, execute, "DELETE FROM search_paces WHERE finder = $1", id)?;
    let delete = "DELETE FROM search_finders WHERE finder = $1 AND own IS NOT NULL";
    Ok(sql!(tx, execute, delete, id)?)
}

/// Stores only the position: concurrent changes of other fields stay, and deleted services are not recreated.
async fn save_place(tx: &mut Tx, id: &str, place: i64) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO search_finders (finder, place) VALUES ($1, $2)
         ON CONFLICT (finder) DO UPDATE SET place = excluded.place",
        id,
        place
    )?;
    Ok(())
}

/// Sets the order of services. It decides which of two equally ranked pages comes first.
///
/// Problems: `FINDER_NOT_FOUND`.
pub async fn order(services: &Services, order: FinderOrder) -> Fallible<Vec<FinderBody>> {
    let mut tx = services.db.begin().await?;
    // Two orders that are written at once would wait for each other.
    lock(&mut tx, "search_finder_order").await?;
    let mut all = list_known(&mut tx).await?;
    if order.ids.iter().any(|id| !all.iter().any(|known| known.id == *id)) {
        return Err(FINDER_NOT_FOUND.into());
    }
    let place = |known: &Known| order.ids.iter().position(|id| *id == known.id);
    all.sort_by_key(|known| place(known).unwrap_or(usize::MAX));
    for (place, known) in (0_i64..).zip(&all) {
        save_place(&mut tx, &known.id, place).await?;
    }
    tx.commit().await?;
    list(services).await
}
