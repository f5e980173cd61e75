//! Neither a tool server nor its sign-in metadata can lead to the internal network (security SS1). The database makes
//! no difference, so one engine is enough.

use serde_json::json;
use testing::TestStore;

use crate::setting::Setting;

#[test]
fn no_address_within_the_network_is_connected() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        let ana = setting.server.member("ana@example.com").await;
        // Addresses without https are only accepted if the operator allowed them.
        let mut urls = setting.canary.addresses("https");
        urls.extend(["http://example.com/mcp", "mcp-server"].map(str::to_owned));
        urls.push(setting.canary.url());
        for url in urls {
            let new = json!({ "name": "A", "url": url });
            ana.post("/api/tools/servers", new).await.assert_problem(422, "tools.address_refused");
        }
        assert_eq!(ana.get("/api/tools/servers").await.ok()["items"], json!([]));
        assert_eq!(setting.canary.reached(), 0);
    });
}

#[test]
fn a_name_that_leads_into_the_network_is_not_called() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        let ana = setting.server.member("ana@example.com").await;
        let url = format!("https://tools.example.com:{}/mcp", setting.canary.port());
        let new = json!({ "name": "A", "url": url });
        let server = ana.post("/api/tools/servers", new).await.created();
        assert_eq!(server["state"], "failed");
        assert_eq!(setting.canary.reached(), 0);
    });
}

#[test]
fn nothing_that_a_server_says_of_signing_in_leads_into_the_network() {
    testing::run(async {
        let setting = Setting::new(TestStore::Sqlite).await;
        setting.mcp.require_sign_in();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        let path = format!("/api/tools/servers/{}/sign-in", connected["key"].as_str().unwrap());
        let names = [
            "resource_metadata",
            "authorization_servers",
            "authorization_endpoint",
            "token_endpoint",
            "registration_endpoint",
        ];
        let addresses = setting.canary.addresses("https");
        for (address, name) in addresses.iter().zip(names.iter().cycle()) {
            setting.mcp.names(name, address);
            let begun = ana.post(&path, json!({})).await;
            match *name {
                // Its location is also known otherwise.
                "resource_metadata" => drop(begun.ok()),
                _ => assert!(
                    begun.status.is_client_error() || begun.status.is_server_error(),
                    "{name}: {address:?}: {}",
                    begun.text()
                ),
            }
        }
        assert_eq!(setting.canary.reached(), 0);
    });
}
