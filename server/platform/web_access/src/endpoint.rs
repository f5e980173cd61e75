use kernel::Problem;
use url::Url;

use crate::error::INVALID_URL;

/// A base address that the operator set: a provider's API, on the open web or on this machine.
///
/// Operators may name private addresses, so nothing is judged but the form: http or https, a host, and no
/// user name, password, query or fragment, which would end up in logs or be lost when a path is added.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint(Url);

impl Endpoint {
    /// Reads a base address.
    ///
    /// Problems: [`INVALID_URL`].
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        let url = Url::parse(text).map_err(|_| INVALID_URL)?;
        let is_plain = url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        if is_plain && is_web && url.port() != Some(0) && !text.contains(char::is_control) {
            Ok(Self(url))
        } else {
            Err(INVALID_URL.into())
        }
    }

    /// The address without a slash at its end, so that paths can be added.
    pub fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// The address of `path` under this one: `models` under `…/v1` is `…/v1/models`.
    pub fn at(&self, path: &str) -> String {
        format!("{}/{}", self.as_str(), path.trim_start_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_may_name_any_host() {
        for (text, base) in [
            ("https://api.example.com/v1/", "https://api.example.com/v1"),
            (" http://127.0.0.1:11434 ", "http://127.0.0.1:11434"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("HTTP://Studio.lan:1234/v1", "http://studio.lan:1234/v1"),
        ] {
            assert_eq!(Endpoint::parse(text).unwrap().as_str(), base);
        }
    }

    #[test]
    fn paths_are_added_with_one_slash() {
        let endpoint = Endpoint::parse("https://api.example.com/v1/").unwrap();
        assert_eq!(endpoint.at("/models"), "https://api.example.com/v1/models");
    }

    #[test]
    fn what_is_no_base_address_is_refused() {
        for text in [
            "",
            "api.example.com",
            "localhost:11434",
            "ftp://example.com",
            "file:///etc/passwd",
            "http://",
            "https://key@api.example.com",
            "https://a:b@api.example.com",
            "https://api.example.com/v1?key=1",
            "https://api.example.com/v1#a",
            "http://example.com:0",
            "http://exam\nple.com",
        ] {
            let refused = Endpoint::parse(text).unwrap_err();
            assert_eq!(refused.kind.code, "web_access.invalid_url", "{text}");
        }
    }
}
