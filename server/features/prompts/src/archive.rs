//! A person's prompts and quick actions in their archive.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, sql};

use crate::rules::PromptTexts;
use crate::store::insert_version;

/// Prompts, as something that an archive holds, with every text they ever had.
pub(crate) struct OwnPrompts(Db);

impl OwnPrompts {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct PromptLine {
    id: Uuid,
    name: String,
    description: String,
    content: String,
    kind: String,
    public: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
    #[serde(default)]
    favorited_at: Option<Timestamp>,
    /// Oldest first.
    #[serde(default)]
    #[sqlx(skip)]
    versions: Vec<VersionLine>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ::store::FromRow)]
struct VersionLine {
    version: i64,
    name: String,
    description: String,
    content: String,
    created_at: Timestamp,
}

impl PromptLine {
    /// Returns every version, if each keeps the rules; the current one if the line has none.
    fn all_versions(&self) -> Vec<VersionLine> {
        let is_allowed = |line: &VersionLine| line.texts().parse().is_ok();
        let is_whole = self.versions.iter().zip(1..).all(|(line, number)| line.version == number);
        let versions: Vec<VersionLine> = if is_whole && self.versions.iter().all(is_allowed) {
            self.versions.clone()
        } else {
            Vec::new()
        };
        if !versions.is_empty() {
            return versions;
        }
        vec![VersionLine {
            version: 1,
            name: self.name.clone(),
            description: self.description.clone(),
            content: self.content.clone(),
            created_at: self.updated_at,
        }]
    }
}

impl VersionLine {
    fn texts(&self) -> PromptTexts {
        PromptTexts {
            name: self.name.clone(),
            description: self.description.clone(),
            content: self.content.clone(),
        }
    }
}

#[async_trait]
impl ArchiveSource for OwnPrompts {
    fn name(&self) -> &'static str {
        "prompts"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // A library is written by hand: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let mut lines = sql!(
            &mut conn,
            all PromptLine,
            "SELECT p.*, f.created_at AS favorited_at FROM prompts p
             LEFT JOIN prompt_favorites f ON f.prompt_id = p.id AND f.user_id = p.user_id
             WHERE p.user_id = $1 AND p.deleted_at IS NULL ORDER BY p.created_at, p.id",
            person.user_id
        )?;
        for line in &mut lines {
            line.versions = sql!(
                &mut conn,
                all VersionLine,
                "SELECT * FROM prompt_versions WHERE prompt_id = $1 ORDER BY version",
                line.id
            )?;
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = PromptLine::deserialize(line) else { return Ok(Restored::Refused) };
        let versions = line.all_versions();
        let PromptLine { name, description, content, .. } = line;
        // The rules apply to imported data, too.
        let texts = PromptTexts { name, description, content };
        let Ok(texts) = texts.parse() else { return Ok(Restored::Refused) };
        let added = sql!(
            tx,
            execute,
            "INSERT INTO prompts (id, user_id, name, description, content, kind, public, words, version,
                 created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING",
            line.id,
            person.user_id,
            texts.name.as_str(),
            texts.description.as_str(),
            texts.content.as_str(),
            line.kind.as_str(),
            line.public,
            texts.words(),
            versions.len() as i64,
            line.created_at,
            line.updated_at
        )?;
        if added == 1 {
            for old in &versions {
                insert_version(tx, line.id, old.version, &old.texts(), old.created_at).await?;
            }
            if let Some(at) = line.favorited_at {
                sql!(
                    tx,
                    execute,
                    "INSERT INTO prompt_favorites (user_id, prompt_id, created_at) VALUES ($1, $2, $3)
                     ON CONFLICT DO NOTHING",
                    person.user_id,
                    line.id,
                    at
                )?;
            }
            return Ok(Restored::Added);
        }
        let own = sql!(
            tx,
            optional(Uuid,),
            "SELECT id FROM prompts WHERE id = $1 AND user_id = $2",
            line.id,
            person.user_id
        )?;
        Ok(if own.is_some() { Restored::Present } else { Restored::Refused })
    }
}

/// Quick actions, as something that an archive holds.
pub(crate) struct OwnActions(Db);

impl OwnActions {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct ActionLine {
    id: Uuid,
    name: String,
    icon: String,
    prompt: String,
    behavior: String,
    scene: String,
    public: bool,
    description: String,
    category: String,
    language: Option<String>,
    pinned: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl ActionLine {
    /// Returns true if the action could have been written by hand.
    fn is_reasonable(&self) -> bool {
        let words = [&self.name, &self.icon, &self.behavior, &self.scene, &self.category];
        let texts = [&self.prompt, &self.description];
        words.iter().all(|text| text.chars().count() <= WORD_MAX_CHARS)
            && texts.iter().all(|text| text.chars().count() <= TEXT_MAX_CHARS)
    }
}

/// Maximum length of a single-line field, and of any list field.
const WORD_MAX_CHARS: usize = 1_000;
const TEXT_MAX_CHARS: usize = 200_000;

#[async_trait]
impl ArchiveSource for OwnActions {
    fn name(&self) -> &'static str {
        "quick_actions"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.0.read().await?;
        let lines = sql!(
            &mut conn,
            all ActionLine,
            "SELECT * FROM quick_actions WHERE user_id = $1 ORDER BY created_at, id",
            person.user_id
        )?;
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = ActionLine::deserialize(line) else { return Ok(Restored::Refused) };
        if !line.is_reasonable() {
            return Ok(Restored::Refused);
        }
        let added = sql!(
            tx,
            execute,
            "INSERT INTO quick_actions (id, user_id, name, icon, prompt, behavior, scene, public,
                 description, category, language, pinned, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
             ON CONFLICT (id) DO NOTHING",
            line.id,
            person.user_id,
            line.name.as_str(),
            line.icon.as_str(),
            line.prompt.as_str(),
            line.behavior.as_str(),
            line.scene.as_str(),
            line.public,
            line.description.as_str(),
            line.category.as_str(),
            line.language.as_deref(),
            line.pinned,
            line.created_at,
            line.updated_at
        )?;
        if added == 1 {
            return Ok(Restored::Added);
        }
        let own = sql!(
            tx,
            optional(Uuid,),
            "SELECT id FROM quick_actions WHERE id = $1 AND user_id = $2",
            line.id,
            person.user_id
        )?;
        Ok(if own.is_some() { Restored::Present } else { Restored::Refused })
    }
}
