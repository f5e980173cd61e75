//! Claude: `conversations.json`, an array with `chat_messages`. Newer ones name their parents; older ones are linear.
//! Content comes in blocks, or as one text.

use serde_json::Value;

use super::{Foreign, ForeignMessage, ForeignPart, Unmapped, text_at, time_at};

/// Parent of the first message of a tree.
const ROOT: &str = "00000000-0000-4000-8000-000000000000";

pub(super) fn read(value: &Value) -> Foreign {
    let title = text_at(value, "name").to_owned();
    let mut unmapped = Vec::new();
    let mut messages: Vec<ForeignMessage> = Vec::new();
    for message in value.get("chat_messages").and_then(Value::as_array).into_iter().flatten() {
        let parent = match message.get("parent_message_uuid").and_then(Value::as_str) {
            Some(ROOT) => None,
            Some(parent) => Some(parent.to_owned()),
            None => messages.last().map(|before| before.external_id.clone()),
        };
        messages.push(ForeignMessage {
            external_id: text_at(message, "uuid").to_owned(),
            parent,
            is_answer: text_at(message, "sender") != "human",
            parts: parts_of(message, &title, &mut unmapped),
            model: None,
            created_at: time_at(message, "created_at"),
        });
    }
    let leaf = value.get("current_leaf_message_uuid").and_then(Value::as_str).map(str::to_owned);
    Foreign {
        external_id: text_at(value, "uuid").to_owned(),
        created_at: time_at(value, "created_at"),
        updated_at: time_at(value, "updated_at"),
        leaf: leaf.or_else(|| messages.last().map(|last| last.external_id.clone())),
        messages,
        pinned: false,
        favorited: value.get("is_starred").and_then(Value::as_bool).unwrap_or(false),
        title,
        unmapped,
    }
}

fn parts_of(message: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> Vec<ForeignPart> {
    let mut parts: Vec<ForeignPart> = Vec::new();
    for block in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        match text_at(block, "type") {
            "text" => {
                add_text(&mut parts, text_at(block, "text"));
                parts.extend(citations(block));
            }
            "thinking" => match text_at(block, "thinking") {
                "" => {}
                thought => parts.push(ForeignPart::Reasoning(thought.to_owned())),
            },
            "tool_use" => parts.push(ForeignPart::Call {
                tool: text_at(block, "name").to_owned(),
                arguments: block.get("input").map(Value::to_string).unwrap_or_default(),
                output: None,
            }),
            "tool_result" => give(&mut parts, output_of(block)),
            // It marks the end of a budget.
            "token_budget" => {}
            other => unmapped.push(Unmapped::new("content", title, other)),
        }
    }
    if parts.is_empty() {
        add_text(&mut parts, text_at(message, "text"));
    }
    for file in message.get("attachments").and_then(Value::as_array).into_iter().flatten() {
        let name = text_at(file, "file_name");
        match text_at(file, "extracted_content") {
            "" => leave(&mut parts, name, title, unmapped),
            words => add_text(&mut parts, &format!("📎 {name}\n\n````\n{words}\n````")),
        }
    }
    for file in message.get("files").and_then(Value::as_array).into_iter().flatten() {
        leave(&mut parts, text_at(file, "file_name"), title, unmapped);
    }
    parts
}

fn add_text(parts: &mut Vec<ForeignPart>, text: &str) {
    if !text.trim().is_empty() {
        parts.push(ForeignPart::Text(text.to_owned()));
    }
}

fn leave(parts: &mut Vec<ForeignPart>, name: &str, title: &str, unmapped: &mut Vec<Unmapped>) {
    unmapped.push(Unmapped::new("file", title, name));
    if !name.is_empty() {
        parts.push(ForeignPart::Text(format!("📎 {name}")));
    }
}

fn citations(block: &Value) -> Vec<ForeignPart> {
    let all = block.get("citations").and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|citation| {
        let details = citation.get("details").unwrap_or(citation);
        let url = text_at(details, "url");
        let title = [text_at(citation, "title"), text_at(details, "title"), url];
        (!url.is_empty()).then(|| ForeignPart::Citation {
            title: title.into_iter().find(|text| !text.is_empty()).unwrap_or("").to_owned(),
            url: Some(url.to_owned()),
            quote: None,
        })
    })
    .collect()
}

/// Attaches a tool's output to the call that waits for it.
fn give(parts: &mut [ForeignPart], given: String) {
    let waiting = parts.iter_mut().find_map(|part| match part {
        ForeignPart::Call { output: output @ None, .. } => Some(output),
        _ => None,
    });
    if let Some(output) = waiting {
        *output = Some(given);
    }
}

fn output_of(block: &Value) -> String {
    match block.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(blocks)) => {
            let texts: Vec<&str> = blocks
                .iter()
                .map(|block| text_at(block, "text"))
                .filter(|t| !t.is_empty())
                .collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_tool_s_result_goes_to_its_call() {
        let message = json!({ "content": [
            { "type": "thinking", "thinking": "hm" },
            { "type": "tool_use", "name": "web_search", "input": { "query": "x" } },
            { "type": "tool_result", "content": [{ "type": "text", "text": "found" }] },
            { "type": "text", "text": "It is x." },
        ] });
        let parts = parts_of(&message, "t", &mut Vec::new());
        assert_eq!(
            parts[1],
            ForeignPart::Call {
                tool: "web_search".into(),
                arguments: r#"{"query":"x"}"#.into(),
                output: Some("found".into()),
            }
        );
        assert_eq!(parts.len(), 3);
    }

    #[test]
    fn flat_text_serves_where_there_are_no_blocks() {
        let message = json!({ "text": "Hello", "files": [{ "file_name": "a.png" }] });
        let mut unmapped = Vec::new();
        let parts = parts_of(&message, "t", &mut unmapped);
        assert_eq!(parts[0], ForeignPart::Text("Hello".into()));
        assert_eq!(unmapped, [Unmapped::new("file", "t", "a.png")]);
    }
}
