//! Recovery codes: ten codes of 50 random bits, each of which stands for the authenticator app once.

use ::store::{Conn, StoreResult, Tx, sql};
use kernel::{Timestamp, UserId};
use vault::Vault;

use crate::one_time_code::readable_code;

/// Codes of a person.
pub(crate) const RECOVERY_CODES: usize = 10;
const CODE_GROUPS: usize = 2;

/// New recovery codes, as their person is shown them: once.
pub(crate) type RecoveryCodes = Vec<String>;

/// Replaces a person's codes by new ones.
pub(super) async fn replace(
    tx: &mut Tx,
    vault: &Vault,
    user_id: UserId,
) -> StoreResult<RecoveryCodes> {
    delete(tx, user_id).await?;
    let codes: RecoveryCodes = (0..RECOVERY_CODES).map(|_| readable_code(CODE_GROUPS)).collect();
    for code in &codes {
        sql!(
            tx,
            execute,
            "INSERT INTO account_recovery_codes (user_id, code_mac) VALUES ($1, $2)",
            user_id,
            vault.mac(PURPOSE, message(user_id, code).as_bytes()).to_vec()
        )?;
    }
    Ok(codes)
}

/// Uses up a code. Returns false if it is none of the person's, or was used before.
pub(super) async fn take(
    tx: &mut Tx,
    vault: &Vault,
    user_id: UserId,
    typed: &str,
    now: Timestamp,
) -> StoreResult<bool> {
    // People do not know that the master key was changed.
    for mac in vault.macs(PURPOSE, message(user_id, typed).as_bytes()) {
        let taken = sql!(
            tx,
            execute,
            "UPDATE account_recovery_codes SET used_at = $3
             WHERE user_id = $1 AND code_mac = $2 AND used_at IS NULL",
            user_id,
            mac.to_vec(),
            now
        )?;
        if taken == 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(super) async fn count_left(conn: &mut Conn, user_id: UserId) -> StoreResult<i64> {
    let (left,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM account_recovery_codes WHERE user_id = $1 AND used_at IS NULL",
        user_id
    )?;
    Ok(left)
}

pub(super) async fn delete(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_recovery_codes WHERE user_id = $1", user_id)?;
    Ok(())
}

/// The purpose of the fingerprints of codes.
const PURPOSE: &str = "recovery code";

/// Returns what the fingerprint of a code is of: the same code of somebody else has another one.
fn message(user_id: UserId, typed: &str) -> String {
    format!("{user_id}|{}", normalize(typed))
}

/// Returns the digits of a code that somebody typed.
fn normalize(typed: &str) -> String {
    let typed = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    typed
        .map(|c| match c.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_two_groups_and_counts_however_it_is_written() {
        let code = readable_code(CODE_GROUPS);
        assert_eq!(code.len(), 11);
        assert_eq!(normalize(&code.to_lowercase()), code.replace('-', ""));
        assert_eq!(normalize(" oil0-1 "), "01101");
    }

    #[test]
    fn codes_are_never_the_same() {
        let codes: std::collections::HashSet<_> =
            (0..1_000).map(|_| readable_code(CODE_GROUPS)).collect();
        assert_eq!(codes.len(), 1_000);
    }
}
