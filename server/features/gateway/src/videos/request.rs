use area::{NewVideoJob, Services};
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use image_models::ImageSize;
use kernel::Uuid;
use pictures::PictureKind;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use video_models::{Frame, Misfit, VideoAbilities, VideoField, VideoRequest, fit};

use crate::body::RawBody;
use crate::content::attachments;
use crate::error::{OpenAiError, OpenAiResult};

/// `POST /v1/videos`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = GatewayVideoCreation)]
#[serde(default)]
pub(crate) struct VideoCreation {
    model: String,
    prompt: String,
    /// The length, as a text or a number.
    #[schema(value_type = Option<String>)]
    seconds: Option<Value>,
    /// `1280x720`.
    size: Option<String>,
    /// The image that the video begins with: `{ "image_url": … }`, an address or a `data:` URL.
    #[schema(value_type = Option<serde_json::Value>)]
    input_reference: Option<Value>,
    /// Ours, for models that have them.
    negative_prompt: Option<String>,
    seed: Option<i64>,
}

/// `POST /v1/videos/{id}/remix`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = GatewayVideoRemix)]
pub(crate) struct VideoRemix {
    /// The change.
    #[serde(default)]
    prompt: String,
}

impl VideoRemix {
    pub(super) fn prompt(self) -> OpenAiResult<String> {
        let prompt = self.prompt.trim().to_owned();
        let is_empty = prompt.is_empty();
        if is_empty { Err(OpenAiError::invalid("prompt", "Send a prompt.")) } else { Ok(prompt) }
    }
}

/// A request in our words.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Wanted {
    pub model: String,
    pub prompt: String,
    pub size: Option<String>,
    seconds: Option<u32>,
    negative_prompt: Option<String>,
    seed: Option<i64>,
    first_frame: Option<Bytes>,
}

impl Wanted {
    /// Reads JSON or a form to its end.
    pub async fn read(services: &Services, request: Request) -> OpenAiResult<Self> {
        let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind.is_some_and(|kind| kind.trim_start().starts_with("multipart/form-data")) {
            return Self::read_form(services, request).await;
        }
        let creation: VideoCreation = RawBody::from_request(request, services).await?.parse()?;
        let first_frame = match &creation.input_reference {
            None | Some(Value::Null) => None,
            Some(reference) => Some(read_reference(services, reference).await?),
        };
        Self::of(creation, first_frame)
    }

    async fn read_form(services: &Services, request: Request) -> OpenAiResult<Self> {
        let form = Multipart::from_request(request, services).await;
        let mut form =
            form.map_err(|rejection| OpenAiError::malformed_form(&rejection.body_text()))?;
        let (mut texts, mut first_frame) = (VideoCreation::default(), None);
        while let Some(field) = form.next_field().await.map_err(unreadable)? {
            take(&mut texts, &mut first_frame, field).await?;
        }
        Self::of(texts, first_frame)
    }

    fn of(creation: VideoCreation, first_frame: Option<Bytes>) -> OpenAiResult<Self> {
        let known = first_frame.as_ref().map(|frame| PictureKind::of(frame));
        if matches!(known, Some(None | Some(PictureKind::Gif))) {
            return Err(OpenAiError::invalid("input_reference", "Send a PNG, JPEG or WebP."));
        }
        let prompt = creation.prompt.trim().to_owned();
        if prompt.is_empty() && first_frame.is_none() {
            return Err(OpenAiError::invalid("prompt", "Send a prompt."));
        }
        let has_size = creation.size.as_deref().is_some_and(|size| !matches!(size, "" | "auto"));
        Ok(Self {
            model: creation.model,
            prompt,
            size: creation.size.filter(|_| has_size),
            seconds: seconds(creation.seconds.as_ref())?,
            negative_prompt: creation.negative_prompt.filter(|text| !text.trim().is_empty()),
            seed: creation.seed,
            first_frame,
        })
    }

    /// Returns the bytes that tell this request from others, however it was sent.
    pub fn fingerprint(&self) -> Vec<u8> {
        let frame = self.first_frame.as_ref().map(|frame| kernel::hex(&Sha256::digest(frame)));
        json!([
            self.model,
            self.prompt,
            self.size,
            self.seconds,
            self.negative_prompt,
            self.seed,
            frame
        ])
        .to_string()
        .into_bytes()
    }

