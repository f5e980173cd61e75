//! ChatGPT: `conversations.json` or `conversations-000.json`…, each an array of trees (`mapping`). Child links may be
//! missing, so parents are followed; hidden nodes are empty and only link others.

use serde_json::Value;

use super::{Foreign, ForeignMessage, ForeignPart, Unmapped, seconds, text_at};

pub(super) fn read(value: &Value) -> Foreign {
    let id = [text_at(value, "conversation_id"), text_at(value, "id")];
    let title = text_at(value, "title").to_owned();
    let mut unmapped = Vec::new();
    let nodes = value.get("mapping").and_then(Value::as_object).into_iter().flatten();
    let mut messages: Vec<ForeignMessage> =
        nodes.map(|(id, node)| read_node(id, node, &title, &mut unmapped)).collect();
    let usual_model = text_at(value, "default_model_slug");
    for answer in messages.iter_mut().filter(|message| message.is_answer) {
        answer.model = answer.model.take().or_else(|| filled(usual_model));
    }
    Foreign {
        external_id: id.into_iter().find(|id| !id.is_empty()).unwrap_or("").to_owned(),
        created_at: value.get("create_time").and_then(Value::as_f64).and_then(seconds),
        updated_at: value.get("update_time").and_then(Value::as_f64).and_then(seconds),
        messages,
        leaf: value.get("current_node").and_then(Value::as_str).map(str::to_owned),
        pinned: false,
        favorited: value.get("is_starred").and_then(Value::as_bool).unwrap_or(false),
        title,
        unmapped,
    }
}

fn read_node(id: &str, node: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> ForeignMessage {
    let message = node.get("message").unwrap_or(&Value::Null);
    let role = message.pointer("/author/role").and_then(Value::as_str).unwrap_or("");
    let metadata = message.get("metadata").unwrap_or(&Value::Null);
    let flag = |name: &str| metadata.get(name).and_then(Value::as_bool).unwrap_or(false);
    let is_hidden = flag("is_visually_hidden_from_conversation") || flag("is_user_system_message");
    let parts = if is_hidden || message.is_null() {
        Vec::new()
    } else {
        parts_of(message, role, title, unmapped)
    };
    ForeignMessage {
        external_id: id.to_owned(),
        parent: node.get("parent").and_then(Value::as_str).map(str::to_owned),
        is_answer: role != "user",
        parts,
        model: MODELS.iter().find_map(|name| filled(text_at(metadata, name))),
        created_at: message.get("create_time").and_then(Value::as_f64).and_then(seconds),
    }
}

/// Names under which a message says its model, the most precise first.
const MODELS: [&str; 3] = ["model_slug", "resolved_model_slug", "default_model_slug"];

fn filled(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.trim().is_empty() && text != "auto")
}

fn parts_of(
    message: &Value,
    role: &str,
    title: &str,
    unmapped: &mut Vec<Unmapped>,
) -> Vec<ForeignPart> {
    let content = message.get("content").unwrap_or(&Value::Null);
    let kind = text_at(content, "content_type");
    let text = text_at(content, "text");
    if role == "system" {
        let said = joined_parts(content, title, &mut Vec::new());
        if !said.is_empty() {
            unmapped.push(Unmapped::new("system_message", title, said));
        }
        return Vec::new();
    }
    let tool = message.pointer("/author/name").and_then(Value::as_str).unwrap_or("tool");
    let given = |output: &str| ForeignPart::Call {
        tool: tool.to_owned(),
        arguments: String::new(),
        output: Some(output.to_owned()),
    };
    let recipient = text_at(message, "recipient");
    let mut parts = match kind {
        "text" | "multimodal_text" => {
            let said = joined_parts(content, title, unmapped);
            match role {
                _ if said.is_empty() => Vec::new(),
                "tool" => vec![given(&said)],
                _ if is_tool(recipient) => vec![call(recipient, &said)],
                _ => vec![ForeignPart::Text(said)],
            }
        }
        "code" if is_tool(recipient) => vec![call(recipient, text)],
        "code" => vec![ForeignPart::Text(fenced(text_at(content, "language"), text))],
        "execution_output" => vec![given(text)],
        "system_error" => vec![given(&format!("{}: {text}", text_at(content, "name")))],
        "tether_browsing_display" => vec![given(text_at(content, "result"))],
        "tether_quote" => vec![ForeignPart::Citation {
            title: text_at(content, "title").to_owned(),
            url: Some(text_at(content, "url").to_owned()).filter(|url| !url.is_empty()),
            quote: Some(text.to_owned()),
        }],
        "thoughts" => thoughts(content),
        // It only contains the duration of the reasoning.
        "reasoning_recap" => Vec::new(),
        "user_editable_context" | "model_editable_context" => Vec::new(),
        other => {
            unmapped.push(Unmapped::new("content", title, other));
            Vec::new()
        }
    };
    parts.extend(attachments(message, title, unmapped));
    parts
}

