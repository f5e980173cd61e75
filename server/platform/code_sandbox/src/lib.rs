//! Programs that models write: their languages and limits, and how they are run in a process of their own that reaches
//! neither network nor disk.
//!
//! Start at [`CodeSandbox`], which areas call, and at [`Program`] and [`Outcome`], what goes in and comes out. The
//! interpreters are in `code_engines`, which only the program links: it takes [`RUN_CODE_COMMAND`].

mod frame;
mod language;
mod limits;
mod program;
mod runner;

pub use frame::{join, split};
pub use language::Language;
pub use limits::*;
pub use program::{CodeError, CodeFile, Outcome, Program};
pub use runner::{CodeSandbox, RUN_CODE_COMMAND};
