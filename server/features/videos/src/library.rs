//! A person's videos: find, list, star, delete.

use api::PageBody;
use area::Services;
use identity::SignedIn;
use kernel::Fallible;
use store::Tx;

use crate::hints::announce_change;
use crate::problems::NOT_FOUND;
use crate::store::{Filter, find_video, list_videos, update_video};
use crate::video::{Video, VideoId};
use crate::wire::{VideoBody, VideoChange, VideoListQuery};

/// Returns a video of the caller's, deleted or not.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn find(services: &Services, caller: &SignedIn, id: VideoId) -> Fallible<Video> {
    let mut conn = services.db.read().await?;
    let video = find_video(&mut conn, caller.user_id, id).await?;
    Ok(video.ok_or(NOT_FOUND)?)
}

/// Lists the caller's videos, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &VideoListQuery,
) -> Fallible<PageBody<VideoBody>> {
    let (cursor, limit) = query.page().bounds()?;
    let filter = Filter { query: query.q.clone(), starred: query.starred, deleted: query.deleted };
    let mut conn = services.db.read().await?;
    let page = list_videos(&mut conn, &caller.payer(), &filter, cursor, limit).await?;
    Ok(page.map(VideoBody::from).into())
}

/// Stars a video.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: VideoId,
    change: VideoChange,
) -> Fallible<VideoBody> {
    let mut tx = services.db.begin().await?;
    let mut video = find_in(&mut tx, caller, id, false).await?;
    video.starred = change.starred.unwrap_or(video.starred);
    save(services, tx, video).await
}

/// Moves a video to the trash; it can be restored for 30 days.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: VideoId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut video = find_in(&mut tx, caller, id, false).await?;
    video.deleted_at = Some(services.clock.now());
    save(services, tx, video).await?;
    Ok(())
}

/// Takes a video out of the trash.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: VideoId,
) -> Fallible<VideoBody> {
    let mut tx = services.db.begin().await?;
    let mut video = find_in(&mut tx, caller, id, true).await?;
    video.deleted_at = None;
    save(services, tx, video).await
}

async fn find_in(tx: &mut Tx, caller: &SignedIn, id: VideoId, is_deleted: bool) -> Fallible<Video> {
    let video = find_video(tx, caller.user_id, id).await?;
    let video = video.filter(|video| video.deleted_at.is_some() == is_deleted);
    Ok(video.ok_or(NOT_FOUND)?)
}

async fn save(services: &Services, mut tx: Tx, video: Video) -> Fallible<VideoBody> {
    update_video(&mut tx, &video).await?;
    tx.commit().await?;
    announce_change(services, video.user_id);
    Ok(video.into())
}
