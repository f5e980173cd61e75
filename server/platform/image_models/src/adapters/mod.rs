//! One file per wire protocol: the format of requests and answers.

mod automatic1111;
mod black_forest_labs;
mod chat_images;
mod comfyui;
mod comfyui_workflow;
mod fal;
mod gemini;
mod imagen;
mod inputs;
mod openai;
mod replicate;
mod stability;

use std::sync::Arc;

use media_calls::Provider;
use providers::{MediaConnection, ModelError, Protocol};
use web_access::WebAccess;

use crate::ImageModel;
use crate::catalogue::{Known, Way, way_of_server};

/// Returns the model with this entry of the catalogue; `None` where its protocol has no images.
pub(crate) fn adapter(
    connection: &MediaConnection,
    known: &Known,
    web: &WebAccess,
) -> Option<Arc<dyn ImageModel>> {
    let provider = Provider::new(connection.caller.clone(), web.clone());
    let way = way_of_server(connection.caller.base_url()).unwrap_or(known.way);
    Some(match (connection.protocol, way) {
        (_, Way::Chat) => Arc::new(chat_images::ChatImages { provider }),
        (_, Way::Predict) => Arc::new(imagen::Imagen { provider }),
        (Protocol::Openai | Protocol::OpenaiCompatible, Way::Usual) => {
            Arc::new(openai::OpenAi { provider })
        }
        (Protocol::Gemini, Way::Usual) => Arc::new(gemini::Gemini { provider }),
        (Protocol::BlackForestLabs, Way::Usual) => {
            Arc::new(black_forest_labs::BlackForestLabs { provider })
        }
        (Protocol::Stability, Way::Usual) => Arc::new(stability::Stability { provider }),
        (Protocol::Replicate, Way::Usual) => Arc::new(replicate::Replicate { provider }),
        (Protocol::Fal, Way::Usual) => Arc::new(fal::Fal { provider }),
        (Protocol::Automatic1111, Way::Usual) => {
            Arc::new(automatic1111::Automatic1111 { provider })
        }
        (Protocol::Comfyui, Way::Usual) => Arc::new(comfyui::Comfyui { provider }),
        _ => return None,
    })
}

/// Returns the path of a method of a Gemini model.
fn model_place(model: &str, method: &str) -> Result<String, ModelError> {
    Ok(format!("/v1beta/models/{}:{method}", plain_name(model)?))
}

/// Returns a model's name as a part of a path.
fn plain_name(model: &str) -> Result<&str, ModelError> {
    let is_plain = |ch: char| ch.is_ascii_alphanumeric() || "-_.".contains(ch);
    match !model.is_empty() && model.chars().all(is_plain) && model != ".." && model != "." {
        true => Ok(model),
        false => Err(ModelError::Refused { message: format!("There is no model {model}.") }),
    }
}
