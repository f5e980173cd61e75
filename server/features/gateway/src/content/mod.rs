//! Content of messages: texts and images, in the formats of both of OpenAI's APIs.

pub(crate) mod attachments;
pub(crate) mod text_or_list;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pictures::{PictureKind, strip_metadata};
use providers::{AudioFormat, ModelAudio, ModelImage, ModelMessage, Role};
use serde::Deserialize;
use serde_json::Value;

use crate::content::text_or_list::TextOrList;
use crate::error::{OpenAiError, OpenAiResult};
use crate::problems::{AUDIO_MAX_BYTES, PICTURE_MAX_BYTES};

/// A text, or parts.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "TextOrList<ContentPart>")]
pub(crate) enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

impl From<TextOrList<ContentPart>> for Content {
    fn from(sent: TextOrList<ContentPart>) -> Self {
        match sent {
            TextOrList::Text(text) => Self::Text(text),
            TextOrList::List(parts) => Self::Parts(parts),
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct ContentPart {
    #[serde(default)]
    r#type: String,
    text: Option<String>,
    refusal: Option<String>,
    /// `{url}` in chat completions, the address itself in responses.
    image_url: Option<Value>,
    input_audio: Option<Recording>,
}

#[derive(Debug, Clone, Deserialize)]
struct Recording {
    data: String,
}

/// The content of a message.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub text: String,
    pub images: Vec<ModelImage>,
    /// Where each image stands in the text.
    pub image_offsets: Vec<usize>,
    pub audio: Vec<ModelAudio>,
}

impl Said {
    /// Adds a text on a line of its own.
    pub fn add_text(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text);
    }

    pub fn add_image(&mut self, image: ModelImage) {
        self.image_offsets.push(self.text.len());
        self.images.push(image);
    }

    pub fn into_message(self, role: Role) -> ModelMessage {
        let Self { text, images, image_offsets, audio } = self;
        ModelMessage { images, image_offsets, audio, ..ModelMessage::text(role, text) }
    }
}

impl Content {
    /// Parses the content at `param`.
    pub fn read(content: Option<&Self>, param: &str) -> OpenAiResult<Said> {
        let parts = match content {
            None => return Ok(Said::default()),
            Some(Self::Text(text)) => {
                return Ok(Said { text: text.clone(), ..Said::default() });
            }
            Some(Self::Parts(parts)) => parts,
        };
        let mut said = Said::default();
        for part in parts {
            match (part.r#type.as_str(), &part.text, &part.image_url) {
                ("text" | "input_text" | "output_text", Some(text), _) => said.add_text(text),
                ("refusal", ..) => said.add_text(part.refusal.as_deref().unwrap_or_default()),
                ("image_url" | "input_image", _, Some(address)) => {
                    said.add_image(picture(address, param)?);
                }
                ("input_audio", ..) => {
                    let audio = part.input_audio.as_ref();
                    let message = "input_audio has data and a format.";
                    let audio = audio.ok_or_else(|| OpenAiError::invalid(param, message))?;
                    said.audio.push(decode_audio(&audio.data, param)?);
                }
                (other, ..) => {
                    let message = format!("Content of the type {other:?} is not served here.");
                    return Err(OpenAiError::invalid(param, message));
                }
            }
        }
        Ok(said)
    }
}

/// Returns an image in the request; images at addresses were fetched before.
fn picture(address: &Value, param: &str) -> OpenAiResult<ModelImage> {
    let address = address["url"].as_str().or(address.as_str()).unwrap_or_default();
    let (_, data) = address
        .split_once(',')
        .filter(|(kind, _)| kind.starts_with("data:") && kind.ends_with(";base64"))
        .ok_or_else(|| {
            let message = "Send the image itself, as data:image/png;base64,…";
            OpenAiError::invalid(param, message)
        })?;
    decode_picture(data, param)
}

/// Returns the recording in a base64 text. Its format is detected from its bytes.
fn decode_audio(data: &str, param: &str) -> OpenAiResult<ModelAudio> {
    let wrong = |message: String| OpenAiError::invalid(param, message);
    let data =
        data.split_once(',').filter(|(kind, _)| kind.starts_with("data:")).map_or(data, |it| it.1);
    let data = STANDARD.decode(data.trim());
    let data = data.map_err(|_| wrong("The recording is not base64.".to_owned()))?;
    if data.len() > AUDIO_MAX_BYTES {
        return Err(wrong(format!("A recording has at most {AUDIO_MAX_BYTES} bytes.")));
    }
    let format = AudioFormat::of(&data);
    let format = format.ok_or_else(|| wrong("The recording is neither WAV nor MP3.".to_owned()))?;
    Ok(ModelAudio { format, data: data.into() })
}

/// Returns the image in a base64 text. Its declared type does not matter: clients write `image/jpg`, or nothing.
pub(crate) fn decode_picture(data: &str, param: &str) -> OpenAiResult<ModelImage> {
    let wrong = |message: &str| OpenAiError::invalid(param, message);
    let data = STANDARD.decode(data.trim()).map_err(|_| wrong("The image is not base64."))?;
    if data.len() > PICTURE_MAX_BYTES {
        return Err(wrong("An image has at most 4 MB."));
    }
    // Place and time of the photo are private, as in the chat; and its format is detected from its bytes.
    let unreadable =
        || wrong("The image is not a PNG, JPEG, WebP or GIF, or it cannot be read to its end.");
    let bare = strip_metadata(&data).ok_or_else(unreadable)?;
    let kind = PictureKind::of(&bare).ok_or_else(unreadable)?;
    Ok(ModelImage { media_type: kind.media_type().to_owned(), data: bare.into() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PHONE: &[u8] = include_bytes!("../../../../platform/pictures/tests/pictures/phone.jpg");

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
    fn texts_and_images_keep_their_order() {
        let url = format!("data:image/jpeg;base64,{}", STANDARD.encode(PHONE));
        let parts = json!([
            { "type": "image_url", "image_url": { "url": url } }, { "type": "text", "text": "a" },
            { "type": "input_image", "image_url": url }, { "type": "text", "text": "b" },
        ]);
        let content = Content::deserialize(parts).unwrap();
        let said = Content::read(Some(&content), "messages[0].content").unwrap();
        assert_eq!((&*said.text, said.image_offsets), ("a\nb", vec![0, 1]));
    }

    #[test]
    fn a_picture_is_what_its_bytes_are_and_one_that_is_cut_off_is_refused() {
        assert_eq!(read("image/jpg", PHONE).unwrap().images[0].media_type, "image/jpeg");
        assert_eq!(read("image/png", PHONE).unwrap().images[0].media_type, "image/jpeg");
        for cut in [&PHONE[..PHONE.len() / 2], b"<svg/>"] {
            assert!(read("image/jpeg", cut).is_err());
        }
    }
}
