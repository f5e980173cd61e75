//! Questions of a server to a person while its tool runs (`elicitation/create`): read, bounded, and answered.

use std::sync::Arc;

use conversations::{QuestionField, QuestionInput, QuestionOption, TextFormat, is_known_pattern};
use generation::{Question, Questions, Reply};
use kernel::{UserId, strip_hidden};
use serde_json::{Map, Value, json};
use url::Url;

use crate::mcp::Asked;
use crate::rules::{
    ANSWER_TEXT_MAX_CHARS, OPTIONS_PER_FIELD_MAX, QUESTION_FIELDS_MAX, QUESTION_MAX_BYTES,
    QUESTION_MESSAGE_MAX_CHARS, cut,
};

const TITLE_MAX_CHARS: usize = 200;
const FIELD_DESCRIPTION_MAX_CHARS: usize = 500;
const FIELD_NAME_MAX_BYTES: usize = 100;
const PATTERN_MAX_CHARS: usize = 500;
const URL_MAX_BYTES: usize = 2_000;

/// The person for whom a tool is called.
#[derive(Clone)]
pub(crate) struct Asker {
    pub user_id: UserId,
    /// The name of the server, as the person knows it.
    pub server: String,
    /// `None`: the person cannot be asked.
    pub questions: Option<Arc<dyn Questions>>,
}

impl Asker {
    /// Asks the person. Returns the result that the server gets, or what is wrong with the question.
    pub async fn answer(&self, asked: &Asked) -> Result<Value, &'static str> {
        let Some(questions) = &self.questions else { return Ok(declined()) };
        let question = question_of(asked, &self.server)?;
        let is_form = question.url.is_none();
        Ok(match questions.ask(question).await {
            Reply::Accepted(content) if is_form => {
                json!({ "action": "accept", "content": content })
            }
            Reply::Accepted(_) => json!({ "action": "accept" }),
            Reply::Declined => declined(),
            Reply::Cancelled => json!({ "action": "cancel" }),
        })
    }

    /// Returns true while a question waits.
    pub fn is_asking(&self) -> bool {
        self.questions.as_ref().is_some_and(|questions| questions.is_open())
    }
}

/// Returns what a server is told where nobody can be asked.
pub(crate) fn declined() -> Value {
    json!({ "action": "decline" })
}

fn question_of(asked: &Asked, server: &str) -> Result<Question, &'static str> {
    let params = &asked.params;
    if params.to_string().len() > QUESTION_MAX_BYTES {
        return Err("The question is too large");
    }
    let message = shown(&params["message"], QUESTION_MESSAGE_MAX_CHARS);
    let message = message.ok_or("The question has no message")?;
    let source = server.to_owned();
    match params["mode"].as_str().unwrap_or("form") {
        "form" => {
            let mut fields = fields_of(&params["requestedSchema"])?;
            fields.sort_by_key(|field| asked.order.iter().position(|name| *name == field.name));
            Ok(Question { source, message, fields, url: None })
        }
        "url" => {
            let url = page_of(&params["url"]).ok_or("The URL is none that a person can open")?;
            Ok(Question { source, message, fields: Vec::new(), url: Some(url) })
        }
        _ => Err("The mode is unknown"),
    }
}

/// Returns the address of a page, with the host as it is looked up.
fn page_of(url: &Value) -> Option<String> {
    let url = url.as_str().filter(|url| url.len() <= URL_MAX_BYTES)?;
    let url = Url::parse(url).ok()?;
    let is_plain = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
    is_plain.then(|| url.into())
}

fn fields_of(schema: &Value) -> Result<Vec<QuestionField>, &'static str> {
    let properties = match (&schema["type"], &schema["properties"]) {
        (Value::Null, Value::Null) if schema.is_null() => return Ok(Vec::new()),
        (kind, Value::Object(properties)) if kind == "object" => properties,
        (kind, Value::Null) if kind == "object" => return Ok(Vec::new()),
        _ => return Err("The schema must be that of an object"),
    };
    if properties.len() > QUESTION_FIELDS_MAX {
        return Err("The schema has too many properties");
    }
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    properties.iter().map(|(name, schema)| field_of(name, schema, is_required(name))).collect()
}

