use area::{VideoJob, VideoJobState};
use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Asked;
use crate::error::{ErrorDetail, OpenAiError};

/// A video as OpenAI describes it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GatewayVideo)]
pub(crate) struct VideoBody {
    pub id: String,
    object: &'static str,
    model: String,
    prompt: String,
    /// `queued`, `in_progress`, `completed` or `failed`.
    status: &'static str,
    /// 0 to 100.
    progress: i64,
    /// Seconds since 1970.
    created_at: i64,
    completed_at: Option<i64>,
    /// Always null: a video stays until it is deleted.
    expires_at: Option<i64>,
    /// As it was asked for.
    size: Option<String>,
    seconds: Option<String>,
    remixed_from_video_id: Option<String>,
    error: Option<VideoErrorBody>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GatewayVideoError)]
pub(crate) struct VideoErrorBody {
    code: String,
    message: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GatewayVideoList)]
pub(crate) struct VideosBody {
    pub object: &'static str,
    pub data: Vec<VideoBody>,
    pub first_id: Option<String>,
    pub last_id: Option<String>,
    pub has_more: bool,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct VideosQuery {
    /// The last id of the page before.
    pub after: Option<String>,
    /// 1 to 100, 20 by default.
    pub limit: Option<u32>,
    /// `asc` or `desc`, which is the default: the newest first.
    pub order: Option<String>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ContentQuery {
    /// `video`.
    pub variant: Option<String>,
}

/// Returns a video that a program asked for, as far as it is.
pub(super) fn body_of(asked: Asked, job: VideoJob) -> VideoBody {
    let (status, error) = match job.state {
        VideoJobState::Queued => ("queued", None),
        VideoJobState::Working => ("in_progress", None),
        VideoJobState::Done { .. } => ("completed", None),
        VideoJobState::Failed(problem) => {
            let ErrorDetail { code, message, .. } =
                OpenAiError::from_problem_body(&problem).body().error;
            let code = code.unwrap_or_else(|| problem.code.clone());
            ("failed", Some(VideoErrorBody { code, message }))
        }
    };
    let seconds_of = |at: Timestamp| at.micros() / kernel::SECOND;
    VideoBody {
        id: id_of(asked.id),
        object: "video",
        model: asked.model,
        prompt: asked.prompt,
        status,
        progress: job.percent,
        created_at: seconds_of(asked.created_at),
        completed_at: job.ended_at.filter(|_| status == "completed").map(seconds_of),
        expires_at: None,
        size: asked.size,
        seconds: job.seconds.map(|seconds| seconds.to_string()),
        remixed_from_video_id: asked.remixed_from.map(id_of),
        error,
    }
}

fn id_of(id: Uuid) -> String {
    format!("video_{id}")
}

/// Returns the task of a video by the id that programs know.
pub(super) fn parse_id(id: &str) -> Option<Uuid> {
    id.strip_prefix("video_")?.parse().ok()
}
