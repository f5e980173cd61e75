//! One chat as a file: the shown branch, in the usual formats. All are written from one reading of its
//! Markdown (`blocks.rs`), with everything escaped and nothing fetched.

mod blocks;
mod chat;
mod docx;
mod dollars;
mod formula;
mod html;
mod markdown;
mod marks;
mod pictures;
mod sheets;
mod words;
mod zipped;

use area::Services;
use conversations::{Conversation, Message, find_conversation, list_messages, path_to};
use identity::SignedIn;
use kernel::{ConversationId, Failure, Fallible, MessageId};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::archive::settled;
use crate::problems::{CHAT_NOT_FOUND, NO_TABLES};
use crate::wire::NewDiagram;
use chat::Chat;
use pictures::{Diagrams, add_pictures};
use words::Words;

/// As which file a chat goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Format {
    Markdown,
    Html,
    /// With all branches.
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

/// What is wanted of a chat.
pub(crate) struct Wanted {
    pub format: Format,
    /// This message alone.
    pub message_id: Option<MessageId>,
    /// BCP 47: in which language the file says what nobody in the chat said; the caller's where there is none.
    pub locale: Option<String>,
    /// What the caller has drawn for it.
    pub diagrams: Vec<NewDiagram>,
}

/// A chat of the caller's as a file.
pub(crate) async fn export(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    wanted: Wanted,
) -> Fallible<Exported> {
    let Wanted { format, message_id, locale, diagrams } = wanted;
    let diagrams = Diagrams::parse(diagrams)?;
    let mut conn = services.db.read().await?;
    let found = find_conversation(&mut conn, caller.user_id, id).await?;
    let conversation = found.ok_or(CHAT_NOT_FOUND)?;
    let all = list_messages(&mut conn, id).await?;
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
    let mut chat = Chat::read(
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

/// Takes some milliseconds of the processor.
fn as_file(
    chat: &Chat,
    format: Format,
    conversation: &Conversation,
    all: Vec<Message>,
) -> Fallible<Exported> {
    let (ending, media_type, bytes) = match format {
        Format::Markdown => {
            ("md", "text/markdown; charset=utf-8", markdown::write(chat).into_bytes())
        }
        Format::Html => ("html", "text/html; charset=utf-8", html::write(chat).into_bytes()),
        Format::Json => ("json", "application/json", json_of(conversation, all)?),
        Format::Docx => (
            "docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            docx::write(chat)?,
        ),
        Format::Csv | Format::Xlsx => tables(chat, format)?,
    };
    Ok(Exported { name: format!("{}.{ending}", file_name(&conversation.title)), media_type, bytes })
}

fn tables(chat: &Chat, format: Format) -> Fallible<(&'static str, &'static str, Vec<u8>)> {
    let tables = sheets::tables_of(chat);
    match (format, &tables[..]) {
        (_, []) => Err(NO_TABLES.into()),
        (Format::Csv, [only]) => {
            Ok(("csv", "text/csv; charset=utf-8", sheets::csv(only).into_bytes()))
        }
        (Format::Csv, several) => Ok(("zip", "application/zip", sheets::csv_files(several)?)),
        (_, all) => Ok((
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            sheets::xlsx(all)?,
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

/// A name that every file system takes, from a title in any script.
fn file_name(title: &str) -> String {
    let safe: String = title
        .chars()
        .map(|character| match character {
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '-',
            other if other.is_control() || is_direction_mark(other) => ' ',
            other => other,
        })
        .take(60)
        .collect();
    let safe = safe.trim_matches(|character: char| character == '.' || character.is_whitespace());
    if safe.is_empty() { "chat".to_owned() } else { safe.to_owned() }
}

/// Characters that turn text around, by which a name could hide its ending.
fn is_direction_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether the first letter of a text is of a script that is written from right to left.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|character| character.is_alphabetic());
    first.is_some_and(is_of_right_to_left_script)
}

fn is_of_right_to_left_script(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// How long a text is in letters: those of Chinese and its neighbours are two wide.
fn wide_chars(text: &str) -> usize {
    let wide = |character: char| if ('\u{2e80}'..'\u{ffa0}').contains(&character) { 2 } else { 1 };
    let line = |line: &str| line.chars().map(wide).sum::<usize>();
    text.lines().map(line).max().unwrap_or(0)
}

#[cfg(test)]
pub(crate) fn sample(text: &str) -> Chat {
    let turn = |is_answer, text: &str| chat::Turn {
        is_answer,
        name: if is_answer { "GPT" } else { "You" }.to_owned(),
        time: "2026-11-21 14:05".to_owned(),
        pieces: vec![chat::Piece::Text(text.to_owned())],
        sources: Vec::new(),
    };
    Chat {
        title: "A <chat>".to_owned(),
        turns: vec![turn(false, "Why?"), turn(true, text)],
        words: Words::of(None),
        pictures: std::collections::HashMap::new(),
        diagrams: Diagrams::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_safe_everywhere() {
        assert_eq!(file_name("../a: b?\n"), "-a- b-");
        assert_eq!(file_name("رحلة"), "رحلة");
        assert_eq!(file_name("x\u{202e}fdp.exe"), "x fdp.exe");
        assert_eq!(file_name(" ... "), "chat");
    }

    #[test]
    fn the_first_letter_says_which_way_a_text_runs() {
        assert!(is_right_to_left("1. مرحبا world"));
        assert!(is_right_to_left("שלום"));
        assert!(
            !is_right_to_left("hello مرحبا")
                && !is_right_to_left("你好")
                && !is_right_to_left("12")
        );
    }
}
