//! Sites that a person ranks first, or excludes, in all their searches: in searches, researches and chats.

use area::Services;
use kernel::{Fallible, UserId};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, Tx, from_word, lock, sql, to_word};
use utoipa::ToSchema;

use crate::domains::{Domains, domain, host_of, is_below};
use crate::fusion::Fused;
use crate::limits::SITES_MAX;
use crate::problems::TOO_MANY_DOMAINS;

/// The rank of results from a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SearchSitePlace)]
pub enum Place {
    /// Ranked before all else.
    First,
    /// Nowhere.
    Never,
}

/// A site, with all its subdomains, and its rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchSite)]
pub struct Site {
    pub site: String,
    pub place: Place,
}

/// The sites that a person ranked, by name.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = SearchSites)]
pub struct Sites {
    pub items: Vec<Site>,
}

/// A change to a site's rank.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SearchSiteChange)]
pub struct SiteChange {
    pub site: String,
    /// The rank; null: the default.
    pub place: Option<Place>,
}

impl Sites {
    /// Applies a person's site ranks to results. If a search names its sites, that choice wins and results stay as they
    /// are.
    pub fn applied(&self, wanted: &Domains, found: Vec<Fused>) -> Vec<Fused> {
        if self.items.is_empty() || !wanted.only.is_empty() {
            return found;
        }
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for one in found {
            match self.place_of(&one.hit.url) {
                Some(Place::First) => first.push(one),
                Some(Place::Never) => {}
                None => others.push(one),
            }
        }
        first.extend(others);
        first
    }

    /// Returns the rank of a page's site. If several sites match, the longest name wins: it is the closest.
    fn place_of(&self, url: &str) -> Option<Place> {
        let host = host_of(url)?;
        let own = self.items.iter().filter(|one| is_below(&host, &one.site));
        own.max_by_key(|one| one.site.len()).map(|one| one.place)
    }
}

/// Returns the sites of a person.
pub async fn get(services: &Services, user_id: UserId) -> Fallible<Sites> {
    Ok(Sites { items: list_sites(&mut services.db.read().await?, user_id).await? })
}

/// Sets the rank of a site.
///
/// Problems: `DOMAIN_INVALID`, `TOO_MANY_DOMAINS`.
pub async fn change(services: &Services, user_id: UserId, change: SiteChange) -> Fallible<Sites> {
    let mut tx = services.db.begin().await?;
    // Those of two windows are counted one after the other.
    lock(&mut tx, &format!("search_sites|{user_id}")).await?;
    set_place(&mut tx, user_id, &domain(&change.site)?, change.place).await?;
    let items = list_sites(&mut tx, user_id).await?;
    if items.len() > SITES_MAX {
        return Err(TOO_MANY_DOMAINS.with("max", SITES_MAX).into());
    }
    tx.commit().await?;
    Ok(Sites { items })
}

/// Restores a site from an archive: `false` if it is already ranked. `None` if there is no room, or it is invalid.
pub async fn restore_site(tx: &mut Tx, user_id: UserId, site: &Site) -> Fallible<Option<bool>> {
    let Ok(name) = domain(&site.site) else { return Ok(None) };
    let known = list_sites(tx, user_id).await?;
    if known.iter().any(|one| one.site == name) {
        return Ok(Some(false));
    }
    if known.len() >= SITES_MAX {
        return Ok(None);
    }
    set_place(tx, user_id, &name, Some(site.place)).await?;
    Ok(Some(true))
}

pub async fn list_sites(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<Site>> {
    let list = "SELECT site, place FROM search_sites WHERE user_id = $1 ORDER BY site";
    let rows = sql!(conn, all(String, String), list, user_id)?;
    // A rank that only a later version knows counts as none.
    let known =
        |(site, place): (String, String)| Some(Site { site, place: from_word(&place).ok()? });
    Ok(rows.into_iter().filter_map(known).collect())
}

async fn set_place(
    tx: &mut Tx,
    user_id: UserId,
    site: &str,
    place: Option<Place>,
) -> StoreResult<()> {
    let Some(place) = place else {
        let delete = "DELETE FROM search_sites WHERE user_id = $1 AND site = $2";
        sql!(tx, execute, delete, user_id, site)?;
        return Ok(());
    };
    sql!(
        tx,
        execute,
        "INSERT INTO search_sites (user_id, site, place) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, site) DO UPDATE SET place = excluded.place",
        user_id,
        site,
        to_word(place)?
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hits::Hit;

    fn sites(items: &[(&str, Place)]) -> Sites {
        let site = |(site, place): &(&str, Place)| Site { site: (*site).to_owned(), place: *place };
        Sites { items: items.iter().map(site).collect() }
    }

    fn applied(sites: &Sites, only: &[&str], urls: &[&str]) -> Vec<String> {
        let fused = |url: &&str| Fused {
            hit: Hit {
                title: "Page".to_owned(),
                url: (*url).to_owned(),
                snippet: None,
                date: None,
                authors: None,
                place: None,
            },
            search_engines: Vec::new(),
        };
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        let wanted = Domains { only, never: Vec::new() };
        let found = sites.applied(&wanted, urls.iter().map(fused).collect());
        found.into_iter().map(|one| one.hit.url).collect()
    }

    #[test]
    fn some_sites_come_first_and_some_never() {
        let sites = sites(&[("a.org", Place::First), ("b.org", Place::Never)]);
        let urls = ["https://c.org/", "https://x.b.org/", "https://www.a.org/2", "https://a.org/1"];
        let expected = ["https://www.a.org/2", "https://a.org/1", "https://c.org/"];
        assert_eq!(applied(&sites, &[], &urls), expected);
        assert_eq!(applied(&Sites::default(), &[], &urls), urls);
    }

    #[test]
    fn the_nearest_name_counts() {
        let sites = sites(&[("b.org", Place::Never), ("good.b.org", Place::First)]);
        let urls = ["https://c.org/", "https://b.org/", "https://good.b.org/", "https://notb.org/"];
        let expected = ["https://good.b.org/", "https://c.org/", "https://notb.org/"];
        assert_eq!(applied(&sites, &[], &urls), expected);
    }

    #[test]
    fn sites_that_a_search_names_stand_as_they_are_found() {
        let sites = sites(&[("a.org", Place::First), ("b.org", Place::Never)]);
        let urls = ["https://b.org/", "https://a.org/"];
        assert_eq!(applied(&sites, &["b.org", "a.org"], &urls), urls);
    }
}
