//! `ensemble doctor` in the app: checks of what this server needs, and a test mail.

use std::net::IpAddr;

use api::{ApiResult, Json, ProblemBody, RequestContext};
use area::{Finding, Routes, Services, routes, run_checks};
use axum::extract::State;
use identity::Operator;
use serde::{Deserialize, Serialize};
use url::{Host, Url};
use utoipa::ToSchema;

use crate::problems::MAIL_NOT_SENT;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(check_server)).routes(routes!(send_test_mail))
}

#[derive(Serialize, ToSchema)]
#[schema(as = FindingList)]
struct FindingList {
    items: Vec<Finding>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TestMail {
    /// Address of its receiver.
    to: String,
}

#[derive(Serialize, ToSchema)]
struct TestMailSent {
    /// The mail server that took it, and who it is from.
    by: String,
}

/// Tries everything that this server needs. It takes up to 15 seconds.
#[utoipa::path(post, path = "/api/admin/checks", tag = "admin",
    responses((status = 200, body = FindingList), (status = 403, body = ProblemBody)))]
async fn check_server(
    State(services): State<Services>,
    _operator: Operator,
    context: RequestContext,
) -> ApiResult<Json<FindingList>> {
    let mut items = run_checks(&services).await;
    items.push(check_request(&context, &services.base_url));
    Ok(Json(FindingList { items }))
}

/// Sends a test mail at once.
#[utoipa::path(post, path = "/api/admin/test-mail", tag = "admin", request_body = TestMail,
    responses((status = 200, body = TestMailSent), (status = 403, body = ProblemBody),
        (status = 502, body = ProblemBody)))]
async fn send_test_mail(
    State(services): State<Services>,
    _operator: Operator,
    Json(mail): Json<TestMail>,
) -> ApiResult<Json<TestMailSent>> {
    let sent = services.mail.send_test(&mail.to).await;
    let by = sent.map_err(|error| MAIL_NOT_SENT.with("message", error))?;
    Ok(Json(TestMailSent { by }))
}

/// Compares how the operator's own request was seen with the address that people use.
fn check_request(context: &RequestContext, base_url: &Url) -> Finding {
    let name = "this request";
    let (ip, is_https) = (context.ip, context.is_https);
    if base_url.scheme() == "https" && !is_https {
        return Finding::warning(
            name,
            format!("it came from {ip} without https, but server.base_url is {base_url}"),
            "The proxy must send X-Forwarded-Proto, and server.trusted_proxies must name it.",
        );
    }
    if is_nearby(ip) && !context.is_local && !is_private(base_url) {
        return Finding::warning(
            name,
            format!("it came from {ip}, an address of this network"),
            "If you are elsewhere: the proxy must send X-Forwarded-For, and server.trusted_proxies must name it.",
        );
    }
    let scheme = if is_https { "https" } else { "http" };
    Finding::ok(name, format!("it came from {ip} over {scheme}"))
}

/// Returns true for addresses of this machine and of private networks.
fn is_nearby(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local(),
    }
}

/// Returns true if people reach this server within its own network.
fn is_private(base_url: &Url) -> bool {
    match base_url.host() {
        Some(Host::Ipv4(ip)) => is_nearby(ip.into()),
        Some(Host::Ipv6(ip)) => is_nearby(ip.into()),
        Some(Host::Domain(name)) => {
            !name.contains('.')
                || [".local", ".lan", ".internal", ".home.arpa", ".localhost"]
                    .iter()
                    .any(|end| name.ends_with(end))
        }
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use area::FindingState;
    use kernel::Uuid;

    use super::*;

    fn state(ip: &str, is_https: bool, is_local: bool, base_url: &str) -> FindingState {
        let ip = ip.parse().unwrap();
        let context = RequestContext { ip, request_id: Uuid::nil(), is_https, is_local };
        check_request(&context, &base_url.parse().unwrap()).state
    }

    #[test]
    fn a_proxy_that_hides_who_comes_is_told() {
        let (public, here) = ("https://chat.example.org/", "http://127.0.0.1:7070/");
        assert_eq!(state("203.0.113.5", true, false, public), FindingState::Ok);
        assert_eq!(state("203.0.113.5", false, false, public), FindingState::Warning);
        assert_eq!(state("10.0.0.2", true, false, public), FindingState::Warning);
        assert_eq!(state("127.0.0.1", false, true, here), FindingState::Ok);
        assert_eq!(state("192.168.1.9", false, false, "http://192.168.1.5/"), FindingState::Ok);
        assert_eq!(state("192.168.1.9", false, false, "http://chat.lan/"), FindingState::Ok);
    }
}
