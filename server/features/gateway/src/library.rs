//! A person's own library, as programs search it: their conversations, their files, and what else is their own.

use area::{LibraryItem, Services};
use conversations::{
    Message, Role, find_conversation, list_messages, path_to, search as search_conversations,
    text_of,
};
use kernel::{ConversationId, Failure, FileId, Timestamp, UserId};
use retrieval::find_passages;
use serde_json::{Value, json};
use store::{Conn, Cursor, StoreError, StoreResult};

use crate::problems::{LIBRARY_HITS_MAX, LIBRARY_TEXT_MAX_CHARS};

/// Default number of results.
const HITS_DEFAULT: u64 = 8;
/// Characters of a passage that a result shows.
const PASSAGE_CHARS: usize = 600;
/// A person's newest files that are searched.
const FILES_SEARCHED: usize = 200;

/// The result of a tool: as text for a model, and as data for a program.
pub(crate) struct FoundText {
    pub text: String,
    pub structured: Value,
}

pub(crate) enum Refusal {
    UnknownTool,
    /// An error in the arguments.
    Said(String),
    Fault(Failure),
}

impl From<StoreError> for Refusal {
    fn from(fault: StoreError) -> Self {
        Self::Fault(fault.into())
    }
}

impl From<Failure> for Refusal {
    fn from(fault: Failure) -> Self {
        Self::Fault(fault)
    }
}

/// Returns the definitions of the tools.
pub(crate) fn tools() -> Value {
    let read_only = json!({ "readOnlyHint": true, "openWorldHint": false });
    json!([
        {
            "name": "search_library",
            "title": "Search the library",
            "description": "Finds where the person's own conversations, files, memos, readings, documents, \
                            researches and searches say all of the words. The newest come first.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "Words, in any language." },
                    "limit": { "type": "integer", "minimum": 1, "maximum": LIBRARY_HITS_MAX },
                },
                "required": ["query"],
            },
            "annotations": read_only,
        },
        {
            "name": "read_conversation",
            "title": "Read a conversation",
            "description": "Gives what was said in one conversation, oldest first.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "conversation_id": { "type": "string", "format": "uuid" },
                    "from": {
                        "type": "integer", "minimum": 0,
                        "description": "How many messages to pass over; see `next` of what came before.",
                    },
                },
                "required": ["conversation_id"],
            },
            "annotations": read_only,
        },
    ])
}

pub(crate) async fn call_tool(
    services: &Services,
    user_id: UserId,
    name: &str,
    arguments: &Value,
) -> Result<FoundText, Refusal> {
    match name {
        "search_library" => search_library(services, user_id, arguments).await,
        "read_conversation" => read_conversation(services, user_id, arguments).await,
        _ => Err(Refusal::UnknownTool),
    }
}

async fn search_library(
    services: &Services,
    user_id: UserId,
    arguments: &Value,
) -> Result<FoundText, Refusal> {
    let query = arguments["query"].as_str().unwrap_or_default().trim();
    if query.is_empty() {
        return Err(Refusal::Said("Give `query`: the words to look for.".to_owned()));
    }
    let limit = arguments["limit"].as_u64().unwrap_or(HITS_DEFAULT) as usize;
    let limit = limit.clamp(1, LIBRARY_HITS_MAX);
    let mut conn = services.db.read().await?;
    let said = search_conversations(&mut conn, user_id, query, Cursor::FIRST, limit).await?.items;
    let mut texts = Vec::new();
    let mut hits = Vec::new();
    for hit in said {
        let at = hit.created_at.to_string();
        texts.push(format!(
            "## {} (conversation {}, {at})\n\n{}",
            hit.title, hit.conversation_id, hit.snippet.text
        ));
        hits.push(json!({
            "kind": "conversation", "conversation_id": hit.conversation_id,
            "message_id": hit.message_id, "title": hit.title, "text": hit.snippet.text,
            "created_at": at,
        }));
    }
    for (file_id, name, page, text) in
        search_files(services, &mut conn, user_id, query, limit).await?
    {
        texts.push(format!("## {name}, page {page} (file {file_id})\n\n{text}"));
        hits.push(json!({
            "kind": "file", "file_id": file_id, "title": name, "page": page, "text": text,
        }));
    }
    // Conversations were found above, message by message.
    let others =
        services.library_sources.iter().filter(|source| source.kind() != LibraryItem::CHAT);
    for source in others {
        for thing in source.find(user_id, query, limit).await? {
            let kind = source.kind().trim_start_matches("my_");
            // Content of a document was already found in its file.
            if kind == "document" && thing.path.contains("&page=") {
                continue;
            }
            let (title, path) = (thing.title, thing.path);
            let text = truncate(&thing.text, PASSAGE_CHARS);
            texts.push(format!("## {title} ({kind} {path})\n\n{text}"));
            hits.push(json!({
                "kind": kind, "title": title, "path": path, "text": text,
                "changed_at": thing.changed_at.to_string(),
            }));
        }
    }
    let text = match texts.is_empty() {
        true => "Nothing was found.".to_owned(),
        false => texts.join("\n\n"),
    };
    Ok(FoundText { text, structured: json!({ "results": hits }) })
}

