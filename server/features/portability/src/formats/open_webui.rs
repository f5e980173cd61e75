//! Open WebUI: an array of chats, each with a tree in `chat.history`, or, in old exports, the chat itself.

use serde_json::Value;

use super::{Foreign, ForeignMessage, ForeignPart, Unmapped, details, text_at, time_at};

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
    let mut parts = Vec::new();
    if role == "system" {
        unmapped.push(Unmapped::new("system_message", title, words_of(message).join("\n\n")));
    } else {
        parts = content_of(message, title, unmapped);
        parts.extend(sources_of(message));
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

/// Returns the content of a message. Newer versions keep it in `output` too, and sometimes only there.
fn content_of(message: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> Vec<ForeignPart> {
    let words = words_of(message);
    let mut parts: Vec<_> =
        words.iter().flat_map(|text| details::parts_of(text, title, unmapped)).collect();
    for part in message.get("content").and_then(Value::as_array).into_iter().flatten() {
        match text_at(part, "type") {
            "image_url" | "image" | "input_image" => {
                unmapped.push(Unmapped::new("image", title, "image"));
            }
            kind if part.is_object() && word_of(part).is_none() => {
                unmapped.push(Unmapped::new("content", title, kind));
            }
            _ => {}
        }
    }
    let has_words = parts.iter().any(|part| matches!(part, ForeignPart::Text(_)));
    let output = output_of(message, title, unmapped);
    if !has_words && !output.is_empty() {
        parts = output;
    }
    let error = message.get("error").filter(|error| error.is_object() || error.is_string());
    if let Some(error) = error.filter(|_| parts.is_empty()) {
        let said = error.as_str().unwrap_or_else(|| text_at(error, "content"));
        unmapped.push(Unmapped::new("content", title, format!("error: {said}")));
    }
    parts
}

/// Returns the texts of a message's content, which may be a text or a list.
fn words_of(message: &Value) -> Vec<String> {
    match message.get("content") {
        Some(Value::Array(list)) => list.iter().filter_map(word_of).collect(),
        Some(content) => word_of(content).into_iter().collect(),
        None => Vec::new(),
    }
}

fn word_of(part: &Value) -> Option<String> {
    let text = part.as_str().or_else(|| part.get("text")?.as_str());
    let text = text.or_else(|| part.get("content")?.as_str())?;
    Some(text.to_owned()).filter(|text| !text.trim().is_empty())
}

/// Returns the items that a model gave, in their order; the output of a call stands in an item of its own.
fn output_of(message: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> Vec<ForeignPart> {
    let items: Vec<&Value> =
        message.get("output").and_then(Value::as_array).into_iter().flatten().collect();
    let mut parts = Vec::new();
    for item in &items {
        match text_at(item, "type") {
            "message" => {
                let words = words_of(item).into_iter();
                parts.extend(words.flat_map(|text| details::parts_of(&text, title, unmapped)));
            }
            "reasoning" => {
                let summary = item.get("summary").and_then(Value::as_array).into_iter().flatten();
                let words: Vec<String> = match words_of(item) {
                    words if words.is_empty() => summary.filter_map(word_of).collect(),
                    words => words,
                };
                if !words.is_empty() {
                    parts.push(ForeignPart::Reasoning(words.join("\n\n")));
                }
            }
            "function_call" => parts.push(ForeignPart::Call {
                tool: text_at(item, "name").to_owned(),
                arguments: text_of(item.get("arguments")),
                output: given(&items, text_at(item, "call_id")),
            }),
            "function_call_output" => {}
            kind if kind.ends_with("code_interpreter") => parts.push(ForeignPart::Call {
                tool: "code_interpreter".to_owned(),
                arguments: text_of(item.get("code")),
                output: Some(text_of(item.get("output"))).filter(|text| !text.is_empty()),
            }),
            kind => unmapped.push(Unmapped::new("content", title, kind)),
        }
    }
    parts
}

/// Returns what a call gave.
fn given(items: &[&Value], call_id: &str) -> Option<String> {
    let is_its = |item: &&&Value| {
        text_at(item, "type") == "function_call_output" && text_at(item, "call_id") == call_id
    };
    let output = items.iter().find(is_its)?.get("output")?;
    let texts = output.as_array().map(|list| list.iter().filter_map(word_of).collect::<Vec<_>>());
    Some(texts.map_or_else(|| text_of(Some(output)), |texts| texts.join("\n\n")))
}

fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}

/// Returns the sources below an answer, each address once.
fn sources_of(message: &Value) -> Vec<ForeignPart> {
    let mut seen = Vec::new();
    for entry in message.get("sources").and_then(Value::as_array).into_iter().flatten() {
        let source = entry.get("source").unwrap_or(entry);
        let first = entry.pointer("/metadata/0").unwrap_or(&Value::Null);
        let addresses = [text_at(source, "url"), text_at(first, "source"), text_at(source, "name")];
        let url = addresses.into_iter().find(|url| url.starts_with("http")).map(str::to_owned);
        let title = [text_at(source, "name"), text_at(first, "name"), url.as_deref().unwrap_or("")];
        let title = title.into_iter().find(|title| !title.is_empty()).unwrap_or("").to_owned();
        if !title.is_empty() && !seen.contains(&(title.clone(), url.clone())) {
            seen.push((title, url));
        }
    }
    let cited = |(title, url)| ForeignPart::Citation { title, url, quote: None };
    seen.into_iter().map(cited).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_one(message: Value) -> (Vec<ForeignPart>, Vec<Unmapped>) {
        let mut unmapped = Vec::new();
        let message = read_message("m", None, &message, "Chat", &mut unmapped);
        (message.parts, unmapped)
    }

    #[test]
    fn an_answer_that_stands_only_in_its_output_is_kept() {
        let (parts, unmapped) = read_one(json!({ "role": "assistant", "content": "", "output": [
            { "type": "reasoning", "summary": null, "content": [{ "type": "output_text", "text": "Hm" }] },
            { "type": "function_call", "call_id": "c", "name": "look", "arguments": "{\"a\":1}" },
            { "type": "function_call_output", "call_id": "c", "output": [{ "type": "input_text", "text": "2" }] },
            { "type": "message", "content": [{ "type": "output_text", "text": "It's two." }] },
            { "type": "hologram" },
        ] }));
        let call = ForeignPart::Call {
            tool: "look".to_owned(),
            arguments: "{\"a\":1}".to_owned(),
            output: Some("2".to_owned()),
        };
        let (thought, text) =
            (ForeignPart::Reasoning("Hm".to_owned()), ForeignPart::Text("It's two.".to_owned()));
        assert_eq!(parts, [thought, call, text]);
        assert_eq!(unmapped, [Unmapped::new("content", "Chat", "hologram")]);
    }

    #[test]
    fn content_may_be_a_list() {
        let (parts, unmapped) = read_one(json!({ "role": "user", "content": [
            { "type": "text", "text": "What is this?" },
            { "type": "image_url", "image_url": { "url": "data:…" } },
            { "type": "odd", "x": 1 },
        ] }));
        assert_eq!(parts, [ForeignPart::Text("What is this?".to_owned())]);
        let left =
            [Unmapped::new("image", "Chat", "image"), Unmapped::new("content", "Chat", "odd")];
        assert_eq!(unmapped, left);
    }

    #[test]
    fn content_counts_before_the_output_that_repeats_it() {
        let (parts, _) = read_one(json!({ "role": "assistant", "content": "Two.", "output": [
            { "type": "message", "content": [{ "type": "output_text", "text": "Two." }] },
        ] }));
        assert_eq!(parts, [ForeignPart::Text("Two.".to_owned())]);
    }

    #[test]
    fn an_answer_that_failed_is_named_as_left_behind() {
        let (parts, unmapped) = read_one(
            json!({ "role": "assistant", "content": "", "error": { "content": "Overloaded" } }),
        );
        assert!(parts.is_empty());
        assert_eq!(unmapped, [Unmapped::new("content", "Chat", "error: Overloaded")]);
    }

    #[test]
    fn sources_are_kept_once() {
        let source =
            json!({ "source": { "name": "Docs", "url": "https://a.example" }, "document": ["x"] });
        let (parts, _) = read_one(
            json!({ "role": "assistant", "content": "Yes.", "sources": [source, source] }),
        );
        let cited = ForeignPart::Citation {
            title: "Docs".to_owned(),
            url: Some("https://a.example".to_owned()),
            quote: None,
        };
        assert_eq!(parts, [ForeignPart::Text("Yes.".to_owned()), cited]);
    }
}
