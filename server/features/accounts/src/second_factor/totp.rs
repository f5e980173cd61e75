//! Codes of authenticator apps (RFC 6238): six digits of an HMAC-SHA-1 of the time in steps of 30 seconds.

use ring::hmac;
use subtle::ConstantTimeEq;

/// Bytes of a secret: as many as the hash has (RFC 4226 §4).
pub(super) const SECRET_BYTES: usize = 20;
const STEP_SECONDS: i64 = 30;
const DIGITS: usize = 6;
/// Steps by which a clock may be wrong, either way.
const SKEW_STEPS: i64 = 1;

/// Returns the time step of `code` if it is one of now or of the steps beside it, and later than `last_step`: a code
/// that was accepted once, or is older than one that was, is never accepted again.
pub(super) fn accepted_step(
    secret: &[u8],
    code: &str,
    now_seconds: i64,
    last_step: i64,
) -> Option<i64> {
    let now = now_seconds / STEP_SECONDS;
    let steps = (now - SKEW_STEPS)..=(now + SKEW_STEPS);
    steps.filter(|step| *step > last_step).find(|step| {
        let right = code_at(secret, *step);
        bool::from(right.as_bytes().ct_eq(code.as_bytes()))
    })
}

/// Returns the code of a time step (RFC 4226 §5.3).
fn code_at(secret: &[u8], step: i64) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let tag = tag.as_ref();
    let offset = usize::from(tag[tag.len() - 1] & 0xf);
    let four = [tag[offset] & 0x7f, tag[offset + 1], tag[offset + 2], tag[offset + 3]];
    let number = u32::from_be_bytes(four) % 10_u32.pow(DIGITS as u32);
    format!("{number:0DIGITS$}")
}

/// Returns what is left of a typed code without its spaces; `None` if it is no code of an app.
pub(super) fn digits(typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let is_code = digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_code.then_some(digits)
}

/// Returns the address that an app reads from the QR code
/// (<https://github.com/google/google-authenticator/wiki/Key-Uri-Format>).
pub(super) fn key_uri(issuer: &str, account: &str, secret: &str) -> String {
    let (issuer, account) = (percent_encoded(issuer), percent_encoded(account));
    format!(
        "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}"
    )
}

/// Encodes all but unreserved characters: apps show a `+` for a space as it is.
fn percent_encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// Writes bytes in base 32 (RFC 4648 §6), without padding.
pub(super) fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let (mut text, mut bits, mut held) = (String::new(), 0_u32, 0_u32);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(held >> bits) as usize & 31]));
        }
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[(held << (5 - bits)) as usize & 31]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8; 20] = b"12345678901234567890";

    // RFC 6238, appendix B; the last six of its eight digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code_at(SECRET, seconds / 30), code);
            assert_eq!(accepted_step(SECRET, code, seconds, -1), Some(seconds / 30));
        }
    }

    #[test]
    fn a_clock_may_be_wrong_by_one_step_and_no_more() {
        let code = code_at(SECRET, 1_000);
        let at = |step: i64| accepted_step(SECRET, &code, step * 30 + 29, -1);
        assert_eq!(
            [at(998), at(999), at(1_000), at(1_001), at(1_002)].map(|it| it.is_some()),
            [false, true, true, true, false]
        );
    }

    #[test]
    fn a_code_counts_once_and_none_before_it_counts_any_more() {
        let (before, now) = (code_at(SECRET, 999), code_at(SECRET, 1_000));
        let at = |code: &str, last| accepted_step(SECRET, code, 30_000, last);
        assert_eq!(at(&now, 999), Some(1_000));
        assert_eq!(at(&now, 1_000), None);
        assert_eq!(at(&before, 1_000), None);
    }

    #[test]
    fn a_code_counts_with_the_space_that_apps_show() {
        assert_eq!(digits(" 287 082 ").as_deref(), Some("287082"));
        for typed in ["28708", "2870823", "28708a", "٢٨٧٠٨٢", ""] {
            assert_eq!(digits(typed), None, "{typed}");
        }
    }

    // RFC 4648 §10
    #[test]
    fn base_32_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foobar", "MZXW6YTBOI")] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
        assert_eq!(base32(&[0xff; 20]).len(), 32);
    }

    #[test]
    fn names_in_an_address_are_encoded() {
        let uri = key_uri("The Lamps", "ana+x@example.com", "MZXQ");
        assert!(uri.starts_with("otpauth://totp/The%20Lamps:ana%2Bx%40example.com?secret=MZXQ&"));
        assert!(uri.contains("&issuer=The%20Lamps&"));
    }
}
