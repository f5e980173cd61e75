use audit::Actor;
use http::HeaderMap;
use http::header::USER_AGENT;
use kernel::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The kind of program somebody is signed in with (spec §3, device info).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClientType {
    Web,
    Extension,
    Desktop,
    Mobile,
    Cli,
}

impl ClientType {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Extension => "extension",
            Self::Desktop => "desktop",
            Self::Mobile => "mobile",
            Self::Cli => "cli",
        }
    }

    /// Reads a client's own word; anything else is a browser.
    pub fn from_text(text: &str) -> Self {
        match text {
            "extension" => Self::Extension,
            "desktop" => Self::Desktop,
            "mobile" => Self::Mobile,
            "cli" => Self::Cli,
            _ => Self::Web,
        }
    }
}

impl From<String> for ClientType {
    fn from(text: String) -> Self {
        Self::from_text(&text)
    }
}

/// A device as its person recognizes it. All fields are the client's own statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    pub client_type: ClientType,
    pub device_name: String,
    pub browser_name: String,
    pub os_name: String,
    pub os_version: String,
    pub ip: String,
}

/// Longest name that a client may give its device.
const DEVICE_NAME_MAX_CHARS: usize = 80;

impl Device {
    /// Returns the actor on this device, with `user_id` if known.
    pub fn actor(&self, user_id: Option<UserId>) -> Actor {
        Actor { user_id, ip: self.ip.parse().ok() }
    }

    /// Reads `User-Agent`, and `X-Ensemble-Client` and `X-Ensemble-Device` from clients that are ours.
    pub fn of(headers: &HeaderMap, ip: std::net::IpAddr) -> Self {
        let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or("");
        let agent = text(USER_AGENT.as_str());
        let (os_name, os_version) = os_of(agent);
        let browser_name = browser_of(agent).to_owned();
        let named: String = text("x-ensemble-device").chars().take(DEVICE_NAME_MAX_CHARS).collect();
        let device_name = match (named.trim(), browser_name.as_str(), os_name) {
            ("", "", "") => "Unknown device".to_owned(),
            ("", browser, "") => browser.to_owned(),
            ("", "", os) => os.to_owned(),
            ("", browser, os) => format!("{browser} on {os}"),
            (named, ..) => named.to_owned(),
        };
        Self {
            client_type: client_of(text("x-ensemble-client"), agent),
            device_name,
            browser_name,
            os_name: os_name.to_owned(),
            os_version,
            ip: ip.to_string(),
        }
    }
}

/// Mark in the user agent by which windows of the desktop app, which send no headers of ours, are recognized.
const DESKTOP_MARK: &str = "EnsembleDesktop/";

fn client_of(named: &str, agent: &str) -> ClientType {
    match named {
        "" if agent.contains(DESKTOP_MARK) => ClientType::Desktop,
        named => ClientType::from_text(named),
    }
}

/// The order matters: most browsers also name the ones they descend from.
const BROWSERS: [(&str, &str); 10] = [
    (DESKTOP_MARK, "Ensemble desktop"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

fn browser_of(agent: &str) -> &'static str {
    BROWSERS.iter().find(|(mark, _)| agent.contains(mark)).map_or("", |(_, name)| name)
}

const SYSTEMS: [(&str, &str); 7] = [
    ("Android ", "Android"),
    ("iPhone OS ", "iOS"),
    ("CPU OS ", "iPadOS"),
    ("Windows NT ", "Windows"),
    ("Mac OS X ", "macOS"),
    ("CrOS ", "ChromeOS"),
    ("Linux", "Linux"),
];

fn os_of(agent: &str) -> (&'static str, String) {
    let found = SYSTEMS
        .iter()
        .find_map(|(mark, name)| agent.find(mark).map(|at| (*name, &agent[at + mark.len()..])));
    let Some((name, rest)) = found else {
        return ("", String::new());
    };
    let is_version = |c: &char| c.is_ascii_digit() || *c == '.' || *c == '_';
    let version: String = rest.chars().take_while(is_version).take(20).collect();
    (name, version.replace('_', "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(agent: &'static str) -> Device {
        let headers = HeaderMap::from_iter([(USER_AGENT, agent.parse().unwrap())]);
        Device::of(&headers, "203.0.113.9".parse().unwrap())
    }

    // spec §3: "Device info: clientType, deviceName, browserName, osName, osVersion."
    #[test]
    fn common_browsers_are_recognised() {
        for (agent, name, os, version) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
                "Chrome on Linux",
                "Linux",
                "",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0",
                "Edge on Windows",
                "Windows",
                "10.0",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
                "Safari on macOS",
                "macOS",
                "10.15.7",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
                "Safari on iOS",
                "iOS",
                "19.1",
            ),
            (
                "Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0",
                "Firefox on Android",
                "Android",
                "16",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) EnsembleDesktop/0.1.0",
                "Ensemble desktop on Linux",
                "Linux",
                "",
            ),
            ("curl/8.9", "Unknown device", "", ""),
        ] {
            let device = device(agent);
            assert_eq!(device.device_name, name);
            assert_eq!((device.os_name.as_str(), device.os_version.as_str()), (os, version));
        }
    }

    #[test]
    fn a_client_of_ours_names_itself() {
        let mut headers = HeaderMap::new();
        headers.insert("x-ensemble-client", "desktop".parse().unwrap());
        headers.insert("x-ensemble-device", "Ana's laptop".parse().unwrap());
        let device = Device::of(&headers, "::1".parse().unwrap());
        assert_eq!(device.client_type, ClientType::Desktop);
        assert_eq!(device.device_name, "Ana's laptop");
    }

    #[test]
    fn a_window_of_the_desktop_app_is_known_by_its_name() {
        let of = |agent| device(agent).client_type;
        assert_eq!(of("Mozilla/5.0 (X11; Linux) EnsembleDesktop/0.1.0"), ClientType::Desktop);
        assert_eq!(of("Mozilla/5.0 (X11; Linux) Firefox/153.0"), ClientType::Web);
    }
}
