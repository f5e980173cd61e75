//! Documents that agents make: a file for the person, of what the model wrote.

use std::collections::HashMap;

use area::Services;
use async_trait::async_trait;
use bytes::Bytes;
use conversations::PartKind;
use files::NewUpload;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, FileId, truncate};
use printed::{Diagrams, Piece, Text, Turn, Words, file_name};
use providers::ToolSpec;
use serde_json::{Value, json};

use crate::house_tools::names::CREATE_DOCUMENT;
use crate::house_tools::web::text_of;

const TITLE_MAX_CHARS: usize = 120;
const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

pub(crate) struct CreateDocument {
    pub services: Services,
    pub locale: Option<String>,
}

#[async_trait]
impl Tool for CreateDocument {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: CREATE_DOCUMENT.to_owned(),
            description: "Makes a file that the person can save: Word, a web page or Markdown."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "title": { "type": "string" },
                    "markdown": { "type": "string", "description": "The whole text, without its title." },
                    "format": { "type": "string", "enum": ["docx", "html", "markdown"] },
                },
                "required": ["title", "markdown"],
            }),
        }
    }

    fn title(&self) -> String {
        "Create a document".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let (title, markdown) = (text_of(&arguments, "title")?, text_of(&arguments, "markdown")?);
        let (ending, media_type) = match arguments["format"].as_str() {
            None | Some("docx") => ("docx", WORD),
            Some("html") => ("html", "text/html"),
            Some("markdown") => ("md", "text/markdown"),
            Some(other) => return Err(ToolError(format!("There is no format {other:?}."))),
        };
        let title = truncate(title, TITLE_MAX_CHARS);
        let name = format!("{}.{ending}", file_name(&title, "document"));
        let text = self.text(title, markdown);
        let made = async {
            let content = match ending {
                "docx" => printed::write_docx(&text)?,
                "html" => printed::write_html(&text).into_bytes(),
                _ => printed::write_markdown(&text).into_bytes(),
            };
            self.store(scope, name, media_type, content.into()).await
        };
        let part =
            made.await.map_err(|error| ToolError::of(error, "The document could not be made."))?;
        let text = "The document was made. The person sees it here and can save it.".to_owned();
        Ok(ToolOutput { text, parts: vec![part], ..ToolOutput::default() })
    }
}

impl CreateDocument {
    fn text(&self, title: String, markdown: &str) -> Text {
        let turn = Turn {
            is_answer: true,
            name: String::new(),
            time: String::new(),
            pieces: vec![Piece::Text(markdown.to_owned())],
            sources: Vec::new(),
        };
        Text {
            title,
            turns: vec![turn],
            words: Words::of(self.locale.as_deref()),
            pictures: HashMap::new(),
            diagrams: Diagrams::default(),
        }
    }

    async fn store(
        &self,
        scope: &ToolScope,
        name: String,
        media_type: &str,
        content: Bytes,
    ) -> Fallible<PartKind> {
        let services = &self.services;
        let (db, files, now) = (&services.db, &services.files, services.clock.now());
        let new = NewUpload {
            id: FileId::new(now),
            user_id: scope.user_id,
            workspace_id: scope.workspace_id,
            name: name.clone(),
            media_type: media_type.to_owned(),
            size_bytes: content.len() as i64,
            sha256: None,
        };
        let upload = files.store_generated_file(db, &new, content, None, now).await?;
        Ok(PartKind::File {
            file_id: upload.id,
            name,
            media_type: upload.media_type,
            size_bytes: upload.size_bytes,
        })
    }
}
