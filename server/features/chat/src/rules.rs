use conversations::{Message, Role as Author, text_of};
use kernel::{DAY, Problem, Timestamp, limits};
use providers::{ModelMessage, Role};

use crate::problems::{QUERY_TOO_LONG, TEXT_EMPTY, TEXT_TOO_LONG, TITLE_EMPTY, TITLE_TOO_LONG};

limits! { "chat";
    /// Longest message, counted in Unicode scalar values.
    TEXT_MAX_CHARS: usize = 200_000, "characters", "ours (decision 0003)";
    /// Longest title of a conversation, after trimming.
    TITLE_MAX_CHARS: usize = 100, "characters", "spec §9 (group name), taken for titles";
    /// Longest search.
    QUERY_MAX_CHARS: usize = 200, "characters", "ours (decision 0003)";
    /// How much of a conversation a model is given, at the least sensible guess of its tokens.
    CONTEXT_DEFAULT_TOKENS: usize = 20_000, "tokens", "spec §9";
    /// Messages one person may send at once, and then one every [`SEND_EVERY_MS`].
    SEND_BURST: u32 = 1_000, "messages", "ours (decision 0003)";
    SEND_EVERY_MS: u64 = 100, "milliseconds", "ours (decision 0003)";
    /// Searches one person may make at once, and then one every [`SEARCH_EVERY_MS`].
    SEARCH_BURST: u32 = 300, "searches", "ours (decision 0003)";
    SEARCH_EVERY_MS: u64 = 100, "milliseconds", "ours (decision 0003)";
    /// How long a deleted conversation can be brought back.
    TRASH_DAYS: i64 = 30, "days", "ours (decision 0003)";
}

/// A message as it is sent: not blank, not too long, exactly as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageText(String);

impl MessageText {
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if text.trim().is_empty() {
            return Err(TEXT_EMPTY.into());
        }
        if text.chars().count() > TEXT_MAX_CHARS {
            return Err(TEXT_TOO_LONG.with("max", TEXT_MAX_CHARS));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A title as it is stored: white space made one space.
pub fn parse_title(text: &str) -> Result<String, Problem> {
    let title = one_line(text);
    if title.is_empty() {
        return Err(TITLE_EMPTY.into());
    }
    if title.chars().count() > TITLE_MAX_CHARS {
        return Err(TITLE_TOO_LONG.with("max", TITLE_MAX_CHARS));
    }
    Ok(title)
}

/// What is searched for, trimmed. Blank is allowed and finds nothing.
pub fn parse_query(text: &str) -> Result<&str, Problem> {
    let query = text.trim();
    if query.chars().count() > QUERY_MAX_CHARS {
        return Err(QUERY_TOO_LONG.with("max", QUERY_MAX_CHARS));
    }
    Ok(query)
}

/// Characters of a title that is made from the first message.
const AUTO_TITLE_CHARS: usize = 60;

/// The title of a conversation that begins with `text`: its first line, cut at a word.
pub fn title_of(text: &str) -> String {
    let line = text.lines().map(one_line).find(|line| !line.is_empty()).unwrap_or_default();
    if line.chars().count() <= AUTO_TITLE_CHARS {
        return line;
    }
    let cut: String = line.chars().take(AUTO_TITLE_CHARS).collect();
    let at_word = cut.rfind(' ').filter(|at| *at > AUTO_TITLE_CHARS / 2).unwrap_or(cut.len());
    format!("{}…", cut[..at_word].trim_end())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a model is given of a branch: its newest messages that fit into `max_tokens`, the person's last
/// one always. Messages without text (failed answers) are left out.
pub fn fit_context(branch: &[Message], max_tokens: usize) -> Vec<ModelMessage> {
    let mut left = max_tokens;
    let mut fitting = Vec::new();
    for message in branch.iter().rev() {
        let text = text_of(&message.parts);
        if text.trim().is_empty() {
            continue;
        }
        let tokens = guess_tokens(&text);
        if tokens > left && !fitting.is_empty() {
            break;
        }
        left = left.saturating_sub(tokens);
        let role = match message.role {
            Author::User => Role::User,
            Author::Assistant => Role::Assistant,
        };
        fitting.push(ModelMessage::text(role, text));
    }
    fitting.reverse();
    // A model's first message is the person's.
    let first = fitting.iter().position(|message| message.role == Role::User).unwrap_or(0);
    fitting.split_off(first)
}

/// Tokens of a text, guessed: four characters of Latin script, one of any other.
fn guess_tokens(text: &str) -> usize {
    let (ascii, other) =
        text.chars().fold((0, 0), |(a, o), c| if c.is_ascii() { (a + 1, o) } else { (a, o + 1) });
    ascii / 4 + other + 1
}

/// Until when a conversation deleted at `now` can be brought back; what is older is removed for good.
pub fn trash_ends(now: Timestamp) -> Timestamp {
    now.plus(-TRASH_DAYS * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversations::{MessageState, Part};
    use kernel::{ConversationId, MessageId};

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
            kind: conversations::MessageKind::Plain,
            batch_id: None,
            bot_id: None,
            created_at: at,
        }
    }

    #[test]
    fn a_message_may_have_200_000_characters_but_not_one_more() {
        assert!(MessageText::parse(&"é".repeat(200_000)).is_ok());
        let refused = MessageText::parse(&"é".repeat(200_001)).unwrap_err();
        assert_eq!(refused.kind.text, "Text too long");
        assert_eq!(MessageText::parse(" \n ").unwrap_err().kind, TEXT_EMPTY);
    }

    #[test]
    fn a_message_keeps_its_white_space() {
        assert_eq!(MessageText::parse("  a\n\n b ").unwrap().as_str(), "  a\n\n b ");
    }

    #[test]
    fn a_title_may_have_100_characters_but_not_101() {
        assert!(parse_title(&"t".repeat(100)).is_ok());
        assert_eq!(parse_title(&"t".repeat(101)).unwrap_err().kind, TITLE_TOO_LONG);
        assert_eq!(parse_title("  a \n b ").unwrap(), "a b");
    }

    #[test]
    fn a_new_conversation_is_named_after_its_first_line_cut_at_a_word() {
        assert_eq!(title_of("\n  Hello   there\nmore"), "Hello there");
        let long = "word ".repeat(30);
        let title = title_of(&long);
        assert!(title.ends_with("word…") && title.chars().count() <= 61, "{title}");
    }

    #[test]
    fn the_newest_messages_that_fit_are_given_to_the_model() {
        let branch = [
            message(Author::User, &"a".repeat(400)),
            message(Author::Assistant, &"b".repeat(400)),
            message(Author::User, "newest"),
        ];
        let all = fit_context(&branch, 1_000);
        assert_eq!(all.len(), 3);
        let tight = fit_context(&branch, 110);
        assert_eq!(tight.len(), 1, "an answer without its question is left out");
        assert_eq!(tight[0].text, "newest");
        assert_eq!(fit_context(&branch[..1], 1).len(), 1, "the last message always goes");
    }
}
