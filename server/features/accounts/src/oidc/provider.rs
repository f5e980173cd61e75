//! The conversation with an identity provider: where to send a browser, and what its return means.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{Request, StatusCode};
use identity::UserIdentity;
use kernel::{Failure, Fallible, SECOND};
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;

use super::claims::{Claims, add_userinfo, is_more_wanted};
use super::metadata::{METADATA_AGAIN, METADATA_KEPT, Metadata, metadata};
use super::settings::OidcSettings;
use super::token::{self, TokenError};
use super::{Flow, Return, issuer, token_endpoint};
use crate::Accounts;
use crate::problems::OIDC_REFUSED;

/// The address to which a browser is sent, and the values it must come back with.
pub(super) struct Authorization {
    pub address: Url,
    pub state: String,
    pub nonce: String,
    pub verifier: String,
}

pub(super) async fn authorization(
    accounts: &Accounts,
    settings: &OidcSettings,
) -> Fallible<Authorization> {
    let metadata = metadata(accounts, settings, METADATA_KEPT).await?;
    let (state, nonce, verifier) = (random(), random(), random());
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    let mut address = metadata.authorization_endpoint;
    address
        .query_pairs_mut()
        .append_pair("response_type", "code")
        .append_pair("client_id", &settings.client_id)
        .append_pair("redirect_uri", callback(accounts)?.as_str())
        .append_pair("scope", &settings.scope())
        .append_pair("state", &state)
        .append_pair("nonce", &nonce)
        .append_pair("code_challenge", &challenge)
        .append_pair("code_challenge_method", "S256");
    Ok(Authorization { address, state, nonce, verifier })
}

/// Returns 256 random bits as text.
fn random() -> String {
    URL_SAFE_NO_PAD.encode(vault::random_bytes::<32>())
}

fn callback(accounts: &Accounts) -> Fallible<Url> {
    api::public_url(&accounts.base_url, "/api/user/oauth2_callback").map_err(Failure::internal)
}

/// Redeems the code and checks the result: signature, issuer, audience, nonce and times.
///
/// Problems: [`OIDC_REFUSED`] if anything is wrong with it, those of [`token_endpoint::exchange`].
pub(super) async fn redeem(
    accounts: &Accounts,
    settings: &OidcSettings,
    flow: &Flow,
    back: &Return,
) -> Fallible<Claims> {
    let known = metadata(accounts, settings, METADATA_KEPT).await?;
    // RFC 9207: the response names its issuer, so that one provider cannot impersonate another.
    let is_right = match back.issuer.as_deref() {
        Some(named) => issuer::may_return(&known.issuer, named),
        None => !known.names_issuer,
    };
    let code = back.code.as_deref().filter(|_| is_right).ok_or(OIDC_REFUSED)?;
    let callback = callback(accounts)?;
    let tokens = token_endpoint::exchange(
        accounts,
        settings,
        &known,
        callback.as_str(),
        code,
        &flow.verifier,
    )
    .await?;
    let (metadata, (_, mut claims)) = open(accounts, settings, known, &tokens.id_token).await?;
    let now = accounts.clock.now().micros() / SECOND;
    let issuer = token::check(&metadata, settings, &claims, now)
        .and_then(|issuer| match claims["nonce"].as_str() == Some(flow.nonce.as_str()) {
            true => Ok(issuer),
            false => Err(TokenError::Nonce),
        })
        .map_err(|error| refused(settings, &error))?;
    let subject = token::subject(&claims).map_err(|error| refused(settings, &error))?;
    let mut is_answer_lost = false;
    if is_more_wanted(settings, &claims)
        && let (Some(access_token), Some(address)) =
            (&tokens.access_token, &metadata.userinfo_endpoint)
    {
        let asked = ask_userinfo(accounts, settings, &metadata, address, access_token, &subject);
        match asked.await {
            Ok(told) => add_userinfo(&mut claims, &told),
            // People whose identity is known still sign in.
            Err(error) => {
                let issuer = &settings.issuer;
                tracing::warn!(issuer, error, "the userinfo endpoint says nothing");
                is_answer_lost = true;
            }
        }
    }
    // Of one tenant's issuer the identity is stored as the settings have it, as ever.
    let issuer =
        if issuer::is_same(&issuer, &settings.issuer) { settings.issuer.clone() } else { issuer };
    let mut claims = Claims::read(settings, UserIdentity { issuer, subject }, &claims);
    if is_answer_lost && claims.groups.as_ref().is_some_and(Vec::is_empty) {
        // Nobody loses what their groups give because an answer was lost.
        claims.groups = None;
    }
    Ok(claims)
}

