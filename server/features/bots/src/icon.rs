//! Images of bots: decoded with hard limits, cropped to a square, and re-encoded as JPEG, so that nothing else of the
//! uploaded file (metadata, hidden data) is published.

use area::Services;
use axum::body::Bytes;
use files::FileKey;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use identity::SignedIn;
use image::ImageFormat;
use kernel::{BotId, Failure, Fallible, Problem, Uuid, WorkspaceId};
use pictures::{Edit, PictureError, Square, decode, is_png_or_jpeg};

use crate::Settings;
use crate::author::own_bot;
use crate::hints::announce_change;
use crate::problems::{
    ICON_BROKEN, ICON_DIMENSIONS, ICON_NOT_FOUND, ICON_TOO_LARGE, ICON_TYPE, NO_ACCESS,
};
use crate::reading::get_bot;
use crate::review_store::lock_bot;
use crate::reviews::follow;
use crate::rules::{
    Access, ICON_MAX_BYTES, ICON_QUALITY, ICON_SIDE_MAX_PIXELS, ICON_SIDE_MIN_PIXELS,
    ICON_SIDE_PIXELS, access,
};
use crate::store::{Bot, find_bot, set_icon};
use crate::wire::BotBody;

/// Returns the name of a picture's blob.
pub(crate) fn key(workspace_id: WorkspaceId, icon_id: Uuid) -> FileKey {
    FileKey::new("bots", workspace_id, icon_id)
}

/// Replaces a bot's image.
pub(crate) async fn put_icon(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    id: BotId,
    headers: &HeaderMap,
    content: Bytes,
) -> Fallible<BotBody> {
    let mut tx = services.db.begin().await?;
    let workspace_id = own_bot(&mut tx, caller, id).await?.workspace_id;
    drop(tx);
    check_format(headers, &content)?;
    let jpeg = services.pictures.edit(ICON, content).await?.map_err(refused)?;
    keep_picture(services, caller, settings, (workspace_id, id), jpeg.into()).await?;
    get_bot(services, caller, id).await
}

