//! The handle used by all other crates: lists video models, and finds one that is to be called.

use std::sync::Arc;

use kernel::{Fallible, Problem};
use providers::{MediaConnection, MediaModel, Providers};
use serde::Serialize;
use utoipa::ToSchema;
use web_access::WebAccess;

use crate::adapters::adapter;
use crate::{VideoAbilities, VideoModel, catalogue, problems};

/// The video models of all connections. Cheap to clone.
#[derive(Clone)]
pub struct VideoModels {
    providers: Providers,
    web: WebAccess,
}

/// A video model that people can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = VideoModel)]
pub struct VideoModelInfo {
    /// `<connection slug>/<name at the provider>`.
    pub id: String,
    /// The name shown.
    pub name: String,
    pub connection_name: String,
    pub abilities: VideoAbilities,
    /// Price of a second of video in advanced credits.
    pub credits_per_second: i64,
}

impl VideoModelInfo {
    /// Returns the price of a video of this length in advanced credits.
    pub fn credits(&self, seconds: u32) -> i64 {
        self.credits_per_second.saturating_mul(i64::from(seconds))
    }
}

/// A video model that is ready to be called.
#[derive(Clone)]
pub struct ResolvedVideoModel {
    pub model: Arc<dyn VideoModel>,
    /// The name for [`crate::VideoRequest::model`].
    pub name_at_provider: String,
    pub info: VideoModelInfo,
}

impl VideoModels {
    pub fn new(providers: Providers, web: WebAccess) -> Self {
        Self { providers, web }
    }

    /// Returns all video models that can be called now, those of the newest connection first. Never waits for a
    /// provider.
    pub async fn list(&self) -> Fallible<Vec<VideoModelInfo>> {
        let connections = self.providers.list_media_connections().await?;
        let of = |connection: &MediaConnection| -> Vec<VideoModelInfo> {
            connection.models.iter().filter_map(|model| info(connection, model)).collect()
        };
        Ok(connections.iter().flat_map(of).collect())
    }

    /// Returns the model with this id, ready to be called.
    ///
    /// # Errors
    ///
    /// `video_models.model_unknown` when no enabled connection has it, the operator switched it off, or it makes no
    /// videos.
    pub async fn resolve(&self, id: &str) -> Fallible<ResolvedVideoModel> {
        let connections = self.providers.list_media_connections().await?;
        let found = id.split_once('/').and_then(|(slug, name)| {
            let connection = connections.iter().find(|connection| connection.slug == slug)?;
            let info = info(connection, &connection.find(name)?)?;
            let model = adapter(connection, &self.web)?;
            Some(ResolvedVideoModel { model, name_at_provider: name.to_owned(), info })
        });
        found.ok_or_else(|| Problem::from(problems::MODEL_UNKNOWN).into())
    }
}

/// Returns the facts about a model; `None` if it makes no videos.
fn info(connection: &MediaConnection, model: &MediaModel) -> Option<VideoModelInfo> {
    let known = catalogue::look_up(connection.protocol, &model.id)?;
    let given_name = model.name.as_deref().filter(|name| !name.trim().is_empty());
    Some(VideoModelInfo {
        id: format!("{}/{}", connection.slug, model.id),
        name: given_name.or(known.name).unwrap_or(&model.id).to_owned(),
        connection_name: connection.name.clone(),
        abilities: known.abilities,
        credits_per_second: known.credits_per_second,
    })
}
