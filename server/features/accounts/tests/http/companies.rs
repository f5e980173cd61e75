//! Sign-in through a company's provider: how providers differ, whose word counts, and what groups give.

use accounts::{ClientAuth, NewAccounts, OidcSettings, Settings};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use directory::{GroupRule, ProvisionedPerson, save_person};
use entitlements::Seats;
use identity::{Email, NewUser, Role, TeamRole, User};
use kernel::{SECOND, Secret, WorkspaceId};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::{Value, json};
use testing::{PASSWORD, TestServer, TestStore, for_each_store};

use super::identity_provider::{CLIENT_ID, IdentityProvider};
use super::oidc::{assert_landed, authorize, come_back, go, now_seconds};
use super::{me, server_with, session, sign_in, sign_up};

const ANA: &str = "ana@example.com";

/// Returns the usual settings of this provider.
pub fn company(provider: &IdentityProvider) -> OidcSettings {
    OidcSettings {
        id: "company".to_owned(),
        name: "Company account".to_owned(),
        issuer: provider.issuer.clone(),
        client_id: CLIENT_ID.to_owned(),
        client_secret: Some(Secret::new("a client's secret".to_owned())),
        ..OidcSettings::default()
    }
}

/// Starts a server that has its operator.
pub async fn server(store: TestStore, oidc: OidcSettings) -> TestServer {
    server_in(store, Settings { oidc: vec![oidc], ..Settings::default() }).await
}

async fn server_in(store: TestStore, settings: Settings) -> TestServer {
    let server = server_with(store, settings).await;
    server.operator().await;
    server
}

/// Signs in as `subject`, and returns the person of this browser, or null.
async fn arrive(
    server: &TestServer,
    provider: &IdentityProvider,
    subject: &str,
    change: impl FnOnce(&mut Value),
) -> Value {
    let browser = server.visitor();
    go(server, provider, &browser, subject, change).await;
    me(&browser).await
}

