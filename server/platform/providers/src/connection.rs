//! A connection: an address that serves models, and the operator's settings for it.

use std::collections::BTreeMap;

use kernel::{Problem, Secret, Tier, Timestamp, id};
use reqwest::Url;
use serde::{Deserialize, Serialize};

use crate::limits::{
    API_KEY_MAX_CHARS, CONNECTION_NAME_MAX_CHARS, CONTEXT_MAX_TOKENS, CONTEXT_MIN_TOKENS,
    CREDITS_PER_1K_MAX, FALLBACK_ID_MAX_BYTES, FALLBACKS_MAX,
};
use crate::media::vendors;
use crate::{Protocol, problems};

id! {
    /// An address that serves models.
    ConnectionId
}

/// A connection as the operator sees it: everything but the key.
#[derive(Debug, Clone, PartialEq)]
pub struct Connection {
    pub id: ConnectionId,
    /// The first part of its models' ids. Never changes.
    pub slug: String,
    pub name: String,
    pub protocol: Protocol,
    pub base_url: String,
    /// The last four characters of the key.
    pub key_hint: Option<String>,
    pub enabled: bool,
    pub options: ConnectionOptions,
    pub models: Vec<ConnectionModel>,
    pub models_fetched_at: Option<Timestamp>,
    /// The problem of the last attempt to fetch the list of models.
    pub last_problem: Option<Problem>,
    pub version: i64,
}

/// A model of a connection as the operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionModel {
    pub id: String,
    pub name: String,
    pub tier: Tier,
    /// Advanced credits for a thousand tokens; `None`: it costs by the answer.
    pub credits_per_1k: Option<i64>,
    pub enabled: bool,
    pub tools: bool,
    pub vision: bool,
    pub reasoning: bool,
    /// Size of the context window in tokens; `None` if unknown.
    pub context_tokens: Option<u32>,
    /// Its own; `None`: the connection's.
    pub fallbacks: Option<Vec<String>>,
    /// Time until which fallbacks answer for it, because it failed.
    pub cooling_until: Option<Timestamp>,
}

/// A connection to be made.
#[derive(Debug, Clone)]
pub struct NewConnection {
    pub name: String,
    pub protocol: Protocol,
    /// Base URL; if absent, the protocol's default where it has one.
    pub base_url: Option<String>,
    pub api_key: Option<Secret<String>>,
}

/// Changes to a connection; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct ConnectionChange {
    pub name: Option<String>,
    pub base_url: Option<String>,
    /// An empty key takes the key away.
    pub api_key: Option<Secret<String>>,
    pub enabled: Option<bool>,
    /// Overrides by the provider's name of the model. A name that the provider does not list adds a model.
    pub models: BTreeMap<String, ModelOverride>,
    pub responses: Option<bool>,
    pub fallbacks: Option<Vec<String>>,
    /// Refuses the change when the connection has another version by now.
    pub expected_version: Option<i64>,
}

/// Call options of a connection, and its fallback models.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConnectionOptions {
    /// Models are asked through OpenAI's responses instead of chat completions.
    pub responses: bool,
    /// Ids of models that answer, in this order, when one of this connection cannot.
    pub fallbacks: Vec<String>,
}

/// The operator's override of a model's catalogue entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelOverride {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Advanced credits for a thousand tokens; 0: it costs by the answer, whatever the catalogue says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits_per_1k: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Instead of the connection's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallbacks: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Ability>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vision: Option<Ability>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Ability>,
    /// Size of the context window; 0: as the provider or the catalogue says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u32>,
}

/// The operator's word on an ability of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    On,
    Off,
    /// As the provider or the catalogue says.
    Auto,
}

impl Ability {
    /// Returns the ability, if the operator has set it.
    pub(crate) fn set(said: Option<Self>) -> Option<bool> {
        match said? {
            Self::On => Some(true),
            Self::Off => Some(false),
            Self::Auto => None,
        }
    }
}

/// Checks the size of a context window in tokens.
pub(crate) fn parse_context(tokens: u32) -> Result<u32, Problem> {
    match tokens {
        0 | CONTEXT_MIN_TOKENS..=CONTEXT_MAX_TOKENS => Ok(tokens),
        _ => Err(problems::CONTEXT_INVALID
            .with("min", CONTEXT_MIN_TOKENS)
            .with("max", CONTEXT_MAX_TOKENS)),
    }
}

/// Checks the price per thousand tokens of a model, in advanced credits.
pub(crate) fn parse_credits(credits: i64) -> Result<i64, Problem> {
    match (0..=CREDITS_PER_1K_MAX).contains(&credits) {
        true => Ok(credits),
        false => Err(problems::CREDITS_INVALID.with("max", CREDITS_PER_1K_MAX)),
    }
}

