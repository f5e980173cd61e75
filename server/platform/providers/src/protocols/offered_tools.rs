//! Offers a model the tools that its provider takes. A bad tool is left out, and never costs the request.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use futures::{StreamExt, stream};

use super::schemas::{Dialect, normalized};
use crate::{
    ModelError, ModelEvent, ModelRequest, ModelStream, Notice, TextModel, ToolChoice, ToolSpec,
};

/// A model whose requests hold only tools that its provider takes.
pub(super) struct OfferedTools {
    pub model: Arc<dyn TextModel>,
    pub dialect: Dialect,
}

/// Number of tools that are left out because the provider names them in its refusal.
const BLAMED_MAX: usize = 3;

/// Code of the notice that a tool was left out; its text is the tool's name, and why.
const TOOL_LEFT_OUT: &str = "providers.tool_left_out";

#[async_trait]
impl TextModel for OfferedTools {
    async fn stream(&self, request: ModelRequest) -> Result<ModelStream, ModelError> {
        if request.tools.is_empty() {
            return self.model.stream(request).await;
        }
        let is_single = request.options.parallel_tool_calls == Some(false);
        let answer = self.ask(request).await?;
        Ok(if is_single { first_call_only(answer) } else { answer })
    }
}

impl OfferedTools {
    async fn ask(&self, mut request: ModelRequest) -> Result<ModelStream, ModelError> {
        let mut left_out = normalize(&mut request, self.dialect);
        for _ in 0..BLAMED_MAX {
            let refused = match self.model.stream(request.clone()).await {
                Err(ModelError::Refused { message }) => message,
                answer => return answer.map(|answer| noted(answer, left_out)),
            };
            let Some(at) = blamed(&refused, &request.tools) else {
                return Err(ModelError::Refused { message: refused });
            };
            let tool = request.tools.remove(at);
            tracing::warn!(
                tool = tool.name,
                refused,
                "a tool is left out that its provider refuses"
            );
            left_out.push(format!("{}: {refused}", tool.name));
            settle_choice(&mut request);
        }
        self.model.stream(request).await.map(|answer| noted(answer, left_out))
    }
}

/// Leaves out all calls after the first: not every provider has a word for one call at a time, nor heeds it.
fn first_call_only(answer: ModelStream) -> ModelStream {
    let mut has_call = false;
    Box::pin(answer.filter(move |event| {
        let is_call = matches!(event, Ok(ModelEvent::ToolCall(_)));
        let is_kept = !is_call || !has_call;
        has_call |= is_call;
        std::future::ready(is_kept)
    }))
}

/// Keeps the tools that the provider takes, in the shape that it takes; returns the others with the reason for each.
fn normalize(request: &mut ModelRequest, dialect: Dialect) -> Vec<String> {
    let mut left_out = Vec::new();
    let mut names = HashSet::new();
    for mut tool in std::mem::take(&mut request.tools) {
        let schema = match () {
            () if !is_name(&tool.name) => Err("its name is not allowed"),
            () if !names.insert(tool.name.clone()) => Err("another tool has its name"),
            () => normalized(&tool.parameters, dialect),
        };
        match schema {
            Ok(schema) => {
                tool.parameters = schema;
                request.tools.push(tool);
            }
            Err(reason) => {
                tracing::warn!(tool = tool.name, reason, "a tool is left out of a request");
                left_out.push(format!("{}: {reason}", tool.name));
            }
        }
    }
    settle_choice(request);
    left_out
}

fn is_name(name: &str) -> bool {
    let is_letter = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-');
    (1..=64).contains(&name.len()) && name.chars().all(is_letter)
}

/// Leaves the choice to the model where the tool that it must use was left out.
fn settle_choice(request: &mut ModelRequest) {
    let is_offered = match &request.options.tool_choice {
        ToolChoice::Named(name) => request.tools.iter().any(|tool| tool.name == *name),
        ToolChoice::Required => !request.tools.is_empty(),
        ToolChoice::Auto | ToolChoice::None => true,
    };
    if !is_offered {
        request.options.tool_choice = ToolChoice::Auto;
    }
}

