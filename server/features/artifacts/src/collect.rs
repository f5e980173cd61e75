//! Stores what answers write: each block becomes a version of its artifact once the answer is final.

use area::Services;
use async_trait::async_trait;
use conversations::{Answered, find_answered, find_conversation, path_to, text_of};
use generation::{FollowedRuns, Run, RunFollower, RunState};
use jobs::{Job, JobResult, Queue};
use kernel::{MessageId, Timestamp, WorkspaceId, uuid_v7};
use serde::{Deserialize, Serialize};
use store::{StoreResult, Tx};

use crate::block::{Block, MARK, blocks_in};
use crate::edit::apply_edits;
use crate::hints::announce_change;
use crate::rules::{ARTIFACTS_MAX, CONTENT_MAX_BYTES, Source, VERSIONS_MAX, check_language};
use crate::store::{self as rows, Artifact, NewVersion};

/// Number of versions that the edits of a model are tried on, the newest first.
const BASES_MAX: usize = 20;

/// Enqueues the collection of answers that have blocks.
pub(crate) struct WhenAnswered(pub Queue);

#[async_trait]
impl RunFollower for WhenAnswered {
    fn runs(&self) -> FollowedRuns {
        FollowedRuns::Writing(MARK)
    }

    async fn ended(&self, tx: &mut Tx, run: &Run, _state: RunState) -> StoreResult<()> {
        let Some(message_id) = run.message_id else { return Ok(()) };
        self.0.enqueue(tx, &CollectBlocks { message_id }).await
    }
}

/// Stores the blocks of an answer; done twice it stores nothing more.
#[derive(Serialize, Deserialize)]
pub(crate) struct CollectBlocks {
    message_id: MessageId,
}

impl Job for CollectBlocks {
    type Context = Services;

    const NAME: &'static str = "artifacts.collect_blocks";

    async fn run(self, services: &Services) -> JobResult {
        let mut conn = services.db.read().await?;
        let Some(answered) = find_answered(&mut conn, self.message_id).await? else {
            return Ok(());
        };
        let (user_id, conversation_id) = (answered.user_id, answered.conversation_id);
        let conversation = find_conversation(&mut conn, user_id, conversation_id).await?;
        // Nothing stays of a temporary chat.
        let Some(conversation) = conversation.filter(|found| !found.temporary) else {
            return Ok(());
        };
        let branch = path_to(&mut conn, self.message_id).await?;
        let branch = branch.into_iter().map(|message| message.id).collect();
        drop(conn);
        let blocks = blocks_in(&text_of(&answered.parts));
        let mut collecting = Collecting {
            message_id: self.message_id,
            answered,
            workspace_id: conversation.workspace_id,
            branch,
            now: services.clock.now(),
        };
        let mut tx = services.db.begin().await?;
        for (index, block) in (0..).zip(&blocks) {
            collecting.store(&mut tx, index, block).await?;
        }
        tx.commit().await?;
        announce_change(services, user_id);
        Ok(())
    }
}

/// An answer whose blocks are stored.
struct Collecting {
    message_id: MessageId,
    answered: Answered,
    workspace_id: WorkspaceId,
    /// The messages up to the answer.
    branch: Vec<MessageId>,
    now: Timestamp,
}

impl Collecting {
    async fn store(&mut self, tx: &mut Tx, index: i64, block: &Block) -> StoreResult<()> {
        let Ok(language) = check_language(&block.language) else { return Ok(()) };
        if rows::has_block(tx, self.message_id, index).await? {
            return Ok(());
        }
        let conversation_id = self.answered.conversation_id;
        let known = rows::lock_by_identifier(tx, conversation_id, &block.identifier).await?;
        let content = match (&known, block.is_edit) {
            (_, false) => Some(block.content.clone()),
            (Some(artifact), true) => self.edited(tx, artifact, block).await?,
            (None, true) => None,
        };
        let fits =
            |content: &String| !content.trim().is_empty() && content.len() <= CONTENT_MAX_BYTES;
        let Some(content) = content.filter(fits) else { return Ok(()) };
        let artifact = match known {
            Some(artifact) => self.next(tx, artifact, block, language).await?,
            None => self.first(tx, block, language).await?,
        };
        let Some(artifact) = artifact else { return Ok(()) };
        let version = NewVersion {
            number: artifact.version,
            source: Source::Model,
            language: &artifact.language,
            content: &content,
            complete: block.closed,
            block: Some((self.message_id, index)),
        };
        rows::insert_version(tx, artifact.id, &version, VERSIONS_MAX, self.now).await
    }

    /// Returns the artifact with its next version's number.
    async fn next(
        &self,
        tx: &mut Tx,
        mut artifact: Artifact,
        block: &Block,
        language: String,
    ) -> StoreResult<Option<Artifact>> {
        artifact.version += 1;
        artifact.updated_at = self.now;
        if let Some(title) = &block.title {
            artifact.title.clone_from(title);
        }
        if !block.is_edit {
            artifact.language = language;
        }
        rows::update_artifact(tx, &artifact).await?;
        Ok(Some(artifact))
    }

    /// Creates the artifact; `None` if the person has too many.
    async fn first(
        &self,
        tx: &mut Tx,
        block: &Block,
        language: String,
    ) -> StoreResult<Option<Artifact>> {
        let user_id = self.answered.user_id;
        if rows::count_artifacts(tx, user_id).await? >= ARTIFACTS_MAX {
            return Ok(None);
        }
        let artifact = Artifact {
            id: uuid_v7(self.now),
            user_id,
            workspace_id: self.workspace_id,
            conversation_id: Some(self.answered.conversation_id),
            identifier: block.identifier.clone(),
            title: block.title.clone().unwrap_or_else(|| block.identifier.clone()),
            language,
            version: 1,
            starred: false,
            prompts: false,
            listed: false,
            hosts: "[]".to_owned(),
            hosts_agreed: false,
            created_at: self.now,
            updated_at: self.now,
        };
        rows::insert_artifact(tx, &artifact).await?;
        Ok(Some(artifact))
    }

    /// Returns what the edits make of the newest version on the answer's branch that they fit, or else of any other.
    async fn edited(
        &self,
        tx: &mut Tx,
        artifact: &Artifact,
        block: &Block,
    ) -> StoreResult<Option<String>> {
        let mut versions = rows::list_versions(tx, artifact.id).await?;
        let is_elsewhere = |id: Option<MessageId>| id.is_some_and(|id| !self.branch.contains(&id));
        // Stable: newest first among each.
        versions.sort_by_key(|version| is_elsewhere(version.message_id));
        for version in versions.iter().take(BASES_MAX) {
            let content = rows::find_content(tx, artifact.id, version.number).await?;
            let edited = content.and_then(|(_, content)| apply_edits(&content, &block.content));
            if edited.is_some() {
                return Ok(edited);
            }
        }
        Ok(None)
    }
}
