//! Rules that tell which mail addresses belong to schools. Without I/O.

use identity::Email;

/// Longest rule.
const RULE_MAX: usize = 100;

/// Returns true if `rule` is a valid rule: `uni.example` for that domain and its subdomains, `.edu` for subdomains
/// only. A `*` at the end stands for a two-letter country code: `.ac.*`.
pub(crate) fn is_rule(rule: &str) -> bool {
    let labels: Vec<&str> = rule.strip_prefix('.').unwrap_or(rule).split('.').collect();
    let Some((last, before)) = labels.split_last() else { return false };
    let is_last = *last == "*" && !before.is_empty() || is_label(last);
    rule.len() <= RULE_MAX && is_last && before.iter().all(|label| is_label(label))
}

fn is_label(label: &str) -> bool {
    let is_right = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !label.is_empty() && label.bytes().all(is_right)
}

/// Returns true if one of the rules says that an address belongs to a school.
pub(crate) fn is_of_school(email: &Email, rules: &[String]) -> bool {
    let key = email.key();
    let domain = key.rsplit_once('@').map_or("", |(_, domain)| domain);
    rules.iter().any(|rule| matches(domain, rule))
}

/// Domains are compared from their end, label by label: `evil-edu.com` and `x.edu.evil.com` are no `.edu`.
fn matches(domain: &str, rule: &str) -> bool {
    let (is_below, rule) = match rule.strip_prefix('.') {
        Some(rule) => (true, rule),
        None => (false, rule),
    };
    let (labels, wanted) = (domain.split('.').count(), rule.split('.').count());
    let is_long = if is_below { labels > wanted } else { labels >= wanted };
    let mut pairs = domain.rsplit('.').zip(rule.rsplit('.'));
    is_long && pairs.all(|(label, wanted)| is_as(label, wanted))
}

fn is_as(label: &str, wanted: &str) -> bool {
    let is_country = || label.len() == 2 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
    if wanted == "*" { is_country() } else { label == wanted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_one(text: &str) -> bool {
        let rules = [".edu", ".edu.*", ".ac.*", "uni.example"].map(str::to_owned);
        Email::parse(text).is_some_and(|email| is_of_school(&email, &rules))
    }

    // spec §5: "Education email must be an edu address"
    // security AU17
    #[test]
    fn addresses_of_schools_are_known() {
        for text in [
            "a@x.edu",
            "a@mail.x.edu",
            "A@X.EDU",
            "a@x.edu.au",
            "a@x.ac.uk",
            "a@cs.x.ac.jp",
            "a@uni.example",
            "a@mail.uni.example",
        ] {
            assert!(is_one(text), "{text}");
        }
    }

    // security AU17
    #[test]
    fn what_only_looks_like_a_school_is_none() {
        for text in [
            "a@edu.evil.com",
            "a@evil-edu.com",
            "a@x.edu.evil.com",
            "a@x.edu.evil.io",
            "a@x.education",
            "edu@gmail.com",
            "a@edu",
            "a@edu.au",
            "a@ac.uk",
            "a@x.edu.aus",
            "a@x.ac.com",
            "a@x.ac.evil.uk",
            "a@xedu",
            "a@x.myedu",
            "a@notuni.example",
            "a@uni.example.com",
            // Top-level domains of 1 and of 13 letters, and lookalike letters.
            "a@x.e",
            "a@x.abcdefghijklm",
            "a@x.\u{435}du",
            "a@x.xn--du-kfc",
            "a@x.edu.",
            "a@x.edu\nb@x.edu",
            "a@x.edu@evil.com",
        ] {
            assert!(!is_one(text), "{text}");
        }
    }

    #[test]
    fn a_rule_is_a_domain_and_never_everything() {
        for rule in [".edu", "edu", ".ac.*", "uni.example", ".k12.ca.us"] {
            assert!(is_rule(rule), "{rule}");
        }
        for rule in
            ["", ".", "*", ".*", "*.edu", ".ac.*.uk", "a..b", "Uni.example", "a b", "uni.example."]
        {
            assert!(!is_rule(rule), "{rule}");
        }
    }
}
