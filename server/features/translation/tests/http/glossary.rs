use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::{QUOTES, Setting, translate};

fn lamp() -> Value {
    json!({ "original": "lamp", "translation": "Leuchte", "target_language": "de" })
}

fn with(field: &str, value: Value) -> Value {
    let mut term = lamp();
    term[field] = value;
    term
}

/// Creates a term; returns its address.
async fn keep(person: &TestPerson, term: Value) -> String {
    let made = person.post("/api/translation/glossary", term).await.created();
    format!("/api/translation/glossary/{}", made["id"].as_str().unwrap())
}

async fn originals(person: &TestPerson) -> Vec<String> {
    let list = person.get("/api/translation/glossary").await.ok();
    let items = list["items"].as_array().unwrap().iter();
    items.map(|term| term["original"].as_str().unwrap().to_owned()).collect()
}

for_each_store! {
    // spec §3: "Glossary term: original text, translation, source language, target language."
    async fn a_term_says_how_a_word_is_translated(store) {
        let setting = Setting::new(store).await;
        translate(&setting.ana, &["The lamp burns"], QUOTES).await;
        let path = keep(&setting.ana, lamp()).await;
        keep(&setting.ana, with("target_language", json!("fr"))).await;
        keep(&setting.ana, json!({ "original": "boat", "translation": "Kahn", "target_language": "de" })).await;

        let told = translate(&setting.ana, &["The lamp burns", "Nothing of it"], QUOTES).await;
        assert_eq!(told[0]["remembered"], false, "another glossary is another translation");
        let said = setting.provider.calls()[1].body.to_string();
        assert!(said.contains("lamp = Leuchte") && !said.contains("Kahn"), "{said}");

        let changed = setting.ana.put(&path, with("translation", json!("Lampe"))).await.ok();
        assert_eq!((&changed["translation"], &changed["source_language"]), (&json!("Lampe"), &json!(null)));
        let told = translate(&setting.ana, &["The lamp burns", "Nothing of it"], QUOTES).await;
        assert_eq!((&told[0]["remembered"], &told[1]["remembered"]), (&json!(false), &json!(true)));
        setting.ana.delete(&path).await.no_content();
        let told = translate(&setting.ana, &["The lamp burns"], QUOTES).await;
        assert_eq!(told[0]["remembered"], true, "as it was before the term");
    }

    // security P11: "If-Match version on edits ⇒ 412"
    async fn a_term_that_was_changed_in_another_window_is_not_written_over(store) {
        let setting = Setting::new(store).await;
        let path = keep(&setting.ana, lamp()).await;
        let term = setting.ana.get("/api/translation/glossary").await.ok()["items"][0].clone();
        let tag = format!("\"{}\"", term["updated_at"].as_str().unwrap());
        let window = setting.ana.client.clone().with_header("if-match", &tag);
        setting.server.clock().advance(1);
        window.put(&path, with("translation", json!("Lampe"))).await.ok();
        window.put(&path, with("translation", json!("Laterne"))).await
            .assert_problem(412, "translation.changed_elsewhere");
        let term = setting.ana.get("/api/translation/glossary").await.ok()["items"][0].clone();
        assert_eq!(term["translation"], "Lampe");
    }

    // spec §5: "Glossary: original text and target translation required."
    async fn what_is_no_term_is_refused_and_changes_nothing(store) {
        let setting = Setting::new(store).await;
        let path = keep(&setting.ana, lamp()).await;
        for (field, value, code) in [
            ("original", json!(" "), "translation.original_empty"),
            ("translation", json!(""), "translation.translation_empty"),
            ("translation", json!("x".repeat(201)), "translation.term_too_long"),
            ("target_language", json!("xx"), "translation.language_unknown"),
            ("source_language", json!("xx"), "translation.language_unknown"),
        ] {
            let wrong = with(field, value);
            setting.ana.put(&path, wrong.clone()).await.assert_problem(422, code);
            setting.ana.post("/api/translation/glossary", wrong).await.assert_problem(422, code);
        }
        setting.ana.post("/api/translation/glossary", lamp()).await
            .assert_problem(409, "translation.term_known");
        let boat = keep(&setting.ana, with("original", json!("boat"))).await;
        setting.ana.put(&boat, lamp()).await.assert_problem(409, "translation.term_known");
        assert_eq!(originals(&setting.ana).await, ["boat", "lamp"]);
    }

    async fn a_glossary_is_its_persons_own(store) {
        let setting = Setting::new(store).await;
        let path = keep(&setting.ana, lamp()).await;
        let ben = setting.server.member("ben@example.com").await;
        ben.put(&path, lamp()).await.assert_problem(404, "translation.term_not_found");
        ben.delete(&path).await.assert_problem(404, "translation.term_not_found");
        assert!(originals(&ben).await.is_empty());
        translate(&ben, &["The lamp burns"], QUOTES).await;
        assert!(!setting.provider.calls()[0].body.to_string().contains("Leuchte"));
    }

    async fn a_table_goes_out_and_comes_in(store) {
        let setting = Setting::new(store).await;
        keep(&setting.ana, lamp()).await;
        keep(&setting.ana, with("original", json!("a \"b\", c"))).await;
        let table = setting.ana.get("/api/translation/glossary/table").await.ok();
        let ben = setting.server.member("ben@example.com").await;
        let import = |csv: String| json!({ "csv": csv });
        let done = ben.post("/api/translation/glossary/table", table).await.ok();
        assert_eq!(done, json!({ "added": 2, "changed": 0, "unchanged": 0, "refused": [] }));
        assert_eq!(originals(&ben).await, originals(&setting.ana).await);

        let table = "original,translation,target_language\nlamp,Lampe,de\nboat,,de\nboat,Kahn,xx\n".to_owned();
        let done = ben.post("/api/translation/glossary/table", import(table)).await.ok();
        assert_eq!((&done["added"], &done["changed"]), (&json!(0), &json!(1)));
        assert_eq!(done["refused"], json!([
            { "line": 3, "code": "translation.translation_empty" },
            { "line": 4, "code": "translation.language_unknown" },
        ]));
        ben.post("/api/translation/glossary/table", import("nothing".to_owned())).await
            .assert_problem(422, "translation.table_unreadable");
        assert_eq!(originals(&ben).await.len(), 2);
    }

    async fn there_are_2000_terms_at_most(store) {
        let setting = Setting::new(store).await;
        let rows: String = (0..2_000).map(|number| format!("word {number},Wort,de\n")).collect();
        let table = format!("original,translation,target_language\n{rows}");
        let done = setting.ana.post("/api/translation/glossary/table", json!({ "csv": table })).await.ok();
        assert_eq!(done["added"], 2_000);
        setting.ana.post("/api/translation/glossary", lamp()).await
            .assert_problem(409, "translation.too_many_terms");
        let one_more = "original,translation,target_language\nlamp,Lampe,de\n";
        setting.ana.post("/api/translation/glossary/table", json!({ "csv": one_more })).await
            .assert_problem(409, "translation.too_many_terms");
        assert_eq!(originals(&setting.ana).await.len(), 2_000);
    }
}
