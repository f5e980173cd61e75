//! No address of a document, and no redirect, leads to the network behind the server (security SS1, SS3). No database
//! has a say in it, so one is enough.

use serde_json::{Value, json};
use testing::TestStore;

use crate::library::{LIBRARY, add_address, at};
use crate::setting::Setting;

async fn assert_unreachable(setting: &Setting, urls: &[String]) {
    let ana = setting.server.operator().await;
    let mut added = Vec::new();
    for url in urls {
        let answer = add_address(&ana, url).await;
        match answer.status.as_u16() {
            422 => drop(answer.assert_problem(422, "web_access.invalid_url")),
            _ => added.push((url, answer.created())),
        }
    }
    assert!(added.len() > urls.len() / 2, "most of them are addresses");
    setting.server.run_jobs().await;
    for (url, document) in added {
        let failed = ana.get(&at(&document)).await.ok();
        assert_eq!(failed["state"], "failed", "{url:?}");
        assert_eq!(failed["problem"]["code"], "web_access.unreachable", "{url:?}");
        assert_eq!(failed["file_id"], Value::Null, "{url:?}: nothing of it is kept");
        ana.delete(&at(&document)).await.no_content();
    }
    assert_eq!(ana.get(LIBRARY).await.ok()["items"], json!([]));
    assert_eq!(setting.canary.reached(), 0);
}

#[test]
fn no_address_of_a_document_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        assert_unreachable(&setting, &setting.canary.addresses("http")).await;
    });
}

#[test]
fn no_redirect_of_a_document_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        let urls = setting.canary.behind_redirects(&setting.web.url(""));
        assert_unreachable(&setting, &urls).await;
    });
}
