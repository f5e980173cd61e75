use std::sync::OnceLock;

use futures::StreamExt;
use reqwest::{Client, Method, RequestBuilder, StatusCode, header};
use serde_json::{Value, json};
use testing::FakeProvider;
use uuid::Uuid;

use crate::server::Server;
use crate::waiting::within;

/// A model is named `<connection>/<model>`.
const CONNECTION: &str = "fake";
const EMAIL: &str = "o@example.com";
const PASSWORD: &str = "correct horse battery";
/// Text of the messages.
pub const SAID: &str = "Say something.";

/// The operator, with a client that resends a message until it is acknowledged.
#[derive(Clone)]
pub struct Person {
    origin: String,
    cookie: String,
    client: Client,
}

/// A message with the ids that its client made, so that sending it twice is sending it once.
#[derive(Clone)]
pub struct Question {
    pub conversation_id: Uuid,
    pub message_id: Uuid,
    model: String,
}

pub struct Sent {
    pub run_id: String,
}

/// Events of a run that a client received before the server was killed.
#[derive(Debug, Default, Clone)]
pub struct Received {
    pub text: String,
    pub last_seq: i64,
    pub ended: Ended,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// The reader had seen enough.
    #[default]
    ByReader,
    /// The run came to its end.
    ByServer,
    /// The connection broke, or the server had none of its services.
    Broken,
}

/// A question, and its response: `None` if no response confirmed it.
pub struct Exchange {
    pub question: Question,
    pub received: Option<Received>,
}

/// The assistant's message as the server tells it.
pub struct Stored {
    text: String,
    state: String,
    /// The price paid for it.
    charged: Option<i64>,
}

impl Stored {
    pub fn assert_says(&self, text: &str) {
        assert_eq!(self.text, text);
    }

    pub fn assert_ended(&self, state: &str, charged: i64) {
        assert_eq!((self.state.as_str(), self.charged), (state, Some(charged)), "{:?}", self.text);
    }

    pub fn assert_has_words(&self, count: usize) {
        assert_eq!(self.text.split_whitespace().count(), count, "{:?}", self.text);
    }
}

impl Person {
    pub async fn sign_up(server: &Server, provider: &FakeProvider) -> Self {
        let client = http_client();
        let origin = format!("http://{}", server.address);
        let details = json!({"email": EMAIL, "name": "O", "password": PASSWORD});
        let answer = client
            .post(format!("{origin}/api/accounts/sign-up"))
            .header(header::ORIGIN, &origin)
            .json(&details)
            .send()
            .await
            .expect("the server answers");
        assert_eq!(answer.status(), StatusCode::CREATED);
        let person = Self { origin, cookie: cookies_of(&answer), client };
        let connection = json!({
            "name": CONNECTION, "protocol": "openai_compatible", "base_url": provider.openai_url(), "api_key": "sk-fake",
        });
        person.call(Method::POST, "/api/models/connections", Some(&connection)).await;
        person
    }

    /// Returns the operator on another device, and whether they could sign in.
    pub async fn sign_in_again(&self) -> Option<Self> {
        self.sign_in(EMAIL, PASSWORD).await
    }

    /// Signs in another person with an account at the same server.
    pub async fn sign_in(&self, email: &str, password: &str) -> Option<Self> {
        let credentials = json!({ "email": email, "password": password });
        let request = self.client.post(format!("{}/api/accounts/sign-in", self.origin));
        let request = request.header(header::ORIGIN, &self.origin).json(&credentials);
        let answer = request.send().await.expect("the server answers");
        let cookie = cookies_of(&answer);
        answer.status().is_success().then(|| Self { cookie, ..self.clone() })
    }

    /// Returns the same person, whose requests go to another process.
    pub fn at(&self, server: &Server) -> Self {
        Self { origin: format!("http://{}", server.address), ..self.clone() }
    }

    /// Returns the beginning of the addresses of the process that their requests go to.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the first message of a new conversation.
    pub fn question(&self, model: &str) -> Question {
        Question {
            conversation_id: Uuid::now_v7(),
            message_id: Uuid::now_v7(),
            model: self.model(model),
        }
    }

    /// Returns the id of a provider's model in requests.
    pub fn model(&self, name: &str) -> String {
        format!("{CONNECTION}/{name}")
    }

    /// Allows the shell tool to be used without asking.
    pub async fn allow_tool(&self) {
        // The first request starts the program and lists its tools.
        self.call(Method::GET, "/api/tools/servers", None).await;
        let rule = json!({ "tool": "say", "rule": "always" });
        self.call(Method::PATCH, "/api/tools/servers/operator:shell/rule", Some(&rule)).await;
    }

    /// Presses Stop.
    pub async fn stop(&self, run_id: &str) {
        self.call(Method::POST, &format!("/api/runs/{run_id}/cancel"), None).await;
    }

