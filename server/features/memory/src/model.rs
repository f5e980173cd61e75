//! Choice of the model that learns.

use area::{Chosen, Services, choose_model};
use kernel::{Failure, Fallible, Tier, UserId, WorkspaceId};
use providers::{ModelInfo, ModelList, Protocol};

use crate::problems::NEEDS_MODEL;

/// Returns the model that learns: the one that the person chose for it, else their default if it is a basic one, else
/// the first basic one, else any that answers them.
///
/// Problems: [`NEEDS_MODEL`] if there is only the built-in engine, those of [`choose_model`].
pub(crate) async fn find_model(
    services: &Services,
    user_id: UserId,
    workspace_id: WorkspaceId,
    wanted: Option<&str>,
) -> Fallible<Chosen> {
    let list = services.providers.list_models().await?;
    // A model that no longer exists counts as none.
    let is_known = |id: &&str| list.models.iter().any(|model| model.id == *id);
    let id = match wanted.filter(is_known) {
        Some(id) => id.to_owned(),
        None if list.models.is_empty() => return Err(NEEDS_MODEL.into()),
        None => usual_model(services, user_id, &list).await?,
    };
    let chosen = choose_model(services, workspace_id, &id).await?;
    if chosen.model.info.protocol == Protocol::Builtin {
        return Err(NEEDS_MODEL.into());
    }
    Ok(chosen)
}

async fn usual_model(services: &Services, user_id: UserId, list: &ModelList) -> Fallible<String> {
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, user_id).await?;
    drop(conn);
    let own = user.and_then(|user| user.settings.default_model);
    let is_basic =
        |model: &&ModelInfo| model.tier == Tier::Standard && model.protocol != Protocol::Builtin;
    let basic: Vec<&str> =
        list.models.iter().filter(is_basic).map(|model| model.id.as_str()).collect();
    let default = list.default_model.as_str();
    let wished = [own.as_deref().unwrap_or_default(), default];
    let chosen = wished.into_iter().find(|id| basic.contains(id)).or(basic.first().copied());
    Ok(chosen.unwrap_or(default).to_owned())
}

/// Returns true if a model is available that can learn.
pub(crate) async fn can_learn(
    services: &Services,
    user_id: UserId,
    workspace_id: WorkspaceId,
) -> Fallible<bool> {
    match find_model(services, user_id, workspace_id, None).await {
        Ok(_) => Ok(true),
        Err(Failure::Problem(_)) => Ok(false),
        Err(fault) => Err(fault),
    }
}
