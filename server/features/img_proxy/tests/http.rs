//! Pictures of other sites, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use area::Services;
use axum::Router;
use axum::extract::Path;
use axum::response::IntoResponse;
use axum::routing::get;
use kernel::SECOND;
use serde_json::json;
use testing::{Canary, TestPerson, TestServer, TestStore, for_each_store};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A site with a picture and a page.
struct Site {
    host: String,
    _server: JoinSet<()>,
}

impl Site {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let picture = || async { ([("content-type", "text/html")], png()) };
        let page = || async { ([("content-type", "image/png")], "<script>alert(1)</script>") };
        let routes = Router::new()
            .route("/a%20b.png", get(picture))
            .route("/page.png", get(page))
            .route("/harm/{number}", get(harm))
            .route("/redirects/{status}", testing::redirects());
        let mut server = JoinSet::new();
        server.spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { host, _server: server }
    }

    fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
    }
}

fn png() -> Vec<u8> {
    let mut content = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(3, 2).write_to(&mut content, image::ImageFormat::Png).unwrap();
    content.into_inner()
}

/// Returns malicious images: of four billion pixels, of none, truncated, and of other formats.
fn hostile_pictures() -> Vec<Vec<u8>> {
    let sides = |width: u32, height: u32| {
        let eight_bits_of_colour = [8, 2, 0, 0, 0];
        [&width.to_be_bytes()[..], &height.to_be_bytes(), &eight_bits_of_colour].concat()
    };
    let empty_zlib = [0x78, 0x9c, 3, 0, 0, 0, 0, 1];
    let of_size = |width, height| {
        let chunks = [
            chunk(b"IHDR", &sides(width, height)),
            chunk(b"IDAT", &empty_zlib),
            chunk(b"IEND", b""),
        ];
        [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
    };
    let jpeg =
        b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x11\0\x02\x11\0\x03\x11\0\xff\xd9";
    let whole = png();
    let mut pictures = vec![
        of_size(65_535, 65_535),
        of_size(u32::MAX, 1),
        of_size(0, 0),
        of_size(64, 64),
        jpeg.to_vec(),
    ];
    pictures.extend((0..8).map(|eighths| whole[..whole.len() * eighths / 8].to_vec()));
    let others = ["GIF89a\u{1}\0\u{1}\0", "<svg onload=alert(1)>", "%PDF-1.7", "RIFF\0\0\0\0WEBP"];
    pictures.extend(others.map(|other| other.as_bytes().to_vec()));
    pictures
}

async fn harm(Path(number): Path<usize>) -> impl IntoResponse {
    ([("content-type", "image/png")], hostile_pictures().swap_remove(number))
}

/// Returns a piece of a PNG.
fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let signed = [kind.as_slice(), content].concat();
    let mut sum = u32::MAX;
    for byte in &signed {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
        }
    }
    let length = content.len() as u32;
    [&length.to_be_bytes()[..], &signed, &(!sum).to_be_bytes()].concat()
}

async fn start(store: TestStore, site: &Site) -> TestServer {
    let hosts = vec![site.host.clone()];
    TestServer::with_web(store, hosts, |services| vec![img_proxy::area(services)]).await
}

/// Returns the address at which a person sees the image.
async fn link(person: &TestPerson, url: &str) -> String {
    let link = person.post("/api/img_proxy/links", json!({ "url": url })).await.created();
    link["address"].as_str().unwrap().to_owned()
}

