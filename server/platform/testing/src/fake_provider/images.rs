//! Images that can be foreseen: colors that follow from the prompt. Faults and delays are in the model's name, as for texts;
//! a prompt with `[moderated]` is refused.

use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::HeaderMap;
use serde_json::{Value, json};

use super::behaviour::{Behaviour, Fault};
use super::encode::Dialect;
use super::server::{key_of, refuse};
use super::{Call, House};
use crate::colorful_png;

/// Answers a request for images.
pub(super) async fn create(house: &House, headers: &HeaderMap, body: &[u8]) -> Response {
    match serde_json::from_slice::<Value>(body) {
        Ok(request) => answer(house, headers, request).await,
        Err(_) => refuse(Dialect::OpenAi, 400, None),
    }
}

/// Answers a request to change images, whose form has its texts among the bytes of images.
pub(super) async fn edit(house: &House, headers: &HeaderMap, body: &Bytes) -> Response {
    let mut request = json!({});
    for name in ["model", "prompt", "n", "size"] {
        if let Some(text) = field(body, name) {
            request[name] = json!(text);
        }
    }
    answer(house, headers, request).await
}

/// Returns a text of a form.
fn field(body: &[u8], name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(body);
    let (_, rest) = text.split_once(&format!("name=\"{name}\""))?;
    let (_, rest) = rest.split_once("\r\n\r\n")?;
    rest.split_once("\r\n--").map(|(value, _)| value.to_owned())
}

async fn answer(house: &House, headers: &HeaderMap, request: Value) -> Response {
    let text = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
    let (model, prompt, size) = (text("model"), text("prompt"), text("size"));
    let count = request["n"].as_u64().or_else(|| text("n").parse().ok()).unwrap_or(1);
    let number = house.note(Call { model: model.clone(), body: request, key: key_of(headers) });
    if !house.accepts(headers) {
        return refuse(Dialect::OpenAi, 401, None);
    }
    let behaviour = Behaviour::parse(&model);
    tokio::time::sleep(behaviour.before_first).await;
    if let Some(Fault::Status(status)) = behaviour.fault_of(number) {
        return refuse(Dialect::OpenAi, status, behaviour.retry_after);
    }
    if prompt.contains("[moderated]") {
        let message = "Your request was rejected by the safety system.";
        let error = json!({ "error": { "message": message, "code": "moderation_blocked" } });
        return (http::StatusCode::BAD_REQUEST, axum::Json(error)).into_response();
    }
    let sides = sides_of(&size).unwrap_or((512, 512));
    let image = |index: u64| {
        let seed = prompt.bytes().fold(index as u32, |sum, byte| {
            sum.wrapping_mul(16_777_619).wrapping_add(u32::from(byte))
        });
        json!({ "b64_json": STANDARD.encode(colorful_png(sides, seed)) })
    };
    let data: Vec<_> = (0..count.min(10)).map(image).collect();
    axum::Json(json!({ "created": 1, "data": data })).into_response()
}

fn sides_of(size: &str) -> Option<(u32, u32)> {
    let (width, height) = size.split_once('x')?;
    Some((width.parse().ok()?, height.parse().ok()?))
}
