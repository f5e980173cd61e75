//! Favorites among prompts that a person did not write, in that person's archive: other people's, and built-in ones.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, sql};

use crate::built_in;
use crate::store::find_prompt;

/// Favorite prompts of other authors, as part of an archive.
pub(crate) struct FavoritePrompts(Db);

impl FavoritePrompts {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The prompt's.
    id: Uuid,
    /// The name under which a person knows the prompt if it does not exist here.
    name: String,
    created_at: Timestamp,
}

type Favorite = (Uuid, Timestamp, Option<String>);

#[async_trait]
impl ArchiveSource for FavoritePrompts {
    fn name(&self) -> &'static str {
        "favorite_prompts"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // Favourites are made by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let favorites = sql!(
            &mut conn,
            all Favorite,
            "SELECT f.prompt_id, f.created_at, p.name FROM prompt_favorites f
             LEFT JOIN prompts p ON p.id = f.prompt_id AND p.deleted_at IS NULL
             WHERE f.user_id = $1 AND (p.user_id IS NULL OR p.user_id <> $1) ORDER BY f.prompt_id",
            person.user_id
        )?;
        let lines = favorites.into_iter().filter_map(|(id, created_at, name)| {
            // A prompt in nobody's library is deleted, or built in.
            let name = name.or_else(|| Some(built_in::find_prompt(None, id)?.name))?;
            Some(Line { id, name, created_at })
        });
        archive_lines(lines.collect())
    }

    /// Marks a prompt as a favorite if it exists here and the person may read it.
    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let is_here = built_in::find_prompt(None, line.id).is_some()
            || find_prompt(tx, person.user_id, line.id).await?.is_some();
        if !is_here {
            return Ok(Restored::NotHere);
        }
        let added = sql!(
            tx,
            execute,
            "INSERT INTO prompt_favorites (user_id, prompt_id, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (user_id, prompt_id) DO NOTHING",
            person.user_id,
            line.id,
            line.created_at
        )?;
        Ok(if added == 1 { Restored::Added } else { Restored::Present })
    }
}
