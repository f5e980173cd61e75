use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use fair_queue::{FairQueue, Share};
use kernel::{Failure, Fallible};
use memory_budget::{BUSY, MemoryBudget, RETRY_SECONDS};
use parsing::{ParseFailure, Sandbox, output_of};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use crate::{
    ImageTool, MadeImage, Need, TURN_WAIT_SECONDS, ToolError, ToolInfo, ToolKind, WALL_SECONDS,
    check, split_made,
};

/// The hidden command under which this program is an engine: `make-image <task as JSON>`.
pub const MAKE_COMMAND: &str = "make-image";

/// Processes at the same time, and those of them that are one person's.
const WORKERS: usize = 2;
const WORKERS_PER_SHARE: usize = 1;
/// Bytes of a pixel as it is sent back, at most: some formats do not compress noise.
const PIXEL_BYTES: u64 = 4;
/// A moving picture, or one of shapes, has more bytes than its pixels.
const OVERHEAD_BYTES: u64 = 4 * 1024 * 1024;

/// The task of an engine's process. The pictures follow each other on its standard input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub tool: ImageTool,
    /// Bytes of each picture.
    pub lengths: Vec<usize>,
    pub weights_folder: PathBuf,
}

/// Runs image tools, each in a process of its own, under hard limits. Cheap to clone.
#[derive(Clone)]
pub struct ImageTools {
    memory: MemoryBudget,
    sandbox: Sandbox,
    weights_folder: Arc<PathBuf>,
    turns: FairQueue,
}

impl ImageTools {
    /// Creates tools whose processes `sandbox` starts, with [`MAKE_COMMAND`]. `weights_folder`: where the data files of
    /// networks lie, if there are any.
    pub fn new(memory: MemoryBudget, sandbox: Sandbox, weights_folder: PathBuf) -> Self {
        let turns = FairQueue::new(WORKERS, WORKERS_PER_SHARE);
        Self { memory, sandbox, weights_folder: Arc::new(weights_folder), turns }
    }

    /// Returns all tools, with what they take and how they work at this moment.
    pub fn list(&self) -> Vec<ToolInfo> {
        ToolKind::ALL.into_iter().map(|kind| self.info(kind)).collect()
    }

    /// Returns what a tool takes and how it works at this moment.
    pub fn info(&self, kind: ToolKind) -> ToolInfo {
        kind.info(&self.weights_folder)
    }

    /// Makes a picture out of those that [`ImageTool::roles`] names. Takes seconds. Dropped, its process is killed.
    ///
    /// Problems: `memory_budget.busy`.
    pub async fn run(
        &self,
        tool: ImageTool,
        pictures: Vec<Bytes>,
    ) -> Fallible<Result<MadeImage, ToolError>> {
        if let Err(refused) = check(&tool, &pictures).and_then(|_| self.check_ready(&tool)) {
            return Ok(Err(refused));
        }
        let Some(command) = self.sandbox.command(MAKE_COMMAND) else {
            return Err(Failure::internal("no program is there that makes pictures"));
        };
        let wait = Duration::from_secs(TURN_WAIT_SECONDS);
        let turn = timeout(wait, self.turns.acquire(Share::current())).await;
        let _turn = turn.map_err(|_| BUSY.with("retry_after_seconds", RETRY_SECONDS))?;
        let output_bytes = output_bytes_max(tool.kind());
        let input_bytes: u64 = pictures.iter().map(|picture| picture.len() as u64).sum();
        let _memory = self.memory.reserve(output_bytes + input_bytes).await?;
        let task = Task {
            lengths: pictures.iter().map(Bytes::len).collect(),
            weights_folder: self.weights_folder.to_path_buf(),
            tool,
        };
        self.converse(command, &task, pictures.concat().into(), output_bytes).await
    }

