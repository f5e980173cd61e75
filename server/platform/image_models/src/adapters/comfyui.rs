//! ComfyUI on the operator's own machine: a workflow in its queue.

use async_trait::async_trait;
use bytes::Bytes;
use media_calls::{Provider, ProviderJob, Wait, failure};
use providers::{FormPart, MediaCall, ModelError};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::comfyui_workflow::{SAMPLER, Uploads, workflow};
use crate::{GeneratedImage, ImageModel, ImageRequest, Progress, made};

pub(crate) struct Comfyui {
    pub provider: Provider,
}

#[async_trait]
impl ImageModel for Comfyui {
    async fn start(&self, request: &ImageRequest) -> Result<Progress, ModelError> {
        let uploads = self.upload(request).await?;
        let body = json!({
            "prompt": workflow(request, &uploads), "client_id": request.idempotency_key,
        });
        let answer = self.provider.post("/prompt", body).await?;
        let job = ProviderJob::named(&answer, "prompt_id", &request.model)?;
        Ok(Wait::for_image(job).into())
    }

    async fn poll(&self, job: &ProviderJob) -> Result<Progress, ModelError> {
        if let Some(images) = self.finished(job).await? {
            return Ok(Progress::Done(images));
        }
        let queue = self.provider.get("/queue").await?;
        let wait = Wait::for_image(job.clone());
        if place_in(&queue["queue_running"], job).is_some() {
            return Ok(wait.queue_position(Some(0)).into());
        }
        if let Some(place) = place_in(&queue["queue_pending"], job) {
            let running = queue["queue_running"].as_array().map_or(0, Vec::len);
            return Ok(wait.queue_position(i64::try_from(place + running).ok()).into());
        }
        // It may have ended between the two questions.
        match self.finished(job).await? {
            Some(images) => Ok(Progress::Done(images)),
            None => Err(ModelError::ResultGone),
        }
    }

    async fn cancel(&self, job: &ProviderJob) -> Result<(), ModelError> {
        let queue = self.provider.get("/queue").await?;
        // An older server interrupts whatever runs, so that it is asked only where that is this job.
        let call = match place_in(&queue["queue_running"], job) {
            Some(_) => MediaCall::post("/interrupt").json(json!({ "prompt_id": job.id })),
            None => MediaCall::post("/queue").json(json!({ "delete": [job.id] })),
        };
        self.provider.tell(call).await
    }
}

impl Comfyui {
    async fn upload(&self, request: &ImageRequest) -> Result<Uploads, ModelError> {
        let image = match request.references.first() {
            Some(reference) => {
                Some(self.upload_file("image", &reference.media_type, &reference.content).await?)
            }
            None => None,
        };
        let mask = match &request.mask {
            Some(mask) => Some(self.upload_file("mask", "image/png", mask).await?),
            None => None,
        };
        Ok(Uploads { image, mask })
    }

    /// Uploads a file, and returns the name under which a workflow finds it.
    async fn upload_file(
        &self,
        name: &str,
        media_type: &str,
        content: &Bytes,
    ) -> Result<String, ModelError> {
        let kind = media_type.strip_prefix("image/").unwrap_or("png");
        let file = format!("ensemble-{name}.{kind}");
        let parts = vec![
            FormPart::file("image", file, media_type, content.clone()),
            FormPart::text("type", "input"),
            FormPart::text("overwrite", "false"),
        ];
        let answer = self.provider.post_form("/upload/image", parts).await?;
        let folder = answer["subfolder"].as_str().filter(|folder| !folder.is_empty());
        let name = answer["name"].as_str();
        let name = name.ok_or_else(|| ModelError::broken("an uploaded file has no name"))?;
        Ok(folder.map_or(name.to_owned(), |folder| format!("{folder}/{name}")))
    }

    /// Returns the images of a job; `None` if it is not done.
    async fn finished(&self, job: &ProviderJob) -> Result<Option<Vec<GeneratedImage>>, ModelError> {
        let history = self.provider.get(format!("/history/{}", job.path_id()?)).await?;
        let entry = &history[&job.id];
        if entry.is_null() {
            return Ok(None);
        }
        if entry["status"]["status_str"].as_str() == Some("error") {
            return Err(failure(Some(&error_in(&entry["status"]))));
        }
        let seed = entry["prompt"][2][SAMPLER]["inputs"]["seed"].as_i64();
        let mut images = Vec::new();
        for file in entry["outputs"].as_object().into_iter().flat_map(|nodes| nodes.values()) {
            for file in file["images"].as_array().into_iter().flatten() {
                if file["type"].as_str() == Some("output") {
                    images.push(GeneratedImage { seed, ..self.view(file).await? });
                }
            }
        }
        made::some(images).map(Some)
    }

    async fn view(&self, file: &Value) -> Result<GeneratedImage, ModelError> {
        let text = |name: &str| file[name].as_str().unwrap_or_default();
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("filename", text("filename"))
            .append_pair("subfolder", text("subfolder"))
            .append_pair("type", text("type"))
            .finish();
        let answer = self.provider.send(MediaCall::get(format!("/view?{query}"))).await?;
        made::image(answer.body)
    }
}

/// Returns the place of a job in a list of the queue, whose items are `[number, id, …]`.
fn place_in(list: &Value, job: &ProviderJob) -> Option<usize> {
    let mut items: Vec<(f64, &str)> = list
        .as_array()?
        .iter()
        .filter_map(|item| Some((item[0].as_f64().unwrap_or_default(), item[1].as_str()?)))
        .collect();
    items.sort_by(|one, other| one.0.total_cmp(&other.0));
    items.iter().position(|(_, id)| *id == job.id)
}

/// Returns the words of an execution that failed, or was interrupted.
fn error_in(status: &Value) -> String {
    let messages = status["messages"].as_array().cloned().unwrap_or_default();
    let of = |name: &str| messages.iter().find(|message| message[0].as_str() == Some(name));
    if let Some(error) = of("execution_error") {
        return error[1]["exception_message"].as_str().unwrap_or("execution_error").to_owned();
    }
    match of("execution_interrupted") {
        Some(_) => "The workflow was interrupted.".to_owned(),
        None => "The workflow failed.".to_owned(),
    }
}
