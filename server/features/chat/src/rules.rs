use conversations::{Message, MessageKind, Role};
use kernel::{DAY, MessageId, Problem, Timestamp, collapse_whitespace, limits};

use crate::problems::{
    GROUP_NAME_EMPTY, GROUP_NAME_TOO_LONG, MODELS_COUNT, QUERY_TOO_LONG, TEXT_EMPTY, TEXT_TOO_LONG,
    TITLE_EMPTY, TITLE_TOO_LONG,
};

limits! { "chat";
    /// Longest message, counted in Unicode scalar values.
    TEXT_MAX_CHARS: usize = 200_000, "characters", "ours (decision 0003)";
    /// Things of a person's own that one message may refer to.
    REFERENCES_MAX: usize = 10, "things", "ours (decision 0806)";
    /// Maximum number of tokens that all references may take together, or a quarter of the model's window if that is
    /// less.
    REFERENCES_MAX_TOKENS: usize = 10_000, "tokens", "ours (decision 0806)";
    /// Models that may answer one message side by side.
    BATCH_MIN_MODELS: usize = 2, "models", "issue 3";
    BATCH_MAX_MODELS: usize = 4, "models", "issue 3";
    /// Answers that are merged into one, at most.
    MERGE_MAX_ANSWERS: usize = 8, "answers", "ours (decision 0610)";
    /// Longest title of a conversation, after trimming.
    TITLE_MAX_CHARS: usize = 100, "characters", "spec §9 (group name), taken for titles";
    /// Longest name of a group, after trimming.
    GROUP_NAME_MAX_CHARS: usize = 100, "characters", "spec §5, §9";
    /// Messages of a conversation that are asked for by their ids at once.
    MESSAGES_AT_ONCE: usize = 100, "messages", "ours (decision 0693)";
    /// Groups of one person.
    GROUPS_MAX: usize = 500, "groups", "ours (decision 0601)";
    /// Conversations that are changed, deleted or moved at once.
    BATCH_MAX_CONVERSATIONS: usize = 500, "conversations", "ours (decision 0601)";
    /// Lifetime of a temporary conversation after its last message, unless it is closed before.
    TEMPORARY_HOURS: i64 = 24, "hours", "ours (decision 0602)";
    /// Number of characters of each message that a model reads to name a conversation.
    TITLE_READ_CHARS: usize = 1_000, "characters", "ours (decision 0600)";
    /// Inactivity after which the next message begins a new chat, if the person wants that.
    AUTO_NEW_CHAT_MINUTES: i64 = 10, "minutes", "spec §4";
    /// Longest search.
    QUERY_MAX_CHARS: usize = 200, "characters", "ours (decision 0003)";
    /// Messages one person may send at once, and then one every [`SEND_EVERY_MS`].
    SEND_BURST: u32 = 1_000, "messages", "ours (decision 0003)";
    SEND_EVERY_MS: u64 = 100, "milliseconds", "ours (decision 0003)";
    /// Searches one person may make at once, and then one every [`SEARCH_EVERY_MS`].
    SEARCH_BURST: u32 = 300, "searches", "ours (decision 0003)";
    SEARCH_EVERY_MS: u64 = 100, "milliseconds", "ours (decision 0003)";
    /// Number of days for which a deleted conversation can be restored.
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

    /// Parses the text of a message with files, which may be empty.
    pub fn parse_beside_files(text: &str) -> Result<Self, Problem> {
        if text.trim().is_empty() { Ok(Self(String::new())) } else { Self::parse(text) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks the models that answer in parallel: none (one answers, as usual), or two to four different ones.
pub fn check_models(models: &[String]) -> Result<(), Problem> {
    let is_twice = |(at, id): (usize, &String)| models[..at].contains(id);
    let counts = BATCH_MIN_MODELS..=BATCH_MAX_MODELS;
    if models.is_empty() {
        return Ok(());
    }
    if !counts.contains(&models.len()) || models.iter().enumerate().any(is_twice) {
        return Err(MODELS_COUNT.with("min", BATCH_MIN_MODELS).with("max", BATCH_MAX_MODELS));
    }
    Ok(())
}

/// Returns the answers that a message was given when it was sent: one, or a batch. In the asked order.
pub fn first_answers(messages: Vec<Message>, question_id: MessageId) -> Vec<Message> {
    let mut answers: Vec<Message> =
        messages.into_iter().filter(|message| message.parent_id == Some(question_id)).collect();
    let batch_id = answers.first().and_then(|first| first.batch_id);
    match batch_id {
        None => answers.truncate(1),
        Some(_) => answers
            .retain(|answer| answer.batch_id == batch_id && answer.kind == MessageKind::Plain),
    }
    answers
}

/// Returns true if `message` is an earlier sibling of `new`: another message of the person with the same parent.
pub fn stands_beside(message: &Message, new: &Message) -> bool {
    message.parent_id == new.parent_id
        && message.role == Role::User
        && message.id != new.id
        && message.created_at <= new.created_at
}

/// Normalizes a title: single spaces.
pub fn parse_title(text: &str) -> Result<String, Problem> {
    let title = collapse_whitespace(text);
    if title.is_empty() {
        return Err(TITLE_EMPTY.into());
    }
    if title.chars().count() > TITLE_MAX_CHARS {
        return Err(TITLE_TOO_LONG.with("max", TITLE_MAX_CHARS));
    }
    Ok(title)
}

/// Normalizes a group's name: single spaces.
pub fn parse_group_name(text: &str) -> Result<String, Problem> {
    let name = collapse_whitespace(text);
    if name.is_empty() {
        return Err(GROUP_NAME_EMPTY.into());
    }
    if name.chars().count() > GROUP_NAME_MAX_CHARS {
        return Err(GROUP_NAME_TOO_LONG.with("max", GROUP_NAME_MAX_CHARS));
    }
    Ok(name)
}

/// Parses the text of a search, trimmed. Blank is allowed and finds nothing.
pub fn parse_query(text: &str) -> Result<&str, Problem> {
    let query = text.trim();
    if query.chars().count() > QUERY_MAX_CHARS {
        return Err(QUERY_TOO_LONG.with("max", QUERY_MAX_CHARS));
    }
    Ok(query)
}

/// Returns the place of the name that is meant: the same one, else one that begins so, else one that holds it, whatever
/// its capitals.
pub fn best_name<'a>(names: impl Iterator<Item = &'a str>, wanted: &str) -> Option<usize> {
    let wanted = wanted.to_lowercase();
    let rank = |name: &str| match name.to_lowercase() {
        name if name == wanted => Some(0),
        name if name.starts_with(&wanted) => Some(1),
        name if name.contains(&wanted) => Some(2),
        _ => None,
    };
    let ranked = names.enumerate().filter_map(|(at, name)| Some((rank(name)?, at)));
    ranked.min().map(|(_, at)| at)
}

/// Characters of a title that is made from the first message.
const AUTO_TITLE_CHARS: usize = 60;

/// Returns the title of a conversation that begins with `text`: its first line, cut at a word.
pub fn title_of(text: &str) -> String {
    let line =
        text.lines().map(collapse_whitespace).find(|line| !line.is_empty()).unwrap_or_default();
    if line.chars().count() <= AUTO_TITLE_CHARS {
        return line;
    }
    let cut: String = line.chars().take(AUTO_TITLE_CHARS).collect();
    let at_word = cut.rfind(' ').filter(|at| *at > AUTO_TITLE_CHARS / 2).unwrap_or(cut.len());
    format!("{}…", cut[..at_word].trim_end())
}

/// Cleans a title that a model gave; `None` if nothing is left, or if it is not a title but a text.
pub fn clean_title(text: &str) -> Option<String> {
    let line = text.lines().map(collapse_whitespace).find(|line| !line.is_empty())?;
    let around = |c: char| {
        matches!(
            c,
            '"' | '\''
                | '`'
                | '*'
                | '#'
                | '_'
                | '“'
                | '”'
                | '‘'
                | '’'
                | '«'
                | '»'
                | '「'
                | '」'
                | '《'
                | '》'
                | '„'
        ) || c.is_whitespace()
    };
    let line = line.trim_matches(around);
    let label = ["title:", "name:"].iter().find(|label| {
        line.get(..label.len()).is_some_and(|start| start.eq_ignore_ascii_case(label))
    });
    let line = line[label.map_or(0, |label| label.len())..].trim_matches(around);
    let line = line.trim_end_matches(|c| around(c) || matches!(c, '.' | '。' | '۔'));
    (!line.is_empty() && line.chars().count() <= TITLE_MAX_CHARS).then(|| line.to_owned())
}

/// Returns true if a model asked for a title has written a whole line, or more than a title can have: the rest is not
/// read.
pub fn is_past_title(text: &str) -> bool {
    let text = text.trim_start();
    text.contains('\n') || text.chars().count() > 2 * TITLE_MAX_CHARS
}

/// Returns the whole days left until a conversation deleted at `deleted_at` is deleted permanently, at least one.
pub fn days_left(deleted_at: Timestamp, now: Timestamp) -> i64 {
    let left = TRASH_DAYS * DAY - now.since(deleted_at);
    (left + DAY - 1).div_euclid(DAY).clamp(1, TRASH_DAYS)
}

/// Returns the time until which a conversation deleted at `now` can be restored; older ones are deleted permanently.
pub fn trash_ends(now: Timestamp) -> Timestamp {
    now.plus(-TRASH_DAYS * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_with_its_line_or_when_it_is_no_title_any_more() {
        assert!(!is_past_title("\n\nA walk in"));
        assert!(is_past_title("A walk in Rome\n"));
        assert!(!is_past_title(&"a".repeat(200)));
        assert!(is_past_title(&"a".repeat(201)));
    }

    #[test]
    fn a_message_may_have_200_000_characters_but_not_one_more() {
        assert!(MessageText::parse(&"é".repeat(200_000)).is_ok());
        let refused = MessageText::parse(&"é".repeat(200_001)).unwrap_err();
        assert_eq!(refused.kind.text, "Text too long");
        assert_eq!(MessageText::parse(" \n ").unwrap_err().kind, TEXT_EMPTY);
    }

    // issue 3: "Several models answer side by side": two to four different ones
    #[test]
    fn two_to_four_different_models_answer_side_by_side() {
        let models = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        assert!(check_models(&[]).is_ok());
        assert!(check_models(&models(&["a", "b"])).is_ok());
        assert!(check_models(&models(&["a", "b", "c", "d"])).is_ok());
        for wrong in [&["a"][..], &["a", "a"], &["a", "b", "c", "d", "e"]] {
            assert_eq!(check_models(&models(wrong)).unwrap_err().kind, MODELS_COUNT, "{wrong:?}");
        }
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

    // spec §5: "Favorite group name at most 100."
    // spec §9: "Group name 100."
    #[test]
    fn the_name_of_a_group_may_have_100_characters_but_not_101() {
        assert_eq!(parse_group_name(" Read \n later ").unwrap(), "Read later");
        assert!(parse_group_name(&"组".repeat(100)).is_ok());
        let refused = parse_group_name(&"组".repeat(101)).unwrap_err();
        assert_eq!(refused.kind, GROUP_NAME_TOO_LONG);
        assert_eq!(parse_group_name(" \n").unwrap_err().kind, GROUP_NAME_EMPTY);
    }

    #[test]
    fn the_name_that_is_meant_is_the_nearest_one() {
        let names = ["Homework", "Work trips", "WORK", "Été"];
        let best = |wanted| best_name(names.into_iter(), wanted).map(|at| names[at]);
        assert_eq!(best("work"), Some("WORK"));
        assert_eq!(best("work t"), Some("Work trips"));
        assert_eq!(best("homew"), Some("Homework"));
        assert_eq!(best("ÉTÉ"), Some("Été"));
        assert_eq!(best("play"), None);
    }

    #[test]
    fn a_title_is_taken_out_of_what_models_put_around_one() {
        for text in [
            "Boats and keels",
            "\"Boats and keels.\"",
            "**Title: Boats and keels**",
            "\n# Boats and keels\n\nThis is about boats.",
            "“Boats and keels”",
        ] {
            assert_eq!(clean_title(text).as_deref(), Some("Boats and keels"), "{text}");
        }
        assert_eq!(clean_title("《船与龙骨》。").as_deref(), Some("船与龙骨"));
        assert_eq!(clean_title(" \n **\"\"** "), None);
        assert_eq!(clean_title(&"long ".repeat(30)), None, "that is no title");
    }

    #[test]
    fn what_is_deleted_now_has_30_days_and_in_its_last_hour_still_one() {
        let at = Timestamp::from_micros(0);
        assert_eq!(days_left(at, at), 30);
        assert_eq!(days_left(at, at.plus(DAY)), 29);
        assert_eq!(days_left(at, at.plus(30 * DAY - 1)), 1);
    }

    #[test]
    fn a_new_conversation_is_named_after_its_first_line_cut_at_a_word() {
        assert_eq!(title_of("\n  Hello   there\nmore"), "Hello there");
        let long = "word ".repeat(30);
        let title = title_of(&long);
        assert!(title.ends_with("word…") && title.chars().count() <= 61, "{title}");
    }
}
