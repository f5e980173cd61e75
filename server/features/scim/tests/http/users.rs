//! People: made, found, changed, suspended, removed, brought back.

use std::slice;

use kernel::UserId;
use serde_json::{Value, json};
use testing::{Answer, TestServer, for_each_store};

use super::{Provider, USER, assert_error, server};

fn encoded(filter: &str) -> String {
    let filter: String = url::form_urlencoded::byte_serialize(filter.as_bytes()).collect();
    format!("/Users?filter={filter}")
}

/// Returns true if the person is suspended.
async fn is_suspended(server: &TestServer, id: &str) -> bool {
    let id: UserId = id.parse().unwrap();
    let mut conn = server.db().read().await.unwrap();
    server.services.identity.is_suspended(&mut conn, id).await.unwrap()
}

for_each_store! {
    async fn a_person_is_made_read_and_found(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let new = json!({
            "schemas": [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
            "userName": "Ana@Example.com", "externalId": "0a21f0f2", "active": true,
            "name": { "givenName": "Ana", "familyName": "Lima", "formatted": "Ana Lima" },
            "emails": [{ "primary": true, "type": "work", "value": "ana.lima@example.com" }],
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { "department": "Sales" },
        });

        let answer = provider.post("/Users", new.clone()).await.assert_status(201);

        let made = answer.json();
        let id = made["id"].as_str().unwrap().to_owned();
        assert_eq!(answer.header("location"), format!("http://ensemble.test/api/scim/v2/Users/{id}"));
        assert_eq!(made["meta"]["location"], answer.header("location"));
        assert_eq!((&made["userName"], &made["displayName"]), (&json!("Ana@Example.com"), &json!("Ana Lima")));
        assert_eq!((&made["active"], &made["meta"]["resourceType"]), (&json!(true), &json!("User")));
        assert_eq!(provider.get(&format!("/Users/{id}")).await.ok(), made);
        for filter in [
            r#"userName eq "ana@example.com""#,
            r#"externalId eq "0a21f0f2""#,
            r#"emails.value eq "ana.lima@example.com""#,
            r#"emails[type eq "work" and value co "lima"]"#,
            r#"name.familyName sw "li" and active eq true"#,
        ] {
            assert_eq!(provider.ids(&encoded(filter)).await, slice::from_ref(&id), "{filter}");
        }
        for filter in [r#"userName eq "nobody@example.com""#, r#"externalId eq "0A21F0F2""#] {
            let list = provider.get(&encoded(filter)).await.ok();
            assert_eq!((&list["totalResults"], &list["Resources"]), (&json!(0), &json!([])), "{filter}");
        }
        assert_error(&provider.post("/Users", new).await, 409, Some("uniqueness"));
        let search = json!({ "filter": "userName eq \"ana@example.com\"", "attributes": ["userName"] });
        let found = provider.post("/Users/.search", search).await.ok();
        assert_eq!(found["Resources"], json!([{ "schemas": [USER], "id": id, "userName": "Ana@Example.com" }]));
    }

    async fn what_is_wrong_with_a_person_is_said(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let id = provider.make("ana").await;
        provider.make("ben").await;
        for (body, kind) in [
            (json!({ "schemas": [USER] }), "invalidValue"),
            (json!({ "userName": "no address" }), "invalidValue"),
            (json!([]), "invalidSyntax"),
        ] {
            assert_error(&provider.post("/Users", body.clone()).await, 400, Some(kind));
            assert_error(&provider.put(&format!("/Users/{id}"), body).await, 400, Some(kind));
        }
        for taken in [
            json!({ "userName": "ben@example.com" }),
            json!({ "userName": "ana2", "emails": [{ "value": "ben@example.com" }] }),
            json!({ "userName": "BEN@example.com", "emails": [{ "value": "ana@example.com" }] }),
        ] {
            let answer = provider.put(&format!("/Users/{id}"), taken.clone()).await;
            assert_error(&answer, 409, Some("uniqueness"));
        }
        let read_only = json!([{ "op": "replace", "path": "id", "value": "x" }]);
        assert_error(&provider.patch(&format!("/Users/{id}"), read_only).await, 400, Some("mutability"));
    }

    async fn a_person_is_changed_as_providers_change_them(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let path = format!("/Users/{}", provider.make("ana").await);
        for (operations, pointer, value) in [
            (json!([{ "op": "Replace", "path": "displayName", "value": "Ana L" }]), "/displayName", json!("Ana L")),
            (json!([{ "op": "replace", "value": { "name": { "givenName": "Ana" } } }]), "/name/givenName", json!("Ana")),
            (json!([{ "op": "Add", "path": "emails[type eq \"work\"].value", "value": "a@married.example" }]),
                "/emails/0/value", json!("a@married.example")),
            (json!([{ "op": "add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
                "value": "Sales" }]), "/displayName", json!("Ana L")),
            (json!([{ "op": "replace", "path": "userName", "value": "a@married.example" }]),
                "/userName", json!("a@married.example")),
        ] {
            let changed = provider.patch(&path, operations.clone()).await.ok();
            assert_eq!(changed.pointer(pointer), Some(&value), "{operations}");
            assert_eq!(provider.get(&path).await.ok(), changed);
        }
        let replaced = json!({ "userName": "a@married.example", "externalId": "new", "displayName": "Ana" });
        let replaced = provider.put(&path, replaced).await.ok();
        assert_eq!((&replaced["externalId"], &replaced["name"]), (&json!("new"), &Value::Null));
        assert_eq!(replaced["emails"][0]["value"], "a@married.example", "the address of the account");
    }

    async fn a_person_is_suspended_and_readmitted_unless_an_operator_suspended_them(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let ana = server.member("ana@example.com").await;
        let id = ana.user_id.to_string();
        let path = format!("/Users/{id}");
        for (off, on) in [
            (json!([{ "op": "replace", "value": { "active": false } }]), json!([{ "op": "replace", "value": { "active": true } }])),
            (json!([{ "op": "Replace", "path": "active", "value": "False" }]), json!([{ "op": "Add", "path": "active", "value": "True" }])),
        ] {
            assert_eq!(provider.patch(&path, off).await.ok()["active"], false);
            assert!(is_suspended(&server, &id).await);
            assert_eq!(provider.patch(&path, on).await.ok()["active"], true);
            assert!(!is_suspended(&server, &id).await);
        }
        // Readmitted by an operator, and suspended again: by whom it was before does not count any more.
        let off = json!([{ "op": "replace", "value": { "active": false } }]);
        assert_eq!(provider.patch(&path, off).await.ok()["active"], false);
        let (services, by) = (&server.services, audit::Actor::SYSTEM);
        let mut tx = server.db().begin().await.unwrap();
        directory::readmit(services, &mut tx, by, ana.user_id).await.unwrap();
        directory::suspend(services, &mut tx, by, ana.user_id, "spam").await.unwrap();
        tx.commit().await.unwrap();
        let whole = json!({ "userName": "ana@example.com", "active": true });
        assert_eq!(provider.put(&path, whole).await.ok()["active"], false);
        assert!(is_suspended(&server, &id).await);
    }

    async fn a_removed_person_is_not_found_and_comes_back_with_their_account(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let id = provider.make("ana").await;
        let path = format!("/Users/{id}");

        provider.delete(&path).await.assert_status(204);

        assert!(is_suspended(&server, &id).await);
        assert_error(&provider.get(&path).await, 404, None);
        assert_error(&provider.delete(&path).await, 404, None);
        assert!(!provider.ids("/Users").await.contains(&id));
        assert_eq!(provider.make("ana").await, id);
        assert!(!is_suspended(&server, &id).await);
    }

    async fn people_who_were_here_before_are_taken_over(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let ana = server.member("ana@example.com").await;
        assert_eq!(provider.ids(&encoded(r#"userName eq "ana@example.com""#)).await, [ana.user_id.to_string()]);
        let new = json!({
            "userName": "ana", "externalId": "x", "emails": [{ "value": "ana@example.com" }],
        });
        let made = provider.post("/Users", new).await.assert_status(201).json();
        assert_eq!(made["id"], json!(ana.user_id));
    }

    async fn the_only_server_admin_stays_one(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        let path = format!("/Users/{}", server.operator().await.user_id);
        let off = json!([{ "op": "replace", "path": "active", "value": false }]);
        assert_error(&provider.patch(&path, off).await, 400, Some("mutability"));
        assert_error(&provider.delete(&path).await, 400, Some("mutability"));
        // Whoever has their address could take their account.
        let mail = json!([{ "op": "replace", "path": "emails", "value": [{ "value": "eve@example.com" }] }]);
        assert_error(&provider.patch(&path, mail).await, 400, Some("mutability"));
        assert_eq!(provider.get(&path).await.ok()["active"], true);
    }

    async fn pages_are_counted_from_one(store) {
        let server = server(store).await;
        let provider = Provider::of(&server);
        for name in ["ana", "ben", "cem"] {
            provider.make(name).await;
            server.clock().advance(1_000);
        }
        let all = provider.ids("/Users").await;
        assert_eq!(all.len(), 4, "with the operator");
        let counts = |answer: Answer| {
            let list = answer.ok();
            [&list["totalResults"], &list["startIndex"], &list["itemsPerPage"]].map(|it| it.as_i64().unwrap())
        };
        assert_eq!(counts(provider.get("/Users?startIndex=2&count=2").await), [4, 2, 2]);
        assert_eq!(provider.ids("/Users?startIndex=2&count=2").await, all[1..3]);
        assert_eq!(counts(provider.get("/Users?startIndex=5&count=2").await), [4, 5, 0]);
        assert_eq!(counts(provider.get("/Users?count=0").await), [4, 1, 0]);
        let some = encoded(r#"externalId sw "ext-""#);
        assert_eq!(counts(provider.get(&format!("{some}&startIndex=2&count=1")).await), [3, 2, 1]);
        assert_eq!(provider.ids(&format!("{some}&startIndex=2&count=1")).await, all[2..3]);
    }
}

for_each_store! {
    async fn nobody_is_made_before_the_first_server_admin(store) {
        let settings = scim::Settings { token: Some(kernel::Secret::new(crate::TOKEN.to_owned())) };
        let server = TestServer::with(store, move |services| {
            vec![scim::area(services, settings.clone(), Vec::new())]
        })
        .await;
        let answer = Provider::of(&server).post("/Users", json!({ "userName": "a@example.com" })).await;
        assert_error(&answer, 503, None);
    }
}
