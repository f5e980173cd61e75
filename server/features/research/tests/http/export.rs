//! A report as a file.

use serde_json::json;
use testing::for_each_store;

use crate::setting::{Setting, path};

for_each_store! {
    // issue 5: "export PDF, DOCX, Markdown"
    async fn a_report_goes_out_as_markdown_a_page_to_print_and_a_word_document(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let planned = setting.planned(&ana, json!({})).await;
        let export = |format: &str| format!("{}/export?format={format}", path(&planned));
        ana.get(&export("markdown")).await.assert_problem(409, "research.no_report");
        setting.web.set("sun", "<script>alert(1)</script> The sun | pulls too.");
        setting.agreed(&ana, &planned, json!({})).await;

        let markdown = ana.get(&export("markdown")).await.assert_status(200).text();
        assert!(markdown.starts_with("# Tides and what causes them\n"), "{markdown}");
        for part in ["# Summary", "# Why are there tides?", "# Open questions", "| Claim | Source | Date | Stance |"] {
            assert!(markdown.contains(part), "{part} in {markdown}");
        }
        assert!(markdown.contains("(Not found in sources)"));
        assert!(markdown.contains("1. [About the moon](<http://127.0.0.1:"), "{markdown}");
        let arabic = ana.get(&format!("{}&locale=ar", export("markdown"))).await.assert_status(200).text();
        assert!(arabic.contains("# الخلاصة"));

        let page = ana.get(&format!("{}&shown=true", export("html"))).await.assert_status(200);
        assert!(page.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
        assert!(!page.text().contains("<script>"), "what pages say is text");
        let word = ana.get(&export("docx")).await.assert_status(200);
        assert!(word.headers["content-disposition"].to_str().unwrap().contains(".docx"));
        assert!(word.body.starts_with(b"PK"));
        let ben = setting.server.member("ben@example.com").await;
        ben.get(&export("markdown")).await.assert_problem(404, "research.not_found");
        ana.get(&export("pdf")).await.assert_status(400);
    }
}
