//! A server with agents, a scripted model, and tools that count, hang, fail and return too much.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use area::{AgentTools, Area, BotSource, ListedBot, Services};
use async_trait::async_trait;
use conversations::{QuestionField, QuestionInput};
use generation::{
    ContextScope, ContextSource, Contribution, Question, Reply, Tool, ToolError, ToolOutput,
    ToolScope,
};
use kernel::{BotId, Fallible, Payer, Timestamp, UserId, Uuid, uuid_v7};
use providers::{NewConnection, Protocol, ToolSpec};
use regions::Place;
use serde_json::{Value, json};
use tasks::AreaTasks;
use testing::{Answer, FakeProvider, TestPerson, TestServer, TestStore};
use tokio::sync::watch;

use crate::children::{Errand, StartErrand};

const MODELS: &[&str] = &[
    "use-echo",
    "u2-echo",
    "u5-say-done",
    "say-The-tide-rises",
    "use-edrop-a0-n1-echo",
    "emid-a0-n1-echo",
    "t400",
    "gpt-4o",
    "gpt-4o-use-echo",
];

/// Calls of the test's tools, by their names.
pub type Counts = Arc<Mutex<HashMap<String, usize>>>;

pub struct Setting {
    pub server: TestServer,
    pub provider: FakeProvider,
    pub counts: Counts,
    /// The number of `hang` tools that run.
    pub hanging: watch::Receiver<usize>,
}

impl Setting {
    pub async fn new(store: TestStore) -> Self {
        let counts = Counts::default();
        let (hung, hanging) = watch::channel(0);
        let (counted, hung) = (counts.clone(), Arc::new(hung));
        let areas = move |services: &Services| {
            let tools = TestTools {
                counts: counted.clone(),
                hung: hung.clone(),
                services: services.clone(),
            };
            vec![
                agents::area(services),
                ::runs::area(),
                tasks::area(),
                sharing::area(services),
                Area::new("probes")
                    .agent_tools(tools)
                    .context(Asked(counted.clone()))
                    .bots(TestBots)
                    .task_kind::<Errand>(services),
            ]
        };
        let server = TestServer::with(store, areas).await;
        let provider = FakeProvider::start_with(MODELS).await;
        let new = NewConnection {
            name: "Fake".to_owned(),
            protocol: Protocol::OpenaiCompatible,
            base_url: Some(provider.openai_url()),
            api_key: None,
        };
        server.services.providers.create_connection(new).await.unwrap();
        Self { server, provider, counts, hanging }
    }

    pub async fn ana(&self) -> TestPerson {
        self.server.member("ana@example.com").await
    }

    pub fn count(&self, tool: &str) -> usize {
        self.counts.lock().unwrap().get(tool).copied().unwrap_or(0)
    }

    /// Makes an agent with the tools of these tests; returns its key.
    pub async fn agent(&self, person: &TestPerson, more: Value) -> String {
        let mut definition = json!({ "name": "Probe", "tools": TOOLS });
        for (name, value) in more.as_object().unwrap() {
            definition[name] = value.clone();
        }
        let new = json!({ "id": self.id(), "definition": definition });
        let made = person.post("/api/agents", new).await.created();
        made["key"].as_str().unwrap().to_owned()
    }

    pub fn id(&self) -> Uuid {
        uuid_v7(self.server.clock().now())
    }

    /// Sends a task, and leaves it where it is.
    pub async fn sent(&self, person: &TestPerson, agent: &str, model: &str, text: &str) -> Answer {
        let model = format!("fake/{model}");
        let new = json!({ "id": self.id(), "agent": agent, "text": text, "model": model });
        person.post("/api/agents/tasks", new).await
    }

    /// Starts a task and does all that can be done without its person.
    pub async fn started(
        &self,
        person: &TestPerson,
        agent: &str,
        model: &str,
        text: &str,
    ) -> Value {
        let sent = self.sent(person, agent, model, text).await.accepted();
        self.settle().await;
        self.get(person, &sent).await
    }

    pub async fn post(&self, person: &TestPerson, task: &Value, what: &str, body: Value) -> Value {
        person.post(&format!("{}/{what}", path(task)), body).await.assert_status(202);
        self.settle().await;
        self.get(person, task).await
    }

