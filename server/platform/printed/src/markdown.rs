use kernel::collapse_whitespace;

use super::text::{Piece, Text};

/// Writes the chat as Markdown: models' texts as they wrote them.
pub fn write(chat: &Text) -> String {
    let mut out = format!("# {}\n", collapse_whitespace(&chat.title));
    for turn in &chat.turns {
        out.push_str(&format!("\n## {} · {} UTC\n", collapse_whitespace(&turn.name), turn.time));
        for piece in &turn.pieces {
            match piece {
                Piece::Text(text) => out.push_str(&format!("\n{}\n", text.trim())),
                Piece::Tool { title, ended, .. } => {
                    let ended = ended.map(|ended| format!(" · {ended}")).unwrap_or_default();
                    out.push_str(&format!("\n🔧 {}{ended}\n", collapse_whitespace(title)));
                }
                Piece::File { name, .. } => {
                    out.push_str(&format!("\n📎 {}\n", collapse_whitespace(name)))
                }
            }
        }
        if !turn.sources.is_empty() {
            out.push_str(&format!("\n{}\n", chat.words.sources));
        }
        for (number, source) in (1..).zip(&turn.sources) {
            let title = collapse_whitespace(&source.title).replace(['[', ']'], "");
            match &source.url {
                Some(url) => out
                    .push_str(&format!("\n{number}. [{title}](<{}>)", url.replace(['<', '>'], ""))),
                None => out.push_str(&format!("\n{number}. {title}")),
            }
        }
        if !turn.sources.is_empty() {
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_stays_as_it_was() {
        let out = write(&crate::sample("**Because** $x$\n\n| a |\n|---|"));
        assert!(out.starts_with("# A <chat>\n\n## You · 2026-11-21 14:05 UTC\n\nWhy?\n"));
        assert!(out.contains("## GPT · 2026-11-21 14:05 UTC\n\n**Because** $x$\n\n| a |\n|---|\n"));
    }
}
