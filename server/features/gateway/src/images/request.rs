use axum::extract::Multipart;
use axum::extract::multipart::{Field, MultipartRejection};
use bytes::Bytes;
use image_models::{ImageField, ImageRequest, ImageSize, Misfit, ReferenceImage};
use pictures::PictureKind;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::error::{OpenAiError, OpenAiResult};
use crate::lenient::whole;

/// Longest prompt, in characters.
const PROMPT_MAX_CHARS: usize = 32_000;
/// Most images of a request.
const REFERENCES_MAX: usize = 16;
/// Most drafts of an image.
const PARTIAL_IMAGES_MAX: u32 = 3;

/// `POST /v1/images/generations`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = GatewayImageGeneration)]
#[serde(default)]
pub(crate) struct ImageGeneration {
    pub model: String,
    prompt: String,
    #[serde(deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    n: Option<u32>,
    /// `1024x1024`, or `auto`.
    size: Option<String>,
    quality: Option<String>,
    style: Option<String>,
    /// `transparent`, `opaque` or `auto`.
    background: Option<String>,
    response_format: Option<String>,
    output_format: Option<String>,
    /// Ours, for models that have them.
    seed: Option<i64>,
    negative_prompt: Option<String>,
    stream: Option<bool>,
    /// 0 to 3: drafts that a stream shows before the image, where the model makes some.
    #[serde(deserialize_with = "whole")]
    #[schema(value_type = Option<u32>)]
    partial_images: Option<u32>,
}

/// `POST /v1/images/edits`: the same, with images.
#[derive(Debug, Default)]
pub(super) struct ImageEdit {
    texts: ImageGeneration,
    images: Vec<Bytes>,
    mask: Option<Bytes>,
}

/// A request in our words.
#[derive(Debug)]
pub(super) struct Wanted {
    pub model: String,
    /// True: the images are sent as a stream of events.
    pub stream: bool,
    request: ImageRequest,
}

/// What the events of a stream repeat of a request.
#[derive(Debug)]
pub(super) struct Said {
    pub is_edit: bool,
    pub size: String,
    pub quality: String,
    pub background: &'static str,
}

impl Wanted {
    /// Returns the request to a model with this name at its provider.
    pub fn request(self, name_at_provider: &str) -> ImageRequest {
        ImageRequest { model: name_at_provider.to_owned(), ..self.request }
    }

    /// Returns what the events of a stream repeat of the request.
    pub fn said(&self) -> Said {
        let or_auto = |text: Option<String>| text.unwrap_or_else(|| "auto".to_owned());
        Said {
            is_edit: !self.request.references.is_empty(),
            size: or_auto(self.request.size.map(|size| size.to_string())),
            quality: or_auto(self.request.quality.clone()),
            background: if self.request.transparent { "transparent" } else { "auto" },
        }
    }
}

impl ImageGeneration {
    pub(super) fn into_wanted(self) -> OpenAiResult<Wanted> {
        let partial_images = self.partial_images.unwrap_or(0);
        if partial_images > PARTIAL_IMAGES_MAX {
            let message = format!("Ask for 0 to {PARTIAL_IMAGES_MAX} partial images.");
            return Err(OpenAiError::invalid("partial_images", message));
        }
        if !matches!(self.response_format.as_deref(), None | Some("b64_json")) {
            let message = "Images come as b64_json.";
            return Err(OpenAiError::invalid("response_format", message));
        }
        if !matches!(self.output_format.as_deref(), None | Some("png")) {
            let message = "The provider chooses the format; ask for png or nothing.";
            return Err(OpenAiError::invalid("output_format", message));
        }
        let prompt = self.prompt.trim();
        if prompt.is_empty() || prompt.chars().count() > PROMPT_MAX_CHARS {
            let message = format!("Send a prompt of 1 to {PROMPT_MAX_CHARS} characters.");
            return Err(OpenAiError::invalid("prompt", message));
        }
        let size = match said(self.size.as_deref()) {
            None => None,
            Some(text) => Some(ImageSize::parse(text).ok_or_else(|| {
                OpenAiError::invalid("size", "Write a size as 1024x1024, or auto.")
            })?),
        };
        let stream = self.stream == Some(true);
        let request = ImageRequest {
            prompt: prompt.to_owned(),
            negative_prompt: self.negative_prompt,
            count: self.n.unwrap_or(1),
            size,
            quality: said(self.quality.as_deref()).map(str::to_owned),
            style: said(self.style.as_deref()).map(str::to_owned),
            seed: self.seed,
            transparent: self.background.as_deref() == Some("transparent"),
            drafts: if stream { partial_images } else { 0 },
            ..ImageRequest::default()
        };
        Ok(Wanted { model: self.model, stream, request })
    }
}

/// Returns what a field says; `auto` says nothing.
fn said(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty() && *text != "auto")
}

impl ImageEdit {
    /// Reads a form to its end.
    pub async fn read(form: Result<Multipart, MultipartRejection>) -> OpenAiResult<Self> {
        let mut form =
            form.map_err(|rejection| OpenAiError::malformed_form(&rejection.body_text()))?;
        let mut read = Self::default();
        while let Some(field) = form
            .next_field()
            .await
            .map_err(|error| OpenAiError::malformed_form(&error.body_text()))?
        {
            read.take(field).await?;
        }
        Ok(read)
    }

    async fn take(&mut self, field: Field<'_>) -> OpenAiResult<()> {
        let name = field.name().unwrap_or_default().to_owned();
        let content =
            field.bytes().await.map_err(|error| OpenAiError::malformed_form(&error.body_text()))?;
        match name.as_str() {
            "image" | "image[]" if self.images.len() >= REFERENCES_MAX => {
                let message = format!("Send at most {REFERENCES_MAX} images.");
                return Err(OpenAiError::invalid("image", message));
            }
            "image" | "image[]" => self.images.push(content),
            "mask" => self.mask = Some(content),
            _ => self.take_text(&name, &String::from_utf8_lossy(&content))?,
        }
        Ok(())
    }

