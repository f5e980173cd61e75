//! Many images in one ZIP, which is sent while it is written.

use std::collections::HashSet;
use std::io::Write;

use area::Services;
use identity::SignedIn;
use kernel::{Failure, Fallible};
use printed::{Chunks, ZipStream};

use crate::image::{Image, ImageId};
use crate::limits::DOWNLOAD_MAX;
use crate::problems::{NOT_FOUND, NOTHING_CHOSEN, TOO_MANY_FILES};
use crate::rules::{extension_of, file_name};
use crate::store::find_image;

/// Returns the images that a download names.
///
/// Problems: [`NOTHING_CHOSEN`], [`TOO_MANY_FILES`]; [`NOT_FOUND`] if one is not the caller's.
pub(crate) async fn chosen(
    services: &Services,
    caller: &SignedIn,
    ids: &[ImageId],
) -> Fallible<Vec<Image>> {
    if ids.is_empty() {
        return Err(NOTHING_CHOSEN.into());
    }
    if ids.len() > DOWNLOAD_MAX {
        return Err(TOO_MANY_FILES.with("max", DOWNLOAD_MAX).into());
    }
    let mut conn = services.db.read().await?;
    let mut images = Vec::with_capacity(ids.len());
    for id in ids {
        images.push(find_image(&mut conn, caller.user_id, *id).await?.ok_or(NOT_FOUND)?);
    }
    Ok(images)
}

/// Writes images into a ZIP, each under a name of its own.
pub(crate) async fn write(services: &Services, images: Vec<Image>, chunks: Chunks) -> Fallible<()> {
    let mut zip = ZipStream::new(chunks);
    let mut names = HashSet::new();
    for image in images {
        let mut conn = services.db.read().await?;
        let upload = services.files.find_upload(&mut conn, image.user_id, image.file_id).await?;
        drop(conn);
        let Some(upload) = upload else { continue };
        let content = services.files.get(&upload.key()).await.map_err(Failure::internal)?;
        let Some(content) = content else { continue };
        zip.begin_stored(&free_name(&image, &mut names))?;
        zip.write_all(&content).map_err(Failure::internal)?;
        zip.send().await?;
    }
    zip.finish().await
}

/// Returns a name that no image before had.
fn free_name(image: &Image, names: &mut HashSet<String>) -> String {
    let words =
        if image.prompt.is_empty() { image.tool().unwrap_or_default() } else { &image.prompt };
    let name = file_name(words, &image.media_type);
    let ending = format!(".{}", extension_of(&image.media_type));
    let stem = name.strip_suffix(&ending).unwrap_or(&name);
    let numbered = (2..).map(|number| format!("{stem} {number}{ending}"));
    let mut candidates = std::iter::once(name.clone()).chain(numbered);
    candidates.find(|name| names.insert(name.to_lowercase())).unwrap_or(name)
}