/// Returns true if a message is addressed to a program and not to the person.
fn is_tool(recipient: &str) -> bool {
    !recipient.is_empty() && recipient != "all" && recipient != "assistant"
}

fn call(tool: &str, arguments: &str) -> ForeignPart {
    ForeignPart::Call { tool: tool.to_owned(), arguments: arguments.to_owned(), output: None }
}

fn fenced(language: &str, code: &str) -> String {
    let language = if language == "unknown" { "" } else { language };
    format!("```{language}\n{code}\n```")
}

fn thoughts(content: &Value) -> Vec<ForeignPart> {
    let all = content.get("thoughts").and_then(Value::as_array).into_iter().flatten();
    let texts: Vec<String> = all
        .map(|thought| match (text_at(thought, "summary"), text_at(thought, "content")) {
            ("", content) => content.to_owned(),
            (summary, content) => format!("**{summary}**\n\n{content}"),
        })
        .filter(|text| !text.trim().is_empty())
        .collect();
    if texts.is_empty() { Vec::new() } else { vec![ForeignPart::Reasoning(texts.join("\n\n"))] }
}

/// Returns the words among `parts`; pictures and sounds are noted as left behind.
fn joined_parts(content: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> String {
    let parts = content.get("parts").and_then(Value::as_array).into_iter().flatten();
    let mut texts = Vec::new();
    for part in parts {
        match part {
            Value::String(text) => texts.push(without_marks(text)),
            Value::Object(_) => {
                let kind = text_at(part, "content_type");
                let words = text_at(part, "text");
                match kind {
                    "audio_transcription" => texts.push(words.to_owned()),
                    "image_asset_pointer" => {
                        unmapped.push(Unmapped::new(
                            "image",
                            title,
                            text_at(part, "asset_pointer"),
                        ));
                    }
                    kind if kind.contains("audio") || kind.contains("video") => {
                        unmapped.push(Unmapped::new("audio", title, kind));
                    }
                    kind => unmapped.push(Unmapped::new("content", title, kind)),
                }
            }
            _ => {}
        }
    }
    texts.retain(|text| !text.trim().is_empty());
    texts.join("\n\n")
}

/// Removes the marks between private-use characters that represented links to sources.
fn without_marks(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('\u{e200}') {
        clean.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('\u{e201}') else {
            rest = "";
            break;
        };
        rest = &rest[start + end + '\u{e201}'.len_utf8()..];
    }
    clean.push_str(rest);
    clean
}

fn attachments(message: &Value, title: &str, unmapped: &mut Vec<Unmapped>) -> Vec<ForeignPart> {
    let files = message.pointer("/metadata/attachments").and_then(Value::as_array);
    let names = files.into_iter().flatten().map(|file| text_at(file, "name"));
    names
        .filter(|name| !name.is_empty())
        .map(|name| {
            unmapped.push(Unmapped::new("file", title, name));
            ForeignPart::Text(format!("📎 {name}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn marks_of_sources_are_taken_out_of_the_text() {
        assert_eq!(without_marks("a\u{e200}cite\u{e202}turn0\u{e201} b"), "a b");
        assert_eq!(without_marks("a\u{e200}cut"), "a");
    }

    #[test]
    fn the_usual_model_of_a_conversation_counts_where_an_answer_names_none() {
        let node = |role: &str, metadata: Value| {
            json!({ "message": { "author": { "role": role }, "metadata": metadata,
                "content": { "content_type": "text", "parts": ["x"] } } })
        };
        let conversation = json!({
            "id": "c", "title": "Chat", "default_model_slug": "gpt-4o", "mapping": {
                "a": node("assistant", json!({})),
                "b": node("assistant", json!({ "model_slug": "o3" })),
                "c": node("assistant", json!({ "model_slug": null, "default_model_slug": "gpt-5" })),
                "d": node("user", json!({})),
                "e": node("assistant", json!({ "model_slug": "auto" })),
            },
        });
        let mut models: Vec<_> = read(&conversation)
            .messages
            .into_iter()
            .map(|message| (message.external_id, message.model.unwrap_or_default()))
            .collect();
        models.sort();
        let models: Vec<_> =
            models.iter().map(|(id, model)| (id.as_str(), model.as_str())).collect();
        let wanted = [("a", "gpt-4o"), ("b", "o3"), ("c", "gpt-5"), ("d", ""), ("e", "gpt-4o")];
        assert_eq!(models, wanted);
    }

    #[test]
    fn pictures_are_named_as_left_behind() {
        let node = json!({ "parent": null, "message": {
            "author": { "role": "user" }, "content": { "content_type": "multimodal_text", "parts": [
                { "content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1" },
                "What is this?",
            ] } } });
        let mut unmapped = Vec::new();
        let message = read_node("n", &node, "Chat", &mut unmapped);
        assert_eq!(message.parts, [ForeignPart::Text("What is this?".to_owned())]);
        assert_eq!(unmapped, [Unmapped::new("image", "Chat", "file-service://file-1")]);
    }
}
