use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::{Signal, geteuid};
use store::sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use crate::faults::Faults;
use crate::server::free_port;
use crate::signals;
use crate::waiting::within;

/// PostgreSQL with data of its own, which keeps what it has confirmed when it is killed.
pub struct Postgres {
    port: u16,
    folder: TempDir,
    /// Faults of calls on its tables.
    faults: Faults,
    program: Option<Child>,
}

/// Settings of the server. Confirmed is written to the operating system, which outlives a killed process. Nothing here cuts the power.
/// What it confirms without having written it is lost when it is killed, and it takes its time for that.
const SETTINGS: [&str; 10] = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "synchronous_commit=on",
    "wal_writer_delay=1s",
    "full_page_writes=on",
    "max_connections=200",
    "shared_buffers=64MB",
    "wal_level=minimal",
    "max_wal_senders=0",
];

impl Postgres {
    pub async fn start() -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        let faults = Faults::prepare().await;
        if geteuid().is_root() {
            faults.open_to_all();
            let own = Command::new("chown").arg("postgres").arg(folder.path()).status().await;
            assert!(own.expect("chown is there").success(), "the folder has its owner");
        }
        let made = as_owner("initdb")
            .args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8"])
            .args(["--no-sync", "--pgdata"])
            .arg(data_of(&folder))
            .current_dir("/")
            .stdout(Stdio::null())
            .status()
            .await;
        assert!(made.expect("PostgreSQL is there: scripts/setup test").success(), "initdb");
        let mut this = Self { port: free_port(), folder, faults, program: None };
        this.launch().await;
        this.connect("postgres")
            .await
            .expect("it answers")
            .execute("CREATE DATABASE soak")
            .await
            .expect("a database");
        this
    }

    pub fn url(&self) -> String {
        self.url_of("soak")
    }

    /// Kills it with all its processes, and starts it again on its data.
    pub async fn restart(&mut self) {
        signals::send(Signal::KILL, self.ids());
        let mut program = self.program.take().expect("it runs");
        program.wait().await.expect("it ends");
        self.launch().await;
    }

    /// Stops all its processes where they are.
    pub fn freeze(&self) {
        signals::send(Signal::STOP, self.ids());
    }

    pub fn thaw(&self) {
        signals::send(Signal::CONT, self.ids());
    }

    /// Lets no table grow.
    pub fn fill_disk(&self) {
        self.faults.leave_room(0);
    }

    /// Returns the number of writes for which there was no room.
    pub fn empty_disk(&self) -> i64 {
        self.faults.clear();
        self.faults.hits()
    }

    /// Returns its first process and then those that serve connections.
    fn ids(&self) -> Vec<u32> {
        let first = self.program.as_ref().and_then(Child::id).expect("it runs");
        [first].into_iter().chain(signals::children_of(first)).collect()
    }

    /// Starts it. What a killed one shared may be in use for a moment: then it ends, and is started again.
    async fn launch(&mut self) {
        let started = within(60, async || {
            let ended = self.program.as_mut().map(|program| program.try_wait().expect("its state"));
            if ended.is_none_or(|status| status.is_some()) {
                self.program = Some(self.spawn());
            }
            self.connect("postgres").await
        });
        if let Err(error) = started.await {
            let log = self.folder.path().join("server.log");
            panic!("PostgreSQL: {error}\n{}", std::fs::read_to_string(log).unwrap_or_default());
        }
    }

    fn spawn(&self) -> Child {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.path().join("server.log"))
            .expect("its log");
        as_owner("postgres")
            .arg("-D")
            .arg(data_of(&self.folder))
            .args(["-p", &self.port.to_string()])
            .args(SETTINGS.iter().flat_map(|setting| ["-c", setting]))
            .envs(self.faults.variables(&data_of(&self.folder).join("base")))
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("its log"))
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("it starts")
    }

    async fn connect(&self, database: &str) -> Result<PgConnection, store::sqlx::Error> {
        PgConnection::connect(&self.url_of(database)).await
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.program.as_ref().and_then(Child::id).is_some() {
            signals::send(Signal::KILL, self.ids());
        }
    }
}

fn data_of(folder: &TempDir) -> PathBuf {
    folder.path().join("data")
}

/// Returns a command of PostgreSQL's, which refuses to run as root.
fn as_owner(name: &str) -> Command {
    if !geteuid().is_root() {
        return Command::new(newest(name));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(newest(name));
    command
}

fn newest(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = versions.map(|version| version.path().join("bin").join(name));
    programs.filter(|path| path.exists()).max().unwrap_or_else(|| Path::new(name).to_owned())
}
