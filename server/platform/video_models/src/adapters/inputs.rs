//! Inputs of models behind Replicate and fal, which every model names as it likes: `catalogue.toml` has the names.

use providers::Protocol;
use serde_json::{Map, Value, json};

use crate::catalogue::{self, InputNames};
use crate::{Frame, VideoRequest};

/// The addresses of a request's images, as an input can name them.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    pub first_frame: Option<String>,
    pub last_frame: Option<String>,
}

/// Returns the input of the model that `request` names.
pub(crate) fn inputs(protocol: Protocol, request: &VideoRequest, at: &Addresses) -> Value {
    let names = catalogue::input_names(protocol, &request.model);
    let mut input = Map::new();
    let mut set = |name: &Option<String>, value: Option<Value>| {
        if let (Some(name), Some(value)) = (name, value) {
            input.insert(name.clone(), value);
        }
    };
    set(&Some("prompt".to_owned()), Some(json!(request.prompt)));
    set(&names.negative_prompt, request.negative_prompt.as_ref().map(|text| json!(text)));
    set(&names.first_frame, at.first_frame.as_ref().map(|url| json!(url)));
    set(&names.last_frame, at.last_frame.as_ref().map(|url| json!(url)));
    set(&names.seconds, request.seconds.map(|seconds| length(&names, seconds)));
    set(&names.ratio, request.ratio.as_ref().map(|ratio| json!(ratio)));
    set(&names.resolution, request.resolution.as_ref().map(|resolution| json!(resolution)));
    set(&names.audio, request.audio.map(|audio| json!(audio)));
    set(&names.motion, request.motion.map(|motion| strength(&names, motion)));
    set(&names.cfg_scale, request.cfg_scale.map(|scale| json!(scale)));
    set(&names.seed, request.seed.map(|seed| json!(seed)));
    Value::Object(input)
}

fn length(names: &InputNames, seconds: u32) -> Value {
    match &names.seconds_unit {
        Some(unit) => json!(format!("{seconds}{unit}")),
        None => json!(seconds),
    }
}

/// Returns the motion on the model's scale, which begins at 1.
fn strength(names: &InputNames, motion: f64) -> Value {
    let max = f64::from(names.motion_max.unwrap_or(1));
    json!((motion * max).round().clamp(1.0, max.max(1.0)) as u32)
}

/// Returns the frames of a request by the names of their addresses.
pub(crate) fn frames(request: &VideoRequest) -> [Option<&Frame>; 2] {
    [request.first_frame.as_ref(), request.last_frame.as_ref()]
}
