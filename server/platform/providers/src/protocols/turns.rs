//! A conversation as every protocol takes it: nothing empty, each tool's use with its result.

use crate::{ModelAudio, ModelImage, ModelMessage, ModelRequest, Role, ToolCall};

/// A turn: everything one side says before the other responds.
#[derive(Debug, PartialEq)]
pub(super) enum Turn<'a> {
    /// Instructions in the middle of the conversation.
    System(&'a str),
    Person {
        text: &'a str,
        images: &'a [ModelImage],
        name: Option<&'a str>,
        offsets: &'a [usize],
        audio: &'a [ModelAudio],
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
            Role::System => turns.push(Turn::System(&message.text)),
            Role::User => turns.push(Turn::Person {
                text: &message.text,
                images: &message.images,
                name: message.name.as_deref(),
                offsets: &message.image_offsets,
                audio: &message.audio,
            }),
            Role::Tool => {}
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

/// A part of a person's message.
#[derive(Debug, PartialEq)]
pub(super) enum MessagePart<'a> {
    Text(&'a str),
    Image(&'a ModelImage),
}

/// Returns a message's texts and images in their order; `None` if the protocol places the images.
pub(super) fn ordered_blocks<'a>(
    text: &'a str,
    images: &'a [ModelImage],
    offsets: &[usize],
) -> Option<Vec<MessagePart<'a>>> {
    if images.is_empty() || offsets.len() != images.len() {
        return None;
    }
    let mut blocks = Vec::new();
    let mut start = 0;
    let mut add_text = |blocks: &mut Vec<MessagePart<'a>>, end: usize| {
        let said = text.get(start..end).unwrap_or_default();
        // The line break that separates it from the text before the image.
        let said = if start > 0 { said.strip_prefix('\n').unwrap_or(said) } else { said };
        if !said.is_empty() {
            blocks.push(MessagePart::Text(said));
        }
        start = end;
    };
    for (image, offset) in images.iter().zip(offsets) {
        add_text(&mut blocks, *offset);
        blocks.push(MessagePart::Image(image));
    }
    add_text(&mut blocks, text.len());
    Some(blocks)
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
    fn a_blank_message_is_sent_as_it_is() {
        assert_eq!(turns(&asking(vec![ModelMessage::text(Role::User, "")])).len(), 1);
    }

    #[test]
    fn late_instructions_stay_in_their_place() {
        let request = asking(vec![
            ModelMessage::text(Role::User, "Hi"),
            ModelMessage::text(Role::System, "In French."),
            ModelMessage::text(Role::User, "And now?"),
        ]);
        assert_eq!(turns(&request)[1], Turn::System("In French."));
    }

    #[test]
    fn texts_and_images_keep_their_order() {
        let image = ModelImage { media_type: "image/png".to_owned(), data: "x".into() };
        let images = [image.clone(), image.clone()];
        let shown = MessagePart::Image(&image);
        for (text, offsets, expected) in [
            (
                "a\nb",
                vec![0, 1],
                Some(vec![&shown, &MessagePart::Text("a"), &shown, &MessagePart::Text("b")]),
            ),
            ("a", vec![1, 1], Some(vec![&MessagePart::Text("a"), &shown, &shown])),
            ("a\n", vec![2, 2], Some(vec![&MessagePart::Text("a\n"), &shown, &shown])),
            ("", vec![0, 0], Some(vec![&shown, &shown])),
            ("a", vec![], None),
        ] {
            let blocks = ordered_blocks(text, &images, &offsets);
            assert_eq!(blocks.as_ref().map(|blocks| blocks.iter().collect()), expected, "{text}");
        }
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
