//! Embeddings that can be foreseen: one number for each of the letters a to h, by how often it is there.

use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use serde_json::{Value, json};

use super::behaviour::{Behaviour, Fault};
use super::encode::Dialect;
use super::server::{key_of, refuse};
use super::{Call, House};

pub(super) fn answer(
    house: &House,
    dialect: Dialect,
    headers: &HeaderMap,
    body: &[u8],
    model_in_path: Option<String>,
) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return refuse(dialect, 400, None);
    };
    let model =
        model_in_path.unwrap_or_else(|| request["model"].as_str().unwrap_or_default().to_owned());
    let texts = texts(&request);
    let number = house.note(Call { model: model.clone(), body: request, key: key_of(headers) });
    if !house.accepts(headers) {
        return refuse(dialect, 401, None);
    }
    let behaviour = Behaviour::parse(&model);
    if let Some(Fault::Status(status)) = behaviour.fault_of(number) {
        return refuse(dialect, status, behaviour.retry_after);
    }
    let vectors = texts.iter().map(|text| vector(text));
    let tokens: usize = texts.iter().map(|text| text.split_whitespace().count().max(1)).sum();
    axum::Json(match dialect {
        Dialect::Gemini => {
            json!({"embeddings": vectors.map(|values| json!({"values": values})).collect::<Vec<_>>()})
        }
        Dialect::Ollama => json!({
            "model": model, "embeddings": vectors.collect::<Vec<_>>(), "prompt_eval_count": tokens,
        }),
        _ => json!({
            "object": "list", "model": model,
            "data": vectors.enumerate().map(|(index, embedding)| json!({
                "object": "embedding", "index": index, "embedding": embedding,
            })).collect::<Vec<_>>(),
            "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
        }),
    })
    .into_response()
}

fn texts(request: &Value) -> Vec<String> {
    if let Some(requests) = request["requests"].as_array() {
        let text = |one: &Value| one["content"]["parts"][0]["text"].as_str().map(str::to_owned);
        return requests.iter().filter_map(text).collect();
    }
    match &request["input"] {
        Value::Array(list) => {
            list.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
        }
        one => one.as_str().map(str::to_owned).into_iter().collect(),
    }
}

fn vector(text: &str) -> Vec<f32> {
    ('a'..='h').map(|letter| text.chars().filter(|ch| *ch == letter).count() as f32).collect()
}
