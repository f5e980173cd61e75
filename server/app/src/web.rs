//! The web client: files with their cache rules, and its page with a new nonce each time.

use std::borrow::Cow;
use std::io::Read;

use area::Services;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use flate2::read::GzDecoder;
use http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW, CACHE_CONTROL, CONTENT_ENCODING,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH,
    REFERRER_POLICY, VARY, X_FRAME_OPTIONS,
};
use http::{Method, StatusCode, Uri};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The built web client: read from the folder in debug builds, part of the program in release builds.
///
/// Scripts and styles are in it packed only (`tools/precompress.mjs`): the few programs that take no packing
/// get them unpacked. The build's own notes are not in it.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../clients/web/dist"]
#[exclude = "*.js"]
#[exclude = "*.css"]
#[exclude = ".vite/*"]
struct Dist;

const PAGE: &str = "index.html";
const DIAGRAMS: &str = "diagrams.html";
const ARTIFACT: &str = "artifact.html";
const NONCE_MARK: &str = "__CSP_NONCE__";
/// Mark before each address in the page (`clients/web/build/base-path.ts`).
const BASE_PATH_MARK: &str = "__BASE_PATH__";
const NOT_BUILT: &str =
    "The web client is not part of this build. Run `make web`, then build and start again.\n";

/// Serves all paths that the API does not: a file of the web client, or its page.
pub async fn serve_web(State(services): State<Services>, request: Request) -> Response {
    let path = request.uri().path();
    if path == "/v1" || path.starts_with("/v1/") {
        return gateway::unknown_address(request.method(), path);
    }
    if is_for_programs(path) {
        return api::ApiError::from(api::NOT_FOUND).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = api::ApiError::from(api::METHOD_NOT_ALLOWED).into_response();
        set(response.headers_mut(), ALLOW, "GET, HEAD");
        return response;
    }
    let name = path.trim_start_matches('/');
    if name.is_empty() || name == PAGE {
        return page(&services, "");
    }
    if name == DIAGRAMS {
        return framed_page(DIAGRAMS, diagrams_policy);
    }
    if name == ARTIFACT {
        let query = request.uri().query();
        return framed_page(ARTIFACT, |_| artifacts::preview_policy(query, &services.base_url));
    }
    if sharing::is_shared_page(path) {
        return shared_page(&services, request.uri()).await;
    }
    match find_file(name, request.headers()) {
        Some(file) => send_file(name, file, request.headers()),
        None if is_page(name) => page(&services, ""),
        None => api::ApiError::from(api::NOT_FOUND).into_response(),
    }
}

/// Returns false for what programs look for and no page of the client is called: a missing file is missing.
fn is_page(name: &str) -> bool {
    const FILES: [&str; 19] = [
        "asp",
        "aspx",
        "css",
        "env",
        "gz",
        "html",
        "ico",
        "jpg",
        "js",
        "json",
        "map",
        "php",
        "png",
        "sql",
        "svg",
        "txt",
        "webmanifest",
        "xml",
        "zip",
    ];
    let is_hidden = name.split('/').any(|piece| piece.starts_with('.'));
    let extension = name.rsplit('/').next().and_then(|last| last.rsplit_once('.'));
    let is_file = extension.is_some_and(|(_, extension)| FILES.contains(&extension));
    !(is_hidden || is_file || name.starts_with("assets/"))
}

