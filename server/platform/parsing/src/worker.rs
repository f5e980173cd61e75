use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use fair_queue::{FairQueue, Share};
use live_settings::Section;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::ocr::{Ocr, OcrSettings, Recognised};
use crate::{Extent, Format, ParseFailure, Parsed, Parser, Sandbox, sandbox};

/// The hidden command under which this program is a reader.
pub const WORKER_COMMAND: &str = "read-file";

/// Time limit for reading one file. What a reader computes is limited by itself (`readers`); it has the lowest priority, so
/// that on a busy machine a second of it takes a minute.
const WALL_TIME: Duration = Duration::from_secs(180);
/// Maximum size of a reader's output.
const OUTPUT_MAX_BYTES: u64 = 32 * 1024 * 1024;
/// Files read at the same time, and those of them that are one person's: another's need not wait for them.
const WORKERS: usize = 3;
const WORKERS_PER_SHARE: usize = 2;

/// Reads each file in a process of its own: this program, started as a reader. The reader drops its privileges before
/// it sees the file (`readers::run`); here its time and its output are limited.
#[derive(Clone)]
pub struct WorkerParser {
    program: PathBuf,
    turns: FairQueue,
    ocr: Arc<Ocr>,
}

impl WorkerParser {
    /// Readers are started from `program`, which takes [`WORKER_COMMAND`].
    pub fn new(program: PathBuf) -> Self {
        let ocr = Arc::new(Ocr::new(Section::default()));
        Self { program, turns: FairQueue::new(WORKERS, WORKERS_PER_SHARE), ocr }
    }

    /// Returns a parser that also recognizes text in images, with the operator's settings.
    pub fn with_ocr(self, settings: impl Into<Section<OcrSettings>>) -> Self {
        Self { ocr: Arc::new(Ocr::new(settings.into())), ..self }
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
        let _turn = self.turns.acquire(Share::current()).await;
        let format = serde_json::to_string(&format).map_err(|_| ParseFailure::Unavailable)?;
        let mut command = sandbox::command(&self.program, WORKER_COMMAND);
        command
            .arg(format.trim_matches('"'))
            .arg(extent.words_max.to_string())
            .args(extent.pages_max.map(|pages| pages.to_string()));
        let said = output_of(command, content, WALL_TIME, OUTPUT_MAX_BYTES).await?;
        serde_json::from_slice::<Result<Parsed, ParseFailure>>(&said)
            .unwrap_or(Err(ParseFailure::Broken))?
            .check_within(extent)
    }

    async fn recognises(&self) -> bool {
        self.ocr.is_there().await
    }

    async fn recognise_page(
        &self,
        content: Bytes,
        number: u32,
    ) -> Result<Recognised, ParseFailure> {
        self.ocr.read_page(&self.program, content, number).await
    }

    async fn recognise_drawing(&self, drawing: Bytes) -> Result<String, ParseFailure> {
        let page = self.ocr.read_drawing(&self.program, drawing, 0.0).await?;
        Ok(page.text)
    }
}

/// Returns the output of a command of [`Sandbox::command`] for `content`, at most `max_bytes` of it, within `wall_time`.
/// Dropped, its process is killed.
///
/// # Errors
///
/// It cannot be started, ends with an error, or reaches a limit.
pub async fn output_of(
    mut command: Command,
    content: Bytes,
    wall_time: Duration,
    max_bytes: u64,
) -> Result<Vec<u8>, ParseFailure> {
    let child = Sandbox::start(&mut command).map_err(|_| ParseFailure::Unavailable)?;
    // Dropped, the reader is killed.
    let outcome = timeout(wall_time, converse(child, content, max_bytes)).await;
    outcome.unwrap_or(Err(ParseFailure::Exhausted))
}

/// Sends the file to the reader and receives its output.
async fn converse(
    mut child: Child,
    content: Bytes,
    max_bytes: u64,
) -> Result<Vec<u8>, ParseFailure> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(ParseFailure::Unavailable);
    };
    let give = async {
        // A reader that has seen enough closes its end.
        stdin.write_all(&content).await.ok();
        drop(stdin);
    };
    let mut said = Vec::new();
    let mut limited = stdout.take(max_bytes + 1);
    let hear = limited.read_to_end(&mut said);
    let ((), heard) = tokio::join!(give, hear);
    heard.map_err(|_| ParseFailure::Broken)?;
    if said.len() as u64 > max_bytes {
        return Err(ParseFailure::TooLong);
    }
    let status = child.wait().await.map_err(|_| ParseFailure::Broken)?;
    if status.success() { Ok(said) } else { Err(why_it_died(status)) }
}

/// Maps the signal that ended a reader to a failure: SIGKILL and SIGXCPU mean that a limit was reached; SIGABRT is what
/// Rust raises without memory.
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
