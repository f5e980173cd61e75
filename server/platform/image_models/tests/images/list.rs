//! The list of image models, and the keys of connections that make nothing else.

use kernel::Secret;
use providers::{NewConnection, Probe, Protocol};
use serde_json::json;
use testing::{ScriptedAnswer, ScriptedServer};

use super::setting::{KEY, Setting};

fn codes(outcome: &providers::ProbeResult) -> (Option<&'static str>, usize) {
    (outcome.problem.as_ref().map(|problem| problem.kind.code), outcome.models)
}

#[tokio::test]
async fn image_models_of_a_connection_for_chats_are_listed_and_others_are_not() {
    let server = ScriptedServer::start().await;
    let models =
        json!({ "data": [{ "id": "gpt-4o" }, { "id": "gpt-image-1" }, { "id": "dall-e-3" }] });
    server.answer("GET /v1/models", ScriptedAnswer::json(models));
    let setting = Setting::connect(Protocol::Openai, server).await;

    let list = setting.models.list().await.unwrap();

    let listed: Vec<_> = list.iter().map(|info| (info.id.as_str(), info.local)).collect();
    assert_eq!(listed, [("lab/gpt-image-1", false), ("lab/dall-e-3", false)]);
    assert!(list[0].abilities.mask && list[0].abilities.transparency);
    assert_eq!((list[1].name.as_str(), list[1].credits), ("DALL·E 3", 12));
    for id in ["lab/gpt-4o", "lab/gpt-image-2", "gone/gpt-image-1", "gpt-image-1", ""] {
        let refused = setting.models.resolve(id).await.err().unwrap();
        assert_eq!(refused.code(), Some("image_models.model_unknown"), "{id}");
    }
}

#[tokio::test]
async fn checkpoints_of_an_own_machine_are_listed_and_cost_nothing() {
    let server = ScriptedServer::start().await;
    let checkpoints = json!([{ "title": "dream.safetensors [31e35c80fc]", "model_name": "dream" }]);
    server.answer("GET /sdapi/v1/sd-models", ScriptedAnswer::json(checkpoints));
    let setting = Setting::connect(Protocol::Automatic1111, server).await;

    let list = setting.models.list().await.unwrap();

    assert_eq!(
        (list[0].id.as_str(), list[0].name.as_str()),
        ("lab/dream.safetensors [31e35c80fc]", "dream")
    );
    assert_eq!((list[0].local, list[0].credits), (true, 0));
}

#[tokio::test]
async fn a_connection_for_images_offers_its_vendors_models_and_none_for_chats() {
    let server = ScriptedServer::start().await;
    server.answer("GET /v1/credits", ScriptedAnswer::json(json!({ "credits": 12.5 })));
    let setting = Setting::connect(Protocol::BlackForestLabs, server).await;

    let list = setting.models.list().await.unwrap();

    assert!(list.iter().any(|info| info.id == "lab/flux-kontext-pro"), "{list:?}");
    let probe = setting.server.request("GET /v1/credits");
    assert_eq!(probe.header("x-key"), Some(KEY));
}

#[tokio::test]
async fn a_probe_tells_a_right_key_from_a_wrong_one_and_from_another_server() {
    let refused = || ScriptedAnswer::refusal(401, json!({ "detail": "Invalid key" }));
    let page = || ScriptedAnswer::new(200, "text/html", "<html>");
    let of = |status: u16| ScriptedAnswer::refusal(status, json!({ "detail": "Not found" }));
    let fine = || ScriptedAnswer::json(json!({ "base_resp": { "status_code": 0 } }));
    let denied = || {
        ScriptedAnswer::json(
            json!({ "base_resp": { "status_code": 1004, "status_msg": "login fail" } }),
        )
    };
    let fal = "GET /fal-ai/flux/requests/00000000-0000-0000-0000-000000000000/status";
    let minimax = "GET /v1/query/video_generation";
    for (protocol, line, answer, wanted) in [
        (Protocol::Stability, "GET /v1/user/balance", fine(), None),
        (Protocol::Stability, "GET /v1/user/balance", refused(), Some("providers.key_refused")),
        (Protocol::Stability, "GET /v1/user/balance", page(), Some("providers.not_this_protocol")),
        (Protocol::Replicate, "GET /v1/account", of(404), Some("providers.not_this_protocol")),
        (Protocol::Fal, fal, of(404), None),
        (Protocol::Fal, fal, refused(), Some("providers.key_refused")),
        (Protocol::Minimax, minimax, fine(), None),
        (Protocol::Minimax, minimax, denied(), Some("providers.key_refused")),
        (Protocol::Comfyui, "GET /models/checkpoints", ScriptedAnswer::json(json!([])), None),
        (Protocol::Comfyui, "GET /models/checkpoints", fine(), Some("providers.not_this_protocol")),
    ] {
        let setting = Setting::over(protocol).await;
        setting.server.answer(line, answer);
        let probe = Probe {
            protocol,
            base_url: Some(setting.server.url()),
            api_key: Some(Secret::new(KEY.to_owned())),
            connection_id: None,
        };
        let outcome = setting.providers.test_connection(probe).await.unwrap();
        assert_eq!(codes(&outcome).0, wanted, "{protocol:?}");
    }
}

#[tokio::test]
async fn a_vendor_in_the_cloud_needs_a_key_and_an_own_machine_does_not() {
    let setting = Setting::over(Protocol::Comfyui).await;
    for (protocol, wanted) in [
        (Protocol::Replicate, Some("providers.key_missing")),
        (Protocol::Kling, Some("providers.key_missing")),
        (Protocol::Automatic1111, None),
    ] {
        let base_url = Some(setting.server.url());
        let new = NewConnection { name: "New".to_owned(), protocol, base_url, api_key: None };
        let made = setting.providers.create_connection(new).await;
        assert_eq!(made.err().and_then(|failure| failure.code()), wanted, "{protocol:?}");
    }
}
