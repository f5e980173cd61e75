use std::collections::HashMap;
use std::sync::Arc;

use area::Services;
use conversations::{Message, Role as Author, text_of};
use generation::{ContextScope, MessageContext, Tool};
use kernel::{Fallible, MessageId};
use providers::{ModelMessage, ModelRequest, Role};

use crate::answer::Asker;
use crate::rules::CONTEXT_DEFAULT_TOKENS;

/// What a run is given: all that its model reads, and what it may use.
pub(crate) struct Assembled {
    pub request: ModelRequest,
    pub tools: Vec<Arc<dyn Tool>>,
}

/// Makes of a branch what its model is given: the newest messages that fit, with what other areas add to
/// them. Call it outside of a transaction: sources may read files or ask the network.
pub(crate) async fn assemble(
    services: &Services,
    asker: &Asker,
    scope: &ContextScope,
) -> Fallible<Assembled> {
    let added = services.generation.gather(scope).await?;
    let window = scope.model.context_tokens.map_or(CONTEXT_DEFAULT_TOKENS, |tokens| tokens as usize);
    let request = ModelRequest {
        system: (!added.instructions.is_empty()).then(|| added.instructions.join("\n\n")),
        messages: fit(&scope.branch, &added.messages, CONTEXT_DEFAULT_TOKENS.min(window)),
        locale: asker.locale.clone(),
        ..ModelRequest::default()
    };
    Ok(Assembled { request, tools: added.tools })
}

/// The newest messages of a branch that fit into `max_tokens`, the person's last one always. Messages
/// without text (failed answers) are left out.
fn fit(
    branch: &[Message],
    added: &HashMap<MessageId, MessageContext>,
    max_tokens: usize,
) -> Vec<ModelMessage> {
    let mut left = max_tokens;
    let mut fitting = Vec::new();
    for message in branch.iter().rev().filter_map(|message| to_model(message, added)) {
        let tokens = guess_tokens(&message.text);
        if tokens > left && !fitting.is_empty() {
            break;
        }
        left = left.saturating_sub(tokens);
        fitting.push(message);
    }
    fitting.reverse();
    // A model's first message is the person's.
    let first = fitting.iter().position(|message| message.role == Role::User).unwrap_or(0);
    fitting.split_off(first)
}

/// A message as a model reads it, with what it carries; `None` when there is nothing to read.
fn to_model(message: &Message, added: &HashMap<MessageId, MessageContext>) -> Option<ModelMessage> {
    let own = text_of(&message.parts);
    let carried = added.get(&message.id);
    let text = match carried.map(|carried| carried.text.trim_end()) {
        Some(before) if !before.is_empty() => format!("{before}\n\n{own}"),
        _ => own,
    };
    let images = carried.map(|carried| carried.images.clone()).unwrap_or_default();
    if text.trim().is_empty() && images.is_empty() {
        return None;
    }
    let role = match message.role {
        Author::User => Role::User,
        Author::Assistant => Role::Assistant,
    };
    Some(ModelMessage { images, ..ModelMessage::text(role, text) })
}

/// Tokens of a text, guessed: four characters of Latin script, one of any other.
fn guess_tokens(text: &str) -> usize {
    let (ascii, other) =
        text.chars().fold((0, 0), |(a, o), c| if c.is_ascii() { (a + 1, o) } else { (a, o + 1) });
    ascii / 4 + other + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversations::{MessageKind, MessageState, Part};
    use kernel::{ConversationId, Timestamp};

    fn message(role: Author, text: &str) -> Message {
        let at = Timestamp::from_micros(1);
        Message {
            id: MessageId::new(at),
            conversation_id: ConversationId::new(at),
            parent_id: None,
            role,
            parts: vec![Part::text("p1", text)],
            model: None,
            model_name: None,
            state: MessageState::Completed,
            run_id: None,
            problem: None,
            receipt: None,
            kind: MessageKind::Plain,
            batch_id: None,
            bot_id: None,
            created_at: at,
        }
    }

    #[test]
    fn the_newest_messages_that_fit_are_given_to_the_model() {
        let branch = [
            message(Author::User, &"a".repeat(400)),
            message(Author::Assistant, &"b".repeat(400)),
            message(Author::User, "newest"),
        ];
        let none = HashMap::new();
        let all = fit(&branch, &none, 1_000);
        assert_eq!(all.len(), 3);
        let tight = fit(&branch, &none, 110);
        assert_eq!(tight.len(), 1, "an answer without its question is left out");
        assert_eq!(tight[0].text, "newest");
        assert_eq!(fit(&branch[..1], &none, 1).len(), 1, "the last message always goes");
    }

    #[test]
    fn what_a_message_carries_goes_before_its_text() {
        let branch = [message(Author::User, "What is this?")];
        let carried = MessageContext { text: "a file\n\n".to_owned(), images: Vec::new() };
        let added = HashMap::from([(branch[0].id, carried)]);
        assert_eq!(fit(&branch, &added, 100)[0].text, "a file\n\nWhat is this?");
    }
}
