//! Files of bots: kept as long as the bot has them, read by models for everybody who may use it, given to nobody.

use area::Services;
use identity::SignedIn;
use kernel::{BotId, Fallible, FileId};
use store::{Conn, Tx};

use crate::Settings;
use crate::author::own_bot;
use crate::extras::{BOT_FILES_MAX, Extras};
use crate::hints::announce_change;
use crate::problems::{FILE_IN_USE, FILE_NOT_FOUND, FILE_WITHOUT_TEXT, TOO_MANY_FILES};
use crate::reading::get_bot;
use crate::review_store::lock_bot;
use crate::reviews::follow;
use crate::store::{Bot, set_extras};
use crate::wire::{BotBody, BotFileBody};

/// Adds an uploaded file of the caller's to a bot of theirs.
pub(crate) async fn add_file(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    id: BotId,
    file_id: FileId,
) -> Fallible<BotBody> {
    let mut tx = services.db.begin().await?;
    lock_bot(&mut tx, id).await?;
    let before = own_bot(&mut tx, caller, id).await?;
    let mut extras = Extras::of(&before.extras);
    if !extras.files.contains(&file_id) {
        let uploads = services.files.attach(&mut tx, caller.user_id, &[file_id]).await?;
        if uploads
            .iter()
            .any(|upload| upload.is_image() || upload.words.is_none_or(|words| words == 0))
        {
            return Err(FILE_WITHOUT_TEXT.into());
        }
        if extras.files.len() >= BOT_FILES_MAX {
            return Err(TOO_MANY_FILES.with("max", BOT_FILES_MAX).into());
        }
        // It may still be kept by this bot, for the version that others see.
        let is_seen = seen_files(&mut tx, id).await?.contains(&file_id);
        if !is_seen && !services.files.retain_archived_upload(&mut tx, file_id).await? {
            return Err(FILE_IN_USE.into());
        }
        extras.files.push(file_id);
        change_files(services, &mut tx, caller, settings, before, &extras).await?;
        tx.commit().await?;
        announce_change(services, caller.user_id);
    }
    get_bot(services, caller, id).await
}

/// Removes a file from a bot of the caller's.
pub(crate) async fn remove_file(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    id: BotId,
    file_id: FileId,
) -> Fallible<BotBody> {
    let mut tx = services.db.begin().await?;
    lock_bot(&mut tx, id).await?;
    let before = own_bot(&mut tx, caller, id).await?;
    let mut extras = Extras::of(&before.extras);
    if !extras.files.contains(&file_id) {
        return Err(FILE_NOT_FOUND.into());
    }
    extras.files.retain(|known| *known != file_id);
    change_files(services, &mut tx, caller, settings, before, &extras).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    get_bot(services, caller, id).await
}

async fn change_files(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
    settings: Settings,
    before: Bot,
    extras: &Extras,
) -> Fallible<()> {
    let text = extras.to_text();
    set_extras(tx, before.id, &text, services.clock.now()).await?;
    let after = Bot { extras: text, version: before.version + 1, ..before.clone() };
    follow(services, tx, Some(&before), &after, false, settings.reviews(caller.role)).await
}

/// Returns the files of the version of a bot that others see during its review.
async fn seen_files(tx: &mut Tx, id: BotId) -> Fallible<Vec<FileId>> {
    let review = crate::review_store::find_review(tx, id).await?;
    Ok(review.map(|review| Extras::of(&review.seen_extras).files).unwrap_or_default())
}

/// Releases the files of `had` that are not among those of `has`.
pub(crate) async fn release_files(
    services: &Services,
    tx: &mut Tx,
    had: [&[FileId]; 2],
    has: [&[FileId]; 2],
) -> Fallible<()> {
    for file_id in had.into_iter().flatten() {
        if !has.iter().any(|kept| kept.contains(file_id)) {
            services.files.release_upload(tx, *file_id).await?;
        }
    }
    Ok(())
}

/// Returns the files of a bot that are still there, by their names, in its order.
pub(crate) async fn list_files(
    services: &Services,
    conn: &mut Conn,
    bot: &Bot,
) -> Fallible<Vec<BotFileBody>> {
    let ids = Extras::of(&bot.extras).files;
    if ids.is_empty() || bot.deleted_at.is_some() {
        return Ok(Vec::new());
    }
    let mut uploads = services.files.find_uploads(conn, bot.user_id, &ids).await?;
    let known = ids.iter().filter_map(|id| uploads.remove(id));
    Ok(known
        .map(|upload| BotFileBody {
            id: upload.id,
            name: upload.name,
            media_type: upload.media_type,
            size_bytes: upload.size_bytes,
        })
        .collect())
}
