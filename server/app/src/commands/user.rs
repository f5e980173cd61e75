use std::io::BufRead;

use anyhow::Context;
use area::Services;
use audit::{Actor, Event, Kind};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use entitlements::PlanGrant;
use identity::{NewUser, Password, Role, User};
use kernel::Timestamp;
use serde::Serialize;
use store::Cursor;

use super::account::{parse_email, told};
use crate::cli::UserCommand;
use crate::existing::{Work, open_existing};
use crate::output::{Output, table};
use crate::settings::Settings;

#[derive(Serialize)]
struct Account {
    id: String,
    email: String,
    name: String,
    role: &'static str,
    suspended: bool,
    created_at: Timestamp,
    /// Password, only if it was just created.
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<String>,
}

impl From<User> for Account {
    fn from(user: User) -> Self {
        Self {
            id: user.id.to_string(),
            email: user.email,
            name: user.name,
            role: user.role.as_str(),
            suspended: user.suspended,
            created_at: user.created_at,
            password: None,
        }
    }
}

/// Runs `ensemble user …`.
pub async fn user(command: UserCommand, settings: &Settings, output: Output) -> anyhow::Result<()> {
    let work = match command {
        UserCommand::List | UserCommand::Devices { .. } => Work::Read,
        _ => Work::Write,
    };
    let (platform, _) = open_existing(settings, work).await?;
    let services = &platform.services;
    match command {
        UserCommand::Create { email, name, operator, password_stdin } => {
            let role = if operator { Role::Operator } else { Role::Member };
            let account = create(services, &email, name, role, password_stdin).await?;
            output.show(&account, |account| match &account.password {
                Some(password) => {
                    format!("{} ({})\nPassword: {password}", account.email, account.role)
                }
                None => format!("{} ({})", account.email, account.role),
            })?;
        }
        UserCommand::List => {
            let accounts = list(services).await?;
            output.show(&accounts, |accounts| {
                let row = |a: &Account| {
                    let state = if a.suspended { "suspended" } else { "" };
                    vec![a.email.clone(), a.name.clone(), a.role.into(), state.into()]
                };
                let rows: Vec<_> = accounts.iter().map(row).collect();
                table(&["email", "name", "role", ""], &rows)
            })?;
        }
        managing => super::people::manage(services, managing, output).await?,
    }
    services.db.close().await;
    Ok(())
}

async fn create(
    services: &Services,
    address: &str,
    name: Option<String>,
    role: Role,
    password_stdin: bool,
) -> anyhow::Result<Account> {
    let email = parse_email(address)?;
    let text = if password_stdin { read_password()? } else { make_password() };
    let password = Password::parse(&text, &email)
        .map_err(|weak| anyhow::anyhow!("the password is {weak:?}"))?;
    let hash = services.identity.hash_password(&password).await.map_err(told)?;
    let name = name.unwrap_or_else(|| address.split('@').next().unwrap_or(address).to_owned());

    let mut tx = services.db.begin().await?;
    services.identity.lock_first_account(&mut tx).await?;
    let is_first = services.identity.needs_operator(&mut tx).await?;
    let role = if is_first { Role::Operator } else { role };
    let new =
        NewUser { email: &email, name: &name, role, password_hash: Some(&hash), locale: None };
    let user = services.identity.create_user(&mut tx, new).await?;
    let made = Event::new(Kind::AccountMade, Actor::SYSTEM).about(user.id).detail(role.as_str());
    services.audit.record(&mut tx, made).await?;
    if role == Role::Operator {
        let now = services.clock.now();
        let grant = PlanGrant::operator(user.workspace_id, now);
        services.entitlements.grant_plan(&mut tx, &grant, now).await?;
    }
    tx.commit().await?;
    let password = (!password_stdin).then_some(text);
    Ok(Account { password, ..Account::from(user) })
}

async fn list(services: &Services) -> anyhow::Result<Vec<Account>> {
    let mut conn = services.db.read().await?;
    let mut accounts = Vec::new();
    let mut cursor = Some(Cursor::FIRST);
    while let Some(from) = cursor {
        let page = services.identity.list_users(&mut conn, from, 200).await?;
        accounts.extend(page.items.into_iter().map(Account::from));
        cursor = page.next;
    }
    Ok(accounts)
}

pub(super) fn read_password() -> anyhow::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("no password on standard input")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Returns a random password: 122 bits, as 22 characters.
fn make_password() -> String {
    URL_SAFE_NO_PAD.encode(uuid::Uuid::new_v4().into_bytes())
}
