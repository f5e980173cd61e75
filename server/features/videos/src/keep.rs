//! Stores videos that were made: their bytes as uploads, which stay as long as the videos do.
//!
//! The bytes are stored before the transaction that says so. What a crash leaves between the two is an upload that nothing
//! has, which upkeep removes.

use area::Services;
use files::NewUpload;
use kernel::{Fallible, FileId, hex};
use media_calls::ProviderJob;
use sha2::{Digest, Sha256};
use store::Tx;
use video_models::GeneratedVideo;

use crate::limits::VIDEO_MAX_BYTES;
use crate::problems::GENERATION_FAILED;
use crate::rules::file_name;
use crate::store::insert_video;
use crate::task::Task;
use crate::video::{Video, VideoId};

/// A video whose bytes are stored.
pub(crate) struct Kept {
    video: Video,
    sha256: String,
}

/// Stores the bytes of a video that a task made.
///
/// Problems: it has too many bytes; the person has too much stored already.
pub(crate) async fn keep(
    services: &Services,
    task: &Task,
    made: GeneratedVideo,
    provider_job: Option<ProviderJob>,
    (seconds, cost): (u32, i64),
) -> Fallible<Kept> {
    if made.content.len() > VIDEO_MAX_BYTES {
        return Err(GENERATION_FAILED.into());
    }
    let (head, work) = (&task.head, &task.input);
    let now = services.clock.now();
    let upload = NewUpload {
        id: FileId::new(now),
        user_id: head.user_id,
        workspace_id: head.workspace_id,
        name: file_name(&work.prompt, &made.media_type),
        media_type: made.media_type.clone(),
        size_bytes: made.content.len() as i64,
        sha256: None,
    };
    let sha256 = hex(&Sha256::digest(&made.content));
    let video = Video {
        id: VideoId::new(now),
        user_id: head.user_id,
        workspace_id: head.workspace_id,
        file_id: upload.id,
        task_id: Some(head.id),
        provider_job,
        work: work.clone(),
        seed: made.seed.or(work.seed),
        seconds: Some(i64::from(seconds)),
        media_type: made.media_type,
        size_bytes: upload.size_bytes,
        cost,
        starred: false,
        created_at: now,
        deleted_at: None,
    };
    services.files.begin_single_upload(&services.db, &upload, made.content, now).await?;
    Ok(Kept { video, sha256 })
}

/// Adds a video to those of its person, in the transaction that ends its task, and returns its id.
pub(crate) async fn add(services: &Services, tx: &mut Tx, kept: Kept) -> Fallible<VideoId> {
    let Kept { video, sha256 } = kept;
    let now = services.clock.now();
    services.files.finish_single_upload(tx, video.file_id, &sha256, now).await?;
    services.files.retain_upload(tx, video.file_id).await?;
    insert_video(tx, &video).await?;
    Ok(video.id)
}
