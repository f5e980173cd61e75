//! Actions on memos: save, read, edit, delete.

use api::PageBody;
use area::Services;
use identity::SignedIn;
use kernel::{Fallible, UserId};
use store::{Cursor, Page};

use crate::hints::announce_change;
use crate::listing::{Wanted, list_memos};
use crate::picture;
use crate::problems::{CHANGED_ELSEWHERE, ID_TAKEN, NOT_FOUND, TOO_MANY, TOO_MANY_AT_ONCE};
use crate::rules::{BATCH_MAX_MEMOS, MEMOS_MAX, MemoTexts, TAGS_OF_MEMO_MAX, Tag, parse_source};
use crate::store::{
    NewRow, count_memos, find_any, find_memo, insert_memo, set_deleted, update_memo,
};
use crate::summary_store::find_summary_run;
use crate::tags::{add_tag, find_tag, need_tag, remove_tag, set_tags};
use crate::text_files::keep_files;
use crate::wire::{
    Batch, BatchAction, EntryBody, Kind, ListQuery, MemoBody, MemoChange, MemoId, NewMemo,
};

/// Returns the caller's memos that fit, those changed last first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &ListQuery,
) -> Fallible<PageBody<EntryBody>> {
    let (cursor, limit) = query.page().bounds()?;
    let tag = query.tag.as_deref().map(Tag::parse).transpose()?;
    // Addresses are compared in their stored form.
    let source = parse_source(query.source.clone())?;
    let wanted = Wanted {
        owner: caller.user_id,
        query: query.q.as_deref().unwrap_or_default(),
        kind: query.kind.map(Kind::as_str),
        tag: tag.as_ref().map(|tag| tag.key.as_str()),
        source: source.as_deref(),
        links_to: query.links_to,
        trash: query.trash,
        cursor,
        count: limit as i64 + 1,
    };
    let mut conn = services.db.read().await?;
    let rows = list_memos(&mut conn, &wanted).await?;
    let page = Page::of(rows, limit, |memo| Cursor { at: memo.updated_at, id: memo.id.0 });
    Ok(page.map(EntryBody::from).into())
}

/// Returns one memo.
pub(crate) async fn get(services: &Services, caller: &SignedIn, id: MemoId) -> Fallible<MemoBody> {
    let mut conn = services.db.read().await?;
    Ok(find_memo(&mut conn, caller.user_id, id).await?.ok_or(NOT_FOUND)?.into())
}

/// Creates a memo. Repeating the request returns the existing one.
///
/// Problems: those of its texts and tags; [`TOO_MANY`], [`ID_TAKEN`]; there is no such image.
pub(crate) async fn create(
    services: &Services,
    caller: &SignedIn,
    new: NewMemo,
) -> Fallible<MemoBody> {
    create_for(services, caller.user_id, new).await
}

/// Like [`create`], for somebody who does not ask themselves: an agent of theirs does.
pub(crate) async fn create_for(
    services: &Services,
    user_id: UserId,
    new: NewMemo,
) -> Fallible<MemoBody> {
    let NewMemo { id, kind, title, body, source_url, source_path, quote, file_id, tags } = new;
    let texts = MemoTexts { title, body, source_url, source_path, quote, summary: None }.parse()?;
    let tags = Tag::parse_all(&tags)?;
    // A person who saves a page need not know its kind.
    let kind = match (kind, texts.source_url.as_deref()) {
        (Kind::Reading, Some(address)) => Kind::of_page(address),
        (kind, _) => kind,
    };
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    if let Some(known) = find_any(&mut tx, user_id, id).await? {
        return Ok(known.into());
    }
    if count_memos(&mut tx, user_id).await? >= MEMOS_MAX {
        return Err(TOO_MANY.with("max", MEMOS_MAX).into());
    }
    if let Some(file_id) = file_id {
        picture::keep(services, &mut tx, user_id, id, file_id).await?;
    }
    let row = NewRow {
        id,
        owner: user_id,
        kind: kind.as_str(),
        texts: &texts,
        file_id,
        origin: None,
        created_at: now,
        updated_at: now,
    };
    if !insert_memo(&mut tx, &row).await? {
        return Err(ID_TAKEN.into());
    }
    set_tags(&mut tx, user_id, id, &tags, now).await?;
    keep_files(&services.files, &mut tx, user_id, id, &texts.body).await?;
    tx.commit().await?;
    announce_change(services, user_id);
    let mut conn = services.db.read().await?;
    Ok(find_memo(&mut conn, user_id, id).await?.ok_or(NOT_FOUND)?.into())
}

