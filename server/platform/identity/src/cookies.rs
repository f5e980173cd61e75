use api::RequestContext;
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderValue};

use kernel::UserId;

use crate::token::{hash_token, random_token};
use crate::{
    CODE_LIFE_MICROS, DEVICE_KNOWN_MICROS, DeviceCookie, Identity, SESSION_MAX_MICROS, SessionToken,
};

/// The cookies of a browser: their names for this request, and how they are set.
///
/// On https a name begins with `__Host-`, so that neither a subdomain nor plain http can set it. Under a path of its host a
/// server's cookies are for that path only, so that other programs at the host are not sent them: browsers take such ones with
/// `__Secure-` only.
#[derive(Debug, Clone, Copy)]
pub struct Cookies {
    is_https: bool,
    /// Path of this server at its host, `/ensemble`; empty at the root.
    base_path: &'static str,
}

const SESSION: &str = "ensemble";
const FLOW: &str = "ensemble-flow";
const DEVICE: &str = "ensemble-device";

impl Identity {
    /// Limits cookies to the path of this server at its host, `/ensemble`; empty: the root. Called once, at the start.
    pub fn limit_cookies(&self, base_path: &str) {
        // Kept for the life of the process, so that `Cookies` stays a small value.
        let base_path: &'static str = Box::leak(Box::<str>::from(base_path));
        self.0.base_path.set(base_path).ok();
    }

    pub fn cookies(&self, context: &RequestContext) -> Cookies {
        let base_path = self.0.base_path.get().copied().unwrap_or("");
        Cookies { is_https: context.is_https || self.0.is_https, base_path }
    }
}

impl Cookies {
    /// Returns the session's secret, if the browser sent one.
    pub fn session(self, headers: &HeaderMap) -> Option<SessionToken> {
        self.read(headers, SESSION).and_then(SessionToken::from_cookie)
    }

    /// Signs the browser in.
    pub fn set_session(self, response: &mut HeaderMap, token: &SessionToken) {
        self.write(response, SESSION, token.expose(), SESSION_MAX_MICROS / 1_000_000);
    }

    /// Deletes the session cookie.
    pub fn clear_session(self, response: &mut HeaderMap) {
        self.write(response, SESSION, "", 0);
    }

    /// Returns the token that binds a code to the browser that asked for it.
    pub fn flow(self, headers: &HeaderMap) -> Option<FlowToken> {
        self.read(headers, FLOW).map(|text| FlowToken(text.to_owned()))
    }

    pub fn set_flow(self, response: &mut HeaderMap, flow: &FlowToken) {
        self.write(response, FLOW, &flow.0, CODE_LIFE_MICROS / 1_000_000);
    }

    /// Returns the cookie that tells which accounts were signed in on this browser.
    pub fn device(self, headers: &HeaderMap) -> Option<DeviceCookie> {
        self.read(headers, DEVICE).and_then(DeviceCookie::parse)
    }

    pub fn set_device(self, response: &mut HeaderMap, device: &DeviceCookie) {
        self.write(response, DEVICE, &device.to_text(), DEVICE_KNOWN_MICROS / 1_000_000);
    }

    /// Returns the value of a cookie of ours by its short name.
    pub fn read<'a>(self, headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
        let name = self.name(name);
        let pairs = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        pairs
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(found, value)| *found == name && !value.is_empty())
            .map(|(_, value)| value)
    }

    /// Adds a cookie that scripts cannot read and other sites cannot send along with a change.
    pub fn write(self, response: &mut HeaderMap, name: &str, value: &str, max_age_seconds: i64) {
        let name = self.name(name);
        let secure = if self.is_https { "; Secure" } else { "" };
        let path = if self.base_path.is_empty() { "/" } else { self.base_path };
        let line = format!(
            "{name}={value}; Path={path}; Max-Age={max_age_seconds}; HttpOnly; SameSite=Lax{secure}"
        );
        let line = HeaderValue::from_str(&line).expect("our cookies are printable");
        response.append(SET_COOKIE, line);
    }

    fn name(self, name: &str) -> String {
        match (self.is_https, self.base_path.is_empty()) {
            (true, true) => format!("__Host-{name}"),
            (true, false) => format!("__Secure-{name}"),
            (false, _) => name.to_owned(),
        }
    }
}

/// A random value in a cookie that identifies a browser before anybody is signed in.
#[derive(Clone)]
pub struct FlowToken(String);

impl FlowToken {
    pub fn new() -> Self {
        Self(random_token())
    }

    /// Returns the token of a code that an account requested: any of its browsers may use it, and no other account.
    pub fn of_account(user_id: UserId) -> Self {
        Self(format!("account {user_id}"))
    }

    pub(crate) fn hash(&self) -> Vec<u8> {
        hash_token(&self.0)
    }
}

impl Default for FlowToken {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(line: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(line))])
    }

    #[test]
    fn on_https_only_the_host_bound_cookie_counts() {
        let cookies = Cookies { is_https: true, base_path: "" };
        assert!(cookies.session(&sent("ensemble=abc")).is_none());
        assert!(cookies.session(&sent("a=b; __Host-ensemble=abc")).is_some());
    }

    #[test]
    fn the_secret_of_a_device_is_none_for_a_cookie() {
        let cookies = Cookies { is_https: false, base_path: "" };
        assert!(cookies.session(&sent("ensemble=abc")).is_some());
        assert!(cookies.session(&sent("ensemble=ensd_abc")).is_none());
    }

    #[test]
    fn a_session_cookie_is_out_of_reach_of_scripts_and_other_sites() {
        let mut response = HeaderMap::new();
        let token = SessionToken::from_cookie("abc").unwrap();
        Cookies { is_https: true, base_path: "" }.set_session(&mut response, &token);
        assert_eq!(
            response[SET_COOKIE],
            "__Host-ensemble=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure"
        );
    }

    #[test]
    fn under_a_path_no_other_program_of_the_host_is_sent_the_session() {
        let mut response = HeaderMap::new();
        let token = SessionToken::from_cookie("abc").unwrap();
        let cookies = Cookies { is_https: true, base_path: "/ensemble" };
        cookies.set_session(&mut response, &token);
        let line = response[SET_COOKIE].to_str().unwrap();
        assert!(line.starts_with("__Secure-ensemble=abc; Path=/ensemble; "), "{line}");
        assert!(cookies.session(&sent("__Secure-ensemble=abc")).is_some());
        assert!(cookies.session(&sent("__Host-ensemble=abc; ensemble=abc")).is_none());
    }
}
