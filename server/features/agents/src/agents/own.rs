//! What people do with their agents: make, change, list and delete them.

use std::collections::HashMap;

use area::Services;
use entitlements::Plan;
use files::Upload;
use identity::SignedIn;
use kernel::{DAY, Fallible, FileId, Tier, UserId, Uuid};
use store::{Conn, Tx};

use crate::agents::definition::Definition;
use crate::agents::house::House;
use crate::agents::store::{self as rows, OwnAgent};
use crate::limits::{AGENTS_MAX, TRASH_DAYS};
use crate::problems::{FILE_UNKNOWN, ID_TAKEN, NOT_FOUND, TOO_MANY};
use crate::wire::{AgentBody, AgentListBody, NewAgent};

/// Lists the agents of the house and the caller's.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<AgentListBody> {
    let mut conn = services.db.read().await?;
    let own = rows::list_agents(&mut conn, caller.user_id).await?;
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
    let uploads = uploads_of(services, &mut conn, caller.user_id, &own).await?;
    drop(conn);
    let has_advanced = has_advanced_models(services).await?;
    let house = House::ALL.into_iter().map(|house| of_house(house, &plan, has_advanced));
    let agents =
        house.chain(own.into_iter().map(|agent| AgentBody::own(agent, &uploads))).collect();
    Ok(AgentListBody { agents, tools: crate::house_tools::keys(services, caller).await? })
}

fn of_house(house: House, plan: &Plan, has_advanced: bool) -> AgentBody {
    let needs = house.needs_advanced_model() && has_advanced;
    let is_locked = needs && plan.check_tier(Tier::Advanced).is_err();
    AgentBody::house(house, needs, is_locked)
}

/// Returns true if the server has a model of the advanced tier.
pub(crate) async fn has_advanced_models(services: &Services) -> Fallible<bool> {
    let list = services.providers.list_models().await?;
    Ok(list.models.iter().any(|model| model.tier == Tier::Advanced))
}

/// Returns one of the caller's agents, or one of the house.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get(services: &Services, caller: &SignedIn, key: &str) -> Fallible<AgentBody> {
    if let Some(house) = House::parse(key) {
        let mut conn = services.db.read().await?;
        let now = services.clock.now();
        let plan = services.entitlements.plan_of(&mut conn, caller.workspace_id, now).await?;
        drop(conn);
        return Ok(of_house(house, &plan, has_advanced_models(services).await?));
    }
    let mut conn = services.db.read().await?;
    let agent = find_own(&mut conn, caller.user_id, key).await?;
    body_of(services, &mut conn, caller.user_id, agent).await
}

/// Returns the files of agents, by their ids.
async fn uploads_of(
    services: &Services,
    conn: &mut Conn,
    user_id: UserId,
    agents: &[OwnAgent],
) -> Fallible<HashMap<FileId, Upload>> {
    let ids = agents.iter().flat_map(|agent| agent.definition.knowledge.iter().copied());
    let ids: Vec<FileId> = ids.collect();
    Ok(services.files.find_uploads(conn, user_id, &ids).await?)
}

async fn body_of(
    services: &Services,
    conn: &mut Conn,
    user_id: UserId,
    agent: OwnAgent,
) -> Fallible<AgentBody> {
    let uploads = uploads_of(services, conn, user_id, std::slice::from_ref(&agent)).await?;
    Ok(AgentBody::own(agent, &uploads))
}

/// Returns the definition under a key: one of the house's, or of the person's agents.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn definition_of(
    conn: &mut Conn,
    user_id: UserId,
    key: &str,
) -> Fallible<Definition> {
    match House::parse(key) {
        Some(house) => Ok(house.definition()),
        None => Ok(find_own(conn, user_id, key).await?.definition),
    }
}

async fn find_own(conn: &mut Conn, user_id: UserId, key: &str) -> Fallible<OwnAgent> {
    let id: Uuid = key.parse().map_err(|_| NOT_FOUND)?;
    let found = rows::find_agent(conn, user_id, id).await?;
    Ok(found.filter(|agent| agent.deleted_at.is_none()).ok_or(NOT_FOUND)?)
}

