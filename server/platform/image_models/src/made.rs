//! What a provider made, as bytes.

use bytes::Bytes;
use media_calls::{Bounds, Provider, decode_base64, is_complete, media_type_of};
use providers::ModelError;
use serde_json::Value;

use crate::GeneratedImage;

/// Returns an image with its media type, as its bytes say it.
pub(crate) fn image(content: Bytes) -> Result<GeneratedImage, ModelError> {
    let media_type = media_type_of(&content).filter(|kind| kind.starts_with("image/"));
    let Some(media_type) = media_type else {
        return Err(ModelError::broken("what came is no image"));
    };
    if !is_complete(&content) {
        return Err(ModelError::broken("an image is incomplete"));
    }
    let media_type = media_type.to_owned();
    Ok(GeneratedImage { content, media_type, seed: None, revised_prompt: None })
}

/// Returns an image that stands in an answer as base64.
pub(crate) fn image_in_base64(text: &str) -> Result<GeneratedImage, ModelError> {
    image(decode_base64(text)?)
}

/// Returns the image at an address that the provider named.
pub(crate) async fn image_at(provider: &Provider, url: &str) -> Result<GeneratedImage, ModelError> {
    image(provider.fetch(url, Bounds::IMAGE).await?)
}

/// Returns the images at all of these addresses, in their order.
pub(crate) async fn images_at(
    provider: &Provider,
    urls: Vec<String>,
) -> Result<Vec<GeneratedImage>, ModelError> {
    let mut images = Vec::with_capacity(urls.len());
    for url in urls {
        images.push(image_at(provider, &url).await?);
    }
    some(images)
}

/// Returns the images, of which there is at least one.
pub(crate) fn some(images: Vec<GeneratedImage>) -> Result<Vec<GeneratedImage>, ModelError> {
    if images.is_empty() { Err(no_image()) } else { Ok(images) }
}

pub(crate) fn no_image() -> ModelError {
    ModelError::NoAnswer { message: "The provider sent no image.".to_owned() }
}

/// Returns the addresses in a value: a text, an object with `url`, or a list of those.
pub(crate) fn urls_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(url) => vec![url.clone()],
        Value::Array(list) => list.iter().flat_map(urls_in).collect(),
        Value::Object(fields) => fields.get("url").map(urls_in).unwrap_or_default(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn addresses_are_found_in_every_shape_of_an_output() {
        for (output, wanted) in [
            (json!("https://a/1.png"), vec!["https://a/1.png"]),
            (
                json!(["https://a/1.png", "https://a/2.png"]),
                vec!["https://a/1.png", "https://a/2.png"],
            ),
            (json!([{ "url": "https://a/1.png", "width": 1 }]), vec!["https://a/1.png"]),
            (json!({ "url": "https://a/1.png" }), vec!["https://a/1.png"]),
            (json!(null), vec![]),
            (json!([7, {}, []]), vec![]),
        ] {
            assert_eq!(urls_in(&output), wanted, "{output}");
        }
    }

    #[test]
    fn a_file_that_is_no_image_or_has_no_end_is_refused() {
        assert_eq!(image(Bytes::from_static(b"GIF89a")).unwrap().media_type, "image/gif");
        for content in [b"<html>".as_slice(), b"\0\0\0\x1cftypisom", b"\x89PNG\r\n\x1a\ncut", b""] {
            let refused = image(Bytes::from_static(content));
            assert!(matches!(refused, Err(ModelError::Broken { .. })), "{content:?}");
        }
    }
}
