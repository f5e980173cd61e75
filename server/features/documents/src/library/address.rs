use kernel::Problem;
use url::{Host, Url};
use web_access::INVALID_URL;

use crate::problems::NOT_IN_WHITE_LIST;
use crate::settings::Settings;

/// Longest address.
const URL_MAX_BYTES: usize = 4_096;

/// Parses the address of a document before anything is requested. Whether it leads into a private network is checked by
/// web access on each request.
///
/// Problems: [`INVALID_URL`], [`NOT_IN_WHITE_LIST`].
pub(crate) fn check_address(text: &str, settings: &Settings) -> Result<Url, Problem> {
    let text = text.trim();
    let url = Url::parse(text).map_err(|_| INVALID_URL)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    if !is_web || text.len() > URL_MAX_BYTES || text.chars().any(char::is_control) {
        return Err(INVALID_URL.into());
    }
    if is_in(&settings.address_hosts, &url) { Ok(url) } else { Err(NOT_IN_WHITE_LIST.into()) }
}

/// Returns true if an allow list includes an address. An empty one includes all.
pub(crate) fn is_in(white_list: &[String], url: &Url) -> bool {
    white_list.is_empty() || white_list.iter().any(|host| is_under(url, host))
}

/// Returns true if an address is on `host`, or on a subdomain of it.
fn is_under(url: &Url, host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name.strip_suffix(&host).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        }
        Some(address) => {
            let address = address.to_string();
            host == address || url.port().is_some_and(|port| host == format!("{address}:{port}"))
        }
        None => false,
    }
}

/// Returns the name of a document at an address: the last segment of its path.
pub(crate) fn name_at(url: &Url) -> String {
    let last = url.path_segments().and_then(|mut pieces| pieces.rfind(|piece| !piece.is_empty()));
    let last = last.or(url.host_str()).unwrap_or_default();
    let plain = url::form_urlencoded::parse(last.replace('+', "%2B").as_bytes())
        .next()
        .map_or_else(|| last.to_owned(), |(name, _)| name.into_owned());
    let name = files::sanitise_name(&plain);
    if name.to_ascii_lowercase().ends_with(".pdf") { name } else { format!("{name}.pdf") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(hosts: &[&str]) -> Settings {
        Settings { address_hosts: hosts.iter().map(|&host| host.to_owned()).collect() }
    }

    // spec §5: "PDF upload by address: "Non-PDF type file", "Invalid URL", "URL not in white list"."
    #[test]
    fn an_address_is_one_of_the_web_and_in_the_white_list() {
        let anywhere = hosts(&[]);
        assert!(check_address(" https://example.org/a.pdf ", &anywhere).is_ok());
        for wrong in
            ["", "example.org/a.pdf", "file:///etc/passwd", "javascript:alert(1)", "https://"]
        {
            let problem = check_address(wrong, &anywhere).unwrap_err();
            assert_eq!(problem.kind.text, "Invalid URL", "{wrong}");
        }
        let some = hosts(&["arxiv.org", "10.0.0.5:8080"]);
        for fine in [
            "https://arxiv.org/x",
            "https://export.ARXIV.org/x",
            "https://arxiv.org./x",
            "http://10.0.0.5:8080/x",
        ] {
            assert!(check_address(fine, &some).is_ok(), "{fine}");
        }
        // security SS4
        for other in [
            "https://notarxiv.org/x",
            "https://arxiv.org.evil.com/",
            "https://arxiv.org@evil.com/",
            "https://evil.com/#@arxiv.org/",
            "https://evil.com/arxiv.org",
            "https://evil.com\\@arxiv.org/",
            "https://\u{430}rxiv.org/x",
            "http://10.0.0.5/x",
            "http://10.0.0.5:80/x",
            "http://0xa000005/x",
        ] {
            let problem = check_address(other, &some).unwrap_err();
            assert_eq!(problem.kind.text, "URL not in white list", "{other}");
        }
    }

    #[test]
    fn a_document_is_called_what_its_address_ends_in() {
        let name = |url: &str| name_at(&Url::parse(url).unwrap());
        assert_eq!(name("https://example.org/papers/On%20Tides.PDF?x=1"), "On Tides.PDF");
        assert_eq!(name("https://arxiv.org/pdf/1706.03762"), "1706.03762.pdf");
        assert_eq!(name("https://example.org/"), "example.org.pdf");
    }
}
