//! What a provider says of a person. Providers write the same in many ways: here every one of them is read.
//!
//! Nothing here is trusted yet: `token.rs` checks who says it, `people.rs` decides what follows from it.

use identity::{UserIdentity, is_locale};
use serde_json::{Map, Value};

use super::settings::OidcSettings;

/// Most groups of one person that are read, and the longest name of one.
const GROUPS_MAX: usize = 2_000;
const GROUP_MAX_CHARS: usize = 256;

/// Claims of the userinfo endpoint that are never taken over those of the token.
const OF_THE_TOKEN: &[&str] = &["iss", "aud", "azp", "sub", "exp", "iat", "nbf", "nonce", "sid"];

/// The claims of an identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claims {
    pub identity: UserIdentity,
    /// Ids by which SCIM may know the person: the subject, and Entra's object id.
    pub external_ids: Vec<String>,
    pub email: Option<String>,
    /// The provider's word on the address; `None`: it says nothing.
    pub email_verified: Option<bool>,
    pub name: Option<String>,
    pub locale: Option<String>,
    /// Google's domain of the company.
    pub hosted_domain: Option<String>,
    /// The person's groups; `None`: they are not asked for, or the provider has too many to say.
    pub groups: Option<Vec<String>>,
    /// The session at the provider.
    pub session_id: Option<String>,
}

impl Claims {
    /// Reads the claims of a checked token.
    pub fn read(settings: &OidcSettings, identity: UserIdentity, claims: &Value) -> Self {
        let mut external_ids = vec![identity.subject.clone()];
        // Entra's alone: elsewhere people may be able to write it.
        external_ids.extend(text(&claims["oid"]).filter(|_| claims["tid"].is_string()));
        let (email, email_verified) = address(settings, claims);
        Self {
            identity,
            external_ids,
            email,
            email_verified,
            name: name(claims),
            locale: locale(&claims["locale"]),
            hosted_domain: text(&claims["hd"]).map(|domain| domain.to_ascii_lowercase()),
            groups: groups(settings, claims),
            session_id: text(&claims["sid"]),
        }
    }
}

/// Returns true if the userinfo endpoint may know what the token does not say.
pub(super) fn is_more_wanted(settings: &OidcSettings, claims: &Value) -> bool {
    let email_claim = settings.email_claim.as_deref().unwrap_or("email");
    let has_email = find(claims, email_claim).and_then(text).is_some();
    let group_claim = settings.groups_claim.as_deref();
    let lacks_groups =
        group_claim.is_some_and(|path| find(claims, path).is_none() && !is_left_out(claims, path));
    !has_email || lacks_groups
}

/// Adds what the userinfo endpoint says to the claims of a token, which count before it.
pub(super) fn add_userinfo(claims: &mut Value, told: &Value) {
    let (Some(claims), Some(told)) = (claims.as_object_mut(), told.as_object()) else { return };
    // An address and the word on it belong together.
    if text_of(claims, "email").is_none() && text_of(told, "email").is_some() {
        for name in ["email", "email_verified", "xms_edov"] {
            claims.remove(name);
        }
    }
    // Whatever their order, the word comes with the address that it is on.
    let is_same_email =
        claims.get("email").is_none_or(Value::is_null) || claims.get("email") == told.get("email");
    for (name, value) in told {
        let is_free = claims.get(name).is_none_or(Value::is_null);
        let is_word_on_email = matches!(name.as_str(), "email_verified" | "xms_edov");
        let is_foreign = is_word_on_email && !is_same_email;
        if is_free && !is_foreign && !OF_THE_TOKEN.contains(&name.as_str()) {
            claims.insert(name.clone(), value.clone());
        }
    }
}

fn text_of(claims: &Map<String, Value>, name: &str) -> Option<String> {
    claims.get(name).and_then(text)
}

/// Returns a text that says something; of a list, the first.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Array(all) => all.first().filter(|first| first.is_string()).and_then(text),
        _ => None,
    }
}

/// Returns true or false, however it is written.
fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_so) => Some(*is_so),
        Value::Number(number) => number.as_i64().map(|number| number == 1),
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" => Some(true),
            "" => None,
            _ => Some(false),
        },
        Value::Null => None,
        // Whatever else is written is not a yes.
        Value::Array(_) | Value::Object(_) => Some(false),
    }
}

