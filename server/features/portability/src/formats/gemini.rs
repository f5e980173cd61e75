//! Gemini: `MyActivity.json` of Google Takeout. Each entry is one prompt with its answer in HTML; the conversation they
//! belonged to is not included, so each becomes a conversation of its own.

use kernel::{SECOND, Timestamp, collapse_whitespace};
use parsing::markdown_of_html;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Foreign, ForeignMessage, ForeignPart, Unmapped, text_at, time_at};

/// Words that Google writes before a prompt, by language.
const PROMPTED: [&str; 12] = [
    "Prompted ",
    "Prompt: ",
    "Eingegebener Prompt: ",
    "Requête : ",
    "Petición: ",
    "Comando: ",
    "Prompt inviato: ",
    "已提交提示：",
    "已傳送提示：",
    "プロンプト: ",
    "프롬프트: ",
    "الطلب: ",
];

pub(super) fn read(value: &Value) -> Result<Foreign, Unmapped> {
    let title = text_at(value, "title");
    let is_gemini = text_at(value, "header").contains("Gemini")
        || text_at(value, "header").contains("Bard")
        || value.get("products").is_some_and(|products| {
            let text = products.to_string();
            text.contains("Gemini") || text.contains("Bard")
        });
    if !is_gemini {
        return Err(Unmapped::new("not_a_conversation", title, text_at(value, "header")));
    }
    let answers = value.get("safeHtmlItem").and_then(Value::as_array);
    let html: Vec<&str> = answers.into_iter().flatten().map(|item| text_at(item, "html")).collect();
    let mut foreign = conversation(Entry {
        title,
        answer: markdown_of_html(&html.join("\n")),
        at: time_at(value, "time"),
        time: text_at(value, "time"),
    })?;
    for name in ["attachedFiles", "imageFile"] {
        if let Some(file) = value.get(name) {
            foreign.unmapped.push(Unmapped::new("file", &foreign.title, file.to_string()));
        }
    }
    Ok(foreign)
}

/// The content of an entry, in whichever format it was exported.
pub(super) struct Entry<'a> {
    /// The prompt, behind what Google writes before it.
    pub title: &'a str,
    pub answer: String,
    pub at: Option<Timestamp>,
    /// Time as written.
    pub time: &'a str,
}

/// Returns an entry as a conversation. It has the same id whether it comes as JSON or as HTML, which is exact to the
/// second only.
pub(super) fn conversation(entry: Entry<'_>) -> Result<Foreign, Unmapped> {
    let Entry { title, answer, at, time } = entry;
    let prompt = PROMPTED.iter().find_map(|start| title.strip_prefix(start));
    let Some(prompt) = prompt.or((!answer.is_empty()).then_some(title)) else {
        return Err(Unmapped::new("activity", title, time));
    };
    let message = |id: &str, parent: Option<&str>, text: &str| ForeignMessage {
        external_id: id.to_owned(),
        parent: parent.map(str::to_owned),
        is_answer: parent.is_some(),
        parts: vec![ForeignPart::Text(text.to_owned())],
        model: parent.map(|_| "Gemini".to_owned()),
        created_at: at,
    };
    let mut messages = vec![message("prompt", None, prompt)];
    if !answer.is_empty() {
        messages.push(message("answer", Some("prompt"), &answer));
    }
    let second = at.map_or_else(|| time.to_owned(), |at| (at.micros() / SECOND).to_string());
    let digest = Sha256::digest(format!("{second}\n{}", collapse_whitespace(prompt)));
    Ok(Foreign {
        external_id: kernel::hex(&digest[..16]),
        title: prompt.to_owned(),
        created_at: at,
        updated_at: at,
        leaf: messages.last().map(|last| last.external_id.clone()),
        messages,
        pinned: false,
        favorited: false,
        unmapped: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_entry_is_a_question_and_its_answer() {
        let value = json!({
            "header": "Gemini Apps", "title": "Prompted What is <b>?", "time": "2025-03-01T10:00:00.123Z",
            "products": ["Gemini Apps"],
            "safeHtmlItem": [{ "html": "<p>The <strong>bold</strong> tag.</p>" }],
        });
        let foreign = read(&value).unwrap();
        assert_eq!(foreign.title, "What is <b>?");
        assert_eq!(foreign.messages[1].parts, [ForeignPart::Text("The **bold** tag.".into())]);
        assert_eq!(read(&value).unwrap().external_id, foreign.external_id);
    }

    #[test]
    fn what_was_done_without_a_prompt_is_named() {
        let value = json!({
            "header": "Gemini Apps", "title": "Used Gemini Apps", "time": "2025-03-01T10:00:00Z",
            "products": ["Gemini Apps"],
        });
        assert_eq!(read(&value).unwrap_err().reason, "activity");
    }
}
