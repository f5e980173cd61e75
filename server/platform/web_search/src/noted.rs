//! Audit events for an operator's changes to a service: searches go where services are, and their keys are money.

use ::store::{StoreResult, Tx};
use audit::{Audit, By, Event, Kind};
use kernel::Uuid;

use crate::finders::catalogue;
use crate::operator::Set;

/// Prefix of the ids of services that the operator describes.
pub const OWN_BEGINNING: &str = "own-";
/// Name that represents such a service; its id is a separate detail.
const OWN: &str = "own_finder";

/// Writes down that something was done to a service.
pub async fn note(audit: &Audit, tx: &mut Tx, by: By, kind: Kind, finder: &str) -> StoreResult<()> {
    audit.record(tx, event(by, kind, finder)).await
}

/// Records the differences of a service, one row each; nothing if there are none.
pub async fn note_changes(
    audit: &Audit,
    tx: &mut Tx,
    by: By,
    before: &Set,
    after: &Set,
) -> StoreResult<()> {
    for kind in changes(before, after) {
        note(audit, tx, by, kind, &after.finder).await?;
    }
    Ok(())
}

/// Creates an event for a service: named by its built-in name, or by its id if the operator describes it.
fn event(by: By, kind: Kind, finder: &str) -> Event {
    let event = Event::new(kind, by);
    match catalogue().get_key_value(finder) {
        Some((word, _)) => event.detail(word),
        None => event.detail(OWN).subject(own_id(finder)),
    }
}

fn own_id(finder: &str) -> Option<Uuid> {
    finder.strip_prefix(OWN_BEGINNING)?.parse().ok()
}

fn changes(before: &Set, after: &Set) -> Vec<Kind> {
    let mut kinds = Vec::new();
    if (&before.address, &before.own) != (&after.address, &after.own) {
        kinds.push(Kind::FinderChanged);
    }
    match (before.is_on(), after.is_on()) {
        (false, true) => kinds.push(Kind::FinderSwitchedOn),
        (true, false) => kinds.push(Kind::FinderSwitchedOff),
        _ => {}
    }
    // Sealing the same key again yields other bytes: the fact that it was written matters.
    match (&before.api_key, &after.api_key) {
        (Some(_), None) => kinds.push(Kind::FinderKeyRemoved),
        (known, Some(key)) if known.as_ref() != Some(key) => kinds.push(Kind::FinderKeySet),
        _ => {}
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> Set {
        Set { finder: "brave".to_owned(), api_key: Some(vec![1]), ..Set::default() }
    }

    #[test]
    fn only_what_is_different_is_written_down() {
        let told = |after: Set| changes(&set(), &after);
        assert_eq!(told(set()), []);
        assert_eq!(told(Set { place: Some(3), enabled: Some(true), ..set() }), []);
        assert_eq!(told(Set { enabled: Some(false), ..set() }), [Kind::FinderSwitchedOff]);
        assert_eq!(told(Set { api_key: None, ..set() }), [Kind::FinderKeyRemoved]);
        let elsewhere = Set { address: Some("https://e.org".to_owned()), ..set() };
        assert_eq!(told(elsewhere.clone()), [Kind::FinderChanged]);
        assert_eq!(changes(&elsewhere, &set()), [Kind::FinderChanged]);
        let all = Set { api_key: Some(vec![2]), enabled: Some(false), ..elsewhere };
        let kinds = [Kind::FinderChanged, Kind::FinderSwitchedOff, Kind::FinderKeySet];
        assert_eq!(told(all), kinds);
    }

    #[test]
    fn a_service_of_the_operators_own_is_named_by_its_id() {
        let id = Uuid::from_u128(7);
        assert_eq!(own_id(&format!("{OWN_BEGINNING}{id}")), Some(id));
        assert_eq!(own_id("brave"), None);
    }
}
