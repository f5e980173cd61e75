//! The operator's choices for this server in the app: its name, and who may create an account.

use async_trait::async_trait;
use audit::{Actor, Event, Kind};
use kernel::{Fallible, collapse_whitespace};
use mail::ServerName;
use serde::{Deserialize, Serialize};
use store::{Conn, StoreResult, sql};
use utoipa::ToSchema;

use crate::Accounts;
use crate::problems::SERVER_NAME_INVALID;
use crate::rules::SERVER_NAME_MAX_CHARS;

/// People who may create an account. The first account can always be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SignUpMode {
    /// Everybody.
    Open,
    /// Those whom an operator invited.
    Invitation,
    /// Nobody.
    Closed,
}

impl SignUpMode {
    fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invitation => "invitation",
            Self::Closed => "closed",
        }
    }

    /// Returns what the settings in the file say: where strangers may not, those who are invited may.
    fn in_file(accounts: &Accounts) -> Self {
        if accounts.0.settings.get().sign_up_open { Self::Open } else { Self::Invitation }
    }
}

/// The operator's choices. What is absent is as the file says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ServerChoices {
    pub name: Option<String>,
    pub sign_up: Option<SignUpMode>,
}

impl ServerChoices {
    pub fn sign_up(&self, accounts: &Accounts) -> SignUpMode {
        self.sign_up.unwrap_or_else(|| SignUpMode::in_file(accounts))
    }
}

/// A change of the choices; absent fields stay as they are.
#[derive(Debug, Default)]
pub(crate) struct ServerChange {
    /// An empty name: that of the product.
    pub name: Option<String>,
    pub sign_up: Option<SignUpMode>,
}

pub(crate) async fn find_choices(conn: &mut Conn) -> StoreResult<ServerChoices> {
    let row = sql!(
        conn,
        optional(Option<String>, Option<String>),
        "SELECT name, sign_up FROM account_server WHERE id = 1"
    )?;
    let (name, sign_up) = row.unwrap_or_default();
    let sign_up = sign_up.as_deref().map(|mode| match mode {
        "open" => SignUpMode::Open,
        "invitation" => SignUpMode::Invitation,
        _ => SignUpMode::Closed,
    });
    Ok(ServerChoices { name, sign_up })
}

/// The server's name, for mails.
pub(crate) struct ChosenName;

#[async_trait]
impl ServerName for ChosenName {
    async fn find_name(&self, conn: &mut Conn) -> StoreResult<Option<String>> {
        Ok(find_choices(conn).await?.name)
    }
}

/// Changes the choices. Returns all of them.
///
/// Problems: [`SERVER_NAME_INVALID`].
pub(crate) async fn change(
    accounts: &Accounts,
    by: Actor,
    change: ServerChange,
) -> Fallible<ServerChoices> {
    let mut tx = accounts.db.begin().await?;
    // Two changes at once are made one after the other.
    accounts.identity.lock_first_account(&mut tx).await?;
    let mut choices = find_choices(&mut tx).await?;
    if let Some(name) = change.name {
        choices.name = server_name(&name)?;
    }
    choices.sign_up = change.sign_up.or(choices.sign_up);
    sql!(
        &mut tx,
        execute,
        "INSERT INTO account_server (id, name, sign_up, changed_at) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, sign_up = excluded.sign_up,
             changed_at = excluded.changed_at",
        choices.name.as_deref(),
        choices.sign_up.map(SignUpMode::as_str),
        accounts.clock.now()
    )?;
    let event = Event::new(Kind::ServerChanged, by);
    let event = match change.sign_up {
        Some(mode) => event.detail(mode.as_str()),
        None => event,
    };
    accounts.audit.record(&mut tx, event).await?;
    tx.commit().await?;
    Ok(choices)
}

/// Returns a name as it is shown; `None` if it is empty.
fn server_name(text: &str) -> Fallible<Option<String>> {
    let name = collapse_whitespace(&kernel::strip_hidden(text));
    if name.chars().count() > SERVER_NAME_MAX_CHARS {
        return Err(SERVER_NAME_INVALID.with("max", SERVER_NAME_MAX_CHARS).into());
    }
    Ok(Some(name).filter(|name| !name.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_at_most_60_characters_and_an_empty_one_is_none() {
        assert_eq!(server_name(" The \n Lamps ").ok().flatten().as_deref(), Some("The Lamps"));
        assert_eq!(server_name(" \u{202e} ").ok(), Some(None));
        assert!(server_name(&"é".repeat(60)).is_ok());
        assert!(server_name(&"é".repeat(61)).is_err());
    }
}
