//! What of a task a model is given: all of it, or so much as its window takes.

use providers::{ModelMessage, Role};
use tokens::{Family, max_tokens};

/// Tokens of a window that are left for the model's answer, or a quarter of it if that is less.
const ANSWER_ROOM: usize = 4_096;
/// Outputs of tools that are shortened first: all but these newest.
const WHOLE_OUTPUTS: usize = 4;
const SHORT_CHARS: usize = 600;
const CUT: &str = "\n[The rest was removed to save space. Call the tool again if you need it.]";

/// Shortens the oldest outputs of tools until the messages fit into `window` tokens beside `fixed` others. Words of the
/// person and of the model stay.
pub(crate) fn fit(
    messages: &mut [ModelMessage],
    window: Option<usize>,
    fixed: usize,
    family: Family,
) {
    let Some(window) = window else { return };
    let room = window.saturating_sub(ANSWER_ROOM.min(window / 4)).saturating_sub(fixed);
    let size = |messages: &[ModelMessage]| -> usize {
        messages.iter().map(|message| max_tokens(family, bytes_of(message))).sum()
    };
    let outputs: Vec<usize> =
        (0..messages.len()).filter(|at| messages[*at].role == Role::Tool).collect();
    let newest = outputs.len().saturating_sub(WHOLE_OUTPUTS);
    // The oldest first; the newest only where that was not enough.
    for at in outputs[..newest].iter().chain(&outputs[newest..]) {
        if size(messages) <= room {
            return;
        }
        shorten(&mut messages[*at].text);
    }
}

fn bytes_of(message: &ModelMessage) -> usize {
    let calls = message.tool_calls.iter().map(|call| call.arguments.len() + call.name.len());
    message.text.len() + calls.sum::<usize>()
}

fn shorten(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(SHORT_CHARS) {
        text.truncate(end);
        text.push_str(CUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversation() -> Vec<ModelMessage> {
        let mut all = vec![ModelMessage::text(Role::User, "Find it.".repeat(100))];
        for n in 0..6 {
            all.push(ModelMessage::tool_result(format!("c{n}"), "word ".repeat(2_000)));
        }
        all
    }

    #[test]
    fn what_fits_stays_whole() {
        let mut all = conversation();
        fit(&mut all, None, 0, Family::of("gpt-4o"));
        fit(&mut all, Some(1_000_000), 0, Family::of("gpt-4o"));
        assert_eq!(all, conversation());
    }

    #[test]
    fn the_oldest_outputs_are_shortened_first_and_words_never() {
        let mut all = conversation();
        fit(&mut all, Some(40_000), 0, Family::of("gpt-4o"));
        assert_eq!(all[0], conversation()[0]);
        assert!(all[1].text.ends_with(CUT), "the first output is short");
        assert_eq!(all[6], conversation()[6], "the newest is whole");
        fit(&mut all, Some(2_000), 0, Family::of("gpt-4o"));
        assert!(all[1..].iter().all(|message| message.text.ends_with(CUT)));
    }
}
