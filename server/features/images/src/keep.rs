//! Stores images that were made: their bytes as uploads, which stay as long as the images do.
//!
//! The bytes are stored before the transaction that says so. What a crash leaves between the two is an upload that nothing
//! has, which upkeep removes.

use area::Services;
use bytes::Bytes;
use files::NewUpload;
use kernel::{Fallible, FileId, UserId, hex};
use pictures::{DigitalSource, GenerationParameters, write_provenance};
use sha2::{Digest, Sha256};
use store::Tx;
use tasks::Step;

use crate::gallery::thumbnail::make_thumbnail;
use crate::hints::announce_change;
use crate::image::{Image, ImageId, Origin};
use crate::limits::IMAGE_MAX_BYTES;
use crate::problems::IMAGE_BROKEN;
use crate::rules::file_name;
use crate::settings;
use crate::store::insert_image;
use crate::task::{Effect, Task};
use crate::words::describe;
use crate::work::{Creation, Work};

/// An image that was made just now.
pub(crate) struct NewImage {
    pub content: Bytes,
    pub media_type: String,
    /// Width and height in pixels.
    pub sides: (u32, u32),
    pub prompt: String,
    pub seed: Option<i64>,
    pub cost: i64,
}

/// An image whose bytes are stored.
pub(crate) struct Kept {
    image: Image,
    sha256: String,
}

/// Stores the bytes of what a task made.
///
/// Problems: one has too many bytes; the person has too much stored already.
pub(crate) async fn keep_all(
    services: &Services,
    task: &Task,
    images: Vec<NewImage>,
) -> Fallible<Vec<Kept>> {
    let mut kept = Vec::with_capacity(images.len());
    for image in images {
        kept.push(keep(services, task, image).await?);
    }
    Ok(kept)
}

async fn keep(services: &Services, task: &Task, mut new: NewImage) -> Fallible<Kept> {
    if let Work::Create(creation) = &task.input.work {
        new.content = with_provenance(services, task.head.user_id, creation, &new).await?;
    }
    if new.content.len() > IMAGE_MAX_BYTES {
        return Err(IMAGE_BROKEN.into());
    }
    let (head, work) = (&task.head, &task.input.work);
    let now = services.clock.now();
    let words = if new.prompt.is_empty() { work.tool().unwrap_or_default() } else { &new.prompt };
    let upload = NewUpload {
        id: FileId::new(now),
        user_id: head.user_id,
        workspace_id: head.workspace_id,
        name: file_name(words, &new.media_type),
        media_type: new.media_type.clone(),
        size_bytes: new.content.len() as i64,
        sha256: None,
    };
    let sha256 = hex(&Sha256::digest(&new.content));
    let image = Image {
        id: ImageId::new(now),
        user_id: head.user_id,
        workspace_id: head.workspace_id,
        file_id: upload.id,
        task_id: Some(head.id),
        board_id: task.input.board_id,
        parent_id: work.parent_id(),
        origin: Origin::of(work),
        prompt: new.prompt,
        description: None,
        work: Some(work.clone()),
        seed: new.seed,
        width: i64::from(new.sides.0),
        height: i64::from(new.sides.1),
        media_type: new.media_type,
        size_bytes: upload.size_bytes,
        cost: new.cost,
        starred: false,
        created_at: now,
        deleted_at: None,
    };
    services.files.begin_single_upload(&services.db, &upload, new.content, now).await?;
    Ok(Kept { image, sha256 })
}

/// Returns the bytes of an image that a model made, which say so and, if its person likes, what it was asked.
async fn with_provenance(
    services: &Services,
    owner: UserId,
    creation: &Creation,
    new: &NewImage,
) -> Fallible<Bytes> {
    let mut conn = services.db.read().await?;
    let settings = settings::find(&mut conn, owner).await?;
    drop(conn);
    let parameters = settings.embed_prompt.then(|| GenerationParameters {
        prompt: creation.prompt.clone(),
        negative_prompt: creation.negative_prompt.clone(),
        seed: new.seed,
        cfg_scale: creation.cfg_scale,
        size: Some(new.sides),
        model: Some(creation.model.clone()),
    });
    let source = match creation.references.is_empty() {
        true => DigitalSource::Generated,
        false => DigitalSource::PartlyGenerated,
    };
    let marked = write_provenance(&new.content, source, parameters.as_ref());
    Ok(marked.map_or_else(|| new.content.clone(), Bytes::from))
}

/// Adds the images to those of their person, in the transaction that ends their task, and returns their ids.
pub(crate) async fn add_all(
    services: &Services,
    tx: &mut Tx,
    kept: Vec<Kept>,
) -> Fallible<Vec<ImageId>> {
    let now = services.clock.now();
    let mut ids = Vec::with_capacity(kept.len());
    for Kept { image, sha256 } in kept {
        services.files.finish_single_upload(tx, image.file_id, &sha256, now).await?;
        services.files.retain_upload(tx, image.file_id).await?;
        insert_image(tx, &image).await?;
        describe::enqueue(services, tx, &image).await?;
        ids.push(image.id);
    }
    Ok(ids)
}

/// Returns the step that ends a task with the images that it made.
pub(crate) fn done(services: &Services, kept: Vec<Kept>) -> Step<Effect> {
    let files = kept.iter().map(|kept| kept.image.file_id).collect();
    let owner = kept.first().map(|kept| kept.image.user_id);
    let services = services.clone();
    let show = async move {
        match owner {
            Some(owner) => show(&services, owner, files).await,
            None => Ok(()),
        }
    };
    Step::done().with(Effect::Made(kept)).afterwards(show)
}

/// Makes the thumbnails of new images, so that the first look at them is quick, and tells the person's windows.
async fn show(services: &Services, owner: UserId, files: Vec<FileId>) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let uploads = services.files.find_uploads(&mut conn, owner, &files).await?;
    drop(conn);
    for upload in uploads.values() {
        make_thumbnail(services, upload).await?;
    }
    announce_change(services, owner);
    Ok(())
}
