//! Open WebUI's folded blocks: `<details type="…">` in the text of an answer, with everything escaped for HTML.

use serde_json::Value;

use super::{ForeignPart, Unmapped};

const OPEN: &str = "<details";
const CLOSE: &str = "</details>";

/// Returns the parts of a text: the words, and the reasoning and uses of tools that it contains as folded blocks. Blocks of
/// other kinds are the answer's own and stay as they are.
pub(super) fn parts_of(
    content: &str,
    title: &str,
    unmapped: &mut Vec<Unmapped>,
) -> Vec<ForeignPart> {
    let mut parts = Vec::new();
    let mut said = String::new();
    let mut rest = content;
    while let Some(start) = rest.find(OPEN) {
        let Some(block) = Block::read(&rest[start..]) else {
            said.push_str(&rest[..start + OPEN.len()]);
            rest = &rest[start + OPEN.len()..];
            continue;
        };
        let Some(part) = block.part(title, unmapped) else {
            said.push_str(&rest[..start + block.length]);
            rest = &rest[start + block.length..];
            continue;
        };
        said.push_str(&rest[..start]);
        flush(&mut said, &mut parts);
        parts.extend(part);
        rest = &rest[start + block.length..];
    }
    said.push_str(rest);
    flush(&mut said, &mut parts);
    parts
}

fn flush(said: &mut String, parts: &mut Vec<ForeignPart>) {
    let text = std::mem::take(said);
    if !text.trim().is_empty() {
        parts.push(ForeignPart::Text(text.trim().to_owned()));
    }
}

/// One folded block.
struct Block<'a> {
    /// What stands between `<details` and `>`.
    head: &'a str,
    inner: &'a str,
    length: usize,
}

impl<'a> Block<'a> {
    /// Reads the block at the beginning of `text`; `None` if it does not end.
    fn read(text: &'a str) -> Option<Self> {
        let head_end = tag_end(text)?;
        let head = &text[OPEN.len()..head_end - 1];
        let (mut depth, mut at) = (1, head_end);
        loop {
            let close = at + text[at..].find(CLOSE)?;
            match text[at..close].find(OPEN) {
                Some(open) => {
                    depth += 1;
                    at += open + OPEN.len();
                }
                None => {
                    depth -= 1;
                    at = close + CLOSE.len();
                }
            }
            if depth == 0 {
                let inner = &text[head_end..at - CLOSE.len()];
                return Some(Self { head, inner, length: at });
            }
        }
    }

    /// Returns what the block stands for: perhaps nothing; `None` if it is the answer's own.
    fn part(&self, title: &str, unmapped: &mut Vec<Unmapped>) -> Option<Option<ForeignPart>> {
        let body = self.inner.split_once("</summary>").map_or(self.inner, |(_, body)| body).trim();
        let filled = |text: String| Some(text).filter(|text| !text.trim().is_empty());
        match self.attribute("type")?.as_str() {
            "reasoning" => Some(filled(unquoted(body)).map(ForeignPart::Reasoning)),
            "tool_calls" => {
                for name in ["files", "embeds"] {
                    let left = self.attribute(name).map(|text| json_text(&text));
                    if let Some(left) =
                        left.filter(|text| !matches!(text.as_str(), "" | "[]" | "null"))
                    {
                        unmapped.push(Unmapped::new("file", title, left));
                    }
                }
                let output = self.attribute("result").or_else(|| filled(unescape(body)));
                Some(Some(ForeignPart::Call {
                    tool: self.attribute("name").unwrap_or_else(|| "tool".to_owned()),
                    arguments: self
                        .attribute("arguments")
                        .map_or_else(String::new, |text| json_text(&text)),
                    output: output.map(|text| json_text(&text)).filter(|text| !text.is_empty()),
                }))
            }
            "code_interpreter" => Some(Some(ForeignPart::Call {
                tool: "code_interpreter".to_owned(),
                arguments: code_in(body),
                output: self.attribute("output").map(|text| output_text(&text)),
            })),
            _ => None,
        }
    }

    /// Returns the value of an attribute.
    fn attribute(&self, name: &str) -> Option<String> {
        let start = self.head.find(&format!(" {name}=\""))? + name.len() + 3;
        let value = &self.head[start..];
        Some(unescape(&value[..value.find('"')?]))
    }
}

