//! Our server as the benchmarks use it: a program, a data folder, a signed-in operator.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use http::{HeaderMap, Method, header};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use uuid::Uuid;

use crate::http_client::Connection;
use crate::process::Process;

const PASSWORD: &str = "measure twice, cut once";

pub struct Ensemble {
    pub address: SocketAddr,
    pub process: Process,
    program: PathBuf,
    folder: PathBuf,
    env: Vec<(String, String)>,
}

/// A signed-in person who sends requests.
#[derive(Clone)]
pub struct Person {
    pub cookie: Arc<str>,
    pub user_id: Uuid,
    pub workspace_id: Uuid,
}

impl Ensemble {
    /// Starts it on a store of its own: SQLite in `folder`, or the database at `postgres`.
    pub async fn start(
        program: &Path,
        folder: &Path,
        postgres: Option<&str>,
    ) -> anyhow::Result<Self> {
        let store = postgres.map(|url| ("ENSEMBLE__STORE__URL", url.to_owned()));
        Self::start_with(program, folder, store.as_slice()).await
    }

    /// Starts it with settings that replace those of all benchmarks.
    pub async fn start_with(
        program: &Path,
        folder: &Path,
        settings: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        let address = free_address()?;
        let mut env = vec![
            ("ENSEMBLE__SERVER__LISTEN".to_owned(), address.to_string()),
            ("ENSEMBLE__SERVER__DATA_DIR".to_owned(), folder.join("data").display().to_string()),
            ("ENSEMBLE__LOG__FILTER".to_owned(), "warn".to_owned()),
            // All subscribers are one person's, at one address.
            ("ENSEMBLE__SERVER__MAX_EVENT_STREAMS_PER_PERSON".to_owned(), "20000".to_owned()),
            ("ENSEMBLE__SERVER__MAX_CONNECTIONS_PER_ADDRESS".to_owned(), "20000".to_owned()),
        ];
        env.extend(settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let (process, _) = launch(program, folder, &env, address).await?;
        Ok(Self { address, process, program: program.to_owned(), folder: folder.to_owned(), env })
    }

    /// Ends the process as the power going would, and starts it again. Returns how long it took to be ready.
    pub async fn restart(&mut self) -> anyhow::Result<Duration> {
        self.process.kill().await?;
        let (process, ready_after) =
            launch(&self.program, &self.folder, &self.env, self.address).await?;
        self.process = process;
        Ok(ready_after)
    }

    /// Creates the first account, whose queries are unlimited.
    pub async fn sign_up_operator(&self) -> anyhow::Result<Person> {
        let mut connection = Connection::open(self.address, None).await?;
        let details = json!({"email": "bench@example.com", "name": "Bench", "password": PASSWORD});
        let (headers, answer) =
            connection.call(Method::POST, "/api/accounts/sign-up", Some(&details)).await?;
        person(&headers, &answer["session"]["me"])
    }

    /// Creates another account by the command line, and signs in.
    pub async fn create_person(&self, email: &str) -> anyhow::Result<Person> {
        let mut create = Command::new(&self.program)
            .args(["user", "create", "--email", email, "--password-stdin"])
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        let mut input = create.stdin.take().context("the command reads its input")?;
        input.write_all(format!("{PASSWORD}\n").as_bytes()).await?;
        drop(input);
        anyhow::ensure!(create.wait().await?.success(), "{email} has no account");
        let mut connection = Connection::open(self.address, None).await?;
        let credentials = json!({"email": email, "password": PASSWORD});
        let (headers, session) =
            connection.call(Method::POST, "/api/accounts/sign-in", Some(&credentials)).await?;
        person(&headers, &session["me"])
    }

    /// Connects the fake provider and returns the id of its model.
    pub async fn connect(&self, person: &Person, upstream: SocketAddr) -> anyhow::Result<String> {
        let mut connection = Connection::open(self.address, Some(person.cookie.clone())).await?;
        let details = json!({
            "name": "Bench",
            "protocol": "openai_compatible",
            "base_url": format!("http://{upstream}/v1"),
            "api_key": "sk-bench",
        });
        connection.call(Method::POST, "/api/models/connections", Some(&details)).await?;
        let (_, answer) = connection.call(Method::GET, "/api/models", None).await?;
        let ids = answer["models"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|model| model["id"].as_str());
        let id = ids.into_iter().find(|id| id.ends_with(crate::upstream::MODEL));
        Ok(id
            .with_context(|| format!("the model of the fake provider is not in {answer}"))?
            .to_owned())
    }
}

async fn launch(
    program: &Path,
    folder: &Path,
    env: &[(String, String)],
    address: SocketAddr,
) -> anyhow::Result<(Process, Duration)> {
    let mut process = Process::start(program, &["serve"], env, folder)?;
    let ready_after = process.ready(|| answers(address, "/readyz")).await?;
    Ok((process, ready_after))
}

/// Returns true if a GET of `path` succeeds now.
async fn answers(address: SocketAddr, path: &str) -> bool {
    let Ok(mut connection) = Connection::open(address, None).await else { return false };
    connection
        .send(Method::GET, path, None)
        .await
        .is_ok_and(|response| response.status().is_success())
}

/// Returns an address on loopback that was free a moment ago.
pub fn free_address() -> anyhow::Result<SocketAddr> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Returns who signed in, from the answer's headers and its account.
fn person(headers: &HeaderMap, me: &Value) -> anyhow::Result<Person> {
    Ok(Person {
        cookie: session_cookie(headers)?.into(),
        user_id: uuid_at(me, "id")?,
        workspace_id: uuid_at(me, "workspace_id")?,
    })
}

fn session_cookie(headers: &HeaderMap) -> anyhow::Result<String> {
    let cookies =
        headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs: Vec<&str> = cookies.filter_map(|cookie| cookie.split(';').next()).collect();
    anyhow::ensure!(!pairs.is_empty(), "signing up set no cookie");
    Ok(pairs.join("; "))
}

fn uuid_at(value: &Value, field: &str) -> anyhow::Result<Uuid> {
    let text = value[field].as_str().with_context(|| format!("no {field} in {value}"))?;
    Ok(text.parse()?)
}