    async fn converse(
        &self,
        mut command: tokio::process::Command,
        task: &Task,
        content: Bytes,
        output_bytes: u64,
    ) -> Fallible<Result<MadeImage, ToolError>> {
        command.arg(serde_json::to_string(task).map_err(Failure::internal)?);
        match output_of(command, content, Duration::from_secs(WALL_SECONDS), output_bytes).await {
            Ok(output) => Ok(split_made(output)),
            Err(ParseFailure::Unavailable) => Err(Failure::internal(ParseFailure::Unavailable)),
            Err(ParseFailure::Exhausted | ParseFailure::TooLong) => Ok(Err(ToolError::Exhausted)),
            Err(_) => Ok(Err(ToolError::Broken)),
        }
    }

    /// Checks that the data file is there that the tool cannot do without.
    ///
    /// # Errors
    ///
    /// [`ToolError::NotInstalled`].
    pub fn check_ready(&self, tool: &ImageTool) -> Result<(), ToolError> {
        let info = self.info(tool.kind());
        let has_mask = tool.roles().contains(&crate::PictureRole::Mask);
        match info.weights {
            Some(weights)
                if info.weights_need == Need::Required && !info.is_installed && !has_mask =>
            {
                Err(ToolError::NotInstalled(weights))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the most bytes that a tool's process may say.
fn output_bytes_max(kind: ToolKind) -> u64 {
    let side = u64::from(kind.made_side_max());
    side * side * PIXEL_BYTES + OVERHEAD_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Weights;

    fn png_head(width: u32, height: u32) -> Bytes {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
        head.extend([8, 6, 0, 0, 0]);
        head.into()
    }

    fn tools(program: &str) -> ImageTools {
        let sandbox = Sandbox::new(program.into());
        ImageTools::new(MemoryBudget::default(), sandbox, "/nowhere".into())
    }

    fn sketch() -> ImageTool {
        ToolKind::Sketch.with_defaults()
    }

    #[tokio::test]
    async fn a_bomb_is_refused_by_its_header_before_a_process_starts() {
        let tools = ImageTools::new(MemoryBudget::default(), Sandbox::default(), "/".into());
        let made = tools.run(sketch(), vec![png_head(50_000, 50_000)]).await.unwrap();
        assert_eq!(made, Err(ToolError::Dimensions { min: 100, max: 2_048 }));
        assert_eq!(tools.memory.usage().peak_bytes, 0);
    }

    #[tokio::test]
    async fn an_engine_that_says_nothing_or_dies_made_nothing() {
        for program in ["/bin/true", "/bin/false"] {
            let made = tools(program).run(sketch(), vec![png_head(200, 200)]).await.unwrap();
            assert_eq!(made, Err(ToolError::Broken), "{program}");
        }
        assert!(tools("/no/such/program").run(sketch(), vec![png_head(200, 200)]).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_for_a_turn_is_told_to_come_back() {
        let tools = tools("/bin/true");
        let _turn = tools.turns.acquire(Share::current()).await;
        let refused = tools.run(sketch(), vec![png_head(200, 200)]).await.unwrap_err();
        assert_eq!(refused.code(), Some("memory_budget.busy"));
    }

    #[tokio::test]
    async fn a_tool_without_its_data_file_says_which_one_is_missing() {
        let tool = ToolKind::RemoveBackground.with_defaults();
        let made = tools("/bin/true").run(tool, vec![png_head(200, 200)]).await.unwrap();
        assert_eq!(made, Err(ToolError::NotInstalled(Weights::Cutout)));
        let with_mask = ImageTool::RemoveBackground { has_mask: true };
        let pictures = vec![png_head(200, 200), png_head(200, 200)];
        let made = tools("/bin/true").run(with_mask, pictures).await.unwrap();
        assert_eq!(made, Err(ToolError::Broken), "the process was asked");
    }

    #[test]
    fn what_a_process_may_say_fits_into_the_memory_of_one_person() {
        let share = MemoryBudget::default().share_bytes();
        for kind in ToolKind::ALL {
            assert!(output_bytes_max(kind) + 32 * 1024 * 1024 <= share, "{kind:?}");
        }
    }
}
