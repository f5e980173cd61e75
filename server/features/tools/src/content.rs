//! Content of a tool's answer: words for the model, and images, sounds and files for both model and person.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use kernel::strip_hidden;
use serde_json::Value;

use crate::rules::{MEDIA_MAX, cut};

/// The output of a tool.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Output {
    /// Text for the model. It mentions any content that cannot be read.
    pub text: String,
    pub media: Vec<Media>,
}

/// A picture, a sound or another file that a tool gave.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Media {
    pub name: String,
    /// Media type detected from its first bytes: a server's own statement is not trusted.
    pub media_type: &'static str,
    pub data: Bytes,
}

impl Media {
    pub fn is_image(&self) -> bool {
        self.media_type.starts_with("image/")
    }
}

/// Parses a tool's output.
///
/// # Errors
///
/// The text for the model if the tool failed.
pub(crate) fn output_of(result: &Value) -> Result<Output, String> {
    if result["resultType"].as_str().is_some_and(|kind| kind == "input_required") {
        return Err("The tool asks for more and more input.".to_owned());
    }
    let mut output = Output::default();
    let pieces: Vec<String> = result["content"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|content| piece(content, &mut output.media))
        .collect();
    let mut text = pieces.join("\n\n");
    if text.trim().is_empty()
        && let Some(structured) = result.get("structuredContent")
    {
        text = structured.to_string();
    }
    output.text = strip_hidden(&text);
    if result["isError"].as_bool() == Some(true) { Err(output.text) } else { Ok(output) }
}

fn piece(content: &Value, media: &mut Vec<Media>) -> String {
    match content["type"].as_str() {
        Some("text") => content["text"].as_str().unwrap_or_default().to_owned(),
        Some(kind @ ("image" | "audio")) => take(&content["data"], "", kind, media),
        Some("resource_link") => format!(
            "[{}]({})",
            content["name"].as_str().unwrap_or("resource"),
            content["uri"].as_str().unwrap_or_default()
        ),
        Some("resource") => {
            let resource = &content["resource"];
            let uri = resource["uri"].as_str().unwrap_or_default();
            match resource["text"].as_str() {
                Some(text) => text.to_owned(),
                None => take(&resource["blob"], uri, "resource", media),
            }
        }
        _ => String::new(),
    }
}

/// Decodes `data`. Returns the placeholder that the model reads.
fn take(data: &Value, uri: &str, kind: &str, media: &mut Vec<Media>) -> String {
    let decoded = data.as_str().and_then(|data| BASE64.decode(data).ok());
    let Some(data) = decoded.filter(|data| !data.is_empty()) else {
        return format!("[{kind}: it could not be read]");
    };
    if media.len() >= MEDIA_MAX {
        return format!("[{kind}: more than {MEDIA_MAX} at once are not taken]");
    }
    let (media_type, extension) = kind_of(&data);
    let is_shown = media_type.starts_with("image/") || media_type.starts_with("audio/");
    if kind != "resource" && !is_shown {
        return format!("[{kind}: of a kind that cannot be shown]");
    }
    let name = name_of(uri, kind, extension, media.len() + 1);
    let text = format!("[{name}, {media_type}, {} bytes]", data.len());
    media.push(Media { name, media_type, data: data.into() });
    text
}

/// Returns the end of the address, where it is a file's name; else its kind and its number.
fn name_of(uri: &str, kind: &str, extension: &str, number: usize) -> String {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let last = cut(strip_hidden(last).trim(), 100);
    let is_named =
        last.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && end.len() < 8);
    match is_named {
        true => last,
        false => format!("{kind}-{number}{extension}"),
    }
}

