//! Values that columns hold as JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{StoreError, StoreResult};

/// Encodes `value` for a column; also ids, for a statement about several rows.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> StoreResult<String> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::from(sqlx::Error::Encode(error.into())))
}

/// Encodes a single-word value for a column.
pub fn to_word<T: Serialize>(value: T) -> StoreResult<String> {
    Ok(to_json(&value)?.trim_matches('"').to_owned())
}

/// Decodes a value from a single word.
pub fn from_word<T: DeserializeOwned>(word: &str) -> StoreResult<T> {
    from_json(&format!("\"{word}\""))
}

/// Decodes the value of a column.
pub fn from_json<T: DeserializeOwned>(text: &str) -> StoreResult<T> {
    serde_json::from_str(text).map_err(|error| StoreError::from(sqlx::Error::Decode(error.into())))
}
