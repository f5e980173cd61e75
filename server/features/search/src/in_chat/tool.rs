//! The web as a tool: for models that decide by themselves what to search for while they answer in a chat.

use std::time::Duration;

use area::Services;
use async_trait::async_trait;
use futures::TryFutureExt;
use generation::{Tool, ToolError, ToolOutput, ToolScope, note_check};
use jobs::Job;
use kernel::{Fallible, MessageId, Payer};
use providers::ToolSpec;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use web_search::Source;

use crate::in_chat::cites::CheckChat;
use crate::in_chat::pages::{
    ChatPage, Read, insert_pages, list_answer_pages, listed, numbered, read,
};
use crate::in_chat::search;
use crate::today::counted;

/// Searches the web, the news, papers or what developers wrote, for a model that answers in a chat.
pub(crate) struct SearchWeb {
    services: Services,
    /// The person's, which it is for.
    message_id: MessageId,
    /// How long pages are waited for.
    wait: Duration,
    /// How much of a page the model is given.
    excerpt_chars: usize,
    /// What was found for this answer; `None`: not asked for yet. Searches at once are numbered one after the other.
    known: Mutex<Option<Vec<ChatPage>>>,
}

/// What a search found, and what of it no search before found for the same answer.
struct Found {
    all: Vec<ChatPage>,
    new: Vec<ChatPage>,
}

impl SearchWeb {
    pub fn new(
        services: &Services,
        message_id: MessageId,
        wait: Duration,
        excerpt_chars: usize,
    ) -> Self {
        let services = services.clone();
        Self { services, message_id, wait, excerpt_chars, known: Mutex::default() }
    }

    /// What was found for this answer so far, also before it waited for its person.
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "the tools of one answer wait for the database"
    )]
    async fn known(&self, scope: &ToolScope) -> Fallible<Vec<ChatPage>> {
        let mut known = self.known.lock().await;
        if let Some(pages) = &*known {
            return Ok(pages.clone());
        }
        let mut pages = Vec::new();
        if let Some(answer_id) = scope.message_id {
            let mut conn = self.services.db.read().await?;
            pages = list_answer_pages(&mut conn, answer_id).await?;
        }
        *known = Some(pages.clone());
        Ok(pages)
    }

    /// Numbers what was found, and keeps what is new with the answer.
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "the tools of one answer wait for the database"
    )]
    async fn keep(&self, scope: &ToolScope, found: Read) -> Fallible<Found> {
        let mut kept = self.known.lock().await;
        let known = kept.get_or_insert_default();
        let all = numbered(found, known);
        let is_new = |page: &&ChatPage| known.iter().all(|old| old.number != page.number);
        let new: Vec<ChatPage> = all.iter().filter(is_new).cloned().collect();
        if let Some(answer_id) = scope.message_id {
            let mut tx = self.services.db.begin().await?;
            insert_pages(&mut tx, answer_id, &new).await?;
            note_check(&mut tx, scope.run_id, CheckChat::NAME).await?;
            tx.commit().await?;
        }
        known.extend(new.iter().cloned());
        Ok(Found { all, new })
    }

    async fn find(&self, scope: &ToolScope, source: Source, query: &str) -> Fallible<Found> {
        let whose = Payer { workspace_id: scope.workspace_id, user_id: scope.user_id };
        let searching = search(&self.services, scope.user_id, source, query).map_ok(Some);
        let results = counted(&self.services, &whose, self.message_id, searching).await?;
        let results = results.unwrap_or_default();
        let known = self.known(scope).await?;
        let found = read(&self.services, results, &known, self.wait).await;
        self.keep(scope, found).await
    }
}

#[async_trait]
impl Tool for SearchWeb {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "search_web".to_owned(),
            description: "Searches the web, and reads the first pages. Gives numbered sources."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "A few words, as for a search engine." },
                    "source": {
                        "type": "string",
                        "enum": ["web", "news", "academic", "developer"],
                        "description": "Where to look; the web unless told.",
                    },
                },
                "required": ["query"],
                "additionalProperties": false,
            }),
        }
    }

    fn title(&self) -> String {
        "Search the web".to_owned()
    }

    /// The person switched it on, or set when it is used.
    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let query = arguments["query"].as_str().unwrap_or_default().trim();
        if query.is_empty() {
            return Err(ToolError("\"query\" must be a text of one word or more".to_owned()));
        }
        let source = match &arguments["source"] {
            Value::Null => Source::Web,
            named => serde_json::from_value(named.clone())
                .ok()
                .filter(|source| *source != Source::MyMemo)
                .ok_or_else(|| ToolError("there is no such source".to_owned()))?,
        };
        let found = self.find(scope, source, query).await;
        let found =
            found.map_err(|failure| ToolError::of(failure, "the web could not be searched now"))?;
        if found.all.is_empty() {
            let text = "Nothing was found. Try other words, or another source.".to_owned();
            return Ok(ToolOutput { text, ..ToolOutput::default() });
        }
        let text = listed(&found.all, query, self.excerpt_chars);
        // Until the answer is there and says which of them are its sources.
        let parts = found.new.iter().map(|page| page.citation()).collect();
        Ok(ToolOutput { text, parts, ..ToolOutput::default() })
    }
}
