//! Embeds foreign text in Markdown without letting it become markup.

/// Formats `text` as one line of Markdown that shows exactly its characters.
use kernel::collapse_whitespace;

pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for (index, word) in text.split_whitespace().enumerate() {
        if index > 0 {
            escaped.push(' ');
        }
        for c in word.chars() {
            if matches!(
                c,
                '\\' | '`'
                    | '*'
                    | '_'
                    | '{'
                    | '}'
                    | '['
                    | ']'
                    | '<'
                    | '>'
                    | '#'
                    | '|'
                    | '$'
                    | '~'
                    | '&'
                    | '!'
                    | ':'
            ) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
    }
    guard_block_start(escaped)
}

/// Formats `text` as a block quote that keeps its line breaks.
pub fn quote(text: &str) -> String {
    let lines: Vec<String> = text
        .trim()
        .lines()
        .map(|line| if line.trim().is_empty() { ">".into() } else { format!("> {}", escape(line)) })
        .collect();
    // Two blanks at the end of a line are a line break in Markdown.
    lines.join("  \n")
}

/// Formats `text` as a code span, whatever backticks it contains.
pub fn code(text: &str) -> String {
    let line = collapse_whitespace(text);
    let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest == 0 { format!("{fence}{line}{fence}") } else { format!("{fence} {line} {fence}") }
}

/// Escapes a line that begins like a list item or a rule, so that it does not become one.
fn guard_block_start(line: String) -> String {
    if line.starts_with(['-', '+', '=']) {
        return format!("\\{line}");
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let after_mark = line[digits..].strip_prefix(['.', ')']);
    if digits > 0 && after_mark.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_foreign_text_is_shown_as_it_is() {
        assert_eq!(escape("*a* <b> $x$ [l](u)"), "\\*a\\* \\<b\\> \\$x\\$ \\[l\\](u)");
    }

    #[test]
    fn a_foreign_line_does_not_become_a_list_or_a_rule() {
        assert_eq!(escape("- a"), "\\- a");
        assert_eq!(escape("12. a"), "12\\. a");
        assert_eq!(escape("2026 was"), "2026 was");
        assert_eq!(escape("0.5"), "0.5");
    }

    #[test]
    fn an_address_in_a_foreign_text_does_not_become_a_link() {
        assert_eq!(escape("https://a.b"), "https\\://a.b");
    }

    #[test]
    fn a_quote_keeps_its_line_breaks() {
        assert_eq!(quote("a\n\nb"), "> a  \n>  \n> b");
    }

    #[test]
    fn code_survives_backticks() {
        assert_eq!(code("1 + 1"), "`1 + 1`");
        assert_eq!(code("a``b"), "``` a``b ```");
    }
}
