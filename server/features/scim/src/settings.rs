use kernel::Secret;
use serde::Deserialize;

/// Shortest token: it opens every account.
const TOKEN_MIN_CHARS: usize = 32;

/// The operator's settings of the section `scim`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The token that the provider sends; absent: provisioning is off.
    pub token: Option<Secret<String>>,
}

impl Settings {
    /// Checks the settings. The error says what to write.
    pub fn check(&self) -> Result<(), String> {
        match &self.token {
            Some(token) if token.expose().chars().count() < TOKEN_MIN_CHARS => Err(format!(
                "scim.token is too short: write at least {TOKEN_MIN_CHARS} random characters (openssl rand -hex 32)"
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_could_be_guessed_is_refused() {
        let with = |token: &str| Settings { token: Some(Secret::new(token.to_owned())) };
        assert!(Settings::default().check().is_ok());
        assert!(with(&"a".repeat(31)).check().is_err());
        assert!(with(&"a".repeat(32)).check().is_ok());
    }
}
