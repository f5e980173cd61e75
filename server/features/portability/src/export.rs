//! One chat as a file: the shown branch, in the usual formats, which `printed` writes.

mod chat;
mod marks;
mod pictures;

use area::Services;
use conversations::{
    Conversation, Message, add_feedback, find_conversation, list_messages, path_to,
};
use identity::SignedIn;
use kernel::{ConversationId, Failure, Fallible, MessageId};
use printed::{Text, Words};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::archive::settled;
use crate::problems::{CHAT_NOT_FOUND, NO_TABLES};
use crate::wire::NewDiagram;
use chat::read_chat;
use pictures::{add_pictures, parse_diagrams};

/// The file format of an exported chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    Markdown,
    Html,
    /// JSON, with all branches.
    Json,
    Docx,
    /// The tables in it.
    Csv,
    Xlsx,
}

/// A file to be saved.
pub(crate) struct Exported {
    pub name: String,
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
}

/// The requested export of a chat.
pub(crate) struct Wanted {
    pub format: Format,
    /// This message alone.
    pub message_id: Option<MessageId>,
    /// BCP 47 tag of the language of labels in the file; default: the caller's language.
    pub locale: Option<String>,
    /// Diagrams that the caller rendered for it.
    pub diagrams: Vec<NewDiagram>,
}

/// Returns a chat of the caller's as a file.
pub(crate) async fn export(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    wanted: Wanted,
) -> Fallible<Exported> {
    let Wanted { format, message_id, locale, diagrams } = wanted;
    let diagrams = parse_diagrams(diagrams)?;
    let mut conn = services.db.read().await?;
    let found = find_conversation(&mut conn, caller.user_id, id).await?;
    let conversation = found.ok_or(CHAT_NOT_FOUND)?;
    drop(conn);
    let _memory = services.reserve_whole_read(id).await?;
    let mut conn = services.db.read().await?;
    let mut all = list_messages(&mut conn, id).await?;
    add_feedback(&mut conn, caller.user_id, id, &mut all).await?;
    let leaf = conversation.leaf_id.or(all.last().map(|message| message.id));
    let branch = match (message_id, leaf) {
        (Some(wanted), _) => all.iter().filter(|one| one.id == wanted).cloned().collect(),
        (None, Some(leaf)) => path_to(&mut conn, leaf).await?,
        (None, None) => Vec::new(),
    };
    drop(conn);
    if message_id.is_some() && branch.is_empty() {
        return Err(CHAT_NOT_FOUND.into());
    }
    let beside = if message_id.is_some() { &branch } else { &all };
    let mut chat = read_chat(
        &conversation,
        &branch,
        beside,
        Words::of(locale.or_else(|| caller.locale.clone()).as_deref()),
    );
    if matches!(format, Format::Html | Format::Docx) {
        add_pictures(services, caller, &mut chat).await?;
        chat.diagrams = diagrams;
    }
    let write = move || as_file(&chat, format, &conversation, all);
    tokio::task::spawn_blocking(write).await.map_err(Failure::internal)?
}

/// Converts the chat into a file. Takes some milliseconds of CPU time.
fn as_file(
    chat: &Text,
    format: Format,
    conversation: &Conversation,
    all: Vec<Message>,
) -> Fallible<Exported> {
    let (ending, media_type, bytes) = match format {
        Format::Markdown => {
            ("md", "text/markdown; charset=utf-8", printed::write_markdown(chat).into_bytes())
        }
        Format::Html => {
            ("html", "text/html; charset=utf-8", printed::write_html(chat).into_bytes())
        }
        Format::Json => ("json", "application/json", json_of(conversation, all)?),
        Format::Docx => (
            "docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            printed::write_docx(chat)?,
        ),
        Format::Csv | Format::Xlsx => tables(chat, format)?,
    };
    Ok(Exported {
        name: format!("{}.{ending}", printed::file_name(&conversation.title, "chat")),
        media_type,
        bytes,
    })
}

fn tables(chat: &Text, format: Format) -> Fallible<(&'static str, &'static str, Vec<u8>)> {
    let tables = printed::tables_of(chat);
    match (format, &tables[..]) {
        (_, []) => Err(NO_TABLES.into()),
        (Format::Csv, [only]) => {
            Ok(("csv", "text/csv; charset=utf-8", printed::csv(only).into_bytes()))
        }
        (Format::Csv, several) => Ok(("zip", "application/zip", printed::csv_files(several)?)),
        (_, all) => Ok((
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            printed::xlsx(all)?,
        )),
    }
}

fn json_of(conversation: &Conversation, messages: Vec<Message>) -> Fallible<Vec<u8>> {
    let messages: Vec<Message> = messages.into_iter().map(settled).collect();
    let body = json!({
        "format": "ensemble-chat", "format_version": 1,
        "conversation": crate::archive::ConversationLine::from(conversation), "messages": messages,
    });
    serde_json::to_vec_pretty(&body).map_err(Failure::internal)
}