    /// Returns the video that is asked for, as its model has it.
    pub async fn job(&self, services: &Services, id: Uuid) -> OpenAiResult<NewVideoJob> {
        let model = services.video_models.resolve(&self.model).await?;
        let able = &model.info.abilities;
        let (ratio, resolution) = match &self.size {
            Some(size) => shape(size, able)?,
            None => (None, None),
        };
        let frame = |content: &Bytes| Frame { content: content.clone(), media_type: String::new() };
        let request = VideoRequest {
            prompt: self.prompt.clone(),
            negative_prompt: self.negative_prompt.clone(),
            seed: self.seed,
            seconds: self.seconds,
            ratio: ratio.clone(),
            resolution: resolution.clone(),
            first_frame: self.first_frame.as_ref().map(frame),
            ..VideoRequest::default()
        };
        if let Some(misfit) = fit(&request, able).first() {
            return Err(misfit_error(misfit));
        }
        Ok(NewVideoJob {
            id,
            model: self.model.clone(),
            prompt: self.prompt.clone(),
            negative_prompt: self.negative_prompt.clone(),
            seed: self.seed,
            seconds: self.seconds,
            ratio,
            resolution,
            remix_of: None,
            first_frame: self.first_frame.clone(),
        })
    }
}

/// Returns the length that a program wrote: OpenAI's is a text, and many write a number.
fn seconds(said: Option<&Value>) -> OpenAiResult<Option<u32>> {
    let seconds = match said {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(number) => number.as_u64().and_then(|seconds| u32::try_from(seconds).ok()),
    };
    let seconds = seconds.ok_or_else(|| OpenAiError::invalid("seconds", "Send whole seconds."))?;
    Ok(Some(seconds))
}

/// How much the ratio of a size may differ from the one that a model has, in thousandths: 1024 by 1792 is 9 to 16 for
/// OpenAI.
const RATIO_TOLERANCE: u64 = 20;

/// Returns the ratio and the resolution of a size, as a model has them.
fn shape(size: &str, able: &VideoAbilities) -> OpenAiResult<(Option<String>, Option<String>)> {
    let wrong = |message: &str| OpenAiError::invalid("size", message);
    let sides = ImageSize::parse(size).ok_or_else(|| wrong("Write a size as 1280x720."))?;
    let ratio = able.ratios.iter().find(|ratio| is_close(sides, ratio)).cloned();
    let short = format!("{}p", sides.width.min(sides.height));
    let resolution = able.resolutions.iter().find(|it| it.eq_ignore_ascii_case(&short)).cloned();
    let is_offered = (able.ratios.is_empty() || ratio.is_some())
        && (able.resolutions.is_empty() || resolution.is_some());
    match is_offered && (ratio.is_some() || resolution.is_some()) {
        true => Ok((ratio, resolution)),
        false => Err(wrong("This model has other sizes.")),
    }
}

/// Returns true if `sides` have a ratio that is written as `16:9`.
fn is_close(sides: ImageSize, ratio: &str) -> bool {
    let Some((width, height)) = ratio.split_once(':') else { return false };
    let (Ok(width), Ok(height)) = (width.parse::<u64>(), height.parse::<u64>()) else {
        return false;
    };
    let (one, other) = (u64::from(sides.width) * height, u64::from(sides.height) * width);
    one.abs_diff(other) * 1_000 <= one.max(other) * RATIO_TOLERANCE
}

async fn read_reference(services: &Services, reference: &Value) -> OpenAiResult<Bytes> {
    let param = "input_reference";
    let url = &reference["image_url"];
    let url = url.as_str().or_else(|| url["url"].as_str()).or_else(|| reference.as_str());
    let url = url.ok_or_else(|| OpenAiError::invalid(param, "Send an image_url, or a form."))?;
    match url.strip_prefix("data:") {
        Some(rest) => {
            let content = rest.split_once(";base64,").and_then(|(_, it)| STANDARD.decode(it).ok());
            let wrong = || OpenAiError::invalid(param, "The data URL is not base64.");
            Ok(content.ok_or_else(wrong)?.into())
        }
        None => attachments::fetch_image(services, url, param).await,
    }
}

