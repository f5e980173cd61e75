/// Returns a pattern for `LIKE … ESCAPE '\'` that finds `query` anywhere, whatever its case.
pub fn like_pattern(query: &str) -> String {
    let mut pattern = String::from("%");
    for ch in query.trim().to_lowercase().chars() {
        if matches!(ch, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(ch);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_means_its_signs_literally() {
        assert_eq!(like_pattern(" 50%_A\\ "), "%50\\%\\_a\\\\%");
    }
}
