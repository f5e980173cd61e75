//! Asking an authorization server for tokens.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use kernel::{Failure, Fallible, SECOND, Timestamp};
use url::form_urlencoded::{Serializer, byte_serialize};
use web_access::{Call, WebAccess};

use super::discovery::{exchange, wait};
use super::{Client, SignIn, text};

/// A grant from an authorization server.
pub(super) struct Granted {
    access_token: String,
    refresh_token: Option<String>,
    expires_in_seconds: Option<i64>,
}

impl Granted {
    pub fn into_sign_in(self, client: Client, now: Timestamp) -> SignIn {
        let expires_at =
            self.expires_in_seconds.map(|seconds| now.plus(seconds.clamp(0, 31_536_000) * SECOND));
        let Self { access_token, refresh_token, .. } = self;
        SignIn { client, access_token, refresh_token, expires_at }
    }
}

/// Sends `form` as `client`; `None` when it is refused.
pub(super) async fn ask(
    web: &WebAccess,
    client: &Client,
    form: &[(&str, &str)],
) -> Fallible<Option<Granted>> {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
    headers.insert(CONTENT_TYPE, kind);
    if let Some(secret) = client.secret.as_ref().filter(|_| client.secret_in_header) {
        let both = format!("{}:{}", form_encoded(&client.id), form_encoded(secret));
        let basic = HeaderValue::from_str(&format!("Basic {}", BASE64.encode(both)));
        headers.insert(AUTHORIZATION, basic.map_err(Failure::internal)?);
    }
    let call = Call {
        method: Method::POST,
        url: &client.token_endpoint,
        headers,
        body: Bytes::from(encoded(client, form)),
        first_byte: wait(),
    };
    let (status, answer) = exchange(web, call).await?;
    let token = text(&answer["access_token"]).filter(|_| status == 200);
    // A token that cannot be sent in a header could not be used.
    let token = token.filter(|token| HeaderValue::from_str(token).is_ok());
    Ok(token.map(|access_token| Granted {
        access_token,
        refresh_token: text(&answer["refresh_token"]),
        expires_in_seconds: answer["expires_in"].as_i64(),
    }))
}

fn encoded(client: &Client, form: &[(&str, &str)]) -> String {
    let mut body = Serializer::new(String::new());
    body.extend_pairs(form);
    body.append_pair("client_id", &client.id).append_pair("resource", &client.resource);
    if let Some(secret) = client.secret.as_ref().filter(|_| !client.secret_in_header) {
        body.append_pair("client_secret", secret);
    }
    body.finish()
}

/// Encodes ids and secrets for a header, as RFC 6749 requires.
fn form_encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect()
}
