//! A program whose request with a key is in progress when its server is killed: the key's limit counts what was
//! charged, and no more.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use testing::FakeProvider;

use crate::person::{Person, http_client};
use crate::server::Server;
use crate::{STEADY, books};

/// A model that sends nothing for longer than its server lives.
const SILENT: &str = "fake-t1-f60000";

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_charged_for_nothing_that_a_killed_server_did_not_answer_on_sqlite() {
    kill_before_the_answer(Server::new_on_sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_charged_for_nothing_that_a_killed_server_did_not_answer_on_postgres() {
    kill_before_the_answer(Server::new_on_postgres().await).await;
}

async fn kill_before_the_answer(mut server: Server) {
    let provider = FakeProvider::start_with(&[SILENT, STEADY]).await;
    let person = Person::sign_up(&server, &provider).await;
    let new = json!({ "name": "p", "cap": 1, "scopes": ["models", "chat"] });
    let key = person.call(Method::POST, "/api/gateway/keys", Some(&new)).await;
    let secret = key["secret"].as_str().expect("a secret").to_owned();
    let asking = tokio::spawn(ask(&server, &secret, SILENT).send());
    provider.wait_for_calls(1).await;
    assert_eq!(spent(&person).await, 1, "it is counted before the provider is asked");
    server.kill().await;
    server.start().await;
    drop(asking.await);
    books::wait_until_runs_end(&server).await;
    assert_eq!(spent(&person).await, 0);

    // So the key still has its whole allowance.
    let answer = ask(&server, &secret, STEADY).send().await;
    assert!(answer.expect("the server answers").status().is_success());
    assert_eq!(spent(&person).await, 1);
    server.stop().await;
    books::assert_balanced(&server).await;
}

fn ask(server: &Server, secret: &str, model: &str) -> RequestBuilder {
    let question = json!({
        "model": format!("fake/{model}"), "messages": [{ "role": "user", "content": "Hello?" }],
    });
    let url = format!("http://{}/v1/chat/completions", server.address);
    http_client().post(url).bearer_auth(secret).json(&question)
}

async fn spent(person: &Person) -> Value {
    let keys = person.call(Method::GET, "/api/gateway/keys", None).await;
    keys["items"][0]["spent"].clone()
}
