//! One's own PowerUPs: written, changed, copied, deleted.

use identity::Person;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{POWERUPS, Setting, names, path_of, tool};

for_each_store! {
    async fn one_is_created_once_changed_in_versions_and_deleted(store) {
        let setting = Setting::new(store).await;
        let ana = &setting.ana;
        let new = json!({ "id": Uuid::now_v7(), "definition": tool(json!({ "icon": "🔎" })) });
        let created = ana.post(POWERUPS, new.clone()).await.created();
        assert_eq!(ana.post(POWERUPS, new).await.created(), created);
        assert_eq!((&created["state"], &created["version"], &created["author"]), (&json!("unpublished"), &json!(1), &json!("ana")));
        let path = path_of(&created);

        let changed = tool(json!({ "prompt": "Explain briefly." }));
        let updated = ana.put(&path, changed.clone()).await.ok();
        assert_eq!((&updated["version"], &updated["definition"]["prompt"]), (&json!(2), &json!("Explain briefly.")));
        let stale = ana.client.clone().with_header("if-match", "\"1\"").put(&path, changed).await;
        stale.assert_problem(412, "powerups.changed_elsewhere");
        let versions = ana.get(&format!("{path}/versions")).await.ok();
        assert_eq!((&versions["items"][0]["number"], &versions["items"][1]["number"]), (&json!(2), &json!(1)));
        let first = ana.get(&format!("{path}/versions/1")).await.ok();
        assert_eq!(first["definition"]["prompt"], "Explain this.");
        let fields: Vec<&Value> = first["changes"].as_array().unwrap().iter().map(|change| &change["field"]).collect();
        assert_eq!(fields, ["icon", "prompt"]);
        ana.get(&format!("{path}/versions/3")).await.assert_problem(404, "powerups.not_found");

        assert_eq!(names(&ana.get(POWERUPS).await.ok()), ["Explain"]);
        ana.delete(&path).await.no_content();
        assert_eq!(ana.get(POWERUPS).await.ok()["items"], json!([]));
        ana.get(&path).await.assert_problem(404, "powerups.not_found");
        assert_eq!(ana.post(&format!("{path}/restore"), json!({})).await.ok()["version"], 2);
    }

    // spec §5: PowerUP form: "Required field", "Maximum $var_num skills can be selected", "Maximum $var_num characters
    // allowed", "Field name must be unique", "Invalid URL"
    async fn the_form_is_checked_and_told_where(store) {
        let setting = Setting::new(store).await;
        let parameter = |field: &str| json!({ "kind": "text", "field": field, "label": "Tone" });
        let skills = json!(["keyword", "summarize", "bullet_ask", "summary_classic"]);
        let regex = json!({ "scope": "regex", "patterns": ["(a)\\1"] });
        for (fields, code, field, message) in [
            (json!({ "name": "" }), "required", "name", "Required field"),
            (json!({ "name": "a".repeat(81) }), "too_long", "name", "Maximum 80 characters allowed"),
            (json!({ "skills": skills }), "too_many_skills", "skills", "Maximum 3 skills can be selected"),
            (json!({ "parameters": [parameter("a"), parameter("a")] }), "field_name_taken", "parameters.1.field", "Field name must be unique"),
            (json!({ "example_url": "example" }), "invalid_url", "example_url", "Invalid URL"),
            (json!({ "sites": regex }), "pattern_invalid", "sites.patterns.0", "This pattern can't be used"),
            (json!({ "model": "fake/none" }), "model_unknown", "model", "Model not found"),
        ] {
            let new = json!({ "id": Uuid::now_v7(), "definition": tool(fields) });
            let refused = setting.ana.post(POWERUPS, new).await;
            let refused = refused.assert_problem(422, &format!("powerups.{code}"));
            assert_eq!(refused["params"]["field"], field, "{refused}");
            assert_eq!(refused["message"], message);
        }
        assert_eq!(setting.ana.get(POWERUPS).await.ok()["items"], json!([]));
    }

    async fn nobody_gets_at_what_is_not_shared(store) {
        let setting = Setting::new(store).await;
        let path = setting.create(json!({})).await;
        let ben = &setting.ben;
        for answer in [
            ben.get(&path).await,
            ben.put(&path, tool(json!({}))).await,
            ben.delete(&path).await,
            ben.put(&format!("{path}/favorite"), json!({ "favorited": true })).await,
            ben.post(&format!("{path}/copies"), json!({ "id": Uuid::now_v7() })).await,
            ben.post(&format!("{path}/runs"), json!({ "text": "a" })).await,
            ben.get(&format!("{path}/versions")).await,
            ben.get(&format!("{path}/changes")).await,
            setting.server.visitor().get(&path.replace("/powerups/", "/powerups/public/")).await,
        ] {
            answer.assert_problem(404, "powerups.not_found");
        }
    }

    async fn a_copy_tells_what_changed_since(store) {
        let setting = Setting::new(store).await;
        let path = setting.public(json!({ "description": "For all" })).await;
        let id = Uuid::now_v7();
        let copies = format!("{path}/copies");
        let copy = setting.ben.post(&copies, json!({ "id": id })).await.created();
        assert_eq!(setting.ben.post(&copies, json!({ "id": id })).await.created(), copy);
        assert_eq!((&copy["mine"], &copy["state"], &copy["definition"]["name"]), (&json!(true), &json!("unpublished"), &json!("Explain")));
        let own = path_of(&copy);
        let changes = setting.ben.get(&format!("{own}/changes")).await.ok();
        assert_eq!(changes, json!({ "here": [], "origin": [] }));

        setting.ben.put(&own, tool(json!({ "prompt": "Explain to me." }))).await.ok();
        setting.ana.put(&path, tool(json!({ "description": "For some" }))).await.ok();
        setting.settle(&path, "approved").await;
        let changes = setting.ben.get(&format!("{own}/changes")).await.ok();
        assert_eq!(changes["here"], json!([
            { "field": "description", "before": "For all", "after": null },
            { "field": "prompt", "before": "Explain this.", "after": "Explain to me." },
        ]));
        assert_eq!(changes["origin"], json!([{ "field": "description", "before": "For all", "after": "For some" }]));
        setting.ana.delete(&path).await.no_content();
        assert_eq!(setting.ben.get(&format!("{own}/changes")).await.ok()["origin"], Value::Null);
        setting.ana.get(&format!("{path}/changes")).await.assert_status(404);
    }

    async fn a_mini_app_shows_an_artifact_and_is_copied_with_it(store) {
        let setting = Setting::new(store).await;
        let artifact = json!({ "id": Uuid::now_v7(), "title": "Clock", "language": "html", "content": "<b>a</b>" });
        setting.ana.post("/api/artifacts", artifact.clone()).await.created();
        let app = json!({ "kind": "mini_app", "prompt": "", "artifact_id": artifact["id"] });
        let path = setting.public(app).await;
        let public = setting.server.visitor().get(&path.replace("/powerups/", "/powerups/public/")).await.ok();
        assert_eq!((&public["app"]["content"], &public["app"]["kind"]), (&json!("<b>a</b>"), &json!("html")));
        setting.ben.post(&format!("{path}/runs"), json!({ "text": "a" })).await.assert_problem(409, "powerups.is_app");

        let copy = json!({ "id": Uuid::now_v7() });
        let copy = setting.ben.post(&format!("{path}/copies"), copy).await.created();
        assert_ne!(copy["definition"]["artifact_id"], artifact["id"]);
        let own = setting.ben.get("/api/artifacts").await.ok();
        assert_eq!(own["items"][0]["id"], copy["definition"]["artifact_id"]);
        let foreign = tool(json!({ "kind": "mini_app", "artifact_id": artifact["id"] }));
        setting.ben.put(&path_of(&copy), foreign).await.assert_problem(422, "powerups.artifact_unknown");
    }

    async fn an_archive_restores_what_one_wrote(store) {
        let setting = Setting::new(store).await;
        setting.create(json!({ "icon": "🔎" })).await;
        let services = &setting.server.services;
        let source = services.archives.iter().find(|source| source.name() == "powerups").unwrap();
        let of = |person: &testing::TestPerson| Person { user_id: person.user_id, workspace_id: person.workspace_id };
        let lines = source.lines(of(&setting.ana), None).await.unwrap();
        assert_eq!(lines.len(), 1);
        let restore = async |person, line: &Value| {
            let mut tx = setting.server.db().begin().await.unwrap();
            let restored = source.restore(&mut tx, person, line).await.unwrap();
            tx.commit().await.unwrap();
            restored
        };
        assert_eq!(restore(of(&setting.ana), &lines[0]).await, area::Restored::Present);
        assert_eq!(restore(of(&setting.ben), &lines[0]).await, area::Restored::Refused);
        let mut other = lines[0].clone();
        other["id"] = json!(Uuid::now_v7());
        assert_eq!(restore(of(&setting.ben), &other).await, area::Restored::Added);
        assert_eq!(source.lines(of(&setting.ben), None).await.unwrap(), [other.clone()]);
        other["id"] = json!(Uuid::now_v7());
        other["definition"]["prompt"] = json!("");
        assert_eq!(restore(of(&setting.ben), &other).await, area::Restored::Refused);
    }

    async fn a_mini_app_and_favorites_come_back_from_an_archive(store) {
        let setting = Setting::new(store).await;
        let (server, ana, ben) = (&setting.server, &setting.ana, &setting.ben);
        let artifact = json!({ "id": Uuid::now_v7(), "title": "Clock", "language": "html", "content": "<b>12:00</b>" });
        ana.post("/api/artifacts", artifact.clone()).await.created();
        let app = json!({ "kind": "mini_app", "prompt": "", "artifact_id": artifact["id"] });
        let path = setting.create(app).await;
        let line = server.archived(ana, "powerups").await.remove(0);
        let app = ana.get(&path).await.ok()["app"].clone();
        assert!(app.is_object(), "{app}");
        let mut other = line.clone();
        other["id"] = json!(Uuid::now_v7());
        assert_eq!(server.restore(ana, "powerups", &other).await, area::Restored::Added);
        assert_eq!(ana.get(&path_of(&other)).await.ok()["app"], app);

        // The artifact is not Ben's, and an archive can hold anything.
        other["id"] = json!(Uuid::now_v7());
        other["app"]["prompts"] = json!(true);
        other["app"]["hosts"] = json!(["https://10.0.0.1"]);
        assert_eq!(server.restore(ben, "powerups", &other).await, area::Restored::Added);
        let restored = ben.get(&path_of(&other)).await.ok()["app"].clone();
        assert_eq!((&restored["content"], &restored["kind"]), (&app["content"], &app["kind"]));
        assert_eq!((&restored["prompts"], &restored["hosts"]), (&json!(false), &json!([])));
        assert_ne!(restored["artifact_id"], artifact["id"]);
        other["id"] = json!(Uuid::now_v7());
        other["app"] = json!({ "content": "<b>12:00</b>" });
        assert_eq!(server.restore(ben, "powerups", &other).await, area::Restored::Refused);

        let shown = setting.public(json!({})).await;
        let favorite = format!("{shown}/favorite");
        ben.put(&favorite, json!({ "favorited": true })).await.ok();
        let line = server.archived(ben, "powerups_favorites").await.remove(0);
        assert_eq!(line["name"], "Explain");
        assert_eq!(server.restore(ben, "powerups_favorites", &line).await, area::Restored::Present);
        ben.put(&favorite, json!({ "favorited": false })).await.ok();
        assert_eq!(server.restore(ben, "powerups_favorites", &line).await, area::Restored::Added);
        assert_eq!(server.archived(ben, "powerups_favorites").await, std::slice::from_ref(&line));
        let mut gone = line;
        gone["id"] = json!(Uuid::now_v7());
        assert_eq!(server.restore(ben, "powerups_favorites", &gone).await, area::Restored::NotHere);
    }

    async fn deleted_ones_are_removed_after_30_days(store) {
        let setting = Setting::new(store).await;
        let path = setting.create(json!({})).await;
        setting.ana.delete(&path).await.no_content();
        setting.server.clock().advance(31 * kernel::DAY);
        let services = &setting.server.services;
        for upkeep in powerups::area(services).upkeep {
            (upkeep.run)(services.clone()).await.unwrap();
        }
        let mut conn = setting.server.db().read().await.unwrap();
        let (left,) = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM powerups").unwrap();
        assert_eq!(left, 0);
    }
}
