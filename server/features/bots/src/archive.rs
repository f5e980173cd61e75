//! A person's own bots in their archive: what they wrote, not what others did with them.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{BotId, Fallible, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, sql};

use crate::rules::{Accessibility, BotTexts};

/// Bots, as something that an archive holds.
pub(crate) struct OwnBots(Db);

impl OwnBots {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

/// One line. Icons are drawn anew: they are not in it.
#[derive(Debug, Serialize, Deserialize, sqlx::FromRow)]
struct Line {
    id: BotId,
    name: String,
    description: String,
    welcome: String,
    prompt: String,
    model: Option<String>,
    accessibility: String,
    published: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

#[async_trait]
impl ArchiveSource for OwnBots {
    fn name(&self) -> &'static str {
        "bots"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // A person has a few dozens of them: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let lines = sql!(
            &mut conn,
            all Line,
            "SELECT * FROM bots WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
            person.user_id
        )?;
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let texts = BotTexts {
            name: line.name,
            description: line.description,
            welcome: line.welcome,
            prompt: line.prompt,
        };
        // The rules hold for what comes from a file, too.
        let Ok(texts) = texts.parse() else { return Ok(Restored::Refused) };
        let is_published = line.published && texts.check_publishable().is_ok();
        let added = sql!(
            tx,
            execute,
            "INSERT INTO bots (id, user_id, workspace_id, name, description, welcome, prompt, model,
                 accessibility, published, words, version, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $13)
             ON CONFLICT (id) DO NOTHING",
            line.id,
            person.user_id,
            person.workspace_id,
            texts.name.as_str(),
            texts.description.as_str(),
            texts.welcome.as_str(),
            texts.prompt.as_str(),
            line.model.as_deref(),
            Accessibility::parse(&line.accessibility).as_str(),
            is_published,
            texts.words(),
            line.created_at,
            line.updated_at
        )?;
        if added == 1 {
            return Ok(Restored::Added);
        }
        let own = sql!(
            tx,
            optional(BotId,),
            "SELECT id FROM bots WHERE id = $1 AND user_id = $2",
            line.id,
            person.user_id
        )?;
        Ok(if own.is_some() { Restored::Present } else { Restored::Refused })
    }
}
