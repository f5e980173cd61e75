use ::store::{Conn, StoreResult, Tx, sql, to_json};
use kernel::{Timestamp, UserId, Uuid};

use crate::group::GroupRow;
use crate::user::UserRow;

/// Values by which the database narrows a list of people down. Empty texts do not.
#[derive(Debug, Clone, Default)]
pub(crate) struct UserNarrowing {
    pub user_name: String,
    pub external_id: String,
}

macro_rules! users {
    ($rest:literal) => {
        concat!(
            "SELECT u.id, u.email, u.name, u.suspended, u.created_at, p.external_id, p.user_name,
                 p.attributes, p.changed_at,
                 (SELECT STRING_AGG(g.display_name || ' ' || g.created_at, '\n' ORDER BY g.display_key)
                  FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
                  WHERE m.user_id = u.id) AS group_names
             FROM users u LEFT JOIN directory_people p ON p.user_id = u.id
             WHERE p.removed_at IS NULL ",
            $rest
        )
    };
}

/// Lists people in the order they came, after `after`, except those whom the provider removed.
pub(crate) async fn list_users(
    conn: &mut Conn,
    narrowing: &UserNarrowing,
    after: (Timestamp, UserId),
    limit: usize,
) -> StoreResult<Vec<UserRow>> {
    sql!(
        conn,
        all UserRow,
        users!(
            "AND ($1 = '' OR COALESCE(p.user_name_key, u.email_key) = $1)
             AND ($2 = '' OR p.external_id = $2)
             AND (u.created_at, u.id) > ($3, $4) ORDER BY u.created_at, u.id LIMIT $5"
        ),
        narrowing.user_name.to_lowercase(),
        &narrowing.external_id,
        after.0,
        after.1,
        limit as i64
    )
}

/// Lists a page of all people, and their number.
pub(crate) async fn page_users(
    conn: &mut Conn,
    offset: usize,
    limit: usize,
) -> StoreResult<(Vec<UserRow>, usize)> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM users u LEFT JOIN directory_people p ON p.user_id = u.id
         WHERE p.removed_at IS NULL"
    )?;
    let page = users!("ORDER BY u.created_at, u.id LIMIT $1 OFFSET $2");
    let rows = sql!(conn, all UserRow, page, limit as i64, offset as i64)?;
    Ok((rows, count as usize))
}

pub(crate) async fn find_user(conn: &mut Conn, id: UserId) -> StoreResult<Option<UserRow>> {
    sql!(conn, optional UserRow, users!("AND u.id = $1"), id)
}

/// Lists the groups of a person.
pub(crate) async fn groups_of(
    conn: &mut Conn,
    user_id: UserId,
) -> StoreResult<Vec<(Uuid, String)>> {
    sql!(
        conn,
        all(Uuid, String),
        "SELECT g.id, g.display_name FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
         WHERE m.user_id = $1 ORDER BY g.display_name, g.id",
        user_id
    )
}

/// Lists the names of a person's groups by which rules may know them: their names, and the provider's ids.
pub(crate) async fn group_names_of(conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<String>> {
    let rows = sql!(
        conn,
        all(String, Option<String>),
        "SELECT g.display_name, g.external_id FROM scim_group_members m
             JOIN scim_groups g ON g.id = m.group_id
         WHERE m.user_id = $1 ORDER BY g.id",
        user_id
    )?;
    Ok(rows.into_iter().flat_map(|(name, id)| [Some(name), id]).flatten().collect())
}

macro_rules! groups {
    ($rest:literal) => {
        concat!(
            "SELECT id, external_id, display_name, created_at, changed_at FROM scim_groups ",
            $rest
        )
    };
}

/// Lists groups by name. Empty texts do not narrow them down.
pub(crate) async fn list_groups(conn: &mut Conn, name: &str) -> StoreResult<Vec<GroupRow>> {
    let list = groups!("WHERE ($1 = '' OR display_key = $1) ORDER BY display_key, id");
    sql!(conn, all GroupRow, list, name.to_lowercase())
}

pub(crate) async fn find_group(conn: &mut Conn, id: Uuid) -> StoreResult<Option<GroupRow>> {
    sql!(conn, optional GroupRow, groups!("WHERE id = $1"), id)
}

/// Lists the people in a group.
pub(crate) async fn members_of(
    conn: &mut Conn,
    group_id: Uuid,
) -> StoreResult<Vec<(UserId, String)>> {
    sql!(
        conn,
        all(UserId, String),
        "SELECT u.id, u.name FROM scim_group_members m JOIN users u ON u.id = m.user_id
         WHERE m.group_id = $1 ORDER BY u.id",
        group_id
    )
}

/// Returns the number of people in a group.
pub(crate) async fn count_members(conn: &mut Conn, group_id: Uuid) -> StoreResult<usize> {
    let count = "SELECT COUNT(*) FROM scim_group_members WHERE group_id = $1";
    let (count,) = sql!(conn, one(i64,), count, group_id)?;
    Ok(count as usize)
}

/// Saves a group. Returns `false`, and changes nothing, if another one has the name.
pub(crate) async fn save_group(tx: &mut Tx, row: &GroupRow) -> StoreResult<bool> {
    let key = row.display_name.to_lowercase();
    let taken = "SELECT id FROM scim_groups WHERE display_key = $1";
    let taken = sql!(tx, optional(Uuid,), taken, &key)?;
    if taken.is_some_and(|(id,)| id != row.id) {
        return Ok(false);
    }
    sql!(
        tx,
        execute,
        "INSERT INTO scim_groups (id, external_id, display_name, display_key, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET external_id = excluded.external_id,
             display_name = excluded.display_name, display_key = excluded.display_key,
             changed_at = excluded.changed_at",
        row.id,
        row.external_id.as_deref(),
        &row.display_name,
        key,
        row.created_at,
        row.changed_at
    )?;
    Ok(true)
}

pub(crate) async fn delete_group(tx: &mut Tx, id: Uuid) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM scim_groups WHERE id = $1", id).map(|_| ())
}

/// Returns those of these people who have an account.
pub(crate) async fn existing(conn: &mut Conn, ids: &[UserId]) -> StoreResult<Vec<UserId>> {
    let rows = sql!(
        conn,
        all(UserId,),
        {
            sqlite: "SELECT id FROM users WHERE id IN (SELECT unhex(value, '-') FROM json_each($1))",
            postgres: "SELECT id FROM users WHERE id IN
                (SELECT value::uuid FROM JSONB_ARRAY_ELEMENTS_TEXT($1::jsonb) AS value)",
        },
        to_json(ids)?
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub(crate) async fn add_member(tx: &mut Tx, group_id: Uuid, user_id: UserId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO scim_group_members (group_id, user_id) VALUES ($1, $2)
         ON CONFLICT (group_id, user_id) DO NOTHING",
        group_id,
        user_id
    )
    .map(|_| ())
}

pub(crate) async fn remove_member(tx: &mut Tx, group_id: Uuid, user_id: UserId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM scim_group_members WHERE group_id = $1 AND user_id = $2",
        group_id,
        user_id
    )
    .map(|_| ())
}

/// Takes a person out of all groups.
pub(crate) async fn leave_groups(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM scim_group_members WHERE user_id = $1", user_id).map(|_| ())
}
