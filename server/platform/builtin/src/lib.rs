//! The built-in engine: it answers in a chat when no model is connected.
//!
//! A set of small, exact skills, never an imitation of a language model. Start at `engine.rs` (which skill answers),
//! then one file per skill. `request.rs` recognizes requests in English, Arabic and simplified Chinese; every text
//! shown is in `texts/`. `model.rs` lets it answer in place of a model; as a [`::proofreading::Proofreader`] it checks
//! texts for other areas. Nothing is loaded before the first question that needs it.

mod answer;
mod arithmetic;
mod definitions;
mod engine;
mod expression;
mod introduction;
mod irregular;
mod key_sentences;
mod lemmas;
mod markdown;
mod model;
mod own_chats;
mod own_library;
mod proofreading;
mod request;
mod sentences;
mod texts;
mod wordnet;
mod words;

pub use answer::{Answer, AnswerError, Library, LibraryError, Passage, Question, Skill};
pub use engine::Builtin;
pub use key_sentences::key_sentences;
pub use model::{MODEL_ID, SLUG, model_infos, text_model};
pub use wordnet::{WORDNET_PLACES, find_wordnet};
