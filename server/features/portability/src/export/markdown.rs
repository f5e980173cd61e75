use super::Chat;

/// The chat as Markdown: what models wrote, as they wrote it.
pub(super) fn write(chat: &Chat) -> String {
    let mut out = format!("# {}\n", one_line(&chat.title));
    for turn in &chat.turns {
        let name = turn.name.as_deref().unwrap_or(if turn.is_answer { "Assistant" } else { "You" });
        out.push_str(&format!(
            "\n## {} · {} UTC\n\n{}\n",
            one_line(name),
            turn.time,
            turn.text.trim()
        ));
        for file in &turn.files {
            out.push_str(&format!("\n📎 {}\n", one_line(file)));
        }
        for (number, (title, url)) in (1..).zip(&turn.sources) {
            let title = one_line(title).replace(['[', ']'], "");
            match url {
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

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_stays_as_it_was() {
        let out = write(&super::super::sample("**Because** $x$\n\n| a |\n|---|"));
        assert!(out.starts_with("# A <chat>\n\n## You · 2026-11-21 14:05 UTC\n\nWhy?\n"));
        assert!(out.contains("## GPT · 2026-11-21 14:05 UTC\n\n**Because** $x$\n\n| a |\n|---|\n"));
    }
}
