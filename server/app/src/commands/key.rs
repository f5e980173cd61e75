use anyhow::Context;
use audit::{Actor, Event, Kind};
use identity::{KeyScope, NewApiKey};
use serde::Serialize;

use super::account::find_account;
use crate::cli::KeyCommand;
use crate::existing::{Work, open_existing};
use crate::output::Output;
use crate::settings::Settings;

#[derive(Serialize)]
struct Created {
    id: String,
    name: String,
    cap: Option<i64>,
    secret: String,
}

/// Runs `ensemble key create`: creates an API key and prints it, only this once.
pub async fn key(command: KeyCommand, settings: &Settings, output: Output) -> anyhow::Result<()> {
    let KeyCommand::Create { user, cap, name } = command;
    let (platform, _) = open_existing(settings, Work::Write).await?;
    let services = &platform.services;
    let account = find_account(services, &user).await?;
    let (user_id, workspace_id) = (account.id, account.workspace_id);
    let mut tx = services.db.begin().await?;
    let scopes = &KeyScope::ALL;
    let new = NewApiKey { user_id, workspace_id, name: &name, cap, scopes };
    let created = services.identity.create_key(&mut tx, new).await?;
    if let Some((key, _)) = &created {
        let made = Event::new(Kind::KeyMade, Actor::SYSTEM).about(user_id).subject(key.id.0);
        services.audit.record(&mut tx, made.in_workspace(workspace_id)).await?;
    }
    tx.commit().await?;
    services.db.close().await;
    let (key, secret) =
        created.with_context(|| format!("{user} has as many keys as are allowed"))?;
    let created = Created { id: key.id.to_string(), name: key.name, cap: key.cap, secret };
    output.show(&created, |created| created.secret.clone())
}
