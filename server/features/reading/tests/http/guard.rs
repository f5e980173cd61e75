//! What people have read reaches nothing but the open web (security SS1, SS3): no address, no redirect and no
//! captions lead to the network behind the server. No database has a say in it, so one is enough.

use serde_json::{Value, json};
use testing::TestStore;

use crate::setting::{Setting, address};

/// Readings that one person may have going on at once.
const AT_ONCE: usize = 10;

/// Has all of these read, and gives what became of each that is an address at all.
async fn read_all(setting: &Setting, urls: &[String]) -> Vec<(String, Value)> {
    let mut read = Vec::new();
    for (number, urls) in urls.chunks(AT_ONCE).enumerate() {
        let person = setting.server.member(&format!("p{number}@example.com")).await;
        let mut begun = Vec::new();
        for url in urls {
            let new = setting.new_reading(address(url));
            let answer = person.post("/api/reading/readings", new).await;
            match answer.status.as_u16() {
                422 => drop(answer.assert_problem(422, "web_access.invalid_url")),
                _ => begun.push((url.clone(), answer.accepted())),
            }
        }
        setting.server.run_jobs().await;
        for (url, reading) in begun {
            read.push((url, setting.get(&person, &reading).await));
        }
    }
    read
}

async fn assert_unreachable(setting: &Setting, urls: &[String]) {
    let read = read_all(setting, urls).await;
    assert!(read.len() > urls.len() / 2, "most of them are addresses");
    for (url, failed) in read {
        assert_eq!(failed["state"], "failed", "{url:?}");
        assert_eq!(failed["problem"]["code"], "web_access.unreachable", "{url:?}");
        assert_eq!(failed["cause"], Value::Null, "{url:?}: the reason is for the log only");
        assert_eq!(failed["has_source"], false, "{url:?}: nothing of it is kept");
    }
    assert_eq!(setting.canary.reached(), 0);
}

#[test]
fn nothing_behind_the_server_is_read() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        assert_unreachable(&setting, &setting.canary.addresses("http")).await;
    });
}

#[test]
fn no_redirect_leads_behind_the_server() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        let urls = setting.canary.behind_redirects(&setting.web.url(""));
        assert_unreachable(&setting, &urls).await;
    });
}

#[test]
fn captions_elsewhere_are_judged_too() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        let tracks = setting.canary.addresses("http");
        let pages: Vec<String> = tracks.iter().map(|to| setting.web.captions_at(to)).collect();
        for (url, kept) in read_all(&setting, &pages).await {
            // There is nothing on them but a video.
            assert_eq!(
                (&kept["kind"], &kept["state"]),
                (&json!("page"), &json!("failed")),
                "{url}"
            );
        }
        assert!(setting.web.fetched() > 50, "the pages that name them were read");
        assert_eq!(setting.canary.reached(), 0);
    });
}