/// Returns the address, and the provider's word on it.
fn address(settings: &OidcSettings, claims: &Value) -> (Option<String>, Option<bool>) {
    // Entra's word for an address of a domain that the tenant has proven.
    let word = truth(&claims["email_verified"]).or_else(|| truth(&claims["xms_edov"]));
    if let Some(claim) = &settings.email_claim
        && claim != "email"
    {
        // A word on `email` says nothing of another claim.
        return (find(claims, claim).and_then(text), None);
    }
    if let Some(email) = text(&claims["email"]) {
        return (Some(email), word);
    }
    (other_address(settings, claims), None)
}

/// Returns an address from claims that only the operator's trust makes one: Entra's sign-in names, and B2C's list.
fn other_address(settings: &OidcSettings, claims: &Value) -> Option<String> {
    let is_entra = claims["tid"].is_string();
    let names: &[&str] = match (settings.trust_email, is_entra) {
        (false, _) => return None,
        (true, true) => &["emails", "preferred_username", "upn"],
        (true, false) => &["emails", "upn"],
    };
    names.iter().filter_map(|name| text(&claims[*name])).find(|text| text.contains('@'))
}

fn name(claims: &Value) -> Option<String> {
    let whole = ["given_name", "family_name"].iter().filter_map(|part| text(&claims[*part]));
    let whole = whole.collect::<Vec<_>>().join(" ");
    let is_name = |text: &String| !text.is_empty() && !text.contains('@');
    let nicks = ["nickname", "preferred_username", "login"];
    text(&claims["name"])
        .or_else(|| Some(whole).filter(is_name))
        .or_else(|| nicks.iter().filter_map(|nick| text(&claims[*nick])).find(is_name))
}

/// Returns a locale: `en-US`, `en_US`, or an object of language and country.
fn locale(value: &Value) -> Option<String> {
    let written = match value {
        Value::Object(parts) => {
            let part = |name: &str| parts.get(name).and_then(text);
            let language = part("language")?;
            let country = part("country").or_else(|| part("region"));
            country.map_or(language.clone(), |country| format!("{language}-{country}"))
        }
        other => text(other)?,
    };
    // What follows a dot or an @ is an encoding or a variant: en_US.UTF-8.
    let plain = written.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
    is_locale(&plain).then_some(plain)
}

/// Returns a claim by its name, or by the path to it: `realm_access.roles`. Names may have dots themselves, as addresses do.
fn find<'a>(claims: &'a Value, path: &str) -> Option<&'a Value> {
    if let Some(value) = claims.get(path).filter(|value| !value.is_null()) {
        return Some(value);
    }
    path.rmatch_indices('.').find_map(|(dot, _)| find(claims.get(&path[..dot])?, &path[dot + 1..]))
}

/// Returns true if Entra left groups out because there are too many.
fn is_left_out(claims: &Value, path: &str) -> bool {
    claims["_claim_names"].get(path).is_some()
        || (path == "groups" && truth(&claims["hasgroups"]) == Some(true))
}

fn groups(settings: &OidcSettings, claims: &Value) -> Option<Vec<String>> {
    let path = settings.groups_claim.as_deref()?;
    let mut groups = Vec::new();
    match find(claims, path) {
        Some(value) => add_groups(&mut groups, value),
        None if is_left_out(claims, path) => {
            let issuer = &settings.issuer;
            tracing::warn!(
                issuer,
                "too many groups to be sent: send those of the application only"
            );
            return None;
        }
        None => {}
    }
    groups.retain(|group| !group.is_empty() && group.chars().count() <= GROUP_MAX_CHARS);
    groups.truncate(GROUPS_MAX);
    Some(groups)
}

/// Reads groups from a list of names or of objects, a text of names, or an object whose keys are names.
fn add_groups(groups: &mut Vec<String>, value: &Value) {
    match value {
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(list @ Value::Array(_)) => add_groups(groups, &list),
            _ => groups.extend(text.split(',').map(|name| name.trim().to_owned())),
        },
        Value::Array(all) => all.iter().for_each(|one| match one {
            Value::String(name) => groups.push(name.trim().to_owned()),
            Value::Object(group) => {
                let names = ["name", "displayName", "display", "value", "id"];
                groups.extend(names.iter().filter_map(|name| text_of(group, name)));
            }
            _ => {}
        }),
        Value::Object(roles) => groups.extend(roles.keys().cloned()),
        _ => {}
    }
}

#[cfg(test)]
#[path = "claims_tests.rs"]
mod tests;
