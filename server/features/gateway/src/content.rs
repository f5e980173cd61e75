//! Content of messages: texts and images, in the formats of both of OpenAI's APIs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pictures::{PictureKind, strip_metadata};
use providers::ModelImage;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{OpenAiError, OpenAiResult};
use crate::problems::PICTURE_MAX_BYTES;

/// A text, or parts.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ContentPart {
    #[serde(default)]
    r#type: String,
    text: Option<String>,
    /// `{url}` in chat completions, the address itself in responses.
    image_url: Option<Value>,
}

/// The content of a message.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub text: String,
    pub images: Vec<ModelImage>,
}

impl Content {
    /// Parses the content at `param`.
    pub fn read(content: Option<&Self>, param: &str) -> OpenAiResult<Said> {
        let parts = match content {
            None => return Ok(Said::default()),
            Some(Self::Text(text)) => {
                return Ok(Said { text: text.clone(), images: Vec::new() });
            }
            Some(Self::Parts(parts)) => parts,
        };
        let (mut texts, mut images) = (Vec::new(), Vec::new());
        for part in parts {
            match (part.r#type.as_str(), &part.text, &part.image_url) {
                ("text" | "input_text" | "output_text", Some(text), _) => texts.push(text.as_str()),
                ("image_url" | "input_image", _, Some(address)) => {
                    images.push(picture(address, param)?);
                }
                (other, ..) => {
                    let message = format!("Content of the type {other:?} is not served here.");
                    return Err(OpenAiError::invalid(param, message));
                }
            }
        }
        Ok(Said { text: texts.join("\n"), images })
    }
}

/// Returns an image in the request. Addresses are not fetched: otherwise anybody with a key could decide where this
/// server connects.
fn picture(address: &Value, param: &str) -> OpenAiResult<ModelImage> {
    let wrong = |message: &str| OpenAiError::invalid(param, message);
    let address = address["url"].as_str().or(address.as_str()).unwrap_or_default();
    let (kind, data) =
        address
            .strip_prefix("data:")
            .and_then(|rest| rest.split_once(";base64,"))
            .ok_or_else(|| wrong("Send the picture itself, as data:image/png;base64,…"))?;
    if !matches!(kind, "image/png" | "image/jpeg" | "image/webp" | "image/gif") {
        return Err(wrong("Pictures are PNG, JPEG, WebP or GIF."));
    }
    let data = STANDARD.decode(data).map_err(|_| wrong("The picture is not base64."))?;
    if data.len() > PICTURE_MAX_BYTES {
        return Err(wrong("A picture has at most 4 MB."));
    }
    // Place and time of the photo are private, as in the chat; and its format is detected from its bytes.
    let unreadable = || wrong("The picture cannot be read to its end.");
    let bare = strip_metadata(&data).ok_or_else(unreadable)?;
    let kind = PictureKind::of(&bare).ok_or_else(unreadable)?;
    Ok(ModelImage { media_type: kind.media_type().to_owned(), data: bare.into() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PHONE: &[u8] = include_bytes!("../../../platform/pictures/tests/pictures/phone.jpg");

    fn read(kind: &str, content: &[u8]) -> OpenAiResult<Said> {
        let url = format!("data:{kind};base64,{}", STANDARD.encode(content));
        let part = json!([{ "type": "image_url", "image_url": { "url": url } }]);
        let content = Content::deserialize(part).unwrap();
        Content::read(Some(&content), "messages[0].content")
    }

    #[test]
    fn a_picture_goes_on_without_what_it_says_of_its_person() {
        let said = read("image/jpeg", PHONE).unwrap();
        let image = &said.images[0];
        assert_eq!(image.media_type, "image/jpeg");
        for secret in ["Phonemaker", "2026:03:14", "home"] {
            let holds =
                |bytes: &[u8]| bytes.windows(secret.len()).any(|at| at == secret.as_bytes());
            assert!(holds(PHONE) && !holds(&image.data), "{secret}");
        }
    }

    #[test]
    fn a_picture_is_what_its_bytes_are_and_one_that_is_cut_off_is_refused() {
        assert_eq!(read("image/png", PHONE).unwrap().images[0].media_type, "image/jpeg");
        for cut in [&PHONE[..PHONE.len() / 2], b"<svg/>"] {
            assert!(read("image/jpeg", cut).is_err());
        }
    }
}