    /// Approves the waiting call of a run.
    pub async fn allow_once(&self, run_id: &str) {
        let path = format!("/api/runs/{run_id}/tool-calls/call_fake0");
        self.call(Method::POST, &path, Some(&json!({ "decision": "once" }))).await;
    }

    pub async fn send(&self, question: &Question) -> reqwest::Result<Sent> {
        let answer = self.sending(question).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        assert_eq!(status, StatusCode::ACCEPTED, "{text}");
        let sent: Value = serde_json::from_str(&text).expect("JSON");
        let run_id = sent["assistant_message"]["run_id"].as_str().expect("a run").to_owned();
        Ok(Sent { run_id })
    }

    /// Reads a run's events until `count` have come, or it ends, or the connection breaks.
    pub async fn read_until_event(&self, run_id: &str, count: usize) -> Received {
        self.read_on(run_id, Received::default(), count).await
    }

    /// Continues reading after what was received before.
    pub async fn read_on(&self, run_id: &str, received: Received, count: usize) -> Received {
        self.read_on_and(run_id, received, count, || {}).await
    }

    /// Reads on, and calls `opened` as soon as the stream is open.
    pub async fn read_on_and(
        &self,
        run_id: &str,
        mut received: Received,
        count: usize,
        opened: impl FnOnce(),
    ) -> Received {
        received.ended = Ended::ByReader;
        if count == 0 {
            return received;
        }
        let request = self
            .request(Method::GET, &format!("/api/runs/{run_id}/events"))
            .header("last-event-id", received.last_seq.to_string());
        let Ok(answer) = request.send().await else {
            received.ended = Ended::Broken;
            return received;
        };
        if answer.status().is_server_error() {
            received.ended = Ended::Broken;
            return received;
        }
        assert_eq!(answer.status(), StatusCode::OK);
        opened();
        let mut body = answer.bytes_stream();
        let mut buffer = String::new();
        let mut seen = 0;
        while let Some(piece) = body.next().await {
            let Ok(piece) = piece else {
                received.ended = Ended::Broken;
                return received;
            };
            buffer.push_str(
                std::str::from_utf8(&piece).expect("events are UTF-8 and not cut within a letter"),
            );
            while let Some(end) = buffer.find("\n\n") {
                let block: String = buffer.drain(..end + 2).collect();
                if received.take(&block) {
                    seen += 1;
                }
                if received.ended == Ended::ByServer || seen == count {
                    return received;
                }
            }
        }
        received.ended = Ended::Broken;
        received
    }

    /// Keeps asking, one conversation after another, until there is no response.
    pub async fn ask_until_the_server_dies(&self, model: &str) -> Vec<Exchange> {
        let mut asked = Vec::new();
        loop {
            let question = self.question(model);
            let Ok(sent) = self.send(&question).await else {
                asked.push(Exchange { question, received: None });
                return asked;
            };
            let received = self.read_until_event(&sent.run_id, usize::MAX).await;
            let is_broken = received.ended == Ended::Broken;
            asked.push(Exchange { question, received: Some(received) });
            if is_broken {
                return asked;
            }
        }
    }

    /// Waits until the answer is final. A run whose server died ends when its lease does, within half a minute.
    pub async fn wait_for_end(&self, question: &Question) -> Stored {
        let stored = within(60, async || {
            let messages = self.messages(&question.conversation_id.to_string()).await;
            let answer =
                messages.iter().find(|message| message["role"] == "assistant").expect("an answer");
            let state = answer["state"].as_str().expect("a state").to_owned();
            let charged = answer["receipt"]["charged"].as_i64();
            let stored = Stored { text: text_of(answer), state, charged };
            if stored.state == "running" { Err(stored) } else { Ok(stored) }
        });
        stored.await.unwrap_or_else(|_| {
            panic!("the answer to {} is still running", question.message_id);
        })
    }

    /// Waits until the response at `path` satisfies `is_so`.
    pub async fn wait_until(&self, path: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let found = within(60, async || {
            let body = self.call(Method::GET, path, None).await;
            if is_so(&body) { Ok(body) } else { Err(body) }
        });
        found.await.unwrap_or_else(|last| panic!("it is still at {last}"))
    }

    /// Asserts that a question and its answer, complete or partial, can be read.
    pub async fn assert_is_readable(&self, conversation_id: &str) {
        let messages = self.messages(conversation_id).await;
        let roles: Vec<&Value> = messages.iter().map(|message| &message["role"]).collect();
        assert_eq!(roles, ["user", "assistant"], "{conversation_id}");
    }

