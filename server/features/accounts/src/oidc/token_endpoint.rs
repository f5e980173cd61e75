//! The exchange of a code for tokens, and how this server proves itself in it.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{Request, StatusCode};
use kernel::{Failure, Fallible, SECOND};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::client_key::ClientKey;
use super::metadata::Metadata;
use super::settings::{ClientAuth, OidcSettings};
use crate::Accounts;
use crate::problems::{OIDC_MISCONFIGURED, OIDC_REFUSED, OIDC_UNREACHABLE};

/// Lifetime of a statement signed by our key.
const STATEMENT_SECONDS: i64 = 120;

/// The tokens that a provider gives for a code.
pub(super) struct Tokens {
    pub id_token: String,
    pub access_token: Option<String>,
}

/// A form that is sent, and its header.
struct Sent {
    fields: Vec<(&'static str, String)>,
    authorization: Option<String>,
}

/// Exchanges a code for tokens.
///
/// Problems: [`OIDC_REFUSED`] for a code that is not right, [`OIDC_MISCONFIGURED`] where the provider does not know us,
/// [`OIDC_UNREACHABLE`].
pub(super) async fn exchange(
    accounts: &Accounts,
    settings: &OidcSettings,
    metadata: &Metadata,
    redirect_uri: &str,
    code: &str,
    verifier: &str,
) -> Fallible<Tokens> {
    let fields = vec![
        ("grant_type", "authorization_code".to_owned()),
        ("code", code.to_owned()),
        ("redirect_uri", redirect_uri.to_owned()),
        ("code_verifier", verifier.to_owned()),
    ];
    let mut answer = Value::Null;
    for method in methods(settings, &metadata.client_auth_methods) {
        let now = accounts.clock.now().micros() / SECOND;
        let sent = prove(settings, metadata, method, fields.clone(), now)?;
        answer = send(accounts, settings, metadata, sent).await?;
        // Who we are was not believed: the code is not used up, and the other way of saying it may be the right one.
        if answer["error"] != "invalid_client" {
            break;
        }
    }
    if let Some(error) = answer["error"].as_str() {
        let said = answer["error_description"].as_str().unwrap_or_default();
        tracing::warn!(
            issuer = settings.issuer,
            error,
            said,
            "the identity provider refuses the code"
        );
        let is_ours = matches!(error, "invalid_client" | "unauthorized_client");
        return Err(if is_ours { OIDC_MISCONFIGURED } else { OIDC_REFUSED }.into());
    }
    let text = |name: &str| answer[name].as_str().map(str::to_owned);
    let Some(id_token) = text("id_token") else {
        tracing::warn!(issuer = settings.issuer, "the identity provider sent no id token");
        return Err(OIDC_REFUSED.into());
    };
    Ok(Tokens { id_token, access_token: text("access_token") })
}

/// Returns the ways of proving ourselves to try, in order.
fn methods(settings: &OidcSettings, offered: &[String]) -> Vec<ClientAuth> {
    if settings.client_auth != ClientAuth::Auto {
        return vec![settings.client_auth];
    }
    if settings.client_key.is_some() {
        return vec![ClientAuth::PrivateKeyJwt];
    }
    if settings.secret().is_none() {
        return vec![ClientAuth::None];
    }
    let offers = |name: &str| offered.iter().any(|method| method == name);
    match (offers("client_secret_basic"), offers("client_secret_post")) {
        (true, _) => vec![ClientAuth::Basic],
        (false, true) => vec![ClientAuth::Post],
        // The standard says basic; not everybody does.
        (false, false) => vec![ClientAuth::Basic, ClientAuth::Post],
    }
}

/// Adds to a form what proves who we are.
fn prove(
    settings: &OidcSettings,
    metadata: &Metadata,
    method: ClientAuth,
    mut fields: Vec<(&'static str, String)>,
    now_seconds: i64,
) -> Fallible<Sent> {
    let (id, secret) = (&settings.client_id, settings.secret().unwrap_or_default());
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let mut authorization = None;
    match method {
        ClientAuth::Basic => {
            let pair = format!("{}:{}", encoded(id), encoded(secret));
            authorization = Some(format!("Basic {}", STANDARD.encode(pair)));
        }
        ClientAuth::Post => {
            fields.push(("client_id", id.clone()));
            fields.push(("client_secret", secret.to_owned()));
        }
        ClientAuth::PrivateKeyJwt => {
            let statement = statement(settings, metadata, now_seconds)?;
            let kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
            fields.push(("client_id", id.clone()));
            fields.push(("client_assertion_type", kind.to_owned()));
            fields.push(("client_assertion", statement));
        }
        ClientAuth::Auto | ClientAuth::None => fields.push(("client_id", id.clone())),
    }
    Ok(Sent { fields, authorization })
}

fn statement(settings: &OidcSettings, metadata: &Metadata, now: i64) -> Fallible<String> {
    let pem = settings.client_key.as_ref().map(|key| key.expose().as_str()).unwrap_or_default();
    let key =
        ClientKey::parse(pem).map_err(|text| Failure::internal(std::io::Error::other(text)))?;
    let id = &settings.client_id;
    let claims = json!({
        "iss": id, "sub": id, "aud": metadata.token_endpoint.as_str(),
        "jti": URL_SAFE_NO_PAD.encode(vault::random_bytes::<16>()),
        "iat": now, "exp": now + STATEMENT_SECONDS,
    });
    let signed = key.sign(settings.client_key_id.as_deref(), &claims);
    signed.ok_or_else(|| Failure::internal(std::io::Error::other("the statement was not signed")))
}

/// Sends a form, and returns the answer, also if it is an error of the provider's.
async fn send(
    accounts: &Accounts,
    settings: &OidcSettings,
    metadata: &Metadata,
    sent: Sent,
) -> Fallible<Value> {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&sent.fields).finish();
    let mut request = Request::post(metadata.token_endpoint.as_str())
        .header(ACCEPT, "application/json")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    if let Some(authorization) = sent.authorization {
        request = request.header(AUTHORIZATION, authorization);
    }
    let request = request.body(body.into_bytes()).map_err(Failure::internal)?;
    let issuer = &settings.issuer;
    let answer = accounts.0.oidc.http.call(request).await.map_err(|error| {
        tracing::warn!(issuer, %error, "the identity provider cannot be asked");
        Failure::from(OIDC_UNREACHABLE)
    })?;
    let status = answer.status();
    let json = serde_json::from_slice::<Value>(answer.body()).ok().filter(Value::is_object);
    match json {
        Some(json) if status.is_success() || json["error"].is_string() => Ok(json),
        _ if status == StatusCode::UNAUTHORIZED => Ok(json!({ "error": "invalid_client" })),
        _ => {
            tracing::warn!(issuer, %status, "the identity provider's answer is none");
            Err(OIDC_UNREACHABLE.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Secret;

    use super::*;

    #[test]
    fn a_secret_is_sent_as_the_provider_takes_it() {
        use ClientAuth::{Basic, None, Post, PrivateKeyJwt};
        let secret = || Some(Secret::new("s".to_owned()));
        let with_secret = OidcSettings { client_secret: secret(), ..OidcSettings::default() };
        let with_key = OidcSettings { client_key: secret(), ..with_secret.clone() };
        let forced = OidcSettings { client_auth: Post, ..with_secret.clone() };
        let empty = OidcSettings {
            client_secret: Some(Secret::new(String::new())),
            ..OidcSettings::default()
        };
        let (basic, post) = ("client_secret_basic", "client_secret_post");
        for (settings, offered, tried) in [
            (&with_secret, &[basic][..], &[Basic][..]),
            (&with_secret, &[post], &[Post]),
            (&with_secret, &[post, basic], &[Basic]),
            (&with_secret, &["private_key_jwt", post], &[Post]),
            (&with_secret, &[], &[Basic, Post]),
            (&with_key, &[basic], &[PrivateKeyJwt]),
            (&forced, &[basic], &[Post]),
            (&OidcSettings::default(), &[basic], &[None]),
            (&empty, &[basic], &[None]),
        ] {
            let offered: Vec<String> = offered.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(methods(settings, &offered), tried, "{offered:?}");
        }
    }
}
