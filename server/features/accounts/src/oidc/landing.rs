use kernel::Problem;
use url::Url;

use crate::problems::REDIRECT_REFUSED;

/// Longest address to end at, in bytes.
const LANDING_MAX_BYTES: usize = 2_048;

/// Checks where a sign-in may end: on a page of ours, or at an address that the operator has registered, compared
/// exactly. Without one: our first page.
pub(super) fn check(
    base_url: &Url,
    registered: &[String],
    wanted: Option<&str>,
) -> Result<Url, Problem> {
    let wanted = wanted.unwrap_or("");
    if wanted.is_empty() {
        return Ok(base_url.clone());
    }
    if registered.iter().any(|url| url == wanted) {
        return Url::parse(wanted).map_err(|_| REDIRECT_REFUSED.into());
    }
    let is_plain = wanted.len() <= LANDING_MAX_BYTES
        && !wanted.contains(|c: char| c.is_control() || c == '\\' || c == ' ');
    // Our own pages are named as routes are: without the path of this server.
    let url = match wanted.starts_with('/') {
        true => api::public_url(base_url, wanted),
        false => base_url.join(wanted),
    };
    let url = url.ok().filter(|url| is_plain && is_page_of(base_url, url));
    url.ok_or_else(|| REDIRECT_REFUSED.into())
}

fn is_page_of(base_url: &Url, url: &Url) -> bool {
    // Other paths of the host may be other programs.
    let path = url.path().strip_prefix(api::base_path(base_url)).unwrap_or_default();
    url.origin() == base_url.origin()
        && url.username().is_empty()
        && url.password().is_none()
        && path.starts_with('/')
        // `/..//evil` is on our origin, but its path is a scheme-relative address to other parsers.
        && !path.starts_with("//")
        && !path.starts_with("/api/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landing(wanted: &str) -> Option<String> {
        landing_at("https://app.example/", wanted)
    }

    fn landing_at(base_url: &str, wanted: &str) -> Option<String> {
        let base_url = Url::parse(base_url).unwrap();
        let registered = ["https://desktop.example/done".to_owned()];
        check(&base_url, &registered, Some(wanted)).ok().map(String::from)
    }

    #[test]
    fn pages_of_ours_are_landed_on_by_their_whole_address() {
        assert_eq!(landing("").unwrap(), "https://app.example/");
        assert_eq!(landing("/home/chat?a=1#b").unwrap(), "https://app.example/home/chat?a=1#b");
        assert_eq!(landing("https://app.example/x").unwrap(), "https://app.example/x");
    }

    #[test]
    fn under_a_path_only_pages_below_it_are_landed_on() {
        let landing = |wanted: &str| landing_at("https://app.example/ensemble/", wanted);
        assert_eq!(landing("").unwrap(), "https://app.example/ensemble/");
        assert_eq!(landing("/home?a=1").unwrap(), "https://app.example/ensemble/home?a=1");
        assert!(landing("https://app.example/ensemble/home").is_some());
        for wanted in [
            "https://app.example/other",
            "https://app.example/ensemble2/x",
            "/../other",
            "/..//e",
            "/.//e",
            "//e",
            "/api/user/oauth2_authorize",
        ] {
            assert!(landing(wanted).is_none(), "{wanted}");
        }
    }

    #[test]
    fn a_registered_address_counts_to_the_letter() {
        assert!(landing("https://desktop.example/done").is_some());
        assert!(landing("https://desktop.example/done/").is_none());
        assert!(landing("https://desktop.example/done?x=1").is_none());
    }

    // security RD1
    #[test]
    fn no_other_site_is_landed_on() {
        for wanted in [
            "//e",
            "/\\e",
            "/\t/e",
            "/\n/e",
            "\\\\\\\\e",
            " //e",
            "https://e",
            "http://app.example/",
            "/..//e",
            "/.//e",
            "/a/..//e",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://app@e",
            "https://app.e",
            "https://app.example@e",
            "https://app.example:444/",
            "https://user:pw@app.example/",
            "/api/user/oauth2_authorize",
            "%09//e\u{0}",
        ] {
            let landed = landing(wanted);
            assert!(landed.is_none(), "{wanted:?} lands on {landed:?}");
        }
        assert!(landing(&format!("/{}", "a".repeat(10_000))).is_none());
    }
}
