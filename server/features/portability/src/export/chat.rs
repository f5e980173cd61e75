//! Reads a chat once into the form from which every format is written: who said what, in display order.

use std::collections::HashMap;

use conversations::{
    CitedState, CitedStatement, Conversation, Message, MessageKind, PartKind, Role, ToolCallState,
};
use printed::{Diagrams, Piece, Source, Text, Turn, Words};

use super::marks::with_names;

/// Reads a chat. `branch`: the shown branch, first to last; `all`: the whole conversation, with parallel answers.
pub(super) fn read_chat(
    conversation: &Conversation,
    branch: &[Message],
    all: &[Message],
    words: &'static Words,
) -> Text {
    let shown = branch.iter().flat_map(|message| beside(message, all));
    let turns = shown
        .filter(|message| !message.parts.is_empty())
        .map(|message| turn_of(message, all, words));
    Text {
        title: conversation.title.clone(),
        turns: turns.collect(),
        words,
        pictures: HashMap::new(),
        diagrams: Diagrams::default(),
    }
}

/// Returns the messages shown in place of a message: of several models' parallel answers one each, followed by the
/// merged answer.
fn beside<'a>(message: &'a Message, all: &'a [Message]) -> Vec<&'a Message> {
    if message.batch_id.is_none() || message.role != Role::Assistant {
        return vec![message];
    }
    let is_beside = |one: &&Message| {
        one.batch_id == message.batch_id
            && one.parent_id == message.parent_id
            && one.role == Role::Assistant
    };
    let mut shown: Vec<&Message> = Vec::new();
    let mut merged = (message.kind == MessageKind::Ensemble).then_some(message);
    for one in all.iter().filter(is_beside) {
        if one.kind == MessageKind::Ensemble {
            merged = merged.filter(|merged| merged.id == message.id).or(Some(one));
            continue;
        }
        match shown.iter_mut().find(|known| known.model == one.model) {
            Some(known) if known.id == message.id => {}
            Some(known) => *known = one,
            None => shown.push(one),
        }
    }
    shown.extend(merged);
    shown
}

fn turn_of(message: &Message, all: &[Message], words: &'static Words) -> Turn {
    let is_answer = message.role == Role::Assistant;
    let is_merged = message.kind == MessageKind::Ensemble;
    let by = message.model_name.as_deref();
    let name = match (is_answer, is_merged, by) {
        (false, ..) => words.you.to_owned(),
        (true, true, Some(by)) => format!("{} · {by}", words.merged),
        (true, true, None) => words.merged.to_owned(),
        (true, false, by) => by.unwrap_or(words.assistant).to_owned(),
    };
    let names = if is_merged { names_of(message, all, words) } else { Vec::new() };
    let mut turn = Turn {
        is_answer,
        name,
        time: message.created_at.to_jiff().strftime("%Y-%m-%d %H:%M").to_string(),
        pieces: Vec::new(),
        sources: Vec::new(),
    };
    for part in &message.parts {
        match &part.kind {
            PartKind::Text { text } if is_merged => {
                turn.pieces.push(Piece::Text(with_names(text, &names)));
            }
            PartKind::Text { text } => turn.pieces.push(Piece::Text(text.clone())),
            PartKind::File { file_id, name, .. } => {
                turn.pieces.push(Piece::File { id: *file_id, name: name.clone() });
            }
            PartKind::Reference { title, .. } => {
                turn.pieces.push(Piece::Text(format!("[{}]", title.replace(['[', ']'], " "))));
            }
            PartKind::ToolCall { title, source, state, arguments, output, .. } => {
                let title = match source {
                    Some(source) => format!("{title} · {source}"),
                    None => title.clone(),
                };
                let ended = match state {
                    ToolCallState::Failed => Some(words.failed),
                    ToolCallState::Denied => Some(words.denied),
                    _ => None,
                };
                let (arguments, output) = (arguments.clone(), output.clone());
                turn.pieces.push(Piece::Tool { title, ended, arguments, output });
            }
            PartKind::Citation { title, url, page, cites, web, given, .. } => {
                let title = source_title(title, *page, cites, words);
                let number = web.map(|web| web.number.to_string());
                let own = given.as_ref().map(|given| format!("#{}", given.number));
                let title = with_number(title, number.or(own));
                let url = url.clone().filter(|url| url.starts_with("http"));
                turn.sources.push(Source { title, url });
            }
            PartKind::Reasoning { .. } | PartKind::Question { .. } | PartKind::Notice { .. } => {}
        }
    }
    turn
}

