//! The answers of an operator, the rules for them, and the settings file that says the same.

use std::path::{Path, PathBuf};

use ipnet::IpNet;
use toml::Value;
use url::{Host, Url};

use crate::cli::{ProtocolArg, SetupArgs, SignUpArg};
use crate::listen::ListenAddress;
use crate::settings::read_base_url;

/// The address of a server that nobody else reaches.
pub const OWN_ADDRESS: &str = "http://127.0.0.1:7070";
/// The networks of a proxy on this machine.
pub const OWN_NETWORKS: [&str; 2] = ["127.0.0.0/8", "::1/128"];

/// Answers that passed their rules.
#[derive(Debug, Clone)]
pub struct Answers {
    pub address: Url,
    pub listen: String,
    pub proxies: Vec<IpNet>,
    pub data_dir: Option<PathBuf>,
    pub sign_up: SignUpArg,
    pub mail_url: Option<String>,
    pub mail_from: Option<String>,
    pub backup: Option<String>,
    pub provider: Option<Provider>,
}

/// A connection to make.
#[derive(Debug, Clone)]
pub struct Provider {
    pub name: String,
    pub protocol: ProtocolArg,
    pub url: Option<String>,
    pub key: Option<String>,
}

impl Answers {
    /// Takes the given answers, and defaults for the rest.
    pub fn without_questions(args: SetupArgs) -> anyhow::Result<Self> {
        let refused = |option: &str, error: String| anyhow::anyhow!("{option} {error}");
        let address = parse_address(args.address.as_deref().unwrap_or(OWN_ADDRESS))
            .map_err(|error| refused("--address", error))?;
        let listen = match &args.listen {
            Some(listen) => parse_listen(listen).map_err(|error| refused("--listen", error))?,
            None => default_listen(&address),
        };
        let proxies = parse_networks(args.proxies.iter().map(String::as_str))
            .map_err(|error| refused("--proxy", error))?;
        let proxies = if args.proxies.is_empty() { default_proxies(&address) } else { proxies };
        let mail_url = args.mail_url.as_deref().map(parse_mail_url).transpose();
        let backup = args.backup.as_deref().map(parse_backup).transpose();
        Ok(Self {
            address,
            listen,
            proxies,
            data_dir: args.data_dir,
            sign_up: args.sign_up.unwrap_or(SignUpArg::Invited),
            mail_url: mail_url.map_err(|error| refused("--mail-url", error))?,
            mail_from: args.mail_from,
            backup: backup.map_err(|error| refused("--backup", error))?,
            provider: args.provider.map(|protocol| Provider {
                name: protocol_name(protocol),
                protocol,
                url: args.provider_url,
                key: args.provider_key,
            }),
        })
    }

    /// Returns the settings file with these answers.
    pub fn to_toml(&self) -> String {
        let mut text = String::from(
            "# Written by `ensemble setup`. All settings, with what they mean: docs/operations/settings-reference.md.\n\n[server]\n",
        );
        let set = |text: &mut String, key: &str, value: Value| {
            text.push_str(&format!("{key} = {value}\n"));
        };
        let address = self.address.as_str().trim_end_matches('/').to_owned();
        set(&mut text, "base_url", address.into());
        set(&mut text, "listen", self.listen.clone().into());
        if !self.proxies.is_empty() {
            let proxies: Vec<Value> =
                self.proxies.iter().map(|net| net.to_string().into()).collect();
            set(&mut text, "trusted_proxies", proxies.into());
        }
        if let Some(folder) = &self.data_dir {
            set(&mut text, "data_dir", folder.display().to_string().into());
        }
        text.push_str("\n[accounts]\n");
        set(&mut text, "sign_up_open", (self.sign_up == SignUpArg::Everybody).into());
        if let Some(url) = &self.mail_url {
            text.push_str("\n[mail]\n");
            set(&mut text, "url", url.clone().into());
            if let Some(from) = &self.mail_from {
                set(&mut text, "from", from.clone().into());
            }
        }
        if let Some(place) = &self.backup {
            text.push_str("\n[backup]\n");
            set(&mut text, "place", place.clone().into());
        }
        text
    }

    /// Returns what these answers still need from somebody.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.address.scheme() == "https" {
            notes.push(format!(
                "a proxy has to take {} to {}: docs/operations/proxies.md has files for nginx, Caddy and others",
                self.address, self.listen
            ));
        }
        if self.address.scheme() == "http" && !is_this_machine(&self.address) {
            notes.push("without https, passwords can be read on the network".to_owned());
        }
        if self.mail_url.is_none() {
            notes
                .push("without a mail server, codes are in the outbox: ensemble outbox".to_owned());
        }
        notes
    }
}

/// Returns a public address. A bare name is one of https, as people mean it.
pub fn parse_address(text: &str) -> Result<Url, String> {
    let text = text.trim();
    let with_scheme =
        if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    read_base_url(&with_scheme).ok().filter(|url| url.username().is_empty()).ok_or_else(|| {
        format!("{text:?} is not an address: write it as in https://chat.example.org")
    })
}

/// Returns the addresses to listen on, as they were written.
pub fn parse_listen(text: &str) -> Result<String, String> {
    let text = text.trim();
    match ListenAddress::parse_list(text) {
        Some(_) => Ok(text.to_owned()),
        None => {
            Err(format!("{text:?} is not an address with a port: write it as in 127.0.0.1:7070"))
        }
    }
}

