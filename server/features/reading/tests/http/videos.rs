//! Videos, by their captions.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, address, path};

for_each_store! {
    // spec §1: "Page, video-site and PDF summaries."
    async fn a_video_is_summed_up_by_its_captions_and_its_numbers_lead_to_times(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let url = setting.web.url("talk");
        let mut new = address(&url);
        new["model"] = json!("fake/echo");
        let kept = setting.summarized(&ana, new).await;
        assert_eq!((&kept["state"], &kept["kind"]), (&json!("complete"), &json!("video")), "{kept}");
        assert_eq!(kept["title"], "A talk on tides");
        let given = kept["summaries"][0]["text"].as_str().unwrap();
        assert!(given.contains("seconds=\"83\""), "{given}");

        let source = ana.get(&format!("{}/source", path(&kept))).await.ok();
        let places = source["places"].as_array().unwrap();
        let at: Vec<i64> = places.iter().map(|place| place["at_seconds"].as_i64().unwrap()).collect();
        assert_eq!(at, [1, 83, 150]);
        assert_eq!(places[1]["text"], "The moon pulls the sea.");
        assert_eq!(places[1]["url"], format!("{url}#t=83"));
    }
}
