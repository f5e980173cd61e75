//! Researches that agents begin for their person.

use std::sync::Arc;

use area::{AgentTools, Services};
use async_trait::async_trait;
use conversations::PartKind;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, Payer};
use providers::ToolSpec;
use serde_json::{Value, json};
use web_search::{Source, list_sources};

use crate::researches::begin_for;

/// The name of the tool, by which agents choose it. It never changes.
const NAME: &str = "start_research";

/// Offers agents a tool that begins researches, where the web can be searched.
pub(crate) struct StartsResearches(Services);

impl StartsResearches {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[async_trait]
impl AgentTools for StartsResearches {
    async fn tools_for(&self, payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        let sources = list_sources(&self.0, payer.user_id).await?;
        let has_web = sources.iter().any(|(source, _)| *source == Source::Web);
        let tool: Arc<dyn Tool> = Arc::new(StartResearch(self.0.clone()));
        Ok(has_web.then_some(tool).into_iter().collect())
    }
}

struct StartResearch(Services);

#[async_trait]
impl Tool for StartResearch {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: NAME.to_owned(),
            description: "Begins a deep research, which takes minutes and goes on by itself until this task is stopped. \
                          The person agrees on its plan first; read its report in the library later."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": { "question": { "type": "string" } },
                "required": ["question"],
            }),
        }
    }

    fn title(&self) -> String {
        "Start a deep research".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let question = arguments["question"].as_str().unwrap_or_default().trim().to_owned();
        if question.is_empty() {
            return Err(ToolError("\"question\" must be a text.".to_owned()));
        }
        let payer = Payer { workspace_id: scope.workspace_id, user_id: scope.user_id };
        match begin_for(&self.0, payer, question, scope.parent.clone()).await {
            Ok(research) => {
                let (id, title) = (research.head.id.0, research.head.title);
                let text =
                    format!("The research was begun. Its plan waits for the person. Its id: {id}");
                let part = PartKind::Reference { of: "research".to_owned(), thing_id: id, title };
                Ok(ToolOutput { text, parts: vec![part], ..ToolOutput::default() })
            }
            Err(failure) => Err(ToolError::of(failure, "The research could not be begun.")),
        }
    }
}
