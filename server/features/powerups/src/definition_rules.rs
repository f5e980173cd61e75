//! The rules of a definition (spec §5). No I/O.

use kernel::Problem;

use crate::definition::{
    Definition, Kind, Parameter, ParameterKind, ParameterTexts, Skill, Translation,
};
use crate::limits::{
    DESCRIPTION_MAX_CHARS, FIELD_MAX_CHARS, ICON_MAX_CHARS, LABEL_MAX_CHARS, NAME_MAX_CHARS,
    OPTIONS_MAX, PARAMETERS_MAX, PROMPT_MAX_CHARS, SKILLS_MAX, TRANSLATIONS_MAX, VALUE_MAX_CHARS,
};
use crate::problems::{
    FIELD_NAME_INVALID, FIELD_NAME_TAKEN, LANGUAGE_INVALID, LANGUAGES_INCOMPLETE, OPTION_INVALID,
    PLACEHOLDER_UNKNOWN, REQUIRED, TOO_LONG, TOO_MANY, TOO_MANY_SKILLS,
};
use crate::sites::{check_sites, check_url};
use crate::template::{CONTENT, placeholders};

impl Definition {
    /// Returns the definition as it is stored: texts without spaces around them, skills once.
    ///
    /// # Errors
    ///
    /// The first field that breaks a rule, as the problem's `field`: `name`, `parameters.0.label`.
    pub fn checked(mut self) -> Result<Self, Problem> {
        self.name = required(&self.name, "name", NAME_MAX_CHARS)?;
        self.icon = optional(&self.icon, "icon", ICON_MAX_CHARS)?;
        self.description = optional(&self.description, "description", DESCRIPTION_MAX_CHARS)?;
        match self.kind {
            Kind::Tool => {
                self.artifact_id = None;
                self.prompt = required(&self.prompt, "prompt", PROMPT_MAX_CHARS)?;
            }
            Kind::MiniApp => {
                self.prompt = optional(&self.prompt, "prompt", PROMPT_MAX_CHARS)?;
                self.artifact_id.ok_or_else(|| REQUIRED.with("field", "artifact_id"))?;
            }
        }
        self.sites = check_sites(self.sites)?;
        self.example_url = match self.example_url.trim() {
            "" => String::new(),
            url => check_url(url).map_err(|problem| problem.with("field", "example_url"))?,
        };
        self.parameters = check_parameters(self.parameters)?;
        self.skills = check_skills(self.skills)?;
        check_placeholders(&self.prompt, &self.parameters)?;
        self.model = self.model.map(|model| model.trim().to_owned()).filter(|it| !it.is_empty());
        check_language(&self.language, "language")?;
        self.translations = check_translations(&self)?;
        Ok(self)
    }
}

fn optional(text: &str, field: &str, max: usize) -> Result<String, Problem> {
    let text = text.trim();
    match text.chars().count() > max {
        true => Err(TOO_LONG.with("field", field).with("max", max)),
        false => Ok(text.to_owned()),
    }
}

fn required(text: &str, field: &str, max: usize) -> Result<String, Problem> {
    match text.trim().is_empty() {
        true => Err(REQUIRED.with("field", field)),
        false => optional(text, field, max),
    }
}

fn check_parameters(parameters: Vec<Parameter>) -> Result<Vec<Parameter>, Problem> {
    if parameters.len() > PARAMETERS_MAX {
        return Err(TOO_MANY.with("field", "parameters").with("max", PARAMETERS_MAX));
    }
    let mut checked: Vec<Parameter> = Vec::with_capacity(parameters.len());
    for (at, parameter) in parameters.into_iter().enumerate() {
        let parameter = check_parameter(parameter, &format!("parameters.{at}"))?;
        if checked.iter().any(|other| other.field == parameter.field) {
            return Err(FIELD_NAME_TAKEN.with("field", format!("parameters.{at}.field")));
        }
        checked.push(parameter);
    }
    Ok(checked)
}

