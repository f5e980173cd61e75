//! Checks that are made before anything is done.

use identity::{Email, NAME_MAX_CHARS, Password, WeakPassword};
use kernel::{MINUTE, Problem, collapse_whitespace, limits};

use crate::problems::{
    INVALID_EMAIL, NAME_INVALID, PASSWORD_COMMON, PASSWORD_TOO_LONG, PASSWORD_TOO_SHORT,
};

limits! { "accounts";
    /// Attempts to sign in from one address in a row; then one more every ten seconds.
    SIGN_INS_PER_IP: u32 = 30, "attempts", "ours (security RL1)";
    /// Attempts of strangers to sign in to one account in a row; then one more a minute.
    SIGN_INS_PER_EMAIL: u32 = 50, "attempts", "ours (security RL1)";
    /// Attempts to sign in to one account on one device that it knows, in a row; then one more a minute.
    SIGN_INS_PER_DEVICE: u32 = 50, "attempts", "ours (decision 0941)";
    /// Codes tried from one address in a row; then one more every half minute.
    GUESSES_PER_IP: u32 = 20, "guesses", "ours (security AU4)";
    /// Sign-ins of one account that were refused, in a row, that are written down one by one.
    REFUSALS_NOTED_PER_EMAIL: u32 = 10, "refusals", "ours (decision 0903)";
    /// Interval after which one more refusal is recorded, once those are used up.
    REFUSAL_NOTED_PER_EMAIL_SECONDS: u64 = 600, "seconds", "ours (decision 0903)";
    /// The same of everybody together.
    REFUSALS_NOTED: u32 = 600, "refusals", "ours (decision 0903)";
    /// Interval after which one more refusal is recorded, once those are used up.
    REFUSAL_NOTED_SECONDS: u64 = 10, "seconds", "ours (decision 0903)";
    /// Maximum age of the sign-in for deleting an account without a password.
    RECENT_SIGN_IN_MICROS: i64 = 10 * MINUTE, "microseconds", "ours (security §4.2)";
    /// Lifetime of the code with which one of our programs signs in. It redeems the code at once.
    DEVICE_CODE_LIFE_MICROS: i64 = MINUTE, "microseconds", "ours (RFC 6749 §4.1.2: at most ten minutes)";
    /// Second factors of one account tried by strangers who know its password, in a row; then one more every five minutes.
    FACTORS_PER_ACCOUNT: u32 = 10, "tries", "ours (decision 1100)";
    /// The same on one device that the account knows; then one more a minute.
    FACTORS_PER_DEVICE: u32 = 20, "tries", "ours (decision 1100)";
    /// Sign-ins with a passkey that one network may begin in a row; then one more every two seconds.
    PASSKEYS_PER_IP: u32 = 60, "attempts", "ours (security RL1)";
    /// Time in which a sign-in of several steps, or setting up a second factor, is finished.
    TICKET_LIFE_MICROS: i64 = 15 * MINUTE, "microseconds", "ours (decision 1100)";
    /// Tries at one step of a sign-in.
    TICKET_TRIES_MAX: i64 = 5, "tries", "ours (security §0)";
    /// Passkeys of one person.
    PASSKEYS_MAX: usize = 20, "passkeys", "ours";
    /// Lifetime of a link that sets a password.
    PASSWORD_LINK_DAYS: i64 = 7, "days", "ours (decision 1102)";
    /// Longest name of a server.
    SERVER_NAME_MAX_CHARS: usize = 60, "characters", "ours (decision 0977)";
    /// Lifetime of an invitation.
    INVITATION_DAYS: i64 = 7, "days", "ours (decision 0977)";
    /// Invitations that may be open at once.
    INVITATIONS_MAX: usize = 500, "invitations", "ours (decision 0977)";
    /// Longest name of a device.
    DEVICE_NAME_MAX_CHARS: usize = 80, "characters", "ours";
    /// Longest text that a program gives along to know its answer by.
    DEVICE_STATE_MAX_CHARS: usize = 128, "characters", "ours";
}

pub(crate) fn email(text: &str) -> Result<Email, Problem> {
    Email::parse(text).ok_or_else(|| INVALID_EMAIL.into())
}

/// Normalizes a person's name: trimmed, single spaces, no control characters.
pub(crate) fn name(text: &str) -> Result<String, Problem> {
    let name = collapse_whitespace(text);
    let length = name.chars().count();
    if !(1..=NAME_MAX_CHARS).contains(&length) || name.chars().any(char::is_control) {
        return Err(NAME_INVALID.into());
    }
    Ok(name)
}

pub(crate) fn password(text: &str, email: &Email) -> Result<Password, Problem> {
    Password::parse(text, email).map_err(|weak| match weak {
        WeakPassword::TooShort => PASSWORD_TOO_SHORT.into(),
        WeakPassword::TooLong => PASSWORD_TOO_LONG.into(),
        WeakPassword::Common => PASSWORD_COMMON.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_1_to_80_characters() {
        assert_eq!(name("  Ana   Lima ").unwrap(), "Ana Lima");
        assert!(name(&"é".repeat(80)).is_ok());
        for text in ["", "   ", "a\u{0}b", &"é".repeat(81)] {
            assert_eq!(name(text), Err(NAME_INVALID.into()), "{text:?}");
        }
    }
}
