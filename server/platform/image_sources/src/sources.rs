//! The images that work is done on: files of the person's, read whole and checked.

use area::Services;
use bytes::Bytes;
use files::{FILE_NOT_FOUND, FILE_NOT_READY, NewUpload, UploadState};
use kernel::{Failure, Fallible, FileId, Payer, Problem, UserId, hex};
use pictures::{Edit, ImageSize, PictureError, PictureKind, Shrink, image_size, strip_metadata};
use sha2::{Digest, Sha256};

use crate::rules::{FILE_MAX_BYTES, Purpose, SIDE_MAX_PIXELS, check_sides};
use crate::{BROKEN, SIZE};

/// An image of a person's, as its bytes are.
#[derive(Debug, Clone)]
pub struct Source {
    pub content: Bytes,
    pub media_type: String,
}

/// Reads the images of `user_id` that work names, in its order.
///
/// Problems: one is not theirs, not there yet, no image, or too large.
pub async fn read_sources(
    services: &Services,
    user_id: UserId,
    ids: &[FileId],
) -> Fallible<Vec<Source>> {
    let mut conn = services.db.read().await?;
    let uploads = services.files.find_uploads(&mut conn, user_id, ids).await?;
    drop(conn);
    let mut sources = Vec::with_capacity(ids.len());
    for id in ids {
        let upload = uploads.get(id).ok_or(FILE_NOT_FOUND)?;
        if upload.state != UploadState::Parsed {
            return Err(FILE_NOT_READY.with("name", &upload.name).into());
        }
        if !upload.is_image() || upload.size_bytes > FILE_MAX_BYTES {
            return Err(BROKEN.with("name", &upload.name).into());
        }
        let content = services.files.get(&upload.key()).await.map_err(Failure::internal)?;
        let content = content.ok_or(FILE_NOT_FOUND)?;
        sources.push(Source { content, media_type: upload.media_type.clone() });
    }
    Ok(sources)
}

/// Stores an image that a program sent as a file of its person's, without metadata. Upkeep removes it unless something
/// keeps it. Storing it again changes nothing.
///
/// Problems: [`BROKEN`]; the person has too much stored already.
pub async fn store_source(
    services: &Services,
    whose: &Payer,
    id: FileId,
    content: &Bytes,
) -> Fallible<()> {
    let now = services.clock.now();
    let content = Bytes::from(strip_metadata(content).ok_or(BROKEN)?);
    let kind = PictureKind::of(&content).ok_or(BROKEN)?;
    let new = NewUpload {
        id,
        user_id: whose.user_id,
        workspace_id: whose.workspace_id,
        name: kind.media_type().replace('/', "."),
        media_type: kind.media_type().to_owned(),
        size_bytes: content.len() as i64,
        sha256: None,
    };
    let sha256 = hex(&Sha256::digest(&content));
    services.files.begin_single_upload(&services.db, &new, content, now).await?;
    let mut tx = services.db.begin().await?;
    services.files.finish_single_upload(&mut tx, id, &sha256, now).await?;
    Ok(tx.commit().await?)
}

const SHRINK: Edit = Edit::Shrink(Shrink { side_max: 8_192, side: SIDE_MAX_PIXELS, quality: 90 });

/// Returns an image as a model gets it: a PNG or JPEG without metadata, of 2,048 pixels a side at most.
///
/// Problems: [`BROKEN`], [`SIZE`], `memory_budget.busy`.
pub async fn for_model(services: &Services, source: Source, purpose: Purpose) -> Fallible<Source> {
    let (source, sides) = measured(services, source).await?;
    check_sides(sides, purpose)?;
    reduced(services, source, sides).await
}

/// Like [`for_model`], for a model that only looks at it: its sides may be of any length.
///
/// Problems: [`BROKEN`], [`SIZE`], `memory_budget.busy`.
pub async fn for_viewing(services: &Services, source: Source) -> Fallible<Source> {
    let (source, sides) = measured(services, source).await?;
    reduced(services, source, sides).await
}

/// Returns an image as a PNG or JPEG, with its sides.
async fn measured(services: &Services, source: Source) -> Fallible<(Source, ImageSize)> {
    let source = match PictureKind::of(&source.content) {
        Some(PictureKind::Png | PictureKind::Jpeg) => source,
        _ => as_png(services, source).await?,
    };
    let sides = image_size(&source.content).ok_or(BROKEN)?;
    Ok((source, sides))
}

/// Returns an image without metadata, of 2,048 pixels a side at most.
async fn reduced(services: &Services, source: Source, sides: ImageSize) -> Fallible<Source> {
    let edit = if sides.width.max(sides.height) > SIDE_MAX_PIXELS { SHRINK } else { Edit::Upright };
    let content = services.pictures.edit(edit, source.content).await?.map_err(refused)?;
    let kind = PictureKind::of(&content).ok_or(BROKEN)?;
    Ok(Source { content: content.into(), media_type: kind.media_type().to_owned() })
}

async fn as_png(services: &Services, source: Source) -> Fallible<Source> {
    let tool = image_tools::ImageTool::Convert { format: image_tools::OutputFormat::Png };
    let made = services.image_tools.run(tool, vec![source.content]).await?;
    let made = made.map_err(Problem::from)?;
    Ok(Source { content: made.content.into(), media_type: made.media_type })
}

fn refused(error: PictureError) -> Problem {
    match error {
        PictureError::Dimensions => SIZE.into(),
        PictureError::Broken => BROKEN.into(),
    }
}
