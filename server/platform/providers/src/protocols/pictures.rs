//! Pictures as protocols carry them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::ModelImage;

pub(super) fn base64(image: &ModelImage) -> String {
    STANDARD.encode(&image.data)
}

pub(super) fn data_url(image: &ModelImage) -> String {
    format!("data:{};base64,{}", image.media_type, base64(image))
}
