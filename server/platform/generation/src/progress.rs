//! The progress of a run with tools: what the model was asked so far, and the calls it wants to make now.
//!
//! A run that waits for its person is stored as this, and any process can resume it from here.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use conversations::{Part, PartKind, ToolCallState};
use providers::{ModelImage, ModelMessage, ModelRequest, Role, ToolCall, ToolSpec, Usage};
use serde::{Deserialize, Serialize};

use crate::costs::Used;
use crate::outcome::{Ending, Outcome};

/// The progress of a run with tools.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    pub request: ModelRequest,
    /// Number of times the model was asked.
    pub step: usize,
    /// Usage of all steps.
    pub usage: Option<Usage>,
    /// Estimated usage of the steps that the provider did not count.
    pub likely: Option<Usage>,
    /// Calls requested by the last step; empty while the next model call is due.
    pub calls: Vec<PendingCall>,
}

/// One use of a tool that the last step asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PendingCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
    pub title: String,
    pub source: Option<String>,
    /// The part that shows it.
    pub part_id: String,
    /// The key under which an area stores the person's standing approval of this tool.
    pub rule_key: Option<String>,
    pub state: ToolCallState,
    pub output: Option<String>,
    /// Images it returned, for models with vision.
    #[serde(default, with = "stored_images")]
    pub images: Vec<ModelImage>,
}

impl PendingCall {
    pub fn part(&self) -> Part {
        let kind = PartKind::ToolCall {
            call_id: self.id.clone(),
            tool: self.name.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            arguments: self.arguments.clone(),
            state: self.state,
            output: self.output.clone(),
            provider_state: None,
        };
        Part { id: self.part_id.clone(), kind }
    }

    /// Records the result of the call.
    pub fn end(&mut self, state: ToolCallState, output: impl Into<String>) {
        self.state = state;
        self.output = Some(output.into());
    }

    /// Returns the result message for the model.
    pub fn result(&self) -> ModelMessage {
        let output = self.output.clone().unwrap_or_default();
        ModelMessage { images: self.images.clone(), ..ModelMessage::tool_result(&self.id, output) }
    }
}

impl Progress {
    /// Creates the initial progress: the model has not been asked yet.
    pub fn new(request: ModelRequest) -> Self {
        Self { request, ..Self::default() }
    }

    /// Adds the usage of a step.
    pub fn add(&mut self, usage: Option<Usage>) {
        add(&mut self.usage, usage);
    }

    /// Adds the estimated usage of a step that was not counted.
    pub fn add_estimate(&mut self, likely: Option<Usage>) {
        add(&mut self.likely, likely);
    }

    /// Returns the run's ending, with the usage of all its steps.
    pub fn ending(&self, outcome: Outcome) -> Ending {
        Ending { outcome, usage: self.usage, likely: self.likely }
    }

    /// Returns the usage of all steps, for a run that ends while it waits.
    pub fn used(&self) -> Used<'static> {
        Used { usage: self.usage, likely: self.likely, answerer: None }
    }

    /// Records the model's output in a step, and the calls it wants to make.
    pub fn note_step(&mut self, text: String, calls: &[ToolCall]) {
        self.step += 1;
        let said = ModelMessage {
            tool_calls: calls.to_vec(),
            ..ModelMessage::text(Role::Assistant, text)
        };
        self.request.messages.push(said);
    }

    /// Appends the tools' results to the messages for the model.
    pub fn note_results(&mut self) {
        let results = self.calls.drain(..).map(|call| call.result());
        self.request.messages.extend(results);
    }

    pub fn is_waiting(&self) -> bool {
        self.calls.iter().any(|call| call.state == ToolCallState::Waiting)
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(&Stored::from(self))
            .expect("progress has string keys and finite numbers")
    }

    pub fn from_json(json: &str) -> serde_json::Result<Self> {
        serde_json::from_str::<Stored>(json).map(Self::from)
    }
}

