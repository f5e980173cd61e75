//! A person's own PowerUPs, and their favorites, in their archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Failure, Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, from_json, sql};

use crate::access::view;
use crate::definition::Definition;
use crate::powerups::artifacts;
use crate::store::{
    NewRow, PowerupId, find_app, insert, list_own, lock_powerup, set_app, set_favorite,
};

/// PowerUPs in one answer of [`ArchiveSource::lines`]: mini apps may be long.
const LINES: usize = 20;
/// Maximum length of a mini app as it is stored.
const APP_MAX_BYTES: usize = 1_000_000;

/// Exports and imports a person's own PowerUPs. Who else has them stays with the server where they are shared.
pub(crate) struct OwnPowerups(Services);

impl OwnPowerups {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }

    /// Returns the artifact of a mini app as it may be shown here; `None` if it breaks a rule.
    async fn checked_app(
        &self,
        tx: &mut Tx,
        person: Person,
        app: &Value,
    ) -> Fallible<Option<String>> {
        let Ok(artifacts) = artifacts(&self.0) else { return Ok(None) };
        let app = artifacts.archived_view(tx, person.user_id, app).await?;
        let app = app.map(|app| app.to_string());
        Ok(app.filter(|app| app.len() <= APP_MAX_BYTES))
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: PowerupId,
    definition: Definition,
    /// The artifact of a mini app as it was when it was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    app: Option<Value>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[async_trait]
impl ArchiveSource for OwnPowerups {
    fn name(&self) -> &'static str {
        "powerups"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| PowerupId::deserialize(&line["id"]).ok());
        let mut conn = self.0.db.read().await?;
        let mut rows = list_own(&mut conn, person.user_id).await?;
        rows.retain(|row| after.is_none_or(|after| row.id > after));
        rows.sort_by_key(|row| row.id);
        rows.truncate(LINES);
        let mut lines = Vec::new();
        for row in rows {
            let definition = row.definition()?;
            let app = match definition.artifact_id {
                Some(_) => find_app(&mut conn, row.id, false).await?,
                None => None,
            };
            let app = app.as_deref().map(from_json).transpose()?;
            let (created_at, updated_at) = (row.created_at, row.updated_at);
            lines.push(Line { id: row.id, definition, app, created_at, updated_at });
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        // The rules apply to imported data, too.
        let Ok(definition) = line.definition.checked() else { return Ok(Restored::Refused) };
        let app = match line.app.filter(|_| definition.artifact_id.is_some()) {
            None => None,
            Some(app) => match self.checked_app(tx, person, &app).await? {
                None => return Ok(Restored::Refused),
                checked => checked,
            },
        };
        let new = NewRow {
            id: line.id,
            user_id: person.user_id,
            definition: &definition,
            origin: None,
            created_at: line.created_at,
            updated_at: line.updated_at,
        };
        if insert(tx, &new).await? {
            set_app(tx, line.id, app.as_deref()).await?;
            return Ok(Restored::Added);
        }
        let known = crate::store::find(tx, Some(person.user_id), line.id).await?;
        match known.is_some_and(|row| row.user_id == person.user_id) {
            true => Ok(Restored::Present),
            false => Ok(Restored::Refused),
        }
    }
}

/// Exports and imports which PowerUPs are favorites of a person: their own, and those of others that are here.
pub(crate) struct FavoritePowerups(Db);

impl FavoritePowerups {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct FavoriteLine {
    /// The PowerUP's.
    id: PowerupId,
    /// The name under which a person knows the PowerUP if it does not exist here.
    name: String,
    created_at: Timestamp,
}

#[async_trait]
impl ArchiveSource for FavoritePowerups {
    /// Sources are restored in the order of their names, favorites after a person's own.
    fn name(&self) -> &'static str {
        "powerups_favorites"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // They are chosen by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let favorites = sql!(
            &mut conn,
            all(PowerupId, Timestamp, String),
            "SELECT f.powerup_id, f.created_at,
                 CASE WHEN p.user_id = $1 THEN p.definition ELSE p.shown_definition END
             FROM powerup_favorites f JOIN powerups p ON p.id = f.powerup_id
             WHERE f.user_id = $1 AND p.deleted_at IS NULL
                 AND (p.user_id = $1 OR p.shown_definition IS NOT NULL)
             ORDER BY f.powerup_id",
            person.user_id
        )?;
        let mut lines = Vec::with_capacity(favorites.len());
        for (id, created_at, definition) in favorites {
            let Definition { name, .. } = from_json(&definition)?;
            lines.push(FavoriteLine { id, name, created_at });
        }
        archive_lines(lines)
    }

    /// Marks a PowerUP as a favorite if the person may have it.
    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = FavoriteLine::deserialize(line) else { return Ok(Restored::Refused) };
        let reader = Some(person.user_id);
        lock_powerup(tx, line.id).await?;
        match view(crate::store::find(tx, reader, line.id).await?, reader) {
            Ok(seen) if seen.row.favorited => Ok(Restored::Present),
            Ok(_) => {
                set_favorite(tx, line.id, person.user_id, Some(line.created_at)).await?;
                Ok(Restored::Added)
            }
            Err(Failure::Problem(_)) => Ok(Restored::NotHere),
            Err(fault) => Err(fault),
        }
    }
}
