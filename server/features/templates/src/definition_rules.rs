//! Rules for templates. No I/O.

use std::collections::HashSet;

use kernel::Problem;

use crate::definition::{Definition, Field, FieldKind, Output};
use crate::filling::{Formula, Name, parse};
use crate::limits::{
    COLUMNS_MAX, CONTENT_MAX_CHARS, DESCRIPTION_MAX_CHARS, EXAMPLE_MAX_CHARS, FIELD_MAX_CHARS,
    FIELDS_MAX, FORMULA_MAX_CHARS, LABEL_MAX_CHARS, NAME_MAX_CHARS, OPTIONS_MAX,
};
use crate::problems::{
    FIELD_INVALID, FIELD_NAME_INVALID, FIELD_NAME_TAKEN, FORMULA_INVALID, PLACEHOLDER_UNKNOWN,
    REQUIRED, TOO_LONG, TOO_MANY,
};

impl Definition {
    /// Returns the definition as it is stored, if it keeps the rules.
    ///
    /// # Errors
    ///
    /// The first broken rule, with the field of the form that breaks it.
    pub fn checked(mut self) -> Result<Self, Problem> {
        self.name = required(&self.name, NAME_MAX_CHARS, "name")?;
        self.description = short(&self.description, DESCRIPTION_MAX_CHARS, "description")?;
        if self.output == Output::Word {
            self.content = String::new();
        } else {
            self.content = required(&self.content, CONTENT_MAX_CHARS, "content")?;
        }
        self.fields = checked_fields(self.fields, "fields", FIELDS_MAX, true)?;
        self.check_formulas()?;
        self.check_content()?;
        Ok(self)
    }

    /// Checks that the text refers to fields only.
    fn check_content(&self) -> Result<(), Problem> {
        let names = parse(&self.content).map_err(|problem| problem.with("field", "content"))?;
        let is_column = |list: &String, name: &str| {
            let list = self.field(list);
            list.is_some_and(|list| list.columns.iter().any(|one| one.name == name))
        };
        let is_known = |name: &Name| {
            self.field(&name.name).is_some()
                || name.within.iter().any(|list| is_column(list, &name.name))
        };
        match names.names().into_iter().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => Err(PLACEHOLDER_UNKNOWN.with("name", name.name).with("field", "content")),
        }
    }

    fn check_formulas(&self) -> Result<(), Problem> {
        let check = |field: &Field, row: &[Field], place: String| {
            if field.kind != FieldKind::Formula {
                return Ok(());
            }
            let formula = Formula::parse(&field.formula);
            let is_sound = formula.is_some_and(|formula| self.knows_all(&formula, row));
            match is_sound {
                true => Ok(()),
                false => Err(FORMULA_INVALID.with("field", format!("{place}.formula"))),
            }
        };
        for (at, field) in self.fields.iter().enumerate() {
            check(field, &[], format!("fields.{at}"))?;
            for (column, one) in field.columns.iter().enumerate() {
                check(one, &field.columns, format!("fields.{at}.columns.{column}"))?;
            }
        }
        Ok(())
    }

    /// Returns true if all numbers that a formula refers to exist. `row`: the columns beside it.
    fn knows_all(&self, formula: &Formula, row: &[Field]) -> bool {
        let is_number =
            |field: &Field| matches!(field.kind, FieldKind::Number | FieldKind::Formula);
        formula.names().iter().all(|(list, name)| match list {
            None => {
                let of_row = row.iter().any(|one| one.name == *name && is_number(one));
                of_row || self.field(name).is_some_and(is_number)
            }
            Some(list) => self.field(list).is_some_and(|list| {
                list.columns.iter().any(|one| one.name == *name && is_number(one))
            }),
        })
    }
}

fn checked_fields(
    fields: Vec<Field>,
    place: &str,
    max: usize,
    with_lists: bool,
) -> Result<Vec<Field>, Problem> {
    if fields.len() > max {
        return Err(TOO_MANY.with("max", max).with("field", place));
    }
    let mut names = HashSet::new();
    let mut checked = Vec::with_capacity(fields.len());
    for (at, field) in fields.into_iter().enumerate() {
        let place = format!("{place}.{at}");
        let field = checked_field(field, &place, with_lists)?;
        if !names.insert(field.name.clone()) {
            return Err(FIELD_NAME_TAKEN.with("field", format!("{place}.name")));
        }
        checked.push(field);
    }
    Ok(checked)
}

