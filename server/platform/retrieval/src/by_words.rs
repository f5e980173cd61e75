/// Finds those of `things` whose title or text contains all words of `query`: matches in the title alone come first,
/// and otherwise the order stays. For a person's own things, which are few enough to be scanned.
pub fn find_by_words<T>(
    things: Vec<T>,
    query: &str,
    limit: usize,
    said: impl Fn(&T) -> (&str, &str),
) -> Vec<T> {
    let words = words_of(query);
    if words.is_empty() {
        return Vec::new();
    }
    let (mut called, mut saying) = (Vec::new(), Vec::new());
    for thing in things {
        let (title, text) = said(&thing);
        let title = title.to_lowercase();
        if words.iter().all(|word| title.contains(word)) {
            called.push(thing);
        } else if saying.len() < limit {
            let text = text.to_lowercase();
            if words.iter().all(|word| title.contains(word) || text.contains(word)) {
                saying.push(thing);
            }
        }
        if called.len() == limit {
            break;
        }
    }
    called.extend(saying);
    called.truncate(limit);
    called
}

/// Returns the part of a text with one of the words of `query`, on one line; its beginning if there is none.
pub fn excerpt(text: &str, query: &str, max_chars: usize) -> String {
    let line = kernel::collapse_whitespace(text);
    let chars: Vec<char> = line.chars().collect();
    // One letter for one: places in both are the same.
    let folded: String =
        chars.iter().map(|letter| letter.to_lowercase().next().unwrap_or(*letter)).collect();
    let at = words_of(query).iter().find_map(|word| folded.find(word.as_str()));
    let at = at.map_or(0, |byte| folded[..byte].chars().count());
    let start = if at < max_chars * 2 / 3 { 0 } else { at - max_chars / 3 };
    let end = chars.len().min(start + max_chars);
    let shown: String = chars[start..end].iter().collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if end < chars.len() { "…" } else { "" };
    format!("{before}{}{after}", shown.trim())
}

fn words_of(query: &str) -> Vec<String> {
    query.to_lowercase().split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str, limit: usize) -> Vec<&'static str> {
        let things = vec![
            ("Letters", "about the Moon and tides"),
            ("Éclairs", "butter"),
            ("The moon", "pulls the sea"),
            ("月亮和潮汐", "海"),
        ];
        fn said<'a>((title, text): &'a (&'static str, &'static str)) -> (&'a str, &'a str) {
            (title, text)
        }
        find_by_words(things, query, limit, said).into_iter().map(|thing| thing.0).collect()
    }

    #[test]
    fn all_words_are_said_and_titles_come_first() {
        assert_eq!(found("MOON", 9), ["The moon", "Letters"]);
        assert_eq!(found("moon", 1), ["The moon"]);
        assert_eq!(found("moon butter", 9), [""; 0]);
        assert_eq!(found("letters tides", 9), ["Letters"], "partly in its title");
        assert_eq!(found("éclair", 9), ["Éclairs"]);
        assert_eq!(found("潮汐", 9), ["月亮和潮汐"]);
        assert_eq!(found("  ", 9), [""; 0]);
    }

    #[test]
    fn an_excerpt_is_where_the_word_is() {
        assert_eq!(excerpt("The moon\npulls", "moon", 80), "The moon pulls");
        let long = format!("{} İstanbul tides {}", "x ".repeat(200), "y ".repeat(200));
        let shown = excerpt(&long, "TIDES", 40);
        assert!(
            shown.contains("tides") && shown.starts_with('…') && shown.ends_with('…'),
            "{shown}"
        );
        assert!(shown.chars().count() <= 42);
        assert_eq!(excerpt("", "x", 10), "");
    }
}
