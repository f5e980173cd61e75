use pulldown_cmark::{Event, Options, Parser, TagEnd};

/// Returns the text of Markdown without its syntax, for searching and for comparing citations.
pub fn plain_text(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Text(piece)
            | Event::Code(piece)
            | Event::Html(piece)
            | Event::InlineMath(piece)
            | Event::DisplayMath(piece) => text.push_str(&piece),
            Event::SoftBreak | Event::End(TagEnd::TableCell) => text.push(' '),
            Event::HardBreak => text.push('\n'),
            Event::End(TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead) => {
                end_line(&mut text, 1)
            }
            Event::End(end) if is_block(end) => end_line(&mut text, 2),
            _ => {}
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn is_block(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Table
    )
}

/// Ends a line, or a paragraph, unless it is ended already.
fn end_line(text: &mut String, breaks: usize) {
    let ended = text.len() - text.trim_end_matches('\n').len();
    if !text.is_empty() {
        (ended..breaks).for_each(|_| text.push('\n'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_left_without_its_signs() {
        let markdown =
            "# Moon\n\nThe **moon** [pulls](https://e.org) the\nsea.\n\n- one\n- `two`\n";
        assert_eq!(plain_text(markdown), "Moon\n\nThe moon pulls the sea.\n\none\ntwo");
        assert_eq!(plain_text("| a | b |\n|---|---|\n| 1 | 2 |"), "a b \n1 2");
        assert_eq!(plain_text(""), "");
    }
}
