//! Selection of the part of a branch that fits. Decisions without I/O.

use conversations::{Message, MessageKind, Role as Author, text_of};
use generation::MessageContext;
use identity::{CONTEXT_DEFAULT_TOKENS, ContextLimit, ContextMode, ContextSettings};
use kernel::{MessageId, limits};
use providers::{ModelMessage, Role};

use crate::ensemble::prompt::without_marks;

limits! { "chat";
    /// Number of tokens of a model's window reserved for its answer, or a quarter of the window if that is less.
    ANSWER_ROOM_TOKENS: usize = 4_096, "tokens", "ours (decision 0621)";
    /// Share of the limit from which the person is told that a conversation is long.
    NEAR_LIMIT_PERCENT: usize = 80, "percent", "ours, after spec §4 (nearing limit)";
    /// Longest summary, counted in Unicode scalar values.
    SUMMARY_MAX_CHARS: usize = 20_000, "characters", "ours (decision 0621)";
    /// Number of tokens that one image counts as.
    IMAGE_TOKENS: usize = 1_000, "tokens", "ours (decision 0620)";
}

/// A message as a model reads it, with its size.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub id: MessageId,
    pub message: ModelMessage,
    pub tokens: usize,
}

/// The summary that replaces the older turns: everything before the entry at `from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Covered {
    pub from: usize,
    pub tokens: usize,
}

/// The part of a branch that a model is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The first entry that is given; 0: all are.
    pub first: usize,
    /// True if the summary replaces the turns before.
    pub uses_summary: bool,
    /// Number of tokens in the selected part, summary included.
    pub tokens: usize,
    /// In smart mode, the first entry that a new summary must not cover: everything left out from there on is neither
    /// given nor summarized.
    pub summarise_before: Option<usize>,
}

/// Returns true if the person is told that a branch is long: part of it is left out, or soon would be.
pub(crate) fn is_near_limit(cut: &Cut, percent: Option<usize>) -> bool {
    cut.first > 0 || percent.is_some_and(|percent| percent >= NEAR_LIMIT_PERCENT)
}

/// Returns the number of tokens a model may be given; `None`: no limit.
pub(crate) fn budget(settings: &ContextSettings, window: Option<usize>) -> Option<usize> {
    let of_window = window.map(|window| window - ANSWER_ROOM_TOKENS.min(window / 4));
    let limit = match (settings.mode, settings.limit) {
        (ContextMode::Smart, _) => Some(CONTEXT_DEFAULT_TOKENS as usize),
        (ContextMode::Custom, ContextLimit::Crop) => usize::try_from(settings.tokens).ok(),
        (ContextMode::Custom, ContextLimit::None) => None,
    };
    match (of_window, limit) {
        (Some(window), Some(limit)) => Some(window.min(limit)),
        (window, limit) => window.or(limit),
    }
}

/// Cuts a branch to `budget`: its newest entries, the last one always, beginning with one of the person's.
pub(crate) fn cut(
    entries: &[Entry],
    budget: Option<usize>,
    mode: ContextMode,
    summary: Option<Covered>,
) -> Cut {
    let total: usize = entries.iter().map(|entry| entry.tokens).sum();
    let Some(budget) = budget.filter(|budget| total > *budget) else {
        return Cut { first: 0, uses_summary: false, tokens: total, summarise_before: None };
    };
    let summary = summary.filter(|covered| mode == ContextMode::Smart && covered.tokens < budget);
    let (from, taken) = summary.map_or((0, 0), |covered| (covered.from, covered.tokens));
    let first = newest_that_fit(entries, from, budget - taken);
    let given: usize = entries[first..].iter().map(|entry| entry.tokens).sum();
    let is_gap = mode == ContextMode::Smart && first > from;
    // A new summary leaves half of the room for later messages, so that not every turn needs one.
    let summarise_before =
        is_gap.then(|| newest_that_fit(entries, from, budget / 2)).filter(|before| *before > from);
    Cut { first, uses_summary: summary.is_some(), tokens: given + taken, summarise_before }
}

/// Returns the first of the newest entries, from `from` on, that fit into `room`. A model's first message is the
/// person's.
fn newest_that_fit(entries: &[Entry], from: usize, room: usize) -> usize {
    let mut left = room;
    let mut first = entries.len();
    while first > from {
        let tokens = entries[first - 1].tokens;
        if tokens > left && first < entries.len() {
            break;
        }
        left = left.saturating_sub(tokens);
        first -= 1;
    }
    let is_persons = |entry: &Entry| entry.message.role == Role::User;
    let skipped = entries[first..].iter().position(is_persons).unwrap_or(0);
    first + skipped
}

