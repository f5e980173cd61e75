use std::pin::Pin;
use std::sync::PoisonError;

use chrono::{DateTime, Utc};
use identity::{ProviderHttp, ProviderHttpError, UserIdentity};
use kernel::{Fallible, HOUR, MINUTE};
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreIdToken, CoreIdTokenClaims, CoreProviderMetadata,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessToken, AsyncHttpClient, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EndUserName, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse,
    IssuerUrl, LocalizedClaim, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, Scope, SubjectIdentifier, TokenResponse,
};
use url::Url;

use super::Flow;
use crate::problems::{OIDC_REFUSED, OIDC_UNREACHABLE};
use crate::{Accounts, OidcSettings};

/// Time for which a provider's metadata is used without fetching it again.
const METADATA_KEPT: i64 = HOUR;

/// Minimum time before metadata is fetched again because a signature used an unknown key.
const METADATA_AGAIN: i64 = MINUTE;

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The address to which a browser is sent, and the values it must come back with.
pub(super) struct Authorization {
    pub address: Url,
    pub state: String,
    pub nonce: String,
    pub verifier: String,
}

/// The claims of an identity provider.
pub(super) struct Claims {
    pub identity: UserIdentity,
    pub email: Option<String>,
    /// The provider's word on the address: some send it as a text, and some send none.
    pub email_verified: Option<bool>,
    pub name: Option<String>,
    pub locale: Option<String>,
}

pub(super) async fn authorization(
    accounts: &Accounts,
    settings: &OidcSettings,
) -> Fallible<Authorization> {
    let client = client(accounts, settings, METADATA_KEPT).await?;
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (address, state, nonce) = client
        .authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            CsrfToken::new_random,
            Nonce::new_random,
        )
        .add_scope(Scope::new("email".to_owned()))
        .add_scope(Scope::new("profile".to_owned()))
        .set_pkce_challenge(challenge)
        .url();
    Ok(Authorization {
        address,
        state: state.into_secret(),
        nonce: nonce.secret().clone(),
        verifier: verifier.into_secret(),
    })
}

/// Redeems the code and checks the result: signature, issuer, audience, nonce and times.
///
/// Problems: [`OIDC_REFUSED`] if anything is wrong with it, [`OIDC_UNREACHABLE`].
pub(super) async fn redeem(
    accounts: &Accounts,
    settings: &OidcSettings,
    flow: &Flow,
    code: String,
) -> Fallible<Claims> {
    let client = client(accounts, settings, METADATA_KEPT).await?;
    let answer = client
        .exchange_code(AuthorizationCode::new(code))
        .map_err(|error| refused(settings, &error))?
        .set_pkce_verifier(PkceCodeVerifier::new(flow.verifier.clone()))
        .request_async(&Asking(accounts.0.oidc.http.clone()))
        .await
        .map_err(|error| refused(settings, &error))?;
    let Some(token) = answer.id_token() else {
        tracing::warn!(issuer = settings.issuer, "the identity provider sent no id token");
        return Err(OIDC_REFUSED.into());
    };
    let mut claims = match verified(accounts, &client, token, flow) {
        Ok(claims) => own_claims(settings, claims),
        Err(_) => {
            // Providers rotate their keys: it may be signed by one that is newer than our metadata.
            let client = self::client(accounts, settings, METADATA_AGAIN).await?;
            let claims = verified(accounts, &client, token, flow);
            own_claims(settings, claims.map_err(|error| refused(settings, &error))?)
        }
    };
    if claims.email.is_none() {
        ask_for_email(accounts, &client, answer.access_token(), &mut claims).await;
    }
    Ok(claims)
}