fn add(sum: &mut Option<Usage>, more: Option<Usage>) {
    let Some(more) = more else { return };
    let so_far = sum.unwrap_or_default();
    *sum = Some(Usage {
        input_tokens: so_far.input_tokens.saturating_add(more.input_tokens),
        output_tokens: so_far.output_tokens.saturating_add(more.output_tokens),
        cache_read_tokens: so_far.cache_read_tokens.saturating_add(more.cache_read_tokens),
        cache_write_tokens: so_far.cache_write_tokens.saturating_add(more.cache_write_tokens),
        reasoning_tokens: so_far.reasoning_tokens.saturating_add(more.reasoning_tokens),
    });
}

/// The same, as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    model: String,
    system: Option<String>,
    messages: Vec<StoredMessage>,
    tools: Vec<StoredTool>,
    max_output_tokens: Option<u32>,
    temperature: Option<f32>,
    user_id: Option<kernel::UserId>,
    locale: Option<String>,
    step: usize,
    usage: Option<(u32, u32)>,
    /// Tokens read from the cache, written to it, and of reasoning.
    #[serde(default)]
    usage_parts: Option<(u32, u32, u32)>,
    #[serde(default)]
    likely: Option<(u32, u32)>,
    calls: Vec<PendingCall>,
}

#[derive(Serialize, Deserialize)]
struct StoredMessage {
    role: String,
    text: String,
    images: Vec<(String, String)>,
    calls: Vec<StoredCall>,
    call_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredCall {
    id: String,
    name: String,
    arguments: String,
    provider_state: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredTool {
    name: String,
    description: String,
    parameters: serde_json::Value,
}

impl From<&Progress> for Stored {
    fn from(progress: &Progress) -> Self {
        let request = &progress.request;
        Self {
            model: request.model.clone(),
            system: request.system.clone(),
            messages: request.messages.iter().map(StoredMessage::from).collect(),
            tools: request.tools.iter().map(StoredTool::from).collect(),
            max_output_tokens: request.max_output_tokens,
            temperature: request.temperature,
            user_id: request.user_id,
            locale: request.locale.clone(),
            step: progress.step,
            usage: progress.usage.map(tokens_of),
            usage_parts: progress.usage.map(|usage| {
                (usage.cache_read_tokens, usage.cache_write_tokens, usage.reasoning_tokens)
            }),
            likely: progress.likely.map(tokens_of),
            calls: progress.calls.clone(),
        }
    }
}

impl From<Stored> for Progress {
    fn from(stored: Stored) -> Self {
        let request = ModelRequest {
            model: stored.model,
            system: stored.system,
            messages: stored.messages.into_iter().map(ModelMessage::from).collect(),
            tools: stored.tools.into_iter().map(ToolSpec::from).collect(),
            max_output_tokens: stored.max_output_tokens,
            temperature: stored.temperature,
            user_id: stored.user_id,
            locale: stored.locale,
            ..ModelRequest::default()
        };
        Self {
            request,
            step: stored.step,
            usage: stored.usage.map(|usage| {
                let (read, wrote, reasoning) = stored.usage_parts.unwrap_or_default();
                Usage {
                    cache_read_tokens: read,
                    cache_write_tokens: wrote,
                    reasoning_tokens: reasoning,
                    ..usage_of(usage)
                }
            }),
            likely: stored.likely.map(usage_of),
            calls: stored.calls,
        }
    }
}

fn tokens_of(usage: Usage) -> (u32, u32) {
    (usage.input_tokens, usage.output_tokens)
}

fn usage_of((input_tokens, output_tokens): (u32, u32)) -> Usage {
    Usage { input_tokens, output_tokens, ..Usage::default() }
}

impl From<&ModelMessage> for StoredMessage {
    fn from(message: &ModelMessage) -> Self {
        let role = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::Tool => "tool",
        };
        Self {
            role: role.to_owned(),
            text: message.text.clone(),
            images: message.images.iter().map(stored_images::write).collect(),
            calls: message.tool_calls.iter().cloned().map(StoredCall::from).collect(),
            call_id: message.tool_call_id.clone(),
        }
    }
}

impl From<StoredMessage> for ModelMessage {
    fn from(stored: StoredMessage) -> Self {
        let role = match stored.role.as_str() {
            "assistant" => Role::Assistant,
            "tool" => Role::Tool,
            "system" => Role::System,
            _ => Role::User,
        };
        Self {
            images: stored.images.into_iter().filter_map(stored_images::read).collect(),
            tool_calls: stored.calls.into_iter().map(ToolCall::from).collect(),
            tool_call_id: stored.call_id,
            ..Self::text(role, stored.text)
        }
    }
}

/// Pictures as they are stored: the kind, and the bytes in Base64.
mod stored_images {
    use serde::{Deserializer, Serializer};

