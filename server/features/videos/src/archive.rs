//! Videos in a person's archive, each followed by its bytes.

use ::store::{Db, Tx};
use area::{ArchiveBlob, ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::{Files, NewUpload, Upload, UploadState};
use identity::Person;
use kernel::{Clock, Failure, Fallible, FileId, Payer, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::VIDEO_MAX_BYTES;
use crate::rules::{check_work, file_name};
use crate::store;
use crate::video::{Video, VideoId};
use crate::work::Work;

/// Lines that are read at once.
const LINES_MAX: i64 = 100;
/// The formats that videos have here.
const MEDIA_TYPES: [&str; 3] = ["video/mp4", "video/webm", "video/quicktime"];

/// Exports and imports a person's videos.
pub(crate) struct VideosInArchive {
    db: Db,
    files: Files,
    clock: Clock,
}

impl VideosInArchive {
    pub fn new(services: &Services) -> Self {
        let Services { db, files, clock, .. } = services.clone();
        Self { db, files, clock }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: VideoId,
    file_id: FileId,
    work: Work,
    seed: Option<i64>,
    seconds: Option<i64>,
    media_type: String,
    size_bytes: i64,
    cost: i64,
    starred: bool,
    created_at: Timestamp,
}

impl From<Video> for Line {
    fn from(video: Video) -> Self {
        Self {
            id: video.id,
            file_id: video.file_id,
            work: video.work,
            seed: video.seed,
            seconds: video.seconds,
            media_type: video.media_type,
            size_bytes: video.size_bytes,
            cost: video.cost,
            starred: video.starred,
            created_at: video.created_at,
        }
    }
}

impl Line {
    /// Reads a line that keeps the rules, which hold for imports, too.
    fn parse(line: &Value) -> Option<Self> {
        let line = Self::deserialize(line).ok()?;
        let is_sound = check_work(&line.work).is_ok()
            && MEDIA_TYPES.contains(&line.media_type.as_str())
            && (1..=VIDEO_MAX_BYTES as i64).contains(&line.size_bytes)
            && line.cost >= 0;
        is_sound.then_some(line)
    }

    /// Returns the file whose bytes follow.
    fn upload(&self, person: Person) -> Option<Upload> {
        let new = NewUpload {
            id: self.file_id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            name: file_name(&self.work.prompt, &self.media_type),
            media_type: self.media_type.clone(),
            size_bytes: self.size_bytes,
            sha256: None,
        };
        Upload::pending(new, self.created_at)
    }

    fn into_video(self, person: Person) -> Video {
        Video {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            file_id: self.file_id,
            task_id: None,
            // A file could name the jobs of other people.
            provider_job: None,
            work: self.work,
            seed: self.seed,
            seconds: self.seconds,
            media_type: self.media_type,
            size_bytes: self.size_bytes,
            cost: self.cost,
            starred: self.starred,
            created_at: self.created_at,
            deleted_at: None,
        }
    }
}

#[async_trait]
impl ArchiveSource for VideosInArchive {
    fn name(&self) -> &'static str {
        "videos"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| VideoId::deserialize(&line["id"]).ok());
        let whose = Payer { user_id: person.user_id, workspace_id: person.workspace_id };
        let mut conn = self.db.read().await?;
        let videos = store::list_after(&mut conn, &whose, after, LINES_MAX).await?;
        archive_lines(videos.into_iter().map(Line::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Some(line) = Line::parse(line) else { return Ok(Restored::Refused) };
        if store::find_video(tx, person.user_id, line.id).await?.is_some() {
            return Ok(Restored::Present);
        }
        let Some(upload) = line.upload(person) else { return Ok(Restored::Refused) };
        match self.files.restore_upload(tx, &upload, self.clock.now()).await {
            Ok(_) => {}
            // Somebody else's id, or no room.
            Err(Failure::Problem(_)) => return Ok(Restored::Refused),
            Err(fault) => return Err(fault),
        }
        let is_new = store::insert_video(tx, &line.into_video(person)).await?;
        Ok(if is_new { Restored::Added } else { Restored::Refused })
    }

    fn blob(&self, person: Person, line: &Value) -> Option<ArchiveBlob> {
        let upload = Line::parse(line)?.upload(person)?;
        let max_bytes = u64::try_from(upload.size_bytes).ok()?;
        Some(ArchiveBlob { key: upload.key(), max_bytes })
    }

    async fn use_blob(&self, person: Person, line: &Value) -> Fallible<bool> {
        let Some(line) = Line::parse(line) else { return Ok(false) };
        let Some(promised) = line.upload(person) else { return Ok(false) };
        let size = self.files.size(&promised.key()).await.map_err(Failure::internal)?;
        if size != u64::try_from(promised.size_bytes).ok() {
            return Ok(false);
        }
        let mut tx = self.db.begin().await?;
        let video = store::find_video(&mut tx, person.user_id, line.id).await?;
        if video.is_none_or(|video| video.file_id != promised.id) {
            return Ok(false);
        }
        let now = self.clock.now();
        self.files.finish_restored(&mut tx, promised.id, UploadState::Parsed, now).await?;
        let known = self.files.find_upload(&mut tx, person.user_id, promised.id).await?;
        let is_it = known.is_some_and(|known| {
            known.state == UploadState::Parsed && known.size_bytes == promised.size_bytes
        });
        if !is_it {
            return Ok(false);
        }
        self.files.retain_upload(&mut tx, promised.id).await?;
        tx.commit().await?;
        Ok(true)
    }
}
