//! The protocol over the standard streams of a program that the operator named.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::OperatorServer;
use crate::asks::Asks;
use crate::elicitation::Asker;
use crate::mcp::{Incoming, McpError};
use crate::rules::{CONNECT_SECONDS_MAX, MESSAGE_MAX_BYTES};
use crate::waiting::Waiting;

/// Search path for programs, and their `PATH` unless the operator sets another.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// A running program. It ends when this is dropped.
pub(crate) struct StdioLink {
    shared: Arc<Shared>,
    _reader: JoinSet<()>,
    _child: Child,
}

struct Shared {
    input: Mutex<ChildStdin>,
    waiting: Waiting,
}

impl StdioLink {
    /// Starts the program. Of this server's own environment it sees nothing.
    pub fn start(server: &OperatorServer) -> Result<Self, McpError> {
        let program = server.command.as_deref().unwrap_or_default();
        let env = server.env.iter().map(|(name, value)| (name.as_str(), value.expose().as_str()));
        let mut child = Command::new(program)
            .args(&server.args)
            .env_clear()
            .env("PATH", PATH)
            .envs(env)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| {
                tracing::warn!(server = server.name, %error, "a server of tools did not start");
                McpError::Unreachable
            })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(McpError::Unreachable);
        };
        let shared = Arc::new(Shared { input: Mutex::new(input), waiting: Waiting::default() });
        let mut reader = JoinSet::new();
        reader.spawn(read(shared.clone(), output));
        Ok(Self { shared, _reader: reader, _child: child })
    }

    /// Returns true if nothing reads its answers any more: it has ended.
    pub fn is_over(&self) -> bool {
        Arc::strong_count(&self.shared) == 1
    }

    pub async fn request(
        &self,
        message: &Value,
        id: i64,
        asker: Option<&Asker>,
    ) -> Result<Value, McpError> {
        let pending = self.shared.waiting.begin(id, asker);
        self.shared.write(message).await?;
        pending.answer().await
    }

    pub async fn tell(&self, message: &Value) -> Result<(), McpError> {
        self.shared.write(message).await
    }
}

impl Shared {
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "one line after the other, to a program of this machine, within CONNECT_SECONDS_MAX"
    )]
    async fn write(&self, message: &Value) -> Result<(), McpError> {
        let line = format!("{message}\n");
        let mut input = self.input.lock().await;
        let writing = async {
            input.write_all(line.as_bytes()).await?;
            input.flush().await
        };
        let written = timeout(Duration::from_secs(CONNECT_SECONDS_MAX), writing).await;
        written.map_err(|_| McpError::TimedOut)?.map_err(|_| McpError::Unreachable)
    }
}

async fn read(shared: Arc<Shared>, output: ChildStdout) {
    let mut output = BufReader::new(output);
    let (mut line, mut asks) = (Vec::new(), Asks::default());
    loop {
        // What was read of a line before an answer was sent stays in it.
        let mut bounded = (&mut output).take((MESSAGE_MAX_BYTES - line.len()) as u64);
        let read = tokio::select! {
            read = bounded.read_until(b'\n', &mut line) => read,
            answer = asks.next() => match shared.write(&answer).await {
                Ok(()) => continue,
                Err(_) => break,
            },
        };
        match read {
            Ok(0) | Err(_) => break,
            Ok(_) if !line.ends_with(b"\n") && line.len() >= MESSAGE_MAX_BYTES => {
                tracing::warn!("a server of tools sent too large a message");
                break;
            }
            Ok(_) => {}
        }
        // Programs that log to their output are not worth giving up for.
        let incoming = Incoming::read(&line).unwrap_or(Incoming::Told);
        line.clear();
        match incoming {
            Incoming::Answer { id, result } => shared.waiting.answer(id, result),
            Incoming::Asked { answer } => {
                if shared.write(&answer).await.is_err() {
                    break;
                }
            }
            Incoming::Question { id, asked } => asks.begin(id, asked, shared.waiting.asker()),
            Incoming::Withdrawn { id } => asks.withdraw(&id),
            Incoming::Told => {}
        }
    }
    shared.waiting.clear();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_program_that_reads_nothing_is_given_up() {
        let server = json!({ "name": "deaf", "command": "sleep", "args": ["60"] });
        let server: OperatorServer = serde_json::from_value(server).expect("a server");
        let link = StdioLink::start(&server).expect("the program starts");

        let told = link.tell(&json!("more than a pipe holds".repeat(10_000))).await;

        assert!(matches!(told, Err(McpError::TimedOut)), "{told:?}");
    }
}
