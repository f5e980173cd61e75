//! Back-channel logout (OpenID Connect Back-Channel Logout 1.0): a provider ends the sessions it began.

use ::store::Tx;
use audit::Actor;
use identity::{EndReason, UserIdentity};
use kernel::{DAY, Fallible, SECOND, SessionId, UserId};
use serde_json::Value;

use super::metadata::{METADATA_KEPT, metadata};
use super::people::find_linked;
use super::settings::OidcSettings;
use super::{issuer, provider, store, token};
use crate::Accounts;
use crate::problems::{LOGOUT_TOKEN_REFUSED, OIDC_REFUSED};

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

/// Longest id of a logout token.
const ID_MAX_CHARS: usize = 500;

/// Longest life of a logout token: its id is remembered so long.
pub(super) const TOKEN_LIFE: i64 = DAY;

/// The sessions that a logout token ends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Logout {
    issuer: String,
    subject: Option<String>,
    session_id: Option<String>,
    /// The token's own id: it counts once.
    token_id: String,
}

/// Ends the sessions that a provider's logout token names.
///
/// Problems: [`LOGOUT_TOKEN_REFUSED`] for all that is wrong with it, a provider that does not answer.
pub(crate) async fn log_out(accounts: &Accounts, text: &str) -> Fallible<()> {
    let settings = find_provider(accounts, text).await?.ok_or(LOGOUT_TOKEN_REFUSED)?;
    let known = metadata(accounts, settings, METADATA_KEPT).await?;
    let opened = provider::open(accounts, settings, known, text).await;
    let (metadata, (header, claims)) = opened.map_err(|failure| match failure.code() {
        Some(code) if code == OIDC_REFUSED.code => LOGOUT_TOKEN_REFUSED.into(),
        _ => failure,
    })?;
    let now = accounts.clock.now();
    let issuer = token::check(&metadata, settings, &claims, now.micros() / SECOND);
    let said = issuer.map_err(|error| error.to_string()).and_then(|issuer| {
        read(&header, &claims, issuer, now.micros() / SECOND).map_err(str::to_owned)
    });
    let logout = said.map_err(|error| {
        tracing::warn!(issuer = settings.issuer, error, "a logout token was refused");
        LOGOUT_TOKEN_REFUSED
    })?;
    let mut tx = accounts.db.begin().await?;
    let id = format!("{}\n{}", logout.issuer, logout.token_id);
    if !store::add_logout(&mut tx, &id, now).await? {
        return Err(LOGOUT_TOKEN_REFUSED.into());
    }
    let ended = end_sessions(accounts, &mut tx, settings, &logout).await?;
    tx.commit().await?;
    tracing::info!(issuer = settings.issuer, ended, "signed out by the identity provider");
    Ok(())
}

/// Finds the provider that a token claims to be from: its issuer, and, where two share it, ours of its audience. Nothing is
/// trusted yet.
async fn find_provider<'a>(
    accounts: &'a Accounts,
    text: &str,
) -> Fallible<Option<&'a OidcSettings>> {
    let Some(claims) = token::claimed(text) else { return Ok(None) };
    for settings in &accounts.0.providers {
        let is_for = claims["aud"] == settings.client_id.as_str()
            || claims["aud"]
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one == settings.client_id.as_str()));
        if !is_for {
            continue;
        }
        let known = metadata(accounts, settings, METADATA_KEPT).await?;
        if issuer::of_token(&known.issuer, &settings.tenants, &claims).is_some() {
            return Ok(Some(settings));
        }
    }
    Ok(None)
}

/// Reads a logout token whose signature, issuer, audience and end are right (§2.4, §2.6). The error is for the log.
fn read(
    header: &Value,
    claims: &Value,
    issuer: String,
    now_seconds: i64,
) -> Result<Logout, &'static str> {
    let kind = header["typ"].as_str().map(str::to_ascii_lowercase);
    if kind.is_some_and(|kind| kind != "jwt" && !kind.ends_with("logout+jwt")) {
        return Err("it is a token of another kind");
    }
    // An id token must not log anybody out.
    if claims.get("nonce").is_some() {
        return Err("it has a nonce");
    }
    if !claims["events"][EVENT].is_object() {
        return Err("it is not about a logout");
    }
    let made_at = claims["iat"].as_f64().ok_or("it does not say when it was made")?;
    let ends_at = claims["exp"].as_f64().unwrap_or(f64::INFINITY);
    if made_at > now_seconds as f64 + 300.0 || ends_at - made_at > (TOKEN_LIFE / SECOND) as f64 {
        return Err("it was made later than now, or lives too long");
    }
    let token_id = claims["jti"].as_str().filter(|id| !id.is_empty());
    let token_id = token_id.filter(|id| id.chars().count() <= ID_MAX_CHARS);
    let subject = token::subject(claims).ok();
    let session_id = claims["sid"].as_str().filter(|sid| !sid.is_empty()).map(str::to_owned);
    if subject.is_none() && session_id.is_none() {
        return Err("it names neither a person nor a session");
    }
    let token_id = token_id.ok_or("it has no id")?.to_owned();
    Ok(Logout { issuer, subject, session_id, token_id })
}