fn field_of(name: &str, schema: &Value, required: bool) -> Result<QuestionField, &'static str> {
    if name.is_empty() || name.len() > FIELD_NAME_MAX_BYTES {
        return Err("The name of a property is too long");
    }
    let title = shown(&schema["title"], TITLE_MAX_CHARS).or_else(|| shown(&json!(name), 100));
    Ok(QuestionField {
        name: name.to_owned(),
        title: title.unwrap_or_else(|| "?".to_owned()),
        description: shown(&schema["description"], FIELD_DESCRIPTION_MAX_CHARS),
        required,
        input: input_of(schema)?,
    })
}

fn input_of(schema: &Value) -> Result<QuestionInput, &'static str> {
    let options = options_of(schema)?;
    match (schema["type"].as_str(), options) {
        (Some("string") | None, Some(options)) => {
            let default = text_of(&schema["default"]).filter(|it| is_among(&options, it));
            Ok(QuestionInput::Choice { options, default })
        }
        (Some("string"), None) => text_input(schema),
        (Some(kind @ ("number" | "integer")), None) => number_input(schema, kind == "integer"),
        (Some("boolean"), None) => {
            Ok(QuestionInput::Boolean { default: schema["default"].as_bool() })
        }
        (Some("array"), None) => {
            let options = options_of(&schema["items"])?.ok_or("A list must have options")?;
            let given = schema["default"].as_array().into_iter().flatten().filter_map(text_of);
            let default = given.filter(|it| is_among(&options, it)).collect();
            let (min_items, max_items) = (count(schema, "minItems"), count(schema, "maxItems"));
            if min_items.unwrap_or(0) > max_items.unwrap_or(i64::MAX).min(options.len() as i64) {
                return Err("No answer can have so many options");
            }
            Ok(QuestionInput::Choices { options, min_items, max_items, default })
        }
        _ => Err("A property must be a text, a number, a boolean or a choice"),
    }
}

fn text_input(schema: &Value) -> Result<QuestionInput, &'static str> {
    let longest = ANSWER_TEXT_MAX_CHARS as i64;
    let min_length = count(schema, "minLength");
    let max_length = count(schema, "maxLength").map_or(longest, |most| most.min(longest));
    if min_length.unwrap_or(0) > max_length {
        return Err("No answer can be so long");
    }
    let format = match schema["format"].as_str() {
        Some("email") => Some(TextFormat::Email),
        Some("uri") => Some(TextFormat::Uri),
        Some("date") => Some(TextFormat::Date),
        Some("date-time") => Some(TextFormat::DateTime),
        _ => None,
    };
    let pattern = text_of(&schema["pattern"]).filter(|pattern| {
        pattern.chars().count() <= PATTERN_MAX_CHARS && is_known_pattern(pattern)
    });
    let default =
        text_of(&schema["default"]).filter(|text| text.chars().count() as i64 <= max_length);
    Ok(QuestionInput::Text { format, min_length, max_length, pattern, default })
}

fn number_input(schema: &Value, whole: bool) -> Result<QuestionInput, &'static str> {
    let (minimum, maximum) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
    if minimum.zip(maximum).is_some_and(|(least, most)| least > most) {
        return Err("No number is in these bounds");
    }
    let default = schema["default"].as_f64().filter(|it| !whole || it.fract() == 0.0);
    Ok(QuestionInput::Number { whole, minimum, maximum, default })
}