    use super::*;

    pub type Stored = (String, String);

    pub fn write(image: &ModelImage) -> Stored {
        (image.media_type.clone(), BASE64.encode(&image.data))
    }

    pub fn read((media_type, data): Stored) -> Option<ModelImage> {
        BASE64.decode(data).ok().map(|data| ModelImage { media_type, data: data.into() })
    }

    pub fn serialize<S: Serializer>(images: &[ModelImage], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(images.iter().map(write))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<ModelImage>, D::Error> {
        Ok(Vec::<Stored>::deserialize(from)?.into_iter().filter_map(read).collect())
    }
}

impl From<ToolCall> for StoredCall {
    fn from(call: ToolCall) -> Self {
        let ToolCall { id, name, arguments, provider_state } = call;
        Self { id, name, arguments, provider_state }
    }
}

impl From<StoredCall> for ToolCall {
    fn from(stored: StoredCall) -> Self {
        let StoredCall { id, name, arguments, provider_state } = stored;
        Self { id, name, arguments, provider_state }
    }
}

impl From<&ToolSpec> for StoredTool {
    fn from(spec: &ToolSpec) -> Self {
        let ToolSpec { name, description, parameters } = spec.clone();
        Self { name, description, parameters }
    }
}

impl From<StoredTool> for ToolSpec {
    fn from(stored: StoredTool) -> Self {
        let StoredTool { name, description, parameters } = stored;
        Self { name, description, parameters }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_comes_back_whole() {
        let call = ToolCall {
            id: "c1".into(),
            name: "add".into(),
            arguments: "{}".into(),
            provider_state: Some("signed".into()),
        };
        let image = ModelImage { media_type: "image/png".into(), data: vec![0, 255, 7].into() };
        let mut progress = Progress::new(ModelRequest {
            model: "gpt".into(),
            system: Some("Be brief.".into()),
            messages: vec![ModelMessage {
                images: vec![image.clone()],
                ..ModelMessage::text(Role::User, "What is this?")
            }],
            tools: vec![ToolSpec {
                name: "add".into(),
                description: "Adds".into(),
                parameters: serde_json::json!({ "type": "object" }),
            }],
            max_output_tokens: Some(7),
            temperature: Some(0.5),
            ..ModelRequest::default()
        });
        progress.add(Some(Usage { reasoning_tokens: 2, ..usage_of((3, 4)) }));
        progress.add(None);
        progress.add(Some(usage_of((1, 1))));
        progress.add_estimate(Some(usage_of((8, 9))));
        progress.note_step("Let me see.".into(), std::slice::from_ref(&call));
        progress.calls.push(PendingCall {
            id: call.id,
            name: call.name,
            arguments: call.arguments,
            title: "Add".into(),
            source: None,
            part_id: "p2".into(),
            rule_key: Some("k".into()),
            state: ToolCallState::Waiting,
            output: None,
            images: vec![image],
        });

        let again = Progress::from_json(&progress.to_json()).unwrap();
        assert!(again.is_waiting());
        assert_eq!(again.usage, Some(Usage { reasoning_tokens: 2, ..usage_of((4, 5)) }));
        assert_eq!(again.likely, progress.likely);
        assert_eq!(again.request.messages, progress.request.messages);
        assert_eq!(again.request.tools, progress.request.tools);
        assert_eq!(again.request.system, progress.request.system);
        assert_eq!((again.step, again.calls), (1, progress.calls));
    }
}
