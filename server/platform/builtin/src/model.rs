//! Adapts the engine to the interface of a model.

use std::sync::Arc;

use async_stream::stream;
use async_trait::async_trait;
use kernel::Tier;
use providers::{
    FinishReason, ModelError, ModelEvent, ModelInfo, ModelRequest, ModelStream, Notice,
    NoticeAction, Protocol, Role, TextModel,
};
use store::Db;

use crate::answer::Question;
use crate::engine::Builtin;
use crate::own_library::OwnLibrary;
use crate::texts::Texts;

/// Under which slug the engine is registered with `providers`.
pub const SLUG: &str = "builtin";
/// The id under which people choose it.
pub const MODEL_ID: &str = "builtin/assistant";

/// Returns the engine as a model, searching the chats in `db`.
pub fn text_model(db: Db, engine: Builtin) -> Arc<dyn TextModel> {
    Arc::new(BuiltinModel { engine, db })
}

/// Returns its entry in the list of models. Its name is English, as those of models are; clients translate it by its
/// id.
pub fn model_infos() -> Vec<ModelInfo> {
    vec![ModelInfo {
        id: MODEL_ID.to_owned(),
        name: "Built-in helper".to_owned(),
        connection_name: "Ensemble".to_owned(),
        protocol: Protocol::Builtin,
        tier: Tier::Standard,
        credits_per_1k: None,
        context_tokens: None,
        vision: false,
        tools: false,
        reasoning: false,
    }]
}

struct BuiltinModel {
    engine: Builtin,
    db: Db,
}

#[async_trait]
impl TextModel for BuiltinModel {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        let library = OwnLibrary { db: self.db.clone(), user_id: request.user_id };
        let engine = self.engine.clone();
        let question = question_of(request);
        let texts = Texts::of(&question.locale);

        Ok(Box::pin(stream! {
            let answer = match engine.answer(question, &library).await {
                Ok(answer) => answer,
                Err(error) => {
                    yield Err(ModelError::broken(error.to_string()));
                    return;
                }
            };
            for block in blocks(&answer.markdown) {
                yield Ok(ModelEvent::Text(block.to_owned()));
            }
            for citation in answer.citations {
                yield Ok(ModelEvent::Citation(citation));
            }
            if answer.needs_model {
                yield Ok(ModelEvent::Notice(Notice {
                    code: "builtin.model_needed".to_owned(),
                    text: texts.model_needed.to_owned(),
                    action: Some(NoticeAction::ConnectModel),
                }));
            }
            yield Ok(ModelEvent::Finished(FinishReason::Stop));
        }))
    }
}

/// Returns the question: the person's last message, with the earlier ones that "this" may refer to.
fn question_of(request: ModelRequest) -> Question {
    let mut history: Vec<String> = request
        .messages
        .into_iter()
        .filter(|message| message.role == Role::User)
        .map(|message| message.text)
        .collect();
    let text = history.pop().unwrap_or_default();
    Question { text, locale: request.locale.unwrap_or_default(), history }
}

/// Returns the blocks of a Markdown text, each with the empty line behind it.
fn blocks(markdown: &str) -> impl Iterator<Item = &str> {
    markdown.split_inclusive("\n\n")
}

#[cfg(test)]
mod tests {
    use providers::ModelMessage;

    use super::*;

    #[test]
    fn the_question_is_the_last_thing_the_person_said() {
        let message = |role, text: &str| ModelMessage::text(role, text);
        let request = ModelRequest {
            messages: vec![
                message(Role::User, "first"),
                message(Role::Assistant, "answer"),
                message(Role::User, "second"),
            ],
            locale: Some("ar".into()),
            ..ModelRequest::default()
        };

        let question = question_of(request);
        assert_eq!(question.text, "second");
        assert_eq!(question.history, ["first"]);
        assert_eq!(question.locale, "ar");
    }

    #[test]
    fn blocks_joined_are_the_text_again() {
        let text = "a\n\nb\nc\n\n";
        assert_eq!(blocks(text).collect::<Vec<_>>(), ["a\n\n", "b\nc\n\n"]);
    }
}