    pub async fn assert_is_there_once(&self, question: &Question) {
        let messages = self.messages(&question.conversation_id.to_string()).await;
        let roles: Vec<&Value> = messages.iter().map(|message| &message["role"]).collect();
        assert_eq!(roles, ["user", "assistant"], "one question, one answer");
        assert_eq!(messages[0]["id"], question.message_id.to_string());
    }

    pub async fn assert_sending_again_changes_nothing(&self, question: &Question) {
        let before = self.messages(&question.conversation_id.to_string()).await;
        self.send(question).await.expect("the server runs again");
        assert_eq!(self.messages(&question.conversation_id.to_string()).await, before);
    }

    /// Asserts that a client that resumes from the last id it saw ends with the same text as one that reads everything.
    pub async fn assert_resumes(&self, run_id: &str, received: Received) {
        let whole = self.read_until_event(run_id, usize::MAX).await;
        let resumed = self.read_on(run_id, received, usize::MAX).await;
        assert_eq!(resumed.ended, Ended::ByServer);
        assert_eq!(resumed.text, whole.text);
    }

    async fn messages(&self, conversation_id: &str) -> Vec<Value> {
        let path = format!("/api/chat/conversations/{conversation_id}");
        let detail = self.call(Method::GET, &path, None).await;
        detail["messages"].as_array().expect("messages").clone()
    }

    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let mut request = self.request(method.clone(), path);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.expect("the server answers");
        let status = answer.status();
        let text = answer.text().await.expect("a whole answer");
        assert!(status.is_success(), "{method} {path}: {status} {text}");
        if text.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&text).expect("JSON")
    }

    /// Returns the response, whatever it is. Asserts that refusals have a problem with a code.
    pub async fn ask(&self, request: RequestBuilder) -> (StatusCode, Value) {
        let answer = request.send().await.expect("the server answers");
        let (status, headers) = (answer.status(), answer.headers().clone());
        let text = answer.text().await.expect("a whole answer");
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        if !status.is_success() {
            assert_eq!(headers[header::CONTENT_TYPE], "application/problem+json", "{text}");
            assert!(body["code"].is_string(), "{status} {text}");
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            assert!(headers.contains_key(header::RETRY_AFTER), "{text}");
        }
        (status, body)
    }

    /// Sends a message once.
    pub fn sending(&self, question: &Question) -> RequestBuilder {
        let path = format!("/api/chat/conversations/{}/messages", question.conversation_id);
        let body = json!({
            "id": question.message_id, "parent_id": null, "text": SAID, "model": question.model,
        });
        self.request(Method::POST, &path).json(&body)
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.origin))
            .header(header::ORIGIN, &self.origin)
            .header(header::COOKIE, &self.cookie)
    }
}

impl Received {
    /// Processes one event; returns false for comments and the final block, which are none.
    fn take(&mut self, block: &str) -> bool {
        let field = |name: &str| {
            block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim_start)
        };
        if field("event:") == Some("done") {
            self.ended = Ended::ByServer;
            return false;
        }
        let Some(data) = field("data:") else { return false };
        let event: Value = serde_json::from_str(data).expect("an event is JSON");
        let seq = event["seq"].as_i64().expect("an event has a number");
        let kind = event["type"].as_str().expect("an event has a type");
        if kind == "snapshot" {
            self.text.clear();
            for part in event["parts"].as_array().expect("a snapshot has parts") {
                self.text.push_str(part["text"].as_str().unwrap_or_default());
            }
        } else {
            assert_eq!(seq, self.last_seq + 1, "events come without gaps and once");
        }
        self.last_seq = seq;
        match kind {
            "part.started" => {
                self.text.push_str(event["part"]["text"].as_str().unwrap_or_default())
            }
            "part.delta" => self.text.push_str(event["text"].as_str().unwrap_or_default()),
            _ => {}
        }
        true
    }

    pub fn assert_part_of(&self, stored: &Stored) {
        assert!(
            stored.text.starts_with(&self.text),
            "the client received {:?}, the server kept {:?}",
            self.text,
            stored.text
        );
    }
}

/// Returns a client shared by everybody: it keeps connections open, as browsers do.
pub fn http_client() -> Client {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    let made = CLIENT.get_or_init(|| {
        // Nothing here speaks TLS, but the client asks for a way to when it is made.
        let is_first = rustls::crypto::ring::default_provider().install_default().is_ok();
        assert!(is_first, "nobody else chooses for this program");
        Client::new()
    });
    made.clone()
}

fn cookies_of(answer: &reqwest::Response) -> String {
    let cookies = answer.headers().get_all(header::SET_COOKIE).iter();
    let pairs: Vec<&str> =
        cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next()).collect();
    pairs.join("; ")
}

fn text_of(message: &Value) -> String {
    let parts = message["parts"].as_array().expect("a message has parts");
    parts.iter().filter_map(|part| part["text"].as_str()).collect()
}
