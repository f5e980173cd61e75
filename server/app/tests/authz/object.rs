//! The objects that operations name by an id, and the states they can be in.

use std::str::FromStr;

use serde_json::{Value, json};

use crate::team::SEATS;

/// The state of an operation's object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// The operation names none.
    None,
    Live,
    /// Open to whoever has its address: a bot "anyone with link", a shared conversation.
    Link,
    /// Open to every signed-in person.
    Public,
    /// In the trash, if there is one; a memory item: forgotten; a suggestion: rejected.
    Deleted,
    /// Belongs to a team that nobody pays for any more; if the operation names no object, it runs in that team's
    /// workspace.
    Locked,
    Unknown,
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Live => "live",
            Self::Link => "link",
            Self::Public => "public",
            Self::Deleted => "deleted",
            Self::Locked => "locked",
            Self::Unknown => "unknown",
        })
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            "live" => Ok(Self::Live),
            "link" => Ok(Self::Link),
            "public" => Ok(Self::Public),
            "deleted" => Ok(Self::Deleted),
            "locked" => Ok(Self::Locked),
            "unknown" => Ok(Self::Unknown),
            other => Err(format!("{other:?} is no state")),
        }
    }
}

/// Returns the name of the id in a path: `conversation_id`.
pub fn parameter(path: &str) -> Option<&str> {
    if path == "/api/teams/workspace" {
        // It is in the body.
        return Some("team_id");
    }
    Some(path.split_once('{')?.1.split_once('}')?.0)
}

pub fn states_of(path: &str) -> &'static [State] {
    match parameter(path) {
        None if uses_workspace(path) => &[State::None, State::Locked],
        None => &[State::None],
        Some("conversation_id" | "message_id" | "run_id") => {
            &[State::Live, State::Link, State::Deleted, State::Locked, State::Unknown]
        }
        Some("bot_id") => {
            &[State::Live, State::Link, State::Public, State::Deleted, State::Unknown]
        }
        Some("prompt_id") => &[State::Live, State::Public, State::Deleted, State::Unknown],
        Some("collection_id" | "feed_id" | "item_id" | "memo_id" | "suggestion_id") => {
            &[State::Live, State::Deleted, State::Unknown]
        }
        Some("document_id" | "reading_id" | "research_id" | "search_id") => {
            &[State::Live, State::Deleted, State::Locked, State::Unknown]
        }
        Some("action_id") => &[State::Live, State::Public, State::Unknown],
        Some("team_id" | "code" | "order_id" | "file_id") => {
            &[State::Live, State::Locked, State::Unknown]
        }
        Some(_) => &[State::Live, State::Unknown],
    }
}

/// Returns true if an operation buys something for the current workspace, or uses what the workspace pays for.
fn uses_workspace(path: &str) -> bool {
    let is_use = [
        "/api/documents/files",
        "/api/documents/library",
        "/api/reading/readings",
        "/api/research/researches",
        "/api/search/searches",
        "/api/translation/texts",
        "/api/writing/humanizations",
    ];
    path.starts_with("/api/billing/") || is_use.contains(&path)
}

/// Returns true if others may do this to a bot or a prompt that its author published: see it, use it, bookmark it and
/// report it. A shared conversation stays its owner's: others see the share.
pub fn is_open_to_others(method: &str, path: &str) -> bool {
    let used = [
        ("get", "/api/bots/{bot_id}"),
        ("get", "/api/bots/{bot_id}/icon"),
        ("post", "/api/bots/{bot_id}/conversations"),
        ("patch", "/api/bots/{bot_id}/marks"),
        ("post", "/api/bots/{bot_id}/reports"),
        ("get", "/api/prompts/{prompt_id}"),
        ("patch", "/api/prompts/{prompt_id}/marks"),
    ];
    used.contains(&(method, path))
}

/// Returns true for objects that a team owns together: the team itself, and purchases for it. Everything else in its
/// workspace belongs to its creator.
pub fn is_of_team(path: &str) -> bool {
    path.starts_with("/api/teams/") || path.starts_with("/api/billing/orders/")
}

/// Returns true for POST requests that change nothing: quotes, and lookups of payments.
pub fn is_read_by_posting(path: &str) -> bool {
    let read = [
        "/api/billing/quotes",
        "/api/billing/orders/{order_id}/check",
        "/api/writing/humanizations/price",
    ];
    read.contains(&path)
}

