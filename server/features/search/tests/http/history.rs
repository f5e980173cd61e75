//! The search history.

use kernel::MINUTE;
use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::setting::{Setting, new_search, path};

async fn titles(person: &TestPerson) -> Vec<Value> {
    let list = person.get("/api/search/searches").await.ok();
    list["items"].as_array().unwrap().iter().map(|entry| entry["title"].clone()).collect()
}

for_each_store! {
    // spec §3: "Search history entry: title."
    async fn searches_are_listed_by_their_titles_the_newest_first(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        for query in ["  first\n one ", "second"] {
            setting.search(&ana, json!({ "query": query, "model": null })).await;
            setting.server.clock().advance(1_000_000);
        }
        setting.search(&ana, json!({ "query": "x".repeat(200), "model": null })).await;
        let long = format!("{}…", "x".repeat(120));
        assert_eq!(titles(&ana).await, [json!(long), json!("second"), json!("first one")]);
        let page = ana.get("/api/search/searches?limit=2").await.ok();
        let cursor = page["next_cursor"].as_str().unwrap();
        let rest = ana.get(&format!("/api/search/searches?cursor={cursor}")).await.ok();
        assert_eq!(rest["items"][0]["title"], "first one");
        assert_eq!(rest["items"][0]["running"], false);
    }

    async fn a_deleted_search_comes_back_as_it_was(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let kept = setting.search(&ana, json!({ "model": null })).await;
        ana.delete(&path(&kept)).await.no_content();
        assert!(titles(&ana).await.is_empty());
        ana.get(&path(&kept)).await.assert_problem(404, "search.not_found");
        ana.delete(&path(&kept)).await.assert_problem(404, "search.not_found");
        let restored = ana.post(&format!("{}/restore", path(&kept)), json!({})).await.ok();
        assert_eq!(restored, kept);
        assert_eq!(titles(&ana).await.len(), 1);
    }

    async fn what_a_model_writes_for_a_deleted_search_is_there_when_it_comes_back(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let search = setting.search(&ana, json!({})).await;
        ana.delete(&path(&search)).await.no_content();
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;
        let restored = ana.post(&format!("{}/restore", path(&search)), json!({})).await.ok();
        assert_eq!(restored["state"], "completed");
        assert!(restored["answer"].as_str().unwrap().contains("[1]"), "{restored}");
        assert_eq!(restored["cites"].as_array().unwrap().len(), 2);
    }

    async fn a_search_that_was_deleted_before_it_was_done_goes_on_when_it_comes_back(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let new = new_search(json!({ "model": null }));
        let begun = ana.post("/api/search/searches", new).await.accepted();
        ana.delete(&path(&begun)).await.no_content();
        setting.server.run_jobs().await;
        ana.post(&format!("{}/restore", path(&begun)), json!({})).await.ok();
        setting.server.run_jobs().await;
        assert_eq!(setting.get(&ana, &begun).await["state"], "completed");
    }

    async fn a_search_whose_answer_nobody_kept_ends(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let search = setting.search(&ana, json!({})).await;
        setting.answered(&ana, &search).await;
        // As where the job that keeps it was given up, and what the run wrote is gone.
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE tasks SET state = 'running', ended_at = NULL").unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM run_events").unwrap();
        tx.commit().await.unwrap();
        setting.sweep().await;
        assert_eq!(setting.get(&ana, &search).await["state"], "answering", "it may be on its way");
        setting.server.clock().advance(31 * MINUTE);
        setting.sweep().await;
        let ended = setting.get(&ana, &search).await;
        assert_eq!((&ended["state"], &ended["problem"]["code"]), (&json!("failed"), &json!("search.interrupted")));
    }

    async fn a_search_is_found_among_its_persons_own_things(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let search = setting.search(&ana, json!({ "query": "Why are there tides?" })).await;
        setting.answered(&ana, &search).await;
        setting.search(&ana, json!({ "query": "Boats", "model": null })).await;
        // By its question, and by what was answered.
        for words in ["TIDES why", "moon pulls"] {
            let words = words.replace(' ', "%20");
            let found = ana.get(&format!("/api/search/own?q={words}&limit=9")).await.ok();
            let items = found["items"].as_array().unwrap();
            assert_eq!(items.len(), 1, "{found}");
            assert_eq!((&items[0]["kind"], &items[0]["title"]), (&json!("search"), &json!("Why are there tides?")));
            let to = format!("/home/search/{}", search["id"].as_str().unwrap());
            assert_eq!(items[0]["path"], json!(to));
        }
        let ben = setting.server.member("ben@example.com").await;
        for (person, words) in [(&ben, "tides"), (&ana, "%20"), (&ana, "zebra")] {
            let found = person.get(&format!("/api/search/own?q={words}")).await.ok();
            assert_eq!(found["items"], json!([]), "{words}");
        }
        let source = setting.server.services.library_sources.iter().next().unwrap();
        let id = search["id"].as_str().unwrap().parse().unwrap();
        let whole = source.read(ana.user_id, id).await.unwrap().unwrap();
        assert!(whole.text.contains("Why are there tides?\n"), "{}", whole.text);
        assert!(whole.text.contains("\n[1] "), "the pages too: {}", whole.text);
        assert!(source.read(ben.user_id, id).await.unwrap().is_none());
        let places = source.passages(ana.user_id, id).await.unwrap();
        let said: Vec<&str> = places.iter().map(|place| place.text.as_str()).collect();
        assert!(said.len() == 3 && said[0].contains("the moon pulls the sea"), "{said:?}");
        assert!(said[1].starts_with("Moon & tides"), "{said:?}");
        assert!(source.passages(ben.user_id, id).await.unwrap().is_empty());
        let one = |kind: &str| format!("/api/search/own/{id}?kind={kind}");
        let thing = ana.get(&one("search")).await.ok();
        assert_eq!((&thing["title"], &thing["path"]), (&json!("Why are there tides?"), &json!(format!("/home/search/{id}"))));
        ana.get(&one("owl")).await.assert_problem(404, "search.thing_not_found");
        ben.get(&one("search")).await.assert_problem(404, "search.thing_not_found");
        ana.delete(&path(&search)).await.no_content();
        ana.get(&one("search")).await.assert_problem(404, "search.thing_not_found");
        assert!(source.read(ana.user_id, id).await.unwrap().is_none());
        assert_eq!(ana.get("/api/search/own?q=tides").await.ok()["items"], json!([]));
        setting.server.visitor().get("/api/search/own?q=tides").await
            .assert_problem(401, "identity.login_required");
    }

    async fn nobody_sees_what_others_search_for(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let kept = setting.search(&ana, json!({ "model": null })).await;
        let ben = setting.server.member("ben@example.com").await;
        assert!(titles(&ben).await.is_empty());
        let not_there = "search.not_found";
        ben.get(&path(&kept)).await.assert_problem(404, not_there);
        ben.get(&format!("{}/pages/1", path(&kept))).await.assert_problem(404, not_there);
        ben.delete(&path(&kept)).await.assert_problem(404, not_there);
        ben.post(&format!("{}/cancel", path(&kept)), json!({})).await.assert_problem(404, not_there);
        ben.post(&format!("{}/restore", path(&kept)), json!({})).await.assert_problem(404, not_there);
        setting.server.visitor().get("/api/search/searches").await
            .assert_problem(401, "identity.login_required");
    }
}
