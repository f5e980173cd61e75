//! Open WebUI: an array of chats, each with a tree in `chat.history`, or, in old exports, the chat itself.

use serde_json::Value;

use super::{Foreign, ForeignMessage, ForeignPart, Unmapped, text_at, time_at};

pub(super) fn read(value: &Value) -> Foreign {
    let chat = value.get("chat").unwrap_or(value);
    let title = [text_at(value, "title"), text_at(chat, "title")];
    let title = title.into_iter().find(|text| !text.is_empty()).unwrap_or("").to_owned();
    let mut unmapped = Vec::new();
    let mut messages: Vec<ForeignMessage> = Vec::new();
    let tree = chat.pointer("/history/messages").and_then(Value::as_object);
    match tree.filter(|tree| !tree.is_empty()) {
        Some(tree) => {
            for (id, message) in tree {
                let parent = message.get("parentId").and_then(Value::as_str);
                messages.push(read_message(id, parent, message, &title, &mut unmapped));
            }
        }
        None => {
            let line = chat.get("messages").and_then(Value::as_array);
            for (number, message) in line.into_iter().flatten().enumerate() {
                let id = match text_at(message, "id") {
                    "" => number.to_string(),
                    id => id.to_owned(),
                };
                let parent = messages.last().map(|before| before.external_id.clone());
                let read = read_message(&id, parent.as_deref(), message, &title, &mut unmapped);
                messages.push(read);
            }
        }
    }
    let leaf = chat.pointer("/history/currentId").and_then(Value::as_str).map(str::to_owned);
    let id = [text_at(value, "id"), text_at(chat, "id")];
    Foreign {
        external_id: id.into_iter().find(|id| !id.is_empty()).unwrap_or("").to_owned(),
        created_at: time_at(value, "created_at").or_else(|| time_at(chat, "timestamp")),
        updated_at: time_at(value, "updated_at"),
        leaf: leaf.or_else(|| messages.last().map(|last| last.external_id.clone())),
        messages,
        pinned: value.get("pinned").and_then(Value::as_bool).unwrap_or(false),
        favorited: false,
        title,
        unmapped,
    }
}

fn read_message(
    id: &str,
    parent: Option<&str>,
    message: &Value,
    title: &str,
    unmapped: &mut Vec<Unmapped>,
) -> ForeignMessage {
    let role = text_at(message, "role");
    let content = text_at(message, "content");
    let mut parts = Vec::new();
    if role == "system" {
        unmapped.push(Unmapped::new("system_message", title, content));
    } else {
        parts = parts_of(content);
        for file in message.get("files").and_then(Value::as_array).into_iter().flatten() {
            let name = [text_at(file, "name"), text_at(file, "type")];
            let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or("");
            unmapped.push(Unmapped::new("file", title, name));
            parts.push(ForeignPart::Text(format!("📎 {name}")));
        }
    }
    let model = [text_at(message, "modelName"), text_at(message, "model")];
    ForeignMessage {
        external_id: id.to_owned(),
        parent: parent.map(str::to_owned),
        is_answer: role != "user",
        parts,
        model: model.into_iter().find(|name| !name.is_empty()).map(str::to_owned),
        created_at: time_at(message, "timestamp"),
    }
}

const THOUGHT: &str = "<details type=\"reasoning\"";

/// Returns the text, and the reasoning that it contains as foldable blocks.
fn parts_of(content: &str) -> Vec<ForeignPart> {
    let mut parts = Vec::new();
    let mut add = |text: &str| {
        if !text.trim().is_empty() {
            parts.push(ForeignPart::Text(text.trim().to_owned()));
        }
    };
    let mut thoughts = Vec::new();
    let mut rest = content;
    let mut said = String::new();
    while let Some(start) = rest.find(THOUGHT) {
        said.push_str(&rest[..start]);
        let Some(end) = rest[start..].find("</details>") else { break };
        let inner = &rest[start..start + end];
        let inner = inner.split_once("</summary>").map_or("", |(_, inner)| inner);
        let lines = inner.trim().lines().map(|line| {
            let line = line.strip_prefix("&gt;").or(line.strip_prefix('>')).unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line)
        });
        thoughts.push(lines.collect::<Vec<_>>().join("\n"));
        rest = &rest[start + end + "</details>".len()..];
    }
    said.push_str(rest);
    add(&said);
    thoughts.retain(|thought| !thought.trim().is_empty());
    thoughts.into_iter().map(ForeignPart::Reasoning).chain(parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_thought_is_not_what_was_said() {
        let content = "<details type=\"reasoning\" done=\"true\" duration=\"3\">\n\
            <summary>Thought for 3 seconds</summary>\n&gt; first\n&gt; then\n</details>\nThe answer.";
        assert_eq!(
            parts_of(content),
            [ForeignPart::Reasoning("first\nthen".into()), ForeignPart::Text("The answer.".into()),]
        );
    }

    #[test]
    fn a_block_that_does_not_end_stays_text() {
        assert_eq!(parts_of("a <details type=\"reasoning\"> b").len(), 1);
    }
}
