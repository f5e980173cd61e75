//! LibreChat: one conversation, its messages flat with `parentMessageId` or nested in `children`.

use serde_json::Value;

use super::{Foreign, ForeignMessage, ForeignPart, Unmapped, text_at, time_at};

/// Parent of the first message of a conversation.
const ROOT: &str = "00000000-0000-0000-0000-000000000000";

pub(super) fn read(value: &Value) -> Foreign {
    let title = text_at(value, "title").to_owned();
    let mut unmapped = Vec::new();
    let mut messages = Vec::new();
    for message in value.get("messages").and_then(Value::as_array).into_iter().flatten() {
        read_tree(message, None, &title, &mut messages, &mut unmapped);
    }
    let leaf = messages
        .iter()
        .enumerate()
        .max_by_key(|(number, message): &(usize, &ForeignMessage)| (message.created_at, *number))
        .map(|(_, message)| message.external_id.clone());
    let started = messages.iter().filter_map(|message| message.created_at).min();
    Foreign {
        external_id: text_at(value, "conversationId").to_owned(),
        created_at: time_at(value, "createdAt").or(started),
        updated_at: time_at(value, "updatedAt"),
        leaf,
        messages,
        pinned: false,
        favorited: false,
        title,
        unmapped,
    }
}

fn read_tree(
    message: &Value,
    above: Option<&str>,
    title: &str,
    messages: &mut Vec<ForeignMessage>,
    unmapped: &mut Vec<Unmapped>,
) {
    let id = text_at(message, "messageId");
    let parent = message.get("parentMessageId").and_then(Value::as_str).or(above);
    let model = [text_at(message, "model"), text_at(message, "sender")];
    let is_answer = !message.get("isCreatedByUser").and_then(Value::as_bool).unwrap_or(false);
    messages.push(ForeignMessage {
        external_id: id.to_owned(),
        parent: parent.filter(|parent| *parent != ROOT).map(str::to_owned),
        is_answer,
        parts: parts_of(message, title, unmapped),
        model: model.into_iter().find(|name| is_answer && !name.is_empty()).map(str::to_owned),
        created_at: time_at(message, "createdAt"),
    });
    for child in message.get("children").and_then(Value::as_array).into_iter().flatten() {
        read_tree(child, Some(id), title, messages, unmapped);
    }
}

fn parts_of(message: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> Vec<ForeignPart> {
    let mut parts = Vec::new();
    for block in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        let said = |name: &str| match block.get(name) {
            Some(Value::Object(inner)) => {
                inner.get("value").and_then(Value::as_str).unwrap_or("").to_owned()
            }
            Some(Value::String(text)) => text.clone(),
            _ => String::new(),
        };
        match text_at(block, "type") {
            "text" => parts.push(ForeignPart::Text(said("text"))),
            "think" => parts.push(ForeignPart::Reasoning(said("think"))),
            "tool_call" => {
                let call = block.get("tool_call").unwrap_or(&Value::Null);
                let output = text_at(call, "output");
                parts.push(ForeignPart::Call {
                    tool: text_at(call, "name").to_owned(),
                    arguments: match call.get("args") {
                        Some(Value::String(text)) => text.clone(),
                        Some(other) => other.to_string(),
                        None => String::new(),
                    },
                    output: Some(output.to_owned()).filter(|text| !text.is_empty()),
                });
            }
            other => unmapped.push(Unmapped::new("content", title, other)),
        }
    }
    parts.retain(|part| {
        !matches!(part, ForeignPart::Text(text) | ForeignPart::Reasoning(text) if text.trim().is_empty())
    });
    let text = match text_at(message, "text") {
        // Newer versions have the text there, where others have a list.
        "" => text_at(message, "content"),
        text => text,
    };
    if parts.is_empty() && !text.trim().is_empty() {
        parts.push(ForeignPart::Text(text.to_owned()));
    }
    for file in message.get("files").and_then(Value::as_array).into_iter().flatten() {
        let name = text_at(file, "filename");
        unmapped.push(Unmapped::new("file", title, name));
        parts.push(ForeignPart::Text(format!("📎 {name}")));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_nested_export_keeps_its_branches() {
        let value = json!({ "conversationId": "c", "title": "T", "recursive": true, "messages": [{
            "messageId": "a", "parentMessageId": ROOT, "isCreatedByUser": true, "text": "Hi",
            "children": [
                { "messageId": "b", "parentMessageId": "a", "sender": "GPT-4", "text": "One" },
                { "messageId": "c", "sender": "GPT-4", "model": "gpt-4o",
                  "content": [{ "type": "text", "text": { "value": "Two" } }] },
            ],
        }] });
        let foreign = read(&value);
        let parents: Vec<_> = foreign.messages.iter().map(|one| one.parent.as_deref()).collect();
        assert_eq!(parents, [None, Some("a"), Some("a")]);
        assert_eq!(foreign.messages[2].model.as_deref(), Some("gpt-4o"));
        assert_eq!(foreign.messages[2].parts, [ForeignPart::Text("Two".into())]);
    }
}
