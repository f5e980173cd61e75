//! What operators do to services, in the audit log.

use kernel::Uuid;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::custom_engines::own;
use crate::setting::Setting;

const ENGINES: &str = "/api/search/finders";

/// Kind, word and subject of what was written down since the last time.
struct Log(Vec<Uuid>);

impl Log {
    async fn begin(setting: &Setting) -> Self {
        let mut log = Self(Vec::new());
        log.take(setting).await;
        log
    }

    async fn take(&mut self, setting: &Setting) -> Vec<(String, String, Option<Uuid>)> {
        let mut conn = setting.server.db().read().await.unwrap();
        let rows = store::sql!(
            &mut conn,
            all(Uuid, String, String, Option<Uuid>, Option<Uuid>),
            "SELECT id, kind, detail, subject_id, actor_id FROM audit_events WHERE kind LIKE 'finder_%'"
        )
        .unwrap();
        let mut new = Vec::new();
        for (id, kind, detail, subject, actor) in rows {
            if self.0.contains(&id) {
                continue;
            }
            assert_eq!(actor, Some(setting.operator.user_id.0));
            self.0.push(id);
            new.push((kind, detail, subject));
        }
        new.sort();
        new
    }
}

fn rows(kinds: &[&str], word: &str, subject: Option<Uuid>) -> Vec<(String, String, Option<Uuid>)> {
    kinds.iter().map(|kind| (format!("finder_{kind}"), word.to_owned(), subject)).collect()
}

for_each_store! {
    // security §4.8: what matters for security is written down, in ids and words of the program's own.
    async fn what_is_set_for_a_service_is_written_down_where_it_is_different(store) {
        let setting = Setting::without_model(store).await;
        let mut log = Log::begin(&setting).await;
        for (change, kinds) in [
            (json!({ "enabled": true }), &[][..]),
            (json!({ "api_key": "secret" }), &["key_set"]),
            (json!({ "api_key": "secret", "enabled": false }), &["key_set", "switched_off"]),
            (json!({ "enabled": false }), &[]),
            (json!({ "enabled": true }), &["switched_on"]),
            (json!({ "address": "https://e.example.org" }), &["changed"]),
            (json!({ "address": " https://e.example.org/ " }), &[]),
            (json!({ "address": "", "api_key": "" }), &["changed", "key_removed"]),
            (json!({ "api_key": "" }), &[]),
        ] {
            setting.set("brave", change.clone()).await;
            assert_eq!(log.take(&setting).await, rows(kinds, "brave", None), "{change}");
        }
        let wrong = json!({ "enabled": false, "api_key": "x".repeat(501) });
        setting.operator.patch(&format!("{ENGINES}/brave"), wrong).await
            .assert_problem(422, "search.key_too_long");
        let order = json!({ "ids": ["brave"] });
        setting.operator.put("/api/search/finder-order", order).await.ok();
        assert_eq!(log.take(&setting).await, [], "who stands first is nobody's secret");
    }

    async fn what_is_said_of_ones_own_service_is_written_down_by_its_id(store) {
        let setting = Setting::without_model(store).await;
        let mut log = Log::begin(&setting).await;
        let said = |url: &str, key: Value| json!({ "own": own(url), "api_key": key });
        let url = "https://a.example.org/?q={query}&k={key}";
        let added = setting.operator.post(ENGINES, said(url, json!("k"))).await.created();
        let (_, id) = added["id"].as_str().unwrap().split_once('-').unwrap();
        let path = format!("{ENGINES}/own-{id}");
        let own_rows = |kinds: &[&str]| rows(kinds, "own_finder", Some(id.parse().unwrap()));
        assert_eq!(log.take(&setting).await, own_rows(&["added", "key_set"]));
        let elsewhere = "https://b.example.org/?q={query}&k={key}";
        for (url, key, kinds) in [
            (url, Value::Null, &[][..]),
            // A key does not go with it to another place.
            (elsewhere, Value::Null, &["changed", "key_removed"]),
            (elsewhere, json!("new"), &["key_set"]),
        ] {
            setting.operator.put(&path, said(url, key)).await.ok();
            assert_eq!(log.take(&setting).await, own_rows(kinds), "{url}");
        }
        setting.operator.delete(&path).await.no_content();
        assert_eq!(log.take(&setting).await, own_rows(&["removed"]));
        setting.operator.delete(&path).await.assert_problem(404, "search.finder_not_found");
        assert_eq!(log.take(&setting).await, []);
    }
}