fn check_parameter(mut parameter: Parameter, place: &str) -> Result<Parameter, Problem> {
    let field = format!("{place}.field");
    parameter.field = required(&parameter.field, &field, FIELD_MAX_CHARS)?;
    if !is_field_name(&parameter.field) {
        return Err(FIELD_NAME_INVALID.with("field", field));
    }
    parameter.label = required(&parameter.label, &format!("{place}.label"), LABEL_MAX_CHARS)?;
    match parameter.kind {
        ParameterKind::Text => parameter.options = Vec::new(),
        ParameterKind::SingleChoice | ParameterKind::MultipleChoice => {
            parameter.options = check_options(&parameter.options, &format!("{place}.options"))?;
        }
    }
    parameter.default.retain(|value| !value.trim().is_empty());
    check_choice(&parameter, &parameter.default, &format!("{place}.default"))?;
    Ok(parameter)
}

fn check_options(options: &[String], place: &str) -> Result<Vec<String>, Problem> {
    if options.is_empty() {
        return Err(REQUIRED.with("field", place));
    }
    if options.len() > OPTIONS_MAX {
        return Err(TOO_MANY.with("field", place).with("max", OPTIONS_MAX));
    }
    let mut checked: Vec<String> = Vec::with_capacity(options.len());
    for (at, option) in options.iter().enumerate() {
        let field = format!("{place}.{at}");
        let option = required(option, &field, LABEL_MAX_CHARS)?;
        if checked.contains(&option) {
            return Err(OPTION_INVALID.with("field", field));
        }
        checked.push(option);
    }
    Ok(checked)
}

/// Checks what fills a parameter: one text, or some of its options.
///
/// # Errors
///
/// [`OPTION_INVALID`], [`TOO_LONG`].
pub(crate) fn check_choice(
    parameter: &Parameter,
    values: &[String],
    field: &str,
) -> Result<(), Problem> {
    let is_multiple = parameter.kind == ParameterKind::MultipleChoice;
    if values.len() > 1 && !is_multiple {
        return Err(OPTION_INVALID.with("field", field));
    }
    let max = VALUE_MAX_CHARS;
    if values.len() > OPTIONS_MAX || values.iter().any(|value| value.chars().count() > max) {
        return Err(TOO_LONG.with("field", field).with("max", max));
    }
    let is_known = |value: &String| parameter.options.contains(value);
    match parameter.kind == ParameterKind::Text || values.iter().all(is_known) {
        true => Ok(()),
        false => Err(OPTION_INVALID.with("field", field)),
    }
}

/// Returns true for the name of a field. `content` is what is read.
fn is_field_name(name: &str) -> bool {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(is_word)
        && name != CONTENT
}

fn check_skills(skills: Vec<Skill>) -> Result<Vec<Skill>, Problem> {
    let mut once: Vec<Skill> = Vec::new();
    for skill in skills {
        if !once.contains(&skill) {
            once.push(skill);
        }
    }
    match once.len() > SKILLS_MAX {
        true => Err(TOO_MANY_SKILLS.with("field", "skills").with("max", SKILLS_MAX)),
        false => Ok(once),
    }
}

fn check_placeholders(prompt: &str, parameters: &[Parameter]) -> Result<(), Problem> {
    let is_known =
        |name: &&str| *name == CONTENT || parameters.iter().any(|known| known.field == **name);
    match placeholders(prompt).find(|name| !is_known(name)) {
        Some(name) => Err(PLACEHOLDER_UNKNOWN.with("field", "prompt").with("name", name)),
        None => Ok(()),
    }
}

