//! Pictures of other sites, through their routes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

use axum::Router;
use axum::routing::get;
use kernel::SECOND;
use serde_json::json;
use testing::{TestPerson, TestServer, TestStore, for_each_store};
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
        let routes = Router::new().route("/a%20b.png", get(picture)).route("/page.png", get(page));
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

async fn start(store: TestStore, site: &Site) -> TestServer {
    let hosts = vec![site.host.clone()];
    TestServer::with_web(store, hosts, |services| vec![img_proxy::area(services)]).await
}

/// Where a person sees the picture.
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

    async fn what_is_no_picture_or_not_on_the_open_web_is_refused(store) {
        let site = Site::start().await;
        let server = start(store, &site).await;
        let ana = server.member("ana@example.com").await;

        let page = link(&ana, &site.at("/page.png")).await;
        ana.get(&page).await.assert_problem(415, "img_proxy.not_a_picture");
        let missing = link(&ana, &site.at("/missing.png")).await;
        ana.get(&missing).await.assert_problem(502, "web_access.unreachable");
        for private in ["http://127.0.0.1:1/a.png", "http://169.254.169.254/a", "file:///etc/passwd"] {
            let address = link(&ana, private).await;
            ana.get(&address).await.assert_problem(502, "web_access.unreachable");
        }
        let wish = json!({ "url": "no address" });
        ana.post("/api/img_proxy/links", wish).await.assert_problem(422, "web_access.invalid_url");
    }
}
