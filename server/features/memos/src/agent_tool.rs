//! Memos that agents save for their person.

use std::sync::Arc;

use area::{AgentTools, Services};
use async_trait::async_trait;
use conversations::PartKind;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, Payer};
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::memos::create_for;
use crate::wire::{Kind, MemoId, NewMemo};

/// The name of the tool, by which agents choose it. It never changes.
const NAME: &str = "save_memo";

/// Offers agents a tool that saves memos.
pub(crate) struct SavesMemos(Services);

impl SavesMemos {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[async_trait]
impl AgentTools for SavesMemos {
    async fn tools_for(&self, _payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        Ok(vec![Arc::new(SaveMemo(self.0.clone()))])
    }
}

struct SaveMemo(Services);

/// The arguments of a call.
#[derive(Deserialize)]
struct Arguments {
    #[serde(default)]
    title: String,
    text: String,
    #[serde(default)]
    tags: Vec<String>,
}

#[async_trait]
impl Tool for SaveMemo {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: NAME.to_owned(),
            description: "Saves a memo in the person's library.".to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "title": { "type": "string" },
                    "text": { "type": "string", "description": "Markdown." },
                    "tags": { "type": "array", "items": { "type": "string" } },
                },
                "required": ["text"],
            }),
        }
    }

    fn title(&self) -> String {
        "Save a memo".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let Arguments { title, text, tags } = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        let new = NewMemo {
            id: MemoId::new(self.0.clock.now()),
            kind: Kind::default(),
            title,
            body: text,
            source_url: None,
            source_path: None,
            quote: None,
            file_id: None,
            tags,
        };
        match create_for(&self.0, scope.user_id, new).await {
            Ok(memo) => {
                let text = format!("The memo was saved. Its id: {}", memo.id);
                let title = memo.title.clone();
                let part =
                    PartKind::Reference { of: "my_memo".to_owned(), thing_id: memo.id.0, title };
                Ok(ToolOutput { text, parts: vec![part], ..ToolOutput::default() })
            }
            Err(failure) => Err(ToolError::of(failure, "The memo could not be saved.")),
        }
    }
}
