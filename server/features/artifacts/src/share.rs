//! Published artifacts: shown to everybody who has the address, listed in the gallery if their author wants that, and remixed
//! as one's own (spec §2, §4).

use area::{PublishedPage, Services, ShareSource, Shared};
use async_trait::async_trait;
use identity::SignedIn;
use kernel::{Failure, Fallible, UserId, Uuid, uuid_v7};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreResult, Tx};

use crate::artifacts::create;
use crate::gallery::{count_remix, delete_publication, save_publication};
use crate::hosts::{check_hosts, hosts_of};
use crate::problems::NOT_FOUND;
use crate::rules::{Kind, Source, check_content, check_language};
use crate::store::{Artifact, find_artifact, find_content};
use crate::wire::NewArtifact;

/// Lets people publish artifacts by address.
pub(crate) struct ArtifactShares(pub Services);

/// The public view of an artifact.
#[derive(Serialize, Deserialize)]
struct Published {
    artifact_id: Uuid,
    kind: Kind,
    language: String,
    content: String,
    /// True if it may call a model, with the quota of who looks at it.
    prompts: bool,
    /// Origins that it may reach, once whoever looks at it agrees.
    #[serde(default)]
    hosts: Vec<String>,
}

impl ArtifactShares {
    async fn own(&self, owner: UserId, subject: Uuid) -> Fallible<Artifact> {
        let mut conn = self.0.db.read().await?;
        Ok(find_artifact(&mut conn, owner, subject).await?.ok_or(NOT_FOUND)?)
    }
}

#[async_trait]
impl ShareSource for ArtifactShares {
    fn kind(&self) -> &'static str {
        "artifact"
    }

    async fn snapshot(&self, owner: UserId, subject: Uuid, _options: &Value) -> Fallible<Shared> {
        let artifact = self.own(owner, subject).await?;
        let mut conn = self.0.db.read().await?;
        let found = find_content(&mut conn, subject, artifact.version).await?;
        let (language, content) = found.ok_or(NOT_FOUND)?;
        let published = Published {
            artifact_id: subject,
            kind: Kind::of(&language),
            language,
            content,
            prompts: artifact.prompts,
            hosts: if artifact.hosts_agreed { hosts_of(&artifact.hosts) } else { Vec::new() },
        };
        let content = serde_json::to_value(published).map_err(Failure::internal)?;
        Ok(Shared { title: artifact.title, description: String::new(), content, picture: None })
    }

    async fn is_there(&self, owner: UserId, subject: Uuid) -> Fallible<bool> {
        match self.own(owner, subject).await {
            Ok(_) => Ok(true),
            Err(Failure::Problem(_)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Mini apps bring theirs along. What is no artifact of the owner's keeps neither its id nor the permission to ask a model.
    async fn archived_view(
        &self,
        tx: &mut Tx,
        owner: UserId,
        content: &Value,
    ) -> Fallible<Option<Value>> {
        let Ok(view) = Published::deserialize(content) else { return Ok(None) };
        let Ok(language) = check_language(&view.language) else { return Ok(None) };
        if check_content(&view.content).is_err() {
            return Ok(None);
        }
        let is_own = find_artifact(tx, owner, view.artifact_id).await?.is_some();
        let checked = Published {
            artifact_id: if is_own { view.artifact_id } else { uuid_v7(self.0.clock.now()) },
            kind: Kind::of(&language),
            language,
            content: view.content,
            prompts: is_own && view.prompts,
            hosts: check_hosts(&view.hosts, &self.0.base_url).unwrap_or_default(),
        };
        serde_json::to_value(checked).map(Some).map_err(Failure::internal)
    }

    async fn published(&self, tx: &mut Tx, page: &PublishedPage<'_>) -> StoreResult<()> {
        // Written by `snapshot`.
        let language = page.content["language"].as_str().unwrap_or_default();
        save_publication(tx, page, language).await
    }

    async fn withdrawn(&self, tx: &mut Tx, subject: Uuid) -> StoreResult<()> {
        delete_publication(tx, subject).await
    }

    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid> {
        let published = Published::deserialize(&shared.content).map_err(|_| NOT_FOUND)?;
        let new = NewArtifact {
            id: uuid_v7(self.0.clock.now()),
            title: shared.title.clone(),
            language: published.language,
            content: published.content,
        };
        let (payer, origin_id) = (caller.payer(), published.artifact_id);
        // A page from before a rule may name hosts that no artifact may reach now.
        let hosts = check_hosts(&published.hosts, &self.0.base_url).unwrap_or_default();
        let copy = create(&self.0, &payer, new, Source::Copied, hosts).await?;
        let mut tx = self.0.db.begin().await?;
        count_remix(&mut tx, origin_id, caller.user_id).await?;
        tx.commit().await?;
        Ok(copy.artifact.id)
    }
}