/// Edits a memo of the caller's.
///
/// `expected_version`: the version the client edits; if another one is stored the result is [`CHANGED_ELSEWHERE`], and
/// nothing is changed.
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: MemoId,
    change: MemoChange,
    expected_version: Option<i64>,
) -> Fallible<MemoBody> {
    let tags = change.tags.as_deref().map(Tag::parse_all).transpose()?;
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let mut memo = find_memo(&mut tx, caller.user_id, id).await?.ok_or(NOT_FOUND)?;
    if expected_version.is_some_and(|expected| expected != memo.version) {
        return Err(CHANGED_ELSEWHERE.with("version", memo.version).into());
    }
    let texts = MemoTexts {
        title: change.title.unwrap_or_else(|| memo.title.clone()),
        body: change.body.unwrap_or_else(|| memo.body.clone()),
        source_url: change.source_url.or_else(|| memo.source_url.clone()),
        source_path: memo.source_path.clone(),
        quote: change.quote.or_else(|| memo.quote.clone()),
        summary: memo.summary.clone(),
    }
    .parse()?;
    if let Some(kind) = change.kind {
        memo.kind = kind.as_str().to_owned();
    }
    if !update_memo(&mut tx, caller.user_id, &memo, &texts, now).await? {
        return Err(CHANGED_ELSEWHERE.into());
    }
    keep_files(&services.files, &mut tx, caller.user_id, id, &texts.body).await?;
    if let Some(tags) = tags {
        set_tags(&mut tx, caller.user_id, id, &tags, now).await?;
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Deletes a memo of the caller's; it can be restored for 30 days. Pending work on its image is cancelled.
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: MemoId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, Some(services.clock.now())).await? {
        return Err(NOT_FOUND.into());
    }
    let summary_run = find_summary_run(&mut tx, id).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    if let Some(run_id) = summary_run {
        services.generation.cancel(run_id).await?;
    }
    Ok(())
}

/// Restores a deleted memo of the caller's.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: MemoId,
) -> Fallible<MemoBody> {
    let mut tx = services.db.begin().await?;
    if !set_deleted(&mut tx, caller.user_id, id, None).await? {
        return Err(NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get(services, caller, id).await
}

/// Changes many memos in one transaction. Returns those that changed: missing ones, other people's, and those already
/// in the wanted state are skipped.
pub(crate) async fn change_many(
    services: &Services,
    caller: &SignedIn,
    batch: Batch,
) -> Fallible<Vec<MemoId>> {
    let Batch { memo_ids, action } = batch;
    if memo_ids.len() > BATCH_MAX_MEMOS {
        return Err(TOO_MANY_AT_ONCE.with("max", BATCH_MAX_MEMOS).into());
    }
    let (owner, now) = (caller.user_id, services.clock.now());
    let mut tx = services.db.begin().await?;
    let tag_id = match &action {
        BatchAction::Tag { tag } => {
            let tag = Tag::parse(tag)?;
            Some(need_tag(&mut tx, owner, &tag, now).await?)
        }
        BatchAction::Untag { tag } => find_tag(&mut tx, owner, &Tag::parse(tag)?.key).await?,
        BatchAction::Delete | BatchAction::Restore => None,
    };
    let (mut changed, mut summary_runs) = (Vec::new(), Vec::new());
    for id in memo_ids {
        let is_changed = match (&action, tag_id) {
            (BatchAction::Delete, _) => set_deleted(&mut tx, owner, id, Some(now)).await?,
            (BatchAction::Restore, _) => set_deleted(&mut tx, owner, id, None).await?,
            (_, None) => false,
            (_, Some(tag_id)) => {
                let memo = find_memo(&mut tx, owner, id).await?;
                match (memo, &action) {
                    (None, _) => false,
                    (Some(_), BatchAction::Untag { .. }) => remove_tag(&mut tx, id, tag_id).await?,
                    (Some(memo), _) => {
                        memo.tag_names().len() < TAGS_OF_MEMO_MAX
                            && add_tag(&mut tx, id, tag_id).await?
                    }
                }
            }
        };
        if is_changed && action == BatchAction::Delete {
            summary_runs.extend(find_summary_run(&mut tx, id).await?);
        }
        if is_changed {
            changed.push(id);
        }
    }
    tx.commit().await?;
    if !changed.is_empty() {
        announce_change(services, owner);
    }
    for run_id in summary_runs {
        services.generation.cancel(run_id).await?;
    }
    Ok(changed)
}
