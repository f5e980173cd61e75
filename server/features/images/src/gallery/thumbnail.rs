//! Thumbnails: made once, kept beside the file.

use api::Disposition;
use area::Services;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use files::{FILE_NOT_FOUND, Upload};
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue,
    X_CONTENT_TYPE_OPTIONS,
};
use identity::SignedIn;
use image_tools::ImageTool;
use kernel::{Failure, Fallible};
use pictures::{Edit, PictureKind, Shrink};

use crate::gallery::find;
use crate::image::ImageId;
use crate::limits::{THUMBNAIL_QUALITY, THUMBNAIL_SIDE_PIXELS};

// spec §9: "thumbnail 512 at quality 70"
const THUMBNAIL: Edit = Edit::Shrink(Shrink {
    side_max: 8_192,
    side: THUMBNAIL_SIDE_PIXELS,
    quality: THUMBNAIL_QUALITY,
});

/// Returns the thumbnail of an image of the caller's; an image of which none can be made is its own.
///
/// Problems: [`crate::problems::NOT_FOUND`], [`FILE_NOT_FOUND`].
pub(crate) async fn serve(
    services: &Services,
    caller: &SignedIn,
    id: ImageId,
) -> Fallible<Response> {
    let image = find(services, caller, id).await?;
    let mut conn = services.db.read().await?;
    let upload = services.files.find_upload(&mut conn, caller.user_id, image.file_id).await?;
    drop(conn);
    let upload = upload.ok_or(FILE_NOT_FOUND)?;
    let kept = services.files.get(&upload.thumbnail_key()).await.map_err(Failure::internal)?;
    let content = match kept {
        Some(kept) => kept,
        None => make_thumbnail(services, &upload).await?,
    };
    // The bytes of an image never change.
    image_response(
        content,
        (&upload.name, &upload.media_type),
        "private, max-age=31536000, immutable",
    )
}

/// Returns an image as a response in which nothing runs, whatever its bytes are. `media_type`: where they do not tell it.
pub(crate) fn image_response(
    content: Bytes,
    (name, media_type): (&str, &str),
    caching: &'static str,
) -> Fallible<Response> {
    let media_type = PictureKind::of(&content).map_or(media_type, |kind| kind.media_type());
    let media_type = HeaderValue::from_str(media_type).map_err(Failure::internal)?;
    let mut response = Response::new(Body::from(content));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CONTENT_DISPOSITION, Disposition::Show.named(name));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let nothing_runs = HeaderValue::from_static("sandbox; default-src 'none'");
    headers.insert(CONTENT_SECURITY_POLICY, nothing_runs);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    Ok(response)
}

/// Makes the thumbnail of a file and keeps it. A file of which none can be made is its own thumbnail.
pub(crate) async fn make_thumbnail(services: &Services, upload: &Upload) -> Fallible<Bytes> {
    let content = services.files.get(&upload.key()).await.map_err(Failure::internal)?;
    let content = content.ok_or(FILE_NOT_FOUND)?;
    let made = match PictureKind::of(&content) {
        Some(PictureKind::Png | PictureKind::Jpeg) => {
            services.pictures.edit(THUMBNAIL, content.clone()).await?.ok()
        }
        _ => {
            let made =
                services.image_tools.run(ImageTool::Thumbnail, vec![content.clone()]).await?;
            made.ok().map(|made| made.content)
        }
    };
    let Some(made) = made else { return Ok(content) };
    let made = Bytes::from(made);
    let stored = services.files.put(&upload.thumbnail_key(), made.clone()).await;
    stored.map_err(Failure::internal)?;
    Ok(made)
}