/// Paths where a program expects JSON, so an unknown one is a problem and not the page.
fn is_for_programs(path: &str) -> bool {
    ["/api", "/mcp", "/oauth", "/scim"].iter().any(|prefix| {
        path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Returns true if the program includes a web client.
pub fn is_built() -> bool {
    Dist::get(PAGE).is_some()
}

/// Returns the page of a shared thing: never indexed, it reveals its address to no other site (security SH2), and its
/// head describes it for programs that render previews.
async fn shared_page(services: &Services, uri: &Uri) -> Response {
    let id = sharing::shared_id(uri.path(), uri.query());
    let found = match sharing::find_page(services, id).await {
        Ok(found) => found,
        Err(fault) => return api::ApiError::from(fault).into_response(),
    };
    let mut response = page(services, &head_of(&found));
    if response.status() == StatusCode::OK {
        *response.status_mut() =
            StatusCode::from_u16(found.status).unwrap_or(StatusCode::NOT_FOUND);
    }
    let headers = response.headers_mut();
    set(headers, HeaderName::from_static("x-robots-tag"), UNLISTED);
    set(headers, REFERRER_POLICY, "no-referrer");
    response
}

const UNLISTED: &str = "noindex, nofollow, noarchive";

fn head_of(page: &sharing::Page) -> String {
    let mut head = format!("<meta name=\"robots\" content=\"{UNLISTED}\" />");
    let mut tell = |property: &str, content: &str| {
        let content = escape(content);
        head.push_str(&format!("<meta property=\"og:{property}\" content=\"{content}\" />"));
    };
    if let (Some(title), Some(description)) = (&page.title, &page.description) {
        tell("type", "article");
        tell("site_name", "Ensemble");
        tell("title", title);
        tell("description", description);
    }
    if let Some(picture) = &page.picture {
        tell("image", picture);
    }
    head
}

/// Escapes a text for an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the page of the web client, with `more` in its head.
fn page(services: &Services, more: &str) -> Response {
    let Some(file) = Dist::get(PAGE) else {
        let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        return (StatusCode::SERVICE_UNAVAILABLE, headers, NOT_BUILT).into_response();
    };
    let nonce = STANDARD.encode(uuid::Uuid::new_v4().into_bytes());
    let html = String::from_utf8_lossy(&file.data).replace(NONCE_MARK, &nonce);
    let html = html.replace(BASE_PATH_MARK, api::base_path(&services.base_url));
    let html = html.replacen("</head>", &format!("{more}</head>"), 1);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, content_security_policy(&nonce)),
    ];
    (headers, html).into_response()
}

/// Returns a page in which content of models is rendered or run, always in a frame of ours. Its origin is opaque, so that it
/// reaches neither this server nor, unless its policy names one, any other, whatever it does (security XS4, §4.5).
fn framed_page(name: &str, policy: impl FnOnce(&str) -> String) -> Response {
    let Some(file) = Dist::get(name) else {
        return api::ApiError::from(api::NOT_FOUND).into_response();
    };
    let nonce = STANDARD.encode(uuid::Uuid::new_v4().into_bytes());
    let html = String::from_utf8_lossy(&file.data).replace(NONCE_MARK, &nonce);
    let mut response = html.into_response();
    let headers = response.headers_mut();
    set(headers, CONTENT_TYPE, "text/html; charset=utf-8");
    set(headers, CACHE_CONTROL, "no-store");
    set(headers, X_FRAME_OPTIONS, "SAMEORIGIN");
    // What a page may reach is not told where it is.
    set(headers, REFERRER_POLICY, "no-referrer");
    set(headers, CONTENT_SECURITY_POLICY, &policy(&nonce));
    response
}

fn diagrams_policy(nonce: &str) -> String {
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; \
         style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
}

/// Returns the policy of security §4.4: only scripts with this page's nonce and scripts they load, nothing from
/// elsewhere, no framing.
fn content_security_policy(nonce: &str) -> HeaderValue {
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; \
         style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
         media-src 'self' blob:; worker-src 'self'; frame-src 'self'; manifest-src 'self'; \
         form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types app dompurify"
    );
    HeaderValue::from_str(&policy).expect("base64 and the text above are visible ASCII")
}

/// Policy of a script that runs as a worker: its own response defines its permissions.
const WORKER_POLICY: &str =
    "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/// Compression formats, best first, with the suffix of the compressed file.
const PACKINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
/// Suffix of the compressed file that is decompressed for clients that accept no compression.
const UNPACKED_ENDING: &str = ".gz";

/// A file in the form in which a client takes it.
struct FoundFile {
    data: Cow<'static, [u8]>,
    etag: String,
    form: Form,
}

enum Form {
    Plain,
    Packed(&'static str),
    /// Its packed twin is there, but the client takes none.
    ToUnpack,
}

/// Finds the file `name`, unless it is private or missing.
fn find_file(name: &str, asked: &HeaderMap) -> Option<FoundFile> {
    if name.split('/').any(|piece| piece.is_empty() || piece.starts_with('.')) {
        return None;
    }
    let packed = PACKINGS
        .iter()
        .filter(|(packing, _)| accepts(asked, packing))
        .find_map(|(packing, ending)| Some((*packing, Dist::get(&format!("{name}{ending}"))?)));
    if let Some((packing, twin)) = packed {
        return Some(FoundFile::new(twin, Form::Packed(packing)));
    }
    if let Some(file) = Dist::get(name) {
        return Some(FoundFile::new(file, Form::Plain));
    }
    let twin = Dist::get(&format!("{name}{UNPACKED_ENDING}"))?;
    Some(FoundFile::new(twin, Form::ToUnpack))
}

impl FoundFile {
    fn new(file: EmbeddedFile, form: Form) -> Self {
        let hash = URL_SAFE_NO_PAD.encode(&file.metadata.sha256_hash()[..16]);
        let form_mark = if let Form::ToUnpack = form { "-plain" } else { "" };
        Self { data: file.data, etag: format!("\"{hash}{form_mark}\""), form }
    }

