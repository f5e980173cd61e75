//! OAuth 2.1 for `/mcp`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testing::{Client, for_each_store};

use crate::setting::Setting;

const REDIRECT: &str = "http://127.0.0.1:5000/callback";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

async fn request(visitor: &Client) -> Value {
    let new = json!({ "client_name": "My editor", "redirect_uris": [REDIRECT] });
    let client = visitor.post("/oauth/register", new).await.assert_status(201).json();
    json!({
        "client_id": client["client_id"], "redirect_uri": REDIRECT, "response_type": "code",
        "code_challenge": URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER)),
        "code_challenge_method": "S256", "state": "s",
    })
}

async fn redeem(visitor: &Client, fields: &[(&str, &str)]) -> (u16, Value) {
    let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let request = http::Request::post("/oauth/token")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body.join("&").into());
    let answer = visitor.send(request.unwrap()).await;
    (answer.status.as_u16(), answer.json())
}

for_each_store! {
    async fn a_program_gets_a_key_for_the_library_by_its_persons_consent(store) {
        let setting = Setting::new(store).await;
        let visitor = setting.program_with("").with_header("authorization", "");
        let resource = visitor.get("/.well-known/oauth-protected-resource/mcp").await.ok();
        let server = visitor.get("/.well-known/oauth-authorization-server").await.ok();
        assert_eq!(resource["authorization_servers"][0], server["issuer"]);
        assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
        let request = request(&visitor).await;

        let nobody = setting.server.visitor();
        nobody.post("/api/gateway/oauth/grants", request.clone()).await.assert_status(401);
        let query: Vec<String> = request
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
            .collect();
        let shown = setting.ana.get(&format!("/api/gateway/oauth/request?{}", query.join("&"))).await.ok();
        assert_eq!((&shown["client_name"], &shown["place"]), (&json!("My editor"), &json!("127.0.0.1")));
        let granted = setting.ana.post("/api/gateway/oauth/grants", request.clone()).await.created();
        let back = granted["redirect_to"].as_str().unwrap();
        assert!(back.starts_with(REDIRECT) && back.ends_with("&state=s"), "{back}");
        let code = back.split("code=").nth(1).unwrap().split('&').next().unwrap();

        let client_id = request["client_id"].as_str().unwrap();
        let fields = [
            ("grant_type", "authorization_code"), ("code", code), ("client_id", client_id),
            ("code_verifier", VERIFIER),
        ];
        let (status, token) = redeem(&visitor, &fields).await;
        assert_eq!((status, &token["token_type"]), (200, &json!("Bearer")), "{token}");
        let program = setting.program_with(token["access_token"].as_str().unwrap());
        program.post("/mcp", json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })).await.ok();
        program.get("/v1/models").await.assert_status(403);
        assert_eq!(setting.keys().await[0]["name"], "My editor");

        let again = redeem(&visitor, &fields).await;
        assert_eq!(again, (400, json!({ "error": "invalid_grant" })));
    }

    async fn a_code_is_of_no_use_without_its_verifier_or_too_late(store) {
        let setting = Setting::new(store).await;
        let visitor = setting.program_with("").with_header("authorization", "");
        let request = request(&visitor).await;
        for is_late in [false, true] {
            let granted = setting.ana.post("/api/gateway/oauth/grants", request.clone()).await.created();
            let back = granted["redirect_to"].as_str().unwrap();
            let code = back.split("code=").nth(1).unwrap().split('&').next().unwrap();
            let verifier = if is_late { VERIFIER } else { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" };
            if is_late {
                setting.server.clock().advance(6 * kernel::MINUTE);
            }
            let fields = [
                ("grant_type", "authorization_code"), ("code", code),
                ("client_id", request["client_id"].as_str().unwrap()), ("code_verifier", verifier),
            ];
            assert_eq!(redeem(&visitor, &fields).await.1["error"], "invalid_grant");
            assert!(setting.keys().await.is_empty());
        }
    }

    async fn requests_that_are_not_safe_are_refused(store) {
        let setting = Setting::new(store).await;
        let visitor = setting.program_with("").with_header("authorization", "");
        let evil = json!({ "redirect_uris": ["http://evil.example/"] });
        visitor.post("/oauth/register", evil).await.assert_status(400);
        let good = request(&visitor).await;
        for (field, value) in [
            ("redirect_uri", "https://evil.example/"),
            ("client_id", "nobody"),
            ("code_challenge_method", "plain"),
            ("response_type", "token"),
            ("resource", "https://evil.example/mcp"),
        ] {
            let mut wrong = good.clone();
            wrong[field] = json!(value);
            let answer = setting.ana.post("/api/gateway/oauth/grants", wrong).await;
            answer.assert_problem(422, "gateway.oauth_refused");
        }
    }
}
