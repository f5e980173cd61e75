//! Models that lie on this machine as files: listed from their folder, and asked like any other server once
//! their program runs.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use async_trait::async_trait;
use futures::{Stream, StreamExt};
use kernel::Problem;
use model_files::{FileName, ModelFile, ModelFiles, PROGRAM_MISSING, Served};

use crate::discovery::Discovered;
use crate::model_list::{ListedModel, add_shown, fetch_models};
use crate::problems::PROTOCOL_UNKNOWN;
use crate::{
    ModelError, ModelEvent, ModelRequest, ModelStream, Protocol, Providers, Target, TextModel,
    Wire, text_model,
};

/// Default name of a connection of model files.
const NAME: &str = "This computer";

impl Providers {
    /// Returns the model files of this machine.
    ///
    /// # Errors
    ///
    /// `providers.protocol_unknown` if this installation has none.
    pub fn model_files(&self) -> Result<&ModelFiles, Problem> {
        self.0.setup.model_files.as_ref().ok_or_else(|| PROTOCOL_UNKNOWN.into())
    }

    /// Reads the folder of model files again when it is connected: something has changed there.
    pub async fn refresh_model_files(&self) -> kernel::Fallible<()> {
        let all = crate::store::list_connections(&mut self.0.db.read().await?).await?;
        for stored in all.iter().filter(|stored| stored.protocol == Protocol::LocalFiles) {
            self.fetch_now(stored).await?;
        }
        Ok(())
    }

    /// Returns the models at `target`, or in the folder.
    pub(crate) async fn fetch_list(
        &self,
        protocol: Protocol,
        target: &Target,
    ) -> Result<Vec<ListedModel>, Problem> {
        if protocol != Protocol::LocalFiles {
            let mut models = fetch_models(&self.0.wire, protocol, target).await?;
            if protocol == Protocol::Ollama {
                add_shown(&self.0.wire, target, &mut models).await;
            }
            return Ok(models);
        }
        let files = self.model_files()?;
        files.program().ok_or(PROGRAM_MISSING)?;
        let (files, _) = files.list().await?;
        Ok(files.iter().filter_map(listed).collect())
    }

    /// Returns the model files that could be connected, if there are any.
    pub(crate) async fn discovered_files(&self) -> Option<Discovered> {
        let files = self.0.setup.model_files.as_ref()?;
        // An unreadable folder is not reported here; the page of model files shows it.
        let (found, _) = files.list().await.ok()?;
        let models = found.iter().filter(|file| file.model.is_ok()).count();
        (models > 0).then(|| Discovered {
            name: NAME.to_owned(),
            protocol: Protocol::LocalFiles,
            base_url: files.folder().display().to_string(),
            models,
        })
    }

    pub(crate) fn files_folder(&self) -> String {
        let files = self.0.setup.model_files.as_ref();
        files.map(|files| files.folder().display().to_string()).unwrap_or_default()
    }

    pub(crate) fn file_model(&self) -> Arc<dyn TextModel> {
        Arc::new(LocalModel { files: self.0.setup.model_files.clone(), wire: self.0.wire.clone() })
    }
}

fn listed(file: &ModelFile) -> Option<ListedModel> {
    let model = file.model.as_ref().ok()?;
    let name = model.name.as_deref().unwrap_or(file.name.model());
    let name = match model.quantisation {
        Some(quantisation) if !name.contains(quantisation) => format!("{name} ({quantisation})"),
        _ => name.to_owned(),
    };
    Some(ListedModel {
        id: file.name.model().to_owned(),
        name: Some(name),
        context_tokens: Some(file.context_tokens),
        // The files that would let it see are files of their own.
        vision: Some(false),
        tools: Some(model.tools),
        reasoning: Some(model.reasoning),
    })
}

/// All model files: the request names the one to use.
struct LocalModel {
    files: Option<ModelFiles>,
    wire: Wire,
}

#[async_trait]
impl TextModel for LocalModel {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let local = ModelError::LocalFile;
        let files = self.files.as_ref().ok_or_else(|| local(PROGRAM_MISSING.into()))?;
        let name: FileName = format!("{}.gguf", request.model).parse().map_err(local)?;
        let mut served = files.serve(&name).await.map_err(local)?;
        let target = Target {
            base_url: served.base_url.clone(),
            api_key: Some(served.key.clone()),
            responses: false,
        };
        let model = text_model(Protocol::OpenaiCompatible, target, self.wire.clone());
        match model.stream(request).await {
            Ok(answer) => Ok(Box::pin(Answer { answer, served: Some(served), ending: None })),
            Err(error) => Err(cause_of(&mut served, error).await),
        }
    }
}

/// Returns the cause of a broken answer, which the process knows better than its connection.
async fn cause_of(served: &mut Served, error: ModelError) -> ModelError {
    let is_of_connection = matches!(
        error,
        ModelError::Broken { .. } | ModelError::Unreachable | ModelError::Overloaded { .. }
    );
    match is_of_connection {
        true => served.cause().await.map_or(error, ModelError::LocalFile),
        false => error,
    }
}

/// An answer, during which its model is in use.
struct Answer {
    answer: ModelStream,
    /// Keeps the model loaded until the answer ends.
    served: Option<Served>,
    /// Finds out why the answer broke off.
    ending: Option<Pin<Box<dyn Future<Output = ModelError> + Send>>>,
}

impl Stream for Answer {
    type Item = Result<ModelEvent, ModelError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Some(ending) = &mut this.ending {
            return ending.as_mut().poll(cx).map(|error| {
                this.ending = None;
                Some(Err(error))
            });
        }
        let event = std::task::ready!(this.answer.poll_next_unpin(cx));
        match event {
            Some(Err(error)) => match this.served.take() {
                Some(mut served) => {
                    this.ending = Some(Box::pin(async move { cause_of(&mut served, error).await }));
                    Pin::new(this).poll_next(cx)
                }
                None => Poll::Ready(Some(Err(error))),
            },
            Some(Ok(event)) => {
                if matches!(event, ModelEvent::Finished(_))
                    && let Some(served) = this.served.take()
                {
                    served.answered();
                }
                Poll::Ready(Some(Ok(event)))
            }
            None => Poll::Ready(None),
        }
    }
}
