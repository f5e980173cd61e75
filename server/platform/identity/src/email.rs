use crate::{EMAIL_MAX_CHARS, EMAIL_SUFFIX_MAX, EMAIL_SUFFIX_MIN};

/// An e-mail address that mail can be sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email(String);

impl Email {
    /// Parses an address; `None` if it is invalid. The last part of the domain has 2 to 12 letters (spec §5); quoted
    /// local parts and addresses beyond ASCII are not accepted.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@')?;
        let is_right = text.len() <= EMAIL_MAX_CHARS && is_local_part(local) && is_domain(domain);
        is_right.then(|| Self(text.to_owned()))
    }

    /// Returns the address as the person wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form that all spellings of one mailbox share, so that a mailbox does not count as many where something
    /// is given: letter case and what follows a `+` are dropped, and the dots that Gmail ignores. Two people never share
    /// it, but it does not prove that two addresses are one person's: accounts are found by [`Self::key`].
    pub fn mailbox(&self) -> String {
        let key = self.key();
        let Some((local, domain)) = key.rsplit_once('@') else { return key };
        let name = local.split_once('+').map_or(local, |(name, _)| name);
        // Nothing is left of such a name: then the plus is a part of it.
        let name = if name.is_empty() { local } else { name };
        match domain {
            "gmail.com" | "googlemail.com" => format!("{}@gmail.com", name.replace('.', "")),
            _ => format!("{name}@{domain}"),
        }
    }

    /// Returns the key by which addresses are compared: letter case does not count.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

fn is_local_part(local: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    (1..=64).contains(&local.len())
        && local.chars().all(is_allowed)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
}

fn is_domain(domain: &str) -> bool {
    let Some((labels, suffix)) = domain.rsplit_once('.') else {
        return false;
    };
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    labels.split('.').all(is_label)
        && (EMAIL_SUFFIX_MIN..=EMAIL_SUFFIX_MAX).contains(&suffix.len())
        && suffix.chars().all(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec §5: "Email check allows a domain suffix of 2 to 12 letters"
    #[test]
    fn the_domain_suffix_has_2_to_12_letters() {
        assert!(Email::parse("ana@example.c").is_none());
        assert!(Email::parse("ana@example.co").is_some());
        assert!(Email::parse("ana@example.abcdefghijkl").is_some());
        assert!(Email::parse("ana@example.abcdefghijklm").is_none());
        assert!(Email::parse("ana@example.c0m").is_none());
    }

    #[test]
    fn addresses_people_have_are_taken() {
        for text in ["a@b.co", "ana.b+tag@mail.example.org", "o'neil@x-y.io", " ana@example.com "] {
            assert!(Email::parse(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "ana",
            "@example.com",
            "ana@",
            "ana@example",
            "ana@.com",
            "ana@a..com",
            "a b@c.de",
            ".ana@example.com",
            "ana.@example.com",
            "a..b@example.com",
            "ana@-x.com",
            "ana@x-.com",
            "ana@example.com\nBcc: eve@example.com",
            "ana@exam ple.com",
            "<ana@example.com>",
            "анна@example.com",
            "ana@例え.jp",
        ] {
            assert!(Email::parse(text).is_none(), "{text}");
        }
        assert!(Email::parse(&format!("{}@example.com", "a".repeat(65))).is_none());
        let long = format!("a@{}com", "abcdefghi.".repeat(25));
        assert!(Email::parse(&long).is_none());
    }

    #[test]
    fn spellings_of_one_mailbox_count_as_one() {
        let mailbox = |text: &str| Email::parse(text).unwrap().mailbox();
        for text in ["bob+1@example.com", "Bob+a+b@Example.com", "bob@example.com"] {
            assert_eq!(mailbox(text), "bob@example.com", "{text}");
        }
        for text in ["bo.b+1@gmail.com", "B.O.B@googlemail.com", "bob@gmail.com"] {
            assert_eq!(mailbox(text), "bob@gmail.com", "{text}");
        }
        assert_eq!(mailbox("bo.b@example.com"), "bo.b@example.com");
        assert_eq!(mailbox("+1@example.com"), "+1@example.com");
        assert_ne!(mailbox("bob@example.com"), mailbox("bob@example.org"));
    }

    #[test]
    fn letter_case_does_not_make_another_address() {
        let a = Email::parse("Ana@Example.com").unwrap();
        assert_eq!(a.key(), Email::parse("ana@example.COM").unwrap().key());
        assert_eq!(a.as_str(), "Ana@Example.com");
    }
}
