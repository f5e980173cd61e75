//! A conversation as every protocol takes it: nothing empty, each tool's use with its result.

use crate::{ModelImage, ModelMessage, ModelRequest, Role, ToolCall};

/// A turn: everything one side says before the other responds.
#[derive(Debug, PartialEq)]
pub(super) enum Turn<'a> {
    Person {
        text: &'a str,
        images: &'a [ModelImage],
    },
    Model {
        text: &'a str,
        calls: Vec<&'a ToolCall>,
    },
    /// Results of all calls of the previous turn, in their order.
    Results(Vec<Given<'a>>),
}

/// The result of one call.
#[derive(Debug, PartialEq)]
pub(super) struct Given<'a> {
    pub call: &'a ToolCall,
    pub output: &'a str,
    pub images: &'a [ModelImage],
}

/// Returns the turns of `request`.
///
/// Leaves out what providers refuse: an answer that failed before its first word, a call without its result and a
/// result without its call, because the other was cut off with older messages.
pub(super) fn turns(request: &ModelRequest) -> Vec<Turn<'_>> {
    let mut turns = Vec::new();
    let mut rest = request.messages.as_slice();
    while let Some((message, after)) = rest.split_first() {
        rest = after;
        match message.role {
            Role::User if !is_blank(message) || !message.images.is_empty() => {
                turns.push(Turn::Person { text: &message.text, images: &message.images });
            }
            Role::User | Role::Tool => {}
            Role::Assistant => {
                let count = after.iter().take_while(|next| next.role == Role::Tool).count();
                let (results, others) = after.split_at(count);
                rest = others;
                add_answer(&mut turns, message, results);
            }
        }
    }
    turns
}

fn add_answer<'a>(
    turns: &mut Vec<Turn<'a>>,
    answer: &'a ModelMessage,
    results: &'a [ModelMessage],
) {
    let given = answer.tool_calls.iter().filter_map(|call| {
        let is_its = |result: &&ModelMessage| result.tool_call_id.as_ref() == Some(&call.id);
        let result = results.iter().find(is_its)?;
        Some(Given { call, output: &result.text, images: &result.images })
    });
    let given: Vec<_> = given.collect();
    if is_blank(answer) && given.is_empty() {
        return;
    }
    let calls = given.iter().map(|given| given.call).collect();
    turns.push(Turn::Model { text: &answer.text, calls });
    if !given.is_empty() {
        turns.push(Turn::Results(given));
    }
}

fn is_blank(message: &ModelMessage) -> bool {
    message.text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: &str) -> ToolCall {
        ToolCall { id: id.to_owned(), name: "look".to_owned(), ..ToolCall::default() }
    }

    fn asking(messages: Vec<ModelMessage>) -> ModelRequest {
        ModelRequest { messages, ..ModelRequest::default() }
    }

    fn using(calls: Vec<ToolCall>) -> ModelMessage {
        ModelMessage { tool_calls: calls, ..ModelMessage::text(Role::Assistant, "") }
    }

    #[test]
    fn an_answer_that_failed_before_its_first_word_is_left_out() {
        let person = ModelMessage::text(Role::User, "Hi");
        let empty = ModelMessage::text(Role::Assistant, " ");
        assert_eq!(turns(&asking(vec![person, empty])).len(), 1);
    }

    #[test]
    fn a_picture_without_words_is_said() {
        let image = ModelImage { media_type: "image/png".to_owned(), data: "x".into() };
        let shown = ModelMessage { images: vec![image], ..ModelMessage::text(Role::User, "") };
        assert_eq!(turns(&asking(vec![shown])).len(), 1);
    }

    #[test]
    fn results_stand_in_the_order_of_their_calls() {
        let request = asking(vec![
            using(vec![call("a"), call("b")]),
            ModelMessage::tool_result("b", "two"),
            ModelMessage::tool_result("a", "one"),
        ]);
        let turns = turns(&request);
        let Turn::Results(given) = &turns[1] else { panic!("{turns:?}") };
        assert_eq!(given.iter().map(|given| given.output).collect::<Vec<_>>(), ["one", "two"]);
    }

    #[test]
    fn calls_and_results_without_each_other_are_left_out() {
        let request = asking(vec![
            ModelMessage::tool_result("cut", "off"),
            using(vec![call("never answered"), call("a")]),
            ModelMessage::tool_result("a", ""),
            using(vec![call("b")]),
        ]);
        let turns = turns(&request);
        let [Turn::Model { calls, .. }, Turn::Results(given)] = &turns[..] else {
            panic!("{turns:?}")
        };
        assert_eq!((calls.len(), given.len()), (1, 1));
    }
}
