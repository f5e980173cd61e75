//! Values that columns hold as JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{StoreError, StoreResult};

/// What a column holds for `value`; also ids, for a statement about several rows.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> StoreResult<String> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::from(sqlx::Error::Encode(error.into())))
}

/// The value that a column holds.
pub fn from_json<T: DeserializeOwned>(text: &str) -> StoreResult<T> {
    serde_json::from_str(text).map_err(|error| StoreError::from(sqlx::Error::Decode(error.into())))
}
