use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use area::Services;
use conversations::{
    Message, MessageState, NewConversation, find_conversation, find_message, index_message,
    index_title, insert_conversation, insert_message, touch_conversation, update_conversation,
};
use identity::User;
use kernel::ConversationId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use super::account::find_account;
use super::export::{
    CONVERSATIONS_FILE, ConversationLine, FORMAT, FORMAT_VERSION, MESSAGES_FILE, SCHEMA_FILE,
};
use crate::output::Output;
use crate::serve::prepare;
use crate::settings::Settings;

#[derive(Deserialize)]
struct Schema {
    format: String,
    format_version: u32,
}

/// What became of what the file holds.
#[derive(Default, Serialize)]
struct Done {
    conversations_added: usize,
    conversations_present: usize,
    /// Ids that belong to somebody else here: nothing of theirs is touched.
    conversations_refused: usize,
    messages_added: usize,
}

/// `ensemble import --user EMAIL FILE`: adds what is not there; each conversation wholly or not at all.
pub async fn import(
    user: &str,
    file: &Path,
    settings: &Settings,
    output: Output,
) -> anyhow::Result<()> {
    let file = File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
    let mut zip = ZipArchive::new(BufReader::new(file)).context("the file is not a ZIP file")?;
    let schema: Schema = read_lines(&mut zip, SCHEMA_FILE)?
        .pop()
        .with_context(|| format!("{SCHEMA_FILE} is empty"))?;
    anyhow::ensure!(
        schema.format == FORMAT && schema.format_version == FORMAT_VERSION,
        "the file is {} of version {}, and this program reads {FORMAT} of version {FORMAT_VERSION}",
        schema.format,
        schema.format_version
    );
    let conversations: Vec<ConversationLine> = read_lines(&mut zip, CONVERSATIONS_FILE)?;
    let mut messages: HashMap<ConversationId, Vec<Message>> = HashMap::new();
    for message in read_lines::<Message>(&mut zip, MESSAGES_FILE)? {
        messages.entry(message.conversation_id).or_default().push(message);
    }

    let (platform, _) = prepare(settings).await?;
    let services = &platform.services;
    let user = find_account(services, user).await?;
    let mut done = Done::default();
    for conversation in &conversations {
        let messages = messages.remove(&conversation.id).unwrap_or_default();
        add(services, &user, conversation, messages, &mut done)
            .await
            .with_context(|| format!("conversation {}", conversation.id))?;
    }
    services.db.close().await;
    output.show(&done, |done| {
        format!(
            "Added {} conversations and {} messages; {} were there already, {} belong to others.",
            done.conversations_added,
            done.messages_added,
            done.conversations_present,
            done.conversations_refused
        )
    })
}

fn read_lines<T: DeserializeOwned>(
    zip: &mut ZipArchive<BufReader<File>>,
    name: &str,
) -> anyhow::Result<Vec<T>> {
    let entry = zip.by_name(name).with_context(|| format!("the file has no {name}"))?;
    let mut lines = Vec::new();
    for (number, line) in BufReader::new(entry).lines().enumerate() {
        let line = serde_json::from_str(&line?);
        lines.push(line.with_context(|| format!("{name}, line {}", number + 1))?);
    }
    Ok(lines)
}

async fn add(
    services: &Services,
    user: &User,
    line: &ConversationLine,
    messages: Vec<Message>,
    done: &mut Done,
) -> anyhow::Result<()> {
    let new = NewConversation {
        id: line.id,
        user_id: user.id,
        workspace_id: user.workspace_id,
        title: line.title.clone(),
        model: line.model.clone(),
        bot_id: None,
        temporary: false,
    };
    let mut tx = services.db.begin().await?;
    let is_new = insert_conversation(&mut tx, &new, line.created_at).await?;
    if !is_new && find_conversation(&mut tx, user.id, line.id).await?.is_none() {
        done.conversations_refused += 1;
        return Ok(());
    }
    if is_new {
        index_title(&mut tx, user.id, line.id, &line.title).await?;
    }
    let mut known: HashSet<_> = HashSet::new();
    let mut added = 0;
    for mut message in messages {
        anyhow::ensure!(
            message.parent_id.is_none_or(|parent| known.contains(&parent)),
            "message {} answers one that does not come before it",
            message.id
        );
        known.insert(message.id);
        // Nobody writes it any more, and its run stayed where it was.
        if message.state == MessageState::Running {
            message.state = MessageState::Interrupted;
        }
        message.run_id = None;
        if insert_message(&mut tx, &message).await? {
            index_message(&mut tx, user.id, line.id, message.id, &message.parts).await?;
            added += 1;
            continue;
        }
        // Its answers would hang on another conversation's message, which may be somebody else's.
        let present = find_message(&mut tx, user.id, message.id).await?;
        let is_same = present.is_some_and(|present| present.conversation_id == line.id);
        anyhow::ensure!(is_same, "the id of message {} is taken by another one", message.id);
    }
    if is_new {
        if let Some(leaf) = line.leaf_id.filter(|leaf| known.contains(leaf)) {
            touch_conversation(&mut tx, line.id, leaf, None, line.updated_at).await?;
        }
        if line.pinned
            && let Some(mut stored) = find_conversation(&mut tx, user.id, line.id).await?
        {
            stored.pinned = true;
            update_conversation(&mut tx, &stored).await?;
        }
    }
    tx.commit().await?;
    done.messages_added += added;
    if is_new {
        done.conversations_added += 1
    } else {
        done.conversations_present += 1
    }
    Ok(())
}
