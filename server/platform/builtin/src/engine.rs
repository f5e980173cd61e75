//! Chooses the skill that answers, and caches the data that skills load.

use std::path::PathBuf;
use std::sync::Arc;

use ::proofreading::{CheckError, Checked};
use async_trait::async_trait;

use crate::answer::{Answer, AnswerError, Library, Question};
use crate::definitions::{self, Asked};
use crate::proofreading::Proofreader;
use crate::request::{Request, recognise};
use crate::texts::Texts;
use crate::wordnet::WordNet;
use crate::{arithmetic, introduction, key_sentences, own_chats};

/// The built-in engine. Cheap to clone and to create: files are located and rules are loaded at the first question that
/// needs them.
#[derive(Clone)]
pub struct Builtin {
    skills: Arc<Skills>,
}

struct Skills {
    wordnet_dir: Option<PathBuf>,
    proofreader: Proofreader,
}

/// The remaining step after everything that needs no waiting.
enum Next {
    Done(Answer),
    SearchOwnChats { query: String },
}

impl Builtin {
    /// Creates the engine. `wordnet_dir` holds WordNet's `index.*` and `data.*` files; without it they are looked for
    /// in [`crate::WORDNET_PLACES`].
    pub fn new(wordnet_dir: Option<PathBuf>) -> Self {
        let skills = Skills { wordnet_dir, proofreader: Proofreader::default() };
        Self { skills: Arc::new(skills) }
    }

    /// Answers `question`, in at most some seconds whatever it holds.
    ///
    /// The work runs on a thread that may block; only `library` is awaited here.
    pub async fn answer(
        &self,
        question: Question,
        library: &dyn Library,
    ) -> Result<Answer, AnswerError> {
        let texts = Texts::of(&question.locale);
        let asked = question.text.clone();
        let skills = Arc::clone(&self.skills);
        let next = tokio::task::spawn_blocking(move || skills.work(&question))
            .await
            .map_err(|_| AnswerError::Stopped)??;

        match next {
            Next::Done(answer) => Ok(answer),
            Next::SearchOwnChats { query } => {
                Ok(own_chats::answer(&query, &asked, library, texts).await?)
            }
        }
    }
}

#[async_trait]
impl ::proofreading::Proofreader for Builtin {
    async fn check(&self, text: String) -> Result<Checked, CheckError> {
        let skills = Arc::clone(&self.skills);
        let checked = tokio::task::spawn_blocking(move || skills.proofreader.report(&text)).await;
        checked.unwrap_or(Err(CheckError::Failed))
    }
}

impl Skills {
    fn work(&self, question: &Question) -> Result<Next, AnswerError> {
        let texts = Texts::of(&question.locale);
        let answer = match recognise(question) {
            Request::SearchOwnChats(query) => return Ok(Next::SearchOwnChats { query }),
            Request::Proofread(text) => Some(self.proofreader.answer(&text, texts)),
            Request::KeySentences(text) => Some(key_sentences::answer(&text, texts)),
            Request::Arithmetic(calculation) => Some(arithmetic::answer(&calculation, texts)),
            Request::Define(term) => self.define(&term, Asked::Directly, texts)?,
            // "What is rust?" may ask for a word or for a whole essay: the dictionary answers if it has the word,
            // otherwise it is a question for a model.
            Request::DefineIfKnown(term) => self.define(&term, Asked::Perhaps, texts)?,
            Request::Other => None,
        };
        Ok(Next::Done(answer.unwrap_or_else(|| introduction::answer(texts))))
    }

    fn define(
        &self,
        term: &str,
        asked: Asked,
        texts: &Texts,
    ) -> Result<Option<Answer>, AnswerError> {
        let wordnet = WordNet::find(self.wordnet_dir.as_deref());
        Ok(definitions::answer(term, asked, wordnet.as_ref(), texts)?)
    }
}
