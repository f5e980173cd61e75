//! The tool by which models make images while they answer.

use std::sync::Arc;
use std::time::Duration;

use area::Services;
use async_trait::async_trait;
use conversations::PartKind;
use generation::{
    ContextScope, ContextSource, Contribution, Tool, ToolError, ToolOutput, ToolScope,
};
use image_models::ImageModelInfo;
use image_sources::{Purpose, for_model, read_sources};
use kernel::{Failure, Fallible, FileId, Payer};
use providers::{ModelImage, ToolSpec};
use serde::Deserialize;
use serde_json::{Value, json};
use tasks::{NewTask, State, TaskId};
use tokio::time::timeout;

use crate::creation::price_of;
use crate::problems::TASK_NOT_FOUND;
use crate::rules::{check_work, title_of};
use crate::store::list_of_task;
use crate::task::{ImageTask, Wish};
use crate::work::{Creation, Reference, Work};

/// The name by which bots and models know it.
const NAME: &str = "create_image";
/// Longest time that an answer waits for an image; the task goes on.
const LONGEST: Duration = Duration::from_secs(300);

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
        if !scope.model.tools || !scope.bot.tools.allows(NAME) {
            return Ok(Contribution::default());
        }
        let models = self.services.image_models.list().await?;
        let Some(model) = models.into_iter().find(|model| model.abilities.creates) else {
            return Ok(Contribution::default());
        };
        let tool =
            CreateImage { services: self.services.clone(), model, model_sees: scope.model.vision };
        Ok(Contribution { tools: vec![Arc::new(tool)], ..Contribution::default() })
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
                "description": "Ids of images that this tool made before, to change them.",
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

    fn source(&self) -> Option<String> {
        None
    }

    /// What costs credits is never begun without the person.
    fn needs_approval(&self) -> bool {
        self.model.credits > 0
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| failed(format!("The arguments are wrong: {error}")))?;
        let work = Work::Create(self.creation(arguments));
        match self.make(work, scope).await {
            Ok(output) => output,
            Err(Failure::Problem(problem)) => Err(failed(problem.kind.text)),
            Err(fault) => {
                tracing::error!(%fault, "an image could not be made in an answer");
                Err(failed("The server could not make the image."))
            }
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
        let payer = Payer { user_id: scope.user_id, workspace_id: scope.workspace_id };
        let id = TaskId::new(self.services.clock.now());
        let title = title_of(&work);
        let task = NewTask { price, ..NewTask::new(id, title, Wish { work, board_id: None }) };
        tasks::start_for::<ImageTask>(&self.services, payer, task).await?;
        let wait = timeout(LONGEST, tasks::settled::<ImageTask>(&self.services, id));
        let settled = tokio::select! {
            settled = wait => settled,
            () = scope.cancelled.cancelled() => {
                tasks::cancel(&self.services, scope.user_id, id, TASK_NOT_FOUND).await?;
                return Ok(Err(failed("The person stopped it.")));
            }
        };
        let Ok(settled) = settled else {
            let later = "The image takes long. The person finds it under Images when it is ready.";
            return Ok(Ok(ToolOutput { text: later.to_owned(), ..ToolOutput::default() }));
        };
        match settled?.map(|task| (task.head.state, task.head.cause, task.head.problem)) {
            Some((State::Succeeded, ..)) => Ok(Ok(self.output(id, scope).await?)),
            Some((_, cause, problem)) => {
                let why = cause.or(problem).map(|body| body.message);
                let why = why.unwrap_or_else(|| "It was stopped.".to_owned());
                Ok(Err(failed(format!("No image was made: {why}"))))
            }
            None => Ok(Err(failed("No image was made."))),
        }
    }

    /// Returns what the call gives: the image for the person, its id and, if it sees, the image for the model.
    async fn output(&self, id: TaskId, scope: &ToolScope) -> Fallible<ToolOutput> {
        let mut conn = self.services.db.read().await?;
        let ids: Vec<_> = list_of_task(&mut conn, id).await?.iter().map(|it| it.file_id).collect();
        let uploads = self.services.files.find_uploads(&mut conn, scope.user_id, &ids).await?;
        drop(conn);
        if let Some(message_id) = scope.message_id {
            let mut tx = self.services.db.begin().await?;
            self.services.files.link_uploads(&mut tx, message_id, ids.iter().copied()).await?;
            tx.commit().await?;
        }
        let mut output = ToolOutput::default();
        for upload in ids.iter().filter_map(|id| uploads.get(id)) {
            output.text.push_str(&format!("[The person sees this image. Its id: {}]\n", upload.id));
            output.parts.push(PartKind::File {
                file_id: upload.id,
                name: upload.name.clone(),
                media_type: upload.media_type.clone(),
                size_bytes: upload.size_bytes,
            });
        }
        if self.model_sees {
            for source in read_sources(&self.services, scope.user_id, &ids).await? {
                let source = for_model(&self.services, source, Purpose::Mask).await?;
                output
                    .images
                    .push(ModelImage { media_type: source.media_type, data: source.content });
            }
        }
        Ok(output)
    }
}

fn failed(why: impl Into<String>) -> ToolError {
    ToolError(why.into())
}
