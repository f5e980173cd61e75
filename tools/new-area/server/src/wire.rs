//! The wire types of this area.

use kernel::{Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::Item;

/// A sample item.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SampleItem)]
pub(crate) struct ItemBody {
    #[schema(value_type = String, format = "uuid")]
    id: Uuid,
    title: String,
    created_at: Timestamp,
}

/// A new sample item. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewSampleItem)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewItem {
    #[schema(value_type = String, format = "uuid")]
    pub id: Uuid,
    pub title: String,
}

impl From<Item> for ItemBody {
    fn from(Item { id, title, created_at }: Item) -> Self {
        Self { id, title, created_at }
    }
}
