//! A person's marks on other people's bots, in that person's archive: favorites and pins.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{BotId, Fallible};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, sql};

use crate::rules::{Access, access};
use crate::store::find_bot;

/// Marks on other people's bots, as part of an archive.
pub(crate) struct MarkedBots(Db);

impl MarkedBots {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct Line {
    /// The bot's.
    id: BotId,
    /// The name under which a person knows the bot if it does not exist here.
    name: String,
    favorited: bool,
    pinned: bool,
}

#[async_trait]
impl ArchiveSource for MarkedBots {
    fn name(&self) -> &'static str {
        "marked_bots"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // Marks are made by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let lines = sql!(
            &mut conn,
            all Line,
            "SELECT b.id, COALESCE(s.seen_name, b.name) AS name, m.favorited, m.pinned
             FROM bot_people m JOIN bots b ON b.id = m.bot_id LEFT JOIN bot_reviews s ON s.bot_id = b.id
             WHERE m.user_id = $1 AND b.user_id <> $1 AND (m.favorited OR m.pinned)
               AND (s.bot_id IS NULL OR s.seen_accessibility IS NOT NULL)
               AND b.deleted_at IS NULL ORDER BY b.id",
            person.user_id
        )?;
        archive_lines(lines)
    }

    /// Marks a bot that exists here and that the person may chat with. A bot that they already marked here keeps those
    /// marks.
    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let bot = find_bot(tx, person.user_id, line.id).await?;
        let bot = bot.filter(|bot| access(bot, person.user_id) == Access::Granted);
        let Some(bot) = bot else { return Ok(Restored::NotHere) };
        if bot.user_id == person.user_id {
            return Ok(Restored::Present);
        }
        let added = sql!(
            tx,
            execute,
            "INSERT INTO bot_people (bot_id, user_id, favorited, pinned) VALUES ($1, $2, $3, $4)
             ON CONFLICT (bot_id, user_id) DO NOTHING",
            line.id,
            person.user_id,
            line.favorited,
            line.pinned
        )?;
        Ok(if added == 1 { Restored::Added } else { Restored::Present })
    }
}
