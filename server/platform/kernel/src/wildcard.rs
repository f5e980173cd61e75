/// Returns true if `name` matches `pattern`, where `*` stands for any text and nothing else is special. Takes linear time.
pub fn matches_wildcard(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text_and_nothing_else_does() {
        for (pattern, name) in
            [("*", ""), ("a*", "a"), ("a*b*c", "a--b--b-c"), ("*a", "ba"), ("a", "a")]
        {
            assert!(matches_wildcard(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("", "a"), ("a", "ab"), ("a*a", "a"), ("a*b*c", "a-c-b"), ("?", "a")]
        {
            assert!(!matches_wildcard(pattern, name), "{pattern} {name}");
        }
    }
}
