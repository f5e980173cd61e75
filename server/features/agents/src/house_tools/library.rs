//! The person's library: memos, chats, documents and all else that can be referred to with `#`.

use area::{LibraryItem, Services};
use async_trait::async_trait;
use conversations::{GivenSource, PartKind};
use futures::future::try_join_all;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::Uuid;
use providers::{ToolSpec, escape_prompt_tags};
use serde_json::{Value, json};
use web_search::excerpt;

use crate::house_tools::names::{READ_LIBRARY, SEARCH_LIBRARY};
use crate::house_tools::web::text_of;

/// Items of each kind that one search gives.
const PER_KIND: usize = 4;
/// What a model is given of one item.
const ITEM_CHARS: usize = 20_000;

pub(crate) struct SearchLibrary(pub Services);

#[async_trait]
impl Tool for SearchLibrary {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: SEARCH_LIBRARY.to_owned(),
            description:
                "Searches the person's own things: memos, chats, documents, readings, research."
                    .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "Words that occur in it." },
                    "kind": { "type": "string", "enum": kinds(&self.0), "description": "One kind only." },
                },
                "required": ["query"],
            }),
        }
    }

    fn title(&self) -> String {
        "Search the library".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let query = text_of(&arguments, "query")?;
        let kind = arguments["kind"].as_str();
        let sources = self.0.library_sources.iter();
        let asked = sources.filter(|source| kind.is_none_or(|kind| source.kind() == kind));
        let finding = asked.map(|source| async move {
            let items = source.find(scope.user_id, query, PER_KIND).await?;
            Ok::<_, kernel::Failure>(items.into_iter().map(|item| (source.kind(), item)))
        });
        let found = try_join_all(finding).await;
        let found =
            found.map_err(|error| ToolError::of(error, "The library could not be searched."))?;
        let lines: Vec<String> =
            found.into_iter().flatten().map(|(kind, item)| listed(kind, &item)).collect();
        let text = match lines.is_empty() {
            true => "Nothing was found. Try fewer or other words.".to_owned(),
            false => lines.join("\n"),
        };
        Ok(ToolOutput { text, ..ToolOutput::default() })
    }
}

fn kinds(services: &Services) -> Vec<&'static str> {
    services.library_sources.iter().map(|source| source.kind()).collect()
}

fn listed(kind: &str, item: &LibraryItem) -> String {
    let plain = |text: &str| escape_prompt_tags(text, &["item"]);
    let LibraryItem { id, title, text, .. } = item;
    format!("<item kind=\"{kind}\" id=\"{id}\">\n{}\n{}\n</item>", plain(title), plain(text))
}

pub(crate) struct ReadLibrary(pub Services);

#[async_trait]
impl Tool for ReadLibrary {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: READ_LIBRARY.to_owned(),
            description:
                "Reads one of the person's own things, which a search of the library found."
                    .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "kind": { "type": "string", "enum": kinds(&self.0) },
                    "id": { "type": "string" },
                    "about": { "type": "string", "description": "What you want to know." },
                },
                "required": ["kind", "id"],
            }),
        }
    }

    fn title(&self) -> String {
        "Read from the library".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let (kind, id) = (text_of(&arguments, "kind")?, text_of(&arguments, "id")?);
        let gone = || ToolError("There is no such item.".to_owned());
        let id: Uuid = id.parse().map_err(|_| gone())?;
        let source = self.0.library_source(kind).ok_or_else(gone)?;
        let item = source.read(scope.user_id, id).await;
        let item = item.map_err(|error| ToolError::of(error, "The item could not be read."))?;
        let item = item.ok_or_else(gone)?;
        let about = arguments["about"].as_str().unwrap_or_default();
        let said = LibraryItem { text: excerpt(&item.text, about, ITEM_CHARS), ..item };
        let given = GivenSource {
            number: 0,
            of: Some(kind.to_owned()),
            thing_id: Some(said.id),
            path: Some(said.path.clone()),
            at_seconds: None,
        };
        let part = PartKind::Citation {
            title: said.title.clone(),
            url: None,
            quote: None,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page: None,
            cites: Vec::new(),
            web: None,
            given: Some(given),
        };
        Ok(ToolOutput { text: listed(kind, &said), parts: vec![part], ..ToolOutput::default() })
    }
}