/// Returns true if a request creates its object: sending to a missing conversation creates it, under the client's id;
/// and its tools may be chosen before.
pub fn is_made_by_its_caller(method: &str, path: &str) -> bool {
    (method == "post" && path == "/api/chat/conversations/{conversation_id}/messages")
        || path == "/api/tools/chats/{conversation_id}"
}

/// Returns true for shared objects: open to anybody who knows their address, which nobody can guess.
pub fn is_known_by_address(path: &str) -> bool {
    [
        "/api/sharing/public/",
        "/api/teams/invitations/",
        "/api/rewards/invitations/",
        // A provider's name is no secret: its news are proved by their signature.
        "/api/billing/notices/",
    ]
    .iter()
    .any(|known| path.starts_with(known))
}

/// Returns a query that the operation cannot do without.
pub fn query_of(path: &str) -> &'static str {
    match path {
        "/api/portability/chats/{conversation_id}" => "?format=json",
        "/api/search/own/{thing_id}" => "?kind=my_memo",
        "/api/research/researches/{research_id}/export" => "?format=markdown",
        "/api/img_proxy/proxy_url/{url}" => "?e=1&s=x",
        _ => "",
    }
}

/// The content of a request.
pub struct Content {
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

impl From<Value> for Content {
    fn from(json: Value) -> Self {
        Self { kind: "application/json", bytes: json.to_string().into_bytes() }
    }
}

/// Returns a picture that is large enough for a bot and a team.
pub fn picture() -> Content {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::DynamicImage::from(image::RgbImage::new(100, 100));
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    Content { kind: "image/png", bytes: bytes.into_inner() }
}

/// Returns the whole of a file of three bytes.
pub fn chunk() -> Content {
    Content { kind: "application/offset+octet-stream", bytes: b"abc".to_vec() }
}

/// Returns the body of a highlight.
pub fn highlight() -> Value {
    let marked = json!({ "x": 0.1, "y": 0.1, "width": 0.2, "height": 0.1 });
    json!({ "page": 1, "color": "yellow", "boxes": [marked], "quote": "q", "note": "" })
}

/// Returns valid content for the operation, where the response would otherwise only be that it is malformed. `id` is
/// the object's; `is_for_team`: the caller works in a team's workspace, which is sold other plans.
pub fn content_of(method: &str, path: &str, id: &str, is_for_team: bool) -> Option<Content> {
    match (method, path) {
        ("put", "/api/bots/{bot_id}/icon" | "/api/teams/{team_id}/avatar") => Some(picture()),
        ("patch", "/api/documents/files/{file_id}") => Some(chunk()),
        _ => json_of(method, path, id, is_for_team).map(Content::from),
    }
}

fn json_of(method: &str, path: &str, id: &str, is_for_team: bool) -> Option<Value> {
    let new_id = kernel::Uuid::new_v4();
    let (item, price) = sold(is_for_team);
    match (method, path) {
        ("get" | "delete", _) => None,
        ("post", "/api/chat/conversations/{conversation_id}/messages") => Some(json!({
            "id": new_id, "parent_id": null, "text": "Hi", "model": "builtin/assistant",
        })),
        (
            "post",
            "/api/chat/messages/{message_id}/regenerate"
            | "/api/chat/messages/{message_id}/ensemble",
        ) => Some(json!({ "id": new_id })),
        ("patch", "/api/chat/conversations/{conversation_id}") => Some(json!({ "title": "t" })),
        ("post", "/api/chat/conversations/batch") => {
            Some(json!({ "action": "read", "conversation_ids": [] }))
        }
        ("post", "/api/chat/groups") | ("patch", "/api/chat/groups/{group_id}") => {
            Some(json!({ "name": "n" }))
        }
        ("put", "/api/chat/summaries/{summary_id}") => Some(json!({ "text": "t" })),
        ("patch", "/api/admin/users/{user_id}") => Some(json!({ "suspended": false })),
        ("put", "/api/admin/users/{user_id}/caps") => {
            Some(json!({ "meter": "advanced_credit", "amount": 1 }))
        }
        ("post", "/api/admin/grants") => Some(json!({
            "id": new_id, "workspace_id": new_id, "meter": "advanced_credit", "amount": 1,
            "ends_at": null, "reason": "r",
        })),
        ("put", "/api/admin/own-notice") => Some(json!({
            "level": "notice", "text": "t", "starts_at": null, "ends_at": null,
        })),
        ("patch", "/api/models/connections/{connection_id}") => Some(json!({ "name": "n" })),
        ("patch", "/api/accounts/me") => Some(json!({ "name": "n" })),
        ("patch", "/api/accounts/settings") => Some(json!({ "theme": "dark" })),
        ("patch", "/api/tools/servers/{server}") => Some(json!({ "enabled": false })),
        ("patch", "/api/tools/servers/{server}/rule") => {
            Some(json!({ "tool": "t", "rule": "always" }))
        }
        ("patch", "/api/tools/chats/{conversation_id}") => Some(json!({ "off": [] })),
        ("post", "/api/tools/servers") => {
            Some(json!({ "name": "n", "url": "https://127.0.0.1/mcp", "token": null }))
        }
        ("post", "/api/runs/{run_id}/tool-calls/{call_id}") => Some(json!({ "decision": "once" })),
        ("post", "/api/documents/files") => Some(json!({
            "id": new_id, "name": "a.txt", "size_bytes": 3,
        })),
        ("post", "/api/documents/collections") => Some(json!({ "id": new_id, "name": "n" })),
        ("post", "/api/documents/library") => Some(json!({
            "id": new_id,
            "source": { "type": "upload", "file_id": new_id, "name": "a.pdf", "size_bytes": 3 },
        })),
        ("put", "/api/notifications/push") => Some(json!({
            // A point on the curve, and a secret: RFC 8291, appendix A.
            "endpoint": "https://push.example/a",
            "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            },
            "with_title": false,
        })),
        ("post", "/api/portability/chats/{conversation_id}") => Some(json!({ "diagrams": [] })),
        ("post", "/api/img_proxy/links") => Some(json!({ "url": "https://example.com/a.png" })),
        ("post", "/api/gateway/keys") => Some(json!({ "name": "n" })),
        ("post", "/v1/chat/completions") => Some(json!({
            "model": "builtin/assistant", "messages": [{ "role": "user", "content": "1+1" }],
        })),
        ("post", "/v1/responses") => Some(json!({ "model": "builtin/assistant", "input": "1+1" })),
        // No model here creates vectors: callers whose key allows this are told so.
        ("post", "/v1/embeddings") => Some(json!({ "model": "builtin/assistant", "input": "a" })),
        ("post", "/mcp") => Some(json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" })),
        ("put", "/api/documents/library/{document_id}/highlights/{highlight_id}") => {
            Some(highlight())
        }
        ("post", "/api/writing/humanizations") => {
            Some(json!({ "text": "It is late.", "tone": "plain" }))
        }
        ("post", "/api/writing/humanizations/price") => Some(json!({ "text": "It is late." })),
        ("post", "/api/writing/grammar") => Some(json!({ "text": "It it is late." })),
        ("patch", "/api/bots/reports/{report_id}") => Some(json!({ "outcome": "dismissed" })),
        ("patch", "/api/bots/reviews/{bot_id}") => {
            Some(json!({ "outcome": "approved", "version": 1 }))
        }
        ("post", "/api/bots/{bot_id}/reports") => Some(json!({ "reason": "spam" })),
        ("post", "/api/bots/{bot_id}/conversations") => Some(json!({ "id": new_id })),
        ("patch", "/api/prompts/{prompt_id}/marks") => Some(json!({ "favorited": true })),
        ("post", "/api/translation/texts") => {
            Some(json!({ "texts": ["Hi"], "target_language": "de" }))
        }
        ("post", "/api/translation/glossary") | ("put", "/api/translation/glossary/{term_id}") => {
            Some(json!({
                "original": "lamp", "translation": "Leuchte", "target_language": "de",
            }))
        }
        ("post", "/api/translation/glossary/table") => {
            Some(json!({ "csv": "original,translation,target_language\na,b,de\n" }))
        }
        ("post", "/api/billing/quotes") => Some(item),
        ("post", "/api/billing/orders") => {
            Some(json!({ "id": new_id, "item": item, "amount": price, "currency": "USD" }))
        }
        ("post", "/api/billing/trial") => Some(json!({ "cycle": "monthly" })),
        ("post", "/api/billing/subscription/cancel") => Some(json!({ "reason": "not_used" })),
        ("post", "/api/billing/subscription/downgrade") => Some(json!({
            "plan": item["plan"], "cycle": "monthly", "seats": item["seats"], "price": price,
            "currency": "USD",
        })),
        ("put", "/api/billing/own-offer") | ("post", "/api/billing/own-offer/preview") => {
            Some(json!({
                "currency": "USD", "trial": { "plan": "pro", "days": 7, "extension_days": 7 },
                // Purchases made by others meanwhile stay valid.
                "plans": { "pro": { "monthly": 990 }, "team": { "monthly": 2490 } }, "packs": {},
            }))
        }
        ("post", "/api/billing/education/codes") => Some(json!({ "email": "ana@x.edu" })),
        ("post", "/api/billing/education/proof") => {
            Some(json!({ "email": "ana@x.edu", "code": "000000" }))
        }
        ("put", "/api/affiliates/own") => Some(json!({ "about": "a", "payout_to": "p" })),
        ("post", "/api/affiliates/clicks") => Some(json!({ "code": "abcdefghjk" })),
        ("post", "/api/affiliates/all/{affiliate_id}/payouts") => {
            Some(json!({ "amount": 1, "currency": "USD" }))
        }
        ("post", "/api/rewards/claims") => Some(json!({ "code": "abcdefghjk" })),
        ("post", "/api/search/searches") => {
            Some(json!({ "id": new_id, "query": "q", "source": "web" }))
        }
        ("post", "/api/research/researches") => {
            Some(json!({ "id": new_id, "question": "q", "sources": ["web"] }))
        }
        ("post", "/api/research/researches/{research_id}/answers") => {
            Some(json!({ "answers": [] }))
        }
        ("post", "/api/research/researches/{research_id}/plan") => Some(json!({
            "plan": [{ "question": "q" }], "steps_max": 5, "spend_max": 0,
        })),
        ("post", "/api/research/researches/{research_id}/again") => Some(json!({ "id": new_id })),
        ("put", "/api/research/researches/{research_id}/schedule") => {
            Some(json!({ "every": null }))
        }
        ("post", "/api/reading/readings") => Some(json!({
            "id": new_id, "source": { "type": "text", "text": "The sea rises and falls." },
        })),
        ("patch", "/api/reading/readings/{reading_id}") => Some(json!({ "keep_source": true })),
        ("post", "/api/search/finders") | ("put", "/api/search/finders/{finder}") => Some(json!({
            "own": {
                "name": "n", "sources": ["web"], "url": "https://e.org/?q={query}", "items": "/a",
                "title": "/t", "link": "/l",
            },
        })),
        ("put", "/api/search/finder-order") => Some(json!({ "ids": [] })),
        // An invalid address, so that nobody is contacted.
        ("post", "/api/search/feeds" | "/api/search/shared-feeds") => {
            Some(json!({ "url": "file:///a" }))
        }
        ("post", "/api/search/feeds/opml" | "/api/search/shared-feeds/opml") => {
            Some(json!({ "opml": "<opml/>" }))
        }
        ("patch", "/api/search/sites") => Some(json!({ "site": "example.org", "place": "never" })),
        ("put", "/api/search/chat") => Some(json!({ "on": true, "trigger": "manually" })),
        ("post", "/api/memory/items") => Some(json!({ "id": new_id, "text": "I like tea" })),
        ("post", "/api/memos") => Some(json!({ "id": new_id, "title": "t" })),
        ("post", "/api/memos/batch") => Some(json!({ "action": "delete", "memo_ids": [] })),
        ("post", "/api/memos/imports") => Some(json!({ "bookmarks": [] })),
        ("post", "/api/memos/tags") | ("patch", "/api/memos/tags/{tag_id}") => {
            Some(json!({ "name": "n" }))
        }
        ("post", "/api/teams") | ("patch", "/api/teams/{team_id}") => Some(json!({ "name": "n" })),
        ("post", "/api/teams/workspace") => Some(json!({ "team_id": id })),
        ("put", "/api/teams/{team_id}/cap" | "/api/teams/{team_id}/members/{member_id}/cap") => {
            Some(json!({ "meter": "advanced_credit", "amount": 5 }))
        }
        ("patch", "/api/teams/{team_id}/members/{member_id}") => Some(json!({ "role": "admin" })),
        ("put", "/api/billing/auto-deduction") => {
            Some(json!({ "enabled": true, "amount": 490, "monthly_limit": 490 }))
        }
        ("post", "/api/prompts") => Some(json!({ "name": "n", "content": "c" })),
        ("post", "/api/prompts/actions") => Some(json!({ "name": "n", "prompt": "p" })),
        _ => Some(json!({})),
    }
}

/// Returns an item that is sold to a workspace, and its price.
pub fn sold(is_for_team: bool) -> (Value, i64) {
    if is_for_team {
        return (json!({ "plan": "team", "cycle": "monthly", "seats": SEATS }), SEATS * 2490);
    }
    (json!({ "plan": "pro", "cycle": "monthly", "seats": null }), 990)
}
