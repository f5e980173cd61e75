//! Model files with the real llama-server, as `scripts/engines` builds it, and the model that `scripts/peers` created:
//! run by `scripts/peers test`. `make test` uses a stand-in for it (`models/tests/files.rs`).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use std::path::{Path, PathBuf};

use bus::Bus;
use futures::StreamExt;
use kernel::{Clock, Secret, Timestamp};
use model_files::{FileName, Load, ModelFiles};
use providers::{
    FinishReason, ModelError, ModelEvent, ModelMessage, ModelRequest, NewConnection, Protocol,
    Providers, Role, Setup,
};
use testing::TestStore;
use vault::Vault;

const PROGRAM: &str = "llama/llama_cpp_python-0.3.36/vendor/llama.cpp";

#[expect(clippy::disallowed_methods, reason = "a test has no settings")]
fn home() -> PathBuf {
    let home = || Path::new(&std::env::var("HOME").unwrap()).join(".cache");
    let cache = std::env::var("XDG_CACHE_HOME").map_or_else(|_| home(), PathBuf::from);
    std::env::var("ENSEMBLE_PEERS").map_or_else(|_| cache.join("ensemble-peers"), PathBuf::from)
}

struct Here {
    providers: Providers,
    files: ModelFiles,
    _database: testing::TestDb,
}

async fn here(folder: PathBuf) -> Here {
    let source = home().join(PROGRAM);
    let mut setup = model_files::Setup::in_folder(folder, source.join("b/bin/llama-server"));
    let template = source.join("models/templates/Qwen-Qwen3-0.6B.jinja");
    setup.args = vec![
        "--temp".to_owned(),
        "0".to_owned(),
        "--chat-template-file".to_owned(),
        template.display().to_string(),
    ];
    let database =
        TestStore::Sqlite.open(&[providers::MIGRATIONS, audit::MIGRATIONS].concat()).await;
    let clock = Clock::frozen(Timestamp::from_micros(1_795_172_400_000_000));
    let secret = Some(Secret::new("9d2f1c7be05a4863b1f0c2d4e6a8907766554433".to_owned()));
    let settings = vault::Settings { secret, ..Default::default() };
    let vault = Vault::open(Path::new("."), &settings).unwrap();
    let files = ModelFiles::new(setup);
    let setup = Setup {
        local_servers: Vec::new(),
        find_local_servers: false,
        model_files: Some(files.clone()),
        ..Setup::default()
    };
    let providers = Providers::new(database.db.clone(), vault, Bus::in_process(), clock, setup);
    let new = NewConnection {
        name: "Here".to_owned(),
        protocol: Protocol::LocalFiles,
        base_url: None,
        api_key: None,
    };
    let connection = providers.create_connection(new).await.unwrap();
    assert_eq!(connection.last_problem, None);
    Here { providers, files, _database: database }
}

fn asking(model: &str) -> ModelRequest {
    ModelRequest {
        model: model.to_owned(),
        messages: vec![ModelMessage::text(Role::User, "Hello")],
        max_output_tokens: Some(100),
        ..ModelRequest::default()
    }
}

#[tokio::test]
async fn the_real_program_loads_a_model_file_answers_and_is_ended() {
    let Here { providers, files, _database } = here(home()).await;
    let resolved = providers.resolve("here/says").await.unwrap();
    assert_eq!(resolved.info.context_tokens, Some(4_096));

    let mut answer = resolved.model.stream(asking("says")).await.unwrap();

    let (mut text, mut reasoning, mut tokens) = (String::new(), String::new(), 0);
    loop {
        match answer.next().await.unwrap().unwrap() {
            ModelEvent::Text(words) => text += &words,
            ModelEvent::Reasoning(words) => reasoning += &words,
            ModelEvent::Usage(usage) => tokens = usage.output_tokens,
            ModelEvent::Finished(reason) => {
                assert_eq!(reason, FinishReason::Stop);
                break;
            }
            _ => {}
        }
    }
    assert_eq!(text, "Bonjour, how can I help?");
    assert!(reasoning.contains("The user greets."), "{reasoning}");
    assert!(tokens > 0);
    let name: FileName = "says.gguf".parse().unwrap();
    assert_eq!(files.load_of(&name), Load::Loaded);
    providers.stop().await;
    assert_eq!(files.load_of(&name), Load::Unloaded);
}

#[tokio::test]
async fn the_real_program_says_what_is_wrong_with_a_file_and_only_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    // Complete as far as its header says, but no model that the program knows.
    testing::write_model_file(folder.path(), "odd.gguf");
    let Here { providers, files, _database } = here(folder.path().to_owned()).await;
    let resolved = providers.resolve("here/odd").await.unwrap();
    let error = resolved.model.stream(asking("odd")).await.err().unwrap();
    let ModelError::LocalFile(problem) = error else { panic!("{error:?}") };
    assert_eq!(problem.kind, model_files::DID_NOT_START);
    let said = &problem.params["message"];
    assert!(said.contains("error") || said.contains("fail"), "{said}");
    assert!(!said.contains("/models/"), "{said}");
    assert!(matches!(files.load_of(&"odd.gguf".parse().unwrap()), Load::Failed(_)));
    providers.stop().await;
}
