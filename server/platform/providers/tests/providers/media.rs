//! Connections as the makers of images and videos see them.

use kernel::{SECOND, Secret};
use providers::{ConnectionChange, MediaCall, ModelError, ModelOverride, NewConnection, Protocol};
use serde_json::json;
use store::sql;
use testing::{ScriptedAnswer, ScriptedServer};

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
}