for_each_store! {
    // spec §7: "GET /api/img_proxy/proxy_url/{encoded url}: image proxy; no body."
    async fn a_picture_of_another_site_is_seen_through_the_server(store) {
        let site = Site::start().await;
        let server = start(store, &site).await;
        let ana = server.member("ana@example.com").await;

        let address = link(&ana, &site.at("/a b.png?x=1&y=%2F")).await;
        assert!(address.starts_with("/api/img_proxy/proxy_url/http%3A%2F%2F127.0.0.1"), "{address}");
        let shown = ana.get(&address).await.assert_status(200);

        assert_eq!(shown.header("content-type"), "image/jpeg", "whatever the site says");
        assert_eq!(shown.header("cache-control"), "private, max-age=3600");
        assert_eq!(shown.header("content-security-policy"), "sandbox; default-src 'none'");
    }

    async fn a_link_is_for_one_person_one_picture_and_one_hour(store) {
        let site = Site::start().await;
        let server = start(store, &site).await;
        let ana = server.member("ana@example.com").await;
        let ben = server.member("ben@example.com").await;
        let address = link(&ana, &site.at("/a b.png")).await;

        ben.get(&address).await.assert_problem(403, "img_proxy.link_invalid");
        server.visitor().get(&address).await.assert_problem(401, "identity.login_required");
        let another = address.replace("a%2520b.png", "c.png");
        ana.get(&another).await.assert_problem(403, "img_proxy.link_invalid");
        let unsigned = address.split('?').next().unwrap();
        ana.get(unsigned).await.assert_problem(400, "api.bad_parameter");
        server.clock().advance(3_599 * SECOND);
        ana.get(&address).await.assert_status(200);
        server.clock().advance(SECOND);
        ana.get(&address).await.assert_problem(403, "img_proxy.link_invalid");
    }

    async fn what_is_no_picture_is_refused(store) {
        let site = Site::start().await;
        let server = start(store, &site).await;
        let ana = server.member("ana@example.com").await;

        let page = link(&ana, &site.at("/page.png")).await;
        ana.get(&page).await.assert_problem(415, "img_proxy.not_a_picture");
        let missing = link(&ana, &site.at("/missing.png")).await;
        ana.get(&missing).await.assert_problem(502, "web_access.unreachable");
        let wish = json!({ "url": "no address" });
        ana.post("/api/img_proxy/links", wish).await.assert_problem(422, "web_access.invalid_url");
    }
}

// security.md UP4, SS9.
#[test]
fn pictures_made_to_harm_harm_nobody() {
    testing::run(async {
        let site = Site::start().await;
        let server = start(TestStore::Sqlite, &site).await;
        let ana = server.member("ana@example.com").await;
        for number in 0..hostile_pictures().len() {
            let address = link(&ana, &site.at(&format!("/harm/{number}"))).await;
            let shown = ana.get(&address).await;
            match number {
                0 => drop(shown.assert_problem(422, "img_proxy.picture_size")),
                // A truncated file may be an image as far as it goes.
                1..13 => assert!(
                    shown.status == 200 || shown.status.is_client_error(),
                    "{number}: {}",
                    shown.text()
                ),
                _ => drop(shown.assert_problem(415, "img_proxy.not_a_picture")),
            }
        }
    });
}

// security.md SS1, SS3. No database has a say in it, so one is enough.
#[test]
fn no_picture_comes_from_behind_the_server() {
    testing::run(async {
        let (site, canary) = (Site::start().await, Canary::start().await);
        let out = canary.web(vec![site.host.clone()]);
        let reached = |services| Services { web: out, ..services };
        let areas = |services: &Services| vec![img_proxy::area(services)];
        let server = TestServer::with_changed(TestStore::Sqlite, reached, areas).await;
        let ana = server.member("ana@example.com").await;
        let mut urls = canary.addresses("http");
        urls.extend(canary.behind_redirects(&site.at("")));
        for url in &urls {
            let made = ana.post("/api/img_proxy/links", json!({ "url": url })).await;
            if made.status == 422 {
                made.assert_problem(422, "web_access.invalid_url");
                continue;
            }
            let address = made.created()["address"].as_str().unwrap().to_owned();
            let shown = ana.get(&address).await;
            assert_eq!(
                (shown.status.as_u16(), &shown.json()["code"]),
                (502, &json!("web_access.unreachable")),
                "{url:?}"
            );
            // The rate is limited.
            server.clock().advance(SECOND);
        }
        assert_eq!(canary.reached(), 0);
    });
}
