//! Models and connections, through HTTP.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use serde_json::{Value, json};
use testing::{
    FakeProvider, ScriptedAnswer, ScriptedServer, TestPerson, TestServer, TestStore, for_each_store,
};

async fn start(store: TestStore) -> TestServer {
    TestServer::with(store, |_| vec![models::area()]).await
}

fn fake(provider: &FakeProvider) -> Value {
    json!({
        "name": "Fake", "protocol": "openai_compatible", "base_url": provider.openai_url(),
        "api_key": "sk-fake-1234",
    })
}

async fn connect(operator: &TestPerson, provider: &FakeProvider) -> Value {
    operator.post("/api/models/connections", fake(provider)).await.created()
}

fn path(connection: &Value) -> String {
    format!("/api/models/connections/{}", connection["id"].as_str().unwrap())
}

for_each_store! {
    // spec §1: "Multi-model AI chat with advanced models and a standard model"
    async fn everybody_sees_connected_models_with_price_and_lock(store) {
        let server = start(store).await;
        let provider = FakeProvider::start_with(&["gpt-5-mini", "gpt-5.1"]).await;
        let operator = server.operator().await;
        connect(&operator, &provider).await;
        let ana = server.member("ana@example.com").await;

        let list = ana.get("/api/models").await.ok();

        assert_eq!(list["default_model"], "fake/gpt-5-mini");
        assert_eq!(list["models"][0], json!({
            "id": "fake/gpt-5-mini", "name": "gpt-5-mini", "connection_name": "Fake",
            "provider": "openai_compatible", "tier": "standard", "context_tokens": 400_000,
            "vision": true, "tools": true, "reasoning": true, "locked": false,
            "price": { "meter": "standard_query", "amount": 1, "per_1k": null },
        }));
        assert_eq!(list["models"][1]["tier"], "advanced");
        assert_eq!(list["models"][1]["locked"], true);
        assert_eq!(operator.get("/api/models").await.ok()["models"][1]["locked"], false);
    }

    async fn a_visitor_sees_no_models(store) {
        let server = start(store).await;
        let answer = server.visitor().get("/api/models").await;
        answer.assert_problem(401, "identity.login_required");
    }

    async fn a_key_goes_in_and_never_comes_out(store) {
        let server = start(store).await;
        let provider = FakeProvider::start().await;
        let operator = server.operator().await;

        let made = operator.post("/api/models/connections", fake(&provider)).await;
        assert!(!made.text().contains("sk-fake"));
        let connection = made.created();

        assert_eq!(connection["key_hint"], "1234");
        assert_eq!(connection["models"].as_array().unwrap().len(), 3);
        assert_eq!(connection["last_problem"], json!(null));
        let list = operator.get("/api/models/connections").await;
        assert!(!list.text().contains("sk-fake"));
        assert_eq!(list.ok()["items"], json!([connection]));
    }

    async fn a_connection_is_changed_refreshed_and_deleted(store) {
        let server = start(store).await;
        let provider = FakeProvider::start_with(&["fake-t1", "fake-t2"]).await;
        let operator = server.operator().await;
        let connection = connect(&operator, &provider).await;
        let change = json!({
            "name": "Mine", "responses": true, "fallbacks": ["other/m", "other/m", " "],
            "models": [
                { "id": "fake-t1", "tier": "advanced", "enabled": false, "fallbacks": ["fake/fake-t2"] },
            ],
        });

        let changed = operator.patch(&path(&connection), change).await.ok();

        assert_eq!((&changed["name"], &changed["version"]), (&json!("Mine"), &json!(2)));
        assert_eq!(changed["models"][0], json!({
            "id": "fake-t1", "name": "fake-t1", "tier": "advanced", "credits_per_1k": null,
            "enabled": false, "fallbacks": ["fake/fake-t2"], "cooling_until": null,
            "context_tokens": null, "tools": false, "vision": false, "reasoning": false,
        }));
        assert_eq!((&changed["responses"], &changed["fallbacks"]), (&json!(true), &json!(["other/m"])));
        let unknown = operator.patch(&path(&connection), json!({ "fallbacks": ["no slash"] })).await;
        unknown.assert_problem(422, "providers.fallback_unknown");
        let many: Vec<_> = (0..6).map(|n| format!("other/m{n}")).collect();
        let many = operator.patch(&path(&connection), json!({ "fallbacks": many })).await;
        many.assert_problem(422, "providers.too_many_fallbacks");
        provider.set_models(&["fake-t3"]);
        let refreshed = operator.post(&format!("{}/refresh", path(&connection)), json!({})).await;
        let ids: Vec<_> = refreshed.ok()["models"].as_array().unwrap().iter()
            .map(|model| model["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!(ids, ["fake-t3", "fake-t1"]);
        operator.delete(&path(&connection)).await.no_content();
        operator.delete(&path(&connection)).await
            .assert_problem(404, "providers.connection_not_found");
    }

    // spec §9: "a reasoning preview model costs 32 credits per 1k tokens"
    async fn the_operator_says_which_model_costs_by_its_tokens(store) {
        let server = start(store).await;
        let provider = FakeProvider::start_with(&["o1-preview", "fake-t1"]).await;
        let operator = server.operator().await;
        let connection = connect(&operator, &provider).await;
        let ana = server.member("ana@example.com").await;
        let price_of = async |id: &str| {
            let list = ana.get("/api/models").await.ok();
            let mut models = list["models"].as_array().unwrap().iter();
            models.find(|model| model["id"] == id).unwrap()["price"].clone()
        };
        // Held: an answer of 8,192 tokens.
        let known = json!({ "meter": "advanced_credit", "amount": 263, "per_1k": 32 });
        assert_eq!(price_of("fake/o1-preview").await, known);
        let by_answer = json!({ "meter": "standard_query", "amount": 1, "per_1k": null });
        assert_eq!(price_of("fake/fake-t1").await, by_answer);

        let set = async |id: &str, credits: i64| {
            let model = json!({ "id": id, "credits_per_1k": credits });
            operator.patch(&path(&connection), json!({ "models": [model] })).await
        };
        let changed = set("fake-t1", 5).await.ok();
        let models = changed["models"].as_array().unwrap();
        let own = models.iter().find(|model| model["id"] == "fake-t1").unwrap();
        assert_eq!(own["credits_per_1k"], 5);
        let priced = json!({ "meter": "advanced_credit", "amount": 41, "per_1k": 5 });
        assert_eq!(price_of("fake/fake-t1").await, priced);
        set("o1-preview", 0).await.ok();
        let by_answer = json!({ "meter": "advanced_query", "amount": 1, "per_1k": null });
        assert_eq!(price_of("fake/o1-preview").await, by_answer, "0: by the answer after all");
        for wrong in [-1, 100_001] {
            set("fake-t1", wrong).await.assert_problem(422, "providers.credits_invalid");
        }
        assert_eq!(price_of("fake/fake-t1").await, priced);
    }

    async fn a_provider_of_images_is_tested_connected_and_has_no_models_for_chats(store) {
        let server = start(store).await;
        let vendor = ScriptedServer::start().await;
        vendor.answer("GET /v1/account", ScriptedAnswer::json(json!({ "username": "lab" })));
        let operator = server.operator().await;
        let test = json!({
            "protocol": "replicate", "base_url": vendor.url(), "api_key": "r8-secret-1234",
        });

        let tested = operator.post("/api/models/connections/test", test.clone()).await.ok();
        let mut new = test;
        new["name"] = json!("Lab");
        let made = operator.post("/api/models/connections", new).await.created();
        let off = json!({ "models": [{ "id": "google/veo-3.1", "enabled": false }] });
        let changed = operator.patch(&path(&made), off).await.ok();

        assert_eq!((&tested["ok"], &made["last_problem"]), (&json!(true), &json!(null)));
        let find = |connection: &Value| {
            let models = connection["models"].as_array().unwrap();
            models.iter().find(|model| model["id"] == "google/veo-3.1").unwrap()["enabled"].clone()
        };
        assert_eq!((find(&made), find(&changed)), (json!(true), json!(false)));
        let offered = operator.get("/api/models").await.ok();
        let ids: Vec<_> = offered["models"].as_array().unwrap().iter().map(|m| &m["id"]).collect();
        assert!(!ids.iter().any(|id| id.as_str().unwrap().starts_with("lab/")), "{ids:?}");
        let probe = vendor.requests().remove(0);
        assert_eq!(probe.header("authorization"), Some("Bearer r8-secret-1234"));
    }

    async fn a_change_of_an_older_version_is_refused(store) {
        let server = start(store).await;
        let provider = FakeProvider::start().await;
        let operator = server.operator().await;
        let connection = connect(&operator, &provider).await;
        let late = operator.client.clone().with_header("if-match", "\"7\"");
        let answer = late.patch(&path(&connection), json!({ "enabled": false })).await;
        answer.assert_problem(412, "providers.changed_elsewhere");
        let list = operator.get("/api/models/connections").await.ok();
        assert_eq!(list["items"][0]["enabled"], true);
    }

    async fn a_test_says_what_is_wrong(store) {
        let server = start(store).await;
        let provider = FakeProvider::start().await;
        provider.require_key("right");
        let operator = server.operator().await;
        let test = async |key: &str| {
            let body = json!({
                "protocol": "openai_compatible", "base_url": provider.openai_url(), "api_key": key,
            });
            operator.post("/api/models/connections/test", body).await.ok()
        };

        let good = test("right").await;
        assert_eq!((&good["ok"], &good["models"]), (&json!(true), &json!(3)));
        assert_eq!((&good["problem"], &good["hint"]), (&json!(null), &json!(null)));

        let wrong = test("wrong").await;
        assert_eq!(wrong["ok"], false);
        assert_eq!(wrong["problem"]["code"], "providers.key_refused");
        assert!(wrong["hint"].as_str().unwrap().contains("key"));
    }

    async fn bad_connections_are_refused_and_nothing_changes(store) {
        let server = start(store).await;
        let operator = server.operator().await;
        let create = async |body| operator.post("/api/models/connections", body).await;
        create(json!({ "name": "A", "protocol": "openai" })).await
            .assert_problem(422, "providers.key_missing");
        create(json!({ "name": "A", "protocol": "openai_compatible", "base_url": "ftp://x" })).await
            .assert_problem(422, "providers.address_invalid");
        create(json!({ "name": "A", "protocol": "telepathy" })).await
            .assert_problem(400, "api.malformed_json");
        let list = operator.get("/api/models/connections").await.ok();
        assert_eq!(list["items"], json!([]));
    }

    async fn only_the_operator_may_touch_connections(store) {
        let server = start(store).await;
        let provider = FakeProvider::start().await;
        let operator = server.operator().await;
        let connection = connect(&operator, &provider).await;
        let ana = server.member("ana@example.com").await;
        let one = path(&connection);
        let refresh = format!("{one}/refresh");

        let answers = [
            ana.get("/api/models/connections").await,
            ana.post("/api/models/connections", fake(&provider)).await,
            ana.patch(&one, json!({ "enabled": false })).await,
            ana.delete(&one).await,
            ana.post(&refresh, json!({})).await,
            ana.post("/api/models/connections/test", json!({ "protocol": "ollama" })).await,
            ana.get("/api/models/discovered").await,
        ];

        for answer in answers {
            answer.assert_status(403);
        }
        let list = operator.get("/api/models/connections").await.ok();
        assert_eq!(list["items"], json!([connection]));
    }
}
