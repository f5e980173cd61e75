//! Calls that are no tools: a form for the person, a hand-over to another agent, a look for other tools.

use std::collections::HashSet;

use conversations::{QuestionField, QuestionInput, QuestionOption};
use kernel::truncate;
use providers::ToolSpec;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::house_tools::names::{ASK_USER, FIND_TOOLS, HAND_OVER};
use crate::limits::{MESSAGE_MAX_CHARS, OPTIONS_MAX, QUESTIONS_MAX};

/// Longest title of a question, and of an option.
const TITLE_MAX_CHARS: usize = 300;

/// Another agent that may be handed over to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Colleague {
    pub key: String,
    pub name: String,
    pub icon: String,
    pub description: String,
}

pub(crate) fn ask_user_spec() -> ToolSpec {
    ToolSpec {
        name: ASK_USER.to_owned(),
        description: format!(
            "Asks the person up to {QUESTIONS_MAX} questions in one form, and waits for the answers. Use it only for \
             what you cannot find out and cannot decide. Never ask for passwords or keys."
        ),
        parameters: json!({
            "type": "object",
            "properties": {
                "questions": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": QUESTIONS_MAX,
                    "items": {
                        "type": "object",
                        "properties": {
                            "question": { "type": "string" },
                            "options": {
                                "type": "array",
                                "items": { "type": "string" },
                                "description": "Answers to choose from; without any, the person writes.",
                            },
                            "several": {
                                "type": "boolean",
                                "description": "True if more than one option may be chosen.",
                            },
                        },
                        "required": ["question"],
                    },
                },
            },
            "required": ["questions"],
        }),
    }
}

pub(crate) fn hand_over_spec(colleagues: &[Colleague]) -> ToolSpec {
    let list = colleagues.iter().map(|one| match one.description.is_empty() {
        true => format!("- {}: {}", one.key, one.name),
        false => format!("- {}: {} ({})", one.key, one.name, truncate(&one.description, 120)),
    });
    let list: Vec<String> = list.collect();
    ToolSpec {
        name: HAND_OVER.to_owned(),
        description: format!(
            "Hands the task over to another agent, which goes on from here and sees everything so far. Agents:\n{}",
            list.join("\n")
        ),
        parameters: json!({
            "type": "object",
            "properties": {
                "agent": {
                    "type": "string",
                    "enum": colleagues.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(),
                },
                "note": { "type": "string", "description": "What the other agent is to do." },
            },
            "required": ["agent", "note"],
        }),
    }
}

pub(crate) fn find_tools_spec(hidden: usize) -> ToolSpec {
    ToolSpec {
        name: FIND_TOOLS.to_owned(),
        description: format!(
            "Looks for tools that are not listed here; there are {hidden} more. Those that are found can be used from \
             the next step on."
        ),
        parameters: json!({
            "type": "object",
            "properties": { "query": { "type": "string", "description": "What the tool is to do." } },
            "required": ["query"],
        }),
    }
}

#[derive(Deserialize)]
struct Asked {
    questions: Vec<AskedOne>,
}

#[derive(Deserialize)]
struct AskedOne {
    question: String,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    several: bool,
}

/// Parses the form of a call of `ask_user`.
///
/// # Errors
///
/// The text that the model gets instead of answers.
pub(crate) fn form_of(arguments: &str) -> Result<Vec<QuestionField>, String> {
    let asked: Asked = serde_json::from_str(arguments)
        .map_err(|error| format!("The questions cannot be read: {error}."))?;
    let count = asked.questions.len();
    if !(1..=QUESTIONS_MAX).contains(&count) {
        return Err(format!("Ask 1 to {QUESTIONS_MAX} questions, not {count}."));
    }
    let named = asked.questions.into_iter().zip(1..);
    named.map(|(one, number)| field_of(one, number)).collect()
}

fn field_of(one: AskedOne, number: usize) -> Result<QuestionField, String> {
    let title = truncate(one.question.trim(), TITLE_MAX_CHARS);
    if title.is_empty() {
        return Err(format!("Question {number} is empty."));
    }
    let mut known = HashSet::new();
    let options: Vec<QuestionOption> = one
        .options
        .iter()
        .map(|option| truncate(option.trim(), TITLE_MAX_CHARS))
        .filter(|option| !option.is_empty() && known.insert(option.clone()))
        .map(|option| QuestionOption { value: option.clone(), title: option })
        .collect();
    if options.len() > OPTIONS_MAX {
        return Err(format!("Question {number} has more than {OPTIONS_MAX} options."));
    }
    let input = match (options.len(), one.several) {
        (0 | 1, _) => QuestionInput::Text {
            format: None,
            min_length: None,
            max_length: MESSAGE_MAX_CHARS as i64,
            pattern: None,
            default: None,
        },
        (_, true) => QuestionInput::Choices {
            options,
            min_items: None,
            max_items: None,
            default: Vec::new(),
        },
        (_, false) => QuestionInput::Choice { options, default: None },
    };
    Ok(QuestionField {
        name: format!("q{number}"),
        title,
        description: None,
        required: false,
        input,
    })
}

/// Returns the answers as the model reads them.
pub(crate) fn answers_text(fields: &[QuestionField], answers: &Map<String, Value>) -> String {
    let said = |value: Option<&Value>| match value {
        None => "(not answered)".to_owned(),
        Some(Value::String(text)) if text.trim().is_empty() => "(not answered)".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(all)) => {
            all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ")
        }
        Some(other) => other.to_string(),
    };
    let line = |field: &QuestionField| {
        format!("Q: {}\nA: {}", field.title, said(answers.get(&field.name)))
    };
    fields.iter().map(line).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(questions: Value) -> Result<Vec<QuestionField>, String> {
        form_of(&json!({ "questions": questions }).to_string())
    }

    // issue 28: "pauses for approvals and for up to four questions in one form"
    #[test]
    fn a_form_has_up_to_four_questions() {
        let one = json!({ "question": "Which?" });
        assert_eq!(asked(json!([one, one, one, one])).unwrap().len(), 4);
        assert!(asked(json!([one, one, one, one, one])).unwrap_err().contains("not 5"));
        assert!(asked(json!([])).is_err() && asked(json!([{ "question": " " }])).is_err());
        assert!(form_of("{").unwrap_err().contains("cannot be read"));
    }

    #[test]
    fn options_make_a_choice_and_one_option_is_none() {
        let form = asked(json!([
            { "question": "Sea?", "options": ["North", "Baltic", "North"] },
            { "question": "Seas?", "options": ["North", "Baltic"], "several": true },
            { "question": "Why?", "options": ["Because"] },
        ]));
        let form = form.unwrap();
        let QuestionInput::Choice { options, .. } = &form[0].input else { panic!("{:?}", form[0]) };
        assert_eq!(options.len(), 2, "each once");
        assert!(matches!(form[1].input, QuestionInput::Choices { .. }));
        assert!(matches!(form[2].input, QuestionInput::Text { .. }));
        let nine: Vec<String> = (0..9).map(|n| n.to_string()).collect();
        assert!(asked(json!([{ "question": "?", "options": nine }])).is_err());
    }

    #[test]
    fn answers_stand_under_their_questions() {
        let form = asked(json!([{ "question": "Sea?" }, { "question": "Why?" }])).unwrap();
        let answers = json!({ "q1": "North" });
        let text = answers_text(&form, answers.as_object().unwrap());
        assert_eq!(text, "Q: Sea?\nA: North\n\nQ: Why?\nA: (not answered)");
    }
}