fn checked_field(mut field: Field, place: &str, with_lists: bool) -> Result<Field, Problem> {
    let at = |part: &str| format!("{place}.{part}");
    field.name = required(&field.name, FIELD_MAX_CHARS, &at("name"))?;
    if !is_name(&field.name) {
        return Err(FIELD_NAME_INVALID.with("field", at("name")));
    }
    field.label = required(&field.label, LABEL_MAX_CHARS, &at("label"))?;
    field.example = short(&field.example, EXAMPLE_MAX_CHARS, &at("example"))?;
    field.formula = short(&field.formula, FORMULA_MAX_CHARS, &at("formula"))?;
    if field.options.len() > OPTIONS_MAX {
        return Err(TOO_MANY.with("max", OPTIONS_MAX).with("field", at("options")));
    }
    for option in &mut field.options {
        *option = required(option, LABEL_MAX_CHARS, &at("options"))?;
    }
    match field.kind {
        FieldKind::List if !with_lists => return Err(FIELD_INVALID.with("field", at("kind"))),
        FieldKind::List if field.columns.is_empty() => {
            return Err(FIELD_INVALID.with("field", at("columns")));
        }
        FieldKind::Choice if field.options.is_empty() => {
            return Err(FIELD_INVALID.with("field", at("options")));
        }
        _ => {}
    }
    // What its kind has no use for is not kept.
    if field.kind != FieldKind::Choice {
        field.options.clear();
    }
    if field.kind != FieldKind::List {
        field.columns.clear();
    }
    if field.kind == FieldKind::Formula {
        field.required = false;
    } else {
        field.formula.clear();
    }
    field.columns = checked_fields(field.columns, &at("columns"), COLUMNS_MAX, false)?;
    Ok(field)
}

/// Returns true for a word that texts can refer to.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
        && name.len() <= FIELD_MAX_CHARS
}

fn required(text: &str, max: usize, field: &str) -> Result<String, Problem> {
    let text = short(text, max, field)?;
    if text.is_empty() { Err(REQUIRED.with("field", field)) } else { Ok(text) }
}

fn short(text: &str, max: usize, field: &str) -> Result<String, Problem> {
    let text = text.trim();
    match text.chars().count() > max {
        true => Err(TOO_LONG.with("max", max).with("field", field)),
        false => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::new_field;

    fn definition(content: &str, fields: Vec<Field>) -> Definition {
        Definition {
            name: " Letter ".to_owned(),
            description: String::new(),
            output: Output::Document,
            content: content.to_owned(),
            fields,
        }
    }

    fn items() -> Field {
        let columns = vec![
            new_field("what", "What", FieldKind::Text),
            new_field("price", "Price", FieldKind::Number),
        ];
        Field { columns, ..new_field("items", "Items", FieldKind::List) }
    }

    fn formula(name: &str, formula: &str) -> Field {
        Field { formula: formula.to_owned(), ..new_field(name, "Total", FieldKind::Formula) }
    }

    #[test]
    fn a_text_may_refer_to_fields_and_within_rows_to_columns() {
        let name = new_field("client", "Client", FieldKind::Text);
        let sound = definition(
            "Dear {{client}}\n{{#items}}\n- {{what}} {{client}}\n{{/items}}",
            vec![name.clone(), items()],
        );
        assert_eq!(sound.checked().unwrap().name, "Letter");
        for (content, unknown) in [
            ("{{what}}", "what"),
            ("{{#nothing}}x{{/nothing}}", "nothing"),
            ("{{#items}}{{no}}{{/items}}", "no"),
        ] {
            let refused = definition(content, vec![name.clone(), items()]).checked().unwrap_err();
            assert_eq!(refused.kind, PLACEHOLDER_UNKNOWN, "{content}");
            assert_eq!(refused.params["name"], unknown);
        }
    }

    #[test]
    fn names_are_words_and_unique() {
        for name in ["1st", "a b", "", "ä", &"a".repeat(41)] {
            let refused = definition("x", vec![new_field(name, "x", FieldKind::Text)]).checked();
            assert!(refused.is_err(), "{name:?}");
        }
        let twice =
            vec![new_field("a", "A", FieldKind::Text), new_field("a", "B", FieldKind::Date)];
        assert_eq!(definition("x", twice).checked().unwrap_err().kind, FIELD_NAME_TAKEN);
    }

    #[test]
    fn a_formula_refers_to_numbers() {
        let with = |text: &str| definition("x", vec![items(), formula("total", text)]).checked();
        assert!(with("sum(items.price) * 1.2").is_ok());
        for wrong in ["", "sum(items.what)", "nothing + 1", "1 +", "sum(price)"] {
            assert_eq!(with(wrong).unwrap_err().kind, FORMULA_INVALID, "{wrong:?}");
        }
    }

    #[test]
    fn a_choice_has_options_a_list_columns_and_a_column_is_no_list() {
        let choice = new_field("a", "A", FieldKind::Choice);
        assert_eq!(definition("x", vec![choice]).checked().unwrap_err().kind, FIELD_INVALID);
        let list = new_field("a", "A", FieldKind::List);
        assert_eq!(definition("x", vec![list.clone()]).checked().unwrap_err().kind, FIELD_INVALID);
        let nested = Field { columns: vec![items()], ..list };
        assert_eq!(definition("x", vec![nested]).checked().unwrap_err().kind, FIELD_INVALID);
    }

    #[test]
    fn a_word_template_needs_no_text() {
        let word = Definition { output: Output::Word, ..definition("", Vec::new()) };
        assert!(word.checked().is_ok());
        assert_eq!(definition(" ", Vec::new()).checked().unwrap_err().kind, REQUIRED);
    }
}
