use audit::Actor;
use kernel::Timestamp;
use serde::Serialize;
use store::Cursor;

use crate::existing::{Work, open_existing};
use crate::output::Output;
use crate::settings::Settings;

#[derive(Serialize)]
struct Row {
    to: String,
    subject: String,
    text: String,
    state: &'static str,
    error: Option<String>,
    created_at: Timestamp,
}

/// Runs `ensemble outbox`: shows the newest mails, codes included. For the operator only.
pub async fn outbox(limit: usize, settings: &Settings, output: Output) -> anyhow::Result<()> {
    let (platform, _) = open_existing(settings, Work::Read).await?;
    let services = &platform.services;
    services.audit.record_read(&services.db, Actor::SYSTEM, "outbox", None).await?;
    let mut conn = services.db.read().await?;
    let page = services.mail.list_outbox(&mut conn, Cursor::FIRST, limit.max(1)).await?;
    drop(conn);
    services.db.close().await;
    let rows: Vec<Row> = page
        .items
        .into_iter()
        .map(|mail| Row {
            to: mail.to,
            subject: mail.subject,
            text: mail.text,
            state: mail.state.as_str(),
            error: mail.error,
            created_at: mail.created_at,
        })
        .collect();
    output.show(&rows, |rows| {
        let mails = rows.iter().map(|row| {
            format!(
                "{}  {}  to {}\n{}{}\n\n{}\n",
                row.created_at,
                row.state,
                row.to,
                row.error.as_ref().map_or_else(String::new, |error| format!("{error}\n")),
                row.subject,
                row.text
            )
        });
        let text = mails.collect::<Vec<_>>().join("----\n");
        if text.is_empty() { "The outbox is empty.".to_owned() } else { text }
    })
}
