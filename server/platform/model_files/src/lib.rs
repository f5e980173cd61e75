//! Model files (GGUF) on this machine, and the program that serves them: llama.cpp's `llama-server`, one process per
//! loaded model, on loopback. It is not part of this program: if it is missing, that is reported.
//!
//! Start at [`ModelFiles`]. `gguf.rs` parses headers, `folder.rs` lists the files, `keeper.rs` starts and stops the
//! processes, `process.rs` is one of them, `runner.rs` is the process before it becomes the program.

mod folder;
mod gguf;
mod keeper;
mod limits;
mod memory;
mod name;
mod problems;
mod process;
mod program;
mod runner;
mod settings;
mod starter;
mod tail;
mod upload;

pub use folder::{ModelFile, Unfinished};
pub use gguf::{Gguf, GgufError, read as read_gguf};
pub use keeper::{Load, ModelFiles, Served};
pub use limits::{LIMITS, PIECE_MAX_BYTES};
pub use memory::Memory;
pub use name::FileName;
pub use problems::*;
pub use program::INSTALL_FOLDER;
pub use runner::{RUN_COMMAND, run};
pub use settings::{Settings, Setup};
pub use upload::{Piece, Progress};