    fn into_body(self) -> std::io::Result<Body> {
        match self.form {
            Form::Plain | Form::Packed(_) => Ok(Body::from(self.data)),
            Form::ToUnpack => {
                let mut plain = Vec::new();
                GzDecoder::new(&*self.data).read_to_end(&mut plain)?;
                Ok(Body::from(plain))
            }
        }
    }
}

fn send_file(name: &str, file: FoundFile, asked: &HeaderMap) -> Response {
    let is_known = asked
        .get(IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|known| known.split(',').any(|one| one.trim() == file.etag));

    let mut more = HeaderMap::new();
    set(&mut more, ETAG, &file.etag);
    // Names under assets/ hold a hash of their content.
    let is_hashed = name.starts_with("assets/");
    let caching = if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    set(&mut more, CACHE_CONTROL, caching);
    set(&mut more, VARY, "accept-encoding");
    set(&mut more, CONTENT_SECURITY_POLICY, WORKER_POLICY);
    if is_hashed {
        // The frame that draws diagrams has no origin, and fetches its script from here.
        set(&mut more, ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    }
    if is_known {
        return (StatusCode::NOT_MODIFIED, more).into_response();
    }
    set(&mut more, CONTENT_TYPE, content_type(name));
    if let Form::Packed(packing) = file.form {
        set(&mut more, CONTENT_ENCODING, packing);
    }
    match file.into_body() {
        Ok(body) => (more, body).into_response(),
        Err(error) => {
            tracing::error!(%error, name, "a file of the web client cannot be unpacked");
            api::ApiError::from(api::SERVER_ERROR).into_response()
        }
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Returns true if `Accept-Encoding` names `packing` with a weight other than 0.
fn accepts(headers: &HeaderMap, packing: &str) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(packing) && weight.is_none_or(|weight| weight > 0.0)
    })
}

fn content_type(name: &str) -> &'static str {
    match mime_guess::from_path(name).first_raw() {
        Some("text/javascript") => "text/javascript; charset=utf-8",
        Some("text/css") => "text/css; charset=utf-8",
        Some("text/html") => "text/html; charset=utf-8",
        Some(other) => other,
        None if name.ends_with(".webmanifest") => "application/manifest+json",
        None => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shared_page_says_of_itself_cannot_leave_its_attribute() {
        let page = sharing::Page {
            status: 200,
            title: Some("\"><script>alert(1)</script>".to_owned()),
            description: Some("</head> & 'x'".to_owned()),
            picture: None,
        };
        let head = head_of(&page);
        assert!(!head.contains("<script") && !head.contains("</head"), "{head}");
        assert!(head.contains("&quot;&gt;&lt;script&gt;"), "{head}");
    }

    #[test]
    fn a_packing_with_weight_zero_is_not_accepted() {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=0, BR , deflate"));
        assert!(accepts(&headers, "br"));
        assert!(!accepts(&headers, "gzip"));
        assert!(!accepts(&HeaderMap::new(), "br"));
    }

    #[test]
    fn only_addresses_for_programs_answer_unknown_paths_with_a_problem() {
        assert!(is_for_programs("/api"));
        assert!(is_for_programs("/api/nothing"));
        assert!(is_for_programs("/mcp/nothing"));
        assert!(is_for_programs("/oauth/nothing"));
        assert!(!is_for_programs("/apiary"));
        assert!(!is_for_programs("/chat/1"));
    }

    #[test]
    fn what_only_programs_look_for_is_no_page() {
        for missing in [
            "robots.txt",
            "favicon.ico",
            "sitemap.xml",
            ".well-known/oauth-protected-resource",
            ".well-known/oauth-authorization-server/mcp",
            ".env",
            "wp-admin/setup.php",
            "assets/gone.js",
        ] {
            assert!(!is_page(missing), "{missing}");
        }
        for page in ["chat/1", "settings/account", "read/v1.2", "team/ana@example.org"] {
            assert!(is_page(page), "{page}");
        }
    }

    #[test]
    fn notes_of_the_build_are_not_served() {
        let asked = HeaderMap::new();
        assert!(find_file(".vite/manifest.json", &asked).is_none());
        assert!(find_file("assets/../.vite/manifest.json", &asked).is_none());
    }

    #[test]
    fn the_page_of_diagrams_has_no_origin_and_reaches_nothing() {
        let policy = diagrams_policy("abc");
        assert!(policy.starts_with("sandbox allow-scripts; default-src 'none';"), "{policy}");
        assert!(!policy.contains("connect-src") && !policy.contains("img-src"), "{policy}");
        assert!(!policy.contains("allow-same-origin"), "{policy}");
    }

    #[test]
    fn the_policy_lets_only_the_scripts_with_this_nonce_run() {
        let policy = content_security_policy("abc");
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("script-src 'nonce-abc' 'strict-dynamic';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    }
}
