//! A person's images: find, list, bring, star, move, delete.

pub(crate) mod download;
pub(crate) mod thumbnail;

use api::PageBody;
use area::Services;
use files::{FILE_NOT_FOUND, FILE_NOT_READY, UploadState};
use identity::SignedIn;
use image_tools::SourceHeader;
use kernel::{Failure, Fallible};
use store::Tx;

use crate::boards::find_board;
use crate::hints::announce_change;
use crate::image::{Image, ImageId, Origin};
use crate::limits::PROMPT_MAX_CHARS;
use crate::problems::{FILE_IN_USE, IMAGE_BROKEN, NOT_FOUND};
use crate::store::{Filter, find_by_file, find_image, insert_image, list_images, update_image};
use crate::wire::{ImageBody, ImageChange, ImageListQuery, NewImageUpload};
use crate::words::describe;

/// Returns an image of the caller's that is not deleted.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn find(services: &Services, caller: &SignedIn, id: ImageId) -> Fallible<Image> {
    let mut conn = services.db.read().await?;
    let image = find_image(&mut conn, caller.user_id, id).await?;
    Ok(image.ok_or(NOT_FOUND)?)
}

/// Lists the caller's images, newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    query: &ImageListQuery,
) -> Fallible<PageBody<ImageBody>> {
    let (cursor, limit) = query.page().bounds()?;
    let filter = Filter {
        query: query.q.clone(),
        board_id: query.board_id,
        starred: query.starred,
        uploaded: query.uploaded,
        deleted: query.deleted,
    };
    let mut conn = services.db.read().await?;
    let page = list_images(&mut conn, &caller.payer(), &filter, cursor, limit).await?;
    Ok(page.map(ImageBody::from).into())
}

/// Keeps an uploaded file of the caller's as an image. Sending it again returns the image.
///
/// Problems: the file, the board or the parent is not theirs; the file is not ready, or no image; [`FILE_IN_USE`] if something
/// else keeps it.
pub(crate) async fn add_upload(
    services: &Services,
    caller: &SignedIn,
    new: NewImageUpload,
) -> Fallible<ImageBody> {
    let mut conn = services.db.read().await?;
    let upload = services.files.find_upload(&mut conn, caller.user_id, new.file_id).await?;
    let known = find_by_file(&mut conn, new.file_id).await?;
    drop(conn);
    let upload = upload.ok_or(FILE_NOT_FOUND)?;
    if let Some(known) = known {
        return Ok(known.into());
    }
    if upload.state != UploadState::Parsed {
        return Err(FILE_NOT_READY.with("name", &upload.name).into());
    }
    let content = services.files.get(&upload.key()).await.map_err(Failure::internal)?;
    let content = content.ok_or(FILE_NOT_FOUND)?;
    let header = SourceHeader::read(&content).map_err(|_| IMAGE_BROKEN)?;
    let now = services.clock.now();
    let made_with = new.made_with.filter(|made| {
        let length = made.prompt.trim().chars().count();
        (1..=PROMPT_MAX_CHARS).contains(&length)
    });
    let image = Image {
        id: ImageId::new(now),
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        file_id: upload.id,
        task_id: None,
        board_id: new.board_id,
        parent_id: new.parent_id,
        origin: Origin::Uploaded,
        prompt: made_with.as_ref().map_or(upload.name, |made| made.prompt.clone()),
        description: None,
        work: None,
        seed: made_with.and_then(|made| made.seed),
        width: i64::from(header.width),
        height: i64::from(header.height),
        media_type: upload.media_type,
        size_bytes: upload.size_bytes,
        cost: 0,
        starred: false,
        created_at: now,
        deleted_at: None,
    };
    let mut tx = services.db.begin().await?;
    if let Some(board_id) = image.board_id {
        find_board(&mut tx, &caller.payer(), board_id).await?;
    }
    if let Some(parent_id) = image.parent_id {
        find_image(&mut tx, caller.user_id, parent_id).await?.ok_or(NOT_FOUND)?;
    }
    if !services.files.retain_upload(&mut tx, image.file_id).await? {
        return Err(FILE_IN_USE.into());
    }
    insert_image(&mut tx, &image).await?;
    describe::enqueue(services, &mut tx, &image).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(image.into())
}

/// Stars an image, or moves it to a board.
///
/// Problems: [`NOT_FOUND`], those of [`find_board`].
pub(crate) async fn change(
    services: &Services,
    caller: &SignedIn,
    id: ImageId,
    change: ImageChange,
) -> Fallible<ImageBody> {
    let mut tx = services.db.begin().await?;
    let mut image = find_in(&mut tx, caller, id, false).await?;
    image.starred = change.starred.unwrap_or(image.starred);
    if let Some(board_id) = change.board_id {
        if let Some(board_id) = board_id {
            find_board(&mut tx, &caller.payer(), board_id).await?;
        }
        image.board_id = board_id;
    }
    save(services, tx, image).await
}

/// Moves an image to the trash; it can be restored for 30 days.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn delete(services: &Services, caller: &SignedIn, id: ImageId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let mut image = find_in(&mut tx, caller, id, false).await?;
    image.deleted_at = Some(services.clock.now());
    save(services, tx, image).await?;
    Ok(())
}

/// Takes an image out of the trash.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ImageId,
) -> Fallible<ImageBody> {
    let mut tx = services.db.begin().await?;
    let mut image = find_in(&mut tx, caller, id, true).await?;
    image.deleted_at = None;
    save(services, tx, image).await
}

async fn find_in(tx: &mut Tx, caller: &SignedIn, id: ImageId, is_deleted: bool) -> Fallible<Image> {
    let image = find_image(tx, caller.user_id, id).await?;
    let image = image.filter(|image| image.deleted_at.is_some() == is_deleted);
    Ok(image.ok_or(NOT_FOUND)?)
}

async fn save(services: &Services, mut tx: Tx, image: Image) -> Fallible<ImageBody> {
    update_image(&mut tx, &image).await?;
    tx.commit().await?;
    announce_change(services, image.user_id);
    Ok(image.into())
}
