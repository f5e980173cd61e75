//! Conversion of a foreign conversation into ours: ids that are stable across imports, parents before children,
//! original times, a tool's output beside its call.

use std::collections::{HashMap, HashSet};

use conversations::{Conversation, Message, Part, PartKind, Role, ToolCallState};
use identity::Person;
use kernel::{ConversationId, MessageId, SECOND, Timestamp, Uuid, collapse_whitespace};
use sha2::{Digest, Sha256};

use crate::formats::{Foreign, ForeignMessage, ForeignPart, Origin};
use crate::rules::TITLE_MAX_CHARS;

/// Our conversation with its messages, parents before children.
pub(crate) struct Own {
    pub conversation: Conversation,
    pub messages: Vec<Message>,
}

/// Returns the id of an imported item, stable across imports, for this person only.
fn stable_id(person: Person, origin: Origin, path: &[&str], at: Option<Timestamp>) -> Uuid {
    let mut hasher = Sha256::new();
    hasher.update(person.user_id.0.as_bytes());
    hasher.update(origin.as_str());
    for piece in path {
        hasher.update([0]);
        hasher.update(piece);
    }
    let digest = hasher.finalize();
    // Whole seconds: not every form of an archive is more exact.
    let millis = at.map_or(0, |at| at.micros() / SECOND * 1_000).max(0) as u64;
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&millis.to_be_bytes()[2..]);
    bytes[6..].copy_from_slice(&digest[..10]);
    // Formatted as a UUIDv7, so that it sorts by its time among the others.
    bytes[6] = 0x70 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    Uuid::from_bytes(bytes)
}

/// Returns the same conversation as ours, belonging to `person`.
pub(crate) fn own(foreign: &Foreign, origin: Origin, person: Person, now: Timestamp) -> Own {
    let turns = turns_of(&foreign.messages);
    let first = turns.iter().find_map(|turn| turn.created_at);
    let created_at = foreign.created_at.or(first).unwrap_or(now);
    let id_of = |path: &[&str], at| stable_id(person, origin, path, at);
    let id = ConversationId(id_of(&[&foreign.external_id], foreign.created_at));
    let mut known: HashMap<&str, (MessageId, Timestamp)> = HashMap::new();
    let mut messages: Vec<Message> = Vec::with_capacity(turns.len());
    for turn in &turns {
        let before = turn.parent.and_then(|parent| known.get(parent).copied());
        // A list of messages is sorted by time: an answer comes after its question.
        let earliest = before.map_or(created_at, |(_, at)| at.plus(1));
        let at = turn.created_at.unwrap_or(earliest).max(earliest);
        let path = [foreign.external_id.as_str(), turn.external_id];
        let message_id = MessageId(id_of(&path, turn.created_at));
        known.insert(turn.external_id, (message_id, at));
        let role = if turn.is_answer { Role::Assistant } else { Role::User };
        messages.push(Message {
            parent_id: before.map(|(parent, _)| parent),
            parts: parts_of(&turn.parts),
            model_name: turn.model.clone(),
            ..Message::new(message_id, id, role, at)
        });
    }
    messages.sort_by_key(|message| message.created_at);
    let leaf = foreign.leaf.as_deref().and_then(|leaf| shown_leaf(foreign, &turns, leaf));
    let last = messages.iter().map(|message| message.created_at).max().unwrap_or(created_at);
    let updated_at = foreign.updated_at.unwrap_or(last).max(created_at);
    let leaf_id = leaf.and_then(|leaf| known.get(leaf)).map(|(id, _)| *id);
    let conversation = Conversation {
        id,
        user_id: person.user_id,
        workspace_id: person.workspace_id,
        title: title_of(foreign, &messages),
        model: None,
        leaf_id: leaf_id.or(messages.last().map(|message| message.id)),
        pinned: foreign.pinned,
        favorited: foreign.favorited,
        group_id: None,
        bot_id: None,
        temporary: false,
        settings: None,
        version: 1,
        created_at,
        updated_at,
        answered_at: updated_at,
        read_at: updated_at.plus(SECOND),
        deleted_at: None,
        running: false,
    };
    Own { conversation, messages }
}

/// A message of ours: everything one side said before the other responded.
struct Turn<'a> {
    external_id: &'a str,
    /// Foreign ids whose words went into this one.
    holds: Vec<&'a str>,
    parent: Option<&'a str>,
    is_answer: bool,
    parts: Vec<ForeignPart>,
    model: Option<String>,
    created_at: Option<Timestamp>,
}

