//! Settings of the server that operators change in the app.

use std::sync::{Arc, Mutex};

use area::Area;
use live_settings::{Field, Section};
use serde_json::{Value, json};
use testing::{TestServer, TestStore, for_each_store};

use crate::INSTALLATION;

/// Settings of an area that is there for these tests.
#[derive(Clone, Default)]
struct Lamps {
    bright: bool,
    watts: u16,
    rooms: Vec<String>,
}

fn section() -> Section<Lamps> {
    let fields = vec![
        Field::switch("lamps.bright", |it: &mut Lamps| &mut it.bright),
        Field::number("lamps.watts", (1, 60), |it| &mut it.watts),
        Field::list(
            "lamps.rooms",
            |it| &mut it.rooms,
            |text| text.is_ascii().then(|| text.to_ascii_lowercase()),
        ),
    ];
    Section::new(Lamps { watts: 10, ..Lamps::default() }, fields)
}

/// Starts a server with those settings. Each of its processes adds its own section to `sections`.
async fn start(store: TestStore, sections: &Arc<Mutex<Vec<Section<Lamps>>>>) -> TestServer {
    let sections = sections.clone();
    TestServer::with(store, move |services| {
        let own = section();
        sections.lock().unwrap().push(own.clone());
        vec![admin::area(services, INSTALLATION), Area::new("lamps").settings(&own)]
    })
    .await
}

fn newest(sections: &Arc<Mutex<Vec<Section<Lamps>>>>) -> Section<Lamps> {
    sections.lock().unwrap().last().unwrap().clone()
}

fn find<'a>(list: &'a Value, key: &str) -> &'a Value {
    list["items"].as_array().unwrap().iter().find(|item| item["key"] == key).unwrap()
}

async fn put(operator: &testing::Client, key: &str, value: Value) -> testing::Answer {
    operator.put(&format!("/api/admin/settings/{key}"), json!({ "value": value })).await
}

for_each_store! {
    async fn an_operator_changes_a_setting_and_takes_the_change_back(store) {
        let sections = Arc::default();
        let server = start(store, &sections).await;
        let (operator, lamps) = (server.operator().await, newest(&sections));

        let before = operator.get("/api/admin/settings").await.ok();
        let expected = json!({
            "key": "lamps.watts", "kind": { "kind": "number", "min": 1, "max": 60 },
            "value": 10, "file": 10, "changed": false,
        });
        assert_eq!(find(&before, "lamps.watts"), &expected);

        let after = put(&operator, "lamps.watts", json!(40)).await.ok();
        let watts = find(&after, "lamps.watts");
        assert_eq!((&watts["value"], &watts["file"], &watts["changed"]), (&json!(40), &json!(10), &json!(true)));
        assert_eq!(lamps.get().watts, 40, "it counts at once");
        let after = put(&operator, "lamps.rooms", json!([" Hall ", "hall", ""])).await.ok();
        assert_eq!(find(&after, "lamps.rooms")["value"], json!(["hall"]));

        operator.delete("/api/admin/settings/lamps.watts").await.no_content();
        assert_eq!(lamps.get().watts, 10);
        let after = operator.get("/api/admin/settings").await.ok();
        assert_eq!(find(&after, "lamps.watts")["changed"], false);
        assert_eq!(find(&after, "lamps.rooms")["changed"], true);
    }

    async fn only_an_operator_may(store) {
        let server = start(store, &Arc::default()).await;
        server.operator().await;
        let ana = server.member("ana@example.com").await;
        ana.get("/api/admin/settings").await.assert_problem(403, "identity.operator_only");
        put(&ana, "lamps.bright", json!(true)).await.assert_problem(403, "identity.operator_only");
        let path = "/api/admin/settings/lamps.bright";
        ana.delete(path).await.assert_problem(403, "identity.operator_only");
        server.visitor().get("/api/admin/settings").await.assert_problem(401, "identity.login_required");
    }

    async fn a_value_that_does_not_fit_changes_nothing(store) {
        let sections = Arc::default();
        let server = start(store, &sections).await;
        let operator = server.operator().await;
        for (key, value, status, code) in [
            ("lamps.watts", json!(0), 422, "live_settings.out_of_range"),
            ("lamps.watts", json!(61), 422, "live_settings.out_of_range"),
            ("lamps.watts", json!("40"), 422, "live_settings.wrong_type"),
            ("lamps.watts", json!(4.5), 400, "api.malformed_json"),
            ("lamps.watts", json!(null), 400, "api.malformed_json"),
            ("lamps.bright", json!(1), 422, "live_settings.wrong_type"),
            ("lamps.rooms", json!(["é"]), 422, "live_settings.item_invalid"),
            ("lamps.rooms", json!(vec!["a"; 201]), 422, "live_settings.too_many_items"),
            ("lamps.color", json!("red"), 404, "server_settings.not_found"),
            ("store.url", json!("sqlite::memory:"), 404, "server_settings.not_found"),
        ] {
            put(&operator, key, value).await.assert_problem(status, code);
        }
        let lamps = newest(&sections).get();
        assert!((lamps.watts, lamps.bright, lamps.rooms.len()) == (10, false, 0));
        let list = operator.get("/api/admin/settings").await.ok();
        assert!(list["items"].as_array().unwrap().iter().all(|item| item["changed"] == false));
    }

    async fn another_process_and_the_next_one_apply_it_too(store) {
        let sections = Arc::default();
        let server = start(store, &sections).await;
        let operator = server.operator().await;
        let other = server.another_process().await;
        let (lamps, mut applied) = (newest(&sections), other.services.settings.applied());
        assert_eq!(lamps.get().watts, 10);

        put(&operator, "lamps.watts", json!(25)).await.ok();
        applied.wait_for(|version| *version == 1).await.unwrap();
        assert_eq!(lamps.get().watts, 25);

        let _next = server.another_process().await;
        assert_eq!(newest(&sections).get().watts, 25, "it is read before anything runs");
    }

    async fn a_change_is_in_the_audit_log_with_its_key_and_no_value(store) {
        let server = start(store, &Arc::default()).await;
        let operator = server.operator().await;
        put(&operator, "lamps.rooms", json!(["secretroom"])).await.ok();
        put(&operator, "lamps.rooms", json!(["secretroom"])).await.ok();
        let log = operator.get("/api/admin/security-events?kind=server_changed").await.ok();
        let events = log["items"].as_array().unwrap();
        assert_eq!(events.len(), 1, "the same value again is no change");
        assert_eq!(events[0]["detail"], "lamps.rooms");
        assert!(!log.to_string().contains("secretroom"));
    }
}
