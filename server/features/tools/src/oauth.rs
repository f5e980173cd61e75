//! Sign-in to a tool server: OAuth 2.1 as the protocol requires. The server names its authorization server; this
//! program registers there (`registration.rs`); the person consents there; tokens are sealed, by person and server.

mod discovery;
mod registration;
mod renewing;
mod token;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use kernel::{Failure, Fallible, MINUTE, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::mcp::{McpError, VERSION, request};
use crate::problems::{SIGN_IN_FAILED, SIGN_IN_NOT_OFFERED};
use crate::rules::{SIGN_IN_MINUTES_MAX, fingerprint};
use crate::servers::{Server, Tools};
use crate::store::{delete_sign_in, find_sign_in, insert_attempt, save_sign_in, take_attempt};

pub(crate) use discovery::parameter;
pub(crate) use renewing::Renewing;

/// Path to which people return from a sign-in.
pub(crate) const CALLBACK: &str = "/api/tools/oauth-callback";
const PURPOSE: &str = "tools sign-in";
const ATTEMPT_PURPOSE: &str = "tools sign-in attempt";
/// A token that has this long to live is renewed.
const RENEW_BEFORE: i64 = MINUTE;

/// The sealed state of a person's sign-in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SignIn {
    pub client: Client,
    pub access_token: String,
    pub refresh_token: Option<String>,
    pub expires_at: Option<Timestamp>,
}

/// This program at one authorization server, for one server of tools.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Client {
    pub id: String,
    pub secret: Option<String>,
    /// Place of the secret: true for a header, false for the form.
    #[serde(default)]
    pub secret_in_header: bool,
    pub token_endpoint: String,
    /// The server of tools: tokens are good for it alone.
    pub resource: String,
}

/// A sign-in that was begun, as it is sealed.
#[derive(Serialize, Deserialize)]
struct Attempt {
    server: String,
    issuer: String,
    /// True if the authorization server always identifies itself when it sends people back.
    #[serde(default)]
    names_itself: bool,
    verifier: String,
    client: Client,
}

/// Parameters with which an authorization server sends a person back.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Returned {
    pub code: Option<String>,
    pub state: Option<String>,
    pub iss: Option<String>,
    pub error: Option<String>,
}