/// Returns the place of the one tool that a refusal is about: it names the tool, or its place in the request.
fn blamed(refusal: &str, tools: &[ToolSpec]) -> Option<usize> {
    let is_about_tools = ["schema", "tool", "function", "parameter"]
        .iter()
        .any(|word| refusal.to_ascii_lowercase().contains(word));
    if !is_about_tools {
        return None;
    }
    let named: Vec<usize> =
        (0..tools.len()).filter(|at| is_word_in(refusal, &tools[*at].name)).collect();
    if let [at] = named[..] {
        return Some(at);
    }
    let places = ["tools.", "tools[", "function_declarations[", "functionDeclarations["];
    places.iter().find_map(|place| {
        let digits = refusal.split(place).skip(1).find_map(|rest| {
            let end = rest.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse::<usize>().ok()
        });
        // Gemini holds all of them in its first tool.
        let is_holder =
            *place == "tools[" && refusal.contains("unction") && refusal.contains("eclarations[");
        digits.filter(|at| *at < tools.len() && !is_holder)
    })
}

fn is_word_in(text: &str, word: &str) -> bool {
    let is_letter = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '-');
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter)
    })
}

/// Returns the answer with a notice for each tool that was left out, before its end.
fn noted(answer: ModelStream, left_out: Vec<String>) -> ModelStream {
    if left_out.is_empty() {
        return answer;
    }
    let mut left_out = left_out;
    Box::pin(answer.flat_map(move |event| {
        let notices: Vec<_> = match event {
            Ok(ModelEvent::Finished(_)) => std::mem::take(&mut left_out),
            _ => Vec::new(),
        };
        let notice = |text| {
            let code = TOOL_LEFT_OUT.to_owned();
            Ok(ModelEvent::Notice(Notice { code, text, action: None }))
        };
        stream::iter(notices.into_iter().map(notice).chain([event]).collect::<Vec<_>>())
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool(name: &str) -> ToolSpec {
        ToolSpec { name: name.to_owned(), description: String::new(), parameters: json!({}) }
    }

    #[test]
    fn a_refusal_blames_the_tool_that_it_names() {
        let tools = ["look", "look_up", "write"].map(tool);
        for (refusal, wanted) in [
            ("Invalid schema for function 'look': array schema missing items.", Some(0)),
            ("Invalid schema for function 'look_up': In context=('properties', 'a')", Some(1)),
            ("tools.2.custom.input_schema: JSON schema is invalid", Some(2)),
            ("Invalid 'tools[1].function.parameters'", Some(1)),
            (
                "GenerateContentRequest.tools[0].function_declarations[2].parameters: should be non-empty",
                Some(2),
            ),
            ("tools.9.custom.input_schema: invalid", None),
            ("look and write have bad schemas", None),
            ("maximum context length is 8192 tokens", None),
        ] {
            assert_eq!(blamed(refusal, &tools), wanted, "{refusal}");
        }
    }

    #[test]
    fn bad_tools_are_left_out_and_named() {
        let list = ToolSpec { parameters: json!({ "type": "array" }), ..tool("list") };
        let mut request = ModelRequest {
            tools: vec![tool("look"), tool("look"), tool("bad name"), list],
            ..ModelRequest::default()
        };
        request.options.tool_choice = ToolChoice::Named("list".to_owned());
        let left_out = normalize(&mut request, Dialect::Json);
        assert_eq!(request.tools.len(), 1);
        assert_eq!(request.tools[0].parameters, json!({ "type": "object", "properties": {} }));
        assert_eq!(request.options.tool_choice, ToolChoice::Auto);
        let wanted = [
            "look: another tool has its name",
            "bad name: its name is not allowed",
            "list: its arguments are no object",
        ];
        assert_eq!(left_out, wanted);
    }
}
