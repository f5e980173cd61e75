//! The tools by which models make and change images while they answer: `create_image` asks a model of images, `edit_image`
//! (`edit.rs`) uses the tools of this server.

mod edit;
mod made;

use std::collections::HashMap;
use std::sync::Arc;

use area::Services;
use async_trait::async_trait;
use conversations::{Message, PartKind, Role};
use generation::{
    ContextScope, ContextSource, Contribution, MessageContext, Tool, ToolError, ToolOutput,
    ToolScope,
};
use image_models::ImageModelInfo;
use kernel::{Fallible, FileId, MessageId};
use providers::{ToolSpec, escape_prompt_tags};
use regions::Place;
use serde::Deserialize;
use serde_json::{Value, json};

use self::edit::EditImage;
use crate::creation::price_of;
use crate::rules::check_work;
use crate::work::{Creation, Reference, Work};

/// The name by which bots and models know it.
const NAME: &str = "create_image";
/// Offers image creation to models that use tools.
pub(crate) struct CreatesImages {
    services: Services,
}

impl CreatesImages {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

#[async_trait]
impl ContextSource for CreatesImages {
    async fn contribute(&self, scope: &ContextScope, _kept: bool) -> Fallible<Contribution> {
        if !scope.model.tools {
            return Ok(Contribution::default());
        }
        let model_sees = scope.model.vision;
        let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
        // What no person asks for at this moment (a schedule) has no region.
        if scope.bot.tools.allows(NAME) && Place::current().may_make_media {
            let models = self.services.image_models.list().await?;
            let model = models.into_iter().find(|model| model.abilities.creates);
            tools.extend(model.map(|model| -> Arc<dyn Tool> {
                Arc::new(CreateImage { services: self.services.clone(), model, model_sees })
            }));
        }
        let messages = ids_of_images(&scope.branch);
        // Without an image there is nothing to change.
        let has_images = !messages.is_empty() || !tools.is_empty();
        if has_images && scope.bot.tools.allows(edit::NAME) {
            tools.push(Arc::new(EditImage::new(&self.services, model_sees)));
        }
        let messages = if tools.is_empty() { HashMap::new() } else { messages };
        Ok(Contribution { tools, messages, ..Contribution::default() })
    }
}

/// Makes an image for one answer.
struct CreateImage {
    services: Services,
    model: ImageModelInfo,
    /// True if the model that answers gets the image.
    model_sees: bool,
}

/// The arguments of a call.
#[derive(Debug, Deserialize)]
struct Arguments {
    prompt: String,
    #[serde(default)]
    ratio: Option<String>,
    /// Files of the conversation that are to be changed.
    #[serde(default)]
    image_file_ids: Vec<FileId>,
}

#[async_trait]
impl Tool for CreateImage {
    fn spec(&self) -> ToolSpec {
        let abilities = &self.model.abilities;
        let mut properties = json!({
            "prompt": { "type": "string", "description": "What the image shows, in full sentences." },
        });
        if !abilities.ratios.is_empty() {
            properties["ratio"] = json!({ "type": "string", "enum": abilities.ratios });
        }
        if abilities.edits {
            properties["image_file_ids"] = json!({
                "type": "array",
                "items": { "type": "string" },
                "description": "Ids of images of this conversation, to change them.",
            });
        }
        ToolSpec {
            name: NAME.to_owned(),
            description:
                "Makes an image and shows it to the person. Use it only when they ask for one."
                    .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": properties,
                "required": ["prompt"],
                "additionalProperties": false,
            }),
        }
    }

    fn title(&self) -> String {
        match self.model.credits {
            0 => format!("Create image with {}", self.model.name),
            1 => format!("Create image with {} (1 credit)", self.model.name),
            credits => format!("Create image with {} ({credits} credits)", self.model.name),
        }
    }

    /// What costs credits is never begun without the person.
    fn needs_approval(&self) -> bool {
        self.model.credits > 0
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        let work = Work::Create(self.creation(arguments));
        match self.make(work, scope).await {
            Ok(output) => output,
            Err(failure) => Err(ToolError::of(failure, "The server could not make the image.")),
        }
    }
}

impl CreateImage {
    fn creation(&self, arguments: Arguments) -> Creation {
        let references = arguments.image_file_ids.into_iter();
        Creation {
            references: references.map(|file_id| Reference { file_id, strength: None }).collect(),
            ratio: arguments.ratio,
            ..Creation::new(self.model.id.clone(), arguments.prompt)
        }
    }

    async fn make(&self, work: Work, scope: &ToolScope) -> Fallible<Result<ToolOutput, ToolError>> {
        check_work(&work)?;
        let Work::Create(creation) = &work else { return Ok(Ok(ToolOutput::default())) };
        let price = price_of(&self.services, scope.user_id, creation).await?;
        made::make(&self.services, scope, (work, price), self.model_sees).await
    }
}

/// Returns what tells a model the ids of the images that people attached, by their messages.
fn ids_of_images(branch: &[Message]) -> HashMap<MessageId, MessageContext> {
    let named = branch.iter().filter_map(|message| {
        let lines = message.parts.iter().filter_map(|part| match &part.kind {
            PartKind::File { file_id, name, media_type, .. }
                if media_type.starts_with("image/") =>
            {
                let name = escape_prompt_tags(name, &[]);
                Some(format!("[Attached image {name:?}. Its id: {file_id}]\n"))
            }
            _ => None,
        });
        let text: String = lines.collect();
        let is_persons = message.role == Role::User && !text.is_empty();
        is_persons.then(|| (message.id, MessageContext { text, images: Vec::new() }))
    });
    named.collect()
}
