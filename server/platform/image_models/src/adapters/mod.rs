//! One file per wire protocol: the format of requests and answers.

use std::sync::Arc;

use providers::MediaConnection;
use web_access::WebAccess;

use crate::ImageModel;

/// Returns the model called `name` of a connection; `None` where its protocol has no images.
pub(crate) fn adapter(
    connection: &MediaConnection,
    name: &str,
    web: &WebAccess,
) -> Option<Arc<dyn ImageModel>> {
    let _ = (connection, name, web);
    None
}
