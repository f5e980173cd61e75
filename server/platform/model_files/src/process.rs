//! One process that serves one model, from its start to its end.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use kernel::{Problem, Secret};
use rand::TryRng;
use rand::rngs::SysRng;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;

use crate::name::FileName;
use crate::problems::{DID_NOT_START, START_TIMED_OUT, STOPPED};
use crate::program::PATH;
use crate::runner::RUN_COMMAND;
use crate::settings::Setup;
use crate::starter::Starter;
use crate::tail::Tail;

/// Between two looks whether a model is loaded.
const LOOK_EVERY: Duration = Duration::from_millis(100);
const LOOK_TIMEOUT: Duration = Duration::from_secs(2);
/// Time to wait for the last output of a process that has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A running process. It is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    said: Tail,
    /// Reads its output.
    listener: TaskTracker,
    folder: String,
    pub address: SocketAddr,
    pub key: Secret<String>,
}

impl Process {
    /// Starts `program` on `file`, which is not loaded yet then.
    pub async fn start(
        setup: &Setup,
        starter: &Starter,
        program: &Path,
        name: &FileName,
        context_tokens: u32,
    ) -> Result<Self, Problem> {
        let failed = |error: io::Error| DID_NOT_START.with("message", error);
        let folder = setup.folder.canonicalize().map_err(failed)?;
        let address = free_address().map_err(failed)?;
        let key = new_key();
        let mut command = match &setup.runner {
            None => Command::new(program),
            Some(runner) => {
                let mut command = Command::new(runner);
                command.arg(RUN_COMMAND).arg(std::process::id().to_string()).arg(program);
                command
            }
        };
        command
            .arg("--model")
            .arg(folder.join(name.as_str()))
            .args(["--host", "127.0.0.1", "--port", &address.port().to_string()])
            .args(["--alias", name.model(), "--jinja"])
            .args(["--ctx-size", &context_tokens.saturating_mul(setup.answers_at_once).to_string()])
            .args(["--parallel", &setup.answers_at_once.to_string()]);
        if setup.threads > 0 {
            command.args(["--threads", &setup.threads.to_string()]);
        }
        command
            .args(&setup.args)
            .env_clear()
            .env("PATH", PATH)
            .envs(&setup.env)
            // Not among the arguments, which every user of this machine can read.
            .env("LLAMA_API_KEY", key.expose())
            .current_dir("/")
            // Ctrl-c is for the server: answers that are being written end first.
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = starter.start(command).await.map_err(failed)?;
        let (said, listener) = (Tail::default(), TaskTracker::new());
        if let Some(output) = child.stdout.take() {
            listener.spawn(said.clone().follow(output));
        }
        if let Some(errors) = child.stderr.take() {
            listener.spawn(said.clone().follow(errors));
        }
        listener.close();
        let folder = folder.display().to_string();
        Ok(Self { child, said, listener, folder, address, key })
    }

    /// Waits until the model is loaded.
    pub async fn loaded(&mut self, longest: Duration) -> Result<(), Problem> {
        let address = self.address;
        let loaded = async {
            while !is_loaded(address).await {
                sleep(LOOK_EVERY).await;
            }
        };
        let outcome = tokio::select! {
            ended = self.child.wait() => Some(ended),
            loaded = timeout(longest, loaded) => match loaded {
                Ok(()) => None,
                Err(_) => return Err(START_TIMED_OUT.with("seconds", longest.as_secs())),
            },
        };
        let over = match outcome {
            Some(ended) => ended,
            // Another process may have got the port, which made this one exit.
            None => match self.child.try_wait() {
                Ok(None) => return Ok(()),
                Ok(Some(status)) => Ok(status),
                Err(error) => Err(error),
            },
        };
        Err(self.cause_of(DID_NOT_START.into(), over).await)
    }

    /// Waits until it ends, which it should not; why it did.
    pub async fn ended(&mut self) -> Problem {
        let ended = self.child.wait().await;
        self.cause_of(STOPPED.into(), ended).await
    }

    /// Ends it.
    pub async fn kill(&mut self) {
        if let Err(error) = self.child.kill().await {
            tracing::warn!(%error, "a process that serves a model could not be ended");
        }
    }

    async fn cause_of(&mut self, problem: Problem, ended: io::Result<ExitStatus>) -> Problem {
        // Its last words may still be on their way.
        timeout(LAST_WORDS, self.listener.wait()).await.ok();
        let how = match ended {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let message = match self.said.cause(&self.folder) {
            Some(said) => format!("{said} ({how})"),
            None => how,
        };
        problem.with("message", message)
    }
}

/// Returns a port on loopback that was free a moment ago.
fn free_address() -> io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

/// Creates the key shared only by this server and its process.
fn new_key() -> Secret<String> {
    let mut bytes = [0_u8; 32];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random bytes");
    Secret::new(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns true if the process reports that its model is loaded: it responds with 503 before.
async fn is_loaded(address: SocketAddr) -> bool {
    let ask = async {
        let mut stream = TcpStream::connect(address).await?;
        let request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await?;
        io::Result::Ok(answer)
    };
    matches!(timeout(LOOK_TIMEOUT, ask).await, Ok(Ok(answer)) if answer.ends_with(b" 200"))
}
