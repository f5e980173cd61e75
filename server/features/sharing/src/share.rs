use std::sync::Arc;

use ::store::Tx;
use area::{PublishedPage, Services, ShareSource, Shared};
use audit::{Event, Kind};
use axum::body::Bytes;
use identity::{Role, SignedIn, Visitor};
use kernel::{Failure, Fallible, Timestamp, Uuid};
use serde_json::Value;

use crate::problems::{KIND_UNKNOWN, SHARE_ENDED, SHARE_NOT_FOUND, TOO_LARGE, TOO_MANY_SHARES};
use crate::routes::{Copied, NewShare, ShareBody, SharedBody};
use crate::rules::{CONTENT_MAX_BYTES, SHARES_MAX, is_id, new_id, parse_expiry};
use crate::store::{self, Share, Shown};

/// Shares the current state of a thing. If it is already shared, the page keeps its address and is updated.
pub(crate) async fn share(
    services: &Services,
    caller: &SignedIn,
    new: NewShare,
) -> Fallible<ShareBody> {
    let source = source_of(services, &new.kind)?;
    let now = services.clock.now();
    let expires_at = parse_expiry(new.expires_in_days, now)?;
    let shared = source.snapshot(caller.user_id, new.subject_id, &new.options).await?;
    let shown = Shown {
        content: serde_json::to_string(&shared.content).map_err(Failure::internal)?,
        picture: shared.picture.map(Vec::from),
    };
    if shown.content.len() > CONTENT_MAX_BYTES {
        return Err(TOO_LARGE.into());
    }
    let mut tx = services.db.begin().await?;
    let former = store::find_of_subject(&mut tx, caller.user_id, &new.kind, new.subject_id).await?;
    let (known, ended) = match former {
        Some(former) if has_ended(&former, now) => (None, Some(former)),
        former => (former, None),
    };
    let share = Share {
        id: known.as_ref().map_or_else(new_id, |share| share.id.clone()),
        user_id: caller.user_id,
        kind: new.kind,
        subject_id: new.subject_id,
        options: new.options.to_string(),
        title: shared.title,
        description: shared.description,
        created_at: known.as_ref().map_or(now, |share| share.created_at),
        renewed_at: now,
        expires_at,
        revoked_at: None,
        views: known.as_ref().map_or(0, |share| share.views),
        has_picture: shown.picture.is_some(),
    };
    if known.is_some() {
        store::renew(&mut tx, &share, &shown).await?;
    } else {
        // An expired page announced its end publicly; it does not come back at the same address.
        if let Some(ended) = ended {
            store::revoke(&mut tx, caller.user_id, &ended.id, now).await?;
        }
        if store::count(&mut tx, caller.user_id).await? >= SHARES_MAX {
            return Err(TOO_MANY_SHARES.with("max", SHARES_MAX).into());
        }
        store::insert(&mut tx, &share, &shown).await?;
        // Not its address: whoever knows that may read it.
        let made = Event::new(Kind::ShareMade, caller.actor()).subject(share.subject_id);
        services.audit.record(&mut tx, made.detail(source.kind())).await?;
    }
    let page = PublishedPage {
        subject: share.subject_id,
        id: &share.id,
        title: &share.title,
        content: &shared.content,
        created_at: share.created_at,
        expires_at,
    };
    source.published(&mut tx, &page).await?;
    tx.commit().await?;
    Ok(ShareBody::of(share, services))
}

/// Returns the caller's shared pages; with `kind` and `subject_id`, the one of that.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    of: Option<(String, Uuid)>,
) -> Fallible<Vec<ShareBody>> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let shares = match of {
        Some((kind, subject_id)) => {
            let share = store::find_of_subject(&mut conn, caller.user_id, &kind, subject_id);
            share.await?.into_iter().filter(|share| !has_ended(share, now)).collect()
        }
        None => store::list(&mut conn, caller.user_id).await?,
    };
    Ok(shares.into_iter().map(|share| ShareBody::of(share, services)).collect())
}

/// Ends one of the caller's pages, at once and for good.
pub(crate) async fn revoke(services: &Services, caller: &SignedIn, id: &str) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let revoked = store::revoke(&mut tx, caller.user_id, id, services.clock.now()).await?;
    let (kind, subject_id) = revoked.ok_or(SHARE_NOT_FOUND)?;
    note_end(services, &mut tx, &kind, subject_id).await?;
    let withdrawn = Event::new(Kind::ShareWithdrawn, caller.actor()).subject(subject_id);
    services.audit.record(&mut tx, withdrawn).await?;
    Ok(tx.commit().await?)
}

