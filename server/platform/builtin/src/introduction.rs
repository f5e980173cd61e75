//! The engine's answer if no skill fits the question: it introduces itself and what it can do.

use crate::answer::{Answer, Skill};
use crate::texts::Texts;

pub fn answer(texts: &Texts) -> Answer {
    Answer {
        skill: Skill::Introduction,
        markdown: texts.introduction.to_owned(),
        citations: Vec::new(),
        needs_model: true,
    }
}