type Magic = (&'static [u8], &'static str, &'static str);

/// Magic numbers of files that are shown or played.
const BEGINNINGS: [Magic; 11] = [
    (b"\x89PNG\r\n\x1a\n", "image/png", ".png"),
    (b"\xff\xd8\xff", "image/jpeg", ".jpg"),
    (b"GIF87a", "image/gif", ".gif"),
    (b"GIF89a", "image/gif", ".gif"),
    (b"ID3", "audio/mpeg", ".mp3"),
    (b"\xff\xfb", "audio/mpeg", ".mp3"),
    (b"\xff\xf3", "audio/mpeg", ".mp3"),
    (b"\xff\xf2", "audio/mpeg", ".mp3"),
    (b"OggS", "audio/ogg", ".ogg"),
    (b"fLaC", "audio/flac", ".flac"),
    (b"%PDF-", "application/pdf", ".pdf"),
];

/// Returns the media type that the first bytes indicate, and the file extension.
fn kind_of(data: &[u8]) -> (&'static str, &'static str) {
    let inner = data.get(8..12).unwrap_or_default();
    if data.starts_with(b"RIFF") && inner == b"WEBP" {
        return ("image/webp", ".webp");
    }
    if data.starts_with(b"RIFF") && inner == b"WAVE" {
        return ("audio/wav", ".wav");
    }
    if data.get(4..11) == Some(b"ftypM4A") {
        return ("audio/mp4", ".m4a");
    }
    let known = BEGINNINGS.iter().find(|(beginning, ..)| data.starts_with(beginning));
    known.map_or(("application/octet-stream", ""), |(_, kind, extension)| (*kind, *extension))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

    fn output(content: Value) -> Output {
        output_of(&json!({ "content": content })).unwrap()
    }

    #[test]
    fn words_stay_words() {
        let given = output(json!([
            { "type": "text", "text": "One" },
            { "type": "resource", "resource": { "uri": "a://b", "text": "Two" } },
            { "type": "resource_link", "name": "c", "uri": "https://d" },
        ]));
        assert_eq!(given.text, "One\n\nTwo\n\n[c](https://d)");
        assert_eq!(given.media, []);
        let structured = json!({ "content": [], "structuredContent": { "a": 1 } });
        assert_eq!(output_of(&structured).unwrap().text, "{\"a\":1}");
        let failed = json!({ "content": [{ "type": "text", "text": "No" }], "isError": true });
        assert_eq!(output_of(&failed).unwrap_err(), "No");
    }

    #[test]
    fn texts_arrive_as_they_were_written() {
        let text = "می\u{200c}خواهم क\u{94d}\u{200d}ष 👩\u{200d}💻 ❤\u{fe0f}";
        assert_eq!(output(json!([{ "type": "text", "text": text }])).text, text);
    }

    #[test]
    fn pictures_sounds_and_files_are_taken_for_what_they_are() {
        let encoded = |bytes: &[u8]| BASE64.encode(bytes);
        let given = output(json!([
            // The server's stated type differs from the real one.
            { "type": "image", "mimeType": "image/svg+xml", "data": encoded(PNG) },
            { "type": "audio", "mimeType": "audio/x", "data": encoded(b"RIFF\0\0\0\0WAVEfmt ") },
            { "type": "resource", "resource": { "uri": "x://a/notes.zip?b", "blob": encoded(b"PK") } },
        ]));
        let taken: Vec<_> =
            given.media.iter().map(|media| (media.name.as_str(), media.media_type)).collect();
        assert_eq!(
            taken,
            [
                ("image-1.png", "image/png"),
                ("audio-2.wav", "audio/wav"),
                ("notes.zip", "application/octet-stream"),
            ]
        );
        assert_eq!(given.media[0].data, PNG);
        assert!(given.text.starts_with("[image-1.png, image/png, 12 bytes]\n\n[audio-2.wav,"));
    }

    #[test]
    fn what_cannot_be_shown_is_said_and_not_taken() {
        let script = BASE64.encode("<svg onload=alert(1)>");
        let given = output(json!([
            { "type": "image", "mimeType": "image/svg+xml", "data": script },
            { "type": "image", "mimeType": "image/png", "data": "not base64!" },
            { "type": "audio" },
        ]));
        assert_eq!(given.media, []);
        assert_eq!(
            given.text,
            "[image: of a kind that cannot be shown]\n\n[image: it could not be read]\n\n\
             [audio: it could not be read]"
        );
        let many: Vec<_> = (0..MEDIA_MAX + 1)
            .map(|_| json!({ "type": "image", "data": BASE64.encode(PNG) }))
            .collect();
        let given = output(many.into());
        assert_eq!(given.media.len(), MEDIA_MAX);
        assert!(given.text.ends_with("[image: more than 8 at once are not taken]"));
    }
}
