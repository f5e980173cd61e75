//! Actions on groups: make, read, change, remove. What a group gives its people follows in the same transaction.

use ::store::{Conn, Tx};
use directory::{SCIM, apply_groups};
use kernel::{UserId, Uuid, uuid_v7};
use serde_json::{Map, Value};

use crate::error::{ScimError, ScimResult};
use crate::group::{self, GroupRow, WantedGroup};
use crate::listing::{Asked, Place, Sent, Shape, complete};
use crate::patch;
use crate::routes::Scim;
use crate::store;

/// Returns a page of groups, and the number of all that match.
pub(crate) async fn list(scim: &Scim, asked: &Asked) -> ScimResult<(Vec<Value>, usize)> {
    let mut conn = scim.services.db.read().await?;
    let name = asked.filter.as_ref().and_then(|filter| filter.equal_text("displayName"));
    let (mut found, mut total) = (Vec::new(), 0);
    let compared = asked.filter.as_ref();
    let compared = compared.map(|filter| (filter, Shape::compared_by(filter, "members")));
    for row in store::list_groups(&mut conn, name.unwrap_or_default()).await? {
        if let Some((filter, shape)) = &compared {
            let whole = sent(scim, &mut conn, &row, shape).await?.body;
            if !filter.matches(&whole) {
                continue;
            }
        }
        if total >= asked.offset && found.len() < asked.count {
            found.push(sent(scim, &mut conn, &row, &asked.shape).await?.body);
        }
        total += 1;
    }
    Ok((found, total))
}

/// Returns a group.
///
/// Errors: not found.
pub(crate) async fn get(scim: &Scim, id: &str, shape: &Shape) -> ScimResult<Sent> {
    let mut conn = scim.services.db.read().await?;
    let row = find(&mut conn, id).await?;
    sent(scim, &mut conn, &row, shape).await
}

async fn find(conn: &mut Conn, id: &str) -> ScimResult<GroupRow> {
    let missing = || ScimError::not_found("Group");
    let id: Uuid = id.parse().map_err(|_| missing())?;
    store::find_group(conn, id).await?.ok_or_else(missing)
}

async fn sent(scim: &Scim, conn: &mut Conn, row: &GroupRow, shape: &Shape) -> ScimResult<Sent> {
    // Also if they are not asked for: the version is that of the whole, but for the members' names. Who is added changes the
    // group's time, who leaves with their account only the number.
    let (members, number) = match shape.has("members") {
        true => {
            let members = store::members_of(conn, row.id).await?;
            let number = members.len();
            (members, number)
        }
        false => (Vec::new(), store::count_members(conn, row.id).await?),
    };
    let place = Place {
        kind: "Group",
        location: format!("{}/Groups/{}", scim.base(), row.id),
        created_at: row.created_at,
        changed_at: row.changed_at,
        shape,
        many: ("members", format!("{} {number}", row.changed_at)),
    };
    Ok(complete(group::resource(row, &members), place))
}

/// Makes a group.
///
/// Errors: `uniqueness`, those of [`group::read`], members without an account.
pub(crate) async fn create(scim: &Scim, body: &Value, shape: &Shape) -> ScimResult<Sent> {
    let wanted = group::read(body)?;
    let now = scim.services.clock.now();
    let mut tx = scim.services.db.begin().await?;
    scim.services.identity.lock_first_account(&mut tx).await?;
    let row = GroupRow {
        id: uuid_v7(now),
        external_id: None,
        display_name: wanted.display_name.clone(),
        created_at: now,
        changed_at: now,
    };
    finish(scim, tx, row, Vec::new(), wanted, shape).await
}

/// Replaces a group.
///
/// Errors: not found, those of [`create`], another version.
pub(crate) async fn replace(
    scim: &Scim,
    id: &str,
    body: &Value,
    shape: &Shape,
    if_match: Option<&str>,
) -> ScimResult<Sent> {
    change_group(scim, id, shape, if_match, |_| Ok(body.clone())).await
}

