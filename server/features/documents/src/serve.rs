use api::Disposition;
use area::Services;
use axum::body::Body;
use axum::response::Response;
use files::{FILE_NOT_FOUND, Upload};
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue,
    X_CONTENT_TYPE_OPTIONS,
};
use identity::SignedIn;
use kernel::{Failure, Fallible, FileId};

use crate::upload::find;

/// Returns a file's bytes for its owner: pictures to be shown, everything else to be saved. The type is ours, and
/// nothing in it may run.
pub(crate) async fn content(
    services: &Services,
    caller: &SignedIn,
    id: FileId,
) -> Fallible<Response> {
    let upload = find(services, caller, id).await?;
    // As it is read: a large file is never in memory as a whole.
    let content = services.files.read(&upload.key()).await.map_err(Failure::internal)?;
    let mut response = Response::new(Body::from_stream(content.ok_or(FILE_NOT_FOUND)?));
    let headers = response.headers_mut();
    let text = |value: &str| HeaderValue::from_str(value).map_err(Failure::internal);
    headers.insert(CONTENT_TYPE, text(&content_type(&upload))?);
    let how = if upload.is_image() { Disposition::Show } else { Disposition::Save };
    headers.insert(CONTENT_DISPOSITION, how.named(&upload.name));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let nothing_runs = HeaderValue::from_static("sandbox; default-src 'none'");
    headers.insert(CONTENT_SECURITY_POLICY, nothing_runs);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

fn content_type(upload: &Upload) -> String {
    if upload.media_type.starts_with("text/") {
        return "text/plain; charset=utf-8".to_owned();
    }
    upload.media_type.clone()
}
