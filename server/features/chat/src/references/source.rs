//! References: things of their own that people give models with `#`: memos, chats, readings, researches, searches.
//!
//! A message stores what it refers to, not its content: every later answer is given the content as it is then.
//! Documents are given by their own area, as attached files are.

use std::sync::Arc;

use area::{LibraryItem, Services};
use async_trait::async_trait;
use conversations::{Message, Part, PartKind, Reference, Role, references, references_in};
use generation::{ContextScope, ContextSource, Contribution};
use kernel::{Fallible, MessageId, UserId, Uuid};

use crate::problems::{REFERENCE_NOT_FOUND, TOO_MANY_REFERENCES};
use crate::references::citations::{NoteReferences, NumberedReference};
use crate::references::text::{ABOUT_REFERENCES, framed, guess_tokens, room, shares};
use crate::rules::REFERENCES_MAX;
use crate::wire::NewReference;

/// Maximum length of a thing's name in a message.
const TITLE_MAX_CHARS: usize = 120;

/// Returns the parts of a message with its references.
///
/// Problems: [`TOO_MANY_REFERENCES`]; [`REFERENCE_NOT_FOUND`] also if the thing is another person's, or deleted.
pub(crate) async fn reference_parts(
    services: &Services,
    user_id: UserId,
    wanted: &[NewReference],
) -> Fallible<Vec<Part>> {
    let wanted: Vec<&NewReference> = distinct(wanted).collect();
    if wanted.len() > REFERENCES_MAX {
        return Err(TOO_MANY_REFERENCES.with("max", REFERENCES_MAX).into());
    }
    let mut parts = Vec::new();
    for (number, NewReference { kind, id }) in (1..).zip(wanted) {
        let thing = read(services, user_id, kind, *id).await?;
        let title = thing.ok_or_else(|| REFERENCE_NOT_FOUND.with("id", id))?.title;
        let title = title.chars().take(TITLE_MAX_CHARS).collect();
        let kind = PartKind::Reference { of: kind.clone(), thing_id: *id, title };
        parts.push(Part { id: format!("r{number}"), kind });
    }
    Ok(parts)
}

/// Returns true if a stored message has the same references as a client's request.
pub(crate) fn are_same(parts: &[Part], wanted: &[NewReference]) -> bool {
    let kept = references(parts).map(|reference| (reference.of, reference.thing_id));
    kept.eq(distinct(wanted).map(|new| (new.kind.as_str(), new.id)))
}

/// Returns each reference once.
fn distinct(wanted: &[NewReference]) -> impl Iterator<Item = &NewReference> {
    wanted.iter().enumerate().filter(|(at, one)| !wanted[..*at].contains(one)).map(|(_, one)| one)
}

async fn read(
    services: &Services,
    user_id: UserId,
    of: &str,
    id: Uuid,
) -> Fallible<Option<LibraryItem>> {
    match services.library_source(of) {
        Some(source) => source.read(user_id, id).await,
        None => Ok(None),
    }
}

/// Returns the things of a branch in the order in which they were first given, which defines their numbers: a thing
/// keeps its number when it is given again.
fn in_order(branch: &[Message], is_ours: impl Fn(&str) -> bool) -> Vec<Reference<'_>> {
    let mut known: Vec<Reference> = Vec::new();
    let of_people = branch.iter().filter(|message| message.role == Role::User);
    for reference in of_people.flat_map(|message| references(&message.parts)) {
        let is_new = !known.iter().any(|one| one.is_same_as(&reference));
        if is_new && is_ours(reference.of) {
            known.push(reference);
        }
    }
    known
}

/// Gives models the content of references in a branch's messages.
pub(crate) struct References(pub Services);

impl References {
    /// Returns true if things of this kind are given to models here, and not by the area that owns them.
    fn is_ours(&self, of: &str) -> bool {
        self.0.library_source(of).is_none_or(|source| !source.provides_own_context())
    }
}

/// A reference of a message, and its content; `None`: it no longer exists.
struct Given<'a> {
    message_id: MessageId,
    number: i64,
    reference: Reference<'a>,
    said: Option<String>,
}

#[async_trait]
impl ContextSource for References {
    async fn contribute(&self, scope: &ContextScope, _kept: bool) -> Fallible<Contribution> {
        let mut contribution = Contribution::default();
        let mut things = Vec::new();
        let mut numbered = Vec::new();
        let order = in_order(&scope.branch, |of| self.is_ours(of));
        for (message_id, reference) in references_in(&scope.branch) {
            let known = order.iter().zip(1..).find(|(one, _)| one.is_same_as(&reference));
            let Some((_, number)) = known else { continue };
            let thing = read(&self.0, scope.user_id, reference.of, reference.thing_id).await?;
            if let Some(thing) = &thing {
                let (of, id) = (reference.of.to_owned(), reference.thing_id);
                numbered.push(NumberedReference {
                    number,
                    of,
                    id,
                    title: thing.title.clone(),
                    path: thing.path.clone(),
                });
            }
            let said = thing.map(|thing| thing.text);
            things.push(Given { message_id, number, reference, said });
        }
        if things.is_empty() {
            return Ok(contribution);
        }
        contribution.attached.notes.push(Arc::new(NoteReferences(numbered)));
        let mut left = room(scope.model.context_tokens);
        // References of the newest message take precedence.
        for of_message in things.chunk_by(|a, b| a.message_id == b.message_id).rev() {
            let said = |thing: &Given| guess_tokens(thing.said.as_deref().unwrap_or_default());
            let shares = shares(&of_message.iter().map(said).collect::<Vec<_>>(), left);
            left -= shares.iter().sum::<usize>();
            let carried = contribution.messages.entry(of_message[0].message_id).or_default();
            for (thing, share) in of_message.iter().zip(shares) {
                let said = thing.said.as_deref();
                carried.text.push_str(&framed(thing.number, &thing.reference, said, share));
            }
        }
        contribution.instructions.push(ABOUT_REFERENCES.to_owned());
        Ok(contribution)
    }
}