/// Returns the options of a choice: `enum`, with `enumNames` if it has them, or `oneOf` and `anyOf` with titles.
fn options_of(schema: &Value) -> Result<Option<Vec<QuestionOption>>, &'static str> {
    let titled = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    let named: Vec<(&Value, &Value)> = match (schema["enum"].as_array(), titled) {
        (Some(values), _) => {
            let names = &schema["enumNames"];
            values.iter().enumerate().map(|(at, value)| (value, &names[at])).collect()
        }
        (None, Some(options)) => {
            options.iter().map(|option| (&option["const"], &option["title"])).collect()
        }
        (None, None) => return Ok(None),
    };
    if named.is_empty() || named.len() > OPTIONS_PER_FIELD_MAX {
        return Err("A choice has no options, or too many");
    }
    let mut options: Vec<QuestionOption> = Vec::with_capacity(named.len());
    for (value, title) in named {
        let value = text_of(value).ok_or("An option must be a text")?;
        let title = shown(title, TITLE_MAX_CHARS).or_else(|| shown(&json!(value), TITLE_MAX_CHARS));
        if !is_among(&options, &value) {
            options
                .push(QuestionOption { title: title.unwrap_or_else(|| "–".to_owned()), value });
        }
    }
    Ok(Some(options))
}

fn is_among(options: &[QuestionOption], value: &str) -> bool {
    options.iter().any(|option| option.value == value)
}

