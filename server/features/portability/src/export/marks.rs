//! Replaces the marks in a merged answer that say whose statement precedes them (`[[agree:1,2]]`) with words: in a file
//! nothing else explains the numbers.

/// Returns the text with the names of the answers in the place of their numbers, the first of which is 1.
pub(super) fn with_names(text: &str, names: &[String]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("[[") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match mark_at(rest) {
            Some((kind, numbers, end)) => {
                out.push_str(&shown(kind, &numbers, names));
                rest = &rest[end..];
            }
            None => {
                out.push_str("[[");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Agree,
    Only,
    Differ,
}

/// Returns the mark that a text begins with, and where it ends.
fn mark_at(text: &str) -> Option<(Kind, Vec<usize>, usize)> {
    let (inner, _) = text.strip_prefix("[[")?.split_once("]]")?;
    let (word, numbers) = inner.split_once(':')?;
    let kind = match word.trim().to_ascii_lowercase().as_str() {
        "agree" => Kind::Agree,
        "only" => Kind::Only,
        "differ" => Kind::Differ,
        _ => return None,
    };
    let numbers: Option<Vec<usize>> =
        numbers.split([',', '|', '&', '/']).map(|number| number.trim().parse().ok()).collect();
    Some((kind, numbers?, "[[]]".len() + inner.len()))
}

fn shown(kind: Kind, numbers: &[usize], names: &[String]) -> String {
    let known: Vec<String> = numbers
        .iter()
        .filter_map(|number| names.get(number.checked_sub(1)?))
        .map(|name| escaped(name))
        .collect();
    // A number without an answer means nothing.
    if known.is_empty() {
        return String::new();
    }
    let sign = if kind == Kind::Agree { "✓ " } else { "" };
    format!("({sign}{})", known.join(if kind == Kind::Differ { " ≠ " } else { " · " }))
}

/// Escapes a name for Markdown.
fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for character in name.chars() {
        if matches!(character, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '|' | '$' | '~') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_names_and_what_is_none_stays() {
        let names = ["GPT-4o".to_owned(), "my_model".to_owned()];
        let said = |text: &str| with_names(text, &names);
        assert_eq!(said("Yes. [[agree:1,2]] No."), "Yes. (✓ GPT-4o · my\\_model) No.");
        assert_eq!(said("[[ differ : 1 | 2 ]]"), "(GPT-4o ≠ my\\_model)");
        assert_eq!(said("It is.[[only:1]]"), "It is.(GPT-4o)");
        assert_eq!(said("It is.[[only:3]][[only:0]]"), "It is.");
        for text in ["[[wiki]]", "a[[1]]", "[[agree:one]]", "[[agree:1", "plain", "[[", "[[[x]]"] {
            assert_eq!(said(text), text);
        }
    }
}
