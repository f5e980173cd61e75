use subtle::ConstantTimeEq;

use crate::Identity;

/// Digits of Crockford's base 32: none of them looks like another one.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Digits of a code, 60 bits, and of each group in which it is shown.
const CODE_LENGTH: usize = 12;
const GROUP_LENGTH: usize = 4;

impl Identity {
    /// Returns the code that the first account needs where it is not created on the machine of the server. It follows
    /// from the master key, so that all processes of an installation have the same.
    pub fn setup_code(&self) -> String {
        let mac = self.0.vault.mac("setup code", b"first account");
        let digits: Vec<u8> = mac
            .iter()
            .take(CODE_LENGTH)
            .map(|byte| DIGITS[usize::from(*byte) % DIGITS.len()])
            .collect();
        let groups = digits.chunks(GROUP_LENGTH).map(|group| String::from_utf8_lossy(group));
        groups.collect::<Vec<_>>().join("-")
    }

    /// Returns true if `text` is the setup code, however it is written.
    pub fn is_setup_code(&self, text: &str) -> bool {
        normalize(text).as_bytes().ct_eq(normalize(&self.setup_code()).as_bytes()).into()
    }
}

/// Returns the digits of a code that somebody typed.
fn normalize(text: &str) -> String {
    let typed = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
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
    fn a_code_counts_however_it_is_written() {
        assert_eq!(normalize(" 01ab-CD ef\n"), "01ABCDEF");
        assert_eq!(normalize("oO-iIlL"), "001111");
    }
}
