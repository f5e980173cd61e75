//! The usage record as a table (CSV), sent while it is read: however long it is, one page of it is in memory.

use api::{ApiResult, Disposition, ProblemBody};
use area::{Routes, Services, routes};
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use identity::SignedIn;
use kernel::{Fallible, Payer};
use ledger::Posting;
use printed::csv_line;
use store::{Cursor, Page};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(export_postings))
}

/// The names of the columns.
const HEAD: [&str; 5] = ["date", "feature", "detail", "meter", "change"];
/// Number of rows per read.
const PER_READ: usize = 500;

/// Returns everything the caller used and was granted as a table (CSV), newest first.
#[utoipa::path(get, path = "/api/billing/postings/table", tag = "billing",
    responses((status = 200, content_type = "text/csv", body = String),
        (status = 401, body = ProblemBody)))]
async fn export_postings(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Response> {
    let payer = caller.payer();
    // Read before anything is sent, so that an early failure yields a problem and not a broken file.
    let first = read(&services, &payer, Cursor::FIRST).await?;
    let head = format!("\u{feff}{}{}", csv_line(HEAD), lines(&first));
    let name = format!("usage-{}.csv", services.clock.now().utc_date());
    let rest = stream::try_unfold(first.next, move |next| {
        let services = services.clone();
        async move {
            let Some(cursor) = next else { return Ok(None) };
            let page = read(&services, &payer, cursor).await.map_err(|failure| {
                tracing::error!(error = ?failure, "a usage record could not be read to its end");
                std::io::Error::other("the usage record could not be read to its end")
            })?;
            Ok(Some((lines(&page), page.next)))
        }
    });
    let begin = stream::once(async move { Ok::<_, std::io::Error>(head) });
    let all = futures::StreamExt::chain(begin, rest);
    let mut response = Body::from_stream(all).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(CONTENT_DISPOSITION, Disposition::Save.named(&name));
    Ok(response)
}

async fn read(services: &Services, payer: &Payer, cursor: Cursor) -> Fallible<Page<Posting>> {
    let mut conn = services.db.read().await?;
    Ok(services.ledger.postings(&mut conn, payer, cursor, PER_READ).await?)
}

fn lines(page: &Page<Posting>) -> String {
    let line = |posting: &Posting| {
        let (date, change) = (posting.created_at.to_string(), posting.change.to_string());
        let Posting { feature, detail, meter, .. } = posting;
        csv_line([&date, feature.as_str(), detail.as_str(), meter.as_str(), &change])
    };
    page.items.iter().map(line).collect()
}
