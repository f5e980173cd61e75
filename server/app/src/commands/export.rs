use std::fs::File;
use std::io::Write;
use std::path::Path;

use area::Services;
use conversations::{Conversation, list_conversations, list_messages};
use identity::User;
use kernel::{ConversationId, MessageId, Payer, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Cursor;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::account::find_account;
use crate::areas::VERSION;
use crate::output::Output;
use crate::serve::prepare;
use crate::settings::Settings;

pub const SCHEMA_FILE: &str = "schema.json";
pub const CONVERSATIONS_FILE: &str = "conversations.jsonl";
pub const MESSAGES_FILE: &str = "messages.jsonl";
/// What `schema.json` says this is.
pub const FORMAT: &str = "ensemble-account";
pub const FORMAT_VERSION: u32 = 1;
const PAGE: usize = 200;

/// One line of `conversations.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
pub struct ConversationLine {
    pub id: ConversationId,
    pub title: String,
    pub model: Option<String>,
    pub leaf_id: Option<MessageId>,
    pub pinned: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl From<&Conversation> for ConversationLine {
    fn from(conversation: &Conversation) -> Self {
        Self {
            id: conversation.id,
            title: conversation.title.clone(),
            model: conversation.model.clone(),
            leaf_id: conversation.leaf_id,
            pinned: conversation.pinned,
            created_at: conversation.created_at,
            updated_at: conversation.updated_at,
        }
    }
}

#[derive(Serialize)]
struct Done {
    file: String,
    conversations: usize,
    messages: usize,
    usage: usize,
}

/// `ensemble export --user EMAIL FILE`: what one person keeps here, as a ZIP of JSON lines.
pub async fn export(
    user: &str,
    file: &Path,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let (platform, _) = prepare(settings).await?;
    let services = &platform.services;
    let user = find_account(services, user).await?;
    let mut zip = Zip::create(file)?;
    zip.file(SCHEMA_FILE, [schema()])?;
    zip.file("profile.jsonl", [profile(&user)])?;
    let keys = {
        let mut conn = services.db.read().await?;
        services.identity.list_keys(&mut conn, user.id).await?
    };
    zip.file(
        "keys.jsonl",
        keys.iter().map(|key| {
            json!({ "id": key.id, "name": key.name, "prefix": key.prefix, "cap": key.cap,
                "spent": key.spent, "created_at": key.created_at })
        }),
    )?;
    let usage = list_usage(services, &user).await?;
    zip.file("usage.jsonl", usage.iter().cloned())?;
    let conversations = list_all(services, &user).await?;
    let lines = conversations.iter().map(ConversationLine::from);
    zip.file(CONVERSATIONS_FILE, lines)?;
    let messages = zip.messages(services, &conversations).await?;
    zip.finish()?;
    services.db.close().await;
    let done = Done {
        file: file.display().to_string(),
        conversations: conversations.len(),
        messages,
        usage: usage.len(),
    };
    output.show(&done, |done| {
        format!(
            "Exported {} conversations with {} messages to {}.",
            done.conversations, done.messages, done.file
        )
    })
}

fn schema() -> Value {
    json!({
        "format": FORMAT, "format_version": FORMAT_VERSION, "version": VERSION,
        "entities": {
            "profile.jsonl": "one line: id, email, name, role, created_at, settings",
            "keys.jsonl": "API keys without their secrets: id, name, prefix, cap, spent, created_at",
            "usage.jsonl": "the usage record: id, created_at, feature, detail, meter, change",
            CONVERSATIONS_FILE: "id, title, model, leaf_id (the end of the shown branch), pinned, created_at, updated_at",
            MESSAGES_FILE: "parents before children: id, conversation_id, parent_id, role, parts, model, model_name, state, run_id, problem, receipt, created_at",
        },
        "notes": "One JSON object per line, UTF-8. Ids are UUIDs, times RFC 3339 in UTC. Conversations in the trash are not included.",
    })
}

fn profile(user: &User) -> Value {
    json!({ "id": user.id, "email": user.email, "name": user.name, "role": user.role,
        "created_at": user.created_at, "settings": user.settings })
}

async fn list_usage(services: &Services, user: &User) -> anyhow::Result<Vec<Value>> {
    let payer = Payer { workspace_id: user.workspace_id, user_id: user.id };
    let mut conn = services.db.read().await?;
    let mut usage = Vec::new();
    let mut cursor = Some(Cursor::FIRST);
    while let Some(from) = cursor {
        let page = services.ledger.postings(&mut conn, &payer, from, PAGE).await?;
        usage.extend(page.items.iter().map(|posting| {
            json!({ "id": posting.id, "created_at": posting.created_at, "feature": posting.feature,
                "detail": posting.detail, "meter": posting.meter.as_str(), "change": posting.change })
        }));
        cursor = page.next;
    }
    Ok(usage)
}

async fn list_all(services: &Services, user: &User) -> anyhow::Result<Vec<Conversation>> {
    let mut conn = services.db.read().await?;
    let mut all = Vec::new();
    let mut cursor = Some(Cursor::FIRST);
    while let Some(from) = cursor {
        let page = list_conversations(&mut conn, user.id, from, PAGE).await?;
        all.extend(page.items);
        cursor = page.next;
    }
    Ok(all)
}

/// A ZIP file that is being written: under another name until it is whole.
struct Zip<'a> {
    writer: ZipWriter<File>,
    partial: std::path::PathBuf,
    target: &'a Path,
}

impl<'a> Zip<'a> {
    fn create(target: &'a Path) -> anyhow::Result<Self> {
        let partial = target.with_extension("partial");
        let writer = ZipWriter::new(File::create(&partial)?);
        Ok(Self { writer, partial, target })
    }

    fn file<T: Serialize>(
        &mut self,
        name: &str,
        lines: impl IntoIterator<Item = T>,
    ) -> anyhow::Result<()> {
        self.writer.start_file(name, SimpleFileOptions::default())?;
        for line in lines {
            self.line(&line)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.writer, line)?;
        self.writer.write_all(b"\n")?;
        Ok(())
    }

    async fn messages(
        &mut self,
        services: &Services,
        conversations: &[Conversation],
    ) -> anyhow::Result<usize> {
        self.writer.start_file(MESSAGES_FILE, SimpleFileOptions::default())?;
        let mut count = 0;
        for conversation in conversations {
            let mut conn = services.db.read().await?;
            for message in list_messages(&mut conn, conversation.id).await? {
                self.line(&message)?;
                count += 1;
            }
        }
        Ok(count)
    }

    fn finish(self) -> anyhow::Result<()> {
        self.writer.finish()?.sync_all()?;
        std::fs::rename(&self.partial, self.target)?;
        Ok(())
    }
}