/// Returns the title of a source, with the statements of the answer that it does not contain.
fn source_title(title: &str, page: Option<i64>, cites: &[CitedStatement], words: &Words) -> String {
    let mut said = title.to_owned();
    if let Some(page) = page {
        said.push_str(&format!(", {}", words.page.replace("{number}", &page.to_string())));
    }
    for cite in cites.iter().filter(|cite| cite.state == CitedState::NotFound) {
        said.push_str(&format!(" ({}: {})", words.not_found, cite.statement));
    }
    said
}

/// Returns a source's title, with the number by which the answer names it.
fn with_number(title: String, number: Option<String>) -> String {
    match number.map(|number| format!("[{number}]")) {
        Some(number) if !title.starts_with(&number) => format!("{number} {title}"),
        _ => title,
    }
}

/// Returns the models of the answers that a merged one was made of, by their numbers.
fn names_of(merged: &Message, all: &[Message], words: &Words) -> Vec<String> {
    let is_numbered = |one: &&Message| {
        one.parent_id == merged.parent_id
            && one.role == Role::Assistant
            && one.kind == MessageKind::Plain
    };
    let name = |one: &Message| one.model_name.clone().unwrap_or(words.assistant.to_owned());
    all.iter().filter(is_numbered).map(name).collect()
}

#[cfg(test)]
mod tests {
    use conversations::Part;
    use kernel::{ConversationId, MessageId, Timestamp, Uuid};

    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

    fn answer(model: &str, text: &str) -> Message {
        let conversation_id = ConversationId(Uuid::from_u128(1));
        Message {
            parent_id: Some(MessageId(Uuid::from_u128(2))),
            batch_id: Some(Uuid::from_u128(3)),
            model: Some(model.to_owned()),
            model_name: Some(model.to_uppercase()),
            parts: vec![Part::text("p1", text)],
            ..Message::new(MessageId::new(NOW), conversation_id, Role::Assistant, NOW)
        }
    }

    #[test]
    fn a_source_is_named_with_what_does_not_stand_there() {
        let cite = |statement: &str, state| CitedStatement {
            statement: statement.to_owned(),
            state,
            quote: None,
        };
        let cites = [cite("It is 900", CitedState::Close), cite("It is 700", CitedState::NotFound)];
        assert_eq!(
            source_title("lease.pdf", Some(3), &cites, Words::of(None)),
            "lease.pdf, p. 3 (Not found in sources: It is 700)"
        );
        assert_eq!(source_title("Tides", None, &[], Words::of(None)), "Tides");
        let called = |number: &str| Some(number.to_owned());
        assert_eq!(with_number("Tides".to_owned(), called("#3")), "[#3] Tides");
        assert_eq!(with_number("[9] (Not found)".to_owned(), called("9")), "[9] (Not found)");
        assert_eq!(with_number("lease.pdf".to_owned(), None), "lease.pdf");
    }

    #[test]
    fn answers_side_by_side_are_all_there_and_the_merged_one_names_them() {
        let (a, again, b) = (answer("a", "One"), answer("a", "Once more"), answer("b", "Two"));
        let merged = Message { kind: MessageKind::Ensemble, ..answer("a", "Both. [[agree:1,3]]") };
        let all = [a.clone(), again.clone(), b.clone(), merged.clone()];
        let ids = |message: &Message| -> Vec<MessageId> {
            beside(message, &all).into_iter().map(|one| one.id).collect()
        };
        assert_eq!(ids(&merged), [again.id, b.id, merged.id], "the newest of each model");
        assert_eq!(ids(&a), [a.id, b.id, merged.id], "the one that is shown");
        let turn = turn_of(&merged, &all, Words::of(None));
        assert_eq!(turn.name, "Merged answer · A");
        assert_eq!(turn.texts().collect::<Vec<_>>(), ["Both. (✓ A · B)"]);
        let alone = Message { batch_id: None, ..a };
        assert_eq!(beside(&alone, &all).len(), 1);
    }
}
