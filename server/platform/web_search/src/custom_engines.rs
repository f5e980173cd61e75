//! Actions on services that the operator describes: add, edit, delete, and order them among the others.

use area::Services;
use audit::{Actor, Kind};
use kernel::{Fallible, uuid_v7};
use serde::Deserialize;
use store::{StoreResult, Tx, lock, sql, to_json};
use utoipa::ToSchema;

use crate::custom_engine::CustomSearchEngine;
use crate::limits::CUSTOM_ENGINES_MAX;
use crate::noted::{OWN_BEGINNING, note, note_changes};
use crate::operator::{
    EngineEntry, EngineSettings, SearchEngineBody, list, list_entries, lock_engine, save,
    take_entry,
};
use crate::problems::{SEARCH_ENGINE_NOT_FOUND, TOO_MANY_SEARCH_ENGINES};

/// A service as the operator describes it, and its key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSearchEngine)]
pub struct NewSearchEngine {
    pub own: CustomSearchEngine,
    /// API key. Null: the existing one stays, as long as the origin is the same. An empty text removes it.
    #[serde(default)]
    pub api_key: Option<String>,
}

/// The order of services.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchEngineOrder)]
pub struct SearchEngineOrder {
    /// Ids in the new order; those not named follow in their old order.
    pub ids: Vec<String>,
}

/// Adds a service.
///
/// Problems: `SEARCH_ENGINE_INVALID`, `KEY_TOO_LONG`, `TOO_MANY_SEARCH_ENGINES`.
pub async fn add(
    services: &Services,
    by: Actor,
    new: NewSearchEngine,
) -> Fallible<SearchEngineBody> {
    let own = new.own.tidy();
    let engine = own.engine()?;
    let id = format!("{OWN_BEGINNING}{}", uuid_v7(services.clock.now()));
    let before = EngineSettings {
        engine: id.clone(),
        own: Some(to_json(&own)?),
        ..EngineSettings::default()
    };
    let mut set = before.clone();
    set.take_key(services, new.api_key.as_deref())?;
    let mut tx = services.db.begin().await?;
    save(&mut tx, &set).await?;
    note(&services.audit, &mut tx, by, Kind::SearchEngineAdded, &id).await?;
    note_changes(&services.audit, &mut tx, by, &before, &set).await?;
    let (count,) =
        sql!(&mut tx, one(i64,), "SELECT COUNT(*) FROM search_finders WHERE own IS NOT NULL")?;
    if count > CUSTOM_ENGINES_MAX as i64 {
        return Err(TOO_MANY_SEARCH_ENGINES.with("max", CUSTOM_ENGINES_MAX).into());
    }
    tx.commit().await?;
    EngineEntry { id, engine, own: Some(own), set }.body(services)
}

/// Edits a service's description. A key given for another origin is dropped.
///
/// Problems: `SEARCH_ENGINE_NOT_FOUND`, `SEARCH_ENGINE_INVALID`, `KEY_TOO_LONG`.
pub async fn replace(
    services: &Services,
    by: Actor,
    id: &str,
    new: NewSearchEngine,
) -> Fallible<SearchEngineBody> {
    let own = new.own.tidy();
    let mut tx = services.db.begin().await?;
    let mut known = take_entry(&mut tx, id).await?;
    let (before, was) = (known.set.clone(), known.own.take().ok_or(SEARCH_ENGINE_NOT_FOUND)?);
    known.engine = own.engine()?;
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
/// Problems: `SEARCH_ENGINE_NOT_FOUND`.
pub async fn remove(services: &Services, by: Actor, id: &str) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    // A concurrent edit would recreate it.
    lock_engine(&mut tx, id).await?;
    let removed = delete(&mut tx, id).await?;
    if removed == 0 {
        return Err(SEARCH_ENGINE_NOT_FOUND.into());
    }
    note(&services.audit, &mut tx, by, Kind::SearchEngineRemoved, id).await?;
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
/// Problems: `SEARCH_ENGINE_NOT_FOUND`.
pub async fn order(
    services: &Services,
    order: SearchEngineOrder,
) -> Fallible<Vec<SearchEngineBody>> {
    let mut tx = services.db.begin().await?;
    // Two orders that are written at once would wait for each other.
    lock(&mut tx, "search_finder_order").await?;
    let mut all = list_entries(&mut tx).await?;
    if order.ids.iter().any(|id| !all.iter().any(|known| known.id == *id)) {
        return Err(SEARCH_ENGINE_NOT_FOUND.into());
    }
    let place = |known: &EngineEntry| order.ids.iter().position(|id| *id == known.id);
    all.sort_by_key(|known| place(known).unwrap_or(usize::MAX));
    for (place, known) in (0_i64..).zip(&all) {
        save_place(&mut tx, &known.id, place).await?;
    }
    tx.commit().await?;
    list(services).await
}
