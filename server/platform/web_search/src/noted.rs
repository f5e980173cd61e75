//! Audit events for an operator's changes to a service: searches go where services are, and their keys are money.

use ::store::{StoreResult, Tx};
use audit::{Actor, Audit, Event, Kind};
use kernel::Uuid;

use crate::operator::EngineSettings;
use crate::search_engines::catalogue;

/// Prefix of the ids of services that the operator describes.
pub const OWN_BEGINNING: &str = "own-";
/// Name that represents such a service; its id is a separate detail.
const OWN: &str = "own_finder";

/// Writes down that something was done to a service.
pub async fn note(
    audit: &Audit,
    tx: &mut Tx,
    by: Actor,
    kind: Kind,
    engine: &str,
) -> StoreResult<()> {
    audit.record(tx, event(by, kind, engine)).await
}

/// Records the differences of a service, one row each; nothing if there are none.
pub async fn note_changes(
    audit: &Audit,
    tx: &mut Tx,
    by: Actor,
    before: &EngineSettings,
    after: &EngineSettings,
) -> StoreResult<()> {
    for kind in changes(before, after) {
        note(audit, tx, by, kind, &after.engine).await?;
    }
    Ok(())
}

/// Creates an event for a service: named by its built-in name, or by its id if the operator describes it.
fn event(by: Actor, kind: Kind, engine: &str) -> Event {
    let event = Event::new(kind, by);
    match catalogue().get_key_value(engine) {
        Some((word, _)) => event.detail(word),
        None => event.detail(OWN).subject(own_id(engine)),
    }
}

fn own_id(engine: &str) -> Option<Uuid> {
    engine.strip_prefix(OWN_BEGINNING)?.parse().ok()
}

fn changes(before: &EngineSettings, after: &EngineSettings) -> Vec<Kind> {
    let mut kinds = Vec::new();
    if (&before.address, &before.own) != (&after.address, &after.own) {
        kinds.push(Kind::SearchEngineChanged);
    }
    match (before.is_on(), after.is_on()) {
        (false, true) => kinds.push(Kind::SearchEngineSwitchedOn),
        (true, false) => kinds.push(Kind::SearchEngineSwitchedOff),
        _ => {}
    }
    // Sealing the same key again yields other bytes: the fact that it was written matters.
    match (&before.api_key, &after.api_key) {
        (Some(_), None) => kinds.push(Kind::SearchEngineKeyRemoved),
        (known, Some(key)) if known.as_ref() != Some(key) => kinds.push(Kind::SearchEngineKeySet),
        _ => {}
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set() -> EngineSettings {
        EngineSettings {
            engine: "brave".to_owned(),
            api_key: Some(vec![1]),
            ..EngineSettings::default()
        }
    }

    #[test]
    fn only_what_is_different_is_written_down() {
        let told = |after: EngineSettings| changes(&set(), &after);
        assert_eq!(told(set()), []);
        assert_eq!(told(EngineSettings { place: Some(3), enabled: Some(true), ..set() }), []);
        assert_eq!(
            told(EngineSettings { enabled: Some(false), ..set() }),
            [Kind::SearchEngineSwitchedOff]
        );
        assert_eq!(told(EngineSettings { api_key: None, ..set() }), [Kind::SearchEngineKeyRemoved]);
        let elsewhere = EngineSettings { address: Some("https://e.org".to_owned()), ..set() };
        assert_eq!(told(elsewhere.clone()), [Kind::SearchEngineChanged]);
        assert_eq!(changes(&elsewhere, &set()), [Kind::SearchEngineChanged]);
        let all = EngineSettings { api_key: Some(vec![2]), enabled: Some(false), ..elsewhere };
        let kinds =
            [Kind::SearchEngineChanged, Kind::SearchEngineSwitchedOff, Kind::SearchEngineKeySet];
        assert_eq!(told(all), kinds);
    }

    #[test]
    fn a_service_of_the_operators_own_is_named_by_its_id() {
        let id = Uuid::from_u128(7);
        assert_eq!(own_id(&format!("{OWN_BEGINNING}{id}")), Some(id));
        assert_eq!(own_id("brave"), None);
    }
}
