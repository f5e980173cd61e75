use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt;
use reqwest::{Method, RequestBuilder, StatusCode, header};
use serde_json::{Value, json};
use testing::Chance;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::kept::{Chat, File, Kept};
use crate::payment::{PACK, Shop};
use crate::person::{Ended, Person, Received};
use crate::{SHORT, STEADY, USES_TOOL};

/// A provider that breaks off in the middle of its answer.
pub const BREAKS_OFF: &str = "fake-t8-d10-edrop";

const WORKERS: usize = 3;
/// Longest time until something is taken: a frozen service is thawed, and a killed one started, long before.
const PATIENCE: Duration = Duration::from_secs(90);
/// Longest wait for one response. Whoever is not answered asks another process.
const ANSWERED_WITHIN: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(120);

/// People who work, at all processes at once, and go on whatever happens.
pub struct Work {
    working: JoinSet<()>,
    is_over: watch::Sender<bool>,
}

impl Work {
    /// Begins. `operator`: the same person at each process.
    pub fn begin(operator: &[Person], shop: &Arc<Shop>, kept: &Arc<Kept>) -> Self {
        let is_over = watch::Sender::new(false);
        let mut working = JoinSet::new();
        for number in 0..WORKERS {
            let mut worker = Worker {
                operator: operator.to_vec(),
                shop: shop.clone(),
                kept: kept.clone(),
                chance: Chance::of(&format!("worker {number}")),
            };
            let is_over = is_over.subscribe();
            working.spawn(async move {
                while !*is_over.borrow() {
                    worker.do_something().await;
                    tokio::time::sleep(PAUSE).await;
                }
            });
        }
        Self { working, is_over }
    }

    /// Panics if a worker has found a fault.
    pub fn assert_goes_on(&mut self) {
        if let Some(ended) = self.working.try_join_next() {
            ended.expect("a worker finds no fault");
        }
    }

    /// Lets everybody finish what they do.
    pub async fn end(self) {
        self.is_over.send_replace(true);
        self.working.join_all().await;
    }
}

struct Worker {
    operator: Vec<Person>,
    shop: Arc<Shop>,
    kept: Arc<Kept>,
    chance: Chance,
}

impl Worker {
    async fn do_something(&mut self) {
        match self.chance.below(12) {
            0..=3 => self.chat(SHORT).await,
            4 => self.chat(USES_TOOL).await,
            5 => self.chat(BREAKS_OFF).await,
            6 => self.stop().await,
            7 => self.write_memo().await,
            8 => self.upload().await,
            9 => self.buy().await,
            _ => self.read().await,
        }
    }

    /// Asks, and reads the answer until it ends or its process does.
    async fn chat(&mut self, model: &str) {
        let chat = self.ask(model).await;
        let person = self.somebody();
        let reading = person.read_until_event(&chat.run_id, usize::MAX);
        let mut received = timeout(ANSWERED_WITHIN, reading).await.unwrap_or_default();
        if received.ended == Ended::Broken && self.chance.one_in(3) {
            received = self.read_on(&chat, received).await;
        }
        self.kept.chats().push(Chat { received, ..chat });
    }

    /// Goes on reading, elsewhere, up to the end.
    async fn read_on(&mut self, chat: &Chat, mut received: Received) -> Received {
        let began = Instant::now();
        while received.ended != Ended::ByServer {
            assert!(began.elapsed() < PATIENCE, "no end of run {}", chat.run_id);
            let person = self.somebody();
            let reading = person.read_on(&chat.run_id, received.clone(), usize::MAX);
            received = timeout(ANSWERED_WITHIN, reading).await.unwrap_or(received);
            tokio::time::sleep(PAUSE).await;
        }
        received
    }

    async fn stop(&mut self) {
        let chat = self.ask(STEADY).await;
        let path = format!("/api/runs/{}/cancel", chat.run_id);
        self.until_taken(|person| person.request(Method::POST, &path)).await;
        self.kept.chats().push(chat);
    }

    async fn ask(&mut self, model: &str) -> Chat {
        let question = self.operator[0].question(model);
        let sent = self.until_taken(|person| person.sending(&question)).await;
        let run_id = sent["assistant_message"]["run_id"].as_str().expect("a run").to_owned();
        Chat { question, run_id, received: Received::default() }
    }

