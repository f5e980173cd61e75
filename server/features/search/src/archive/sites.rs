//! The sites that a person has come first, or never, in their archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::Fallible;
use serde::Deserialize;
use serde_json::Value;
use store::{Db, Tx};
use web_search::sites::{Site, list_sites, restore_site};

/// Sites, as something that an archive holds.
pub(crate) struct SitesInArchive(Db);

impl SitesInArchive {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl ArchiveSource for SitesInArchive {
    fn name(&self) -> &'static str {
        "search_sites"
    }

    /// There are few: they come at once.
    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        archive_lines(list_sites(&mut conn, person.user_id).await?)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(site) = Site::deserialize(line) else { return Ok(Restored::Refused) };
        Ok(match restore_site(tx, person.user_id, &site).await? {
            Some(true) => Restored::Added,
            Some(false) => Restored::Present,
            None => Restored::Refused,
        })
    }
}