/// Returns the messages that say something, parents before children; steps of one answer are one message.
fn turns_of(messages: &[ForeignMessage]) -> Vec<Turn<'_>> {
    let mut children: HashMap<Option<&str>, Vec<&ForeignMessage>> = HashMap::new();
    let ids: HashSet<&str> = messages.iter().map(|one| one.external_id.as_str()).collect();
    for message in messages {
        let parent = message.parent.as_deref().filter(|parent| ids.contains(parent));
        children.entry(parent).or_default().push(message);
    }
    let mut turns: Vec<Turn> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    // (message, the turn above it, whether it is the only one there)
    let mut open: Vec<(&ForeignMessage, Option<usize>, bool)> = Vec::new();
    let roots = children.get(&None).map_or(&[][..], Vec::as_slice);
    open.extend(roots.iter().rev().map(|root| (*root, None, false)));
    while let Some((message, above, is_only)) = open.pop() {
        if !seen.insert(&message.external_id) {
            continue;
        }
        let at = place(&mut turns, message, above, is_only);
        let below =
            children.get(&Some(message.external_id.as_str())).map_or(&[][..], Vec::as_slice);
        let is_only = below.len() == 1 && (is_only || !message.parts.is_empty() || above.is_none());
        open.extend(below.iter().rev().map(|child| (*child, at, is_only)));
    }
    turns
}

/// Adds a message to the turns, or to the answer that it continues. Returns the turn it was added to.
fn place<'a>(
    turns: &mut Vec<Turn<'a>>,
    message: &'a ForeignMessage,
    above: Option<usize>,
    is_only: bool,
) -> Option<usize> {
    if message.parts.is_empty() {
        if let Some(above) = above.filter(|_| is_only) {
            turns[above].holds.push(&message.external_id);
        }
        return above;
    }
    if let Some(above) =
        above.filter(|above| is_only && turns[*above].is_answer && message.is_answer)
    {
        let turn = &mut turns[above];
        turn.holds.push(&message.external_id);
        turn.model = turn.model.take().or_else(|| message.model.clone());
        for part in &message.parts {
            go_on(&mut turn.parts, part.clone());
        }
        return Some(above);
    }
    turns.push(Turn {
        external_id: &message.external_id,
        holds: Vec::new(),
        parent: above.map(|above| turns[above].external_id),
        is_answer: message.is_answer,
        parts: message.parts.clone(),
        model: message.model.clone().filter(|_| message.is_answer),
        created_at: message.created_at,
    });
    Some(turns.len() - 1)
}

/// Adds a part; a tool's output is attached to the call that waits for it.
fn go_on(parts: &mut Vec<ForeignPart>, part: ForeignPart) {
    if let ForeignPart::Call { arguments, output: Some(given), .. } = &part
        && arguments.is_empty()
        && let Some(ForeignPart::Call { output: waiting @ None, .. }) = parts.last_mut()
    {
        *waiting = Some(given.clone());
        return;
    }
    parts.push(part);
}

