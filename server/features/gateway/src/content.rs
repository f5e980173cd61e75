//! What a message says: texts and pictures, in the words of both of OpenAI's APIs.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
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

/// What a message says.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub text: String,
    pub images: Vec<ModelImage>,
}

impl Content {
    /// Reads the content that stands at `param`.
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

/// A picture that came with the request. Addresses are not fetched: whoever has a key would decide then
/// where this server goes.
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
    Ok(ModelImage { media_type: kind.to_owned(), data: data.into() })
}
