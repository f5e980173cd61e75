//! OpenAI's images, and those of servers that are compatible with it: `/images/generations` and `/images/edits`.

use async_trait::async_trait;
use media_calls::{Provider, failure, is_moderation};
use providers::{FormPart, MediaCall, ModelError};
use serde_json::{Map, Value, json};

use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct OpenAi {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for OpenAi {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let answer = self.provider.send(call(request, &[])).await?.json()?;
        self.images(&answer).await.map(Progress::Done)
    }

    async fn start_with_drafts(
        &self,
        request: &ImageRequest,
        drafts: &mut (dyn FnMut(GeneratedImage) + Send),
    ) -> Result<Progress, ModelError> {
        let mut heard = Heard::default();
        let call =
            call(request, &[("stream", json!(true)), ("partial_images", json!(request.drafts))]);
        let mut hear = |event| heard.take(&event, drafts);
        match self.provider.send_streamed(call, &mut hear).await? {
            Some(answer) => self.images(&answer.json()?).await.map(Progress::Done),
            None => heard.images().map(Progress::Done),
        }
    }
}

/// The end of a stream.
#[derive(Default)]
struct Heard {
    images: Vec<GeneratedImage>,
    error: Option<ModelError>,
}

impl Heard {
    fn take(&mut self, event: &Value, drafts: &mut (dyn FnMut(GeneratedImage) + Send)) {
        let kind = event["type"].as_str().unwrap_or_default();
        let image = event["b64_json"].as_str().map(made::image_in_base64);
        match (kind, image) {
            ("image_generation.partial_image" | "image_edit.partial_image", Some(Ok(image))) => {
                drafts(image);
            }
            ("image_generation.completed" | "image_edit.completed", Some(image)) => match image {
                Ok(image) => self.images.push(image),
                Err(error) => self.error = Some(error),
            },
            ("error", _) => self.error = Some(refusal(&event["error"])),
            // Whatever else there will be, and drafts that are broken.
            _ => {}
        }
    }

    fn images(self) -> Result<Vec<GeneratedImage>, ModelError> {
        match self.error {
            Some(error) => Err(error),
            None => made::some(self.images),
        }
    }
}

fn refusal(error: &Value) -> ModelError {
    let message = error["message"].as_str();
    match error["code"].as_str() {
        Some(code) if is_moderation(code) => {
            ModelError::Moderated { message: message.unwrap_or(code).to_owned() }
        }
        code => failure(message.or(code)),
    }
}

/// Returns the call of a request with more fields.
fn call(request: &ImageRequest, more: &[(&str, Value)]) -> MediaCall {
    let mut fields = fields(request);
    fields.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let call = match request.references.is_empty() {
        true => MediaCall::post("/images/generations").json(Value::Object(fields)),
        false => MediaCall::post("/images/edits").form(edit(request, fields)),
    };
    call.header("idempotency-key", request.idempotency_key.clone())
}

impl OpenAi {
    async fn images(&self, answer: &Value) -> Result<Vec<GeneratedImage>, ModelError> {
        let mut images = Vec::new();
        for item in answer["data"].as_array().into_iter().flatten() {
            let mut image = match (item["b64_json"].as_str(), item["url"].as_str()) {
                (Some(content), _) => made::image_in_base64(content)?,
                (None, Some(url)) => made::image_at(&self.provider, url).await?,
                (None, None) => continue,
            };
            image.revised_prompt = item["revised_prompt"].as_str().map(str::to_owned);
            image.seed = item["seed"].as_i64();
            images.push(image);
        }
        made::some(images)
    }
}

fn edit(request: &ImageRequest, fields: Map<String, Value>) -> Vec<FormPart> {
    let texts = fields.into_iter().map(|(name, value)| match value {
        Value::String(text) => FormPart::text(name, text),
        other => FormPart::text(name, other.to_string()),
    });
    let mut parts: Vec<FormPart> = texts.collect();
    let name = if request.references.len() == 1 { "image" } else { "image[]" };
    for (number, reference) in request.references.iter().enumerate() {
        let kind = reference.media_type.strip_prefix("image/").unwrap_or("png");
        let file_name = format!("image-{}.{kind}", number + 1);
        let content = reference.content.clone();
        parts.push(FormPart::file(name, file_name, &reference.media_type, content));
    }
    if let Some(mask) = &request.mask {
        parts.push(FormPart::file("mask", "mask.png", "image/png", mask.clone()));
    }
    parts
}

fn fields(request: &ImageRequest) -> Map<String, Value> {
    let mut body = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            body.insert(name.to_owned(), value);
        }
    };
    set("model", Some(json!(request.model)));
    set("prompt", Some(json!(request.prompt)));
    set("n", Some(json!(request.count.max(1))));
    set("size", request.size.map(|size| json!(size.to_string())));
    set("quality", request.quality.as_ref().map(|quality| json!(quality)));
    set("style", request.style.as_ref().map(|style| json!(style)));
    // Not OpenAI's own: LocalAI's, Together's and others'.
    set("negative_prompt", request.negative_prompt.as_ref().map(|text| json!(text)));
    set("seed", request.seed.map(|seed| json!(seed)));
    if request.transparent {
        set("background", Some(json!("transparent")));
        set("output_format", Some(json!("png")));
    }
    // Others answer so anyway, or refuse the field.
    if request.model.starts_with("dall-e") {
        set("response_format", Some(json!("b64_json")));
    }
    body
}
