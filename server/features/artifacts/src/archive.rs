//! A person's artifacts in their archive.

use std::collections::BTreeMap;

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{Fallible, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Db, Tx, is_in_workspace, sql, to_json};
use url::Url;

use crate::data::{find_entries, save_entries};
use crate::hosts::{check_hosts, hosts_of};
use crate::rules::{Source, VERSIONS_MAX, check_content, check_data, check_language, check_title};
use crate::store::{Artifact, NewVersion, insert_artifact, insert_version};

/// Artifacts in one answer of [`ArchiveSource::lines`].
const LINES: i64 = 20;
/// Newest versions of each artifact that an archive holds.
const VERSIONS: i64 = 20;

/// Artifacts, as something that an archive holds, without the chats in which they were written.
pub(crate) struct ArtifactsInArchive {
    db: Db,
    /// Address of this server.
    own: Url,
}

impl ArtifactsInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), own: services.base_url.clone() }
    }
}

#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct Line {
    id: Uuid,
    title: String,
    language: String,
    starred: bool,
    prompts: bool,
    /// Origins that it may reach, as JSON.
    #[serde(default)]
    hosts: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    /// Oldest first.
    #[sqlx(skip)]
    versions: Vec<VersionLine>,
    /// What it keeps for its owner.
    #[sqlx(skip)]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    data: BTreeMap<String, String>,
}

#[derive(Debug, Serialize, Deserialize, ::store::FromRow)]
struct VersionLine {
    number: i64,
    source: String,
    language: String,
    content: String,
    complete: bool,
    created_at: Timestamp,
}

impl Line {
    /// Returns true if everything in it keeps the rules.
    fn is_allowed(&self) -> bool {
        let ascends = self.versions.windows(2).all(|pair| pair[0].number < pair[1].number);
        let is_allowed = |version: &VersionLine| {
            version.number >= 1
                && check_language(&version.language).is_ok()
                && check_content(&version.content).is_ok()
        };
        check_title(&self.title).is_ok()
            && check_language(&self.language).is_ok()
            && !self.versions.is_empty()
            && ascends
            && self.versions.iter().all(is_allowed)
            && check_data(&self.data).is_ok()
    }
}

#[async_trait]
impl ArchiveSource for ArtifactsInArchive {
    fn name(&self) -> &'static str {
        "artifacts"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| Line::deserialize(line).ok());
        let after = after.map_or(Uuid::nil(), |line| line.id);
        let mut conn = self.db.read().await?;
        let mut lines = sql!(
            &mut conn,
            all Line,
            concat!(
                "SELECT a.id, a.title, a.language, a.starred, a.prompts, a.hosts, a.created_at, a.updated_at FROM artifacts a
                 WHERE a.user_id = $1 AND a.id > $2 AND ",
                is_in_workspace!("a"),
                " ORDER BY a.id LIMIT $3",
            ),
            person.user_id,
            after,
            LINES
        )?;
        for line in &mut lines {
            line.versions = sql!(
                &mut conn,
                all VersionLine,
                "SELECT number, source, language, content, complete, created_at FROM artifact_versions
                 WHERE artifact_id = $1 ORDER BY number DESC LIMIT $2",
                line.id,
                VERSIONS
            )?;
            line.versions.reverse();
            let data = find_entries(&mut conn, person.user_id, line.id).await?;
            line.data = data.unwrap_or_default();
        }
        archive_lines(lines)
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        let newest = line.versions.last().map_or(0, |version| version.number);
        if !line.is_allowed() {
            return Ok(Restored::Refused);
        }
        let hosts = check_hosts(&hosts_of(&line.hosts), &self.own).unwrap_or_default();
        let artifact = Artifact {
            id: line.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            conversation_id: None,
            identifier: String::new(),
            title: line.title,
            language: line.language,
            version: newest,
            starred: line.starred,
            prompts: line.prompts,
            // It is in the gallery only once it is published here, and reaches nothing until its person agrees to that again.
            listed: false,
            hosts: to_json(&hosts)?,
            hosts_agreed: false,
            created_at: line.created_at,
            updated_at: line.updated_at,
        };
        if insert_artifact(tx, &artifact).await? {
            for version in &line.versions {
                let new = NewVersion {
                    number: version.number,
                    source: Source::parse(&version.source),
                    language: &version.language,
                    content: &version.content,
                    complete: version.complete,
                    block: None,
                };
                insert_version(tx, line.id, &new, VERSIONS_MAX, version.created_at).await?;
            }
            if !line.data.is_empty() {
                save_entries(tx, person.user_id, line.id, &line.data).await?;
            }
            return Ok(Restored::Added);
        }
        let own = sql!(
            tx,
            optional(Uuid,),
            "SELECT id FROM artifacts WHERE id = $1 AND user_id = $2",
            line.id,
            person.user_id
        )?;
        Ok(if own.is_some() { Restored::Present } else { Restored::Refused })
    }
}