/// Returns the passages of the person's files that answer best: file, name, page, text.
async fn search_files(
    services: &Services,
    conn: &mut Conn,
    user_id: UserId,
    query: &str,
    limit: usize,
) -> StoreResult<Vec<(FileId, String, i64, String)>> {
    let mut files = services.files.list_uploads(conn, user_id).await?;
    files.sort_by_key(|file| std::cmp::Reverse(file.created_at));
    files.truncate(FILES_SEARCHED);
    let ids: Vec<_> = files.iter().map(|file| file.id).collect();
    let found = find_passages(conn, &ids, query, limit).await?;
    let named = found.into_iter().map(|passage| {
        let file = files.iter().find(|file| file.id == passage.file_id);
        let name = file.map(|file| file.name.clone()).unwrap_or_default();
        (passage.file_id, name, passage.page, truncate(&passage.text, PASSAGE_CHARS))
    });
    Ok(named.collect())
}

async fn read_conversation(
    services: &Services,
    user_id: UserId,
    arguments: &Value,
) -> Result<FoundText, Refusal> {
    let id = arguments["conversation_id"].as_str().and_then(|id| id.parse::<ConversationId>().ok());
    let id =
        id.ok_or_else(|| Refusal::Said("Give `conversation_id`, from a search.".to_owned()))?;
    let from = arguments["from"].as_u64().unwrap_or(0) as usize;
    let mut conn = services.db.read().await?;
    let found = find_conversation(&mut conn, user_id, id).await?;
    let Some(conversation) = found.filter(|found| found.deleted_at.is_none()) else {
        return Err(Refusal::Said("Chat not found.".to_owned()));
    };
    let messages = match conversation.leaf_id {
        Some(leaf_id) => path_to(&mut conn, leaf_id).await?,
        None => list_messages(&mut conn, id).await?,
    };
    drop(conn);
    let (shown, next) = shown_from(&messages, from);
    let said: Vec<_> = shown
        .iter()
        .map(|(message, text)| {
            json!({
                "role": role_of(message), "text": text, "created_at": at(message.created_at),
            })
        })
        .collect();
    let texts = shown.iter().map(|(message, text)| format!("**{}**: {text}", role_of(message)));
    let mut text =
        format!("# {}\n\n{}", conversation.title, texts.collect::<Vec<_>>().join("\n\n"));
    if let Some(next) = next {
        text.push_str(&format!("\n\n[There is more: read again from {next}.]"));
    }
    let structured = json!({
        "title": conversation.title, "messages": said, "next": next, "total": messages.len(),
    });
    Ok(FoundText { text, structured })
}

/// Returns the messages from `from` on that fit, and where the next ones begin.
fn shown_from(messages: &[Message], from: usize) -> (Vec<(&Message, String)>, Option<usize>) {
    let mut left = LIBRARY_TEXT_MAX_CHARS;
    let mut shown = Vec::new();
    for (index, message) in messages.iter().enumerate().skip(from) {
        let text = text_of(&message.parts);
        let chars = text.chars().count();
        if chars > left && !shown.is_empty() {
            return (shown, Some(index));
        }
        // A single text that is too long is truncated, or it could never be returned.
        left = left.saturating_sub(chars);
        shown.push((message, truncate(&text, LIBRARY_TEXT_MAX_CHARS)));
    }
    (shown, None)
}

fn role_of(message: &Message) -> &'static str {
    match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

fn at(time: Timestamp) -> String {
    time.to_string()
}

fn truncate(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
