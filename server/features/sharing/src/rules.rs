use kernel::{DAY, Problem, Timestamp, limits};

use crate::problems::EXPIRY_WRONG;

limits! { "sharing";
    /// Characters of an address, each one of 62: more than 130 random bits.
    SHARE_ID_CHARS: usize = 22, "characters", "ours (decision 0660)";
    /// Maximum lifetime of a shared page.
    EXPIRY_MAX_DAYS: i64 = 365, "days", "ours (decision 0660)";
    /// Pages that one person shares at a time.
    SHARES_MAX: i64 = 1_000, "pages", "ours (decision 0660)";
    /// Largest page.
    CONTENT_MAX_BYTES: usize = 8 * 1024 * 1024, "bytes", "ours (decision 0660)";
}

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns a new address that nobody can guess.
pub(crate) fn new_id() -> String {
    let mut id = String::with_capacity(SHARE_ID_CHARS);
    while id.len() < SHARE_ID_CHARS {
        let bytes: [u8; 32] = vault::random_bytes();
        // 248 = 4 · 62: bytes above it would favour the first characters.
        let fair = bytes.iter().filter(|byte| **byte < 248);
        let missing = SHARE_ID_CHARS - id.len();
        id.extend(fair.take(missing).map(|byte| char::from(ALPHABET[usize::from(byte % 62)])));
    }
    id
}

/// Returns true if this has the form of our ids.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == SHARE_ID_CHARS && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns the expiry of a page that is shared at `now` for so many days.
pub(crate) fn parse_expiry(
    days: Option<i64>,
    now: Timestamp,
) -> Result<Option<Timestamp>, Problem> {
    match days {
        None => Ok(None),
        Some(days) if (1..=EXPIRY_MAX_DAYS).contains(&days) => Ok(Some(now.plus(days * DAY))),
        Some(_) => Err(EXPIRY_WRONG.with("max", EXPIRY_MAX_DAYS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_130_random_bits_and_is_never_the_same() {
        let ids: std::collections::HashSet<String> = (0..1_000).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(ids.iter().all(|id| is_id(id)));
        assert!(62_f64.log2() * SHARE_ID_CHARS as f64 >= 128.0);
    }

    #[test]
    fn a_page_ends_after_one_to_365_days_or_not_by_itself() {
        let now = Timestamp::from_micros(0);
        assert_eq!(parse_expiry(None, now).unwrap(), None);
        assert_eq!(parse_expiry(Some(1), now).unwrap(), Some(now.plus(DAY)));
        assert!(parse_expiry(Some(365), now).is_ok());
        for wrong in [0, -1, 366] {
            assert_eq!(parse_expiry(Some(wrong), now).unwrap_err().kind, EXPIRY_WRONG);
        }
    }
}
