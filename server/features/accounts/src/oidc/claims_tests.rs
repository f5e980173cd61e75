//! A table of claims as providers send them.

use serde_json::json;

use super::*;

fn read(settings: &OidcSettings, claims: &Value) -> Claims {
    let identity =
        UserIdentity { issuer: "https://id.example".to_owned(), subject: "s".to_owned() };
    Claims::read(settings, identity, claims)
}

fn plain() -> OidcSettings {
    OidcSettings::default()
}

fn trusting() -> OidcSettings {
    OidcSettings { trust_email: true, ..plain() }
}

/// The address and the word on it.
fn email(settings: &OidcSettings, claims: Value) -> (Option<String>, Option<bool>) {
    let claims = read(settings, &claims);
    (claims.email, claims.email_verified)
}

const ANA: &str = "ana@example.org";

#[test]
fn the_word_on_an_address_is_read_however_it_is_written() {
    for (written, read) in [
        (json!(true), Some(true)),
        (json!("true"), Some(true)),
        (json!("True"), Some(true)),
        (json!("1"), Some(true)),
        (json!(1), Some(true)),
        (json!(false), Some(false)),
        (json!("false"), Some(false)),
        (json!(0), Some(false)),
        (json!("no"), Some(false)),
        (json!({}), Some(false)),
        (json!([true]), Some(false)),
        (json!(""), None),
        (Value::Null, None),
    ] {
        let claims = json!({ "email": ANA, "email_verified": written.clone() });
        assert_eq!(email(&plain(), claims), (Some(ANA.to_owned()), read), "{written}");
    }
    assert_eq!(email(&plain(), json!({ "email": ANA })).1, None);
    let edov = json!({ "email": ANA, "xms_edov": true });
    assert_eq!(email(&plain(), edov).1, Some(true), "Entra: the tenant has proven the domain");
    let both = json!({ "email": ANA, "email_verified": false, "xms_edov": "1" });
    assert_eq!(email(&plain(), both).1, Some(false));
}

#[test]
fn an_address_is_taken_from_elsewhere_only_where_the_operator_says_so() {
    let entra = json!({ "tid": "t", "preferred_username": ANA, "email_verified": true });
    assert_eq!(email(&plain(), entra.clone()), (None, None));
    assert_eq!(email(&trusting(), entra), (Some(ANA.to_owned()), None));
    for claims in [
        json!({ "tid": "t", "preferred_username": "ana", "upn": ANA }),
        json!({ "upn": ANA }),
        json!({ "emails": [ANA] }),
    ] {
        assert_eq!(email(&trusting(), claims.clone()).0.as_deref(), Some(ANA), "{claims}");
        assert_eq!(email(&plain(), claims), (None, None));
    }
    // Elsewhere people choose that name themselves.
    assert_eq!(email(&trusting(), json!({ "preferred_username": ANA })).0, None);

    let named = OidcSettings { email_claim: Some("work.mail".to_owned()), ..plain() };
    let claims =
        json!({ "email": "x@example.net", "email_verified": true, "work": { "mail": ANA } });
    assert_eq!(email(&named, claims), (Some(ANA.to_owned()), None), "the word is on `email`");
}

/// Where providers put an address that is not in `email`.
#[test]
fn a_claim_for_the_address_is_found_wherever_it_is_and_nothing_more_is_asked_for() {
    for (provider, path, claims) in [
        ("Auth0", "https://example.org/email", json!({ "https://example.org/email": ANA })),
        (
            "Auth0, with an object",
            "https://example.org/user.mail",
            json!({ "https://example.org/user": { "mail": ANA } }),
        ),
        ("Entra", "preferred_username", json!({ "tid": "t", "preferred_username": ANA })),
        ("Entra, of version 1", "upn", json!({ "tid": "t", "upn": ANA, "unique_name": ANA })),
        ("B2C", "emails", json!({ "emails": [ANA, "b@example.org"] })),
        ("Okta", "profile.login", json!({ "profile": { "login": ANA } })),
        ("Keycloak", "attributes.mail", json!({ "attributes": { "mail": [ANA] } })),
        ("authentik", "ak_proxy.user.email", json!({ "ak_proxy": { "user": { "email": ANA } } })),
        ("a name with dots", "org.example.mail", json!({ "org.example": { "mail": ANA } })),
        ("Google", "email", json!({ "email": ANA })),
        ("AD FS", "mail", json!({ "mail": ANA, "email": null })),
    ] {
        let settings = OidcSettings { email_claim: Some(path.to_owned()), ..plain() };
        assert_eq!(read(&settings, &claims).email.as_deref(), Some(ANA), "{provider}");
        assert!(!is_more_wanted(&settings, &claims), "{provider}: userinfo is asked in vain");
        for without in [json!({}), json!({ path: "" }), json!({ path: null }), json!({ path: {} })]
        {
            assert!(is_more_wanted(&settings, &without), "{provider} {without}");
        }
    }
}