/// Returns the number of sessions that ended.
async fn end_sessions(
    accounts: &Accounts,
    tx: &mut Tx,
    settings: &OidcSettings,
    logout: &Logout,
) -> Fallible<usize> {
    let identity = &accounts.identity;
    let (subject, sid) = (logout.subject.as_deref(), logout.session_id.as_deref());
    let sessions = store::list_sessions(tx, &settings.id, &logout.issuer, subject, sid).await?;
    let mut people: Vec<UserId> = sessions.iter().map(|(_, user_id)| *user_id).collect();
    if sid.is_none()
        && let Some(subject) = &logout.subject
    {
        // The session that let their programs in may be long gone.
        let known = UserIdentity { issuer: logout.issuer.clone(), subject: subject.clone() };
        people.extend(find_linked(accounts, tx, &known).await?.map(|user| user.id));
    }
    people.sort();
    people.dedup();
    for user_id in &people {
        identity.lock_user(tx, *user_id).await?;
    }
    let mut ended = 0;
    for (session_id, user_id) in sessions {
        let id: SessionId = session_id;
        let by = Actor::SYSTEM;
        if identity.end_session(tx, by, user_id, id, EndReason::SignedOut).await? {
            ended += 1;
        }
    }
    // Signed out of everything at the provider: programs that were let in from those sessions are out as well, unless the
    // person has a way in of their own.
    if sid.is_none() {
        for user_id in people {
            let user = identity.find_user(tx, user_id).await?;
            if user.is_some_and(|user| user.password_hash.is_none()) {
                identity
                    .end_sessions(tx, Actor::SYSTEM, user_id, None, EndReason::SignedOut)
                    .await?;
            }
        }
    }
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(header: &Value, change: Value) -> Result<Logout, &'static str> {
        let mut claims = json!({
            "iat": 1_000, "exp": 1_120, "jti": "j1", "sub": "ana", "sid": "s1",
            "events": { "http://schemas.openid.net/event/backchannel-logout": {} },
        });
        let object = claims.as_object_mut().unwrap();
        for (name, value) in change.as_object().unwrap() {
            object.insert(name.clone(), value.clone());
            if value.is_null() {
                object.remove(name);
            }
        }
        read(header, &claims, "https://id.example".to_owned(), 1_000)
    }

    #[test]
    fn a_logout_token_has_all_that_the_standard_says() {
        let typed = json!({ "alg": "RS256", "typ": "logout+jwt" });
        let logout = verdict(&typed, json!({})).unwrap();
        assert_eq!(
            (logout.subject.as_deref(), logout.session_id.as_deref()),
            (Some("ana"), Some("s1"))
        );
        for header in
            [json!({}), json!({ "typ": "JWT" }), json!({ "typ": "application/logout+jwt" })]
        {
            assert!(verdict(&header, json!({})).is_ok(), "{header}");
        }
        assert!(verdict(&typed, json!({ "sub": null })).is_ok());
        assert!(verdict(&typed, json!({ "sid": null })).is_ok());
        for wrong in [
            json!({ "nonce": "n" }),
            json!({ "nonce": "" }),
            json!({ "events": null }),
            json!({ "events": {} }),
            json!({ "events": { "http://schemas.openid.net/event/backchannel-logout": true } }),
            json!({ "events": ["http://schemas.openid.net/event/backchannel-logout"] }),
            json!({ "jti": null }),
            json!({ "jti": "" }),
            json!({ "iat": null }),
            json!({ "iat": 1_301 }),
            json!({ "exp": 1_000 + 86_401 }),
            json!({ "sub": null, "sid": null }),
            json!({ "sub": "", "sid": "" }),
        ] {
            assert!(verdict(&typed, wrong.clone()).is_err(), "{wrong}");
        }
        assert!(verdict(&json!({ "typ": "at+jwt" }), json!({})).is_err());
    }
}
