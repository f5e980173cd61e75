//! The operator's settings of search services: which are on, their order, addresses and keys; and services that the
//! operator describes.

use std::collections::BTreeMap;

use area::Services;
use audit::Actor;
use kernel::{Failure, Fallible};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, lock, sql};
use utoipa::ToSchema;

use crate::asking::{Fault, SearchRequest, ask_traced, check_address};
use crate::custom_engine::CustomSearchEngine;
use crate::domains::Domains;
use crate::looking::{Trace, Trouble};
use crate::noted::note_changes;
use crate::problems::{ADDRESS_INVALID, KEY_TOO_LONG, SEARCH_ENGINE_NOT_FOUND};
use crate::search_engines::{ActiveEngine, Needs, SearchEngine, catalogue};
use crate::source::Source;

/// Longest key.
const KEY_MAX_CHARS: usize = 500;
/// Query of a test: something that all services know.
const TEST_QUERY: &str = "weather";

/// A service as the operator sees it. Its key is never shown.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchEngine)]
pub struct SearchEngineBody {
    pub id: String,
    pub name: String,
    pub needs: Needs,
    /// Address of the service's own description.
    pub about: String,
    pub sources: Vec<Source>,
    /// The address it is asked at.
    pub address: Option<String>,
    /// True if the operator set that address.
    pub own_address: bool,
    pub has_key: bool,
    pub enabled: bool,
    /// True if searches ask it.
    pub ready: bool,
    /// The description without its key, for a service that the operator describes.
    pub own: Option<CustomSearchEngine>,
}

/// Changes to a service; absent fields stay. An empty text resets a value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchEngineChange)]
pub struct SearchEngineChange {
    pub enabled: Option<bool>,
    pub address: Option<String>,
    pub api_key: Option<String>,
}

/// The result of testing a service.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchEngineTest)]
pub struct SearchEngineTest {
    pub found: i64,
    /// The first thing it found.
    pub first: Option<String>,
    pub fault: Option<Fault>,
    /// The mistake in its description.
    pub trouble: Option<Trouble>,
    /// Status of its answer, if there was one.
    pub status: Option<u16>,
    /// Number of entries at the stated location of results.
    pub entries: Option<i64>,
    /// The beginning of its answer, if something is wrong with it.
    pub sample: Option<String>,
}

#[derive(Clone, Default, ::store::FromRow)]
pub(crate) struct EngineSettings {
    pub engine: String,
    pub enabled: Option<bool>,
    pub address: Option<String>,
    pub api_key: Option<Vec<u8>>,
    /// JSON: an [`CustomSearchEngine`].
    pub own: Option<String>,
    pub place: Option<i64>,
}

/// A service, with its settings.
pub(crate) struct EngineEntry {
    pub id: String,
    pub engine: SearchEngine,
    pub own: Option<CustomSearchEngine>,
    pub set: EngineSettings,
}

/// Returns the services that searches ask, ready to be asked, in the operator's order: for a source, or for any.
pub async fn list_active(
    services: &Services,
    source: Option<Source>,
) -> Fallible<Vec<ActiveEngine>> {
    let known = list_entries(&mut services.db.read().await?).await?;
    let mut all = Vec::new();
    for known in known {
        let is_for_it = source.is_none_or(|source| known.engine.ask.contains_key(&source));
        if is_for_it && known.set.is_on() {
            all.push(known.active(services)?);
        }
    }
    all.retain(ActiveEngine::is_ready);
    Ok(all)
}

/// Lists all services with the operator's settings, in the operator's order.
pub async fn list(services: &Services) -> Fallible<Vec<SearchEngineBody>> {
    let all = list_entries(&mut services.db.read().await?).await?;
    all.into_iter().map(|known| known.body(services)).collect()
}

/// Changes the settings of a service.
///
/// Problems: `SEARCH_ENGINE_NOT_FOUND`, `KEY_TOO_LONG`, `ADDRESS_INVALID`.
pub async fn change(
    services: &Services,
    by: Actor,
    id: &str,
    change: SearchEngineChange,
) -> Fallible<SearchEngineBody> {
    let mut tx = services.db.begin().await?;
    let mut known = take_entry(&mut tx, id).await?;
    let before = known.set.clone();
    known.set.enabled = change.enabled.or(known.set.enabled);
    match change.address.as_deref().map(str::trim) {
        // The description of an operator's own service contains its address.
        Some(_) if known.own.is_some() => return Err(ADDRESS_INVALID.into()),
        Some("") => known.set.address = None,
        Some(address) => known.set.address = Some(check_address(address)?),
        None => {}
    }
    known.set.take_key(services, change.api_key.as_deref())?;
    save(&mut tx, &known.set).await?;
    note_changes(&services.audit, &mut tx, by, &before, &known.set).await?;
    tx.commit().await?;
    known.body(services)
}

/// Asks a service for something that it surely knows, whether or not it is on.
///
/// Problems: `SEARCH_ENGINE_NOT_FOUND`.
pub async fn test(services: &Services, id: &str) -> Fallible<SearchEngineTest> {
    let known = find_entry(&mut services.db.read().await?, id).await?;
    let active = known.active(services)?;
    let wanted = SearchRequest {
        query: TEST_QUERY.to_owned(),
        domains: Domains::default(),
        limit: 5,
        language: "en".to_owned(),
    };
    let source = active.engine.ask.keys().next().copied().unwrap_or(Source::Web);
    let mut trace = Trace::default();
    let asked = match active.is_ready() {
        true => ask_traced(&services.web, &active, source, &wanted, &mut trace).await,
        false if active.engine.needs == Needs::Key => Err(Fault::KeyRefused),
        false => Err(Fault::Unreachable),
    };
    let trouble = trace.trouble(asked.as_ref().map(Vec::len).map_err(|fault| *fault));
    let sample = trouble.and_then(|_| trace.sample(active.key.as_deref()));
    let (hits, fault) = match asked {
        Ok(hits) => (hits, None),
        Err(fault) => (Vec::new(), Some(fault)),
    };
    Ok(SearchEngineTest {
        found: hits.len() as i64,
        first: hits.into_iter().next().map(|hit| hit.title),
        fault,
        trouble,
        status: trace.status,
        entries: trace.entries(),
        sample,
    })
}