/// Returns the name of a connection, without space around it.
pub(crate) fn parse_name(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(problems::NAME_EMPTY.into()),
        1..=CONNECTION_NAME_MAX_CHARS => Ok(name.to_owned()),
        _ => Err(problems::NAME_TOO_LONG.with("max_chars", CONNECTION_NAME_MAX_CHARS)),
    }
}

/// Returns a key as a header can carry it; `None` when it is empty.
pub(crate) fn parse_key(key: &Secret<String>) -> Result<Option<Secret<String>>, Problem> {
    let key = key.expose().trim();
    let is_sendable = key.chars().all(|ch| ch.is_ascii_graphic());
    if !is_sendable || key.len() > API_KEY_MAX_CHARS {
        return Err(problems::KEY_INVALID.into());
    }
    Ok((!key.is_empty()).then(|| Secret::new(key.to_owned())))
}

/// Checks ids of models: in the order given, each once.
pub(crate) fn parse_fallbacks(ids: Vec<String>) -> Result<Vec<String>, Problem> {
    let mut kept: Vec<String> = Vec::new();
    for id in ids.iter().map(|id| id.trim()).filter(|id| !id.is_empty()) {
        if !id.contains('/') || id.len() > FALLBACK_ID_MAX_BYTES {
            return Err(problems::FALLBACK_UNKNOWN.into());
        }
        if !kept.iter().any(|other| other == id) {
            kept.push(id.to_owned());
        }
    }
    if kept.len() > FALLBACKS_MAX {
        return Err(problems::TOO_MANY_FALLBACKS.with("max", FALLBACKS_MAX));
    }
    Ok(kept)
}

/// Returns the part of a key that may be shown: its last characters, or nothing if it is short.
pub(crate) fn key_hint(key: &Secret<String>) -> String {
    let key = key.expose();
    if key.len() < 8 { "…".to_owned() } else { key[key.len() - 4..].to_owned() }
}

