//! The hash that links a row to the one before it.

use kernel::hex;
use sha2::{Digest, Sha256};

use crate::store::Row;

/// The newest row of the chain. The process logs it once a day, so that the chain and the log can be compared.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub struct Head {
    pub seq: i64,
    pub(crate) hash: Vec<u8>,
}

impl Head {
    /// Returns its hash as written in the log.
    pub fn hash(&self) -> String {
        hex(&self.hash)
    }
}

/// Hashed first; fields in another order would need another number.
const FORMAT: &[u8] = b"ensemble audit 1";

/// Returns the hash of `row` with number `seq`, following the hash `before`.
///
/// The exact address is left out, since it is forgotten later; the network, which is kept, is included. Each field is
/// prefixed with its length, so that different rows never have the same bytes.
pub(crate) fn link(before: &[u8], seq: i64, row: &Row) -> Vec<u8> {
    let id = |id: &Option<kernel::Uuid>| id.map(|id| id.into_bytes().to_vec());
    let number = |number: i64| Some(number.to_be_bytes().to_vec());
    let text = |text: &str| Some(text.as_bytes().to_vec());
    let fields = [
        Some(before.to_vec()),
        number(seq),
        Some(row.id.into_bytes().to_vec()),
        number(row.at.micros()),
        text(&row.kind),
        id(&row.actor_id),
        id(&row.person_id),
        id(&row.workspace_id),
        id(&row.subject_id),
        text(&row.detail),
        row.amount.and_then(number),
        text(&row.network),
    ];
    let mut hasher = Sha256::new();
    hasher.update(FORMAT);
    for field in fields {
        match field {
            None => hasher.update([0]),
            Some(bytes) => {
                hasher.update([1]);
                hasher.update((bytes.len() as u64).to_be_bytes());
                hasher.update(bytes);
            }
        }
    }
    hasher.finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use kernel::{Timestamp, Uuid};

    use super::*;

    fn row() -> Row {
        Row {
            id: Uuid::from_u128(1),
            at: Timestamp::from_micros(5),
            kind: "signed_in".to_owned(),
            actor_id: Some(Uuid::from_u128(2)),
            person_id: None,
            workspace_id: None,
            subject_id: None,
            detail: "web".to_owned(),
            amount: None,
            network: "203.0.113.0/24".to_owned(),
            address: Some("203.0.113.9".to_owned()),
            seq: None,
            hash: None,
        }
    }

    #[test]
    fn a_hash_is_over_everything_but_the_address() {
        let linked = link(b"before", 7, &row());
        assert_eq!(linked, link(b"before", 7, &Row { address: None, ..row() }));
        let nobody = Row { actor_id: None, person_id: row().actor_id, ..row() };
        let shifted = Row { kind: "signed_inw".to_owned(), detail: "eb".to_owned(), ..row() };
        for other in [
            link(b"behind", 7, &row()),
            link(b"before", 8, &row()),
            link(b"before", 7, &nobody),
            link(b"before", 7, &shifted),
            link(b"before", 7, &Row { id: Uuid::from_u128(3), ..row() }),
            link(b"before", 7, &Row { at: Timestamp::from_micros(6), ..row() }),
            link(b"before", 7, &Row { workspace_id: Some(Uuid::nil()), ..row() }),
            link(b"before", 7, &Row { subject_id: Some(Uuid::nil()), ..row() }),
            link(b"before", 7, &Row { amount: Some(0), ..row() }),
            link(b"before", 7, &Row { network: "203.0.114.0/24".to_owned(), ..row() }),
        ] {
            assert_ne!(linked, other);
        }
    }

    /// The links of existing rows must not change.
    #[test]
    fn the_format_is_kept() {
        let linked = "b207a7ee0d9efc53743e3eab0fd10ab06992796d40660e12a92af2ff8084673d";
        assert_eq!(hex(&link(b"", 1, &row())), linked);
    }
}
