//! Documents that agents make of templates for their person.

use std::sync::Arc;

use area::{AgentTools, Services};
use async_trait::async_trait;
use conversations::PartKind;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use kernel::{Fallible, Payer, UserId, uuid_v7};
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::suggest::{described, value_of};
use crate::documents::{Owner, create, make_file};
use crate::filling::{Values, check_complete, check_values, unknown_field};
use crate::problems::{FIELD_UNKNOWN, FORMAT_UNAVAILABLE};
use crate::produce::Format;
use crate::templates::{Found, find, list};
use crate::wire::NewDocument;

/// The name of the tool, by which agents choose it. It never changes.
const NAME: &str = "fill_template";

/// Offers agents a tool that fills templates.
pub(crate) struct FillsTemplates(Services);

impl FillsTemplates {
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }
}

#[async_trait]
impl AgentTools for FillsTemplates {
    async fn tools_for(&self, payer: &Payer) -> Fallible<Vec<Arc<dyn Tool>>> {
        let mut conn = self.0.db.read().await?;
        let user = self.0.identity.find_user(&mut conn, payer.user_id).await?;
        drop(conn);
        let locale = user.and_then(|user| user.settings.locale);
        let all = list(&self.0, payer.user_id, locale.as_deref()).await?;
        let listed = all.iter().map(|found| format!("{}: {}", found.key, found.definition.name));
        let listed = listed.collect::<Vec<_>>().join("; ");
        Ok(vec![Arc::new(FillTemplate { services: self.0.clone(), locale, listed })])
    }
}

struct FillTemplate {
    services: Services,
    locale: Option<String>,
    /// The keys and names of all templates.
    listed: String,
}

/// The arguments of a call.
#[derive(Deserialize)]
struct Arguments {
    template: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    values: Option<Map<String, Value>>,
    #[serde(default)]
    format: Option<Format>,
}

#[async_trait]
impl Tool for FillTemplate {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: NAME.to_owned(),
            description: format!(
                "Makes a document of one of the person's templates. Call it without values first: it then tells the fields. \
                 Templates: {}",
                self.listed
            ),
            parameters: json!({
                "type": "object",
                "properties": {
                    "template": { "type": "string", "description": "The key of the template." },
                    "title": { "type": "string" },
                    "values": {
                        "type": "object",
                        "description": "Values by the names of the fields: strings, or arrays of objects for lists.",
                    },
                    "format": { "type": "string", "enum": ["docx", "pptx", "markdown"] },
                },
                "required": ["template"],
            }),
        }
    }

    fn title(&self) -> String {
        "Fill a template".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    async fn call(&self, arguments: Value, scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let arguments = Arguments::deserialize(&arguments)
            .map_err(|error| ToolError::wrong_arguments(&error))?;
        let made = self.fill(arguments, scope).await;
        made.map_err(|failure| ToolError::of(failure, "The document could not be made."))
    }
}

impl FillTemplate {
    async fn fill(&self, arguments: Arguments, scope: &ToolScope) -> Fallible<ToolOutput> {
        let template = self.find(scope.user_id, &arguments.template).await?;
        let Some(values) = arguments.values else {
            return Ok(ToolOutput { text: fields_of(&template), ..ToolOutput::default() });
        };
        let values = read_values(&template, &values)?;
        // Before anything is made.
        check_complete(&template.definition, &check_values(&template.definition, &values)?)?;
        let formats = Format::of(template.definition.output);
        let format = arguments.format.unwrap_or(formats[0]);
        if !formats.contains(&format) {
            return Err(FORMAT_UNAVAILABLE.into());
        }
        let owner = Owner {
            user_id: scope.user_id,
            workspace_id: scope.workspace_id,
            locale: self.locale.as_deref(),
        };
        let id = uuid_v7(self.services.clock.now());
        let new = NewDocument { id, template: template.key, title: arguments.title, values };
        let document = create(&self.services, owner, new).await?;
        let file = make_file(&self.services, owner, document.id, format).await?;
        let part = PartKind::File {
            file_id: file.file_id,
            name: file.name,
            media_type: file.media_type,
            size_bytes: file.size_bytes,
        };
        let text = format!(
            "The document was made. The person sees it here, can save it, and can change it at /templates/documents/{}.",
            document.id
        );
        Ok(ToolOutput { text, parts: vec![part], ..ToolOutput::default() })
    }

    async fn find(&self, user_id: UserId, key: &str) -> Fallible<Found> {
        find(&self.services, user_id, self.locale.as_deref(), key).await
    }
}

fn fields_of(template: &Found) -> String {
    let fields = template.definition.fields.iter().filter(|field| field.is_filled());
    let fields: Vec<Value> = fields.map(described).collect();
    format!("The fields of {}: {}", template.definition.name, Value::from(fields))
}

/// Returns the values of a call.
///
/// Problems: [`FIELD_UNKNOWN`], so that the model corrects itself.
fn read_values(template: &Found, given: &Map<String, Value>) -> Fallible<Values> {
    let mut values = Values::new();
    for (name, value) in given {
        let field =
            template.definition.field(name).ok_or_else(|| FIELD_UNKNOWN.with("name", name))?;
        if let Some(value) = value_of(field, value) {
            values.insert(name.clone(), value);
        }
    }
    match unknown_field(&template.definition, &values) {
        Some(problem) => Err(problem.into()),
        None => Ok(values),
    }
}