/// Ends anybody's page, for the operator. A later page of the same thing has another address.
pub(crate) async fn take_down(services: &Services, by: &SignedIn, id: &str) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let share = store::find(&mut tx, id).await?.ok_or(SHARE_NOT_FOUND)?;
    let revoked = store::revoke(&mut tx, share.user_id, id, services.clock.now()).await?;
    let (kind, subject_id) = revoked.ok_or(SHARE_ENDED)?;
    note_end(services, &mut tx, &kind, subject_id).await?;
    let ended = Event::new(Kind::ShareTakenDown, by.actor()).about(share.user_id);
    let kind = source_of(services, &share.kind).map_or("", |source| source.kind());
    services.audit.record(&mut tx, ended.subject(subject_id).detail(kind)).await?;
    Ok(tx.commit().await?)
}

/// Lets the source of a page follow its end. A kind that no area brings any more has none.
async fn note_end(services: &Services, tx: &mut Tx, kind: &str, subject: Uuid) -> Fallible<()> {
    if let Ok(source) = source_of(services, kind) {
        source.withdrawn(tx, subject).await?;
    }
    Ok(())
}

/// Returns the page at this address, for anybody.
pub(crate) async fn read(services: &Services, reader: Visitor, id: &str) -> Fallible<SharedBody> {
    let share = find_live(services, id).await?;
    let mut conn = services.db.read().await?;
    let content = store::content_of(&mut conn, id).await?;
    drop(conn);
    let content = serde_json::from_str(&content).map_err(Failure::internal)?;
    let content = source_of(services, &share.kind)?.shown(content);
    let is_mine = reader.0.as_ref().is_some_and(|reader| reader.user_id == share.user_id);
    let is_operator = reader.0.is_some_and(|reader| reader.role == Role::Operator);
    if !is_mine {
        let mut tx = services.db.begin_relaxed().await?;
        store::count_view(&mut tx, id).await?;
        tx.commit().await?;
    }
    Ok(SharedBody {
        kind: share.kind,
        title: share.title,
        description: share.description,
        content,
        picture: share.has_picture.then(|| picture_path(&share.id)),
        shared_at: share.renewed_at,
        is_mine,
        may_take_down: is_operator && !is_mine,
    })
}

/// Returns the image of the page at this address, for anybody.
pub(crate) async fn read_picture(services: &Services, id: &str) -> Fallible<Vec<u8>> {
    find_live(services, id).await?;
    let mut conn = services.db.read().await?;
    Ok(store::picture_of(&mut conn, id).await?.ok_or(SHARE_NOT_FOUND)?)
}

/// Returns the path of a page's image on this server.
pub(crate) fn picture_path(id: &str) -> String {
    format!("/api/sharing/public/{id}/picture")
}

/// Copies the thing at this address for the caller.
pub(crate) async fn copy(services: &Services, caller: &SignedIn, id: &str) -> Fallible<Copied> {
    let share = find_live(services, id).await?;
    let source = source_of(services, &share.kind)?;
    let mut conn = services.db.read().await?;
    let content = store::content_of(&mut conn, id).await?;
    let picture = store::picture_of(&mut conn, id).await?.map(Bytes::from);
    drop(conn);
    let content: Value = serde_json::from_str(&content).map_err(Failure::internal)?;
    let shared = Shared { title: share.title, description: share.description, content, picture };
    let subject_id = source.copy(caller, &shared).await?;
    Ok(Copied { kind: share.kind, subject_id })
}

/// Returns the page at this address, if it still is one.
pub(crate) async fn find_live(services: &Services, id: &str) -> Fallible<Share> {
    if !is_id(id) {
        return Err(SHARE_NOT_FOUND.into());
    }
    let mut conn = services.db.read().await?;
    let share = store::find(&mut conn, id).await?.ok_or(SHARE_NOT_FOUND)?;
    let is_withheld = services.identity.is_suspended(&mut conn, share.user_id).await?;
    drop(conn);
    if is_withheld || has_ended(&share, services.clock.now()) {
        return Err(SHARE_ENDED.into());
    }
    let source = source_of(services, &share.kind).map_err(|_| SHARE_ENDED)?;
    if !source.is_there(share.user_id, share.subject_id).await? {
        return Err(SHARE_ENDED.into());
    }
    Ok(share)
}

fn has_ended(share: &Share, now: Timestamp) -> bool {
    share.revoked_at.is_some() || share.expires_at.is_some_and(|end| end <= now)
}

fn source_of(services: &Services, kind: &str) -> Fallible<Arc<dyn ShareSource>> {
    let source = services.shares.iter().find(|source| source.kind() == kind);
    Ok(source.cloned().ok_or(KIND_UNKNOWN)?)
}
