//! Inputs of models behind Replicate and fal, which every model names as it likes: `catalogue.toml` has the names.

use providers::{ModelError, Protocol};
use serde_json::{Map, Value, json};

use crate::catalogue::{self, InputNames};
use crate::masks::white_mask;
use crate::{ImageRequest, ImageSize};

/// A file as a model's input, ready to be named.
pub(crate) trait Files {
    async fn file(&self, media_type: &str, content: &bytes::Bytes) -> Result<String, ModelError>;
}

/// Returns the input of the model that `request` names.
pub(crate) async fn inputs(
    protocol: Protocol,
    request: &ImageRequest,
    files: &impl Files,
) -> Result<Value, ModelError> {
    let names = catalogue::input_names(protocol, &request.model);
    let mut input = Map::new();
    let mut set = |name: &Option<String>, value: Option<Value>| {
        if let (Some(name), Some(value)) = (name, value) {
            input.insert(name.clone(), value);
        }
    };
    set(&Some("prompt".to_owned()), Some(json!(request.prompt)));
    set(&Some("seed".to_owned()), request.seed.map(|seed| json!(seed)));
    set(&names.negative_prompt, request.negative_prompt.as_ref().map(|text| json!(text)));
    set(&names.count, Some(json!(request.count.max(1))));
    set(&names.size, request.size.map(|size| size_value(&names, size)));
    set(&names.ratio, request.ratio.as_ref().map(|ratio| json!(ratio)));
    set(&names.style, request.style.as_ref().map(|style| json!(style)));
    set(&names.quality, request.quality.as_ref().map(|quality| json!(quality)));
    set(&names.cfg_scale, request.cfg_scale.map(|scale| json!(scale)));
    let each = request.references.first().and_then(|reference| reference.strength);
    set(&names.strength, each.or(request.strength).map(|strength| json!(strength)));
    let mut urls = Vec::new();
    for reference in &request.references {
        urls.push(files.file(&reference.media_type, &reference.content).await?);
    }
    set(&names.reference, urls.first().map(|url| json!(url)));
    set(&names.references, Some(json!(urls)).filter(|_| !urls.is_empty()));
    if let Some(mask) = &request.mask {
        let url = files.file("image/png", &white_mask(mask).await?).await?;
        set(&names.mask, Some(json!(url)));
    }
    Ok(Value::Object(input))
}

fn size_value(names: &InputNames, size: ImageSize) -> Value {
    match names.size_is_object {
        true => json!({ "width": size.width, "height": size.height }),
        false => json!(size.to_string()),
    }
}