    pub async fn get(&self, person: &TestPerson, task: &Value) -> Value {
        person.get(&path(task)).await.ok()
    }

    /// Waits until a tool of a task asks its person something.
    pub async fn asking(&self, person: &TestPerson, task: &Value) -> Value {
        let topic = format!("task:{}", task["id"].as_str().unwrap());
        let mut hints = self.server.services.bus.subscribe(&topic);
        loop {
            let task = self.get(person, task).await;
            if task["pause"] == "questions" {
                return task;
            }
            hints.next().await.unwrap();
        }
    }

    /// Does all jobs and waits for all runs until nothing is left.
    pub async fn settle(&self) {
        settle(&self.server).await;
    }

    /// Units that a person used.
    pub async fn used(&self, person: &TestPerson) -> i64 {
        let mut conn = self.server.db().read().await.unwrap();
        let usage = self.server.services.ledger.usage(&mut conn, &person.payer()).await.unwrap();
        usage.iter().map(|usage| usage.granted.unwrap_or(0) - usage.left.unwrap_or(0)).sum()
    }
}

pub async fn settle(server: &TestServer) {
    loop {
        server.services.generation.wait_idle().await;
        if server.run_jobs().await == 0 {
            return;
        }
    }
}

pub fn path(task: &Value) -> String {
    format!("/api/agents/tasks/{}", task["id"].as_str().unwrap())
}

/// The kinds of a task's entries.
pub fn kinds(task: &Value) -> Vec<&str> {
    task["entries"].as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect()
}

/// A task's steps.
pub fn steps(task: &Value) -> Vec<&Value> {
    let entries = task["entries"].as_array().unwrap().iter();
    entries.filter(|entry| entry["kind"] == "step").collect()
}

pub const TOOLS: &[&str] = &[
    "count",
    "look",
    "hang",
    "throw",
    "big",
    "ring",
    "wonder",
    "ask_user",
    "hand_over",
    "calculate",
];

struct TestTools {
    counts: Counts,
    hung: Arc<watch::Sender<usize>>,
    services: Services,
}

#[async_trait]
impl AgentTools for TestTools {
    async fn tools_for(&self, _payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        let tool = |name: &'static str| -> Arc<dyn Tool> {
            Arc::new(TestTool { name, counts: self.counts.clone(), hung: self.hung.clone() })
        };
        let many = (0..40).map(|n| tool(EXTRAS[n % EXTRAS.len()]));
        let draw: Arc<dyn Tool> = Arc::new(Draw(self.services.clone()));
        let errand: Arc<dyn Tool> = Arc::new(StartErrand(self.services.clone()));
        // The last one again, as tools are that chats have, too.
        Ok(["count", "look", "hang", "throw", "big", "ring", "given", "wonder", "wonder"]
            .map(tool)
            .into_iter()
            .chain([draw, errand])
            .chain(many.take(EXTRAS.len()))
            .collect())
    }
}

/// Tools of which there are too many to offer all.
pub const EXTRAS: [&str; 30] = [
    "jira_a",
    "jira_b",
    "jira_c",
    "jira_d",
    "jira_e",
    "jira_f",
    "jira_g",
    "jira_h",
    "jira_i",
    "jira_j",
    "mail_a",
    "mail_b",
    "mail_c",
    "mail_d",
    "mail_e",
    "mail_f",
    "mail_g",
    "mail_h",
    "mail_i",
    "mail_j",
    "disk_a",
    "disk_b",
    "disk_c",
    "disk_d",
    "disk_e",
    "disk_f",
    "disk_g",
    "disk_h",
    "disk_i",
    "weather_forecast",
];

struct TestTool {
    name: &'static str,
    counts: Counts,
    hung: Arc<watch::Sender<usize>>,
}

#[async_trait]
impl Tool for TestTool {
    fn spec(&self) -> ToolSpec {
        let description = format!("Does what {} does.", self.name);
        ToolSpec {
            name: self.name.to_owned(),
            description,
            parameters: json!({ "type": "object" }),
        }
    }

    fn title(&self) -> String {
        self.name.to_uppercase()
    }

    fn source(&self) -> Option<String> {
        Some("Test".to_owned())
    }

