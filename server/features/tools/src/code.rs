//! The tool by which models run programs: they guess at sums over a thousand rows, a program does not.

use std::sync::Arc;

use area::{AgentTools, Services};
use async_trait::async_trait;
use bytes::Bytes;
use code_sandbox::{CodeError, CodeFile, Language, Outcome, Program, RUN_SECONDS};
use conversations::{Message, PartKind, Role};
use generation::{
    ContextScope, ContextSource, Contribution, Tool, ToolChoice, ToolError, ToolOutput, ToolScope,
};
use kernel::{Failure, Fallible, Payer};
use mime_guess::MimeGuess;
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::content::{Media, Output};
use crate::servers::Tools;

/// The name by which bots, agents and models know it.
pub(crate) const RUN_CODE: &str = "run_code";

/// Offers the tool where programs can be run.
#[derive(Clone)]
pub(crate) struct RunsCode {
    services: Services,
    tools: Arc<Tools>,
}

impl RunsCode {
    pub fn new(services: &Services, tools: Arc<Tools>) -> Self {
        Self { services: services.clone(), tools }
    }

    fn tool(&self) -> Option<Arc<dyn Tool>> {
        self.services.code.is_there().then(|| Arc::new(RunCode(self.clone())) as Arc<dyn Tool>)
    }
}

#[async_trait]
impl ContextSource for RunsCode {
    async fn contribute(&self, scope: &ContextScope, _kept: bool) -> Fallible<Contribution> {
        // Its description is long: other chats do without it, unless their bot was given it.
        let is_chosen = matches!(scope.bot.tools, ToolChoice::Only(_)) || has_files(&scope.branch);
        let is_offered = scope.model.tools && is_chosen && scope.bot.tools.allows(RUN_CODE);
        let tools = self.tool().filter(|_| is_offered).into_iter().collect();
        Ok(Contribution { tools, ..Contribution::default() })
    }
}

/// Returns true if the person attached a file.
fn has_files(branch: &[Message]) -> bool {
    let theirs = branch.iter().filter(|message| message.role == Role::User);
    let mut parts = theirs.flat_map(|message| &message.parts);
    parts.any(|part| matches!(part.kind, PartKind::File { .. }))
}

#[async_trait]
impl AgentTools for RunsCode {
    async fn tools_for(&self, _payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        Ok(self.tool().into_iter().collect())
    }
}

struct RunCode(RunsCode);

/// The arguments of a call.
#[derive(Debug, Deserialize)]
struct Arguments {
    language: Language,
    code: String,
    /// Names of files.
    #[serde(default)]
    files: Vec<String>,
}

#[async_trait]
impl Tool for RunCode {
    fn spec(&self) -> ToolSpec {
        let languages = Language::ALL.map(Language::as_str);
        let notes = Language::ALL.map(Language::notes).join(" ");
        ToolSpec {
            name: RUN_CODE.to_owned(),
            description: format!(
                "Runs a program and returns what it prints, for calculations, data and files. It has no network, and \
                 {RUN_SECONDS} seconds. Each call starts anew. Files that it writes are given to the person. {notes}"
            ),
            parameters: json!({
                "type": "object",
                "properties": {
                    "language": { "type": "string", "enum": languages },
                    "code": { "type": "string" },
                    "files": {
                        "type": "array",
                        "items": { "type": "string" },
                        "description": "Names of files that the program reads: attached ones, and those of earlier programs.",
                    },
                },
                "required": ["language", "code"],
                "additionalProperties": false,
            }),
        }
    }

    fn title(&self) -> String {
        "Run code".to_owned()
    }

    /// A program reaches nothing but the files that it is given.
    fn needs_approval(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        match self.run(arguments, scope).await {
            Ok(output) => output,
            Err(failure) => Err(ToolError::of(failure, "The server could not run the program.")),
        }
    }
}