/// Checks a language's tag: letters and digits in parts of at most eight, as BCP 47 has it.
fn check_language(tag: &str, field: &str) -> Result<(), Problem> {
    let is_part = |part: &str| {
        (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    match tag.len() <= 35 && tag.split('-').all(is_part) {
        true => Ok(()),
        false => Err(LANGUAGE_INVALID.with("field", field)),
    }
}

/// Checks that each language has all texts (spec §5: "Multi-language info needs all supported languages complete").
fn check_translations(definition: &Definition) -> Result<Vec<Translation>, Problem> {
    let translations = &definition.translations;
    if translations.len() > TRANSLATIONS_MAX {
        return Err(TOO_MANY.with("field", "translations").with("max", TRANSLATIONS_MAX));
    }
    let mut seen = vec![definition.language.to_ascii_lowercase()];
    let mut checked = Vec::with_capacity(translations.len());
    for (at, translation) in translations.iter().enumerate() {
        let place = format!("translations.{at}");
        check_language(&translation.language, &format!("{place}.language"))?;
        let tag = translation.language.to_ascii_lowercase();
        if seen.contains(&tag) {
            return Err(LANGUAGE_INVALID.with("field", format!("{place}.language")));
        }
        seen.push(tag);
        checked.push(check_translation(translation, definition, &place)?);
    }
    Ok(checked)
}

fn check_translation(
    translation: &Translation,
    definition: &Definition,
    place: &str,
) -> Result<Translation, Problem> {
    let incomplete = || LANGUAGES_INCOMPLETE.with("field", place);
    let text = |text: &str, original: &str, max: usize| {
        let text = optional(text, place, max)?;
        match text.is_empty() && !original.is_empty() {
            true => Err(incomplete()),
            false => Ok(text),
        }
    };
    if translation.parameters.len() != definition.parameters.len() {
        return Err(incomplete());
    }
    let mut parameters = Vec::with_capacity(translation.parameters.len());
    for (texts, parameter) in translation.parameters.iter().zip(&definition.parameters) {
        if texts.options.len() != parameter.options.len() {
            return Err(incomplete());
        }
        let options = texts.options.iter().zip(&parameter.options);
        let options = options.map(|(option, original)| text(option, original, LABEL_MAX_CHARS));
        parameters.push(ParameterTexts {
            label: text(&texts.label, &parameter.label, LABEL_MAX_CHARS)?,
            options: options.collect::<Result<_, _>>()?,
        });
    }
    Ok(Translation {
        language: translation.language.clone(),
        name: text(&translation.name, &definition.name, NAME_MAX_CHARS)?,
        description: text(
            &translation.description,
            &definition.description,
            DESCRIPTION_MAX_CHARS,
        )?,
        parameters,
    })
}

#[cfg(test)]
mod tests {
    use kernel::ProblemKind;
    use serde_json::{Value, json};

    use super::*;
    use crate::problems::INVALID_URL;

    /// Checks a tool with these fields.
    fn check(fields: Value) -> Result<Definition, Problem> {
        let mut all = json!({ "name": "Explain", "prompt": "Explain." });
        all.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        serde_json::from_value::<Definition>(all).unwrap().checked()
    }

    fn refused(fields: Value) -> (ProblemKind, String) {
        let problem = check(fields).unwrap_err();
        (problem.kind, problem.params["field"].clone())
    }

    fn parameter(field: &str) -> Value {
        json!({ "kind": "text", "field": field, "label": "Tone" })
    }

    fn choice(options: &[&str], default: &[&str]) -> Value {
        json!({ "parameters": [{ "kind": "single_choice", "field": "tone", "label": "Tone",
            "options": options, "default": default }] })
    }

    // spec §5: PowerUP form: "Required field", "Maximum $var_num characters allowed"
    #[test]
    fn a_name_and_a_prompt_are_required_and_texts_have_their_lengths() {
        let checked = check(json!({ "name": " Explain ", "icon": "🔎" })).unwrap();
        assert_eq!((checked.name.as_str(), checked.icon.as_str()), ("Explain", "🔎"));
        assert_eq!(refused(json!({ "name": " " })), (REQUIRED, "name".to_owned()));
        assert_eq!(refused(json!({ "prompt": "" })), (REQUIRED, "prompt".to_owned()));
        for (field, max) in [("name", 80), ("icon", 16), ("description", 320), ("prompt", 10_000)] {
            assert!(check(json!({ field: "é".repeat(max) })).is_ok());
            let problem = check(json!({ field: "é".repeat(max + 1) })).unwrap_err();
            assert_eq!((problem.kind, &problem.params["max"]), (TOO_LONG, &max.to_string()));
        }
    }

    #[test]
    fn a_mini_app_needs_an_artifact_and_no_prompt() {
        let app = json!({ "kind": "mini_app", "prompt": "" });
        assert_eq!(refused(app.clone()), (REQUIRED, "artifact_id".to_owned()));
        let mut with = app;
        with["artifact_id"] = json!("01930000-0000-7000-8000-000000000001");
        assert!(check(with).is_ok());
    }

    // spec §5: "Field name must be unique"
    #[test]
    fn fields_have_a_name_of_their_own() {
        let two = |first: &str, second: &str| json!({ "parameters": [parameter(first), parameter(second)] });
        assert!(check(two("tone", "length")).is_ok());
        assert_eq!(
            refused(two("tone", " tone")),
            (FIELD_NAME_TAKEN, "parameters.1.field".to_owned())
        );
        assert_eq!(refused(two("tone", "")), (REQUIRED, "parameters.1.field".to_owned()));
        for wrong in ["1st", "a b", "töne", "content", "_a"] {
            assert_eq!(refused(two("tone", wrong)).0, FIELD_NAME_INVALID, "{wrong}");
        }
        let many: Vec<Value> = (0..=10).map(|at| parameter(&format!("f{at}"))).collect();
        assert_eq!(refused(json!({ "parameters": many })).0, TOO_MANY);
    }

    #[test]
    fn choices_have_options_and_defaults_among_them() {
        assert!(check(choice(&["Kind", "Dry"], &["Dry"])).is_ok());
        assert_eq!(refused(choice(&[], &[])).0, REQUIRED);
        assert_eq!(refused(choice(&["Kind", " "], &[])).0, REQUIRED);
        assert_eq!(refused(choice(&["Kind", "Kind "], &[])).0, OPTION_INVALID);
        assert_eq!(refused(choice(&["Kind"], &["Loud"])).0, OPTION_INVALID);
        assert_eq!(refused(choice(&["Kind", "Dry"], &["Kind", "Dry"])).0, OPTION_INVALID);
    }

    // spec §5: "Maximum $var_num skills can be selected"
    #[test]
    fn skills_are_chosen_once_and_are_few() {
        let twice = check(json!({ "skills": ["keyword", "keyword", "summarize"] })).unwrap();
        assert_eq!(twice.skills.len(), 2);
        let four = json!({ "skills": ["keyword", "summarize", "bullet_ask", "summary_classic"] });
        let problem = check(four).unwrap_err();
        assert_eq!((problem.kind, problem.params["max"].as_str()), (TOO_MANY_SKILLS, "3"));
    }

    #[test]
    fn a_prompt_names_what_there_is() {
        let known = json!({ "prompt": "{{content}} in a {{tone}} tone", "parameters": [parameter("tone")] });
        assert!(check(known).is_ok());
        let problem = check(json!({ "prompt": "{{ tone }}" })).unwrap_err();
        assert_eq!((problem.kind, problem.params["name"].as_str()), (PLACEHOLDER_UNKNOWN, "tone"));
    }

    // spec §5: "Invalid URL"
    #[test]
    fn the_example_is_a_page_of_the_web() {
        assert!(check(json!({ "example_url": " https://example.org/a " })).is_ok());
        for wrong in ["example", "javascript:alert(1)", "file:///etc/passwd", "https://"] {
            assert_eq!(refused(json!({ "example_url": wrong })).0, INVALID_URL, "{wrong}");
        }
    }

    // spec §5: "Multi-language info needs all supported languages complete."
    #[test]
    fn every_language_is_complete() {
        let with = |translation: Value| {
            json!({ "description": "d", "translations": [translation],
                "parameters": [{ "kind": "single_choice", "field": "tone", "label": "Tone", "options": ["Dry"] }] })
        };
        let whole = json!({ "language": "de", "name": "Erklären", "description": "d",
            "parameters": [{ "label": "Ton", "options": ["Trocken"] }] });
        assert!(check(with(whole.clone())).is_ok());
        for (pointer, value) in [
            ("/name", json!(" ")),
            ("/description", json!("")),
            ("/parameters", json!([])),
            ("/parameters/0/label", json!("")),
            ("/parameters/0/options", json!([])),
            ("/parameters/0/options/0", json!("")),
        ] {
            let mut lacking = whole.clone();
            *lacking.pointer_mut(pointer).unwrap() = value;
            assert_eq!(refused(with(lacking)).0, LANGUAGES_INCOMPLETE, "{pointer}");
        }
        for tag in ["en", "EN", "", "no tag", "muchtoolong"] {
            let mut again = whole.clone();
            again["language"] = json!(tag);
            assert_eq!(refused(with(again)).0, LANGUAGE_INVALID, "{tag}");
        }
    }
}
