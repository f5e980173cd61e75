//! One connection to a scripted server, and the video models over it.

use std::time::Duration;

use bus::Bus;
use bytes::Bytes;
use kernel::{Clock, Secret};
use media_calls::Wait;
use providers::{ModelError, NewConnection, Protocol, Providers, Setup, Timing};
use testing::{NOW, ScriptedServer, TestDb, TestStore, black_png};
use vault::Vault;
use video_models::{
    Frame, GeneratedVideo, Progress, ProviderJob, ResolvedVideoModel, VideoModel, VideoModels,
    VideoRequest,
};

pub const KEY: &str = "sk-secret-12345678";

/// A server that a test writes the answers of, connected as `lab`.
pub struct Setting {
    pub server: ScriptedServer,
    pub models: VideoModels,
    pub providers: Providers,
    _store: TestDb,
}

impl Setting {
    /// Connects the server, which has nothing written down yet, so that it lists no models.
    pub async fn over(protocol: Protocol) -> Self {
        Self::connect(protocol, ScriptedServer::start().await).await
    }

    /// Connects the server with another key.
    pub async fn with_key(protocol: Protocol, key: &str) -> Self {
        let setting = Self::over(protocol).await;
        let new = NewConnection {
            name: "Lab".to_owned(),
            protocol,
            base_url: Some(setting.server.url()),
            api_key: Some(Secret::new(key.to_owned())),
        };
        for connection in setting.providers.list_connections().await.unwrap() {
            setting.providers.delete_connection(connection.id).await.unwrap();
        }
        setting.server.forget();
        setting.providers.create_connection(new).await.unwrap();
        setting
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
        let models = VideoModels::new(providers.clone(), server.web());
        Self { server, models, providers, _store: store }
    }

    pub async fn resolve(&self, name: &str) -> ResolvedVideoModel {
        self.models.resolve(&format!("lab/{name}")).await.unwrap()
    }

    /// Starts a request at the model with this name.
    pub async fn start(&self, request: VideoRequest) -> Result<Progress, ModelError> {
        self.resolve(&request.model).await.model.start(&request).await
    }
}

fn base_url(protocol: Protocol, server: &ScriptedServer) -> String {
    match protocol {
        Protocol::Openai | Protocol::OpenaiCompatible => format!("{}/v1", server.url()),
        _ => server.url(),
    }
}

/// Returns the videos of a request that is done.
pub fn done(progress: Progress) -> Result<Vec<GeneratedVideo>, ModelError> {
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
    model: &dyn VideoModel,
    job: &ProviderJob,
) -> Result<Vec<GeneratedVideo>, ModelError> {
    done(model.poll(job).await?)
}

pub fn asking(model: &str) -> VideoRequest {
    VideoRequest {
        model: model.to_owned(),
        prompt: "A cat jumps".to_owned(),
        seconds: Some(5),
        idempotency_key: "task-7".to_owned(),
        ..VideoRequest::default()
    }
}

/// The beginning of a video.
pub fn mp4() -> Bytes {
    Bytes::from_static(b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2")
}

pub fn frame() -> Option<Frame> {
    Some(Frame { content: black_png(8).into(), media_type: "image/png".to_owned() })
}
