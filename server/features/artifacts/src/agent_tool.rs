//! Artifacts that agents write.

use std::sync::Arc;

use area::{AgentTools, Services};
use async_trait::async_trait;
use conversations::PartKind;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, Payer, Uuid, uuid_v7};
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::artifacts::{add_version, create, get};
use crate::edit::apply_edits;
use crate::rules::Source;
use crate::wire::{DetailBody, NewArtifact, NewVersionBody};

/// The name of the tool, by which agents choose it. It never changes.
const NAME: &str = "write_artifact";

const DESCRIPTION: &str = "Writes an artifact, which the person opens, uses and edits: a page or app (html: one file with its \
styles and scripts; jsx or tsx: a React component with a default export, with react, recharts, lucide-react, clsx and Tailwind \
classes), a drawing (svg), a diagram (mermaid), a document (markdown), a table (csv), or code. It has no network. To change one, \
give its id and either its new content or edits.";

const EDITS: &str = "Instead of content: the changed places of the artifact, each as\n<<<<<<< SEARCH\nexact lines\n=======\n\
their replacement\n>>>>>>> REPLACE";

/// Offers agents a tool that writes artifacts.
pub(crate) struct WritesForAgents(pub Services);

#[async_trait]
impl AgentTools for WritesForAgents {
    async fn tools_for(&self, _payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        Ok(vec![Arc::new(WriteArtifact(self.0.clone()))])
    }
}

struct WriteArtifact(Services);

/// The arguments of a call.
#[derive(Deserialize)]
struct Arguments {
    #[serde(default)]
    artifact_id: Option<Uuid>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    content: String,
    #[serde(default)]
    edits: String,
}

#[async_trait]
impl Tool for WriteArtifact {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: NAME.to_owned(),
            description: DESCRIPTION.to_owned(),
            parameters: json!({
                "type": "object",
                "properties": {
                    "title": { "type": "string", "description": "Of a new artifact." },
                    "language": {
                        "type": "string",
                        "description": "Of a new artifact: html, jsx, tsx, svg, mermaid, markdown, csv, or a programming language.",
                    },
                    "content": { "type": "string" },
                    "artifact_id": { "type": "string", "description": "The artifact that is changed." },
                    "edits": { "type": "string", "description": EDITS },
                },
            }),
        }
    }

    fn title(&self) -> String {
        "Write an artifact".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        match self.write(arguments, scope).await {
            Ok(Some(written)) => Ok(said(written)),
            Ok(None) => Err(ToolError(
                "A searched text is not in the artifact, or there is none. Read it in your earlier calls, or write the whole content."
                    .to_owned(),
            )),
            Err(failure) => Err(ToolError::of(failure, "The artifact could not be written.")),
        }
    }
}

impl WriteArtifact {
    /// Returns the artifact as it was written; `None` if the edits do not fit.
    async fn write(&self, wanted: Arguments, scope: &ToolScope) -> Fallible<Option<DetailBody>> {
        let Arguments { artifact_id, title, language, content, edits } = wanted;
        let (services, user_id) = (&self.0, scope.user_id);
        let Some(id) = artifact_id else {
            let payer = Payer { workspace_id: scope.workspace_id, user_id };
            let new = NewArtifact { id: uuid_v7(services.clock.now()), title, language, content };
            return create(services, &payer, new, Source::Model, Vec::new()).await.map(Some);
        };
        let known = get(services, user_id, id).await?;
        let content = match edits.is_empty() {
            true => Some(content),
            false => apply_edits(&known.content, &edits),
        };
        let Some(content) = content else { return Ok(None) };
        let new = NewVersionBody { content, base: known.artifact.version, restored: None };
        add_version(services, user_id, id, new, Source::Model).await.map(Some)
    }
}

fn said(written: DetailBody) -> ToolOutput {
    let artifact = written.artifact;
    let text = format!(
        "The artifact was written (version {}). Its id: {}. The person sees it; do not repeat its content.",
        artifact.version, artifact.id
    );
    let part = PartKind::Reference {
        of: "artifact".to_owned(),
        thing_id: artifact.id,
        title: artifact.title,
    };
    ToolOutput { text, parts: vec![part], ..ToolOutput::default() }
}