#[test]
fn names_and_locales_are_read_from_many_shapes() {
    let name = |claims: Value| read(&plain(), &claims).name;
    assert_eq!(name(json!({ "name": " Ana Lima " })).as_deref(), Some("Ana Lima"));
    assert_eq!(
        name(json!({ "given_name": "Ana", "family_name": "Lima" })).as_deref(),
        Some("Ana Lima")
    );
    assert_eq!(name(json!({ "name": null, "login": "ana" })).as_deref(), Some("ana"));
    assert_eq!(name(json!({ "preferred_username": ANA })), None);
    assert_eq!(name(json!({ "name": { "formatted": "Ana" } })), None);
    for (written, read_as) in [
        (json!("en-US"), Some("en-US")),
        (json!("en_US"), Some("en-US")),
        (json!("de_DE.UTF-8"), Some("de-DE")),
        (json!({ "language": "en", "country": "US" }), Some("en-US")),
        (json!({ "language": "en" }), Some("en")),
        (json!({ "country": "US" }), None),
        (json!(["en-US"]), Some("en-US")),
        (json!("a whole sentence"), None),
        (json!(7), None),
    ] {
        let claims = json!({ "locale": written.clone() });
        assert_eq!(read(&plain(), &claims).locale.as_deref(), read_as, "{written}");
    }
}

#[test]
fn groups_are_read_from_many_shapes() {
    for (path, claims, read_as) in [
        ("groups", json!({ "groups": ["a", "b"] }), &["a", "b"][..]),
        ("groups", json!({ "groups": "a" }), &["a"]),
        ("groups", json!({ "groups": "a, b,c" }), &["a", "b", "c"]),
        ("groups", json!({ "groups": "[\"a\",\"b\"]" }), &["a", "b"]),
        (
            "groups",
            json!({ "groups": [{ "name": "a" }, { "displayName": "b", "id": "7" }] }),
            &["a", "b", "7"],
        ),
        ("groups", json!({ "groups": ["a", 7, null, ""] }), &["a"]),
        ("groups", json!({ "groups": [] }), &[]),
        ("groups", json!({}), &[]),
        ("roles", json!({ "roles": ["admin"] }), &["admin"]),
        ("realm_access.roles", json!({ "realm_access": { "roles": ["a"] } }), &["a"]),
        (
            "resource_access.app.roles",
            json!({ "resource_access": { "app": { "roles": ["a"] } } }),
            &["a"],
        ),
        (
            "resource_access.chat.example.org.roles",
            json!({ "resource_access": { "chat.example.org": { "roles": ["a"] } } }),
            &["a"],
        ),
        ("https://example.org/groups", json!({ "https://example.org/groups": ["a"] }), &["a"]),
        (
            "urn:zitadel:iam:org:project:roles",
            json!({ "urn:zitadel:iam:org:project:roles": { "a": { "1": "x" } } }),
            &["a"],
        ),
        ("cognito:groups", json!({ "cognito:groups": ["a"] }), &["a"]),
    ] {
        let settings = OidcSettings { groups_claim: Some(path.to_owned()), ..plain() };
        assert_eq!(read(&settings, &claims).groups.unwrap(), read_as, "{path} {claims}");
    }
    assert_eq!(read(&plain(), &json!({ "groups": ["a"] })).groups, None, "nobody asked for them");
    let settings = OidcSettings { groups_claim: Some("groups".to_owned()), ..plain() };
    for too_many in [
        json!({ "_claim_names": { "groups": "src1" }, "_claim_sources": { "src1": {} } }),
        json!({ "hasgroups": true }),
    ] {
        assert_eq!(read(&settings, &too_many).groups, None, "not none, but unknown: {too_many}");
    }
}