impl RunCode {
    async fn run(
        &self,
        arguments: Arguments,
        scope: &ToolScope,
    ) -> Fallible<Result<ToolOutput, ToolError>> {
        let mut files = Vec::with_capacity(arguments.files.len());
        for name in arguments.files {
            match self.read_file(&name, scope).await? {
                Some(content) => files.push(CodeFile { name, content }),
                None => {
                    let place =
                        if scope.conversation_id.is_some() { "in this chat" } else { "here" };
                    let text = format!("There is no file named \"{name}\" {place}.");
                    return Ok(Err(ToolError(text)));
                }
            }
        }
        let now = self.0.services.clock.now().micros();
        let Arguments { language, code, .. } = arguments;
        let program = Program { language, code, now, files };
        let outcome = tokio::select! {
            outcome = self.0.services.code.run(&program) => outcome?,
            () = scope.cancelled.cancelled() => return Ok(Err(ToolError("The person stopped it.".to_owned()))),
        };
        Ok(match outcome {
            Ok(outcome) => Ok(self.output(outcome, scope).await),
            Err(error) => Err(ToolError(text_of(error).to_owned())),
        })
    }

    /// Returns the content of the newest file of this name that the work has: in its chat, or of its own.
    async fn read_file(&self, name: &str, scope: &ToolScope) -> Fallible<Option<Bytes>> {
        let Services { files, db, .. } = &self.0.services;
        let mut conn = db.read().await?;
        if !scope.files.is_empty() {
            let mut own = files.find_uploads(&mut conn, scope.user_id, &scope.files).await?;
            let mut newest_first = scope.files.iter().filter_map(|id| own.remove(id));
            if let Some(upload) = newest_first.find(|upload| upload.name == name) {
                drop(conn);
                return files.get(&upload.key()).await.map_err(Failure::internal);
            }
        }
        let found =
            files.find_chat_files_by_name(&mut conn, scope.user_id, name, FOUND_MAX).await?;
        let is_here = |id| scope.conversation_id.is_none_or(|here| here == id);
        let file =
            found.into_iter().find(|file| file.name == name && is_here(file.conversation_id));
        let Some(file) = file else { return Ok(None) };
        let upload = files.find_upload(&mut conn, scope.user_id, file.file_id).await?;
        drop(conn);
        let Some(upload) = upload else { return Ok(None) };
        files.get(&upload.key()).await.map_err(Failure::internal)
    }

    async fn output(&self, outcome: Outcome, scope: &ToolScope) -> ToolOutput {
        let mut text = outcome.printed;
        if let Some(error) = outcome.error {
            text.push_str(&format!("\nThe program ended early:\n{error}"));
        }
        if text.trim().is_empty() {
            text = "The program printed nothing.".to_owned();
        }
        let media = outcome.files.into_iter().map(media_of).collect();
        self.0.tools.keep_media(scope, Output { text, media }, false).await
    }
}

/// Files of one name that are looked at.
const FOUND_MAX: usize = 50;

/// Returns a file as a download: programs write what they want, whatever its name says. A drawing is shown, because nothing
/// runs in an image element, nor under the policy with which files are served.
fn media_of(file: CodeFile) -> Media {
    let guessed = MimeGuess::from_path(&file.name).first_raw();
    let is_drawing = guessed == Some(SVG) && file.content.starts_with(b"<svg");
    let is_kept = |kind: &&str| is_drawing || !kind.starts_with("image/");
    let media_type = guessed.filter(is_kept).unwrap_or("application/octet-stream");
    Media { name: file.name, media_type, data: file.content }
}

const SVG: &str = "image/svg+xml";

fn text_of(error: CodeError) -> &'static str {
    match error {
        CodeError::CodeTooLong => "The program is too long.",
        CodeError::TooManyFiles => "These are too many files.",
        CodeError::FilesTooLarge => "These files are too large together.",
        CodeError::Exhausted => "The program took too long, or too much memory.",
        CodeError::Broken => "The program broke its interpreter. Write it in another way.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_drawings_are_shown() {
        let kind = |name: &str, content: &'static str| {
            media_of(CodeFile { name: name.to_owned(), content: content.into() }).media_type
        };
        assert_eq!(kind("a.svg", "<svg xmlns='x'></svg>"), "image/svg+xml");
        assert_eq!(kind("a.svg", "<html></html>"), "application/octet-stream");
        assert_eq!(kind("a.png", "<svg></svg>"), "application/octet-stream");
        assert_eq!(kind("a.csv", "1,2"), "text/csv");
    }
}