/// Stores a picture that was made here as that of a bot of the caller's, in the workspace it is in.
pub(crate) async fn keep_picture(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    (workspace_id, id): (WorkspaceId, BotId),
    jpeg: Bytes,
) -> Fallible<()> {
    let icon_id = Uuid::new_v4();
    let stored = services.files.put(&key(workspace_id, icon_id), jpeg).await;
    stored.map_err(Failure::internal)?;
    let mut tx = services.db.begin().await?;
    change_icon(services, &mut tx, caller, settings, id, Some(icon_id)).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Removes a bot's image.
pub(crate) async fn delete_icon(
    services: &Services,
    caller: &SignedIn,
    settings: Settings,
    id: BotId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    change_icon(services, &mut tx, caller, settings, id, None).await?;
    tx.commit().await?;
    announce_change(services, caller.user_id);
    Ok(())
}

/// Changes the image. For a public bot it is reviewed, as texts are.
async fn change_icon(
    services: &Services,
    tx: &mut store::Tx,
    caller: &SignedIn,
    settings: Settings,
    id: BotId,
    icon_id: Option<Uuid>,
) -> Fallible<()> {
    lock_bot(tx, id).await?;
    let before = own_bot(tx, caller, id).await?;
    set_icon(tx, id, icon_id, services.clock.now()).await?;
    let after = Bot { icon_id, version: before.version + 1, ..before.clone() };
    follow(services, tx, Some(&before), &after, false, settings.reviews(caller.role)).await
}

/// Returns a bot's image, for people who may see the bot.
pub(crate) async fn read_icon(
    services: &Services,
    caller: &SignedIn,
    id: BotId,
) -> Fallible<Bytes> {
    let mut conn = services.db.read().await?;
    let bot = find_bot(&mut conn, caller.user_id, id).await?.ok_or(NO_ACCESS)?;
    drop(conn);
    if access(&bot, caller.user_id) == Access::Denied {
        return Err(NO_ACCESS.into());
    }
    find_picture(services, &bot).await?.ok_or_else(|| ICON_NOT_FOUND.into())
}

/// Returns a bot's picture, if it has one.
pub(crate) async fn find_picture(services: &Services, bot: &Bot) -> Fallible<Option<Bytes>> {
    let Some(icon_id) = bot.icon_id else { return Ok(None) };
    let content = services.files.get(&key(bot.workspace_id, icon_id)).await;
    content.map_err(Failure::internal)
}

/// Checks that the content is a PNG or JPEG, and that the request's content type does not contradict.
fn check_format(headers: &HeaderMap, content: &[u8]) -> Result<(), Problem> {
    if content.len() > ICON_MAX_BYTES {
        return Err(ICON_TOO_LARGE.with("max", ICON_MAX_BYTES));
    }
    let said = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    match is_png_or_jpeg(said, content) {
        true => Ok(()),
        false => Err(ICON_TYPE.into()),
    }
}

/// The middle of a picture, as a square JPEG.
const ICON: Edit = Edit::Square(Square {
    side_min: ICON_SIDE_MIN_PIXELS,
    side_max: ICON_SIDE_MAX_PIXELS,
    side: ICON_SIDE_PIXELS,
    quality: ICON_QUALITY,
});

fn refused(error: PictureError) -> Problem {
    match error {
        PictureError::Dimensions => ICON_DIMENSIONS.with("min", ICON_SIDE_MIN_PIXELS),
        PictureError::Broken => ICON_BROKEN.into(),
    }
}

/// Returns true if these bytes are an image as [`ICON`] makes it: others see them.
pub(crate) fn is_icon(content: &[u8]) -> bool {
    decode(content, ImageFormat::Jpeg, ICON_SIDE_PIXELS)
        .is_ok_and(|image| image.width() == ICON_SIDE_PIXELS && image.height() == ICON_SIDE_PIXELS)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use image::{DynamicImage, Rgb, RgbaImage};

    fn png(width: u32, height: u32) -> Vec<u8> {
        let image = RgbaImage::from_pixel(width, height, image::Rgba([0, 0, 0, 0]));
        let mut content = Cursor::new(Vec::new());
        DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).unwrap();
        content.into_inner()
    }

    // spec §9: "avatar crop 512x512 at quality 75"
    #[test]
    fn a_picture_becomes_a_square_jpeg_of_512_pixels() {
        let jpeg = ICON.apply(&png(300, 200)).unwrap();
        assert_eq!(image::guess_format(&jpeg).unwrap(), ImageFormat::Jpeg);
        let icon = image::load_from_memory(&jpeg).unwrap().to_rgb8();
        assert_eq!(icon.dimensions(), (512, 512));
        assert_eq!(icon.get_pixel(9, 9), &Rgb([255, 255, 255]), "what is clear becomes white");
    }

    #[test]
    fn a_picture_that_is_too_small_or_broken_is_refused() {
        let small = refused(ICON.apply(&png(99, 300)).unwrap_err());
        assert_eq!(small.kind, ICON_DIMENSIONS);
        let whole = png(100, 100);
        let broken = refused(ICON.apply(&whole[..whole.len() / 2]).unwrap_err());
        assert_eq!(broken.kind, ICON_BROKEN);
    }

    // spec §5: "Bot images: PNG or JPG, max 4MB."
    #[test]
    fn only_png_and_jpeg_of_4_mb_at_most_are_taken() {
        let named = |name: &'static str| {
            HeaderMap::from_iter([(CONTENT_TYPE, http::HeaderValue::from_static(name))])
        };
        let content = png(100, 100);
        assert_eq!(check_format(&named("image/png"), &content), Ok(()));
        assert_eq!(check_format(&named("image/gif"), &content), Err(ICON_TYPE.into()));
        assert_eq!(check_format(&named("image/png"), b"<svg/>"), Err(ICON_TYPE.into()));
        let mut large = content;
        large.resize(4_000_000, 0);
        assert!(check_format(&named("image/png"), &large).is_ok());
        large.push(0);
        let refused = check_format(&named("image/png"), &large).unwrap_err();
        assert_eq!(refused.kind.text, "File size exceeds the maximum size limit");
    }
}
