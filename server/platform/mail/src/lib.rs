//! Mail: an outbox and its delivery.
//!
//! A mail is a row in the transaction that causes it, so it goes out if and only if that commits. With
//! an SMTP server ([`Settings::url`]) [`Mail::deliver_due`] sends what waits; without one mails are kept,
//! for the operator to read. Areas bring the texts as templates: `template.rs`, and `codes.rs` for mails with a code.

mod codes;
mod deliver;
mod letter;
mod moments;
mod server_name;
mod smtp;
mod smtp_url;
mod store;
mod template;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ::store::{Conn, Cursor, Db, Migration, Page, StoreResult, Tx};
use kernel::{Clock, Secret, Timestamp, id};
use outbound::Outbound;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use vault::Vault;

pub use codes::{CodeTemplate, CodeTexts};
pub use moments::moment;
pub use server_name::ServerName;
pub use smtp_url::MailSettingsError;
pub use template::{MailTemplate, MailTexts, Template, in_language_of};

use server_name::{is_named, with_name};
use smtp::Smtp;

/// This crate's tables.
pub const MIGRATIONS: &[Migration] = &[Migration {
    name: "20261120_0600_mail",
    sql: include_str!("../migrations/20261120_0600_mail.sql"),
}];

/// The operator's settings of the section `mail`.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// SMTP address: `smtp://user:password@host:587` (with STARTTLS) or `smtps://…:465`. Default: mails are kept in the
    /// outbox. `?tls=none` sends unencrypted, which is the default only to this machine.
    pub url: Option<Secret<String>>,
    /// Sender of mails, `Ensemble <ensemble@example.org>`. Default: the user of the address above.
    pub from: Option<String>,
    /// Address that notices of failed delivery go to (the sender of the envelope). Default: the sender.
    pub bounce_to: Option<String>,
    /// Name by which this server greets the mail server. Default: that of this machine.
    pub hello_name: Option<String>,
    /// Longest that the mail server may take for one mail, at most 90.
    pub timeout_seconds: u64,
    /// Certificates that are trusted besides the system's.
    #[serde(skip)]
    pub outbound: Outbound,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            url: None,
            from: None,
            bounce_to: None,
            hello_name: None,
            timeout_seconds: 30,
            outbound: Outbound::default(),
        }
    }
}

id! {
    /// One mail.
    MailId
}

/// A mail to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub to: String,
    pub subject: String,
    pub body: Body,
}

/// The body of a mail, as plain text and as HTML.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    pub text: String,
    pub html: Option<String>,
}

impl std::fmt::Debug for Body {
    // Codes are in it, and must not reach a log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Body(…)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailState {
    Waiting,
    Sent,
    /// Kept, because there is no SMTP server.
    Kept,
    /// Given up.
    Failed,
}

impl MailState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Kept => "kept",
            Self::Failed => "failed",
        }
    }
}

/// A mail in the outbox.
#[derive(Debug, Clone)]
pub struct OutboxMail {
    pub id: MailId,
    pub to: String,
    pub subject: String,
    /// Empty once it is sent.
    pub text: String,
    pub state: MailState,
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

/// The mails that are still to be sent, and those that were given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailBacklog {
    pub waiting: i64,
    /// Creation of the one that has waited longest.
    pub oldest_waiting: Option<Timestamp>,
    pub failed: i64,
}

/// The outbox. Cheap to clone.
#[derive(Clone)]
pub struct Mail(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    vault: Vault,
    smtp: Option<Smtp>,
    enqueued: Notify,
    /// True once the process stops: no other mail is begun.
    is_stopping: AtomicBool,
    /// `None`: the server has the product's name.
    server_name: OnceLock<Arc<dyn ServerName>>,
}

/// Maximum delay of a mail that another process enqueued, or that is retried.
const LOOK_EVERY: Duration = Duration::from_secs(10);

