//! A person's own PowerUPs in their archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx};

use crate::definition::Definition;
use crate::store::{NewRow, PowerupId, insert, list_own};

/// Exports and imports a person's own PowerUPs. Who else has them stays with the server where they are shared.
pub(crate) struct OwnPowerups(Db);

impl OwnPowerups {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: PowerupId,
    definition: Definition,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[async_trait]
impl ArchiveSource for OwnPowerups {
    fn name(&self) -> &'static str {
        "powerups"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // They are written by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let mut lines = Vec::new();
        for row in list_own(&mut conn, person.user_id).await? {
            let definition = row.definition()?;
            let (created_at, updated_at) = (row.created_at, row.updated_at);
            lines.push(Line { id: row.id, definition, created_at, updated_at });
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        // The rules apply to imported data, too.
        let Ok(definition) = line.definition.checked() else { return Ok(Restored::Refused) };
        let new = NewRow {
            id: line.id,
            user_id: person.user_id,
            definition: &definition,
            origin: None,
            created_at: line.created_at,
            updated_at: line.updated_at,
        };
        if insert(tx, &new).await? {
            return Ok(Restored::Added);
        }
        let known = crate::store::find(tx, Some(person.user_id), line.id).await?;
        match known.is_some_and(|row| row.user_id == person.user_id) {
            true => Ok(Restored::Present),
            false => Ok(Restored::Refused),
        }
    }
}
