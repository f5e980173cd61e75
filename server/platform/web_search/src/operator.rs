//! What the operator set for the services that searches ask: which are on, where they are, their keys.

use std::collections::BTreeMap;

use area::Services;
use kernel::{Failure, Fallible};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, sql};
use utoipa::ToSchema;

use crate::asking::{Fault, Wanted, ask, check_address};
use crate::domains::Domains;
use crate::finders::{Active, Finder, Needs, catalogue};
use crate::problems::{FINDER_NOT_FOUND, KEY_TOO_LONG};
use crate::source::Source;

/// Longest key.
const KEY_MAX_CHARS: usize = 500;
/// What a test looks for: something that all services know.
const TEST_QUERY: &str = "weather";

/// A service as the operator sees it. Its key is never shown.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFinder)]
pub struct FinderBody {
    pub id: String,
    pub name: String,
    pub needs: Needs,
    /// Where its own words about itself are.
    pub about: String,
    pub sources: Vec<Source>,
    /// Where it is asked.
    pub address: Option<String>,
    /// Whether the operator set that address.
    pub own_address: bool,
    pub has_key: bool,
    pub enabled: bool,
    /// Whether searches ask it.
    pub ready: bool,
}

/// Changes to a service; what is missing stays. An empty text takes back what was set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchFinderChange)]
pub struct FinderChange {
    pub enabled: Option<bool>,
    pub address: Option<String>,
    pub api_key: Option<String>,
}

/// What a service gave when it was tried.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFinderTest)]
pub struct FinderTest {
    pub found: i64,
    /// The first thing it found.
    pub first: Option<String>,
    pub fault: Option<Fault>,
}

#[derive(Debug, Clone, Default, ::store::FromRow)]
struct Set {
    finder: String,
    enabled: Option<bool>,
    address: Option<String>,
    api_key: Option<Vec<u8>>,
}

/// The services that searches ask for a source, ready to be asked.
pub async fn active_for(services: &Services, source: Source) -> Fallible<Vec<Active>> {
    let set = list_set(services).await?;
    let mut all = Vec::new();
    for (id, finder) in catalogue().iter().filter(|(_, finder)| finder.ask.contains_key(&source)) {
        let set = set.get(id).cloned().unwrap_or_default();
        if set.enabled.unwrap_or(true) {
            all.push(active(services, id, finder, &set)?);
        }
    }
    all.retain(Active::is_ready);
    Ok(all)
}

/// All services with what the operator set.
pub async fn list(services: &Services) -> Fallible<Vec<FinderBody>> {
    let set = list_set(services).await?;
    let body = |(id, finder): (&String, &Finder)| -> Fallible<FinderBody> {
        let set = set.get(id).cloned().unwrap_or_default();
        Ok(body(active(services, id, finder, &set)?, &set))
    };
    catalogue().iter().map(body).collect()
}

/// Changes what is set for a service.
///
/// Problems: `FINDER_NOT_FOUND`, `KEY_TOO_LONG`, `ADDRESS_INVALID`.
pub async fn change(services: &Services, id: &str, change: FinderChange) -> Fallible<FinderBody> {
    let finder = catalogue().get(id).ok_or(FINDER_NOT_FOUND)?;
    let mut set = list_set(services).await?.remove(id).unwrap_or_default();
    set.finder = id.to_owned();
    set.enabled = change.enabled.or(set.enabled);
    match change.address.as_deref().map(str::trim) {
        Some("") => set.address = None,
        Some(address) => set.address = Some(check_address(address)?),
        None => {}
    }
    match change.api_key.as_deref().map(str::trim) {
        Some("") => set.api_key = None,
        Some(key) if key.chars().count() > KEY_MAX_CHARS => return Err(KEY_TOO_LONG.into()),
        Some(key) => set.api_key = Some(services.vault.seal(PURPOSE, place(id), key.as_bytes())),
        None => {}
    }
    let mut tx = services.db.begin().await?;
    save(&mut tx, &set).await?;
    tx.commit().await?;
    Ok(body(active(services, id, finder, &set)?, &set))
}

/// Asks a service for something that it surely knows, whether or not it is on.
///
/// Problems: `FINDER_NOT_FOUND`.
pub async fn test(services: &Services, id: &str) -> Fallible<FinderTest> {
    let finder = catalogue().get(id).ok_or(FINDER_NOT_FOUND)?;
    let set = list_set(services).await?.remove(id).unwrap_or_default();
    let active = active(services, id, finder, &set)?;
    let wanted = Wanted {
        query: TEST_QUERY.to_owned(),
        domains: Domains::default(),
        limit: 5,
        language: "en".to_owned(),
    };
    let source = finder.ask.keys().next().copied().unwrap_or(Source::Web);
    let asked = match active.is_ready() {
        true => ask(&services.web, &active, source, &wanted).await,
        false if finder.needs == Needs::Key => Err(Fault::KeyRefused),
        false => Err(Fault::Unreachable),
    };
    Ok(match asked {
        Ok(hits) => FinderTest {
            found: hits.len() as i64,
            first: hits.into_iter().next().map(|hit| hit.title),
            fault: None,
        },
        Err(fault) => FinderTest { found: 0, first: None, fault: Some(fault) },
    })
}

fn active(services: &Services, id: &str, finder: &Finder, set: &Set) -> Fallible<Active> {
    let open = |sealed: &Vec<u8>| {
        let opened = services.vault.open_sealed(PURPOSE, place(id), sealed);
        opened.map_err(Failure::internal)
    };
    let key = set.api_key.as_ref().map(open).transpose()?;
    let key = key.map(|key| String::from_utf8(key).map_err(Failure::internal)).transpose()?;
    Ok(Active { id: id.to_owned(), finder: finder.clone(), address: set.address.clone(), key })
}

fn body(active: Active, set: &Set) -> FinderBody {
    let enabled = set.enabled.unwrap_or(true);
    let ready = enabled && active.is_ready();
    let Active { id, finder, address, .. } = active;
    FinderBody {
        id,
        needs: finder.needs,
        sources: finder.ask.keys().copied().collect(),
        own_address: address.is_some(),
        address: address.or(finder.address),
        has_key: set.api_key.is_some(),
        name: finder.name,
        about: finder.about,
        enabled,
        ready,
    }
}

const PURPOSE: &str = "search_finder_key";

fn place(id: &str) -> String {
    format!("search_finders|{id}|api_key")
}

async fn list_set(services: &Services) -> Fallible<BTreeMap<String, Set>> {
    let mut conn = services.db.read().await?;
    let rows = read_set(&mut conn).await?;
    Ok(rows.into_iter().map(|set| (set.finder.clone(), set)).collect())
}

async fn read_set(conn: &mut Conn) -> StoreResult<Vec<Set>> {
    sql!(conn, all Set, "SELECT finder, enabled, address, api_key FROM search_finders")
}

async fn save(tx: &mut Tx, set: &Set) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO search_finders (finder, enabled, address, api_key) VALUES ($1, $2, $3, $4)
         ON CONFLICT (finder) DO UPDATE SET enabled = excluded.enabled, address = excluded.address,
             api_key = excluded.api_key",
        set.finder.as_str(),
        set.enabled,
        set.address.as_deref(),
        set.api_key.as_deref()
    )?;
    Ok(())
}
