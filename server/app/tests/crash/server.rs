use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::Signal;
use store::sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::signals;
use crate::waiting::within;

/// The address of PostgreSQL for tests.
pub const POSTGRES_HOST: &str = "127.0.0.1:54329";
const POSTGRES: &str = "postgres://postgres@127.0.0.1:54329";

/// A server of tools in a shell, with one tool that says the same each time.
const SETTINGS: &str = r#"
[[tools.servers]]
name = "shell"
command = "sh"
args = ["-c", '''
while read -r line; do
  id=$(printf %s "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"initialize"'*) result='{"protocolVersion":"2025-11-25","capabilities":{}}' ;;
    *'"tools/list"'*) result='{"tools":[{"name":"say","inputSchema":{"type":"object"}}]}' ;;
    *'"tools/call"'*) result='{"content":[{"type":"text","text":"A shell said this."}]}' ;;
    *) continue ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
''']
"#;

/// Returns a port that nothing listens on.
pub fn free_port() -> u16 {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    free.local_addr().expect("its number").port()
}

async fn new_postgres_database() -> String {
    let name = format!("crash_{}", uuid::Uuid::new_v4().simple());
    let mut admin = PgConnection::connect(&format!("{POSTGRES}/postgres"))
        .await
        .expect("PostgreSQL for tests answers: scripts/test-servers start");
    let create = store::sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    store::sqlx::query(create).execute(&mut admin).await.expect("a database for the test");
    format!("{POSTGRES}/{name}")
}

