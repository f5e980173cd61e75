use kernel::Secret;
use providers::{Connection, NewConnection, Protocol};
use serde::Serialize;

use super::account::told;
use crate::cli::ProviderCommand;
use crate::existing::{Work, open_existing};
use crate::output::{Output, table};
use crate::settings::Settings;

#[derive(Serialize)]
struct Row {
    id: String,
    name: String,
    protocol: Protocol,
    base_url: String,
    key_hint: Option<String>,
    enabled: bool,
    models: Vec<String>,
    /// The problem of the last attempt to fetch the models.
    problem: Option<&'static str>,
}

impl From<Connection> for Row {
    fn from(connection: Connection) -> Self {
        Self {
            id: connection.id.to_string(),
            name: connection.name,
            protocol: connection.protocol,
            base_url: connection.base_url,
            key_hint: connection.key_hint,
            enabled: connection.enabled,
            models: connection.models.into_iter().map(|model| model.id).collect(),
            problem: connection.last_problem.map(|problem| problem.kind.text),
        }
    }
}

/// Runs `ensemble provider …`.
pub async fn provider(
    command: ProviderCommand,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let work = match command {
        ProviderCommand::List => Work::Read,
        ProviderCommand::Add { .. } => Work::Write,
    };
    let (platform, _) = open_existing(settings, work).await?;
    let providers = &platform.services.providers;
    match command {
        ProviderCommand::Add { name, protocol, base_url, api_key } => {
            let api_key = api_key.map(Secret::new);
            let new = NewConnection { name, protocol: protocol.into(), base_url, api_key };
            let row = Row::from(providers.create_connection(new).await.map_err(told)?);
            output.show(&row, |row| match row.problem {
                Some(problem) => format!("{} is connected, but: {problem}", row.name),
                None => format!("{} is connected: {} models.", row.name, row.models.len()),
            })?;
        }
        ProviderCommand::List => {
            let connections = providers.list_connections().await.map_err(told)?;
            let rows: Vec<Row> = connections.into_iter().map(Row::from).collect();
            output.show(&rows, |rows| {
                let line = |row: &Row| {
                    let state = row.problem.unwrap_or(if row.enabled { "" } else { "off" });
                    let models = row.models.len().to_string();
                    vec![row.name.clone(), row.base_url.clone(), models, state.to_owned()]
                };
                let lines: Vec<_> = rows.iter().map(line).collect();
                table(&["name", "address", "models", ""], &lines)
            })?;
        }
    }
    platform.services.providers.stop().await;
    platform.services.db.close().await;
    Ok(())
}
