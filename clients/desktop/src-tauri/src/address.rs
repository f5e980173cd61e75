//! Rules for the servers this app talks to, and the addresses a window may open.

use url::{Host, Url};

/// Depth to which a typed path may be that of a server; what comes after it is one of its pages.
const DEPTH_MAX: usize = 4;

/// Returns the addresses of servers that a typed one may mean, the longest first: a server may lie under a path of its host, and
/// people type the address of a page. Empty if secrets would be sent unencrypted (security §4.2). The same rule as the
/// extension's (`clients/extension/src/server-address.ts`).
pub fn server_addresses(typed: &str) -> Vec<String> {
    let Some(url) = server_url(typed) else { return Vec::new() };
    let mut addresses = vec![origin_of(&url)];
    for segment in url.path().split('/').filter(|segment| !segment.is_empty()).take(DEPTH_MAX) {
        let longest = addresses.last().map_or("", String::as_str);
        let longer = format!("{longest}/{segment}");
        addresses.push(longer);
    }
    addresses.reverse();
    addresses
}

fn server_url(typed: &str) -> Option<Url> {
    let text = typed.trim();
    let has_scheme = text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
    });
    let whole = match (text, has_scheme) {
        ("", _) => return None,
        (text, true) => text.to_owned(),
        (text, false) => {
            let host = text.split([':', '/']).next().unwrap_or(text);
            let scheme = if matches!(host, "127.0.0.1" | "localhost") { "http" } else { "https" };
            format!("{scheme}://{text}")
        }
    };
    let url = Url::parse(&whole).ok()?;
    let is_safe = match url.scheme() {
        "https" => true,
        "http" => is_this_computer(&url),
        _ => false,
    };
    let is_plain = url.username().is_empty() && url.password().is_none();
    (is_safe && is_plain).then_some(url)
}

/// Returns the origin of an address.
pub fn origin_of(url: &Url) -> String {
    url.origin().ascii_serialization()
}

/// Returns the path of `url` as the server at `server` knows it; `None` if it is not of this server.
pub fn path_at<'a>(server: &str, url: &'a Url) -> Option<&'a str> {
    let server = Url::parse(server).ok().filter(|server| server.origin() == url.origin())?;
    let rest = url.path().strip_prefix(server.path().trim_end_matches('/'))?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

fn is_this_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.octets() == [127, 0, 0, 1],
        _ => false,
    }
}

/// The decision about a server page's request to open an address.
#[derive(Debug, PartialEq, Eq)]
pub enum Way {
    /// It opens in the window.
    Inside,
    /// The system's browser opens it.
    Outside,
    /// Signing in elsewhere: the system's browser does, and the window hears of it.
    SignIn,
    /// Programs of the system are not started by a page (security DT1).
    Nowhere,
}

/// Path of the server's redirect to an identity provider. A sign-in must end in the browser it began in.
const OIDC_START: &str = "/api/user/oauth2_authorize";

/// Returns what happens when a page of a server asks to open an address. `server`: its own, with no slash at its end.
pub fn way(server: &str, url: &Url) -> Way {
    let is_of_origin = || Url::parse(server).is_ok_and(|server| server.origin() == url.origin());
    match url.scheme() {
        "http" | "https" => match path_at(server, url) {
            Some(OIDC_START) => Way::SignIn,
            Some(_) => Way::Inside,
            None => Way::Outside,
        },
        "mailto" => Way::Outside,
        // Frames of ours, and files that the page made itself.
        "about" => Way::Inside,
        "blob" if is_of_origin() => Way::Inside,
        _ => Way::Nowhere,
    }
}

/// Returns the address of a page of the server; `None` when `path` leads away from it.
///
/// `server`: its address, with no slash at its end.
pub fn page_of(server: &str, path: &str) -> Option<Url> {
    let is_path = path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains(['\\', '\n', '\r', '\t']);
    let url = Url::parse(&format!("{server}{path}")).ok()?;
    (is_path && path_at(server, &url).is_some()).then_some(url)
}

/// A link of the system to this app.
#[derive(Debug, PartialEq, Eq)]
pub enum DeepLink {
    /// `ensemble://open?server=https://…&path=/home/chat/…`
    Open {
        /// Address of one of the person's servers. Default: the last used one.
        server: Option<String>,
        path: String,
    },
    /// `ensemble://servers`: our own page.
    Servers,
}