fn private_key() -> Secret<String> {
    let random = SystemRandom::new();
    let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    let text = STANDARD.encode(der.as_ref());
    Secret::new(format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n"))
}

for_each_store! {
    async fn this_server_proves_itself_as_the_provider_takes_it(store) {
        let provider = IdentityProvider::start().await;
        let usual = company(&provider);
        let says = |methods: &[&str]| json!({ "token_endpoint_auth_methods_supported": methods });
        let with_key = OidcSettings { client_key: Some(private_key()), ..usual.clone() };
        let public = OidcSettings { client_secret: None, ..usual.clone() };
        let forced = OidcSettings { client_auth: ClientAuth::Post, ..usual.clone() };
        for (number, (takes, described, settings)) in [
            ("basic", says(&["client_secret_basic", "client_secret_post"]), &usual),
            ("post", says(&["client_secret_post"]), &usual),
            ("basic", json!({}), &usual),
            ("post", json!({}), &usual),
            ("post", says(&["client_secret_basic"]), &forced),
            ("key", says(&["private_key_jwt"]), &with_key),
            ("none", says(&["none"]), &public),
        ].into_iter().enumerate() {
            provider.take_only(takes);
            provider.describe_also(described);
            let server = server(store, settings.clone()).await;
            let me = arrive(&server, &provider, "ana", |_| {}).await;
            assert_eq!(me["email"], ANA, "case {number}: {takes}");
        }
        provider.take_only("key");
        provider.describe_also(says(&["client_secret_basic"]));
        let server = server(store, usual).await;
        let answer = go(&server, &provider, &server.visitor(), "ana", |_| {}).await;
        answer.assert_problem(502, "accounts.oidc_misconfigured");
    }

    async fn claims_count_however_providers_write_them(store) {
        let provider = IdentityProvider::start().await;
        let slash = format!("{}/", provider.issuer);
        let server = server(store, OidcSettings { issuer: slash, ..company(&provider) }).await;
        for (subject, changes) in [
            ("auth0", json!({ "updated_at": "2026-11-20T12:00:00Z", "picture": 7 })),
            ("okta", json!({ "email_verified": "true", "updated_at": 1_795_176_000, "locale": "en_US" })),
            ("authentik", json!({ "locale": { "language": "en" }, "groups": [{ "name": "x" }] })),
            ("number", json!({ "sub": 583_231, "email_verified": 1 })),
            ("entra", json!({ "email_verified": null, "xms_edov": true, "tid": "t" })),
            ("several", json!({ "aud": ["account", CLIENT_ID], "azp": CLIENT_ID })),
            ("late", json!({ "exp": now_seconds(&server) - 59 })),
        ] {
            let me = arrive(&server, &provider, subject, |claims| {
                for (name, value) in changes.as_object().unwrap() {
                    claims[name] = value.clone();
                }
            })
            .await;
            assert_eq!(me["email"], format!("{subject}@example.com"), "{changes}");
        }
    }

    async fn a_signed_userinfo_counts_if_it_is_for_us(store) {
        let provider = IdentityProvider::start().await;
        let server = server(store, company(&provider)).await;
        provider.sign_userinfo();
        let told = |aud: &str, sub: &str| json!({
            "iss": provider.issuer, "aud": aud, "sub": sub, "email": ANA, "email_verified": true,
        });
        let short = |claims: &mut Value| claims["email"] = Value::Null;
        for (aud, sub) in [("another client", "ana"), (CLIENT_ID, "eve")] {
            provider.tell_on_asking(told(aud, sub));
            let answer = go(&server, &provider, &server.visitor(), "ana", short).await;
            answer.assert_problem(403, "accounts.oidc_email_unverified");
        }
        provider.tell_on_asking(told(CLIENT_ID, "ana"));
        assert_eq!(arrive(&server, &provider, "ana", short).await["email"], ANA);
    }

    async fn an_issuer_of_all_tenants_lets_in_those_of_the_named_ones(store) {
        let provider = IdentityProvider::start().await;
        let shared = format!("{}/{{tenantid}}/v2.0", provider.issuer);
        provider.describe_also(json!({ "issuer": shared }));
        let entra = OidcSettings {
            issuer: shared.clone(),
            tenants: vec!["t1".to_owned()],
            trust_email: true,
            ..company(&provider)
        };
        let server = server(store, entra).await;
        let of_tenant = |tenant: &'static str, issuer: &'static str| {
            let issuer = shared.replace("{tenantid}", issuer);
            move |claims: &mut Value| {
                claims["iss"] = json!(issuer);
                claims["tid"] = json!(tenant);
                claims["preferred_username"] = json!("ana@t1.example");
                let claims = claims.as_object_mut().unwrap();
                claims.retain(|name, _| !name.starts_with("email"));
            }
        };
        for (tenant, issuer) in [("t2", "t2"), ("t1", "t2"), ("t2", "t1"), ("t1", "{tenantid}")] {
            let answer =
                go(&server, &provider, &server.visitor(), "ana", of_tenant(tenant, issuer)).await;
            answer.assert_problem(400, "accounts.oidc_refused");
        }
        let me = arrive(&server, &provider, "ana", of_tenant("t1", "t1")).await;
        assert_eq!(me["email"], "ana@t1.example");
    }

    async fn a_provider_that_calls_itself_otherwise_is_not_believed(store) {
        let provider = IdentityProvider::start().await;
        provider.describe_also(json!({ "issuer": "https://evil.example" }));
        let server = server(store, company(&provider)).await;
        let answer = server.visitor().get("/api/user/oauth2_authorize?type=company").await;
        answer.assert_problem(502, "accounts.oidc_misconfigured");
    }
}

for_each_store! {
    async fn a_company_signs_up_its_people_while_sign_up_is_closed_or_nobody(store) {
        let provider = IdentityProvider::start().await;
        let closed = |new_accounts| Settings {
            sign_up_open: false,
            oidc: vec![OidcSettings { new_accounts, ..company(&provider) }],
            ..Settings::default()
        };
        let always = server_in(store, closed(NewAccounts::Always)).await;
        assert_eq!(arrive(&always, &provider, "ana", |_| {}).await["email"], ANA);
        let answer = sign_up(&always.visitor(), "eve@example.com").await;
        answer.assert_problem(403, "accounts.sign_up_closed");
        let as_server = server_in(store, closed(NewAccounts::AsServer)).await;
        let answer = go(&as_server, &provider, &as_server.visitor(), "ana", |_| {}).await;
        answer.assert_problem(403, "accounts.sign_up_closed");
        let never = Settings { sign_up_open: true, ..closed(NewAccounts::Never) };
        let never = server_in(store, never).await;
        let answer = go(&never, &provider, &never.visitor(), "ana", |_| {}).await;
        answer.assert_problem(403, "accounts.sign_up_closed");
    }

    async fn only_people_of_the_domains_get_an_account(store) {
        let provider = IdentityProvider::start().await;
        let domains = vec!["example.com".to_owned()];
        let server = server(store, OidcSettings { domains, ..company(&provider) }).await;
        assert_eq!(arrive(&server, &provider, "ana", |_| {}).await["email"], ANA);
        let answer = go(&server, &provider, &server.visitor(), "eve", |claims| {
            claims["email"] = json!("eve@elsewhere.example");
        })
        .await;
        answer.assert_problem(403, "accounts.oidc_domain_refused");
    }

    async fn without_passwords_people_come_in_through_the_provider_only(store) {
        let provider = IdentityProvider::start().await;
        let settings = Settings {
            password_sign_in: false,
            oidc: vec![company(&provider)],
            ..Settings::default()
        };
        let server = server_in(store, settings).await;
        let ana = server.member(ANA).await;
        let visitor = server.visitor();
        assert_eq!(session(&visitor).await["setup"]["password_sign_in"], false);
        sign_in(&visitor, ANA, PASSWORD).await.assert_problem(403, "accounts.passwords_off");
        sign_up(&visitor, "b@example.com").await.assert_problem(403, "accounts.passwords_off");
        for path in ["sign-up/verify", "sign-up/resend", "password/forgot", "password/reset"] {
            let answer = visitor.post(&format!("/api/accounts/{path}"), json!({})).await;
            answer.assert_problem(403, "accounts.passwords_off");
        }
        let answer = ana.post("/api/accounts/password/change", json!({})).await;
        answer.assert_problem(403, "accounts.passwords_off");
        assert_eq!(arrive(&server, &provider, "ben", |_| {}).await["email"], "ben@example.com");
    }

    async fn the_first_account_may_come_from_afar_with_the_setup_code_or_a_rule(store) {
        let provider = IdentityProvider::start().await;
        let oidc = OidcSettings { groups_claim: Some("groups".to_owned()), ..company(&provider) };
        let rule = GroupRule {
            group: "admins".to_owned(),
            from: None,
            role: Some(Role::Operator),
            team: None,
            team_role: None,
        };
        let settings = Settings { oidc: vec![oidc], groups: vec![rule], ..Settings::default() };
        let server = server_with(store, settings).await;
        let afar = || server.visitor().at("203.0.113.7");
        let answer = go(&server, &provider, &afar(), "eve", |_| {}).await;
        answer.assert_problem(403, "accounts.setup_code_wrong");
        let browser = afar();
        go(&server, &provider, &browser, "ana", |claims| claims["groups"] = json!(["admins"])).await;
        assert_eq!(me(&browser).await["role"], "operator");
    }
}

/// Returns the names and roles of a team's members.
async fn members(server: &TestServer, id: WorkspaceId) -> Vec<(String, TeamRole)> {
    let mut conn = server.db().read().await.unwrap();
    let members = server.services.identity.list_members(&mut conn, id).await.unwrap();
    members.into_iter().map(|member| (member.email, member.role)).collect()
}

for_each_store! {
    async fn groups_give_roles_and_teams_at_each_sign_in_and_take_them_back(store) {
        let provider = IdentityProvider::start().await;
        // The rules name the team, so the team is made under an id that is known before.
        let team_id = WorkspaceId(kernel::Uuid::from_u128(7));
        let rule = |group: &str, role, team: Option<WorkspaceId>, team_role| GroupRule {
            group: group.to_owned(), from: None, role, team, team_role,
        };
        let groups = vec![
            rule("admins", Some(Role::Operator), None, None),
            rule("sales", None, Some(team_id), None),
            rule("leads", None, Some(team_id), Some(TeamRole::Admin)),
            rule("gone", None, Some(WorkspaceId(kernel::Uuid::from_u128(8))), None),
        ];
        let oidc = OidcSettings {
            groups_claim: Some("realm_access.roles".to_owned()),
            ..company(&provider)
        };
        let settings = Settings { oidc: vec![oidc], groups, ..Settings::default() };
        let server = server_in(store, settings).await;
        provider.tell_on_asking(json!({ "sub": "ana" }));
        let boss = server.operator().await;
        let mut tx = server.db().begin().await.unwrap();
        let identity = server.services.identity.clone();
        identity.create_team(&mut tx, team_id, boss.user_id, "Sales").await.unwrap();
        let (seats, now) = (Seats { all: 2, open: 2 }, server.clock().now());
        let entitlements = &server.services.entitlements;
        entitlements.set_seats(&mut tx, team_id, seats, now).await.unwrap();
        tx.commit().await.unwrap();
        // Members are listed in the order in which they came.
        server.clock().advance(SECOND);
        let with = |groups: Value| {
            move |claims: &mut Value| claims["realm_access"] = json!({ "roles": groups })
        };
        let boss_is = ("operator@example.com".to_owned(), TeamRole::Admin);

        let ana = arrive(&server, &provider, "ana", with(json!(["admins", "sales", "gone"]))).await;
        assert_eq!((&ana["role"], &ana["plan"]), (&json!("operator"), &json!("operator")));
        let ana_is = |role| (ANA.to_owned(), role);
        assert_eq!(members(&server, team_id).await, [boss_is.clone(), ana_is(TeamRole::Member)]);
        arrive(&server, &provider, "ana", with(json!(["sales", "leads"]))).await;
        assert_eq!(members(&server, team_id).await, [boss_is.clone(), ana_is(TeamRole::Admin)]);
        let ana = arrive(&server, &provider, "ana", with(json!(["Admins", "other"]))).await;
        assert_eq!((&ana["role"], &ana["plan"]), (&json!("member"), &json!("free")));
        assert_eq!(members(&server, team_id).await, std::slice::from_ref(&boss_is));

        // What was given by hand stays, and so does everything where the provider cannot say all groups.
        let id: kernel::UserId = serde_json::from_value(ana["id"].clone()).unwrap();
        let mut tx = server.db().begin().await.unwrap();
        identity.set_role(&mut tx, id, Role::Operator).await.unwrap();
        tx.commit().await.unwrap();
        let ana = arrive(&server, &provider, "ana", with(json!(["sales"]))).await;
        assert_eq!(ana["role"], "operator");
        arrive(&server, &provider, "ana", |claims| {
            claims["_claim_names"] = json!({ "realm_access.roles": "src1" });
        })
        .await;
        assert_eq!(members(&server, team_id).await.len(), 2);
        let ana = arrive(&server, &provider, "ana", |_| {}).await;
        assert_eq!(ana["role"], "operator");
        assert_eq!(members(&server, team_id).await, [boss_is]);
    }

    async fn groups_of_a_provider_that_is_not_asked_for_them_give_nothing(store) {
        let provider = IdentityProvider::start().await;
        let rule = GroupRule {
            group: "admins".to_owned(),
            from: None,
            role: Some(Role::Operator),
            team: None,
            team_role: None,
        };
        let settings =
            Settings { oidc: vec![company(&provider)], groups: vec![rule], ..Settings::default() };
        let server = server_in(store, settings).await;
        let ana = arrive(&server, &provider, "ana", |claims| claims["groups"] = json!(["admins"])).await;
        assert_eq!(ana["role"], "member");
    }
}

// security AU13
for_each_store! {
    async fn an_address_links_only_where_the_provider_gives_it_out(store) {
        let provider = IdentityProvider::start().await;
        let oidc = OidcSettings {
            link_by_email: true,
            domains: vec!["example.com".to_owned()],
            ..company(&provider)
        };
        let server = server(store, oidc).await;
        let ana = server.member(ANA).await;
        server.member("ben@elsewhere.example").await;
        for (changes, code) in [
            (json!({ "email_verified": false }), "accounts.oidc_email_unverified"),
            (json!({ "email_verified": null }), "accounts.oidc_email_unconfirmed"),
            (json!({ "email": "ben@elsewhere.example" }), "accounts.oidc_domain_refused"),
        ] {
            let browser = server.visitor();
            let answer = go(&server, &provider, &browser, "ana", |claims| {
                for (name, value) in changes.as_object().unwrap() {
                    claims[name] = value.clone();
                }
            })
            .await;
            answer.assert_problem(403, code);
            assert_eq!(me(&browser).await, Value::Null, "{changes}");
        }
        let linked = arrive(&server, &provider, "ana", |_| {}).await;
        assert_eq!(linked["id"], json!(ana.user_id));
        // The address was given to somebody else: another subject of the same provider.
        let answer = go(&server, &provider, &server.visitor(), "eve", |claims| {
            claims["email"] = json!(ANA);
        })
        .await;
        answer.assert_problem(409, "accounts.email_taken");
    }

    async fn people_whom_scim_made_are_the_providers(store) {
        let provider = IdentityProvider::start().await;
        let oidc = OidcSettings { link_provisioned: true, ..company(&provider) };
        let server = server(store, oidc).await;
        let ana = provisioned(&server, ANA, Some("00u1")).await;
        let ben = provisioned(&server, "ben@example.com", None).await;
        // By the provider's own id, whatever the address is.
        let browser = server.visitor();
        let address = authorize(&browser).await;
        let mut claims = provider.claims(&address, "00u1", now_seconds(&server));
        claims["email"] = json!("ana@married.example");
        let answer = come_back(&browser, &provider.sign_in(&address, claims)).await;
        assert_landed(&answer, &format!("{}/home/chat", testing::BASE_URL));
        assert_eq!(me(&browser).await["id"], json!(ana.id));
        // By Entra's object id.
        let cem = provisioned(&server, "cem@example.com", Some("oid-1")).await;
        let me = arrive(&server, &provider, "pairwise", |claims| {
            claims["oid"] = json!("oid-1");
            claims["tid"] = json!("t1");
        })
        .await;
        assert_eq!(me["id"], json!(cem.id));
        // By the address, as nobody else had the account.
        assert_eq!(arrive(&server, &provider, "ben", |_| {}).await["id"], json!(ben.id));
        // Not those who were here before.
        server.member("dan@example.com").await;
        let answer = go(&server, &provider, &server.visitor(), "dan", |_| {}).await;
        answer.assert_problem(409, "accounts.email_taken");
    }
}

/// Makes a person as SCIM does.
async fn provisioned(server: &TestServer, email: &str, external_id: Option<&str>) -> User {
    let identity = &server.services.identity;
    let now = server.clock().now();
    let mut tx = server.db().begin().await.unwrap();
    let parsed = Email::parse(email).unwrap();
    let role = Role::Member;
    let new = NewUser { email: &parsed, name: "P", role, password_hash: None, locale: None };
    let user = identity.create_user(&mut tx, new).await.unwrap();
    let person = ProvisionedPerson {
        user_id: user.id,
        external_id: external_id.map(str::to_owned),
        user_name: email.to_owned(),
        attributes: "{}".to_owned(),
        is_made: true,
        is_out: false,
        removed_at: None,
        created_at: now,
        changed_at: now,
    };
    assert!(save_person(&mut tx, &person).await.unwrap());
    tx.commit().await.unwrap();
    user
}
