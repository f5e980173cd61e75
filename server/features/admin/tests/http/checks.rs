use area::{Area, Finding, HealthCheck, Services};
use async_trait::async_trait;
use serde_json::{Value, json};
use testing::{TestServer, for_each_store};

use crate::INSTALLATION;

/// A check that finds what it is told to.
struct Found(&'static str, fn(&'static str) -> Finding);

#[async_trait]
impl HealthCheck for Found {
    fn name(&self) -> &'static str {
        self.0
    }

    async fn run(&self, _: &Services) -> Vec<Finding> {
        vec![self.1(self.0)]
    }
}

fn areas(services: &Services) -> Vec<Area> {
    let files = Found("files", |name| Finding::ok(name, "disk"));
    let mail = Found("mail", |name| Finding::failed(name, "refused (111)", "Check mail.url."));
    vec![Area::new("other").check(files), admin::area(services, INSTALLATION).check(mail)]
}

fn finding(findings: &Value, name: &str) -> Value {
    let all = findings["items"].as_array().unwrap().iter();
    all.clone().find(|finding| finding["name"] == name).unwrap().clone()
}

for_each_store! {
    async fn the_operator_is_told_what_every_area_has_checked(store) {
        let server = TestServer::with(store, areas).await;
        let operator = server.operator().await;

        let found = operator.post("/api/admin/checks", json!({})).await.ok();

        let files = json!({ "name": "files", "state": "ok", "detail": "disk", "advice": null });
        assert_eq!(finding(&found, "files"), files);
        let mail = finding(&found, "mail");
        assert_eq!((&mail["state"], &mail["advice"]), (&json!("failed"), &json!("Check mail.url.")));
        assert_eq!(finding(&found, "this request")["state"], "ok");
        let ana = server.member("ana@example.com").await;
        ana.post("/api/admin/checks", json!({})).await.assert_problem(403, "identity.operator_only");
    }

    async fn a_test_mail_that_is_not_sent_says_why(store) {
        let server = TestServer::with(store, areas).await;
        let operator = server.operator().await;
        let to = json!({ "to": "ana@example.com" });

        let answer = operator.post("/api/admin/test-mail", to.clone()).await;

        let problem = answer.assert_problem(502, "admin.mail_not_sent");
        assert_eq!(problem["params"]["message"], "no mail server is set (mail.url)");
        let ana = server.member("ana@example.com").await;
        ana.post("/api/admin/test-mail", to).await.assert_problem(403, "identity.operator_only");
    }
}
