use std::time::Duration;

use bytes::Bytes;
use fair_queue::{FairQueue, Share};
use kernel::{Failure, Fallible};
use memory_budget::{BUSY, MemoryBudget, RETRY_SECONDS};
use parsing::{ParseFailure, Sandbox, output_of};
use tokio::time::timeout;

use crate::{
    CodeError, MADE_MAX_BYTES, Outcome, PRINTED_MAX_BYTES, Program, TURN_SECONDS, WALL_SECONDS,
    join, split,
};

/// The hidden command under which this program is an interpreter.
pub const RUN_CODE_COMMAND: &str = "run-code";

/// Programs at the same time, and those of them that are one person's.
const WORKERS: usize = 2;
const WORKERS_PER_SHARE: usize = 1;
/// Names and errors, beside what is counted.
const OVERHEAD_BYTES: usize = 262_144;

/// Runs programs, each in a process of its own, under hard limits. Cheap to clone.
#[derive(Clone)]
pub struct CodeSandbox {
    memory: MemoryBudget,
    sandbox: Sandbox,
    turns: FairQueue,
}

impl CodeSandbox {
    /// Creates a sandbox whose processes `sandbox` starts, with [`RUN_CODE_COMMAND`].
    pub fn new(memory: MemoryBudget, sandbox: Sandbox) -> Self {
        Self { memory, sandbox, turns: FairQueue::new(WORKERS, WORKERS_PER_SHARE) }
    }

    /// Returns true if there is a program to run code with; there is none in tests of areas.
    pub fn is_there(&self) -> bool {
        self.sandbox.command(RUN_CODE_COMMAND).is_some()
    }

    /// Runs a program. Takes seconds. Dropped, its process is killed.
    ///
    /// Problems: `memory_budget.busy`.
    pub async fn run(&self, program: &Program) -> Fallible<Result<Outcome, CodeError>> {
        if let Err(refused) = program.check() {
            return Ok(Err(refused));
        }
        let Some(command) = self.sandbox.command(RUN_CODE_COMMAND) else {
            return Err(Failure::internal("no program is there that runs code"));
        };
        let wait = Duration::from_secs(TURN_SECONDS);
        let turn = timeout(wait, self.turns.acquire(Share::current())).await;
        let _turn = turn.map_err(|_| BUSY.with("retry_after_seconds", RETRY_SECONDS))?;
        let input = Bytes::from(join(program, &program.files).map_err(Failure::internal)?);
        let output_bytes = (MADE_MAX_BYTES + 8 * PRINTED_MAX_BYTES + OVERHEAD_BYTES) as u64;
        let _memory = self.memory.reserve(output_bytes + input.len() as u64).await?;
        let wall = Duration::from_secs(WALL_SECONDS);
        let output = match output_of(command, input, wall, output_bytes).await {
            Ok(output) => Bytes::from(output),
            Err(ParseFailure::Unavailable) => {
                return Err(Failure::internal(ParseFailure::Unavailable));
            }
            Err(ParseFailure::Exhausted | ParseFailure::TooLong) => {
                return Ok(Err(CodeError::Exhausted));
            }
            Err(_) => return Ok(Err(CodeError::Broken)),
        };
        Ok(match split::<Outcome>(&output) {
            Some((outcome, files)) => Ok(Outcome { files, ..outcome }),
            None => Err(CodeError::Broken),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn sandbox(program: &str) -> CodeSandbox {
        CodeSandbox::new(MemoryBudget::default(), Sandbox::new(program.into()))
    }

    fn program() -> Program {
        Program { language: Language::Python, code: "1".to_owned(), now: 0, files: Vec::new() }
    }

    #[tokio::test]
    async fn an_interpreter_that_says_nothing_or_dies_ran_nothing() {
        for path in ["/bin/true", "/bin/false"] {
            let outcome = sandbox(path).run(&program()).await.unwrap();
            assert_eq!(outcome, Err(CodeError::Broken), "{path}");
        }
        assert!(sandbox("/no/such/program").run(&program()).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_for_a_turn_is_told_to_come_back() {
        let sandbox = sandbox("/bin/true");
        let _turn = sandbox.turns.acquire(Share::current()).await;
        let refused = sandbox.run(&program()).await.unwrap_err();
        assert_eq!(refused.code(), Some("memory_budget.busy"));
    }

    #[tokio::test]
    async fn a_program_that_is_too_long_starts_no_process() {
        let long = Program { code: "x".repeat(65_537), ..program() };
        let outcome = sandbox("/no/such/program").run(&long).await.unwrap();
        assert_eq!(outcome, Err(CodeError::CodeTooLong));
    }
}
