/// Returns the beginning of a text, at most `max_chars` characters of it, with an ellipsis if it goes on.
pub fn truncate(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_with_a_sign_and_no_space_before_it() {
        assert_eq!(truncate("é sea", 5), "é sea");
        assert_eq!(truncate("é sea ", 5), "é sea…");
        assert_eq!(truncate("é sea", 2), "é…");
        assert_eq!(truncate("", 0), "");
    }
}
