//! What programs register and ask for, checked.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Problem, collapse_whitespace};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use url::{Host, Url};

use crate::problems::{
    KEY_NAME_MAX_CHARS, OAUTH_REDIRECTS_MAX, OAUTH_REFUSED, OAUTH_TEXT_MAX_CHARS,
};

/// A registered program. Its id holds all that is registered, so that nothing is stored for who may never come back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Client {
    pub name: String,
    pub redirect_uris: Vec<String>,
}

impl Client {
    /// Checks what a program registers.
    pub fn register(name: Option<&str>, redirect_uris: &[String]) -> Result<Self, Problem> {
        let name = name.unwrap_or_default().chars().filter(|ch| !ch.is_control());
        let name = collapse_whitespace(&name.collect::<String>());
        let name: String = name.chars().take(KEY_NAME_MAX_CHARS).collect();
        let fits = (1..=OAUTH_REDIRECTS_MAX).contains(&redirect_uris.len());
        if !fits || !redirect_uris.iter().all(|uri| is_redirect(uri)) {
            return Err(OAUTH_REFUSED.with("field", "redirect_uris"));
        }
        let name = if name.is_empty() { "MCP".to_owned() } else { name };
        Ok(Self { name, redirect_uris: redirect_uris.to_vec() })
    }

    pub fn id(&self) -> String {
        let json = serde_json::to_vec(self).expect("a client is plain data");
        URL_SAFE_NO_PAD.encode(json)
    }

    /// Reads a client from its id. Anybody can write one, as anybody can register one.
    pub fn from_id(id: &str) -> Result<Self, Problem> {
        let json = URL_SAFE_NO_PAD.decode(id).ok();
        let client: Option<Self> = json.and_then(|json| serde_json::from_slice(&json).ok());
        let checked = client
            .and_then(|client| Self::register(Some(&client.name), &client.redirect_uris).ok());
        checked.ok_or_else(|| OAUTH_REFUSED.with("field", "client_id"))
    }

    /// Checks that a program is sent back to where it registered. On this computer any port is the same: programs listen
    /// where there is room (RFC 8252, section 7.3).
    pub fn check_redirect(&self, uri: &str) -> Result<Url, Problem> {
        let wanted = Url::parse(uri).ok().filter(|_| is_redirect(uri));
        let is_same = |registered: &String, wanted: &Url| {
            if registered == uri {
                return true;
            }
            let Ok(mut registered) = Url::parse(registered) else { return false };
            is_loopback(&registered)
                && registered.set_port(wanted.port()).is_ok()
                && registered == *wanted
        };
        let wanted =
            wanted.filter(|wanted| self.redirect_uris.iter().any(|uri| is_same(uri, wanted)));
        wanted.ok_or_else(|| OAUTH_REFUSED.with("field", "redirect_uri"))
    }
}

/// Returns true if a browser may be sent to this address with a code: over https, to this computer, or to a program's own
/// scheme.
fn is_redirect(uri: &str) -> bool {
    const OF_BROWSERS: [&str; 10] = [
        "about",
        "blob",
        "data",
        "file",
        "filesystem",
        "ftp",
        "javascript",
        "vbscript",
        "ws",
        "wss",
    ];
    let Ok(url) = Url::parse(uri) else { return false };
    if uri.len() > OAUTH_TEXT_MAX_CHARS || url.fragment().is_some() || !url.username().is_empty() {
        return false;
    }
    match url.scheme() {
        "https" => url.host().is_some(),
        "http" => is_loopback(&url),
        scheme => !OF_BROWSERS.contains(&scheme),
    }
}

fn is_loopback(url: &Url) -> bool {
    url.scheme() == "http"
        && match url.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => false,
        }
}

/// Returns the place that a person is shown before a program is sent there.
pub(crate) fn place_of(redirect: &Url) -> String {
    match redirect.host_str() {
        Some(host) if matches!(redirect.scheme(), "http" | "https") => host.to_owned(),
        _ => format!("{}:", redirect.scheme()),
    }
}

/// Checks a challenge; `plain` would reveal the secret to whoever reads the address.
pub(crate) fn check_challenge(challenge: &str, method: &str) -> Result<(), Problem> {
    let is_sha256 = URL_SAFE_NO_PAD.decode(challenge).is_ok_and(|bytes| bytes.len() == 32);
    match method == "S256" && is_sha256 {
        true => Ok(()),
        false => Err(OAUTH_REFUSED.with("field", "code_challenge")),
    }
}

/// Returns true if the challenge was made from `verifier` (RFC 7636, section 4.6).
pub(crate) fn proves(verifier: &str, challenge: &str) -> bool {
    (43..=128).contains(&verifier.len())
        && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())) == challenge
}

/// Returns the address to which a program is sent back.
pub(crate) fn answer_url(redirect: &Url, fields: &[(&str, &str)], state: Option<&str>) -> String {
    let mut url = redirect.clone();
    {
        let mut pairs = url.query_pairs_mut();
        pairs.extend_pairs(fields);
        if let Some(state) = state {
            pairs.append_pair("state", state);
        }
    }
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_sent_back_where_nobody_else_listens() {
        for uri in [
            "https://claude.ai/api/mcp/auth_callback",
            "http://127.0.0.1:33418/callback",
            "http://localhost/callback",
            "http://[::1]:9/callback",
            "cursor://anysphere.cursor-mcp/oauth/callback",
        ] {
            assert!(is_redirect(uri), "{uri}");
        }
        for uri in [
            "",
            "/callback",
            "http://evil.example/callback",
            "http://localhost.evil.example/",
            "https://evil.example/#fragment",
            "https://user@evil.example/",
            "javascript://x/%0aalert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
        ] {
            assert!(!is_redirect(uri), "{uri}");
        }
    }

    #[test]
    fn a_client_is_its_id() {
        let uris = ["http://127.0.0.1:1/callback".to_owned()];
        let client = Client::register(Some(" My \u{7} editor "), &uris).unwrap();
        assert_eq!(client.name, "My editor");
        assert_eq!(Client::from_id(&client.id()).unwrap(), client);
        for wrong in ["", "abc", &URL_SAFE_NO_PAD.encode(r#"{"name":"a","redirect_uris":[]}"#)] {
            assert!(Client::from_id(wrong).is_err(), "{wrong}");
        }
        assert!(client.check_redirect("http://127.0.0.1:2/callback").is_ok());
        for wrong in [
            "http://127.0.0.1:1/other",
            "http://localhost:1/callback",
            "https://127.0.0.1:1/callback",
        ] {
            assert!(client.check_redirect(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_the_verifier_of_a_challenge_proves_it() {
        // The example of RFC 7636, appendix B.
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(check_challenge(challenge, "S256").is_ok());
        assert!(
            check_challenge(challenge, "plain").is_err() && check_challenge("x", "S256").is_err()
        );
        assert!(proves(verifier, challenge));
        assert!(!proves(challenge, challenge) && !proves("", challenge));
    }

    #[test]
    fn answers_keep_the_address_that_was_registered() {
        let redirect = Url::parse("https://app.example/back?a=1").unwrap();
        let url = answer_url(&redirect, &[("code", "c")], Some("x y&z"));
        assert_eq!(url, "https://app.example/back?a=1&code=c&state=x+y%26z");
        assert_eq!(place_of(&redirect), "app.example");
        assert_eq!(place_of(&Url::parse("cursor://a/b").unwrap()), "cursor:");
    }
}