/// Makes an agent, once however often it is sent.
///
/// Problems: those of [`Definition::checked`], [`TOO_MANY`], [`ID_TAKEN`], [`FILE_UNKNOWN`].
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewAgent,
) -> Fallible<AgentBody> {
    let definition = new.definition.checked()?;
    let now = services.clock.now();
    let agent = OwnAgent { id: new.id, definition, version: 1, created_at: now, deleted_at: None };
    let mut tx = services.db.begin().await?;
    if !rows::insert_agent(&mut tx, caller.user_id, &agent).await? {
        let known = rows::find_agent(&mut tx, caller.user_id, new.id).await?;
        let known = known.ok_or(ID_TAKEN)?;
        return body_of(services, &mut tx, caller.user_id, known).await;
    }
    if rows::count_agents(&mut tx, caller.user_id).await? > AGENTS_MAX {
        return Err(TOO_MANY.with("max", AGENTS_MAX).into());
    }
    keep_files(services, &mut tx, caller.user_id, &[], &agent.definition.knowledge).await?;
    let body = body_of(services, &mut tx, caller.user_id, agent).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Changes an agent of the caller's.
///
/// Problems: [`NOT_FOUND`], those of [`Definition::checked`], [`FILE_UNKNOWN`].
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    key: &str,
    definition: Definition,
) -> Fallible<AgentBody> {
    let definition = definition.checked()?;
    let mut tx = services.db.begin().await?;
    let before = find_own(&mut tx, caller.user_id, key).await?;
    let (had, has) = (&before.definition.knowledge, &definition.knowledge);
    keep_files(services, &mut tx, caller.user_id, had, has).await?;
    rows::update_agent(&mut tx, before.id, &definition, services.clock.now()).await?;
    let after = OwnAgent { definition, version: before.version + 1, ..before };
    let body = body_of(services, &mut tx, caller.user_id, after).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Keeps the files that an agent has now, and releases those that it had.
async fn keep_files(
    services: &Services,
    tx: &mut Tx,
    user_id: UserId,
    had: &[FileId],
    has: &[FileId],
) -> Fallible<()> {
    let new: Vec<FileId> = has.iter().copied().filter(|id| !had.contains(id)).collect();
    let known = services.files.find_uploads(tx, user_id, &new).await?;
    for id in new {
        if !known.contains_key(&id) || !services.files.retain_archived_upload(tx, id).await? {
            return Err(FILE_UNKNOWN.into());
        }
    }
    for id in had.iter().filter(|id| !has.contains(id)) {
        services.files.release_upload(tx, *id).await?;
    }
    Ok(())
}

/// Moves an agent to the trash. What it did is kept.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, key: &str) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let agent = find_own(&mut tx, caller.user_id, key).await?;
    rows::set_deleted(&mut tx, agent.id, Some(services.clock.now())).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(())
}

/// Takes an agent out of the trash.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    key: &str,
) -> Fallible<AgentBody> {
    let id: Uuid = key.parse().map_err(|_| NOT_FOUND)?;
    let mut tx = services.db.begin().await?;
    let agent = rows::find_agent(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    rows::set_deleted(&mut tx, id, None).await?;
    let agent = OwnAgent { deleted_at: None, ..agent };
    let body = body_of(services, &mut tx, caller.user_id, agent).await?;
    tx.commit().await?;
    announce(services, caller.user_id);
    Ok(body)
}

/// Deletes agents for good that have been in the trash for long enough.
pub(crate) async fn empty_trash(services: Services) -> Fallible<()> {
    let before = services.clock.now().plus(-TRASH_DAYS * DAY);
    let mut tx = services.db.begin().await?;
    for agent in rows::list_old_trash(&mut tx, before).await? {
        for file_id in &agent.definition.knowledge {
            services.files.release_upload(&mut tx, *file_id).await?;
        }
        rows::delete_agent(&mut tx, agent.id).await?;
    }
    Ok(tx.commit().await?)
}

fn announce(services: &Services, user_id: UserId) {
    services
        .bus
        .notify_user(user_id, &serde_json::json!({ "event": "agents.changed" }).to_string());
}