pub fn read_deep_link(link: &str) -> Option<DeepLink> {
    let url = Url::parse(link).ok()?;
    match (url.scheme(), url.host_str()) {
        ("ensemble", Some("servers")) => return Some(DeepLink::Servers),
        ("ensemble", Some("open")) => {}
        _ => return None,
    }
    let find = |wanted: &str| {
        url.query_pairs().find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
    };
    let server = match find("server") {
        Some(address) => Some(server_addresses(&address).into_iter().next()?),
        None => None,
    };
    let path = find("path").unwrap_or_else(|| "/".to_owned());
    page_of("https://any.invalid", &path)?;
    Some(DeepLink::Open { server, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_at_the_origin_of_what_was_typed_or_below_it() {
        for (typed, origin) in [
            (" chat.example.org ", "https://chat.example.org"),
            ("localhost:7070", "http://localhost:7070"),
            ("http://127.0.0.1:7070/", "http://127.0.0.1:7070"),
        ] {
            assert_eq!(server_addresses(typed), [origin]);
        }
        assert_eq!(
            server_addresses("https://example.org/ensemble/home?x=1"),
            [
                "https://example.org/ensemble/home",
                "https://example.org/ensemble",
                "https://example.org"
            ]
        );
        let deep = server_addresses("https://example.org/a/b/c/d/e");
        assert_eq!(deep[0], "https://example.org/a/b/c/d");
    }

    #[test]
    fn under_a_path_other_programs_of_the_host_are_elsewhere() {
        let server = "https://example.org/ensemble";
        let way = |url: &str| way(server, &Url::parse(url).expect("an address"));
        assert_eq!(way("https://example.org/ensemble"), Way::Inside);
        assert_eq!(way("https://example.org/ensemble/home"), Way::Inside);
        assert_eq!(way("https://example.org/ensemble/api/user/oauth2_authorize?a"), Way::SignIn);
        assert_eq!(way("blob:https://example.org/1-2-3"), Way::Inside);
        for outside in ["https://example.org/", "https://example.org/ensemble2/home"] {
            assert_eq!(way(outside), Way::Outside, "{outside}");
        }
        let page = |path| page_of(server, path).map(String::from);
        assert_eq!(page("/home?a").as_deref(), Some("https://example.org/ensemble/home?a"));
        for path in ["/../other", "//e.example", "@e.example/"] {
            assert_eq!(page(path), None, "{path}");
        }
    }

    // security §4.2: "Plain-http LAN installs: … no extension login"
    #[test]
    fn a_server_is_refused_where_secrets_would_travel_in_the_open() {
        for typed in [
            "",
            "http://chat.example.org",
            "http://192.168.1.4:7070",
            "http://127.0.0.1.evil.example",
            "http://localhost.evil.example",
            "https://user:secret@chat.example.org",
            "ftp://chat.example.org",
            "javascript:alert(1)",
            "file:///etc/passwd",
        ] {
            assert!(server_addresses(typed).is_empty(), "{typed}");
        }
    }

    // security DT1: "`openExternal` with file:, smb:, ms-*, javascript:, custom"
    #[test]
    fn a_page_starts_no_program_of_the_system() {
        let origin = "https://chat.example.org";
        let way = |url: &str| way(origin, &Url::parse(url).expect("an address"));
        assert_eq!(way("https://chat.example.org/home"), Way::Inside);
        assert_eq!(way("blob:https://chat.example.org/1-2-3"), Way::Inside);
        assert_eq!(way("https://chat.example.org/api/user/oauth2_authorize?type=x"), Way::SignIn);
        for outside in [
            "https://chat.example.org:444/",
            "http://chat.example.org/",
            "https://e.example/",
            "mailto:a@b.c",
        ] {
            assert_eq!(way(outside), Way::Outside, "{outside}");
        }
        for nowhere in [
            "file:///etc/passwd",
            "smb://host/share",
            "ms-settings:",
            "javascript:alert(1)",
            "tauri://localhost/",
            "ensemble://open",
            "blob:https://e.example/1",
            "data:text/html,x",
        ] {
            assert_eq!(way(nowhere), Way::Nowhere, "{nowhere}");
        }
    }

    #[test]
    fn a_page_of_a_server_does_not_lead_away_from_it() {
        let page = |path| page_of("https://chat.example.org", path).map(String::from);
        assert_eq!(
            page("/home/chat?q=1").as_deref(),
            Some("https://chat.example.org/home/chat?q=1")
        );
        for path in [
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "home",
            "/\t/evil.example",
        ] {
            assert_eq!(page(path), None, "{path}");
        }
    }

    #[test]
    fn a_link_of_the_system_names_a_page_and_no_more() {
        let link = read_deep_link(
            "ensemble://open?server=https%3A%2F%2Fchat.example.org&path=%2Fhome%2Fchat",
        );
        let server = Some("https://chat.example.org".to_owned());
        assert_eq!(link, Some(DeepLink::Open { server, path: "/home/chat".to_owned() }));
        let bare = Some(DeepLink::Open { server: None, path: "/".to_owned() });
        assert_eq!(read_deep_link("ensemble://open"), bare);
        assert_eq!(read_deep_link("ensemble://servers"), Some(DeepLink::Servers));
        for link in [
            "ensemble://quit",
            "ensemble://open?server=http://evil.example",
            "ensemble://open?path=//evil.example",
            "ensemble://open?path=javascript:alert(1)",
            "https://open?path=/",
            "",
        ] {
            assert_eq!(read_deep_link(link), None, "{link}");
        }
    }
}
