use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::{Extent, Format, ParseFailure, Parsed, Parser};

/// The hidden command under which this program is a reader.
pub const WORKER_COMMAND: &str = "read-file";

/// How long reading one file may take.
const WALL_TIME: Duration = Duration::from_secs(20);
/// Most that a reader may say.
const OUTPUT_MAX_BYTES: u64 = 32 * 1024 * 1024;
/// Files read at the same time.
const WORKERS: usize = 2;

/// Reads each file in a process of its own: this program, started anew as a reader. The reader gives up
/// its rights before it sees the file (`readers::run`); here its time and its words are limited.
#[derive(Clone)]
pub struct WorkerParser {
    program: PathBuf,
    turns: Arc<Semaphore>,
}

impl WorkerParser {
    /// Readers are started from `program`, which takes [`WORKER_COMMAND`].
    pub fn new(program: PathBuf) -> Self {
        Self { program, turns: Arc::new(Semaphore::new(WORKERS)) }
    }

    fn start(&self, format: Format, extent: Extent) -> std::io::Result<Child> {
        let format = serde_json::to_string(&format)?;
        Command::new(&self.program)
            .arg(WORKER_COMMAND)
            .arg(format.trim_matches('"'))
            .arg(extent.words_max.to_string())
            .args(extent.pages_max.map(|pages| pages.to_string()))
            .env_clear()
            // No second heap for each thread: address space is limited.
            .env("MALLOC_ARENA_MAX", "1")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
    }
}

#[async_trait]
impl Parser for WorkerParser {
    async fn parse_within(
        &self,
        format: Format,
        content: Bytes,
        extent: Extent,
    ) -> Result<Parsed, ParseFailure> {
        let _turn = self.turns.acquire().await.map_err(|_| ParseFailure::Unavailable)?;
        let child = self.start(format, extent).map_err(|error| {
            tracing::error!(%error, program = %self.program.display(), "a reader could not be started");
            ParseFailure::Unavailable
        })?;
        match timeout(WALL_TIME, converse(child, content, extent)).await {
            Ok(outcome) => outcome,
            // Dropped, the reader is killed.
            Err(_) => Err(ParseFailure::Exhausted),
        }
    }
}

/// Hands the file over and hears what was read.
async fn converse(
    mut child: Child,
    content: Bytes,
    extent: Extent,
) -> Result<Parsed, ParseFailure> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(ParseFailure::Unavailable);
    };
    let give = async {
        // A reader that has seen enough closes its end.
        stdin.write_all(&content).await.ok();
        drop(stdin);
    };
    let mut said = Vec::new();
    let mut limited = stdout.take(OUTPUT_MAX_BYTES + 1);
    let hear = limited.read_to_end(&mut said);
    let ((), heard) = tokio::join!(give, hear);
    heard.map_err(|_| ParseFailure::Broken)?;
    if said.len() as u64 > OUTPUT_MAX_BYTES {
        return Err(ParseFailure::TooLong);
    }
    let status = child.wait().await.map_err(|_| ParseFailure::Broken)?;
    if !status.success() {
        return Err(why_it_died(status));
    }
    serde_json::from_slice::<Result<Parsed, ParseFailure>>(&said)
        .unwrap_or(Err(ParseFailure::Broken))?
        .check_within(extent)
}

/// SIGKILL and SIGXCPU are limits that were reached; SIGABRT is what Rust does without memory.
fn why_it_died(status: ExitStatus) -> ParseFailure {
    const EXHAUSTED: [i32; 3] = [6, 9, 24];
    #[cfg(unix)]
    if std::os::unix::process::ExitStatusExt::signal(&status)
        .is_some_and(|signal| EXHAUSTED.contains(&signal))
    {
        return ParseFailure::Exhausted;
    }
    ParseFailure::Broken
}
