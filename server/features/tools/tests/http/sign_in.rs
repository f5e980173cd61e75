//! Signing in to a server of tools.

use serde_json::json;
use testing::{TestPerson, for_each_store};

use crate::fake_mcp::DOCUMENT;
use crate::setting::{Setting, USES, allow, answer, finished, send, text};

for_each_store! {
    async fn a_person_signs_in_and_stays_signed_in(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        assert_eq!(connected["state"], "needs_sign_in");
        let key = connected["key"].as_str().unwrap();

        let landed = sign_in(&ana, key).await;

        assert_eq!(landed, format!("/settings/tools?signed_in={key}"));
        let server = ana.get("/api/tools/servers").await.ok()["items"][0].clone();
        assert_eq!((&server["state"], &server["signed_in"]), (&json!("connected"), &json!(true)));
        allow(&ana, key, "echo").await;
        let use_it = async || {
            let sent = send(&ana, "Desk__echo {}", USES).await;
            finished(&ana, &sent).await;
            text(&answer(&ana, &sent).await)
        };
        assert_eq!(use_it().await, "echo: nothing");
        // The server takes the token no more: it is renewed.
        setting.mcp.expire_token();
        assert_eq!(use_it().await, "echo: nothing");
        // The token's hour is over: it is renewed before it is refused.
        setting.server.clock().advance(2 * kernel::HOUR);
        assert_eq!(use_it().await, "echo: nothing");
        // Nothing renews it.
        setting.mcp.forget_sign_ins();
        assert!(use_it().await.contains("sign in to this server again"));
        let server = ana.get("/api/tools/servers").await.ok()["items"][0].clone();
        assert_eq!((&server["state"], &server["signed_in"]), (&json!("needs_sign_in"), &json!(false)));
    }

    // attacks.md, 4
    async fn a_token_endpoint_that_never_answers_keeps_nobody_else_waiting(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        for person in [&ana, &ben] {
            let connected = setting.connect(person).await;
            let key = connected["key"].as_str().unwrap();
            sign_in(person, key).await;
            allow(person, key, "echo").await;
        }
        setting.mcp.expire_token();
        setting.mcp.hang_next_renewal();
        let hanging = send(&ana, "Desk__echo {}", USES).await;
        setting.mcp.wait_until_renewal_hangs().await;

        let sent = send(&ben, "Desk__echo {}", USES).await;
        finished(&ben, &sent).await;

        assert_eq!(text(&answer(&ben, &sent).await), "echo: nothing");
        assert_eq!(answer(&ana, &hanging).await["state"], "running");
    }

    async fn a_sign_in_ends_where_it_began_and_once(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        let ana = setting.server.member("ana@example.com").await;
        let ben = setting.server.member("ben@example.com").await;
        let connected = setting.connect(&ana).await;
        let key = connected["key"].as_str().unwrap();
        let back = agree(&ana, key).await;
        let failed = "/settings/tools?sign_in_failed=true";

        assert_eq!(land(&ben, &back).await, failed, "another person brings it");
        let mixed = back.replace("/id", "/evil");
        assert_eq!(land(&ana, &mixed).await, failed, "another server signed them in");
        assert_eq!(land(&ana, &back).await, failed, "it was used up");
        let back = agree(&ana, key).await;
        setting.server.clock().advance(10 * kernel::MINUTE);
        assert_eq!(land(&ana, &back).await, failed, "it took too long");
        let refused = "/api/tools/oauth-callback?error=access_denied&state=x";
        assert_eq!(land(&ana, refused).await, failed);
        assert_eq!(ana.get("/api/tools/servers").await.ok()["items"][0]["signed_in"], false);
    }

    async fn where_documents_are_read_this_program_is_known_by_its_own(store) {
        let setting =
            Setting::reached(store, Default::default(), "https://ai.example.com").await;
        setting.mcp.require_sign_in();
        setting.mcp.know_programs_by_documents();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        let key = connected["key"].as_str().unwrap();

        let landed = sign_in(&ana, key).await;

        assert_eq!(landed, format!("/settings/tools?signed_in={key}"));
        // Authorization servers read it without signing in here.
        let document = setting.server.visitor().get("/api/tools/oauth-client").await.ok();
        assert_eq!(document["client_id"], DOCUMENT);
        assert_eq!(
            document["redirect_uris"],
            json!(["https://ai.example.com/api/tools/oauth-callback"])
        );
        assert_eq!(document["token_endpoint_auth_method"], "none");
    }

    async fn documents_that_nobody_out_there_can_read_are_not_offered(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        setting.mcp.know_programs_by_documents();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        let path = format!("/api/tools/servers/{}/sign-in", connected["key"].as_str().unwrap());

        ana.post(&path, json!({})).await.assert_problem(409, "tools.sign_in_not_offered");
    }

    async fn a_return_that_should_say_from_whom_and_does_not_is_refused(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        setting.mcp.promise_to_name_itself();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        let key = connected["key"].as_str().unwrap();
        let back = agree(&ana, key).await;
        let (without, _) = back.split_once("&iss=").unwrap();

        assert_eq!(land(&ana, without).await, "/settings/tools?sign_in_failed=true");
        assert_eq!(sign_in(&ana, key).await, format!("/settings/tools?signed_in={key}"));
    }

    async fn a_tool_that_needs_more_than_was_allowed_says_so_and_the_next_sign_in_asks_for_it(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        setting.mcp.guard_look();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        let key = connected["key"].as_str().unwrap();
        sign_in(&ana, key).await;
        allow(&ana, key, "look").await;
        let look = async || {
            let sent = send(&ana, "Desk__look {}", USES).await;
            finished(&ana, &sent).await;
            text(&answer(&ana, &sent).await)
        };

        assert!(look().await.contains("and allow more"));
        let server = ana.get("/api/tools/servers").await.ok()["items"][0].clone();
        assert_eq!(server["state"], "needs_sign_in");
        sign_in(&ana, key).await;
        assert_eq!(look().await, "look: nothing");
    }

    async fn signing_out_forgets_the_token(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        let key = connected["key"].as_str().unwrap();
        sign_in(&ana, key).await;

        let server = ana.delete(&format!("/api/tools/servers/{key}/sign-in")).await.ok();

        assert_eq!((&server["state"], &server["signed_in"]), (&json!("needs_sign_in"), &json!(false)));
    }

    async fn no_token_is_stored_to_be_read(store) {
        let setting = Setting::new(store).await;
        setting.mcp.require_sign_in();
        let ana = setting.server.member("ana@example.com").await;
        let connected = setting.connect(&ana).await;
        sign_in(&ana, connected["key"].as_str().unwrap()).await;

        let mut conn = setting.server.db().read().await.unwrap();
        let find = "SELECT data FROM tool_sign_ins";
        let (data,) = ::store::sql!(&mut conn, one(Vec<u8>,), find).unwrap();
        let token = b"token-1";
        assert!(!data.windows(token.len()).any(|bytes| bytes == token));
    }
}

async fn sign_in(person: &TestPerson, key: &str) -> String {
    land(person, &agree(person, key).await).await
}

/// Begins a sign-in and agrees. Returns where the person is sent back to.
async fn agree(person: &TestPerson, key: &str) -> String {
    let path = format!("/api/tools/servers/{key}/sign-in");
    let url = person.post(&path, json!({})).await.ok()["url"].as_str().unwrap().to_owned();
    let client = web_access::WebAccess::new(web_access::Settings {
        allow_hosts: vec![url::Url::parse(&url).unwrap().authority().to_owned()],
        ..Default::default()
    });
    let call = web_access::Call {
        method: http::Method::GET,
        url: &url,
        headers: http::HeaderMap::new(),
        body: bytes::Bytes::new(),
        first_byte: std::time::Duration::from_secs(5),
    };
    let answer = client.call(call).await.unwrap();
    let back = url::Url::parse(answer.header("location").unwrap()).unwrap();
    format!("{}?{}", back.path(), back.query().unwrap())
}

/// Returns from a sign-in. Returns the redirect target.
async fn land(person: &TestPerson, path: &str) -> String {
    person.get(path).await.assert_status(303).header("location").to_owned()
}
