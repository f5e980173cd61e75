//! `ensemble user …`: what operators do with accounts that exist.

use admin::UserChange;
use anyhow::bail;
use area::Services;
use audit::Actor;
use identity::{Role, User};
use kernel::{SessionId, Timestamp};
use serde::Serialize;

use super::account::{find_account, told};
use super::user::read_password;
use crate::cli::UserCommand;
use crate::output::{Output, table};

#[derive(Serialize)]
struct Link {
    url: String,
    expires_at: Timestamp,
}

#[derive(Serialize)]
struct Password {
    /// Only if it was made here.
    #[serde(skip_serializing_if = "Option::is_none")]
    password: Option<String>,
}

#[derive(Serialize)]
struct Device {
    id: SessionId,
    device_name: String,
    ip: String,
    last_seen_at: Timestamp,
}

/// The account that something was done with.
#[derive(Serialize)]
struct Done {
    email: String,
}

/// Runs the commands that manage one person.
pub async fn manage(
    services: &Services,
    command: UserCommand,
    output: Output,
) -> anyhow::Result<()> {
    let by = Actor::SYSTEM;
    match command {
        // They are run where accounts are made and listed (`user.rs`).
        UserCommand::Create { .. } | UserCommand::List => Ok(()),
        UserCommand::Promote { email } => {
            let change = UserChange { role: Some(Role::Operator), ..UserChange::default() };
            changed(services, &email, &change, output, "is an operator").await
        }
        UserCommand::Demote { email } => {
            let change = UserChange { role: Some(Role::Member), ..UserChange::default() };
            changed(services, &email, &change, output, "is a member").await
        }
        UserCommand::Suspend { email, reason } => {
            let change = UserChange { suspended: Some(true), reason, ..UserChange::default() };
            changed(services, &email, &change, output, "is suspended").await
        }
        UserCommand::Readmit { email } => {
            let change = UserChange { suspended: Some(false), ..UserChange::default() };
            changed(services, &email, &change, output, "is not suspended").await
        }
        UserCommand::Link { email, mail } => {
            let user = find_account(services, &email).await?;
            let link = accounts::make_password_link(services, by, user.id, mail).await;
            let link = link.map_err(told)?;
            let link = Link { url: link.url.into(), expires_at: link.expires_at };
            output.show(&link, |link| link.url.clone())
        }
        UserCommand::Password { email, password_stdin } => {
            let user = find_account(services, &email).await?;
            let typed = if password_stdin { Some(read_password()?) } else { None };
            let made = accounts::set_temporary_password(services, by, user.id, typed.as_deref());
            let made = made.await.map_err(told)?;
            let shown = Password { password: typed.is_none().then_some(made) };
            output.show(&shown, |shown| match &shown.password {
                Some(password) => format!("Password: {password}"),
                None => format!("{} chooses a new password at the next sign-in.", user.email),
            })
        }
        UserCommand::ResetSecondFactor { email } => {
            let user = find_account(services, &email).await?;
            accounts::reset_second_factor(services, by, user.id).await.map_err(told)?;
            done(user, output, "has no second factor")
        }
        UserCommand::Devices { email } => devices(services, &email, output).await,
        UserCommand::SignOut { email } => {
            let user = find_account(services, &email).await?;
            accounts::end_devices(services, by, user.id, None).await.map_err(told)?;
            done(user, output, "is signed out everywhere")
        }
        UserCommand::Delete { email, yes } => {
            let user = find_account(services, &email).await?;
            if !yes {
                bail!("this deletes {email} and everything that belongs to it; say --yes");
            }
            accounts::delete_person(services, by, user.id).await.map_err(told)?;
            done(user, output, "is deleted")
        }
    }
}

async fn changed(
    services: &Services,
    email: &str,
    change: &UserChange,
    output: Output,
    result: &str,
) -> anyhow::Result<()> {
    let user = find_account(services, email).await?;
    let changed = admin::change_user(services, Actor::SYSTEM, user.id, change).await;
    done(changed.map_err(told)?, output, result)
}

async fn devices(services: &Services, email: &str, output: Output) -> anyhow::Result<()> {
    let user = find_account(services, email).await?;
    let mut conn = services.db.read().await?;
    let sessions = services.identity.list_sessions(&mut conn, user.id).await?;
    let device = |session: identity::Session| Device {
        id: session.id,
        device_name: session.device.device_name,
        ip: session.device.ip,
        last_seen_at: session.last_seen_at,
    };
    let devices: Vec<_> = sessions.into_iter().map(device).collect();
    output.show(&devices, |devices| {
        let row = |it: &Device| {
            vec![it.device_name.clone(), it.ip.clone(), it.last_seen_at.to_jiff().to_string()]
        };
        let rows: Vec<_> = devices.iter().map(row).collect();
        table(&["device", "address", "last used"], &rows)
    })
}

fn done(user: User, output: Output, result: &str) -> anyhow::Result<()> {
    output.show(&Done { email: user.email }, |done| format!("{} {result}.", done.email))
}
