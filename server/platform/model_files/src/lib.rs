//! Model files (GGUF) on this machine, and the program that serves them: llama.cpp's `llama-server`, one
//! process for each loaded model, on loopback. It is no part of this program: where it is missing, that is said.
//!
//! Start at [`ModelFiles`]. `gguf.rs` reads headers, `folder.rs` says which files there are, `keeper.rs` starts
//! and ends the processes, `process.rs` is one of them, `runner.rs` is what becomes it.

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
