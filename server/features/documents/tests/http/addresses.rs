//! PDFs that are fetched from their addresses, and the white list of sites.

use kernel::FileId;
use serde_json::json;
use testing::{NOW, for_each_store};

use crate::library::{LIBRARY, add_address, at};
use crate::setting::Setting;

for_each_store! {
    // spec §5: "PDF upload by address: "Non-PDF type file", "Invalid URL", "URL not in white list"."
    async fn a_document_is_fetched_from_its_address(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let added = add_address(&ana, &setting.web.url("tides.pdf")).await.created();
        assert_eq!((&added["state"], &added["name"]), (&json!("fetching"), &json!("tides.pdf")));
        setting.server.run_jobs().await;
        let read = ana.get(&at(&added)).await.ok();
        assert_eq!((&read["state"], &read["page_count"]), (&json!("parsed"), &json!(1)));

        for (address, message) in [
            (setting.web.url("page.pdf"), "Non-PDF type file"),
            (setting.web.url("empty.pdf"), "This file is empty"),
            (setting.web.url("nothing"), "Unable to connect to web page, please refresh the page and try again."),
            // No address in the internal network is contacted.
            ("http://127.0.0.1:9/a.pdf".to_owned(), "Unable to connect to web page, please refresh the page and try again."),
        ] {
            let added = add_address(&ana, &address).await.created();
            setting.server.run_jobs().await;
            let failed = ana.get(&at(&added)).await.ok();
            assert_eq!((&failed["state"], &failed["problem"]["message"]), (&json!("failed"), &json!(message)));
        }
        let refused = add_address(&ana, "no address").await.assert_problem(422, "web_access.invalid_url");
        assert_eq!(refused["message"], "Invalid URL");
    }

    async fn sites_that_are_not_in_the_white_list_are_not_asked(store) {
        let settings = documents::Settings { address_hosts: vec!["arxiv.org".to_owned()] };
        let setting = Setting::with_settings(store, settings).await;
        let ana = setting.server.operator().await;
        let refused = add_address(&ana, &setting.web.url("tides.pdf")).await;
        let refused = refused.assert_problem(422, "documents.not_in_white_list");
        assert_eq!(refused["message"], "URL not in white list");
        assert_eq!(ana.get(LIBRARY).await.ok()["items"], json!([]));
    }

    async fn a_site_in_the_white_list_leads_to_no_other_one(store) {
        let white_list = vec!["127.0.0.1".to_owned()];
        let settings = documents::Settings { address_hosts: white_list };
        let setting = Setting::with_settings(store, settings).await;
        let ana = setting.server.operator().await;
        let added = add_address(&ana, &setting.web.url("moved.pdf")).await.created();
        setting.server.run_jobs().await;
        let failed = ana.get(&at(&added)).await.ok();
        assert_eq!((&failed["state"], &failed["problem"]["message"]), (&json!("failed"), &json!("URL not in white list")));
        let plain = add_address(&ana, &setting.web.url("tides.pdf")).await.created();
        setting.server.run_jobs().await;
        assert_eq!(ana.get(&at(&plain)).await.ok()["state"], "parsed");
    }

    async fn a_document_may_be_renamed_while_it_is_fetched(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let added = add_address(&ana, &setting.web.url("tides.pdf")).await.created();
        ana.patch(&at(&added), json!({ "name": "My tides" })).await.ok();
        setting.server.run_jobs().await;
        let read = ana.get(&at(&added)).await.ok();
        assert_eq!((&read["state"], &read["name"]), (&json!("parsed"), &json!("My tides")));
    }

    // An archive, or an older white list, may have brought its address.
    async fn what_is_tried_again_is_held_against_the_white_list(store) {
        let settings = documents::Settings { address_hosts: vec!["arxiv.org".to_owned()] };
        let setting = Setting::with_settings(store, settings).await;
        let ana = setting.server.operator().await;
        let problem = json!({ "type": "/problems/x", "title": "x", "status": 422, "code": "x", "params": {}, "message": "x" });
        let line = json!({ "id": kernel::uuid_v7(NOW), "name": "tides.pdf", "url": setting.web.url("tides.pdf"),
            "problem": problem, "page_count": null, "pages_kept": null, "ignored": false,
            "created_at": "2026-01-01T00:00:00.000000Z", "file": null, "chats": [] });
        assert_eq!(setting.server.restore(&ana, "library", &line).await, area::Restored::Added);
        let refused = ana.post(&format!("{}/retry", at(&line)), json!({})).await;
        refused.assert_problem(422, "documents.not_in_white_list");
        assert_eq!(ana.get(&at(&line)).await.ok()["state"], "failed");
    }

    async fn an_address_whose_fetching_process_died_is_fetched_as_it_is_now(store) {
        let setting = Setting::new(store).await;
        let ana = setting.server.operator().await;
        let added = add_address(&ana, &setting.web.url("tides.pdf")).await.created();
        let services = &setting.server.services;
        // It died after it had begun to store what was 5 bytes then.
        let new = files::NewUpload {
            id: FileId::new(NOW),
            user_id: ana.user_id,
            workspace_id: ana.workspace_id,
            name: "tides.pdf".to_owned(),
            media_type: "application/pdf".to_owned(),
            size_bytes: 5,
            sha256: None,
        };
        let mut tx = setting.server.db().begin().await.unwrap();
        services.files.begin_upload(&mut tx, &new, NOW).await.unwrap();
        services.files.retain_upload(&mut tx, new.id).await.unwrap();
        store::sql!(&mut tx, execute, "UPDATE documents SET file_id = $1", new.id).unwrap();
        tx.commit().await.unwrap();
        setting.server.run_jobs().await;
        let read = ana.get(&at(&added)).await.ok();
        assert_eq!((&read["state"], &read["file_id"]), (&json!("parsed"), &json!(new.id)), "{read}");
    }
}