/// Returns the end of the tag at the beginning of `text`: quotes may contain its end.
fn tag_end(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'>' if !is_quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns reasoning without the marks of a quotation.
fn unquoted(body: &str) -> String {
    let lines = body.lines().map(|line| {
        let line = line.strip_prefix("&gt;").or(line.strip_prefix('>')).unwrap_or(line);
        unescape(line.strip_prefix(' ').unwrap_or(line))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the text in a JSON text, which may be one again; any other text as it is.
fn json_text(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(Value::String(inner)) if inner != text => json_text(&inner),
        _ => text.to_owned(),
    }
}

/// Returns the code of a fenced block.
fn code_in(body: &str) -> String {
    let body = unescape(body);
    let code = body.trim().strip_prefix("```").and_then(|rest| rest.split_once('\n'));
    let code = code.map_or(body.as_str(), |(_, code)| code);
    code.trim_end().strip_suffix("```").unwrap_or(code).trim_end().to_owned()
}

/// Returns what code printed and gave.
fn output_text(text: &str) -> String {
    let Ok(Value::Object(fields)) = serde_json::from_str::<Value>(&json_text(text)) else {
        return json_text(text);
    };
    let texts = ["stdout", "result", "stderr", "error"].iter().filter_map(|name| fields.get(*name));
    let texts = texts.map(|value| match value {
        Value::String(text) => text.trim_end().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    });
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns `text` with the letters that HTML's entities stand for; unknown ones stay.
pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        match end.and_then(|end| Some((letter(&rest[1..end])?, end))) {
            Some((letter, end)) => {
                plain.push(letter);
                rest = &rest[end + 1..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn letter(entity: &str) -> Option<char> {
    let code = match entity {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        "nbsp" => return Some('\u{a0}'),
        _ => entity.strip_prefix('#')?,
    };
    let number = match code.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => code.parse().ok()?,
    };
    char::from_u32(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(content: &str) -> Vec<ForeignPart> {
        parts_of(content, "Chat", &mut Vec::new())
    }

    fn text(text: &str) -> ForeignPart {
        ForeignPart::Text(text.to_owned())
    }

    #[test]
    fn a_folded_thought_is_not_what_was_said() {
        let content = "<details type=\"reasoning\" done=\"true\" duration=\"3\">\n\
            <summary>Thought for 3 seconds</summary>\n&gt; it&#x27;s first\n&gt; a &lt; b &amp;&amp; c\n\
            </details>\nThe answer.";
        let thought = ForeignPart::Reasoning("it's first\na < b && c".to_owned());
        assert_eq!(parts(content), [thought, text("The answer.")]);
    }

    #[test]
    fn a_folded_tool_is_a_call_at_its_place() {
        let content = "Let me look.\n<details type=\"tool_calls\" done=\"true\" id=\"call_1\" name=\"get_weather\" \
            arguments=\"&quot;{\\&quot;city\\&quot;: \\&quot;Paris\\&quot;}&quot;\" result=\"&quot;21 °C &gt; 20&quot;\" \
            files=\"\" embeds=\"\">\n<summary>Tool Executed</summary>\n</details>\nIt is warm.";
        let call = ForeignPart::Call {
            tool: "get_weather".to_owned(),
            arguments: "{\"city\": \"Paris\"}".to_owned(),
            output: Some("21 °C > 20".to_owned()),
        };
        assert_eq!(parts(content), [text("Let me look."), call, text("It is warm.")]);
    }

    #[test]
    fn folded_code_is_a_call_with_what_it_printed() {
        let content = "<details type=\"code_interpreter\" done=\"true\" \
            output=\"{&quot;stdout&quot;:&quot;3\\n&quot;,&quot;stderr&quot;:null,&quot;result&quot;:&quot;&quot;}\">\n\
            <summary>Analyzed</summary>\n```python\nprint(1 &lt; 2)\n```\n</details>";
        let call = ForeignPart::Call {
            tool: "code_interpreter".to_owned(),
            arguments: "print(1 < 2)".to_owned(),
            output: Some("3".to_owned()),
        };
        assert_eq!(parts(content), [call]);
    }

    #[test]
    fn blocks_of_the_answer_itself_and_blocks_without_an_end_stay_text() {
        for content in [
            "a <details type=\"reasoning\"> b",
            "<details><summary>More</summary>Text</details>",
            "<details type=\"note\">Text</details> after",
        ] {
            assert_eq!(parts(content), [text(content)]);
        }
    }

    #[test]
    fn a_block_in_a_thought_belongs_to_it() {
        let content = "<details type=\"reasoning\"><summary>T</summary>\n> a <details>b</details> c\n</details>Yes";
        let thought = ForeignPart::Reasoning("a <details>b</details> c".to_owned());
        assert_eq!(parts(content), [thought, text("Yes")]);
    }

    #[test]
    fn entities_are_letters_and_what_is_none_stays() {
        assert_eq!(
            unescape("&#x27;&#39;&quot;&amp;lt; &nope; & &#xd800;"),
            "''\"&lt; &nope; & &#xd800;"
        );
    }
}