    async fn write_memo(&mut self) {
        let id = Uuid::now_v7();
        let body = "They rise twice a day. ".repeat(1 + self.chance.below(100));
        let memo = json!({ "id": id, "title": "Tides", "body": body });
        self.until_taken(|person| person.request(Method::POST, "/api/memos").json(&memo)).await;
        self.kept.memos().push(id);
    }

    async fn upload(&mut self) {
        let id = Uuid::now_v7();
        let content = format!("{id} ").repeat(1 + self.chance.below(400));
        let new = json!({ "id": id, "name": "notes.txt", "size_bytes": content.len() });
        let begun =
            |person: &Person| person.request(Method::POST, "/api/documents/files").json(&new);
        self.until_taken(begun).await;
        let path = format!("/api/documents/files/{id}");
        let began = Instant::now();
        loop {
            let file = self.until_taken(|person| person.request(Method::GET, &path)).await;
            if file["received_bytes"] == content.len() {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "the chunk is not taken: {file}");
            let chunk = self.somebody().request(Method::PATCH, &path);
            let chunk = chunk.header("content-type", "application/offset+octet-stream");
            // Refused where the chunk before, of which nobody heard, was taken after all.
            let _ = chunk
                .header("upload-offset", 0)
                .body(content.clone())
                .timeout(ANSWERED_WITHIN)
                .send()
                .await;
        }
        self.kept.files().push(File { id, content });
    }

    /// Orders credits and pays; the payment provider tells it one process after another until one confirms.
    async fn buy(&mut self) {
        let item = json!({ "pack": PACK });
        let quoted =
            |person: &Person| person.request(Method::POST, "/api/billing/quotes").json(&item);
        let quote = self.until_taken(quoted).await;
        let id = Uuid::now_v7();
        let new = json!({
            "id": id, "item": item, "amount": quote["amount"], "currency": quote["currency"],
        });
        self.until_taken(|person| person.request(Method::POST, "/api/billing/orders").json(&new))
            .await;
        let (shop, order) = (self.shop.clone(), self.shop.pay(id.to_string()));
        self.until_taken(|person| shop.telling(person.origin(), &order)).await;
        // As a payment provider does that did not get the answer.
        if self.chance.one_in(2) {
            self.until_taken(|person| shop.telling(person.origin(), &order)).await;
        }
        self.kept.orders().push(id);
    }

    async fn read(&mut self) {
        let path = *self.chance.of_these(&[
            "/api/accounts/session",
            "/api/chat/conversations",
            "/api/memos",
            "/api/billing/orders",
            "/api/search/own?q=tides",
            "/api/events",
        ]);
        if path != "/api/events" {
            self.until_taken(|person| person.request(Method::GET, path)).await;
            return;
        }
        let request = self.somebody().request(Method::GET, path);
        let read = async {
            let Ok(answer) = request.header(header::ACCEPT, "text/event-stream").send().await
            else {
                return;
            };
            let _ = answer.bytes_stream().next().await;
        };
        let _ = timeout(ANSWERED_WITHIN, read).await;
    }

    fn somebody(&mut self) -> Person {
        self.chance.of_these(&self.operator).clone()
    }

    /// Sends a request to one process after another until one confirms it.
    async fn until_taken(&mut self, request: impl Fn(&Person) -> RequestBuilder) -> Value {
        let began = Instant::now();
        loop {
            let person = self.somebody();
            let refusal = match attempt(request(&person)).await {
                Ok(answer) => return answer,
                Err(refusal) => refusal,
            };
            self.kept.note_refusal(&refusal);
            assert!(began.elapsed() < PATIENCE, "nobody takes it: {refusal}");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Returns the response, or why it is worth another attempt. Panics where another one would change nothing.
fn attempt(request: RequestBuilder) -> impl Future<Output = Result<Value, String>> {
    let request = request.timeout(ANSWERED_WITHIN);
    async move {
        let answer = request.send().await.map_err(|_| "no answer".to_owned())?;
        let (status, url) = (answer.status(), answer.url().path().to_owned());
        let text = answer.text().await.map_err(|_| "no whole answer".to_owned())?;
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(format!(
                "{} {}",
                status.as_u16(),
                body["code"].as_str().unwrap_or_default()
            ));
        }
        assert!(status.is_success(), "{url}: {status} {text}");
        Ok(body)
    }
}
