use std::time::Duration;

use bytes::Bytes;
use fair_queue::{FairQueue, Share};
use kernel::{Failure, Fallible};
use memory_budget::{BUSY, MemoryBudget, RETRY_SECONDS, WAIT_SECONDS};
use pictures::{Edit, Header, PictureError};
use tokio::time::timeout;

use crate::worker::output_of;
use crate::{ParseFailure, Sandbox};

/// The hidden command under which this program edits a picture: `edit-picture <edit as JSON>`.
pub const EDIT_COMMAND: &str = "edit-picture";

/// Pictures that take more memory, or have more pixels, are edited in a process of their own.
const IN_PROCESS_MAX_BYTES: u64 = 48 * 1024 * 1024;
const IN_PROCESS_MAX_PIXELS: u64 = 16_000_000;
/// Time limit for editing one picture.
const WALL_TIME: Duration = Duration::from_secs(60);
/// Processes at the same time, and those of them that are one person's.
const WORKERS: usize = 2;
const WORKERS_PER_SHARE: usize = 1;

/// Edits pictures from people: small ones in this process, as its memory budget permits; large ones in a process of
/// their own, under hard limits. Cheap to clone.
#[derive(Clone)]
pub struct PictureEditor {
    memory: MemoryBudget,
    /// Without a program in it, large pictures are refused.
    sandbox: Sandbox,
    turns: FairQueue,
}

impl PictureEditor {
    /// Creates an editor whose processes `sandbox` starts, with [`EDIT_COMMAND`].
    pub fn new(memory: MemoryBudget, sandbox: Sandbox) -> Self {
        Self { memory, sandbox, turns: FairQueue::new(WORKERS, WORKERS_PER_SHARE) }
    }

    /// Edits a picture. Its memory is known from its header, before anything is decoded.
    ///
    /// Problems: `memory_budget.busy`.
    pub async fn edit(
        &self,
        edit: Edit,
        content: Bytes,
    ) -> Fallible<Result<Vec<u8>, PictureError>> {
        let Some(header) = Header::read(&content) else {
            return Ok(Err(PictureError::Broken));
        };
        let bytes = match edit.memory_bytes(&header) {
            Ok(bytes) => bytes,
            Err(refused) => return Ok(Err(refused)),
        };
        if bytes <= IN_PROCESS_MAX_BYTES && header.pixels() <= IN_PROCESS_MAX_PIXELS {
            return self.memory.run(bytes, move || edit.apply(&content)).await;
        }
        self.edit_elsewhere(edit, content, edit.output_bytes(&header)).await
    }

    async fn edit_elsewhere(
        &self,
        edit: Edit,
        content: Bytes,
        output_bytes: u64,
    ) -> Fallible<Result<Vec<u8>, PictureError>> {
        let Some(mut command) = self.sandbox.command(EDIT_COMMAND) else {
            return Ok(Err(PictureError::Dimensions));
        };
        let _memory = self.memory.reserve(output_bytes).await?;
        let wait = Duration::from_secs(WAIT_SECONDS);
        let turn = timeout(wait, self.turns.acquire(Share::current())).await;
        let _turn = turn.map_err(|_| BUSY.with("retry_after_seconds", RETRY_SECONDS))?;
        command.arg(serde_json::to_string(&edit).map_err(Failure::internal)?);
        match output_of(command, content, WALL_TIME, output_bytes).await {
            Ok(mut said) => Ok(outcome_of(&mut said)),
            Err(ParseFailure::Unavailable) => Err(Failure::internal(ParseFailure::Unavailable)),
            Err(ParseFailure::Exhausted | ParseFailure::TooLong) => {
                Ok(Err(PictureError::Dimensions))
            }
            Err(_) => Ok(Err(PictureError::Broken)),
        }
    }
}

/// Splits the output of an editor's process: a line of JSON, followed by the picture.
fn outcome_of(said: &mut Vec<u8>) -> Result<Vec<u8>, PictureError> {
    let end = said.iter().position(|byte| *byte == b'\n').ok_or(PictureError::Broken)?;
    let outcome = serde_json::from_slice::<Result<(), PictureError>>(&said[..end]);
    outcome.unwrap_or(Err(PictureError::Broken))?;
    said.drain(..=end);
    Ok(std::mem::take(said))
}

#[cfg(test)]
mod tests {
    use pictures::Square;

    use super::*;

    const ICON: Edit =
        Edit::Square(Square { side_min: 100, side_max: 8_192, side: 512, quality: 75 });

    /// Returns the beginning of a PNG of 32 bits a pixel.
    fn png_head(side: u32) -> Bytes {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend([side.to_be_bytes(), side.to_be_bytes()].concat());
        head.extend([8, 6, 0, 0, 0]);
        head.into()
    }

    // attacks.md, row 1: "a solid 8192 x 8192 PNG of 261 kB: one takes 729 MB"
    #[tokio::test]
    async fn a_large_picture_is_never_decoded_in_this_process() {
        let memory = MemoryBudget::default();
        let editor = PictureEditor::new(memory.clone(), Sandbox::new("/bin/false".into()));
        let made = editor.edit(ICON, png_head(8_192)).await.unwrap();
        assert_eq!(made, Err(PictureError::Broken), "the process said nothing");
        assert!(memory.usage().peak_bytes < 4_000_000, "only what it may say is reserved");

        let editor = PictureEditor::new(memory, Sandbox::default());
        let made = editor.edit(ICON, png_head(8_192)).await.unwrap();
        assert_eq!(made, Err(PictureError::Dimensions));
    }

    // attacks.md, row 1: "four 2.4 GB, twelve 7 GB"
    #[tokio::test]
    async fn twelve_pictures_at_once_stay_within_the_budget() {
        let memory = MemoryBudget::default();
        let editor = PictureEditor::new(memory.clone(), Sandbox::default());
        let side = 1_400;
        let edits = (0..12).map(|_| editor.edit(ICON, png_head(side)));
        let made = futures::future::join_all(edits).await;
        assert!(made.iter().all(|one| matches!(one, Ok(Err(PictureError::Broken)))), "{made:?}");
        let peak = memory.usage().peak_bytes;
        assert!(peak <= memory.share_bytes() && peak > 20_000_000, "{peak}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_for_a_process_is_told_to_come_back() {
        let editor = PictureEditor::new(MemoryBudget::default(), Sandbox::new("/bin/false".into()));
        let _turn = editor.turns.acquire(Share::current()).await;
        let refused = editor.edit(ICON, png_head(8_192)).await.unwrap_err();
        assert_eq!(refused.code(), Some("memory_budget.busy"));
    }

    #[test]
    fn an_outcome_is_a_line_and_the_picture() {
        assert_eq!(outcome_of(&mut b"{\"Ok\":null}\n\n\xff".to_vec()), Ok(b"\n\xff".to_vec()));
        let refused = b"{\"Err\":\"dimensions\"}\n".to_vec();
        assert_eq!(outcome_of(&mut refused.clone()), Err(PictureError::Dimensions));
        assert_eq!(outcome_of(&mut b"no line".to_vec()), Err(PictureError::Broken));
    }
}
