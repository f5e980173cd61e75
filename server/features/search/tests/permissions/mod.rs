//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;
use testing::TestPerson;

use crate::fixtures::{Content, Filled, Fixtures, Reason, Request, Wanted};
use crate::object::State;
use crate::setting::Setting;

const FOR_OPERATORS: &str = "only the operator may";

const INSERT_PAGE: &str = "INSERT INTO search_pages (search_id, number, text) VALUES ($1, 1, 't')";
const INSERT_ANSWER_PAGE: &str =
    "INSERT INTO search_answer_pages (message_id, number, title, url, about, snippet, text)
     VALUES ($1, 1, 't', 'https://example.org/', '', '', 't')";

/// Adds a feed to a list: none of it is read before something is looked for.
async fn feed(folder: &str, owner: &TestPerson) -> String {
    let url = format!("https://feeds.example.org/{}", Uuid::new_v4());
    let opml = format!("<opml><outline xmlUrl='{url}'/></opml>");
    owner.post(&format!("{folder}/opml"), json!({ "opml": opml })).await.ok();
    let list = owner.get(folder).await.ok();
    let feeds = list["items"].as_array().unwrap();
    let feed = feeds.iter().find(|feed| feed["url"] == url).unwrap();
    feed["id"].as_str().unwrap().to_owned()
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/search/searches"]
    }

    fn alike(&self) -> &[Reason] {
        &[
            ("/api/search/finders/{finder}", FOR_OPERATORS),
            ("/api/search/shared-feeds/{shared_feed_id}", FOR_OPERATORS),
        ]
    }

    fn query(&self, path: &str) -> Option<&'static str> {
        (path == "/api/search/own/{thing_id}").then_some("?kind=my_memo")
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        match parameter {
            "feed_id" => Some(&[State::Live, State::Deleted, State::Unknown]),
            "search_id" => Some(&[State::Live, State::Deleted, State::Locked, State::Unknown]),
            _ => None,
        }
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/search/searches") => {
                json!({ "id": request.new_id, "query": "q", "source": "web" })
            }
            ("post", "/api/search/finders") | ("put", "/api/search/finders/{finder}") => json!({
                "own": {
                    "name": "n", "sources": ["web"], "url": "https://e.org/?q={query}",
                    "items": "/a", "title": "/t", "link": "/l",
                },
            }),
            ("put", "/api/search/finder-order") => json!({ "ids": [] }),
            // An address that is none: nobody is asked.
            ("post", "/api/search/feeds" | "/api/search/shared-feeds") => {
                json!({ "url": "file:///a" })
            }
            ("post", "/api/search/feeds/opml" | "/api/search/shared-feeds/opml") => {
                json!({ "opml": "<opml/>" })
            }
            ("patch", "/api/search/sites") => json!({ "site": "example.org", "place": "never" }),
            ("put", "/api/search/chat") => json!({ "on": true, "trigger": "manually" }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "search_id" => {
                let id = Uuid::new_v4();
                let new = json!({ "id": id, "query": "q", "source": "web" });
                wanted.owner.post("/api/search/searches", new).await.accepted();
                Some(id.to_string())
            }
            // It has no address yet, so that trying it asks nobody.
            "finder" => Some("searxng".to_owned()),
            "feed_id" => Some(feed("/api/search/feeds", wanted.owner).await),
            "shared_feed_id" => {
                let operator = setting.server.operator().await;
                Some(feed("/api/search/shared-feeds", &operator).await)
            }
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        let folder = match name {
            "feed_id" => "/api/search/feeds",
            "search_id" => "/api/search/searches",
            _ => return false,
        };
        owner.delete(&format!("{folder}/{id}")).await.no_content();
        true
    }

    async fn fill(&self, setting: &Setting, filled: &Filled<'_>) {
        let insert = match filled.operation {
            ("get", "/api/search/searches/{search_id}/pages/{number}") => INSERT_PAGE,
            ("get", "/api/search/answers/{message_id}/pages/{number}") => INSERT_ANSWER_PAGE,
            _ => return,
        };
        setting.insert_page(insert, filled.id).await;
    }
}