/// Returns the beginning of the ids of a connection's models: its name in letters that an address can carry, or its
/// protocol where nothing is left of the name.
pub(crate) fn slug_of(name: &str, protocol: Protocol) -> String {
    let mut slug = String::new();
    for ch in name.chars() {
        if ch.is_ascii_alphanumeric() {
            slug.push(ch.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug: String = slug.trim_end_matches('-').chars().take(32).collect();
    if slug.is_empty() { protocol.as_str().replace('_', "-") } else { slug }
}

/// Returns the base address as requests need it, from what people write or paste.
///
/// Takes addresses without scheme, with the path of an end point, or without the version that
/// OpenAI's protocol has in its path. Model files have no address.
pub(crate) fn parse_base_url(protocol: Protocol, text: Option<&str>) -> Result<String, Problem> {
    if protocol == Protocol::LocalFiles {
        return Ok(String::new());
    }
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let Some(text) = text.or(protocol.home()) else {
        return Err(problems::ADDRESS_MISSING.into());
    };
    let with_scheme =
        if text.contains("://") { text.to_owned() } else { format!("{}{text}", scheme_for(text)) };
    let mut url = Url::parse(&with_scheme).map_err(|_| problems::ADDRESS_INVALID)?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none();
    if !is_plain {
        return Err(problems::ADDRESS_INVALID.into());
    }
    url.set_query(None);
    url.set_fragment(None);

    let mut base = url.as_str().trim_end_matches('/').to_owned();
    for end in protocol.path_ends() {
        if let Some(shorter) = base.strip_suffix(end) {
            base.truncate(shorter.len());
        }
    }
    let has_no_path = Url::parse(&base).is_ok_and(|url| url.path() == "/");
    if has_no_path && matches!(protocol, Protocol::Openai | Protocol::OpenaiCompatible) {
        base.push_str("/v1");
    }
    Ok(base)
}

fn scheme_for(text: &str) -> &'static str {
    let host = text.split(['/', ':']).next().unwrap_or_default();
    let is_local = host == "localhost" || host.parse::<std::net::Ipv4Addr>().is_ok();
    if is_local { "http://" } else { "https://" }
}

/// Returns true if a key given for one address may be sent to the other: both have the same origin.
pub(crate) fn is_same_origin(one: &str, other: &str) -> bool {
    match (Url::parse(one), Url::parse(other)) {
        (Ok(one), Ok(other)) => one.origin() == other.origin(),
        _ => false,
    }
}

impl Protocol {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
            Self::OpenaiCompatible => "openai_compatible",
            Self::LocalFiles => "local_files",
            Self::Builtin => "builtin",
            Self::BlackForestLabs => "black_forest_labs",
            Self::Stability => "stability",
            Self::Replicate => "replicate",
            Self::Fal => "fal",
            Self::Automatic1111 => "automatic1111",
            Self::Comfyui => "comfyui",
            Self::Runway => "runway",
            Self::Kling => "kling",
            Self::Luma => "luma",
            Self::Minimax => "minimax",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let all = [
            Self::Openai,
            Self::Anthropic,
            Self::Gemini,
            Self::Ollama,
            Self::OpenaiCompatible,
            Self::LocalFiles,
            Self::BlackForestLabs,
            Self::Stability,
            Self::Replicate,
            Self::Fal,
            Self::Automatic1111,
            Self::Comfyui,
            Self::Runway,
            Self::Kling,
            Self::Luma,
            Self::Minimax,
        ];
        all.into_iter().find(|protocol| protocol.as_str() == text)
    }

    /// Returns the vendor's own address.
    fn home(self) -> Option<&'static str> {
        match self {
            Self::Openai => Some("https://api.openai.com/v1"),
            Self::Anthropic => Some("https://api.anthropic.com"),
            Self::Gemini => Some("https://generativelanguage.googleapis.com"),
            Self::Ollama => Some("http://127.0.0.1:11434"),
            media => vendors::of(media).map(|vendor| vendor.home.as_str()),
        }
    }

    /// Returns path endings that people paste after the base address, in the order in which they are cut off.
    fn path_ends(self) -> Vec<&'static str> {
        let ends: &[&str] = match self {
            Self::Openai | Self::OpenaiCompatible => &["/chat/completions", "/models"],
            Self::Anthropic => &["/messages", "/models", "/v1"],
            Self::Gemini => &["/models", "/v1beta"],
            Self::Ollama => &["/chat", "/tags", "/api", "/v1"],
            media => {
                let vendor = vendors::of(media);
                return vendor.map_or(Vec::new(), |vendor| {
                    vendor.path_ends.iter().map(String::as_str).collect()
                });
            }
        };
        ends.to_vec()
    }

    pub(crate) fn needs_key(self) -> bool {
        matches!(self, Self::Openai | Self::Anthropic | Self::Gemini)
            || vendors::of(self).is_some_and(|vendor| !vendor.is_local)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(protocol: Protocol, text: &str) -> String {
        parse_base_url(protocol, Some(text)).unwrap()
    }

    #[test]
    fn an_address_is_taken_as_people_write_it() {
        let compatible = |text| base(Protocol::OpenaiCompatible, text);
        assert_eq!(compatible("http://127.0.0.1:1234"), "http://127.0.0.1:1234/v1");
        assert_eq!(compatible("localhost:8080/"), "http://localhost:8080/v1");
        assert_eq!(compatible(" openrouter.ai/api/v1 "), "https://openrouter.ai/api/v1");
        assert_eq!(compatible("https://x.y/v1/chat/completions"), "https://x.y/v1");
        assert_eq!(base(Protocol::Anthropic, "https://x.y/v1/messages"), "https://x.y");
        assert_eq!(base(Protocol::Ollama, "127.0.0.1:11434/api/chat"), "http://127.0.0.1:11434");
        assert_eq!(base(Protocol::Gemini, "https://x.y/v1beta/"), "https://x.y");
    }

    #[test]
    fn a_vendor_has_an_address_and_a_compatible_server_needs_one() {
        let openai = parse_base_url(Protocol::Openai, None).unwrap();
        assert_eq!(openai, "https://api.openai.com/v1");
        let missing = parse_base_url(Protocol::OpenaiCompatible, Some(" ")).unwrap_err();
        assert_eq!(missing.kind, problems::ADDRESS_MISSING);
    }

    #[test]
    fn what_is_no_web_address_is_refused() {
        for text in ["ftp://x.y", "http://", "https://user:word@x.y/v1", "file:///etc/passwd"] {
            let refused = parse_base_url(Protocol::OpenaiCompatible, Some(text)).unwrap_err();
            assert_eq!(refused.kind, problems::ADDRESS_INVALID, "{text}");
        }
    }

    #[test]
    fn a_slug_is_made_of_letters_that_an_address_can_carry() {
        assert_eq!(slug_of("My  OpenAI (work)", Protocol::Openai), "my-openai-work");
        assert_eq!(slug_of("我的模型", Protocol::OpenaiCompatible), "openai-compatible");
    }

    #[test]
    fn only_the_end_of_a_long_key_is_shown() {
        assert_eq!(key_hint(&Secret::new("sk-12345678".to_owned())), "5678");
        assert_eq!(key_hint(&Secret::new("1234567".to_owned())), "…");
    }

    #[test]
    fn a_key_with_a_line_break_inside_is_refused_and_space_around_it_is_not() {
        let parse = |text: &str| parse_key(&Secret::new(text.to_owned()));
        assert!(parse("sk-1\nX-Evil: 1").is_err());
        assert_eq!(parse(" sk-1\n").unwrap().unwrap().expose(), "sk-1");
        assert!(parse("  ").unwrap().is_none());
    }
}
