//! What people choose: how much is done, in which form it is answered, and when a chat asks the web.

use serde_json::json;
use testing::for_each_store;

use crate::in_chats::{Chats, switch};
use crate::setting::Setting;

for_each_store! {
    async fn each_effort_reads_so_many_pages(store) {
        let setting = Setting::without_model(store).await;
        let ana = setting.ana().await;
        let page = |at: usize| json!({ "title": format!("Page {at}"), "url": format!("{}/pages/moon?{at}", setting.web.url()) });
        setting.web.finds(json!((0..30).map(page).collect::<Vec<_>>()));
        for (effort, results, pages) in [("quick", 10, 0), ("balanced", 10, 4), ("thorough", 20, 8)] {
            let before = setting.web.pages();
            let found = setting.search(&ana, json!({ "effort": effort, "model": null })).await;
            let all = found["results"].as_array().unwrap();
            let read = all.iter().filter(|result| result["reading"] == "read").count();
            assert_eq!((all.len(), read, setting.web.pages() - before), (results, pages, pages), "{effort}");
        }
    }

    // spec §3: "Chat skill kinds: search_enhance ask, summarize, keyword, summary_classic, bullet_ask."
    async fn each_form_is_told_to_the_model(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let mut told = Vec::new();
        for skill in ["ask", "summarize", "keyword", "summary_classic", "bullet_ask"] {
            let wish = json!({ "skill": skill, "model": "fake/echo", "effort": "quick" });
            let found = setting.search(&ana, wish).await;
            assert_eq!(setting.answered(&ana, &found).await["state"], "completed");
            told.push(setting.provider.calls().last().unwrap().body["messages"][0]["content"].to_string());
        }
        let kinds = told.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert_eq!(kinds, 5, "no two are asked for alike: {told:?}");
        let unknown = crate::setting::new_search(json!({ "skill": "search_enhance" }));
        ana.post("/api/search/searches", unknown).await.assert_status(400);
    }

    // spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto."
    async fn each_mode_decides_when_a_chat_asks_the_web(store) {
        let chats = Chats::new(store).await;
        let operator = chats.server.operator().await;
        let tool = r#"search_web {"query": "tides"}"#;
        for (trigger, text, model, asked) in [
            ("manually", "Why are there tides?", "fake/echo", 0),
            ("always", "Write of tides.", "fake/echo", 1),
            ("questionMark", "Write of tides.", "fake/echo", 0),
            ("questionMark", "لماذا يوجد المد؟", "fake/echo", 1),
            ("questionMark", "为什么有潮汐？", "fake/echo", 1),
            ("dependsOnQuota", "Write of tides.", "fake/echo", 1),
            ("auto", "Why are there tides?", "fake/echo", 0),
            ("auto", tool, "fake/use-echo", 1),
            ("manually", tool, "fake/use-echo", 0),
        ] {
            switch(&operator, false, trigger).await.ok();
            let before = chats.web.asked().len();
            chats.ask(&operator, text, model).await;
            assert_eq!(chats.web.asked().len() - before, asked, "{trigger}: {text}");
        }
        switch(&operator, false, "sometimes").await.assert_status(400);
    }
}
