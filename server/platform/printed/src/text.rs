//! The text from which every file format is made: who said what, in display order.

use std::collections::HashMap;

use kernel::FileId;

use crate::picture::{Diagrams, Picture};
use crate::words::Words;

/// The text as formats see it: a chat, or a report of one turn.
pub struct Text {
    pub title: String,
    pub turns: Vec<Turn>,
    pub words: &'static Words,
    /// Pictures that are in it, as far as they are at hand.
    pub pictures: HashMap<FileId, Picture>,
    /// Diagrams that were drawn, by their code.
    pub diagrams: Diagrams,
}

pub struct Turn {
    pub is_answer: bool,
    pub name: String,
    /// `2026-11-21 14:05` in UTC.
    pub time: String,
    pub pieces: Vec<Piece>,
    pub sources: Vec<Source>,
}

pub enum Piece {
    /// Markdown in answers, plain text in questions.
    Text(String),
    /// A tool call: its name, and its result if it failed.
    Tool {
        title: String,
        ended: Option<&'static str>,
        arguments: String,
        output: Option<String>,
    },
    File {
        id: FileId,
        name: String,
    },
}

/// The source of a statement.
pub struct Source {
    pub title: String,
    pub url: Option<String>,
}

impl Turn {
    /// Returns all that was said in it, without what tools gave.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

impl Text {
    /// Returns the files in it, each once.
    pub fn file_ids(&self) -> Vec<FileId> {
        let mut ids = Vec::new();
        for piece in self.turns.iter().flat_map(|turn| &turn.pieces) {
            if let Piece::File { id, .. } = piece
                && !ids.contains(id)
            {
                ids.push(*id);
            }
        }
        ids
    }
}
