use api::ProblemBody;
use async_trait::async_trait;
use bytes::Bytes;
use identity::KeyCaller;
use kernel::{Fallible, FileId, Timestamp, UserId, Uuid};

/// Makes videos for programs, in the background: for the area that programs call.
#[async_trait]
pub trait VideoJobs: Send + Sync {
    /// Starts a video, whose price is held and counts to the limit of the program's key. The same one started again is
    /// returned as it is by then.
    ///
    /// Problems: the area's own, and those of the ledger.
    async fn start(&self, caller: &KeyCaller, new: NewVideoJob) -> Fallible<VideoJob>;

    /// Returns those of a person's videos that are there, in the order of `ids`.
    async fn find(&self, user_id: UserId, ids: &[Uuid]) -> Fallible<Vec<VideoJob>>;

    /// Deletes a video. One that is not done is stopped first.
    async fn delete(&self, user_id: UserId, id: Uuid) -> Fallible<()>;
}

/// A video that a program asks for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewVideoJob {
    pub id: Uuid,
    /// As the list of video models has it.
    pub model: String,
    pub prompt: String,
    pub negative_prompt: Option<String>,
    pub seed: Option<i64>,
    pub seconds: Option<u32>,
    pub ratio: Option<String>,
    pub resolution: Option<String>,
    /// The video, of these jobs, that its provider changes: only the prompt is new.
    pub remix_of: Option<Uuid>,
    /// The image that it begins with.
    pub first_frame: Option<Bytes>,
}

/// A video that a program asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct VideoJob {
    pub id: Uuid,
    pub state: VideoJobState,
    /// 0 to 100.
    pub percent: i64,
    /// Length as it was asked for.
    pub seconds: Option<u32>,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

/// The state of a video that a program asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum VideoJobState {
    Queued,
    Working,
    Done {
        /// `None`: its person deleted the video.
        file_id: Option<FileId>,
    },
    Failed(Box<ProblemBody>),
}
