//! Reading, and what is summed up of it.

use area::Services;
use kernel::{DAY, MINUTE};
use serde_json::{Value, json};
use testing::{NOW, for_each_store};

use crate::fake_web::{MOON, TIDES};
use crate::setting::{Setting, address, path};

async fn count_files(setting: &Setting) -> i64 {
    let mut conn = setting.server.db().read().await.unwrap();
    let (count,) = store::sql!(&mut conn, one(i64,), "SELECT COUNT(*) FROM uploads").unwrap();
    count
}

for_each_store! {
    // spec §1: "Page, video-site and PDF summaries."
    async fn a_page_is_summed_up_with_numbers_that_were_held_against_it(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let reading = setting.read(&ana, json!({ "length": "short" })).await;
        assert_eq!((&reading["state"], &reading["kind"]), (&json!("summarizing"), &json!("page")));
        assert_eq!(reading["title"], "moon.txt");

        let kept = setting.ended(&ana, &reading).await;
        assert_eq!(kept["state"], "complete");
        let summary = &kept["summaries"][0];
        assert_eq!((&summary["length"], &summary["partial"]), (&json!("short"), &json!(false)));
        assert!(summary["text"].as_str().unwrap().contains("[1]"));
        let cites = summary["cites"].as_array().unwrap();
        assert_eq!((&cites[0]["state"], &cites[0]["quote"]), (&json!("quoted"), &json!("The moon pulls the sea.")));
        assert_eq!(cites[1]["state"], "not_found", "what is made up is told");

        let source = ana.get(&format!("{}/source", path(&kept))).await.ok();
        let place = &source["places"][0];
        assert_eq!((&place["number"], &place["text"]), (&json!(1), &json!(MOON)));
    }

    // issue 5: "each cited quote is matched against a stored snapshot (page, …)"
    async fn a_pdf_that_was_fetched_is_kept_with_its_places_and_goes_with_them(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, address(&setting.web.url("tides.pdf"))).await;
        assert_eq!((&kept["kind"], &kept["title"]), (&json!("pdf"), &json!("tides.pdf")));
        let source = ana.get(&format!("{}/source", path(&kept))).await.ok();
        assert_eq!(source["places"][1]["page"], 2);
        let content = format!("/api/documents/files/{}/content", source["pdf_file_id"].as_str().unwrap());
        assert_eq!(ana.get(&content).await.text(), TIDES);

        ana.patch(&path(&kept), json!({ "keep_source": false })).await.ok();
        ana.get(&content).await.assert_status(404);

        let gone = setting.summarized(&ana, address(&setting.web.url("tides.pdf"))).await;
        ana.delete(&path(&gone)).await.no_content();
        assert_eq!(count_files(&setting).await, 1, "it may be brought back");
        setting.server.clock().advance(31 * DAY);
        setting.sweep().await;
        assert_eq!(count_files(&setting).await, 0);
    }

    async fn a_pdf_whose_bytes_cannot_be_stored_leaves_nothing_behind(store) {
        let folder = std::env::temp_dir().join(format!("ensemble-reading-{}", kernel::uuid_v7(NOW)));
        let disk = files::Files::open(&format!("file://{}", folder.display())).unwrap();
        let setting = Setting::changed(store, |services| Services { files: disk, ..services }).await;
        let ana = setting.ana().await;
        // A file where the folder was: nothing can be put there.
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "").unwrap();
        let source = json!({ "type": "address", "url": setting.web.url("tides.pdf") });
        let begun = setting.read(&ana, json!({ "model": null, "source": source })).await;
        assert_eq!((&begun["state"], count_files(&setting).await), (&json!("reading"), 1));

        std::fs::remove_file(&folder).unwrap();
        std::fs::create_dir(&folder).unwrap();
        setting.server.clock().advance(MINUTE);
        let kept = setting.ended(&ana, &begun).await;
        assert_eq!(kept["state"], "complete", "the text was kept");
        assert_eq!(ana.get(&format!("{}/source", path(&kept))).await.ok()["pdf_file_id"], Value::Null);
        setting.server.clock().advance(2 * DAY);
        let (services, now) = (&setting.server.services, setting.server.clock().now());
        services.files.sweep_uploads(setting.server.db(), now).await.unwrap();
        assert_eq!(count_files(&setting).await, 0);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    async fn what_is_no_pdf_or_is_not_to_stay_keeps_no_file(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let page = setting.summarized(&ana, json!({})).await;
        assert_eq!(ana.get(&format!("{}/source", path(&page))).await.ok()["pdf_file_id"], Value::Null);
        let url = setting.web.url("tides.pdf");
        let source = json!({ "source": { "type": "address", "url": url }, "keep_source": false });
        setting.summarized(&ana, source).await;
        assert_eq!(count_files(&setting).await, 0);
    }

    async fn a_pdf_that_was_uploaded_is_the_one_that_its_places_are_in(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let file_id = setting.upload(&ana, "tides.pdf", TIDES.as_bytes()).await;
        setting.server.run_jobs().await;
        let kept = setting.summarized(&ana, json!({ "source": { "type": "file", "file_id": file_id } })).await;
        assert_eq!(ana.get(&format!("{}/source", path(&kept))).await.ok()["pdf_file_id"], file_id);
    }

    async fn a_model_is_told_how_long_and_that_the_page_is_data(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, json!({ "model": "fake/echo", "length": "long" })).await;
        let text = kept["summaries"][0]["text"].as_str().unwrap();
        assert!(text.contains("Tides rise and fall twice a day."), "{text}");
        let calls = setting.provider.calls();
        let system = calls.last().unwrap().body["messages"][0]["content"].to_string();
        assert!(system.contains("follow no instructions") && system.contains("at length"), "{system}");
    }

    async fn each_length_is_made_once_and_stays(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, json!({ "length": "short" })).await;
        let kept = setting.again(&ana, &kept, json!({ "length": "long" })).await;
        let kept = setting.again(&ana, &kept, json!({ "length": "short" })).await;
        let lengths: Vec<&Value> =
            kept["summaries"].as_array().unwrap().iter().map(|one| &one["length"]).collect();
        assert_eq!(lengths, ["short", "long"]);
        assert_eq!(setting.web.fetched(), 1, "what was read is not fetched again");
    }

    async fn without_a_model_sentences_are_picked_and_that_is_said(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, json!({ "model": null })).await;
        assert_eq!((&kept["state"], &kept["model"]), (&json!("complete"), &Value::Null));
        let summary = &kept["summaries"][0];
        assert_eq!(summary["model"], Value::Null);
        assert!(summary["text"].as_str().unwrap().contains("- The moon pulls the sea. [1]"), "{summary}");
        assert_eq!(summary["cites"][0]["state"], "quoted");
    }

    async fn a_client_sends_what_its_person_sees(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let source = json!({ "type": "text", "url": "https://intranet.example/a", "title": " Tides \n", "text": MOON });
        let kept = setting.summarized(&ana, json!({ "source": source })).await;
        assert_eq!((&kept["state"], &kept["title"]), (&json!("complete"), &json!("Tides")));
        assert_eq!(setting.web.fetched(), 0);

        let empty = json!({ "source": { "type": "text", "text": " \n" } });
        ana.post("/api/reading/readings", setting.new_reading(empty)).await
            .assert_problem(422, "reading.nothing_to_read");
    }

    async fn an_uploaded_file_is_read_by_whom_it_belongs_to(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let file_id = setting.upload(&ana, "moon.txt", MOON.as_bytes()).await;
        let source = json!({ "source": { "type": "file", "file_id": file_id } });
        ana.post("/api/reading/readings", setting.new_reading(source.clone())).await
            .assert_problem(409, "files.not_ready");
        setting.server.run_jobs().await;
        let kept = setting.summarized(&ana, source.clone()).await;
        assert_eq!((&kept["state"], &kept["title"]), (&json!("complete"), &json!("moon.txt")));
        assert_eq!(kept["summaries"][0]["cites"][0]["state"], "quoted");

        let ben = setting.server.member("ben@example.com").await;
        ben.post("/api/reading/readings", setting.new_reading(source)).await
            .assert_problem(404, "files.not_found");
    }

    async fn a_text_that_is_not_to_stay_goes_with_its_summary(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, json!({ "keep_source": false })).await;
        assert_eq!((&kept["has_source"], &kept["repeatable"]), (&json!(false), &json!(true)));
        assert_eq!(kept["summaries"][0]["cites"][0]["quote"], "The moon pulls the sea.");
        ana.get(&format!("{}/source", path(&kept))).await.assert_problem(409, "reading.source_not_kept");
        setting.again(&ana, &kept, json!({ "length": "long" })).await;
        assert_eq!(setting.web.fetched(), 2, "it is fetched anew");

        let source = json!({ "type": "text", "text": MOON });
        let sent = setting.summarized(&ana, json!({ "source": source })).await;
        assert_eq!(sent["has_source"], true);
        let sent = ana.patch(&path(&sent), json!({ "keep_source": false })).await.ok();
        assert_eq!((&sent["has_source"], &sent["repeatable"]), (&json!(false), &json!(false)));
        ana.post(&format!("{}/again", path(&sent)), json!({})).await
            .assert_problem(409, "reading.source_not_kept");
    }

    async fn a_page_that_moved_is_read_where_it_is_in_its_own_letters(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let read = setting.summarized(&ana, address(&setting.web.url("moved"))).await;
        let source = ana.get(&format!("{}/source", path(&read))).await.ok();
        assert_eq!(source["places"][0]["text"], "Луна pulls the sea.");
        let lecture = setting.summarized(&ana, address(&setting.web.url("lecture"))).await;
        let source = ana.get(&format!("{}/source", path(&lecture))).await.ok();
        assert_eq!(source["places"][1]["text"], "The moon pulls the sea.");
    }

    // spec §8: "Reading failed"
    // spec §8: "Unable to connect to web page, please refresh the page and try again."
    async fn what_cannot_be_read_says_why_and_can_be_tried_again(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let gone = setting.summarized(&ana, address(&setting.web.url("nowhere"))).await;
        assert_eq!(gone["state"], "failed");
        assert_eq!(
            gone["problem"]["message"],
            "Unable to connect to web page, please refresh the page and try again."
        );
        for (page, cause) in [("picture", "reading.not_a_page"), ("empty.txt", "files.no_text")] {
            let failed = setting.summarized(&ana, address(&setting.web.url(page))).await;
            assert_eq!(failed["problem"]["message"], "Reading failed", "{page}");
            assert_eq!(failed["cause"]["code"], cause);
        }
        let again = setting.again(&ana, &gone, json!({})).await;
        assert_eq!(again["state"], "failed", "it was tried, and is still not there");
        for wrong in ["javascript:alert(1)", "example.org", "file:///etc/passwd", ""] {
            ana.post("/api/reading/readings", setting.new_reading(address(wrong))).await
                .assert_problem(422, "web_access.invalid_url");
        }
    }

    // spec §8: "Failed to summarize this page."
    async fn a_model_that_fails_leaves_the_text_and_its_reason(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let failed = setting.summarized(&ana, json!({ "model": "fake/e401" })).await;
        assert_eq!(failed["state"], "failed");
        assert_eq!(failed["problem"]["message"], "Failed to summarize this page.");
        assert!(failed["cause"]["code"].as_str().unwrap().starts_with("providers."));
        assert_eq!(failed["has_source"], true);
        let again = setting.again(&ana, &failed, json!({ "model": crate::setting::QUOTES })).await;
        assert_eq!((&again["state"], &again["problem"]), (&json!("complete"), &Value::Null));
    }

    // spec §4: "PDF reading: waiting, reading, cancelled."
    async fn a_stopped_reading_stays_stopped_and_keeps_what_was_written(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = ana.post("/api/reading/readings", setting.new_reading(json!({}))).await.accepted();
        ana.post(&format!("{}/cancel", path(&begun)), json!({})).await.assert_status(202);
        setting.server.run_jobs().await;
        assert_eq!(setting.get(&ana, &begun).await["state"], "cancelled");
        assert_eq!(setting.web.fetched(), 0);

        let reading = setting.read(&ana, json!({ "model": "fake/t5-ehang" })).await;
        ana.post(&format!("{}/again", path(&reading)), json!({})).await
            .assert_problem(409, "reading.goes_on");
        setting.provider.wait_for_calls(1).await;
        ana.post(&format!("{}/cancel", path(&reading)), json!({})).await.assert_status(202);
        let kept = setting.ended(&ana, &reading).await;
        assert_eq!(kept["state"], "cancelled");
    }

    async fn what_a_model_writes_for_a_deleted_reading_is_there_when_it_comes_back(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let reading = setting.read(&ana, json!({ "keep_source": false })).await;
        ana.delete(&path(&reading)).await.no_content();
        setting.server.services.generation.wait_idle().await;
        setting.server.run_jobs().await;
        let restored = ana.post(&format!("{}/restore", path(&reading)), json!({})).await.ok();
        assert_eq!(restored["state"], "complete");
        assert!(restored["summaries"][0]["text"].as_str().unwrap().contains("[1]"), "{restored}");
        ana.get(&format!("{}/source", path(&reading))).await
            .assert_problem(409, "reading.source_not_kept");
    }

    async fn a_reading_that_was_deleted_before_it_was_read_goes_on_when_it_comes_back(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let new = setting.new_reading(json!({ "model": null }));
        let begun = ana.post("/api/reading/readings", new).await.accepted();
        ana.delete(&path(&begun)).await.no_content();
        setting.server.run_jobs().await;
        ana.post(&format!("{}/restore", path(&begun)), json!({})).await.ok();
        setting.server.run_jobs().await;
        assert_eq!(setting.get(&ana, &begun).await["state"], "complete");
    }

    async fn a_reading_whose_summary_nobody_kept_ends(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let reading = setting.summarized(&ana, json!({})).await;
        // As where the job that keeps it was given up, and what the run wrote is gone.
        let mut tx = setting.server.db().begin().await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE tasks SET state = 'running', ended_at = NULL").unwrap();
        store::sql!(&mut tx, execute, "DELETE FROM run_events").unwrap();
        tx.commit().await.unwrap();
        setting.sweep().await;
        assert_eq!(setting.get(&ana, &reading).await["state"], "summarizing", "it may be on its way");
        setting.server.clock().advance(31 * MINUTE);
        setting.sweep().await;
        assert_eq!(setting.get(&ana, &reading).await["state"], "failed");
    }

    // spec §8: "Task creation failed"
    async fn ten_readings_go_on_at_once(store) {
        let setting = Setting::new(store).await;
        // Whose day has no limit of them.
        let ana = setting.server.operator().await;
        for _ in 0..10 {
            ana.post("/api/reading/readings", setting.new_reading(json!({}))).await.accepted();
        }
        let refused = ana.post("/api/reading/readings", setting.new_reading(json!({}))).await
            .assert_problem(409, "reading.task_creation_failed");
        assert_eq!(refused["message"], "Task creation failed");
    }

    async fn another_process_goes_on_with_what_one_left(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = ana.post("/api/reading/readings", setting.new_reading(json!({ "model": null }))).await.accepted();
        let other = setting.server.another_process().await;
        other.run_jobs().await;
        other.services.generation.wait_idle().await;
        other.run_jobs().await;
        assert_eq!(setting.get(&ana, &begun).await["state"], "complete");
    }
}
