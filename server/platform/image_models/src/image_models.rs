//! The handle used by all other crates: lists image models, and finds one that is to be called.

use std::sync::Arc;

use kernel::{Fallible, Problem};
use providers::{MediaConnection, MediaModel, Protocol, Providers};
use serde::Serialize;
use utoipa::ToSchema;
use web_access::WebAccess;

use crate::adapters::adapter;
use crate::catalogue;
use crate::{ImageAbilities, ImageModel, problems};

/// The image models of all connections. Cheap to clone.
#[derive(Clone)]
pub struct ImageModels {
    providers: Providers,
    web: WebAccess,
}

/// An image model that people can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImageModel)]
pub struct ImageModelInfo {
    /// `<connection slug>/<name at the provider>`.
    pub id: String,
    /// The name shown.
    pub name: String,
    pub connection_name: String,
    /// True if it runs on the operator's own machine.
    pub local: bool,
    pub abilities: ImageAbilities,
    /// Price of an image in advanced credits; 0 on the operator's own machine.
    pub credits: i64,
}

/// An image model that is ready to be called.
#[derive(Clone)]
pub struct ResolvedImageModel {
    pub model: Arc<dyn ImageModel>,
    /// The name for [`crate::ImageRequest::model`].
    pub name_at_provider: String,
    pub info: ImageModelInfo,
}

impl ImageModels {
    pub fn new(providers: Providers, web: WebAccess) -> Self {
        Self { providers, web }
    }

    /// Returns all image models that can be called now, those of the newest connection first. Never waits for a
    /// provider.
    pub async fn list(&self) -> Fallible<Vec<ImageModelInfo>> {
        let connections = self.providers.list_media_connections().await?;
        let of = |connection: &MediaConnection| -> Vec<ImageModelInfo> {
            connection.models.iter().filter_map(|model| info(connection, model)).collect()
        };
        Ok(connections.iter().flat_map(of).collect())
    }

    /// Returns the model with this id, ready to be called.
    ///
    /// # Errors
    ///
    /// `image_models.model_unknown` when no enabled connection has it, the operator switched it off, or it makes no
    /// images.
    pub async fn resolve(&self, id: &str) -> Fallible<ResolvedImageModel> {
        let connections = self.providers.list_media_connections().await?;
        let found = id.split_once('/').and_then(|(slug, name)| {
            let connection = connections.iter().find(|connection| connection.slug == slug)?;
            let info = info(connection, &connection.find(name)?)?;
            let known = catalogue::look_up(connection.protocol, name)?;
            let model = adapter(connection, &known, &self.web)?;
            Some(ResolvedImageModel { model, name_at_provider: name.to_owned(), info })
        });
        found.ok_or_else(|| Problem::from(problems::MODEL_UNKNOWN).into())
    }
}

/// Returns the facts about a model; `None` if it makes no images.
fn info(connection: &MediaConnection, model: &MediaModel) -> Option<ImageModelInfo> {
    let known = catalogue::look_up(connection.protocol, &model.id)?;
    let local = connection.protocol.is_local();
    let mut abilities = known.abilities;
    // Servers that are like OpenAI's may refuse to stream.
    abilities.partial_images &= connection.protocol == Protocol::Openai;
    let given_name = model.name.as_deref().filter(|name| !name.trim().is_empty());
    Some(ImageModelInfo {
        id: format!("{}/{}", connection.slug, model.id),
        name: given_name.or(known.name).unwrap_or(&model.id).to_owned(),
        connection_name: connection.name.clone(),
        local,
        abilities,
        credits: if local { 0 } else { known.credits },
    })
}
