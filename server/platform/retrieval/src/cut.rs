/// Length of a passage that is aimed at, in characters: a few paragraphs.
const AIM_CHARS: usize = 1_400;

/// Cuts a page into passages: at empty lines if there are any, else at lines, sentences, words. Joined, the passages
/// are the page again.
pub fn cut(page: &str) -> Vec<&str> {
    let mut passages = Vec::new();
    let mut rest = page;
    while let Some((limit, _)) = rest.char_indices().nth(AIM_CHARS) {
        let at = place(&rest[..limit]);
        let (passage, after) = rest.split_at(at);
        passages.push(passage);
        rest = after;
    }
    if !rest.is_empty() {
        passages.push(rest);
    }
    passages
}

/// Returns the position to cut at: after the last good place in the second half.
fn place(window: &str) -> usize {
    let half = window.char_indices().nth(AIM_CHARS / 2).map_or(0, |(at, _)| at);
    let places = ["\n\n", "\n", ". ", "。", "؟ ", " "];
    let found = places.iter().find_map(|sign| {
        let at = window.rfind(sign)? + sign.len();
        (at > half).then_some(at)
    });
    found.unwrap_or(window.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_the_whole_page_and_none_is_long() {
        let texts = [
            "short".to_owned(),
            "A sentence of some words. ".repeat(400),
            "没有空格的长句子".repeat(1_000),
            "paragraph\n\n".repeat(500),
            String::new(),
        ];
        for text in texts {
            let passages = cut(&text);
            assert_eq!(passages.concat(), text);
            assert!(passages.iter().all(|passage| passage.chars().count() <= AIM_CHARS));
        }
    }

    #[test]
    fn a_passage_ends_where_a_paragraph_does() {
        let text = format!("{}\n\n{}", "a ".repeat(500), "b ".repeat(500));
        assert!(cut(&text)[0].ends_with("\n\n"));
    }
}
