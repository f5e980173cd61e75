//! Addresses at which browsers reach this server, which may lie under a path of its host.

use url::{ParseError, Url};

/// Returns the address of `path` at the server at `base_url`.
///
/// `path`: with its leading slash, and with a query where there is one: `/login?error=x`.
pub fn public_url(base_url: &Url, path: &str) -> Result<Url, ParseError> {
    Url::parse(&format!("{}{path}", base_url.as_str().trim_end_matches('/')))
}

/// Returns the path under which the server at `base_url` is, `/ensemble`; empty at the root of its host.
pub fn base_path(base_url: &Url) -> &str {
    base_url.path().trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_after_that_of_the_server() {
        for (base_url, path, address) in [
            ("https://e.example", "/login", "https://e.example/login"),
            ("https://e.example/", "/login?a=b", "https://e.example/login?a=b"),
            ("https://e.example/chat", "/login", "https://e.example/chat/login"),
            ("https://e.example/a/b/", "/", "https://e.example/a/b/"),
        ] {
            let base_url = Url::parse(base_url).unwrap();
            assert_eq!(public_url(&base_url, path).unwrap().as_str(), address);
        }
    }

    #[test]
    fn a_server_at_the_root_of_its_host_has_no_path() {
        for (base_url, path) in [
            ("https://e.example", ""),
            ("https://e.example/", ""),
            ("https://e.example/chat/", "/chat"),
            ("https://e.example/a/b", "/a/b"),
        ] {
            assert_eq!(base_path(&Url::parse(base_url).unwrap()), path);
        }
    }
}