async fn take(
    texts: &mut VideoCreation,
    first_frame: &mut Option<Bytes>,
    field: Field<'_>,
) -> OpenAiResult<()> {
    let name = field.name().unwrap_or_default().to_owned();
    let content = field.bytes().await.map_err(unreadable)?;
    if name == "input_reference" {
        *first_frame = Some(content);
        return Ok(());
    }
    let text = String::from_utf8_lossy(&content).into_owned();
    match name.as_str() {
        "model" => texts.model = text,
        "prompt" => texts.prompt = text,
        "seconds" => texts.seconds = Some(Value::String(text)),
        "size" => texts.size = Some(text),
        "negative_prompt" => texts.negative_prompt = Some(text),
        "seed" => {
            let seed = text.trim().parse();
            texts.seed =
                Some(seed.map_err(|_| OpenAiError::invalid("seed", "This is not a number."))?);
        }
        // What is not known changes nothing.
        _ => {}
    }
    Ok(())
}

fn unreadable(error: MultipartError) -> OpenAiError {
    OpenAiError::malformed_form(&error.body_text())
}

/// Returns the error of something that a model cannot do, at the name that OpenAI gives it.
fn misfit_error(misfit: &Misfit) -> OpenAiError {
    let name = match misfit.field {
        VideoField::Prompt => "prompt",
        VideoField::NegativePrompt => "negative_prompt",
        VideoField::FirstFrame | VideoField::LastFrame | VideoField::References => {
            "input_reference"
        }
        VideoField::Seconds => "seconds",
        VideoField::Ratio | VideoField::Resolution => "size",
        VideoField::Seed => "seed",
        VideoField::Remix => "video_id",
        VideoField::Audio | VideoField::Camera | VideoField::Motion | VideoField::CfgScale => {
            "body"
        }
    };
    OpenAiError::misfit(name, misfit.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn able(ratios: &[&str], resolutions: &[&str]) -> VideoAbilities {
        let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        VideoAbilities {
            ratios: owned(ratios),
            resolutions: owned(resolutions),
            ..VideoAbilities::default()
        }
    }

    #[test]
    fn a_size_is_a_ratio_and_a_resolution_of_the_model() {
        let pro = able(&["16:9", "9:16"], &["720p", "1024p"]);
        let shape = |size: &str, able: &VideoAbilities| {
            shape(size, able).map_err(|error| error.body().error.param)
        };
        let of = |ratio: &str, resolution: &str| {
            Ok((Some(ratio.to_owned()), Some(resolution.to_owned())))
        };
        assert_eq!(shape("1280x720", &pro), of("16:9", "720p"));
        assert_eq!(shape("1024x1792", &pro), of("9:16", "1024p"));
        let plain = able(&["16:9", "9:16"], &[]);
        assert_eq!(shape("720x1280", &plain), Ok((Some("9:16".to_owned()), None)));
        for (size, able) in [
            ("720x720", &plain),
            ("1920x1080", &pro),
            ("wide", &pro),
            ("1280x720", &able(&[], &[])),
        ] {
            assert_eq!(shape(size, able), Err(Some("size".to_owned())), "{size}");
        }
    }

    #[test]
    fn seconds_are_a_text_or_a_number() {
        let of = |said: Value| seconds(Some(&said)).map_err(|error| error.body().error.param);
        assert_eq!(
            (of(json!("8")), of(json!(8)), of(json!(null))),
            (Ok(Some(8)), Ok(Some(8)), Ok(None))
        );
        for wrong in [json!("eight"), json!(8.5), json!(-1), json!([])] {
            assert_eq!(of(wrong), Err(Some("seconds".to_owned())));
        }
    }

    #[test]
    fn a_request_needs_a_prompt_or_an_image() {
        let wanted = |frame: Option<&'static [u8]>| {
            Wanted::of(VideoCreation::default(), frame.map(Bytes::from_static))
                .map_err(|error| error.body().error.param)
        };
        assert_eq!(wanted(None), Err(Some("prompt".to_owned())));
        assert!(wanted(Some(b"\x89PNG\r\n\x1a\n")).is_ok());
        assert_eq!(wanted(Some(b"GIF89a")), Err(Some("input_reference".to_owned())));
    }
}