impl Tools {
    /// Begins a sign-in: the address at which the person agrees.
    ///
    /// Problems: [`SIGN_IN_NOT_OFFERED`], [`SIGN_IN_FAILED`].
    pub async fn begin_sign_in(&self, user_id: UserId, server: &Server) -> Fallible<Url> {
        let url = server.url.as_deref().ok_or(SIGN_IN_NOT_OFFERED)?;
        let asked = self.ask_for_sign_in(user_id, server).await?;
        let found = discovery::discover(&self.web, url, asked.as_deref()).await?;
        let redirect = self.redirect_url()?;
        let client = self.client_at(&found).await?;
        let (state, verifier) = (random(), random());
        let mut address = Url::parse(&found.authorization_endpoint).map_err(|_| SIGN_IN_FAILED)?;
        let challenge: [u8; 32] = Sha256::digest(verifier.as_bytes()).into();
        address
            .query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &client.id)
            .append_pair("redirect_uri", redirect.as_str())
            .append_pair("code_challenge", &BASE64.encode(challenge))
            .append_pair("code_challenge_method", "S256")
            .append_pair("state", &state)
            .append_pair("resource", &client.resource);
        let wanted = self.wanted_scopes.get(&(user_id, server.key.clone()));
        if let Some(scope) =
            all_scopes(found.scope.as_deref(), wanted.as_deref().map(String::as_str))
        {
            address.query_pairs_mut().append_pair("scope", &scope);
        }
        drop(wanted);
        let attempt = Attempt {
            server: server.key.clone(),
            issuer: found.issuer,
            names_itself: found.names_itself,
            verifier,
            client,
        };
        let hash = fingerprint(&state);
        let data = serde_json::to_vec(&attempt).expect("an attempt is texts");
        let data = self.vault.seal(ATTEMPT_PURPOSE, &hash, &data);
        let expires_at = self.clock.now().plus(SIGN_IN_MINUTES_MAX * MINUTE);
        let mut tx = self.db.begin().await?;
        insert_attempt(&mut tx, &hash, user_id, &data, expires_at).await?;
        tx.commit().await?;
        Ok(address)
    }

    /// Finishes a sign-in with the parameters the person came back with. Returns the server's key.
    ///
    /// Problems: [`SIGN_IN_FAILED`].
    pub async fn finish_sign_in(&self, user_id: UserId, returned: Returned) -> Fallible<String> {
        let hash = fingerprint(returned.state.as_deref().unwrap_or_default());
        let mut tx = self.db.begin().await?;
        let sealed = take_attempt(&mut tx, &hash, user_id, self.clock.now()).await?;
        tx.commit().await?;
        let sealed = sealed.ok_or(SIGN_IN_FAILED)?;
        let data = self.vault.open_sealed(ATTEMPT_PURPOSE, &hash, &sealed);
        let data = data.map_err(Failure::internal)?;
        let attempt: Attempt = serde_json::from_slice(&data).map_err(Failure::internal)?;
        // An authorization server other than the one asked must not be given its code (mix-up).
        let is_another = match &returned.iss {
            Some(issuer) => *issuer != attempt.issuer,
            None => attempt.names_itself,
        };
        let code = returned.code.filter(|_| returned.error.is_none() && !is_another);
        let code = code.ok_or(SIGN_IN_FAILED)?;
        let redirect = self.redirect_url()?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code.as_str()),
            ("redirect_uri", redirect.as_str()),
            ("code_verifier", &attempt.verifier),
        ];
        let granted = token::ask(&self.web, &attempt.client, &form).await?;
        let sign_in = granted.ok_or(SIGN_IN_FAILED)?.into_sign_in(attempt.client, self.clock.now());
        self.keep_sign_in(user_id, &attempt.server, &sign_in).await?;
        self.wanted_scopes.remove(&(user_id, attempt.server.clone()));
        let server = self.find(user_id, &attempt.server).await?;
        self.check(user_id, server).await?;
        Ok(attempt.server)
    }

    /// Forgets where a person is signed in.
    pub async fn sign_out(&self, user_id: UserId, server: Server) -> Fallible<Server> {
        let mut tx = self.db.begin().await?;
        delete_sign_in(&mut tx, user_id, &server.key).await?;
        tx.commit().await?;
        self.forget(user_id, &server.key);
        let server = self.find(user_id, &server.key).await?;
        self.check(user_id, server).await
    }

    /// Returns a token with which a server lets the person in, renewed when it is about to expire or when the server
    /// does not take it any more (`renew`); `None` when they are not signed in.
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "only the same person at the same server waits, for one exchange with a deadline"
    )]
    pub async fn access_token(
        &self,
        user_id: UserId,
        server: &str,
        renew: bool,
    ) -> Fallible<Option<String>> {
        let Some(known) = self.sign_in(user_id, server).await? else { return Ok(None) };
        if !renew && !self.is_stale(&known) {
            return Ok(Some(known.access_token));
        }
        let _turn = self.renewing.take_turn(user_id, server).await;
        let Some(now_known) = self.sign_in(user_id, server).await? else { return Ok(None) };
        if now_known != known {
            return Ok(Some(now_known.access_token));
        }
        let Some(refresh_token) = &known.refresh_token else {
            return Ok((!renew).then_some(known.access_token));
        };
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh_token.as_str())];
        let Some(granted) = token::ask(&self.web, &known.client, &form).await? else {
            // Another process may have renewed it meanwhile, and made this one worthless.
            let kept = self.sign_in(user_id, server).await?.filter(|kept| *kept != known);
            if kept.is_none() {
                let mut tx = self.db.begin().await?;
                delete_sign_in(&mut tx, user_id, server).await?;
                tx.commit().await?;
            }
            return Ok(kept.map(|kept| kept.access_token));
        };
        let refresh_token = known.refresh_token.clone();
        let mut sign_in = granted.into_sign_in(known.client, self.clock.now());
        sign_in.refresh_token = sign_in.refresh_token.or(refresh_token);
        self.keep_sign_in(user_id, server, &sign_in).await?;
        Ok(Some(sign_in.access_token))
    }

    fn is_stale(&self, sign_in: &SignIn) -> bool {
        let now = self.clock.now().plus(RENEW_BEFORE);
        sign_in.expires_at.is_some_and(|expires_at| expires_at <= now)
    }

    async fn sign_in(&self, user_id: UserId, server: &str) -> Fallible<Option<SignIn>> {
        let mut conn = self.db.read().await?;
        let sealed = find_sign_in(&mut conn, user_id, server).await?;
        drop(conn);
        let Some(sealed) = sealed else { return Ok(None) };
        let data = self.vault.open_sealed(PURPOSE, place(user_id, server), &sealed);
        let data = data.map_err(Failure::internal)?;
        Ok(Some(serde_json::from_slice(&data).map_err(Failure::internal)?))
    }

    async fn keep_sign_in(&self, user_id: UserId, server: &str, sign_in: &SignIn) -> Fallible<()> {
        let data = serde_json::to_vec(sign_in).expect("a sign-in is texts and a time");
        let data = self.vault.seal(PURPOSE, place(user_id, server), &data);
        let mut tx = self.db.begin().await?;
        save_sign_in(&mut tx, user_id, server, &data).await?;
        Ok(tx.commit().await?)
    }

    /// Asks a server without credentials, to learn where to sign in.
    async fn ask_for_sign_in(&self, user_id: UserId, server: &Server) -> Fallible<Option<String>> {
        let greeting = json!({
            "protocolVersion": VERSION, "capabilities": {},
            "clientInfo": { "name": "ensemble", "version": env!("CARGO_PKG_VERSION") },
        });
        let message = request(1, "initialize", greeting, None);
        let link = crate::http_link::HttpLink {
            web: self.web.clone(),
            url: server.url.clone().unwrap_or_default(),
            headers: Default::default(),
            bearer: None,
        };
        self.forget(user_id, &server.key);
        match link.request(&message, 1, None, None).await {
            Err(McpError::NeedsSignIn(asked)) => Ok(asked),
            Ok(_) => Ok(None),
            Err(_) => Err(SIGN_IN_FAILED.into()),
        }
    }
}

fn place(user_id: UserId, server: &str) -> String {
    format!("tool_sign_ins|{user_id}|{server}")
}

/// Returns the scopes of both, each once.
fn all_scopes(asked: Option<&str>, wanted: Option<&str>) -> Option<String> {
    let mut scopes: Vec<&str> = Vec::new();
    for scope in asked.into_iter().chain(wanted).flat_map(str::split_whitespace) {
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    (!scopes.is_empty()).then(|| scopes.join(" "))
}

fn random() -> String {
    BASE64.encode(vault::random_bytes::<32>())
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
