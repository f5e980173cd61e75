//! A person's own bots in their archive: what they wrote, not how others used them.

mod files;
mod marks;

use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{BotId, Failure, Fallible, Timestamp, Uuid};
use live_settings::Section;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Tx, sql};

pub(crate) use self::files::FilesOfBots;
pub(crate) use self::marks::MarkedBots;

use crate::Settings;
use crate::extras::{Extras, parse_starters, parse_tools};
use crate::icon::{is_icon, key};
use crate::review_store::lock_bot;
use crate::reviews::follow;
use crate::rules::{Accessibility, BotTexts, ICON_MAX_BYTES, parse_cap};
use crate::store::{Bot, find_bot};

/// Bots, as something that an archive holds.
pub(crate) struct OwnBots {
    services: Services,
    settings: Section<Settings>,
}

impl OwnBots {
    pub fn new(services: &Services, settings: Section<Settings>) -> Self {
        Self { services: services.clone(), settings }
    }

    /// Checks imported bots like typed ones, so that an archive cannot bypass the checks.
    async fn follow(
        &self,
        tx: &mut Tx,
        person: Person,
        before: Option<&Bot>,
        id: BotId,
    ) -> Fallible<()> {
        let user = self.services.identity.find_user(tx, person.user_id).await?;
        let is_reviewed = user.is_none_or(|user| self.settings.get().reviews(user.role));
        let Some(after) = find_bot(tx, person.user_id, id).await? else { return Ok(()) };
        follow(&self.services, tx, before, &after, before.is_none(), is_reviewed).await
    }
}

/// One line. The picture is its blob.
#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct Line {
    id: BotId,
    name: String,
    description: String,
    welcome: String,
    prompt: String,
    model: Option<String>,
    accessibility: String,
    published: bool,
    /// Maximum use per month.
    #[serde(default)]
    cap: Option<i64>,
    #[serde(default)]
    icon_id: Option<Uuid>,
    /// Stored JSON; lines have the starters and tools in it as fields of their own.
    #[serde(default, skip_serializing)]
    extras: String,
    /// True if its author marked it as a favorite.
    #[serde(default)]
    favorited: bool,
    #[serde(default)]
    pinned: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// The fields of a line that are stored together. Files come after their own lines.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct LineExtras {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    starters: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Vec<String>>,
}

/// A line as it is written.
#[derive(Serialize)]
struct WrittenLine {
    #[serde(flatten)]
    line: Line,
    #[serde(flatten)]
    extras: LineExtras,
}

impl From<Line> for WrittenLine {
    fn from(line: Line) -> Self {
        let Extras { starters, tools, .. } = Extras::of(&line.extras);
        Self { line, extras: LineExtras { starters, tools } }
    }
}

#[async_trait]
impl ArchiveSource for OwnBots {
    fn name(&self) -> &'static str {
        "bots"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // A person has a few dozen of them: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.services.db.read().await?;
        let lines = sql!(
            &mut conn,
            all Line,
            "SELECT b.*, COALESCE(p.favorited, FALSE) AS favorited, COALESCE(p.pinned, FALSE) AS pinned,
                 l.amount AS cap
             FROM bots b LEFT JOIN bot_people p ON p.bot_id = b.id AND p.user_id = b.user_id
                 LEFT JOIN ledger_budgets l ON l.id = b.id
             WHERE b.user_id = $1 AND b.deleted_at IS NULL ORDER BY b.created_at, b.id",
            person.user_id
        )?;
        archive_lines(lines.into_iter().map(WrittenLine::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let (Ok(line), Ok(extras)) = (Line::deserialize(line), LineExtras::deserialize(line))
        else {
            return Ok(Restored::Refused);
        };
        let texts = BotTexts {
            name: line.name,
            description: line.description,
            welcome: line.welcome,
            prompt: line.prompt,
        };
        // The rules apply to imported data, too.
        let (Ok(texts), Ok(cap)) = (texts.parse(), parse_cap(line.cap)) else {
            return Ok(Restored::Refused);
        };
        let LineExtras { starters, tools } = extras;
        let (Ok(starters), Ok(tools)) = (parse_starters(starters), parse_tools(tools)) else {
            return Ok(Restored::Refused);
        };
        let extras = Extras { starters, tools, ..Extras::default() };
        let is_published = line.published && texts.check_publishable().is_ok();
        let added = sql!(
            tx,
            execute,
            "INSERT INTO bots (id, user_id, workspace_id, name, description, welcome, prompt, model,
                 accessibility, published, words, version, created_at, updated_at, extras)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $13, $14)
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
            line.updated_at,
            extras.to_text()
        )?;
        if added == 1 {
            if cap.is_some() {
                self.services.ledger.set_budget(tx, line.id.0, cap).await?;
            }
            if line.favorited || line.pinned {
                sql!(
                    tx,
                    execute,
                    "INSERT INTO bot_people (bot_id, user_id, favorited, pinned) VALUES ($1, $2, $3, $4)",
                    line.id,
                    person.user_id,
                    line.favorited,
                    line.pinned
                )?;
            }
            self.follow(tx, person, None, line.id).await?;
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

    fn blob(&self, person: Person, line: &Value) -> Option<ArchiveBlob> {
        let icon_id = Uuid::deserialize(&line["icon_id"]).ok()?;
        Some(ArchiveBlob {
            key: key(person.workspace_id, icon_id),
            max_bytes: ICON_MAX_BYTES as u64,
        })
    }

    /// Restores a bot's image, unless the bot was changed since.
    async fn use_blob(&self, person: Person, line: &Value) -> Fallible<bool> {
        let Ok(Line { id, icon_id: Some(icon_id), updated_at, .. }) = Line::deserialize(line)
        else {
            return Ok(false);
        };
        let content = self.services.files.get(&key(person.workspace_id, icon_id)).await;
        let content = content.map_err(Failure::internal)?;
        let is_icon =
            tokio::task::spawn_blocking(move || content.is_some_and(|jpeg| is_icon(&jpeg)));
        if !is_icon.await.map_err(Failure::internal)? {
            return Ok(false);
        }
        let mut tx = self.services.db.begin().await?;
        lock_bot(&mut tx, id).await?;
        let before = find_bot(&mut tx, person.user_id, id).await?;
        let changed = sql!(
            &mut tx,
            execute,
            "UPDATE bots SET icon_id = $3, version = version + 1
             WHERE id = $1 AND user_id = $2 AND icon_id IS NULL AND updated_at = $4",
            id,
            person.user_id,
            icon_id,
            updated_at
        )?;
        if changed == 1 {
            self.follow(&mut tx, person, before.as_ref(), id).await?;
        }
        let used = sql!(
            &mut tx,
            optional(BotId,),
            "SELECT id FROM bots WHERE id = $1 AND user_id = $2 AND icon_id = $3",
            id,
            person.user_id,
            icon_id
        )?;
        tx.commit().await?;
        Ok(used.is_some())
    }
}
