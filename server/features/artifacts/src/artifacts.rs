//! Keeps, lists, changes and deletes artifacts.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Payer, UserId, Uuid};
use store::{Cursor, Page, to_json};

use crate::hints::announce_change;
use crate::hosts::check_hosts;
use crate::problems::{CHANGED, NOT_FOUND, TOO_MANY};
use crate::rules::{
    ARTIFACTS_MAX, Kind, Source, VERSIONS_MAX, check_content, check_language, check_title,
};
use crate::store::{self as rows, Artifact, Filter, NewVersion};
use crate::wire::{
    ArtifactChange, ContentBody, DetailBody, NewArtifact, NewVersionBody, VersionBody,
};

/// Keeps a new artifact of a person's, once however often it is retried. They have not agreed yet to the `hosts` that it comes
/// with.
///
/// Problems: [`NOT_FOUND`] if the id is somebody else's; [`TOO_MANY`]; those of the rules.
pub(crate) async fn create(
    services: &Services,
    payer: &Payer,
    new: NewArtifact,
    source: Source,
    hosts: Vec<String>,
) -> Fallible<DetailBody> {
    let now = services.clock.now();
    let language = check_language(&new.language)?;
    check_content(&new.content)?;
    let artifact = Artifact {
        id: new.id,
        user_id: payer.user_id,
        workspace_id: payer.workspace_id,
        conversation_id: None,
        identifier: String::new(),
        title: check_title(&new.title)?,
        language: language.clone(),
        version: 1,
        starred: false,
        prompts: false,
        listed: false,
        hosts: to_json(&hosts)?,
        hosts_agreed: false,
        created_at: now,
        updated_at: now,
    };
    let mut tx = services.db.begin().await?;
    if rows::count_artifacts(&mut tx, payer.user_id).await? >= ARTIFACTS_MAX {
        return Err(TOO_MANY.with("max", ARTIFACTS_MAX).into());
    }
    if rows::insert_artifact(&mut tx, &artifact).await? {
        let version = NewVersion {
            number: 1,
            source,
            language: &language,
            content: &new.content,
            complete: true,
            block: None,
        };
        rows::insert_version(&mut tx, new.id, &version, VERSIONS_MAX, now).await?;
    }
    tx.commit().await?;
    announce_change(services, payer.user_id);
    get(services, payer.user_id, new.id).await
}

/// Lists the caller's artifacts in their workspace, the last changed first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    filter: Filter,
    (cursor, limit): (Cursor, usize),
) -> Fallible<Page<Artifact>> {
    let mut conn = services.db.read().await?;
    Ok(rows::list_artifacts(&mut conn, &caller.payer(), &filter, cursor, limit).await?)
}

/// Returns an artifact of a person's with its newest content.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get(services: &Services, user_id: UserId, id: Uuid) -> Fallible<DetailBody> {
    let mut conn = services.db.read().await?;
    let artifact = rows::find_artifact(&mut conn, user_id, id).await?.ok_or(NOT_FOUND)?;
    let versions = rows::list_versions(&mut conn, id).await?;
    let content = rows::find_content(&mut conn, id, artifact.version).await?;
    let (_, content) = content.ok_or(NOT_FOUND)?;
    let versions = versions.into_iter().map(VersionBody::from).collect();
    Ok(DetailBody { artifact: artifact.into(), content, versions })
}

/// Returns a version of an artifact of the caller's.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get_version(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    number: i64,
) -> Fallible<ContentBody> {
    let mut conn = services.db.read().await?;
    rows::find_artifact(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    let (language, content) = rows::find_content(&mut conn, id, number).await?.ok_or(NOT_FOUND)?;
    Ok(ContentBody { number, kind: Kind::of(&language), language, content })
}

/// Changes the title, the flags or the hosts of an artifact of the caller's.
///
/// Problems: [`NOT_FOUND`], `artifacts.title_invalid`; those of hosts.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    change: ArtifactChange,
) -> Fallible<Artifact> {
    let mut tx = services.db.begin().await?;
    let mut artifact = rows::lock_artifact(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    if let Some(title) = change.title {
        artifact.title = check_title(&title)?;
    }
    artifact.starred = change.starred.unwrap_or(artifact.starred);
    artifact.prompts = change.prompts.unwrap_or(artifact.prompts);
    artifact.listed = change.listed.unwrap_or(artifact.listed);
    if let Some(hosts) = change.hosts {
        artifact.hosts = to_json(&check_hosts(&hosts, &services.base_url)?)?;
        artifact.hosts_agreed = true;
    }
    rows::update_artifact(&mut tx, &artifact).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(artifact)
}

/// Stores what `by` edited, or an older version, as the newest version (spec §4: "a new version is saved on edit").
///
/// Problems: [`NOT_FOUND`]; [`CHANGED`] if there is a newer version than the one that was edited; those of the rules.
pub(crate) async fn add_version(
    services: &Services,
    user_id: UserId,
    id: Uuid,
    new: NewVersionBody,
    by: Source,
) -> Fallible<DetailBody> {
    check_content(&new.content)?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let mut artifact = rows::lock_artifact(&mut tx, user_id, id).await?.ok_or(NOT_FOUND)?;
    if artifact.version != new.base {
        return Err(CHANGED.into());
    }
    if let Some(restored) = new.restored {
        let found = rows::find_content(&mut tx, id, restored).await?;
        (artifact.language, _) = found.ok_or(NOT_FOUND)?;
    }
    artifact.version += 1;
    artifact.updated_at = now;
    let version = NewVersion {
        number: artifact.version,
        source: if new.restored.is_some() { Source::Restored } else { by },
        language: &artifact.language,
        content: &new.content,
        complete: true,
        block: None,
    };
    rows::insert_version(&mut tx, id, &version, VERSIONS_MAX, now).await?;
    rows::update_artifact(&mut tx, &artifact).await?;
    tx.commit().await?;
    announce_change(services, user_id);
    get(services, user_id, id).await
}

/// Deletes an artifact of the caller's with all versions.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    rows::lock_artifact(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    rows::delete_artifact(&mut tx, id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}
