//! Parsing of requests in any of the protocols.

use serde_json::Value;

/// The parts of a request that a fake model considers.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Asked {
    /// The last message's text, or the last tool result.
    pub text: String,
    /// The system prompt.
    pub system: String,
    /// Media types of the pictures and recordings in the whole conversation, in order.
    pub pictures: Vec<String>,
    /// The tools that may be used.
    pub tools: Vec<String>,
    /// Number of tool results since the person's last message.
    pub rounds: usize,
    /// The last text of the person's.
    pub wish: String,
    /// True if the previous message was a tool result.
    pub after_result: bool,
}

/// A use of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Use {
    pub tool: String,
    pub arguments: String,
}

impl Asked {
    pub fn read(request: &Value) -> Self {
        let mut this = Self { tools: tools(request), ..Self::default() };
        let messages =
            ["messages", "contents", "input"].iter().find_map(|name| request[name].as_array());
        if let Some(text) = request["input"].as_str() {
            text.clone_into(&mut this.text);
            text.clone_into(&mut this.wish);
        }
        for message in messages.into_iter().flatten() {
            if message["role"] == "system" {
                this.system = text(message);
            }
            this.hear(message);
        }
        this
    }

    fn hear(&mut self, message: &Value) {
        if is_call(message) {
            return;
        }
        let pictures = pictures(message);
        let belongs_to_result = self.after_result && !pictures.is_empty();
        self.pictures.extend(pictures);
        let results = results(message);
        self.after_result = !results.is_empty();
        if belongs_to_result && results.is_empty() {
            // Chat completions carry the pictures of a result in a message of their own.
            self.after_result = true;
        } else if results.is_empty() {
            self.text = text(message);
            if message["role"] == "user" {
                self.rounds = 0;
                self.wish.clone_from(&self.text);
            }
        } else {
            self.rounds += 1;
            self.text = results.concat();
        }
    }

    /// Returns the calls that the person's words ask for: one a line, `tool {"its": "arguments"}`. Without any, the
    /// first tool is used without arguments.
    pub fn uses(&self) -> Vec<Use> {
        let said = self.wish.lines().filter_map(|line| {
            let (tool, arguments) = line.trim().split_once(' ').unwrap_or((line.trim(), "{}"));
            let is_tool = self.tools.iter().any(|name| name == tool);
            is_tool.then(|| Use { tool: tool.to_owned(), arguments: arguments.to_owned() })
        });
        let said: Vec<_> = said.collect();
        if !said.is_empty() {
            return said;
        }
        let first = self.tools.first();
        first
            .map(|tool| Use { tool: tool.clone(), arguments: "{}".to_owned() })
            .into_iter()
            .collect()
    }
}

/// Returns true for an item of OpenAI's responses that is no message: the model's own call or reasoning.
fn is_call(message: &Value) -> bool {
    matches!(message["type"].as_str(), Some("function_call" | "reasoning"))
}

fn tools(request: &Value) -> Vec<String> {
    let list = request["tools"].as_array().into_iter().flatten();
    let declared = list.flat_map(|tool| match tool["functionDeclarations"].as_array() {
        Some(functions) => functions.clone(),
        None => vec![tool.clone()],
    });
    let name = |tool: Value| {
        tool["function"]["name"].as_str().or(tool["name"].as_str()).map(str::to_owned)
    };
    declared.filter_map(name).collect()
}

fn parts(message: &Value) -> Vec<Value> {
    let parts = message["content"].as_array().or(message["parts"].as_array());
    parts.cloned().unwrap_or_default()
}

fn text(message: &Value) -> String {
    if let Some(text) = message["content"].as_str() {
        return text.to_owned();
    }
    parts(message).iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().concat()
}

fn results(message: &Value) -> Vec<String> {
    if message["role"] == "tool" {
        return vec![text(message)];
    }
    if message["type"] == "function_call_output" {
        return vec![message["output"].as_str().unwrap_or_default().to_owned()];
    }
    let result = |part: &Value| {
        if part["type"] == "tool_result" {
            return Some(text(part));
        }
        let response = part.get("functionResponse")?;
        Some(response["response"]["output"].as_str().unwrap_or_default().to_owned())
    };
    parts(message).iter().filter_map(result).collect()
}

fn pictures(message: &Value) -> Vec<String> {
    let kind = |part: &Value| {
        let address = part["image_url"]["url"].as_str().or(part["image_url"].as_str());
        if let Some(format) = part["input_audio"]["format"].as_str() {
            return Some(format!("audio/{format}"));
        }
        let from_address = address.and_then(|url| url.strip_prefix("data:")?.split(';').next());
        let kind = from_address
            .or(part["source"]["media_type"].as_str())
            .or(part["inlineData"]["mimeType"].as_str())?;
        Some(kind.to_owned())
    };
    let ollamas = message["images"].as_array().map_or(0, Vec::len);
    let unnamed = std::iter::repeat_n("image".to_owned(), ollamas);
    parts(message).iter().filter_map(kind).chain(unnamed).collect()
}