    /// Takes a field that is text; those that are not known change nothing.
    fn take_text(&mut self, name: &str, text: &str) -> OpenAiResult<()> {
        let number = || {
            let number = text.trim().parse();
            number.map_err(|_| OpenAiError::invalid(name, "This is not a number."))
        };
        let texts = &mut self.texts;
        let own = Some(text.to_owned());
        match name {
            "model" => texts.model = text.to_owned(),
            "prompt" => texts.prompt = text.to_owned(),
            "n" => texts.n = Some(number()?),
            "seed" => texts.seed = Some(i64::from(number()?)),
            "size" => texts.size = own,
            "quality" => texts.quality = own,
            "style" => texts.style = own,
            "background" => texts.background = own,
            "response_format" => texts.response_format = own,
            "output_format" => texts.output_format = own,
            "negative_prompt" => texts.negative_prompt = own,
            "stream" => texts.stream = Some(text == "true"),
            "partial_images" => texts.partial_images = Some(number()?),
            _ => {}
        }
        Ok(())
    }

    pub fn into_wanted(self) -> OpenAiResult<Wanted> {
        if self.images.is_empty() {
            return Err(OpenAiError::invalid("image", "Send at least one image."));
        }
        let mut wanted = self.texts.into_wanted()?;
        for content in self.images {
            wanted.request.references.push(reference(content)?);
        }
        wanted.request.mask = match self.mask {
            Some(mask) if PictureKind::of(&mask) == Some(PictureKind::Png) => Some(mask),
            Some(_) => return Err(OpenAiError::invalid("mask", "A mask is a PNG.")),
            None => None,
        };
        Ok(wanted)
    }
}

fn reference(content: Bytes) -> OpenAiResult<ReferenceImage> {
    let kind = PictureKind::of(&content);
    let kind = kind.filter(|kind| *kind != PictureKind::Gif);
    let kind = kind.ok_or_else(|| OpenAiError::invalid("image", "Send a PNG, JPEG or WebP."))?;
    Ok(ReferenceImage { content, media_type: kind.media_type().to_owned(), strength: None })
}

/// Returns the error of something that a model cannot do, at the name that OpenAI gives it.
pub(super) fn misfit_error(misfit: &Misfit) -> OpenAiError {
    let name = match misfit.field {
        ImageField::Prompt => "prompt",
        ImageField::NegativePrompt => "negative_prompt",
        ImageField::Count => "n",
        ImageField::Size | ImageField::Ratio => "size",
        ImageField::Quality => "quality",
        ImageField::Style => "style",
        ImageField::Seed => "seed",
        ImageField::CfgScale => "cfg_scale",
        ImageField::Strength => "strength",
        ImageField::Transparent => "background",
        ImageField::References => "image",
        ImageField::Mask => "mask",
    };
    OpenAiError::misfit(name, misfit.reason)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn wanted(changes: Value) -> Result<ImageRequest, Option<String>> {
        let mut body = json!({ "model": "openai/gpt-image-1", "prompt": "A lighthouse" });
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        let request: ImageGeneration = serde_json::from_value(body).unwrap();
        match request.into_wanted() {
            Ok(wanted) => Ok(wanted.request("gpt-image-1")),
            Err(error) => Err(error.body().error.param),
        }
    }

    #[test]
    fn what_is_auto_is_left_to_the_provider() {
        let request = wanted(json!({ "size": "auto", "quality": "auto", "n": null })).unwrap();
        assert_eq!((request.size, request.quality, request.count), (None, None, 1));
        let request = wanted(json!({ "size": "1536x1024", "n": 2.0, "background": "transparent" }));
        let request = request.unwrap();
        assert_eq!(request.size, Some(ImageSize { width: 1_536, height: 1_024 }));
        assert!(request.count == 2 && request.transparent && request.model == "gpt-image-1");
    }

    #[test]
    fn what_is_not_had_is_refused_by_its_name() {
        for (changes, name) in [
            (json!({ "prompt": " " }), "prompt"),
            (json!({ "size": "large" }), "size"),
            (json!({ "size": "0x0" }), "size"),
            (json!({ "response_format": "url" }), "response_format"),
            (json!({ "output_format": "webp" }), "output_format"),
            (json!({ "stream": true, "partial_images": 4 }), "partial_images"),
        ] {
            assert_eq!(wanted(changes.clone()), Err(Some(name.to_owned())), "{changes}");
        }
    }

    #[test]
    fn an_edit_needs_an_image_and_a_mask_is_a_png() {
        let png = Bytes::from_static(b"\x89PNG\r\n\x1a\n");
        let edit = |images: Vec<Bytes>, mask: Option<Bytes>| {
            let texts = ImageGeneration { prompt: "p".to_owned(), ..ImageGeneration::default() };
            ImageEdit { texts, images, mask }
                .into_wanted()
                .map_err(|error| error.body().error.param)
        };
        assert!(edit(vec![png.clone()], Some(png.clone())).is_ok());
        assert_eq!(edit(vec![], None).unwrap_err().as_deref(), Some("image"));
        assert_eq!(
            edit(vec![Bytes::from_static(b"GIF89a")], None).unwrap_err().as_deref(),
            Some("image")
        );
        let jpeg = Bytes::from_static(b"\xff\xd8\xff\xe0");
        assert_eq!(edit(vec![png], Some(jpeg)).unwrap_err().as_deref(), Some("mask"));
    }
}