/// Checks the signature of a token, with fresh keys if it is signed by one that is not known: providers change them.
pub(super) async fn open(
    accounts: &Accounts,
    settings: &OidcSettings,
    known: Metadata,
    text: &str,
) -> Fallible<(Metadata, (Value, Value))> {
    match token::open(&known, settings, text) {
        Ok(opened) => Ok((known, opened)),
        Err(TokenError::UnknownKey | TokenError::Signature) => {
            let fresh = metadata(accounts, settings, METADATA_AGAIN).await?;
            let opened = token::open(&fresh, settings, text);
            Ok((fresh, opened.map_err(|error| refused(settings, &error))?))
        }
        Err(error) => Err(refused(settings, &error)),
    }
}

/// Asks the userinfo endpoint, because many providers say some things only there (OpenID Connect Core §5.3). The error is
/// for the log.
async fn ask_userinfo(
    accounts: &Accounts,
    settings: &OidcSettings,
    metadata: &Metadata,
    address: &Url,
    access_token: &str,
    subject: &str,
) -> Result<Value, String> {
    let request = Request::get(address.as_str())
        .header(ACCEPT, "application/json")
        .header(AUTHORIZATION, format!("Bearer {access_token}"))
        .body(Vec::new())
        .map_err(|error| error.to_string())?;
    let answer = accounts.0.oidc.http.call(request).await.map_err(|error| error.to_string())?;
    if answer.status() != StatusCode::OK {
        return Err(format!("status {}", answer.status()));
    }
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_signed = kind.is_some_and(|kind| kind.starts_with("application/jwt"));
    let told = read_userinfo(settings, metadata, answer.body(), is_signed)?;
    // Core §5.3.2: it must be about the same person.
    match token::subject(&told) {
        Ok(same) if same == subject => Ok(told),
        _ => Err("it speaks of somebody else".to_owned()),
    }
}

/// Reads an answer of the userinfo endpoint: JSON, or a token that the provider signed for us.
fn read_userinfo(
    settings: &OidcSettings,
    metadata: &Metadata,
    body: &[u8],
    is_signed: bool,
) -> Result<Value, String> {
    if !is_signed {
        return serde_json::from_slice(body).map_err(|error| error.to_string());
    }
    let text = std::str::from_utf8(body).map_err(|error| error.to_string())?;
    let (_, told) = token::open(metadata, settings, text).map_err(|error| error.to_string())?;
    // A signed answer names both (Core §5.3.2); whatever it names must be right.
    let is_ours = |name: &str, is_right: bool| told.get(name).is_none() || is_right;
    let audience = &told["aud"];
    let has_audience = audience == &settings.client_id
        || audience.as_array().is_some_and(|all| all.iter().any(|it| it == &settings.client_id));
    let has_issuer = issuer::of_token(&metadata.issuer, &settings.tenants, &told).is_some();
    if is_ours("aud", has_audience) && is_ours("iss", has_issuer) {
        Ok(told)
    } else {
        Err("it is signed for somebody else".to_owned())
    }
}

pub(super) fn refused(settings: &OidcSettings, error: &TokenError) -> Failure {
    tracing::warn!(issuer = settings.issuer, %error, "sign-in through OpenID Connect refused");
    OIDC_REFUSED.into()
}
