//! Masks as providers want them.

use bytes::Bytes;
use providers::ModelError;

/// Returns a mask whose white is made anew, from one whose transparency is.
pub(crate) async fn white_mask(mask: &Bytes) -> Result<Bytes, ModelError> {
    let mask = mask.clone();
    let converted = tokio::task::spawn_blocking(move || pictures::mask_of_alpha(&mask)).await;
    match converted {
        Ok(Ok(mask)) => Ok(mask.into()),
        Ok(Err(error)) => Err(ModelError::Refused { message: format!("The mask: {error}.") }),
        Err(_) => Err(ModelError::broken("the mask could not be converted")),
    }
}
