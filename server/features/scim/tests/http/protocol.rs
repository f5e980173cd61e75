//! The protocol: who may speak, what the server says of itself, paths, versions.

use http::Method;
use serde_json::json;
use testing::{TestServer, for_each_store};

use super::{GROUP, Provider, TOKEN, USER, assert_error, server};

for_each_store! {
    async fn only_the_token_opens_it(store) {
        let server = server(store).await;
        for wrong in ["", "Bearer", "Bearer x", &format!("Basic {TOKEN}"), &format!("Bearer {TOKEN}x")] {
            let stranger = Provider::with(&server, wrong);
            for path in ["/Users", "/ServiceProviderConfig", "/nothing"] {
                let answer = stranger.get(path).await;
                assert_error(&answer, 401, None);
                assert!(answer.header("www-authenticate").starts_with("Bearer"));
            }
        }
        Provider::with(&server, &format!("bearer {TOKEN}")).get("/Users").await.assert_status(200);
        // An operator's session is not the token.
        let operator = server.operator().await;
        assert_eq!(operator.get("/api/scim/v2/Users").await.status, 401);
    }

    async fn it_is_off_without_a_token(store) {
        let server = TestServer::with(store, |services| {
            vec![scim::area(services, scim::Settings::default(), Vec::new())]
        })
        .await;
        for authorization in ["", "Bearer ", "Bearer x"] {
            let answer = Provider::with(&server, authorization).get("/Users").await;
            assert_error(&answer, 401, None);
            assert!(answer.text().contains("scim.token"));
        }
    }

    async fn the_server_describes_itself(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let config = provider.get("/ServiceProviderConfig").await.ok();
        for (ability, is_there) in [("patch", true), ("filter", true), ("etag", true), ("bulk", false), ("sort", false)] {
            assert_eq!(config[ability]["supported"], is_there, "{ability}");
        }
        assert_eq!(config["authenticationSchemes"][0]["type"], "oauthbearertoken");
        let kinds = provider.get("/ResourceTypes").await.ok();
        assert_eq!((&kinds["totalResults"], &kinds["Resources"][1]["endpoint"]), (&json!(2), &json!("/Groups")));
        assert_eq!(provider.get("/ResourceTypes/User").await.ok()["schema"], USER);
        let schemas = provider.get("/Schemas").await.ok();
        assert_eq!(schemas["totalResults"], 2);
        let group = provider.get(&format!("/Schemas/{GROUP}")).await.ok();
        assert_eq!(group["attributes"][0]["name"], "displayName");
        assert_error(&provider.get("/Schemas/urn:other").await, 404, None);
        assert_error(&provider.get("/Schemas?filter=id+pr").await, 403, None);
        assert_error(&provider.post("/Schemas", json!({})).await, 405, None);
    }

    async fn paths_and_methods_that_there_are_not_are_said_in_its_own_words(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let nobody = "/Users/00000000-0000-7000-8000-000000000000";
        for (method, path, status) in [
            (Method::GET, "/Nothing", 404),
            (Method::GET, "/Users/x", 404),
            (Method::GET, nobody, 404),
            (Method::GET, "/Groups/x", 404),
            (Method::PUT, "/Users", 405),
            (Method::POST, nobody, 405),
            (Method::GET, "/Me", 501),
            (Method::POST, "/Bulk", 501),
        ] {
            let answer = provider.call(method.clone(), path, Some(json!({ "userName": "a@x.org" }))).await;
            assert_error(&answer, status, None);
        }
        assert_error(&provider.delete(nobody).await, 404, None);
        assert_error(&provider.get("/Users?filter=userName+is+%22a%22").await, 400, Some("invalidFilter"));
        assert_error(&provider.get("/Users?count=many").await, 400, Some("invalidValue"));
    }

    async fn a_resource_has_a_version(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let id = provider.make("ana").await;
        let path = format!("/Users/{id}");
        let answer = provider.get(&path).await;
        let version = answer.header("etag").to_owned();
        assert_eq!(answer.json()["meta"]["version"], version);
        let with = |name: &'static str, value: &str| Provider(provider.0.clone().with_header(name, value));
        assert_eq!(with("if-none-match", &version).get(&path).await.status, 304);
        let rename = json!([{ "op": "replace", "path": "displayName", "value": "Ana" }]);
        with("if-match", &version).patch(&path, rename.clone()).await.assert_status(200);
        let answer = with("if-match", &version).patch(&path, rename).await;
        assert_error(&answer, 412, None);
        assert_error(&with("if-match", &version).delete(&path).await, 412, None);
        with("if-none-match", &version).get(&path).await.assert_status(200);
        with("if-match", "*").delete(&path).await.assert_status(204);
    }

    async fn a_version_is_the_same_whatever_is_asked_for(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let person = provider.make("ana").await;
        let new = json!({ "schemas": [GROUP], "displayName": "sales", "members": [{ "value": person }] });
        let group = provider.post("/Groups", new).await.assert_status(201).json();
        let group = group["id"].as_str().unwrap();
        for path in [format!("/Users/{person}"), format!("/Groups/{group}")] {
            let version = provider.get(&path).await.header("etag").to_owned();
            for shape in [
                "attributes=displayName", "attributes=meta", "excludedAttributes=members,groups", "excludedAttributes=meta",
            ] {
                let answer = provider.get(&format!("{path}?{shape}")).await.assert_status(200);
                assert_eq!(answer.header("etag"), version, "{path}?{shape}");
            }
            let with = Provider(provider.0.clone().with_header("if-match", &version));
            let rename = json!([{ "op": "replace", "path": "displayName", "value": "other" }]);
            let renamed = with.patch(&format!("{path}?excludedAttributes=members,groups"), rename).await.assert_status(200);
            assert_ne!(renamed.header("etag"), version);
            assert_eq!(provider.get(&path).await.header("etag"), renamed.header("etag"));
        }
    }

    async fn a_version_changes_with_the_people_of_a_group_and_the_groups_of_a_person(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let (ana, ben) = (provider.make("ana").await, provider.make("ben").await);
        let new = json!({ "schemas": [GROUP], "displayName": "sales", "members": [{ "value": ana }] });
        let group = provider.post("/Groups", new).await.assert_status(201).json();
        let path = format!("/Groups/{}", group["id"].as_str().unwrap());
        let versions = async || {
            let list = provider.get("/Groups?excludedAttributes=members").await.ok();
            let group = provider.get(&path).await.header("etag").to_owned();
            assert_eq!(list["Resources"][0]["meta"]["version"], group);
            let person = format!("/Users/{ben}?excludedAttributes=groups");
            (group, provider.get(&person).await.header("etag").to_owned())
        };
        let alone = versions().await;
        let add = json!([{ "op": "add", "path": "members", "value": [{ "value": ben }] }]);
        provider.patch(&path, add).await.ok();
        let both = versions().await;
        assert!(alone.0 != both.0 && alone.1 != both.1, "{alone:?} {both:?}");

        provider.delete(&format!("/Users/{ana}")).await.assert_status(204);
        let left = versions().await;
        assert!(both.0 != left.0 && both.1 == left.1, "{both:?} {left:?}");
    }
}
