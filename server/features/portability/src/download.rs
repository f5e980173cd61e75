use api::Disposition;
use area::Services;
use audit::{Event, Kind};
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{
    CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, X_FRAME_OPTIONS,
};
use identity::SignedIn;
use kernel::{Failure, Fallible};

use crate::archive::write_archive;
use crate::export::Exported;

/// A page that runs nothing and fetches nothing, shown in a frame of ours so that it can be printed.
const PRINTED: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

/// Returns the file as a download; `is_shown`: for display and printing.
pub(crate) fn respond(file: Exported, is_shown: bool) -> Response {
    let mut response = Body::from(file.bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.media_type));
    if is_shown {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(PRINTED));
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    } else {
        headers.insert(CONTENT_DISPOSITION, Disposition::Save.named(&file.name));
    }
    response
}

/// Returns the caller's archive, sent while it is written.
pub(crate) async fn respond_archive(
    services: Services,
    caller: SignedIn,
    records: bool,
) -> Fallible<Response> {
    let mut conn = services.db.read().await?;
    let user = services.identity.find_user(&mut conn, caller.user_id).await?;
    drop(conn);
    let user = user.ok_or_else(|| Failure::internal("a person who is signed in has an account"))?;
    let mut tx = services.db.begin().await?;
    let exported = Event::new(Kind::Exported, caller.actor()).detail("account");
    services.audit.record(&mut tx, exported).await?;
    tx.commit().await?;
    let name = format!("ensemble-{}.zip", services.clock.now().utc_date());
    let write = async move |chunks| write_archive(&services, &user, records, chunks).await;
    let mut response = Body::from_stream(printed::streamed(write)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(CONTENT_DISPOSITION, Disposition::Save.named(&name));
    Ok(response)
}