impl EngineEntry {
    fn active(&self, services: &Services) -> Fallible<ActiveEngine> {
        let open = |sealed: &Vec<u8>| {
            let opened = services.vault.open_sealed(PURPOSE, place(&self.id), sealed);
            opened.map_err(Failure::internal)
        };
        let key = self.set.api_key.as_ref().map(open).transpose()?;
        let key = key.map(|key| String::from_utf8(key).map_err(Failure::internal)).transpose()?;
        let (engine, address) = (self.engine.clone(), self.set.address.clone());
        Ok(ActiveEngine { id: self.id.clone(), engine, address, key })
    }

    pub fn body(self, services: &Services) -> Fallible<SearchEngineBody> {
        let enabled = self.set.is_on();
        let ready = enabled && self.active(services)?.is_ready();
        let Self { id, engine, own, set } = self;
        Ok(SearchEngineBody {
            id,
            needs: engine.needs,
            sources: engine.ask.keys().copied().collect(),
            own_address: set.address.is_some(),
            address: set.address.or(engine.address).or_else(|| own.as_ref()?.origin()),
            has_key: set.api_key.is_some(),
            name: engine.name,
            about: engine.about,
            enabled,
            ready,
            own,
        })
    }
}

impl EngineSettings {
    /// Returns true if it is switched on, so that it is asked once its requirements are met.
    pub fn is_on(&self) -> bool {
        self.enabled.unwrap_or(true)
    }

    /// Sets or removes the key; an absent text leaves it as it is.
    ///
    /// Problems: `KEY_TOO_LONG`.
    pub fn take_key(&mut self, services: &Services, key: Option<&str>) -> Fallible<()> {
        match key.map(str::trim) {
            Some("") => self.api_key = None,
            Some(key) if key.chars().count() > KEY_MAX_CHARS => return Err(KEY_TOO_LONG.into()),
            Some(key) => {
                let sealed = services.vault.seal(PURPOSE, place(&self.engine), key.as_bytes());
                self.api_key = Some(sealed);
            }
            None => {}
        }
        Ok(())
    }
}

const PURPOSE: &str = "search_finder_key";

fn place(id: &str) -> String {
    format!("search_finders|{id}|api_key")
}

/// Lists all services, built-in and the operator's own; those with a position first, in its order.
pub(crate) async fn list_entries(conn: &mut Conn) -> StoreResult<Vec<EngineEntry>> {
    let mut set: BTreeMap<String, EngineSettings> =
        list_settings(conn).await?.into_iter().map(|set| (set.engine.clone(), set)).collect();
    let mut all: Vec<EngineEntry> = Vec::new();
    for (id, engine) in catalogue() {
        let set = set
            .remove(id)
            .unwrap_or_else(|| EngineSettings { engine: id.clone(), ..EngineSettings::default() });
        all.push(EngineEntry { id: id.clone(), engine: engine.clone(), own: None, set });
    }
    for (id, set) in set {
        let Some(said) = &set.own else { continue };
        let own: Option<CustomSearchEngine> = serde_json::from_str(said).ok();
        match own.map(|own| (own.engine(), own)) {
            Some((Ok(engine), own)) => all.push(EngineEntry { id, engine, own: Some(own), set }),
            // The rules became narrower: it is not asked against them.
            _ => tracing::warn!(engine = id, "what is said of a search engine is not used"),
        }
    }
    all.sort_by_key(|known| known.set.place.unwrap_or(i64::MAX));
    Ok(all)
}

/// Problems: `SEARCH_ENGINE_NOT_FOUND`.
async fn find_entry(conn: &mut Conn, id: &str) -> Fallible<EngineEntry> {
    let all = list_entries(conn).await?;
    Ok(all.into_iter().find(|known| known.id == id).ok_or(SEARCH_ENGINE_NOT_FOUND)?)
}

/// Like the function above, but locks the service for update until the transaction ends.
///
/// Problems: `SEARCH_ENGINE_NOT_FOUND`.
pub(crate) async fn take_entry(tx: &mut Tx, id: &str) -> Fallible<EngineEntry> {
    lock_engine(tx, id).await?;
    find_entry(tx, id).await
}

/// Makes others who update or delete a service wait until the transaction ends.
pub(crate) async fn lock_engine(tx: &mut Tx, id: &str) -> StoreResult<()> {
    lock(tx, &format!("search_finder|{id}")).await
}

async fn list_settings(conn: &mut Conn) -> StoreResult<Vec<EngineSettings>> {
    sql!(
        conn,
        all EngineSettings,
        "SELECT finder AS engine, enabled, address, api_key, own, place FROM search_finders ORDER BY finder"
    )
}

/// Writes all but the place, which is set for all services together.
pub(crate) async fn save(tx: &mut Tx, set: &EngineSettings) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO search_finders (finder, enabled, address, api_key, own) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (finder) DO UPDATE SET enabled = excluded.enabled, address = excluded.address,
             api_key = excluded.api_key, own = excluded.own",
        set.engine.as_str(),
        set.enabled,
        set.address.as_deref(),
        set.api_key.as_deref(),
        set.own.as_deref()
    )?;
    Ok(())
}