/// Converts a message for a model, with its attachments; `None` if there is nothing to read, as in a failed answer.
pub(crate) fn to_model(
    message: &Message,
    carried: Option<&MessageContext>,
) -> Option<ModelMessage> {
    let own = match message.kind {
        MessageKind::Ensemble => without_marks(&text_of(&message.parts)),
        MessageKind::Plain | MessageKind::Welcome => text_of(&message.parts),
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Timestamp;

    fn entry(role: Role, tokens: usize) -> Entry {
        let id = MessageId::new(Timestamp::from_micros(1));
        Entry { id, message: ModelMessage::text(role, "x"), tokens }
    }

    /// Turns of a question and an answer, each of `tokens`, and a last question.
    fn branch(turns: usize, tokens: usize) -> Vec<Entry> {
        let turn = |_| [entry(Role::User, tokens), entry(Role::Assistant, tokens)];
        (0..turns).flat_map(turn).chain([entry(Role::User, tokens)]).collect()
    }

    fn settings(mode: ContextMode, limit: ContextLimit, tokens: i64) -> ContextSettings {
        ContextSettings { mode, limit, tokens }
    }

    // issue 3: "a notice near the limit"
    #[test]
    fn a_branch_is_long_from_80_percent_of_the_limit_on_or_once_it_is_trimmed() {
        let whole = Cut { first: 0, uses_summary: false, tokens: 1, summarise_before: None };
        let trimmed = Cut { first: 2, ..whole };
        assert!(!is_near_limit(&whole, Some(79)));
        assert!(is_near_limit(&whole, Some(80)));
        assert!(is_near_limit(&trimmed, Some(10)));
        assert!(!is_near_limit(&whole, None), "there is no limit");
    }

    // spec §9: "Context token limit: minimum 4,000, default 20,000, maximum 9,999,000, step 1,000."
    #[test]
    fn a_model_is_given_20_000_tokens_unless_its_window_or_the_person_says_otherwise() {
        let smart = ContextSettings::default();
        assert_eq!(budget(&smart, None), Some(20_000));
        assert_eq!(budget(&smart, Some(128_000)), Some(20_000));
        assert_eq!(budget(&smart, Some(8_000)), Some(6_000), "a quarter is the answer's");
        let crop = settings(ContextMode::Custom, ContextLimit::Crop, 4_000);
        assert_eq!(budget(&crop, Some(128_000)), Some(4_000));
    }

    // spec §3: "Context limit mode: smart or custom, with no-limit or crop-to."
    #[test]
    fn without_a_limit_a_model_is_given_what_it_can_read() {
        let open = settings(ContextMode::Custom, ContextLimit::None, 20_000);
        assert_eq!(budget(&open, Some(128_000)), Some(128_000 - 4_096));
        assert_eq!(budget(&open, None), None);
        assert_eq!(cut(&branch(500, 1_000), None, ContextMode::Custom, None).first, 0);
    }

    #[test]
    fn what_fits_is_given_whole() {
        let whole = cut(&branch(2, 100), Some(500), ContextMode::Smart, None);
        let all = Cut { first: 0, uses_summary: false, tokens: 500, summarise_before: None };
        assert_eq!(whole, all);
    }

    #[test]
    fn cropping_leaves_out_the_oldest_and_begins_with_the_person() {
        let entries = branch(2, 100);
        let cropped = cut(&entries, Some(450), ContextMode::Custom, None);
        assert_eq!(
            (cropped.first, cropped.tokens),
            (2, 300),
            "an answer without its question goes too"
        );
        assert_eq!(cropped.summarise_before, None, "cropping sums nothing up");
        assert_eq!(
            cut(&entries, Some(1), ContextMode::Custom, None).first,
            4,
            "the last always goes"
        );
    }

    // spec §4: "Chat context: nearing limit, smart trimming, custom limit."
    #[test]
    fn smart_trimming_wants_a_summary_of_what_it_leaves_out() {
        let entries = branch(10, 100);
        let trimmed = cut(&entries, Some(1_000), ContextMode::Smart, None);
        assert_eq!(trimmed.first, 12);
        assert_eq!(trimmed.summarise_before, Some(16), "half of the room is left to what comes");
    }

    #[test]
    fn a_summary_stands_for_what_it_covers_until_too_much_has_come_after_it() {
        let entries = branch(10, 100);
        let covered = Covered { from: 14, tokens: 200 };
        let summed = cut(&entries, Some(1_000), ContextMode::Smart, Some(covered));
        assert_eq!((summed.first, summed.uses_summary, summed.tokens), (14, true, 900));
        assert_eq!(summed.summarise_before, None);
        let early = Covered { from: 2, tokens: 200 };
        let again = cut(&entries, Some(1_000), ContextMode::Smart, Some(early));
        assert_eq!((again.first, again.uses_summary), (14, true));
        assert_eq!(again.summarise_before, Some(16));
        let custom = cut(&entries, Some(1_000), ContextMode::Custom, Some(covered));
        assert!(!custom.uses_summary, "cropping uses none");
    }

    #[test]
    fn one_message_longer_than_the_room_is_given_and_wants_no_summary() {
        let alone = cut(&[entry(Role::User, 9_000)], Some(4_000), ContextMode::Smart, None);
        assert_eq!((alone.first, alone.summarise_before), (0, None));
    }
}