/// Runs a command of the program that ends by itself; returns its output.
async fn run(folder: &TempDir, store_url: &str, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ensemble"))
        .args(args)
        .env("ENSEMBLE__SERVER__DATA_DIR", folder.path())
        .env("ENSEMBLE__STORE__URL", store_url)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .await
        .expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The program on data of its own, which outlives it.
pub struct Server {
    pub address: SocketAddr,
    pub store_url: String,
    /// The program that is started.
    pub program: PathBuf,
    folder: TempDir,
    child: Option<Child>,
    /// Additional settings, as `(SECTION__KEY, value)`.
    told: Vec<(&'static str, String)>,
    /// The words before its name, where another program starts it.
    pub under: Vec<String>,
    /// Environment variables besides its settings.
    pub variables: Vec<(&'static str, String)>,
    /// True if it writes one answer at a time, so that others wait in the queue.
    pub one_at_a_time: bool,
}

impl Server {
    pub async fn new_on_sqlite() -> Self {
        Self::new_on_sqlite_with("").await
    }

    /// Creates a server on SQLite with further settings.
    pub async fn new_on_sqlite_with(settings: &str) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        let store_url = format!("sqlite://{}", folder.path().join("ensemble.db").display());
        Self::begin(folder, store_url, settings, Vec::new()).await
    }

    pub async fn new_on_postgres() -> Self {
        Self::new_on_postgres_with("").await
    }

    /// Creates a server on PostgreSQL with further settings.
    pub async fn new_on_postgres_with(settings: &str) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        Self::begin(folder, new_postgres_database().await, settings, Vec::new()).await
    }

    /// Starts one of several servers: `told` has the settings that they share besides the database.
    pub async fn new_among_several(told: Vec<(&'static str, String)>) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        Self::begin(folder, new_postgres_database().await, "", told).await
    }

    /// Starts one of several on a database that is there, with `settings` and `told`.
    pub async fn new_at(
        store_url: &str,
        settings: &str,
        told: Vec<(&'static str, String)>,
    ) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        Self::begin(folder, store_url.to_owned(), settings, told).await
    }

    /// Starts another one, on the same database with the same settings, and a folder of its own.
    pub async fn another(&self) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        Self::begin(folder, self.store_url.clone(), "", self.told.clone()).await
    }

    /// Starts another one that shares the port (`server.reuse_port`), and waits until it serves.
    pub async fn another_at_the_same_port(&self) -> Self {
        let mut other = self.another().await;
        other.restart_with(|other| other.address = self.address).await;
        // Its neighbor answers at the same address.
        let serves = within(30, async || match other.log().matches("serving").count() {
            2.. => Ok(()),
            _ => Err(other.log()),
        });
        serves.await.expect("it serves");
        other
    }

    /// Copies everything to a folder while the server serves, as its operator does.
    pub async fn back_up(&self) -> PathBuf {
        let backup = self.folder.path().join("backup");
        let args = ["backup", backup.to_str().expect("a readable path")];
        run(&self.folder, &self.store_url, &args).await;
        backup
    }

    /// Creates an account; returns its password.
    pub async fn create_member(&self, email: &str) -> String {
        let args = ["--json", "user", "create", "--email", email];
        let said = run(&self.folder, &self.store_url, &args).await;
        let account: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        account["password"].as_str().expect("one was made").to_owned()
    }

    /// Restores the backup of `self` into a new installation, on another database of the same kind.
    pub async fn restored_from(&self, backup: &Path) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        let store_url = match self.is_on_sqlite() {
            true => format!("sqlite://{}", folder.path().join("ensemble.db").display()),
            false => new_postgres_database().await,
        };
        let key = "master.key";
        std::fs::copy(self.folder.path().join(key), folder.path().join(key)).expect("the key");
        run(&folder, &store_url, &["restore", backup.to_str().expect("a readable path")]).await;
        Self::begin(folder, store_url, "", Vec::new()).await
    }

    pub fn is_on_sqlite(&self) -> bool {
        self.store_url.starts_with("sqlite")
    }

    async fn begin(
        folder: TempDir,
        store_url: String,
        settings: &str,
        told: Vec<(&'static str, String)>,
    ) -> Self {
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let settings = format!("{settings}{SETTINGS}");
        std::fs::write(folder.path().join("ensemble.toml"), settings).expect("its settings");
        let (under, variables) = (Vec::new(), Vec::new());
        let mut server = Self {
            address,
            store_url,
            program: PathBuf::from(env!("CARGO_BIN_EXE_ensemble")),
            folder,
            child: None,
            told,
            under,
            variables,
            one_at_a_time: false,
        };
        server.start().await;
        server
    }

    /// Starts the program on the existing data, and waits until it serves.
    pub async fn start(&mut self) {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.log_file())
            .expect("its log");
        let words = self.under.iter().map(OsStr::new).chain([self.program.as_os_str()]);
        let words: Vec<&OsStr> = words.collect();
        let child = Command::new(words[0])
            .args(&words[1..])
            .arg("serve")
            .envs(self.variables.iter().map(|(name, value)| (*name, value)))
            .env("ENSEMBLE__SERVER__LISTEN", self.address.to_string())
            .env("ENSEMBLE__SERVER__DATA_DIR", self.folder.path())
            .env("ENSEMBLE__STORE__URL", &self.store_url)
            .env("ENSEMBLE__GENERATION__MAX_RUNNING", i32::from(self.one_at_a_time).to_string())
            .envs(self.told.iter().map(|(key, value)| (format!("ENSEMBLE__{key}"), value)))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("its log"))
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        self.child = Some(child);
        self.wait_until_ready().await;
    }

    /// Waits until it serves.
    pub async fn wait_until_ready(&mut self) {
        let ready = within(30, async || {
            if self.is_ready().await {
                return Ok(());
            }
            let ended = self.child.as_mut().expect("it was started").try_wait().expect("its state");
            assert!(ended.is_none(), "the server ended: {ended:?}\n{}", self.log());
            Err(())
        });
        assert!(ready.await.is_ok(), "the server is not ready\n{}", self.log());
    }

    async fn is_ready(&self) -> bool {
        let client = crate::person::http_client();
        let url = format!("http://{}/readyz", self.address);
        client.get(url).send().await.is_ok_and(|answer| answer.status().is_success())
    }

    /// Stops it, and starts it again with `change`.
    pub async fn restart_with(&mut self, change: impl FnOnce(&mut Self)) {
        self.stop().await;
        change(self);
        self.start().await;
    }

    /// Returns the beginning of its addresses.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills it, like a power cut.
    pub async fn kill(&mut self) {
        let mut child = self.child.take().expect("it runs");
        child.kill().await.expect("it can be killed");
    }

    /// Returns the id of its process.
    pub fn id(&self) -> u32 {
        self.child.as_ref().and_then(Child::id).expect("it runs")
    }

    /// Stops it cleanly.
    pub async fn stop(&mut self) {
        signals::send(Signal::TERM, [self.id()]);
        self.wait_for_exit().await;
    }

    /// Waits until it has ended without a fault.
    pub async fn wait_for_exit(&mut self) {
        let mut child = self.child.take().expect("it runs");
        let status = child.wait().await.expect("it ends");
        assert!(status.success(), "it ended with {status}\n{}", self.log());
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("server.log")
    }

    /// Returns the server's log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }
}
