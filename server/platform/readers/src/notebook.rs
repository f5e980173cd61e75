use parsing::{ParseFailure, Parsed, Part, Unread, UnreadReason, decode_text, read_plain};
use serde_json::Value;

/// Longest output of one cell; the rest is left out with a mark.
const OUTPUT_MAX_CHARS: usize = 20_000;

/// Reads the cells of a Jupyter notebook: texts, code, and what it printed. Images are counted.
pub(crate) fn read(content: &[u8]) -> Result<Parsed, ParseFailure> {
    let Ok(notebook) = serde_json::from_str::<Value>(&decode_text(content)) else {
        return read_plain(content);
    };
    let cells = notebook.get("cells").or_else(|| notebook.pointer("/worksheets/0/cells"));
    let Some(cells) = cells.and_then(Value::as_array) else { return read_plain(content) };
    let language = notebook.pointer("/metadata/kernelspec/language");
    let language = language
        .or_else(|| notebook.pointer("/metadata/language_info/name"))
        .and_then(Value::as_str)
        .unwrap_or("python");
    let mut pieces = Vec::new();
    let mut images = 0;
    for cell in cells {
        let source = text_of(cell.get("source").or_else(|| cell.get("input")));
        match cell.get("cell_type").and_then(Value::as_str) {
            Some("code") => {
                pieces.push(format!("```{language}\n{source}\n```"));
                for output in cell.get("outputs").and_then(Value::as_array).into_iter().flatten() {
                    let (text, is_image) = output_of(output);
                    images += u32::from(is_image);
                    pieces.extend(text);
                }
            }
            _ => pieces.push(source),
        }
    }
    let unread =
        (images > 0).then_some(Unread { part: Part::Images(images), reason: UnreadReason::Image });
    Parsed { unread: unread.into_iter().collect(), ..Parsed::single(pieces.join("\n\n")) }.check()
}

/// Returns the text of an output, and true if it is an image.
fn output_of(output: &Value) -> (Option<String>, bool) {
    let data = output.get("data");
    let is_image = data
        .and_then(Value::as_object)
        .is_some_and(|data| data.keys().any(|kind| kind.starts_with("image/")));
    if is_image {
        return (None, true);
    }
    let text = match output.get("output_type").and_then(Value::as_str) {
        Some("error") => {
            let part = |name: &str| text_of(output.get(name));
            format!("{}: {}", part("ename"), part("evalue"))
        }
        _ => {
            let of_data = |kind: &str| data.and_then(|data| data.get(kind));
            text_of(
                output
                    .get("text")
                    .or_else(|| of_data("text/markdown"))
                    .or_else(|| of_data("text/plain")),
            )
        }
    };
    if text.trim().is_empty() {
        return (None, false);
    }
    let shown: String = text.chars().take(OUTPUT_MAX_CHARS).collect();
    let mark = if shown.len() < text.len() { "\n[…]" } else { "" };
    (Some(format!("Output:\n{}{mark}", shown.trim_end())), false)
}

/// Returns a text that is written whole or in lines.
fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_and_images_are_counted() {
        let notebook = serde_json::json!({
            "metadata": { "kernelspec": { "language": "r" } },
            "cells": [
                { "cell_type": "markdown", "source": ["# Tides\n", "of the year"] },
                { "cell_type": "code", "source": "1 + 1", "outputs": [
                    { "output_type": "execute_result", "data": { "text/plain": ["[1] 2"] } },
                    { "output_type": "display_data", "data": { "image/png": "aaaa", "text/plain": "<Figure>" } },
                    { "output_type": "error", "ename": "Error", "evalue": "gone" }
                ] }
            ]
        });
        let parsed = read(notebook.to_string().as_bytes()).unwrap();
        let text =
            "# Tides\nof the year\n\n```r\n1 + 1\n```\n\nOutput:\n[1] 2\n\nOutput:\nError: gone";
        assert_eq!(parsed.pages[0].text, text);
        assert_eq!(parsed.unread[0].part, Part::Images(1));
        assert_eq!(
            read(b"{\"no\": \"notebook\"}").unwrap().pages[0].text,
            "{\"no\": \"notebook\"}"
        );
    }
}