/// Returns the turn at the end of the shown branch: the leaf's own, or the nearest one above it.
fn shown_leaf<'a>(foreign: &'a Foreign, turns: &[Turn<'a>], leaf: &str) -> Option<&'a str> {
    let parents: HashMap<&str, Option<&str>> = foreign
        .messages
        .iter()
        .map(|message| (message.external_id.as_str(), message.parent.as_deref()))
        .collect();
    let mut at = Some(leaf);
    for _ in 0..=foreign.messages.len() {
        let id = at?;
        let turn = turns.iter().find(|turn| turn.external_id == id || turn.holds.contains(&id));
        if let Some(turn) = turn {
            return Some(turn.external_id);
        }
        at = parents.get(id).copied().flatten();
    }
    None
}

fn parts_of(parts: &[ForeignPart]) -> Vec<Part> {
    let kinds = parts.iter().map(|part| match part.clone() {
        ForeignPart::Text(text) => PartKind::Text { text },
        ForeignPart::Reasoning(text) => PartKind::Reasoning { text, duration_ms: None },
        ForeignPart::Citation { title, url, quote } => PartKind::Citation {
            title,
            url,
            quote,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page: None,
            cites: Vec::new(),
            web: None,
            given: None,
        },
        ForeignPart::Call { tool, arguments, output } => PartKind::ToolCall {
            call_id: String::new(),
            title: tool.clone(),
            tool,
            source: None,
            arguments,
            state: ToolCallState::Completed,
            output,
            provider_state: None,
        },
    });
    kinds.zip(1..).map(|(kind, number)| Part { id: format!("p{number}"), kind }).collect()
}

/// Returns the title it had, or else its first words.
fn title_of(foreign: &Foreign, messages: &[Message]) -> String {
    let first = messages.first().map(|message| conversations::text_of(&message.parts));
    let text = if foreign.title.trim().is_empty() {
        first.unwrap_or_default()
    } else {
        foreign.title.clone()
    };
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    // PostgreSQL cannot store NUL in a text.
    collapse_whitespace(line).replace('\0', "").chars().take(TITLE_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{UserId, WorkspaceId};

    const NOW: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

    fn person() -> Person {
        Person {
            user_id: UserId(Uuid::from_u128(7)),
            workspace_id: WorkspaceId(Uuid::from_u128(8)),
        }
    }

    fn said(id: &str, parent: Option<&str>, is_answer: bool, text: &str) -> ForeignMessage {
        ForeignMessage {
            external_id: id.to_owned(),
            parent: parent.map(str::to_owned),
            is_answer,
            parts: if text.is_empty() { vec![] } else { vec![ForeignPart::Text(text.to_owned())] },
            model: is_answer.then(|| "gpt-4o".to_owned()),
            created_at: None,
        }
    }

    fn foreign(messages: Vec<ForeignMessage>, leaf: &str) -> Foreign {
        Foreign { external_id: "c".into(), messages, leaf: Some(leaf.into()), ..Foreign::default() }
    }

    #[test]
    fn ids_are_the_same_at_every_import_and_another_person_s_are_others() {
        let chat = foreign(vec![said("a", None, false, "Hi")], "a");
        let id = |person| own(&chat, Origin::Chatgpt, person, NOW).conversation.id;
        assert_eq!(
            id(person()),
            own(&chat, Origin::Chatgpt, person(), NOW.plus(9)).conversation.id
        );
        let other = Person { user_id: UserId(Uuid::from_u128(9)), ..person() };
        assert_ne!(id(person()), id(other));
        assert_ne!(id(person()), own(&chat, Origin::Claude, person(), NOW).conversation.id);
        assert_eq!(id(person()).0.get_version_num(), 7);
    }

    #[test]
    fn silent_nodes_vanish_and_branches_stay() {
        let chat = foreign(
            vec![
                said("root", None, true, ""),
                said("sys", Some("root"), true, ""),
                said("q", Some("sys"), false, "Why?"),
                said("a1", Some("q"), true, "One"),
                said("a2", Some("q"), true, "Two"),
            ],
            "a2",
        );
        let own = own(&chat, Origin::Chatgpt, person(), NOW);
        assert_eq!(own.messages.len(), 3);
        assert_eq!(own.messages[0].parent_id, None);
        assert_eq!(own.messages[1].parent_id, Some(own.messages[0].id));
        assert_eq!(own.messages[2].parent_id, Some(own.messages[0].id));
        assert_eq!(own.conversation.leaf_id, Some(own.messages[2].id));
        assert_eq!(own.conversation.title, "Why?");
        assert!(own.messages.is_sorted_by_key(|message| message.created_at));
    }

    #[test]
    fn the_steps_of_an_answer_are_one_message() {
        let call =
            ForeignPart::Call { tool: "python".into(), arguments: "1+1".into(), output: None };
        let given = ForeignPart::Call {
            tool: "python".into(),
            arguments: String::new(),
            output: Some("2".into()),
        };
        let mut step = said("s", Some("q"), true, "x");
        step.parts = vec![call];
        let mut result = said("r", Some("s"), true, "x");
        result.parts = vec![given];
        let chat = foreign(
            vec![
                said("q", None, false, "1+1?"),
                step,
                result,
                said("a", Some("r"), true, "It is 2."),
            ],
            "a",
        );
        let own = own(&chat, Origin::Chatgpt, person(), NOW);
        assert_eq!(own.messages.len(), 2);
        assert_eq!(own.messages[1].parts.len(), 2);
        let PartKind::ToolCall { output, .. } = &own.messages[1].parts[0].kind else { panic!() };
        assert_eq!(output.as_deref(), Some("2"));
        assert_eq!(own.conversation.leaf_id, Some(own.messages[1].id));
    }

    #[test]
    fn a_ring_of_parents_ends() {
        let chat = foreign(
            vec![
                said("a", Some("b"), false, "A"),
                said("b", Some("a"), true, "B"),
                said("c", None, false, "C"),
            ],
            "a",
        );
        assert_eq!(own(&chat, Origin::Chatgpt, person(), NOW).messages.len(), 1);
    }
}
