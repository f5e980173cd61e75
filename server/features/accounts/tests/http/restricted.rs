//! Regions where nobody may sign up.

use accounts::Settings;
use axum::middleware::from_fn_with_state;
use regions::{Regions, note_place};
use serde_json::json;
use testing::{PASSWORD, TestServer, TestStore, for_each_store};

use crate::{sign_in, sign_up, verify};

/// Returns a server that believes this machine, as a proxy.
async fn server(store: TestStore) -> TestServer {
    let settings = regions::Settings {
        country_header: Some("cf-ipcountry".to_owned()),
        no_sign_up: vec!["AQ".to_owned(), "CN".to_owned()],
        no_sales: vec!["BV".to_owned()],
        ..regions::Settings::default()
    };
    let regions = Regions::new(&settings, &["127.0.0.1/32".parse().unwrap()]).unwrap();
    TestServer::with(store, move |services| {
        let mut area = accounts::area(services, Settings::default());
        area.routes = area.routes.layer(from_fn_with_state(regions.clone(), note_place));
        vec![area]
    })
    .await
}

const ANA: &str = "ana@example.com";

for_each_store! {
    // spec §6: "Region restrictions block subscribing, sign-up and credit purchase in some regions (two tiers of country lists)"
    // spec §8: "Unable to subscribe due to regional restrictions."
    async fn who_is_where_nobody_may_sign_up_is_told_so(store) {
        let server = server(store).await;
        server.operator().await;
        let there = server.visitor().with_header("cf-ipcountry", "AQ");
        let refused = sign_up(&there, ANA).await;
        let refused = refused.assert_problem(403, "accounts.region_restricted");
        assert_eq!(refused["message"], "Unable to sign up due to regional restrictions.");

        // Nothing is left of it: from another region the same address is new.
        let here = server.visitor().with_header("cf-ipcountry", "BV");
        sign_up(&here, ANA).await.accepted();
        let code = server.code_sent_to(ANA).await;
        verify(&here, ANA, &code).await.created();
    }

    // spec §6: "a Chinese-region IP sign-up block shows a message."
    async fn who_is_where_the_operator_named_china_is_told_so(store) {
        let server = server(store).await;
        server.operator().await;
        let there = server.visitor().with_header("cf-ipcountry", "CN");
        let refused = sign_up(&there, ANA).await;
        let refused = refused.assert_problem(403, "accounts.region_restricted");
        assert_eq!(refused["message"], "Unable to sign up due to regional restrictions.");
    }

    async fn who_has_an_account_signs_in_from_anywhere(store) {
        let server = server(store).await;
        server.operator().await;
        server.member(ANA).await;
        let there = server.visitor().with_header("cf-ipcountry", "AQ");
        sign_in(&there, ANA, PASSWORD).await.ok();
    }

    async fn the_first_account_can_be_made_anywhere(store) {
        let server = server(store).await;
        let there = server.visitor().with_header("cf-ipcountry", "AQ");
        let body = json!({ "email": ANA, "name": "Ana Lima", "password": PASSWORD });
        there.post("/api/accounts/sign-up", body).await.created();
    }
}