/// Changes a group by operations.
///
/// Errors: those of [`replace`] and of [`patch::apply`].
pub(crate) async fn patch_group(
    scim: &Scim,
    id: &str,
    body: &Value,
    shape: &Shape,
    if_match: Option<&str>,
) -> ScimResult<Sent> {
    let change = |resource: &mut Map<String, Value>| -> ScimResult<Value> {
        patch::apply(resource, body)?;
        Ok(Value::Object(resource.clone()))
    };
    change_group(scim, id, shape, if_match, change).await
}

async fn change_group(
    scim: &Scim,
    id: &str,
    shape: &Shape,
    if_match: Option<&str>,
    change: impl FnOnce(&mut Map<String, Value>) -> ScimResult<Value>,
) -> ScimResult<Sent> {
    let mut tx = scim.services.db.begin().await?;
    scim.services.identity.lock_first_account(&mut tx).await?;
    let row = find(&mut tx, id).await?;
    let whole = sent(scim, &mut tx, &row, &Shape::default()).await?;
    scim.check_version(if_match, &whole)?;
    let members = store::members_of(&mut tx, row.id).await?;
    let wanted = group::read(&change(&mut group::resource(&row, &members))?)?;
    let before = members.into_iter().map(|(id, _)| id).collect();
    finish(scim, tx, row, before, wanted, shape).await
}

/// Writes what a provider wants a group to be, and gives people what follows. `before`: its members, in order.
async fn finish(
    scim: &Scim,
    mut tx: Tx,
    row: GroupRow,
    before: Vec<UserId>,
    wanted: WantedGroup,
    shape: &Shape,
) -> ScimResult<Sent> {
    let added: Vec<UserId> =
        wanted.members.iter().filter(|id| before.binary_search(id).is_err()).copied().collect();
    let gone: Vec<UserId> =
        before.iter().filter(|id| wanted.members.binary_search(id).is_err()).copied().collect();
    let known = store::existing(&mut tx, &added).await?;
    if let Some(id) = added.iter().find(|id| !known.contains(id)) {
        return Err(ScimError::invalid_value(format!("There is no user {id}")));
    }
    let is_renamed =
        wanted.display_name != row.display_name || wanted.external_id != row.external_id;
    let row = GroupRow {
        external_id: wanted.external_id,
        display_name: wanted.display_name,
        changed_at: scim.services.clock.now(),
        ..row
    };
    if !store::save_group(&mut tx, &row).await? {
        return Err(ScimError::taken("Another group has this displayName"));
    }
    for id in &added {
        store::add_member(&mut tx, row.id, *id).await?;
    }
    for id in &gone {
        store::remove_member(&mut tx, row.id, *id).await?;
    }
    let stayed = before.iter().filter(|id| is_renamed && !gone.contains(id));
    let affected: Vec<UserId> = added.iter().chain(&gone).chain(stayed).copied().collect();
    give(scim, &mut tx, &affected).await?;
    let sent = sent(scim, &mut tx, &row, shape).await?;
    tx.commit().await?;
    Ok(sent)
}

/// Gives people what their groups say now.
async fn give(scim: &Scim, tx: &mut Tx, people: &[UserId]) -> ScimResult<()> {
    for id in people {
        let groups = store::group_names_of(tx, *id).await?;
        apply_groups(&scim.services, tx, &scim.rules, SCIM, *id, &groups).await?;
    }
    Ok(())
}

/// Removes a group, and what it gave.
///
/// Errors: not found, another version.
pub(crate) async fn delete(scim: &Scim, id: &str, if_match: Option<&str>) -> ScimResult<()> {
    let mut tx = scim.services.db.begin().await?;
    scim.services.identity.lock_first_account(&mut tx).await?;
    let row = find(&mut tx, id).await?;
    let whole = sent(scim, &mut tx, &row, &Shape::default()).await?;
    scim.check_version(if_match, &whole)?;
    let members = store::members_of(&mut tx, row.id).await?;
    store::delete_group(&mut tx, row.id).await?;
    let people: Vec<UserId> = members.into_iter().map(|(id, _)| id).collect();
    give(scim, &mut tx, &people).await?;
    Ok(tx.commit().await?)
}
