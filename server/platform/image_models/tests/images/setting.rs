//! One connection to a scripted server, and the image models over it.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bus::Bus;
use bytes::Bytes;
use image_models::{
    GeneratedImage, ImageModel, ImageModels, ImageRequest, Progress, ProviderJob, ReferenceImage,
    ResolvedImageModel,
};
use kernel::{Clock, Secret};
use media_calls::Wait;
use providers::{ModelError, NewConnection, Protocol, Providers, Setup, Timing};
use testing::{NOW, ScriptedServer, TestDb, TestStore, black_png};
use vault::Vault;

pub const KEY: &str = "sk-secret-12345678";

/// A server that a test writes the answers of, connected as `lab`.
pub struct Setting {
    pub server: ScriptedServer,
    pub models: ImageModels,
    pub providers: Providers,
    _store: TestDb,
}

impl Setting {
    /// Connects the server, which has nothing written down yet, so that it lists no models.
    pub async fn over(protocol: Protocol) -> Self {
        Self::connect(protocol, ScriptedServer::start().await).await
    }

    /// Connects a server whose links may lead to `elsewhere`.
    pub async fn reaching(protocol: Protocol, elsewhere: &ScriptedServer) -> Self {
        let setting = Self::over(protocol).await;
        let models = ImageModels::new(setting.providers.clone(), elsewhere.web());
        Self { models, ..setting }
    }

    pub async fn connect(protocol: Protocol, server: ScriptedServer) -> Self {
        let migrations = [providers::MIGRATIONS, audit::MIGRATIONS].concat();
        let store = TestStore::Sqlite.open(&migrations).await;
        let settings = vault::Settings {
            secret: Some(Secret::new("9d2f1c7be05a4863b1f0c2d4e6a8907766554433".to_owned())),
            ..Default::default()
        };
        let vault = Vault::open(std::path::Path::new("."), &settings).unwrap();
        let timing = Timing { retry_delays: vec![Duration::ZERO; 2], ..Timing::default() };
        let setup = Setup {
            timing,
            local_servers: Vec::new(),
            find_local_servers: false,
            model_files: None,
            ..Setup::default()
        };
        let db = store.db.clone();
        let providers = Providers::new(db, vault, Bus::in_process(), Clock::frozen(NOW), setup);
        let new = NewConnection {
            name: "Lab".to_owned(),
            protocol,
            base_url: Some(base_url(protocol, &server)),
            api_key: Some(Secret::new(KEY.to_owned())),
        };
        providers.create_connection(new).await.unwrap();
        let models = ImageModels::new(providers.clone(), server.web());
        Self { server, models, providers, _store: store }
    }

    pub async fn resolve(&self, name: &str) -> ResolvedImageModel {
        self.models.resolve(&format!("lab/{name}")).await.unwrap()
    }

    /// Starts a request at the model with this name.
    pub async fn start(&self, request: ImageRequest) -> Result<Progress, ModelError> {
        self.resolve(&request.model).await.model.start(&request).await
    }

    /// Starts a request, which is answered at once.
    pub async fn make(&self, request: ImageRequest) -> Result<Vec<GeneratedImage>, ModelError> {
        done(self.start(request).await?)
    }
}

fn base_url(protocol: Protocol, server: &ScriptedServer) -> String {
    match protocol {
        Protocol::Openai | Protocol::OpenaiCompatible => format!("{}/v1", server.url()),
        _ => server.url(),
    }
}

/// Returns the images of a request that is done.
pub fn done(progress: Progress) -> Result<Vec<GeneratedImage>, ModelError> {
    match progress {
        Progress::Done(images) => Ok(images),
        working => panic!("it is not done: {working:?}"),
    }
}

/// Returns the job of a request that is worked at, with its percentage and its place in the queue.
pub fn working(progress: Progress) -> (ProviderJob, Option<i64>, Option<i64>) {
    match progress {
        Progress::Working(Wait { job, percent, queue_position, poll_after_micros }) => {
            assert!(poll_after_micros > 0);
            // A job outlives the process.
            let kept = serde_json::to_string(&job).unwrap();
            assert!(!kept.contains(KEY));
            assert_eq!(serde_json::from_str::<ProviderJob>(&kept).unwrap(), job);
            (job, percent, queue_position)
        }
        Progress::Done(_) => panic!("it is done already"),
    }
}

/// Polls a job that is done.
pub async fn result(
    model: &dyn ImageModel,
    job: &ProviderJob,
) -> Result<Vec<GeneratedImage>, ModelError> {
    done(model.poll(job).await?)
}

pub fn asking(model: &str) -> ImageRequest {
    ImageRequest {
        model: model.to_owned(),
        prompt: "A cat in the rain".to_owned(),
        count: 1,
        idempotency_key: "task-7".to_owned(),
        ..ImageRequest::default()
    }
}

pub fn png() -> Bytes {
    black_png(8).into()
}

pub fn png_base64() -> String {
    STANDARD.encode(png())
}

pub fn reference() -> ReferenceImage {
    ReferenceImage { content: png(), media_type: "image/png".to_owned(), strength: None }
}

pub fn size(text: &str) -> Option<image_models::ImageSize> {
    image_models::ImageSize::parse(text)
}
