//! What a provider made, as bytes.

use bytes::Bytes;
use media_calls::{Bounds, Provider, media_type_of};
use providers::ModelError;

use crate::{GeneratedVideo, Progress};

/// Returns a video with its media type, as its bytes say it.
pub(crate) fn video(content: Bytes) -> Result<GeneratedVideo, ModelError> {
    match media_type_of(&content).filter(|kind| kind.starts_with("video/")) {
        Some(kind) => Ok(GeneratedVideo { content, media_type: kind.to_owned(), seed: None }),
        None => Err(ModelError::broken("what came is no video")),
    }
}

/// Returns the end of a job whose video is at an address that the provider named.
pub(crate) async fn done_at(
    provider: &Provider,
    url: Option<&str>,
    seed: Option<i64>,
) -> Result<Progress, ModelError> {
    let url = url.ok_or_else(no_video)?;
    let video = video(provider.fetch(url, Bounds::VIDEO).await?)?;
    Ok(Progress::Done(vec![GeneratedVideo { seed, ..video }]))
}

pub(crate) fn no_video() -> ModelError {
    ModelError::NoAnswer { message: "The provider sent no video.".to_owned() }
}