/// Whole tokens, as the documentation of the providers shows them.
#[test]
fn whole_tokens_of_providers_are_read() {
    for (provider, claims) in [
        (
            "Auth0",
            json!({ "sub": "auth0|1", "email": ANA, "email_verified": true, "name": "Ana Lima",
            "nickname": "ana", "updated_at": "2026-11-20T12:00:00.000Z", "picture": "https://x", "sid": "s1" }),
        ),
        (
            "Okta",
            json!({ "sub": "00u1", "ver": 1, "email": ANA, "email_verified": "true", "name": "Ana Lima",
            "amr": ["pwd"], "locale": "en-US", "updated_at": 1_795_176_000, "groups": ["Everyone"] }),
        ),
        (
            "Keycloak",
            json!({ "sub": "1", "typ": "ID", "email": ANA, "email_verified": true, "name": "Ana Lima",
            "preferred_username": "ana", "acr": "1", "session_state": "s1", "sid": "s1" }),
        ),
        (
            "authentik",
            json!({ "sub": "1", "email": ANA, "email_verified": true, "name": "Ana Lima",
            "given_name": "Ana Lima", "preferred_username": "ana", "groups": ["authentik Admins"],
            "locale": { "language": "en" }, "updated_at": "now" }),
        ),
        (
            "Google",
            json!({ "sub": "1", "hd": "Example.org", "email": ANA, "email_verified": true,
            "name": "Ana Lima", "locale": "en", "azp": "ensemble" }),
        ),
        (
            "Gitea",
            json!({ "sub": "7", "name": "Ana Lima", "preferred_username": "ana", "email": ANA,
            "email_verified": true, "updated_at": 1_795_176_000, "groups": null }),
        ),
        (
            "GitHub, behind a bridge",
            json!({ "sub": 583231, "id": 583231, "login": "ana", "name": "Ana Lima", "email": [ANA],
            "email_verified": 1, "avatar_url": "https://x", "locale": null, "updated_at": "2026-11-20T12:00:00Z" }),
        ),
        (
            "Dex",
            json!({ "sub": "CgE", "email": ANA, "email_verified": true, "name": "Ana Lima",
            "federated_claims": { "connector_id": "github", "user_id": "583231" }, "at_hash": "x" }),
        ),
        (
            "Zitadel",
            json!({ "sub": "1", "email": ANA, "email_verified": true, "given_name": "Ana",
            "family_name": "Lima", "locale": "und", "urn:zitadel:iam:org:id": "2" }),
        ),
        (
            "Cognito",
            json!({ "sub": "1", "cognito:username": "ana", "cognito:groups": ["a"], "email": ANA,
            "email_verified": "true", "given_name": "Ana", "family_name": "Lima" }),
        ),
        (
            "Entra",
            json!({ "sub": "x", "oid": "o1", "tid": "t", "ver": "2.0", "email": ANA, "xms_edov": true,
            "name": "Ana Lima", "preferred_username": ANA, "rh": "0." }),
        ),
    ] {
        let read = read(&plain(), &claims);
        assert_eq!(read.email.as_deref(), Some(ANA), "{provider}");
        assert_eq!(read.email_verified, Some(true), "{provider}");
        assert_eq!(read.name.as_deref(), Some("Ana Lima"), "{provider}");
    }
    let google = read(&plain(), &json!({ "hd": "Example.org" }));
    assert_eq!(google.hosted_domain.as_deref(), Some("example.org"));
    let entra = read(&plain(), &json!({ "oid": "o1", "tid": "t" }));
    assert_eq!(entra.external_ids, ["s", "o1"]);
    let other = read(&plain(), &json!({ "oid": "o1" }));
    assert_eq!(other.external_ids, ["s"], "an object id is Entra's");
}

#[test]
fn userinfo_adds_what_the_token_leaves_out_and_changes_nothing() {
    let told =
        json!({ "sub": "other", "email": ANA, "email_verified": true, "name": "Ana", "aud": "x" });
    let mut claims = json!({ "sub": "s", "email_verified": false });
    add_userinfo(&mut claims, &told);
    assert_eq!(
        claims,
        json!({ "sub": "s", "email": ANA, "email_verified": true, "name": "Ana" }),
        "an address comes with its own word"
    );
    let mut claims = json!({ "sub": "s", "email": "b@example.org" });
    add_userinfo(&mut claims, &told);
    assert_eq!(claims["email_verified"], Value::Null, "the word is on another address");
    let mut claims = json!({ "email": ANA });
    add_userinfo(&mut claims, &told);
    assert_eq!(claims["email_verified"], true);
}

#[test]
fn userinfo_is_asked_only_for_what_is_missing() {
    let groups = OidcSettings { groups_claim: Some("groups".to_owned()), ..plain() };
    for (settings, claims, is_wanted) in [
        (plain(), json!({ "email": ANA }), false),
        (plain(), json!({}), true),
        (groups.clone(), json!({ "email": ANA }), true),
        (groups.clone(), json!({ "email": ANA, "groups": [] }), false),
        (groups, json!({ "email": ANA, "hasgroups": true }), false),
    ] {
        assert_eq!(is_more_wanted(&settings, &claims), is_wanted, "{claims}");
    }
}
