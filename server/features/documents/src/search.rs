use std::collections::HashMap;

use async_trait::async_trait;
use conversations::PartKind;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Clock, Fallible, FileId};
use ledger::Ledger;
use providers::{Providers, ToolSpec};
use retrieval::{Found, Meaning, find_by_both};
use serde_json::{Value, json};
use store::Db;

use crate::library::meaning_of;
use crate::rules::{LISTED_FILES_MAX, PASSAGES_FOUND};

/// Longest question.
const QUERY_MAX_CHARS: usize = 500;
/// Length of a passage as it is shown under an answer.
const QUOTE_CHARS: usize = 300;

/// Finds passages in the files of one conversation that are too long to be shown whole.
pub(crate) struct SearchDocuments {
    pub db: Db,
    pub providers: Providers,
    pub ledger: Ledger,
    pub clock: Clock,
    /// The searchable files.
    pub files: HashMap<FileId, SearchedFile>,
}

/// A file that can be searched.
pub(crate) struct SearchedFile {
    pub name: String,
    /// True if it is another person's, which the caller is answered from and cannot open.
    pub is_foreign: bool,
}

#[async_trait]
impl Tool for SearchDocuments {
    fn spec(&self) -> ToolSpec {
        let mut names: Vec<&String> = self.files.values().map(|file| &file.name).collect();
        names.sort();
        let mut file = json!({ "type": "string", "description": "Only in the file of this name." });
        // For a large collection they would be most of the model's input.
        if names.len() <= LISTED_FILES_MAX {
            file["enum"] = json!(names);
        }
        ToolSpec {
            name: "search_documents".to_owned(),
            description:
                "Finds passages in the attached files by their words. Use words that the file \
                itself would use, in its language. Name file and page of what you use."
                    .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "Words to look for." },
                    "file": file,
                },
                "required": ["query"],
                "additionalProperties": false,
            }),
        }
    }

    fn title(&self) -> String {
        "Search in files".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, _scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let query = arguments["query"].as_str().unwrap_or_default().trim();
        if query.is_empty() {
            return Err(ToolError("\"query\" must be a text of one word or more".to_owned()));
        }
        let query: String = query.chars().take(QUERY_MAX_CHARS).collect();
        let wanted = arguments["file"].as_str();
        let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted == name);
        let ids: Vec<FileId> = self
            .files
            .iter()
            .filter(|(_, file)| is_wanted(&file.name))
            .map(|(id, _)| *id)
            .collect();
        if ids.is_empty() {
            return Err(ToolError("there is no attached file of that name".to_owned()));
        }
        let found = self.find(&ids, &query).await.map_err(|error| {
            tracing::error!(?error, "files could not be searched");
            ToolError("the files could not be searched now".to_owned())
        })?;
        Ok(self.output(found))
    }
}

impl SearchDocuments {
    async fn find(&self, ids: &[FileId], query: &str) -> Fallible<Vec<Found>> {
        let meant =
            meaning_of(&self.providers, (&self.db, &self.ledger, &self.clock), ids, query).await?;
        let meaning = meant.as_ref().map(|(model, vector)| Meaning { model, vector });
        let mut conn = self.db.read().await?;
        Ok(find_by_both(&mut conn, ids, query, meaning.as_ref(), PASSAGES_FOUND).await?)
    }

    fn output(&self, found: Vec<Found>) -> ToolOutput {
        if found.is_empty() {
            let text = "Nothing was found. Try other words that the file may use.".to_owned();
            return ToolOutput { text, ..ToolOutput::default() };
        }
        let mut output = ToolOutput::default();
        for passage in found {
            let Some(file) = self.files.get(&passage.file_id) else { continue };
            let (name, page) = (&file.name, passage.page);
            output.text.push_str(&format!("[{name}, p. {page}]\n{}\n\n", passage.text.trim()));
            output.parts.push(citation(file, passage));
        }
        output
    }
}

/// Returns a passage as people see it under the answer.
fn citation(file: &SearchedFile, passage: Found) -> PartKind {
    let quote: String = passage.text.trim().chars().take(QUOTE_CHARS).collect();
    PartKind::Citation {
        title: file.name.clone(),
        url: None,
        quote: Some(quote),
        conversation_id: None,
        message_id: None,
        file_id: (!file.is_foreign).then_some(passage.file_id),
        page: Some(passage.page),
        cites: Vec::new(),
        web: None,
        given: None,
    }
}