/// Asks the userinfo endpoint for the email address, because many providers return it only there (OpenID Connect Core
/// §5.4). Without it, people whose identity is known still sign in.
async fn ask_for_email(
    accounts: &Accounts,
    client: &Client,
    token: &AccessToken,
    claims: &mut Claims,
) {
    let subject = SubjectIdentifier::new(claims.identity.subject.clone());
    let Ok(request) = client.user_info(token.clone(), Some(subject)) else {
        return;
    };
    let asking = Asking(accounts.0.oidc.http.clone());
    let answer: Result<CoreUserInfoClaims, _> = request.request_async(&asking).await;
    match answer {
        Ok(told) => {
            claims.email = told.email().map(|email| email.to_string());
            claims.email_verified = told.email_verified();
            if claims.name.is_none() {
                claims.name = plain_name(told.name());
            }
        }
        Err(error) => {
            let issuer = &claims.identity.issuer;
            tracing::warn!(issuer, %error, "the identity provider does not tell the address");
        }
    }
}

fn refused(settings: &OidcSettings, error: &dyn std::error::Error) -> kernel::Failure {
    tracing::warn!(issuer = settings.issuer, error = %error, "sign-in through OpenID Connect refused");
    OIDC_REFUSED.into()
}

fn verified<'a>(
    accounts: &Accounts,
    client: &Client,
    token: &'a CoreIdToken,
    flow: &Flow,
) -> Result<&'a CoreIdTokenClaims, openidconnect::ClaimsVerificationError> {
    let now = accounts.clock.now();
    let now = DateTime::<Utc>::from_timestamp_micros(now.micros()).unwrap_or_default();
    let verifier = client.id_token_verifier().set_time_fn(move || now);
    token.claims(&verifier, &Nonce::new(flow.nonce.clone()))
}

fn own_claims(settings: &OidcSettings, claims: &CoreIdTokenClaims) -> Claims {
    Claims {
        identity: UserIdentity {
            issuer: settings.issuer.clone(),
            subject: claims.subject().to_string(),
        },
        email: claims.email().map(|email| email.to_string()),
        email_verified: claims.email_verified(),
        name: plain_name(claims.name()),
        locale: claims.locale().map(|locale| locale.to_string()),
    }
}

/// Returns the name without a language tag.
fn plain_name(names: Option<&LocalizedClaim<EndUserName>>) -> Option<String> {
    names.and_then(|names| names.get(None)).map(|name| name.to_string())
}

async fn client(
    accounts: &Accounts,
    settings: &OidcSettings,
    metadata_kept: i64,
) -> Fallible<Client> {
    let metadata = metadata(accounts, settings, metadata_kept).await?;
    let callback =
        accounts.base_url.join("/api/user/oauth2_callback").map_err(kernel::Failure::internal)?;
    let secret =
        settings.client_secret.as_ref().map(|secret| ClientSecret::new(secret.expose().clone()));
    let client_id = ClientId::new(settings.client_id.clone());
    Ok(CoreClient::from_provider_metadata(metadata, client_id, secret)
        .set_redirect_uri(RedirectUrl::from_url(callback)))
}

/// Returns the provider's metadata; fetches it again if it is older than `kept`.
async fn metadata(
    accounts: &Accounts,
    settings: &OidcSettings,
    kept: i64,
) -> Fallible<CoreProviderMetadata> {
    let now = accounts.clock.now();
    let oidc = &accounts.0.oidc;
    let known = {
        let all = oidc.metadata.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&settings.issuer).cloned()
    };
    if let Some((metadata, asked_at)) = known
        && now.since(asked_at) < kept
    {
        return Ok(metadata);
    }
    let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(kernel::Failure::internal)?;
    let asking = Asking(oidc.http.clone());
    let asked = CoreProviderMetadata::discover_async(issuer, &asking).await;
    let metadata = asked.map_err(|error| {
        tracing::warn!(issuer = settings.issuer, %error, "the identity provider cannot be asked");
        kernel::Failure::from(OIDC_UNREACHABLE)
    })?;
    let mut all = oidc.metadata.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(settings.issuer.clone(), (metadata.clone(), now));
    Ok(metadata)
}

/// Our client as the protocol's crate wants it.
struct Asking(ProviderHttp);

impl<'c> AsyncHttpClient<'c> for Asking {
    type Error = ProviderHttpError;
    type Future =
        Pin<Box<dyn Future<Output = Result<HttpResponse, ProviderHttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.0.call(request))
    }
}
