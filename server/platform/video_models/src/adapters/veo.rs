//! Google's Veo by the Gemini API: an operation that runs for a while.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use media_calls::{Provider, ProviderJob, Wait, failure};
use providers::ModelError;
use serde_json::{Value, json};

use crate::{Frame, Progress, VideoModel, VideoRequest, made};

pub(crate) struct Veo {
    pub provider: Provider,
}

#[async_trait]
impl VideoModel for Veo {
    async fn start(&self, request: &VideoRequest) -> Result<Progress, ModelError> {
        let name = ProviderJob { id: request.model.clone(), ..ProviderJob::default() };
        let place = format!("/v1beta/models/{}:predictLongRunning", name.path_id()?);
        let answer = self.provider.post(place, body(request)).await?;
        Ok(Wait::for_video(ProviderJob::named(&answer, "name", &request.model)?).into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        let answer = self.provider.get(format!("/v1beta/{}", operation(&job.id)?)).await?;
        if let Some(message) = answer["error"]["message"].as_str() {
            return Err(failure(Some(message)));
        }
        if answer["done"] != json!(true) {
            return Ok(Wait::for_video(job.clone()).into());
        }
        let response = &answer["response"]["generateVideoResponse"];
        let sample = &response["generatedSamples"][0]["video"];
        match (sample["uri"].as_str(), response["raiMediaFilteredReasons"][0].as_str()) {
            (None, Some(reason)) => Err(ModelError::Moderated { message: reason.to_owned() }),
            (uri, _) => made::done_at(&self.provider, uri, None).await,
        }
    }

    async fn cancel(&self, _job: &ProviderJob) -> Result<(), ModelError> {
        // The Gemini API has no address for it.
        Ok(())
    }
}

/// Returns an operation's name as a path: `models/veo-…/operations/…`.
fn operation(name: &str) -> Result<&str, ModelError> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && part != ".."
            && part.chars().all(|ch| ch.is_ascii_alphanumeric() || "-_.".contains(ch))
    };
    match name.split('/').all(is_plain) {
        true => Ok(name),
        false => Err(ModelError::broken("a job's name is odd")),
    }
}

fn body(request: &VideoRequest) -> Value {
    let mut instance = json!({ "prompt": request.prompt });
    if let Some(frame) = &request.first_frame {
        instance["image"] = image(frame);
    }
    if let Some(frame) = &request.last_frame {
        instance["lastFrame"] = image(frame);
    }
    if !request.references.is_empty() {
        let one = |frame| json!({ "image": image(frame), "referenceType": "asset" });
        instance["referenceImages"] = request.references.iter().map(one).collect();
    }
    let mut parameters = json!({});
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            parameters[name] = value;
        }
    };
    set("aspectRatio", request.ratio.as_ref().map(|ratio| json!(ratio)));
    set("resolution", request.resolution.as_ref().map(|resolution| json!(resolution)));
    set("durationSeconds", request.seconds.map(|seconds| json!(seconds)));
    set("negativePrompt", request.negative_prompt.as_ref().map(|text| json!(text)));
    set("seed", request.seed.map(|seed| json!(seed)));
    json!({ "instances": [instance], "parameters": parameters })
}

fn image(frame: &Frame) -> Value {
    json!({
        "bytesBase64Encoded": STANDARD.encode(&frame.content), "mimeType": frame.media_type,
    })
}
