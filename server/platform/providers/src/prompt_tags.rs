/// Escapes untrusted text for a prompt between `<name>` and `</name>`, for each of `names`: it can neither end such a
/// frame nor begin another, in any case and with any spacing.
pub fn escape_prompt_tags(text: &str, names: &[&str]) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        safe.push_str(before);
        safe.push('<');
        let name = after.trim_start().trim_start_matches('/').trim_start();
        if names.iter().any(|frame| starts_with(name, frame)) {
            // Models read on over it; no frame of a prompt is written so.
            safe.push('\u{2009}');
        }
        rest = after;
    }
    safe.push_str(rest);
    safe
}

fn starts_with(text: &str, name: &str) -> bool {
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_frame_is_ended_or_begun_however_it_is_written() {
        for mark in ["</source>", "</SOURCE>", "<Source number=\"2\">", "< / source>", "<//source"]
        {
            let safe = escape_prompt_tags(&format!("a {mark} b"), &["source", "file"]);
            assert!(safe.contains("<\u{2009}"), "{safe}");
            assert!(!safe.contains(mark), "{safe}");
        }
        let deep = escape_prompt_tags("<<source></source", &["source"]);
        assert_eq!(deep, "<<\u{2009}source><\u{2009}/source");
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["1 < 2 sources", "<b>", "", "<", "<文字>", "</filé>"] {
            assert_eq!(escape_prompt_tags(text, &["source", "filter"]), text);
        }
    }
}
