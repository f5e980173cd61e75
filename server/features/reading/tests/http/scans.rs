//! PDFs at addresses whose pages are pictures. [`parsing::PlainParser`] takes those for pictures that begin with an
//! exclamation mark.

use serde_json::{Value, json};
use testing::for_each_store;

use crate::setting::{Setting, address, path};

for_each_store! {
    // issue 5: "OCR for scans"
    async fn a_scan_at_an_address_is_recognised_cited_and_said_to_be_one(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let kept = setting.summarized(&ana, address(&setting.web.url("scan.pdf"))).await;
        assert_eq!((&kept["state"], &kept["kind"]), (&json!("complete"), &json!("pdf")), "{kept}");
        let states: Vec<&str> = kept["summaries"][0]["cites"]
            .as_array().unwrap().iter().map(|cite| cite["state"].as_str().unwrap()).collect();
        assert_eq!(states, ["quoted", "not_found"]);
        let source = ana.get(&format!("{}/source", path(&kept))).await.ok();
        let places: Vec<(i64, &str, bool)> = source["places"].as_array().unwrap().iter().map(|place| {
            (place["page"].as_i64().unwrap(), place["text"].as_str().unwrap(), place["recognised"].as_bool().unwrap())
        }).collect();
        assert_eq!(places, [(1, "The moon pulls the sea.", true), (2, "Boats float.", false)]);
        assert!(source["pdf_file_id"].is_string(), "its pages are kept");

        let out = setting.server.archived(&ana, "readings").await;
        assert_eq!(out[0]["places"][0]["recognised"], true, "its archive knows it");
    }

    async fn a_scan_with_nothing_on_it_has_nothing_to_read(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let failed = setting.summarized(&ana, address(&setting.web.url("empty-scan.pdf"))).await;
        assert_eq!((&failed["state"], &failed["problem"]["message"]), (&json!("failed"), &json!("Reading failed")));
        assert_eq!(failed["cause"]["code"], "files.no_text");
    }

    // spec §4: "PDF reading: waiting, reading, cancelled."
    async fn a_scan_that_is_stopped_while_it_waits_for_its_turn_is_not_recognised(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let begun = ana.post("/api/reading/readings", setting.new_reading(address(&setting.web.url("scan.pdf")))).await.accepted();
        ana.post(&format!("{}/cancel", path(&begun)), json!({})).await.assert_status(202);
        setting.server.run_jobs().await;
        let stopped = setting.get(&ana, &begun).await;
        assert_eq!((&stopped["state"], &stopped["has_source"]), (&json!("cancelled"), &json!(false)));
        assert_eq!(stopped["problem"], Value::Null);
        let again = setting.again(&ana, &stopped, json!({ "model": crate::setting::QUOTES })).await;
        assert_eq!(again["state"], "complete");
    }
}
