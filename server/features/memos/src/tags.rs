//! A person's tags.

use area::Services;
use identity::SignedIn;
use kernel::{Fallible, Timestamp, UserId, Uuid, uuid_v7};
use store::{Conn, StoreResult, Tx, sql};

use crate::hints::announce_change;
use crate::problems::{TAG_EXISTS, TAG_NOT_FOUND, TOO_MANY_TAGS};
use crate::rules::{TAGS_MAX, Tag};
use crate::wire::{MemoId, TagBody};

/// Returns the caller's tags by their names, each with how many memos have it.
pub(crate) async fn list(services: &Services, caller: &SignedIn) -> Fallible<Vec<TagBody>> {
    let mut conn = services.db.read().await?;
    Ok(sql!(
        &mut conn,
        all TagBody,
        "SELECT t.id, t.name, (SELECT COUNT(*) FROM memo_tagged g JOIN memos m ON m.id = g.memo_id
             WHERE g.tag_id = t.id AND m.deleted_at IS NULL) AS memos
         FROM memo_tags t WHERE t.user_id = $1 ORDER BY t.tag_key",
        caller.user_id
    )?)
}

/// Creates a tag that no memo has yet.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    name: &str,
) -> Fallible<TagBody> {
    let tag = Tag::parse(name)?;
    let mut tx = services.db.begin().await?;
    if find_tag(&mut tx, caller.user_id, &tag.key).await?.is_some() {
        return Err(TAG_EXISTS.into());
    }
    let id = need_tag(&mut tx, caller.user_id, &tag, services.clock.now()).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(TagBody { id, name: tag.name, memos: 0 })
}

/// Renames a tag, on all memos that have it.
pub(crate) async fn rename(
    services: &Services,
    caller: &SignedIn,
    id: Uuid,
    name: &str,
) -> Fallible<TagBody> {
    let tag = Tag::parse(name)?;
    let mut tx = services.db.begin().await?;
    let own = "SELECT id FROM memo_tags WHERE id = $1 AND user_id = $2";
    if sql!(&mut tx, optional(Uuid,), own, id, caller.user_id)?.is_none() {
        return Err(TAG_NOT_FOUND.into());
    }
    if find_tag(&mut tx, caller.user_id, &tag.key).await?.is_some_and(|other| other != id) {
        return Err(TAG_EXISTS.into());
    }
    sql!(
        &mut tx,
        execute,
        "UPDATE memo_tags SET name = $3, tag_key = $4 WHERE id = $1 AND user_id = $2",
        id,
        caller.user_id,
        tag.name.as_str(),
        tag.key.as_str()
    )?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    let tags = list(services, caller).await?;
    Ok(tags.into_iter().find(|tag| tag.id == id).ok_or(TAG_NOT_FOUND)?)
}

/// Deletes a tag, from all memos that have it; the memos stay.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: Uuid) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let delete = "DELETE FROM memo_tags WHERE id = $1 AND user_id = $2";
    if sql!(&mut tx, execute, delete, id, caller.user_id)? == 0 {
        return Err(TAG_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

pub(crate) async fn find_tag(
    conn: &mut Conn,
    owner: UserId,
    key: &str,
) -> StoreResult<Option<Uuid>> {
    let found = sql!(
        conn,
        optional(Uuid,),
        "SELECT id FROM memo_tags WHERE user_id = $1 AND tag_key = $2",
        owner,
        key
    )?;
    Ok(found.map(|(id,)| id))
}

/// Returns a tag of `owner`'s, made if it is not there.
pub(crate) async fn need_tag(
    tx: &mut Tx,
    owner: UserId,
    tag: &Tag,
    now: Timestamp,
) -> Fallible<Uuid> {
    if let Some(id) = find_tag(tx, owner, &tag.key).await? {
        return Ok(id);
    }
    let count = "SELECT COUNT(*) FROM memo_tags WHERE user_id = $1";
    let (count,) = sql!(&mut *tx, one(i64,), count, owner)?;
    if count >= TAGS_MAX {
        return Err(TOO_MANY_TAGS.with("max", TAGS_MAX).into());
    }
    sql!(
        &mut *tx,
        execute,
        "INSERT INTO memo_tags (id, user_id, name, tag_key, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, tag_key) DO NOTHING",
        uuid_v7(now),
        owner,
        tag.name.as_str(),
        tag.key.as_str(),
        now
    )?;
    // Another transaction may have made it meanwhile.
    Ok(find_tag(tx, owner, &tag.key).await?.ok_or(TAG_NOT_FOUND)?)
}

/// Sets exactly these tags on a memo.
pub(crate) async fn set_tags(
    tx: &mut Tx,
    owner: UserId,
    memo_id: MemoId,
    tags: &[Tag],
    now: Timestamp,
) -> Fallible<()> {
    sql!(&mut *tx, execute, "DELETE FROM memo_tagged WHERE memo_id = $1", memo_id)?;
    for tag in tags {
        let tag_id = need_tag(tx, owner, tag, now).await?;
        add_tag(tx, memo_id, tag_id).await?;
    }
    Ok(())
}

/// Adds a tag to a memo; `false` if it already has it.
pub(crate) async fn add_tag(tx: &mut Tx, memo_id: MemoId, tag_id: Uuid) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "INSERT INTO memo_tagged (memo_id, tag_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        memo_id,
        tag_id
    )?;
    Ok(done == 1)
}

/// Removes a tag from a memo; `false` if it does not have it.
pub(crate) async fn remove_tag(tx: &mut Tx, memo_id: MemoId, tag_id: Uuid) -> StoreResult<bool> {
    let done = sql!(
        tx,
        execute,
        "DELETE FROM memo_tagged WHERE memo_id = $1 AND tag_id = $2",
        memo_id,
        tag_id
    )?;
    Ok(done == 1)
}