/// Returns networks; an address alone is a network of one.
pub fn parse_networks<'a>(texts: impl Iterator<Item = &'a str>) -> Result<Vec<IpNet>, String> {
    let single = |text: &str| text.parse::<std::net::IpAddr>().ok().map(IpNet::from);
    texts
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(|text| {
            text.parse().ok().or_else(|| single(text)).ok_or_else(|| {
                format!("{text:?} is not a network or an address: write it as in 10.0.0.0/8")
            })
        })
        .collect()
}

pub fn parse_mail_url(text: &str) -> Result<String, String> {
    let text = text.trim();
    let is_mail = |url: &Url| matches!(url.scheme(), "smtp" | "smtps") && url.has_host();
    match Url::parse(text).ok().filter(is_mail) {
        Some(_) => Ok(text.to_owned()),
        // It may hold a password, so it is not repeated.
        None => Err("is not the address of a mail server: write it as in \
                     smtp://user:password@mail.example.org:587"
            .to_owned()),
    }
}

/// Returns the place of backups. A folder must be whole: the server may start elsewhere than this command.
pub fn parse_backup(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.starts_with("s3://") || Path::new(text).is_absolute() {
        return Ok(text.to_owned());
    }
    // An address of S3 may hold a key, so it is not repeated.
    Err("is not a place for backups: write it as in /srv/backups or s3://bucket/prefix".to_owned())
}

/// Returns the address to listen on: this machine's alone behind a proxy, else the port that people open.
pub fn default_listen(address: &Url) -> String {
    let port = address.port_or_known_default().unwrap_or(7070);
    if address.scheme() == "https" {
        "127.0.0.1:7070".to_owned()
    } else if is_this_machine(address) {
        format!("127.0.0.1:{port}")
    } else {
        format!("0.0.0.0:{port}")
    }
}

/// Returns the networks of the proxy that an address needs.
pub fn default_proxies(address: &Url) -> Vec<IpNet> {
    let own = OWN_NETWORKS.iter().filter_map(|text| text.parse().ok());
    if address.scheme() == "https" { own.collect() } else { Vec::new() }
}

/// Returns the name of a provider's connection.
pub fn protocol_name(protocol: ProtocolArg) -> String {
    use clap::ValueEnum;
    let name = protocol.to_possible_value().map(|value| value.get_name().to_owned());
    name.unwrap_or_default()
}

fn is_this_machine(address: &Url) -> bool {
    match address.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(args: SetupArgs) -> Result<Answers, String> {
        Answers::without_questions(args).map_err(|error| error.to_string())
    }

    fn with_address(address: &str) -> Answers {
        answers(SetupArgs { address: Some(address.into()), ..SetupArgs::default() }).unwrap()
    }

    #[test]
    fn a_server_listens_where_people_or_their_proxy_reach_it() {
        for (address, listen, proxies) in [
            ("https://chat.example.org", "127.0.0.1:7070", 2),
            ("chat.example.org", "127.0.0.1:7070", 2),
            ("http://nas.lan:8080", "0.0.0.0:8080", 0),
            ("http://localhost:9000", "127.0.0.1:9000", 0),
            (OWN_ADDRESS, "127.0.0.1:7070", 0),
        ] {
            let answers = with_address(address);
            assert_eq!(answers.listen, listen, "{address}");
            assert_eq!(answers.proxies.len(), proxies, "{address}");
        }
    }

    #[test]
    fn answers_that_cannot_be_used_are_named_with_what_to_write() {
        for args in [
            SetupArgs { address: Some("ftp://a".into()), ..SetupArgs::default() },
            SetupArgs { address: Some("https://a/api".into()), ..SetupArgs::default() },
            SetupArgs { listen: Some("7070".into()), ..SetupArgs::default() },
            SetupArgs { proxies: vec!["here".into()], ..SetupArgs::default() },
            SetupArgs { backup: Some("backups".into()), ..SetupArgs::default() },
            SetupArgs { mail_url: Some("mail.example.org:587".into()), ..SetupArgs::default() },
        ] {
            let error = answers(args).unwrap_err();
            assert!(error.starts_with("--") && error.contains("write it as in"), "{error}");
        }
    }

    #[test]
    fn a_mistake_in_a_mail_address_does_not_repeat_its_password() {
        let error = parse_mail_url("http://u:secret@mail.example.org").unwrap_err();
        assert!(!error.contains("secret"), "{error}");
    }

    #[test]
    fn the_file_says_what_was_answered() {
        let args = SetupArgs {
            address: Some("https://chat.example.org".into()),
            data_dir: Some("/srv/a \"b\"".into()),
            sign_up: Some(SignUpArg::Everybody),
            mail_url: Some("smtp://u:p@h:587".into()),
            backup: Some("/srv/backups".into()),
            ..SetupArgs::default()
        };
        let table: toml::Table = answers(args).unwrap().to_toml().parse().unwrap();
        assert_eq!(table["server"]["base_url"].as_str(), Some("https://chat.example.org"));
        assert_eq!(table["server"]["data_dir"].as_str(), Some("/srv/a \"b\""));
        assert_eq!(table["accounts"]["sign_up_open"].as_bool(), Some(true));
        assert_eq!(table["mail"]["url"].as_str(), Some("smtp://u:p@h:587"));
        assert_eq!(table["backup"]["place"].as_str(), Some("/srv/backups"));
    }
}