    fn needs_approval(&self) -> bool {
        self.name == "ring"
    }

    fn rule_key(&self) -> Option<String> {
        Some(format!("test|{}", self.name))
    }

    fn is_repeatable(&self) -> bool {
        self.name == "look"
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        *self.counts.lock().unwrap().entry(self.name.to_owned()).or_default() += 1;
        let text = match self.name {
            "hang" => {
                self.hung.send_modify(|count| *count += 1);
                scope.cancelled.cancelled().await;
                return Err(ToolError("It was stopped.".to_owned()));
            }
            "throw" => return Err(ToolError("The disk is on fire.".to_owned())),
            "big" => "x".repeat(5_000_000),
            "wonder" => wonder(scope).await,
            "given" => format!("{:?}", scope.files),
            name => format!("{name} says {arguments}"),
        };
        Ok(ToolOutput { text, ..ToolOutput::default() })
    }
}

/// Asks the person for a name.
async fn wonder(scope: &ToolScope) -> String {
    let field = QuestionField {
        name: "name".to_owned(),
        title: "Name".to_owned(),
        description: None,
        required: true,
        input: QuestionInput::Text {
            format: None,
            min_length: None,
            max_length: 10,
            pattern: None,
            default: None,
        },
    };
    let (source, message) = ("Test".to_owned(), "Who are you?".to_owned());
    let question = Question { source, message, fields: vec![field], url: None };
    match scope.questions.as_ref().unwrap().ask(question).await {
        Reply::Accepted(content) => format!("accepted {}", content["name"]),
        Reply::Declined => "declined".to_owned(),
        Reply::Cancelled => "cancelled".to_owned(),
    }
}

/// A bot whose answer is long.
struct TestBots;

#[async_trait]
impl BotSource for TestBots {
    async fn list_bots(&self, user_id: UserId) -> Fallible<Vec<ListedBot>> {
        Ok(vec![self.find_bot(user_id, BotId(Uuid::nil())).await?])
    }

    async fn find_bot(&self, _: UserId, id: BotId) -> Fallible<ListedBot> {
        let (name, model) = ("Oracle".to_owned(), Some("fake/t400".to_owned()));
        Ok(ListedBot { id, name, model, created_at: Timestamp::from_micros(1), is_own: true })
    }
}

/// Remembers standing decisions as the counts of a tool that nobody calls, and has a tool where models make images.
struct Asked(Counts);

#[async_trait]
impl ContextSource for Asked {
    async fn contribute(&self, scope: &ContextScope, _: bool) -> Fallible<Contribution> {
        let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
        if scope.bot.tools.allows("paint") && Place::current().may_make_media {
            let (counts, hung) = (self.0.clone(), Arc::new(watch::channel(0).0));
            tools.push(Arc::new(TestTool { name: "paint", counts, hung }));
        }
        Ok(Contribution { tools, ..Contribution::default() })
    }

    async fn remember(&self, _: UserId, rule_key: &str, _: bool) -> Fallible<()> {
        assert_eq!(rule_key, "test|ring");
        Ok(())
    }
}

/// Draws a picture, as a file of the person's.
struct Draw(Services);

#[async_trait]
impl Tool for Draw {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "draw".to_owned(),
            description: "Draws.".to_owned(),
            parameters: json!({ "type": "object" }),
        }
    }

    fn title(&self) -> String {
        "DRAW".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, _arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let now = self.0.clock.now();
        let content = testing::colorful_png((8, 8), 1);
        let new = files::NewUpload {
            id: kernel::FileId::new(now),
            user_id: scope.user_id,
            workspace_id: scope.workspace_id,
            name: "drawn.png".to_owned(),
            media_type: "image/png".to_owned(),
            size_bytes: content.len() as i64,
            sha256: None,
        };
        let stored = self.0.files.store_generated_file(&self.0.db, &new, content.into(), None, now);
        let stored = stored.await.unwrap();
        let part = conversations::PartKind::File {
            file_id: stored.id,
            name: stored.name,
            media_type: stored.media_type,
            size_bytes: stored.size_bytes,
        };
        Ok(ToolOutput { text: "Drawn.".to_owned(), parts: vec![part], ..ToolOutput::default() })
    }
}
