//! Prompts with places for values: `{{field}}`. No I/O.

/// The place of what is read.
pub(crate) const CONTENT: &str = "content";

/// A piece of a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Place(&'a str),
}

/// Splits a prompt at its places. What is no place, such as `{{a b}}`, is text.
pub(crate) fn pieces(prompt: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = prompt;
    let mut from = 0;
    while let Some(open) = rest[from..].find("{{").map(|at| at + from) {
        let name = rest[open + 2..].split_once("}}").map(|(name, _)| name);
        let Some(name) = name.filter(|name| is_name(name.trim())) else {
            from = open + 1;
            continue;
        };
        pieces.push(Piece::Text(&rest[..open]));
        pieces.push(Piece::Place(name.trim()));
        rest = &rest[open + 2 + name.len() + 2..];
        from = 0;
    }
    pieces.push(Piece::Text(rest));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

/// Returns the names that a prompt refers to.
pub(crate) fn placeholders(prompt: &str) -> impl Iterator<Item = &str> {
    pieces(prompt).into_iter().filter_map(|piece| match piece {
        Piece::Place(name) => Some(name),
        Piece::Text(_) => None,
    })
}

fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::Piece::{Place, Text};
    use super::*;

    #[test]
    fn a_prompt_is_split_at_its_places() {
        assert_eq!(pieces("a {{b}}{{ c }}."), [Text("a "), Place("b"), Place("c"), Text(".")]);
        assert_eq!(pieces("{{{b}}}"), [Text("{"), Place("b"), Text("}")]);
        for text in ["", "{{", "{{}}", "{{a b}}", "{a}", "{{a}"] {
            assert!(placeholders(text).next().is_none(), "{text}");
        }
        assert_eq!(placeholders("{{x y}} {{z}}").collect::<Vec<_>>(), ["z"]);
    }

    #[test]
    fn many_openings_cost_little() {
        let hostile = "{{".repeat(5_000);
        assert_eq!(pieces(&hostile).len(), 1);
    }
}
