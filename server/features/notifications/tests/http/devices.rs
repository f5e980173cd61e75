//! Subscriptions of devices, and when they end.

use serde_json::{Value, json};
use store::sql;
use testing::{Canary, TestStore, for_each_store};

use crate::push_service::Browser;
use crate::setting::{PUSH, Setting};

async fn stored(setting: &Setting) -> Vec<Vec<u8>> {
    let mut conn = setting.server.db().read().await.unwrap();
    let rows =
        sql!(&mut conn, all(Vec<u8>, i64), "SELECT target, created_at FROM push_subscriptions");
    rows.unwrap().into_iter().map(|(target, _)| target).collect()
}

for_each_store! {
    async fn a_device_says_what_it_wants_and_takes_it_back(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        assert!(ana.get(PUSH).await.ok()["subscription"].is_null(), "nobody is told unasked");
        setting.subscribe(&ana, "phone", false).await;
        assert_eq!(ana.get(PUSH).await.ok()["subscription"]["with_title"], false);
        setting.subscribe(&ana, "phone", true).await;
        assert_eq!(ana.get(PUSH).await.ok()["subscription"]["with_title"], true);
        assert_eq!(stored(&setting).await.len(), 1);

        let elsewhere = setting.ana().await;
        assert!(elsewhere.get(PUSH).await.ok()["subscription"].is_null());

        ana.delete(PUSH).await.no_content();
        ana.delete(PUSH).await.no_content();
        assert!(ana.get(PUSH).await.ok()["subscription"].is_null());
    }

    async fn the_servers_key_stays_the_same_in_every_process(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let key = ana.get(PUSH).await.ok()["public_key"].clone();
        let other = setting.server.another_process().await;
        let ana_there = other.member("ana@example.com").await;
        assert_eq!(ana_there.get(PUSH).await.ok()["public_key"], key);
        assert_eq!(ana.get(PUSH).await.ok()["public_key"], key);
    }

    async fn neither_addresses_nor_keys_lie_open_in_the_database(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        setting.subscribe(&ana, "phone", false).await;
        let lies_open = |bytes: &[u8]| bytes.windows(6).any(|piece| piece == b"/push/");
        assert!(stored(&setting).await.iter().all(|target| !lies_open(target)));
    }

    async fn a_device_that_is_signed_out_is_told_nothing(store) {
        let setting = Setting::new(store).await;
        let (phone, laptop) = (setting.ana().await, setting.ana().await);
        setting.subscribe(&phone, "phone", false).await;
        phone.post("/api/accounts/sign-out", json!({})).await.assert_status(204);

        setting.answer_after(&laptop, 11, "Boats").await;
        setting.later().await;

        assert_eq!(setting.push.pushed().len(), 0);
    }

    async fn a_browser_that_changes_hands_belongs_to_who_is_signed_in(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let ben = setting.server.member("ben@example.com").await;
        setting.subscribe(&ana, "shared", false).await;
        setting.subscribe(&ben, "shared", false).await;
        assert!(ana.get(PUSH).await.ok()["subscription"].is_null());
        assert_eq!(stored(&setting).await.len(), 1);
    }

    async fn what_nothing_can_be_sent_to_is_refused(store) {
        let setting = Setting::new(store).await;
        let ana = setting.ana().await;
        let browser = Browser::new();
        let good = |endpoint: &str| browser.subscription(endpoint, false);
        let with_key = |name: &str, value: &str| {
            let mut wish = good(&setting.push.endpoint("phone"));
            wish["keys"][name] = Value::from(value);
            wish
        };
        for wish in [
            good("http://push.example/plain"),
            good("file:///etc/passwd"),
            good("no address"),
            good(&format!("https://push.example/{}", "a".repeat(2_048))),
            with_key("p256dh", "BAAA"),
            with_key("p256dh", &"B".repeat(87)),
            with_key("auth", ""),
            with_key("auth", "***"),
        ] {
            let answer = ana.put(PUSH, wish).await;
            answer.assert_problem(422, "notifications.subscription_invalid");
        }
        assert_eq!(stored(&setting).await.len(), 0);
    }

    async fn who_is_not_signed_in_wants_nothing(store) {
        let setting = Setting::new(store).await;
        let visitor = setting.server.visitor();
        visitor.get(PUSH).await.assert_status(401);
        let wish = Browser::new().subscription(&setting.push.endpoint("phone"), false);
        visitor.put(PUSH, wish).await.assert_status(401);
    }
}

// security.md SS1. No database has a say in it, so one is enough.
#[test]
fn no_message_is_sent_behind_the_server() {
    testing::run(async {
        let (setting, canary) = (Setting::new(TestStore::Sqlite).await, Canary::start().await);
        let ana = setting.ana().await;
        let browser = Browser::new();
        // Addresses without https are only accepted if the operator allowed them.
        for endpoint in canary.addresses("https").iter().chain([&canary.url()]) {
            let answer = ana.put(PUSH, browser.subscription(endpoint, false)).await;
            answer.assert_problem(422, "notifications.subscription_invalid");
        }
        assert_eq!(stored(&setting).await.len(), 0);
        assert_eq!(canary.reached(), 0);
    });
}
