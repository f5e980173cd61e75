use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use identity::{ClientType, Cookies};
use kernel::{MINUTE, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use vault::Vault;

/// Maximum time somebody may take at their identity provider.
pub(super) const LIFE: i64 = 15 * MINUTE;

const COOKIE: &str = "ensemble-oidc";
const PURPOSE: &str = "accounts oidc flow";

/// The state of a sign-in while the browser is at the identity provider: in a sealed cookie, so that only the browser
/// that started can finish it, and starting writes nothing.
#[derive(Serialize, Deserialize)]
pub(crate) struct Flow {
    pub provider_id: String,
    pub state: String,
    pub nonce: String,
    /// PKCE: only we can redeem the code.
    pub verifier: String,
    pub landing: String,
    pub client_type: ClientType,
    #[serde(default)]
    pub setup_code: Option<String>,
    pub linking: Option<UserId>,
    pub expires_at: Timestamp,
}

impl Flow {
    pub fn write(&self, vault: &Vault, cookies: Cookies, response: &mut HeaderMap) {
        let json = serde_json::to_vec(self).expect("a flow is texts and a time");
        let sealed = vault.seal(PURPOSE, COOKIE, &json);
        let life_seconds = LIFE / kernel::SECOND;
        cookies.write(response, COOKIE, &URL_SAFE_NO_PAD.encode(sealed), life_seconds);
    }

    /// Reads the cookie; `None` for a browser that did not start, and for a cookie that is not ours.
    pub fn read(vault: &Vault, cookies: Cookies, headers: &HeaderMap) -> Option<Self> {
        let sealed = URL_SAFE_NO_PAD.decode(cookies.read(headers, COOKIE)?).ok()?;
        let json = vault.open_sealed(PURPOSE, COOKIE, &sealed).ok()?;
        serde_json::from_slice(&json).ok()
    }

    pub fn clear(cookies: Cookies, response: &mut HeaderMap) {
        cookies.write(response, COOKIE, "", 0);
    }
}
