//! Tools and formats of answers, in the words of both of OpenAI's APIs.

use providers::{AnswerFormat, ToolChoice, ToolSpec};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::{OpenAiError, OpenAiResult};

/// A tool of the program's: `{type, function: {…}}` in chat completions, flat in responses.
#[derive(Debug, Deserialize)]
pub(crate) struct InTool {
    r#type: String,
    function: Option<InFunction>,
    #[serde(flatten)]
    flat: FlatFunction,
}

#[derive(Debug, Clone, Deserialize)]
struct InFunction {
    name: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    parameters: Option<Value>,
    strict: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
struct FlatFunction {
    name: Option<String>,
    description: Option<String>,
    parameters: Option<Value>,
    strict: Option<bool>,
}

impl InTool {
    pub fn to_spec(&self) -> OpenAiResult<ToolSpec> {
        let flat = || {
            let FlatFunction { name, description, parameters, strict } = self.flat.clone();
            name.map(|name| InFunction { name, description, parameters, strict })
        };
        let function = self.function.clone().or_else(flat);
        let (Some(function), "function") = (function, self.r#type.as_str()) else {
            let message = format!("Tools of the type {:?} are not served here.", self.r#type);
            return Err(OpenAiError::invalid("tools", message));
        };
        spec(function.name, function.description, function.parameters)
    }

    /// Returns the name if the arguments must match the schema exactly.
    pub fn strict_name(&self) -> Option<String> {
        let (name, strict) = match &self.function {
            Some(function) => (Some(&function.name), function.strict),
            None => (self.flat.name.as_ref(), self.flat.strict),
        };
        name.filter(|_| strict == Some(true)).cloned()
    }
}

/// Returns the description of a tool for a model.
pub(crate) fn spec(
    name: String,
    description: Option<String>,
    parameters: Option<Value>,
) -> OpenAiResult<ToolSpec> {
    let is_letter = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-');
    if name.is_empty() || name.len() > 64 || !name.chars().all(is_letter) {
        let message = format!("{name:?} is no name of a tool: it has 1 to 64 of A-Z a-z 0-9 _ -");
        return Err(OpenAiError::invalid("tools", message));
    }
    let parameters = parameters.filter(Value::is_object);
    let none = || json!({ "type": "object", "properties": {} });
    let description = description.unwrap_or_default();
    Ok(ToolSpec { name, description, parameters: parameters.unwrap_or_else(none) })
}

/// Parses the tool choice.
pub(crate) fn choice(choice: Option<&Value>) -> OpenAiResult<ToolChoice> {
    let Some(choice) = choice.filter(|choice| !choice.is_null()) else {
        return Ok(ToolChoice::Auto);
    };
    // Some clients write Anthropic's objects.
    match choice.as_str().or(choice["type"].as_str()) {
        Some("auto") => return Ok(ToolChoice::Auto),
        Some("none") => return Ok(ToolChoice::None),
        Some("required" | "any") => return Ok(ToolChoice::Required),
        _ => {}
    }
    let name = choice["function"]["name"].as_str().or(choice["name"].as_str());
    match name {
        Some(name) if choice["type"] == "function" || choice["type"] == "tool" => {
            Ok(ToolChoice::Named(name.to_owned()))
        }
        _ => Err(OpenAiError::invalid("tool_choice", "This choice of a tool is not served here.")),
    }
}

/// Parses the format of the answer; the schema is nested in chat completions, flat in responses.
pub(crate) fn format(format: Option<&Value>, param: &str) -> OpenAiResult<AnswerFormat> {
    let Some(format) = format.filter(|format| !format.is_null()) else {
        return Ok(AnswerFormat::Text);
    };
    let described = format.get("json_schema").unwrap_or(format);
    match format["type"].as_str() {
        Some("text") => Ok(AnswerFormat::Text),
        Some("json_object") => Ok(AnswerFormat::Json),
        Some("json_schema") if described["schema"].is_object() => Ok(AnswerFormat::Schema {
            name: described["name"].as_str().unwrap_or("answer").to_owned(),
            schema: described["schema"].clone(),
            strict: described["strict"].as_bool().unwrap_or(false),
        }),
        _ => Err(OpenAiError::invalid(param, "This format of an answer is not served here.")),
    }
}
