//! The operator's rules for what models make images of.

use axum::middleware::from_fn_with_state;
use media_policy::MediaPolicy;
use providers::{NewConnection, Protocol};
use regions::{Regions, note_place};
use serde_json::json;
use testing::{ScriptedAnswer, ScriptedServer, TestPerson, TestServer, TestStore, for_each_store};

use crate::creation::creation;

const MODERATE: &str = "POST /v1/moderations";

/// A server with rules, a provider of images and moderations, and Ana.
async fn start(
    store: TestStore,
    rules: media_policy::Settings,
) -> (TestServer, ScriptedServer, TestPerson) {
    let provider = ScriptedServer::start().await;
    let models = json!({ "data": [{ "id": "gpt-image-1" }] });
    provider.answer("GET /v1/models", ScriptedAnswer::json(models));
    let regions = Regions::new(
        &regions::Settings {
            country_header: Some("cf-ipcountry".to_owned()),
            no_media: vec!["BV".to_owned()],
            ..regions::Settings::default()
        },
        &["127.0.0.1/32".parse().unwrap()],
    );
    let regions = regions.unwrap();
    let change = |services: area::Services| {
        let media_policy = MediaPolicy::new(rules, services.providers.clone());
        area::Services { media_policy, ..services }
    };
    let server = TestServer::with_changed(store, change, move |services| {
        let mut area = images::area(services);
        area.routes = area.routes.layer(from_fn_with_state(regions.clone(), note_place));
        vec![tasks::area(), area]
    })
    .await;
    let new = NewConnection {
        name: "Lab".to_owned(),
        protocol: Protocol::OpenaiCompatible,
        base_url: Some(format!("{}/v1", provider.url())),
        api_key: None,
    };
    server.services.providers.create_connection(new).await.unwrap();
    let ana = server.member("ana@example.com").await;
    (server, provider, ana)
}

/// Asks for an image, which nobody here can pay, and returns the code of what stands against it.
async fn code_of(person: &TestPerson, prompt: &str) -> String {
    let task = creation(json!({ "prompt": prompt }));
    let refused = person.post("/api/images/tasks", task).await;
    refused.json()["code"].as_str().unwrap().to_owned()
}

for_each_store! {
    async fn a_request_with_a_blocked_word_is_declined(store) {
        let blocked_words = vec!["gore".to_owned()];
        let rules = media_policy::Settings { blocked_words, ..Default::default() };
        let (_server, _provider, ana) = start(store, rules).await;
        assert_eq!(code_of(&ana, "A scene of GORE").await, "media_policy.declined");
        assert_eq!(code_of(&ana, "A gorge").await, "ledger.insufficient_credits");
    }

    async fn a_moderation_model_declines_and_its_silence_does_too(store) {
        let moderation_model = Some("lab/omni-moderation-latest".to_owned());
        let rules = media_policy::Settings { moderation_model, ..Default::default() };
        let (_server, provider, ana) = start(store, rules).await;
        assert_eq!(code_of(&ana, "A hill").await, "media_policy.unchecked");
        let result = |flagged: bool| {
            let categories = json!({ "violence": flagged, "sexual": false });
            ScriptedAnswer::json(json!({ "results": [{ "flagged": flagged, "categories": categories }] }))
        };
        provider.answer(MODERATE, result(true));
        provider.answer(MODERATE, result(false));
        let task = creation(json!({ "prompt": "A fight" }));
        let refused = ana.post("/api/images/tasks", task).await.assert_problem(422, "media_policy.declined");
        assert_eq!(refused["params"]["reason"], "violence");
        assert_eq!(code_of(&ana, "A hill").await, "ledger.insufficient_credits");
        let asked = provider.requests().pop().unwrap().json();
        assert_eq!((&asked["model"], &asked["input"]), (&json!("omni-moderation-latest"), &json!("A hill")));
    }

    async fn models_make_nothing_where_the_operator_closed_it_and_tools_do(store) {
        let (_server, _provider, ana) = start(store, media_policy::Settings::default()).await;
        let client = ana.client.clone().with_header("cf-ipcountry", "bv");
        let there = TestPerson { client, ..ana };
        assert_eq!(code_of(&there, "A hill").await, "regions.media_closed");
        let tool = json!({ "type": "tool", "tool": { "tool": "logo", "name": "Sea" } });
        let task = json!({ "id": kernel::Uuid::now_v7(), "work": tool });
        there.post("/api/images/tasks", task).await.accepted();
    }
}