impl Mail {
    pub fn new(
        db: Db,
        clock: Clock,
        vault: Vault,
        settings: &Settings,
    ) -> Result<Self, MailSettingsError> {
        let smtp = Smtp::from_settings(settings)?;
        Ok(Self(Arc::new(Inner {
            db,
            clock,
            vault,
            smtp,
            enqueued: Notify::new(),
            is_stopping: AtomicBool::new(false),
            server_name: OnceLock::new(),
        })))
    }

    /// Returns true if mails are sent, and not only kept.
    pub fn is_smtp(&self) -> bool {
        self.0.smtp.is_some()
    }

    /// Sets what knows the server's name. Only the first call counts.
    pub fn set_server_name(&self, source: impl ServerName + 'static) {
        // Another one would be of the same area.
        self.0.server_name.set(Arc::new(source)).ok();
    }

    /// Adds a mail to the outbox; it is sent after the transaction commits.
    pub async fn enqueue(&self, tx: &mut Tx, message: &Message) -> StoreResult<MailId> {
        let now = self.0.clock.now();
        let name = match self.0.server_name.get() {
            Some(source) if is_named(message) => source.find_name(tx).await?,
            _ => None,
        };
        let message = &with_name(message, name.as_deref());
        let id = MailId::new(now);
        let state = if self.is_smtp() { MailState::Waiting } else { MailState::Kept };
        store::add_mail(tx, id, message, &self.seal(id, &message.body), state, now).await?;
        let mail = self.clone();
        tx.after_commit(move || mail.0.enqueued.notify_one());
        Ok(id)
    }

    /// Returns the outbox, newest first.
    pub async fn list_outbox(
        &self,
        conn: &mut Conn,
        cursor: Cursor,
        limit: usize,
    ) -> StoreResult<Page<OutboxMail>> {
        let rows = store::list_mails(conn, cursor, limit).await?;
        let page = Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id.0 });
        Ok(page.map(|row| {
            let text = self.unseal(row.id, &row.body).map_or_else(String::new, |body| body.text);
            OutboxMail {
                id: row.id,
                to: row.to_address,
                subject: row.subject,
                text,
                state: MailState::from(row.state),
                error: row.error,
                created_at: row.created_at,
                sent_at: row.sent_at,
            }
        }))
    }

    /// Counts what waits, and what was given up.
    pub async fn backlog(&self, conn: &mut Conn) -> StoreResult<MailBacklog> {
        store::count_backlog(conn).await
    }

    /// Returns when there may be something to deliver.
    async fn wait_for_work(&self) {
        // Running out of time is one of the two ways to be woken.
        tokio::time::timeout(LOOK_EVERY, self.0.enqueued.notified()).await.ok();
    }

    /// Deletes the mails to an address, with its account.
    pub async fn forget(&self, tx: &mut Tx, address: &str) -> StoreResult<()> {
        store::delete_mails_to(tx, address).await
    }

    /// Deletes mails older than 30 days.
    pub async fn forget_old(&self, tx: &mut Tx) -> StoreResult<()> {
        store::delete_mails_before(tx, self.0.clock.now().plus(-30 * kernel::DAY)).await
    }

    fn seal(&self, id: MailId, body: &Body) -> Vec<u8> {
        let json = serde_json::to_vec(body).expect("a body is two texts");
        self.0.vault.seal("mail body", place(id), &json)
    }

    /// Returns a mail's body; `None` once it is sent, or when the master key is another one.
    fn unseal(&self, id: MailId, sealed: &[u8]) -> Option<Body> {
        if sealed.is_empty() {
            return None;
        }
        let json = self.0.vault.open_sealed("mail body", place(id), sealed);
        json.inspect_err(|error| tracing::warn!(mail.id = %id, %error, "a mail cannot be read"))
            .ok()
            .and_then(|json| serde_json::from_slice(&json).ok())
    }
}

fn place(id: MailId) -> String {
    format!("mails|{id}|body")
}
