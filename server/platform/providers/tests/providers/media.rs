//! Connections as the makers of images and videos see them.

use std::time::Duration;

use kernel::{SECOND, Secret};
use providers::{ConnectionChange, MediaCall, ModelError, ModelOverride, NewConnection, Protocol};
use serde_json::json;
use store::sql;
use testing::{ScriptedAnswer, ScriptedServer};
use tokio::net::TcpListener;

use crate::heard::NOW;
use crate::house::{House, on_both};

fn lab(server: &ScriptedServer) -> NewConnection {
    NewConnection {
        name: "Lab".to_owned(),
        protocol: Protocol::BlackForestLabs,
        base_url: Some(format!("{}/v1/", server.url())),
        api_key: Some(Secret::new("bfl-12345678".to_owned())),
    }
}

on_both! {
    async fn a_connection_for_images_lists_its_vendors_models_and_none_for_chats(house: &House) {
        let server = ScriptedServer::start().await;
        server.answer("GET /v1/credits", ScriptedAnswer::json(json!({ "credits": 1 })));

        let made = house.providers.create_connection(lab(&server)).await.unwrap();

        assert_eq!((made.base_url, made.last_problem), (server.url(), None));
        assert!(made.models.iter().any(|model| model.id == "flux-pro-1.1"));
        let chats = house.providers.list_models().await.unwrap();
        assert_eq!((chats.models.len(), chats.default_model.as_str()), (1, "builtin/assistant"));
        assert!(house.providers.resolve("lab/flux-pro-1.1").await.is_err());
    }

    async fn a_model_that_is_switched_off_is_not_found_and_one_that_is_added_is(house: &House) {
        let server = ScriptedServer::start().await;
        server.answer("GET /v1/credits", ScriptedAnswer::json(json!({ "credits": 1 })));
        let made = house.providers.create_connection(lab(&server)).await.unwrap();
        let off = ModelOverride { enabled: Some(false), ..ModelOverride::default() };
        let on = ModelOverride { enabled: Some(true), ..ModelOverride::default() };
        let models = [("flux-dev".to_owned(), off), ("flux-next".to_owned(), on)].into();
        let change = ConnectionChange { models, ..ConnectionChange::default() };
        house.providers.update_connection(made.id, change).await.unwrap();

        let found = house.providers.list_media_connections().await.unwrap();

        let has = |name: &str| found[0].find(name).is_some();
        assert_eq!((has("flux-dev"), has("flux-next"), has("flux-pro-1.1")), (false, true, true));
        assert!(!has("nobody-has-it"));
    }

    async fn a_key_goes_to_the_hosts_of_its_vendor_and_to_no_other(house: &House) {
        let server = ScriptedServer::start().await;
        house.providers.create_connection(lab(&server)).await.unwrap();
        let mut tx = house.db.begin().await.unwrap();
        // As if it had been asked for its models a moment ago: this test calls nobody.
        sql!(
            &mut tx,
            execute,
            "UPDATE provider_connections SET base_url = 'https://api.bfl.ai', models_fetched_at = $1",
            NOW
        )
        .unwrap();
        tx.commit().await.unwrap();
        house.clock.advance(6 * SECOND);

        let found = house.providers.list_media_connections().await.unwrap();

        let caller = &found[0].caller;
        for url in ["https://api.bfl.ai/v1/x", "https://api.eu1.bfl.ai/v1/get_result?id=1"] {
            assert!(caller.may_have_key(url), "{url}");
        }
        for url in [
            "http://api.bfl.ai/v1/x",
            "https://delivery-eu1.bfl.ai/x.png",
            "https://api.bfl.ai.example.org/",
            "https://api.bfl.ai@example.org/",
            "https://example.org/api.bfl.ai",
            "/v1/x",
            "",
        ] {
            assert!(!caller.may_have_key(url), "{url}");
            if !url.starts_with('/') {
                let refused = caller.send(MediaCall::get(url)).await.unwrap_err();
                assert!(matches!(refused, ModelError::Broken { .. }), "{url}");
            }
        }
    }

    async fn a_connection_of_a_compatible_server_names_no_other_host(house: &House) {
        let server = ScriptedServer::start().await;
        let new = NewConnection { protocol: Protocol::OpenaiCompatible, ..lab(&server) };
        house.providers.create_connection(new).await.unwrap();
        let found = house.providers.list_media_connections().await.unwrap();
        assert!(found[0].caller.may_have_key(&format!("{}/x", server.url())));
        assert!(!found[0].caller.may_have_key("https://api.bfl.ai/v1/x"));
    }

    async fn a_silent_provider_is_given_up_and_a_long_answer_is_not_read(house: &House) {
        let server = ScriptedServer::start().await;
        server.answer("GET /long", ScriptedAnswer::new(200, "image/png", vec![0; 1_001]));
        house.providers.create_connection(lab(&server)).await.unwrap();
        let found = house.providers.list_media_connections().await.unwrap();
        let short = Duration::from_millis(20);

        let long = MediaCall::get("/long").within(Duration::from_secs(30), 1_000);
        let too_long = found[0].caller.send(long).await.unwrap_err();
        assert_eq!(too_long, ModelError::broken("the answer is too long"));
        let whole = MediaCall::get("/long").within(Duration::from_secs(30), 1_001);
        assert_eq!(found[0].caller.send(whole).await.unwrap().body.len(), 1_001);

        // It takes connections, and never says a word.
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", silent.local_addr().unwrap());
        let mut tx = house.db.begin().await.unwrap();
        sql!(
            &mut tx,
            execute,
            "UPDATE provider_connections SET base_url = $1, models_fetched_at = $2",
            url,
            NOW
        )
        .unwrap();
        tx.commit().await.unwrap();
        house.clock.advance(6 * SECOND);
        let found = house.providers.list_media_connections().await.unwrap();
        let given_up = found[0].caller.send(MediaCall::get("/x").within(short, 1_000)).await;
        assert_eq!(given_up.unwrap_err(), ModelError::TimedOut);
    }
}