fn count(schema: &Value, name: &str) -> Option<i64> {
    schema[name].as_u64().map(|count| i64::try_from(count).unwrap_or(i64::MAX))
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Returns a server's words as people see them; `None` if there are none.
fn shown(value: &Value, max_chars: usize) -> Option<String> {
    let text = strip_hidden(value.as_str()?);
    let text = text.trim();
    (!text.is_empty()).then(|| cut(text, max_chars))
}

/// Answers the requests of a result that wants more input (2026-07-28), all at once. Returns what the call is repeated
/// with; `None` if it wants anything else than answers of a person.
pub(crate) async fn answer_all(requests: &Value, asker: &Asker) -> Option<Map<String, Value>> {
    let empty = Map::new();
    let requests = requests.as_object().unwrap_or(&empty);
    let is_known = |request: &Value| request["method"] == "elicitation/create";
    if requests.len() > generation::QUESTIONS_PER_CALL_MAX || !requests.values().all(is_known) {
        return None;
    }
    let answers = requests.iter().map(async |(name, request)| {
        let asked = Asked { params: request["params"].clone(), order: Vec::new() };
        let answer = asker.answer(&asked).await;
        (name.clone(), answer.unwrap_or_else(|_| declined()))
    });
    Some(futures::future::join_all(answers).await.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(params: Value) -> Result<Question, &'static str> {
        question_of(&Asked { params, order: vec!["z".to_owned(), "y".to_owned()] }, "Desk")
    }

    fn form(properties: Value) -> Result<Vec<QuestionField>, &'static str> {
        let schema = json!({ "type": "object", "properties": properties, "required": ["a"] });
        let asked = json!({ "message": "Which?", "requestedSchema": schema });
        read(asked).map(|question| question.fields)
    }

    fn input(schema: Value) -> Result<QuestionInput, &'static str> {
        form(json!({ "a": schema })).map(|mut fields| fields.remove(0).input)
    }

    fn options(pairs: &[(&str, &str)]) -> Vec<QuestionOption> {
        let option = |(value, title): &(&str, &str)| QuestionOption {
            value: (*value).to_owned(),
            title: (*title).to_owned(),
        };
        pairs.iter().map(option).collect()
    }

    #[test]
    fn fields_of_all_kinds_are_read() {
        let both = options(&[("r", "Red"), ("g", "Green")]);
        let plain = options(&[("r", "r"), ("g", "g")]);
        let one_of = json!([{ "const": "r", "title": "Red" }, { "const": "g", "title": "Green" }]);
        let choice = |options: &[QuestionOption], default: Option<&str>| QuestionInput::Choice {
            options: options.to_vec(),
            default: default.map(str::to_owned),
        };
        for (schema, expected) in [
            (json!({ "type": "string", "enum": ["r", "g"] }), choice(&plain, None)),
            (
                json!({ "type": "string", "enum": ["r", "g"], "enumNames": ["Red", "Green"], "default": "g" }),
                choice(&both, Some("g")),
            ),
            (json!({ "type": "string", "oneOf": one_of, "default": "x" }), choice(&both, None)),
            (
                json!({ "type": "array", "items": { "anyOf": one_of }, "maxItems": 1, "default": ["r", "x"] }),
                QuestionInput::Choices {
                    options: both.clone(),
                    min_items: None,
                    max_items: Some(1),
                    default: vec!["r".to_owned()],
                },
            ),
            (
                json!({ "type": "integer", "minimum": 1, "maximum": 5, "default": 3 }),
                QuestionInput::Number {
                    whole: true,
                    minimum: Some(1.0),
                    maximum: Some(5.0),
                    default: Some(3.0),
                },
            ),
            (
                json!({ "type": "boolean", "default": true }),
                QuestionInput::Boolean { default: Some(true) },
            ),
            (
                json!({ "type": "string", "format": "email", "minLength": 3, "pattern": "(?=x)", "default": "a@b" }),
                QuestionInput::Text {
                    format: Some(TextFormat::Email),
                    min_length: Some(3),
                    max_length: 4_000,
                    pattern: None,
                    default: Some("a@b".to_owned()),
                },
            ),
        ] {
            assert_eq!(input(schema.clone()), Ok(expected), "{schema}");
        }
    }

    #[test]
    fn what_no_form_can_show_or_nobody_can_answer_is_refused() {
        let many: Map<_, _> =
            (0..21).map(|at| (format!("f{at}"), json!({ "type": "boolean" }))).collect();
        assert!(form(many.into()).is_err());
        let long: Vec<_> = (0..101).map(|at| at.to_string()).collect();
        for schema in [
            json!({ "type": "object", "properties": {} }),
            json!({ "type": "array", "items": { "type": "object" } }),
            json!({ "type": "array", "items": { "enum": ["a"] }, "minItems": 2 }),
            json!({ "type": ["string", "null"] }),
            json!({ "type": "string", "enum": [] }),
            json!({ "type": "string", "enum": [1] }),
            json!({ "type": "string", "enum": long }),
            json!({ "type": "string", "minLength": 5_000 }),
            json!({ "type": "number", "minimum": 2, "maximum": 1 }),
            json!({ "$ref": "#" }),
            json!("string"),
        ] {
            assert!(input(schema.clone()).is_err(), "{schema}");
        }
        for params in [
            json!({ "message": " \u{202e}", "requestedSchema": { "type": "object", "properties": {} } }),
            json!({ "message": "a", "requestedSchema": { "type": "string" } }),
            json!({ "message": "a", "requestedSchema": [] }),
            json!({ "message": "a", "mode": "camera" }),
            json!({ "message": "x".repeat(40_000) }),
        ] {
            assert!(read(params.clone()).is_err(), "{params}");
        }
    }

    #[test]
    fn fields_stand_in_the_order_of_the_server() {
        let fields = form(json!({ "y": { "type": "boolean" }, "z": { "type": "boolean" } }));
        let names: Vec<_> = fields.unwrap().into_iter().map(|field| field.name).collect();
        assert_eq!(names, ["z", "y"]);
    }

    #[test]
    fn only_pages_that_say_where_they_are_can_be_opened() {
        let page = |url: &str| {
            let params = json!({ "mode": "url", "message": "Sign in", "url": url });
            read(params).ok().and_then(|question| question.url)
        };
        assert_eq!(page("https://аpple.com/x").as_deref(), Some("https://xn--pple-43d.com/x"));
        for url in ["http://a.example", "javascript:alert(1)", "https://bank@evil.example", "a"] {
            assert_eq!(page(url), None, "{url}");
        }
    }

    #[test]
    fn words_are_shown_without_hidden_characters() {
        let fields =
            form(json!({ "a": { "type": "boolean", "title": "Send\u{202e} it" } })).unwrap();
        assert_eq!((fields[0].title.as_str(), fields[0].required), ("Send it", true));
        let fields = form(json!({ "b": { "type": "boolean" } })).unwrap();
        assert_eq!((fields[0].title.as_str(), fields[0].required), ("b", false));
    }
}
