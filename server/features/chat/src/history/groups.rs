use area::Services;
use conversations::{Group, delete_group, insert_group, list_groups, rename_group};
use identity::SignedIn;
use kernel::{Fallible, GroupId};

use crate::history::hints::announce_list;
use crate::history::wire::GroupBody;
use crate::problems::{GROUP_NOT_FOUND, TOO_MANY_GROUPS};
use crate::rules::{GROUPS_MAX, parse_group_name};

/// Lists the caller's groups, in order of creation.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<Vec<GroupBody>> {
    let mut conn = services.db.read().await?;
    let groups = list_groups(&mut conn, caller.user_id).await?;
    Ok(groups.into_iter().map(GroupBody::from).collect())
}

pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    name: &str,
) -> Fallible<GroupBody> {
    let name = parse_group_name(name)?;
    let mut tx = services.db.begin().await?;
    if list_groups(&mut tx, caller.user_id).await?.len() >= GROUPS_MAX {
        return Err(TOO_MANY_GROUPS.with("max", GROUPS_MAX).into());
    }
    let now = services.clock.now();
    let group =
        Group { id: GroupId::new(now), user_id: caller.user_id, name, created_at: now, count: 0 };
    insert_group(&mut tx, &group).await?;
    tx.commit().await?;
    announce_list(services, caller.user_id);
    Ok(group.into())
}

pub(crate) async fn rename(
    services: &Services,
    caller: &SignedIn,
    id: GroupId,
    name: &str,
) -> Fallible<GroupBody> {
    let name = parse_group_name(name)?;
    let mut tx = services.db.begin().await?;
    if !rename_group(&mut tx, caller.user_id, id, &name).await? {
        return Err(GROUP_NOT_FOUND.into());
    }
    let groups = list_groups(&mut tx, caller.user_id).await?;
    tx.commit().await?;
    announce_list(services, caller.user_id);
    let renamed = groups.into_iter().find(|group| group.id == id);
    Ok(renamed.ok_or(GROUP_NOT_FOUND)?.into())
}

/// Removes a group. Its conversations stay, in no group.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: GroupId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !delete_group(&mut tx, caller.user_id, id).await? {
        return Err(GROUP_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_list(services, caller.user_id);
    Ok(())
}
