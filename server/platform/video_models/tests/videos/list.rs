//! The list of video models.

use providers::Protocol;
use serde_json::json;
use testing::{ScriptedAnswer, ScriptedServer};

use super::setting::Setting;

#[tokio::test]
async fn video_models_of_a_connection_are_listed_and_others_are_not() {
    let server = ScriptedServer::start().await;
    let of = |name: &str, method: &str| json!({ "name": format!("models/{name}"), "displayName": name, "supportedGenerationMethods": [method] });
    let models = json!({ "models": [
        of("gemini-2.5-flash", "generateContent"), of("veo-3.1-generate-preview", "predictLongRunning"),
        of("imagen-4.0-generate-001", "predict"),
    ] });
    server.answer("GET /v1beta/models", ScriptedAnswer::json(models));
    let setting = Setting::connect(Protocol::Gemini, server).await;

    let list = setting.models.list().await.unwrap();

    let ids: Vec<_> = list.iter().map(|info| info.id.as_str()).collect();
    assert_eq!(ids, ["lab/veo-3.1-generate-preview"]);
    assert!(list[0].abilities.last_frame);
    assert_eq!(list[0].credits(8), 320);
    let chats = setting.providers.list_models().await.unwrap().models;
    let chats: Vec<_> = chats.iter().map(|info| info.id.as_str()).collect();
    assert_eq!(chats, ["lab/gemini-2.5-flash"]);
    for id in ["lab/gemini-2.5-flash", "lab/veo-9", "gone/veo-3.1-generate-preview", ""] {
        let refused = setting.models.resolve(id).await.err().unwrap();
        assert_eq!(refused.code(), Some("video_models.model_unknown"), "{id}");
    }
}

#[tokio::test]
async fn a_vendor_of_videos_offers_those_of_its_row() {
    let server = ScriptedServer::start().await;
    server.answer("GET /v1/organization", ScriptedAnswer::json(json!({ "creditBalance": 5 })));
    let setting = Setting::connect(Protocol::Runway, server).await;

    let list = setting.models.list().await.unwrap();

    assert!(list.iter().any(|info| info.id == "lab/gen4_turbo"), "{list:?}");
    let probe = setting.server.request("GET /v1/organization");
    assert_eq!(probe.header("x-runway-version"), Some("2024-11-06"));
}
