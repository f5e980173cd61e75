//! The wire types of this area.

use api::{PageQuery, ProblemBody};
use kernel::{FileId, Timestamp};
use serde::{Deserialize, Serialize};
use tasks::{Head, State, TaskId};
use utoipa::{IntoParams, ToSchema};
use video_models::VideoModelInfo;

use crate::task::{Label, Task};
use crate::video::{Video, VideoId};
use crate::work::Work;

kernel::id! {
    /// Identifies work on a video; also its task's id.
    VideoTaskId
}

/// All video models that can be called now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VideoModelList)]
pub(crate) struct ModelsBody {
    pub models: Vec<VideoModelInfo>,
}

/// A video to begin. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVideoTask {
    pub id: VideoTaskId,
    pub work: Work,
}

/// Work on a video with what came of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VideoTask)]
pub(crate) struct VideoTaskBody {
    pub id: VideoTaskId,
    pub title: String,
    pub state: State,
    /// `queued_at_provider`, `generating`, `busy`, or empty.
    pub stage: String,
    pub work: Work,
    pub videos: Vec<VideoBody>,
    /// Advanced credits that it costs at most.
    pub price: i64,
    /// Advanced credits that it was charged; null while nothing is known.
    pub charged: Option<i64>,
    pub problem: Option<ProblemBody>,
    /// The cause of the problem, if known.
    pub cause: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl VideoTaskBody {
    pub fn of(task: Task, videos: Vec<Video>) -> Self {
        let (head, work) = (task.head, task.input);
        Self {
            id: VideoTaskId(head.id.0),
            title: head.title,
            state: head.state,
            stage: head.stage,
            work,
            videos: videos.into_iter().map(VideoBody::from).collect(),
            price: head.price.amount,
            charged: head.charged,
            problem: head.problem,
            cause: head.cause,
            created_at: head.created_at,
            ended_at: head.ended_at,
        }
    }
}

/// A line of the list of video tasks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VideoTaskEntry {
    pub id: VideoTaskId,
    pub title: String,
    pub state: State,
    pub videos: Vec<VideoId>,
    pub created_at: Timestamp,
}

impl From<Head> for VideoTaskEntry {
    fn from(head: Head) -> Self {
        let Label { videos } = serde_json::from_value(head.label).unwrap_or_default();
        Self {
            id: VideoTaskId(head.id.0),
            title: head.title,
            state: head.state,
            videos,
            created_at: head.created_at,
        }
    }
}

/// A video of the caller's.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Video)]
pub(crate) struct VideoBody {
    pub id: VideoId,
    /// The file with its bytes.
    pub file_id: FileId,
    pub prompt: String,
    pub model: String,
    /// The work that made it, to do it again.
    pub work: Work,
    pub seed: Option<i64>,
    pub seconds: Option<i64>,
    pub media_type: String,
    pub size_bytes: i64,
    pub starred: bool,
    /// True if its model can change it, where models of its kind can.
    pub can_remix: bool,
    /// The video whose settings it was made with, which may be gone.
    pub parent_id: Option<VideoId>,
    pub task_id: Option<VideoTaskId>,
    /// Advanced credits.
    pub cost: i64,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

impl From<Video> for VideoBody {
    fn from(video: Video) -> Self {
        Self {
            id: video.id,
            file_id: video.file_id,
            prompt: video.work.prompt.clone(),
            model: video.work.model.clone(),
            can_remix: video.provider_job.is_some(),
            parent_id: video.work.parent_id,
            work: video.work,
            seed: video.seed,
            seconds: video.seconds,
            media_type: video.media_type,
            size_bytes: video.size_bytes,
            starred: video.starred,
            task_id: video.task_id.map(|TaskId(id)| VideoTaskId(id)),
            cost: video.cost,
            created_at: video.created_at,
            deleted_at: video.deleted_at,
        }
    }
}

/// The videos that a list shows, and its page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct VideoListQuery {
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Rows in the page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
    /// Words of the prompt or the model.
    pub q: Option<String>,
    /// Only starred ones.
    pub starred: bool,
    /// The trash instead.
    pub deleted: bool,
}

impl VideoListQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Changes to a video; what is absent stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VideoChange {
    #[serde(default)]
    pub starred: Option<bool>,
}
