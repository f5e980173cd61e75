use kernel::{FileId, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits::{
    DESCRIPTION_MAX_CHARS, ICON_MAX_CHARS, INSTRUCTIONS_MAX_CHARS, KNOWLEDGE_MAX, NAME_MAX_CHARS,
    SPEND_MAX, STEPS_MAX, STEPS_MIN, STEPS_USUAL, TOOLS_MAX,
};
use crate::problems::{BOUND_INVALID, FILE_UNKNOWN, NAME_INVALID, TEXT_TOO_LONG, TOOL_UNKNOWN};

/// What an agent is: how it works, and with what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = AgentDefinition)]
pub(crate) struct Definition {
    pub name: String,
    /// An emoji; empty: the first letter of the name is shown.
    pub icon: String,
    pub description: String,
    pub instructions: String,
    /// Keys of the tools that it may use: names of the house's, and keys of tool servers.
    pub tools: Vec<String>,
    /// Files of its person's that it answers from.
    #[schema(value_type = Vec<String>)]
    pub knowledge: Vec<FileId>,
    /// `<connection>/<model>`; null: the one that its person uses.
    pub model: Option<String>,
    /// Steps after which it pauses.
    pub steps_max: i64,
    /// Units of its model's meter that one task may use before it pauses; null: no cap.
    pub spend_max: Option<i64>,
}

impl Default for Definition {
    fn default() -> Self {
        Self {
            name: String::new(),
            icon: String::new(),
            description: String::new(),
            instructions: String::new(),
            tools: Vec::new(),
            knowledge: Vec::new(),
            model: None,
            steps_max: STEPS_USUAL,
            spend_max: None,
        }
    }
}

impl Definition {
    /// Returns the definition as it is stored: trimmed, each tool and file once.
    ///
    /// # Errors
    ///
    /// [`NAME_INVALID`], [`TEXT_TOO_LONG`], [`TOOL_UNKNOWN`], [`FILE_UNKNOWN`], [`BOUND_INVALID`].
    pub fn checked(mut self) -> Result<Self, Problem> {
        let clean = |text: &str| text.replace('\0', "").trim().to_owned();
        self.name = clean(&self.name);
        self.icon = clean(&self.icon);
        self.description = clean(&self.description);
        self.instructions = clean(&self.instructions);
        if self.name.is_empty() || self.name.chars().count() > NAME_MAX_CHARS {
            return Err(NAME_INVALID.into());
        }
        for (field, text, max) in [
            ("icon", &self.icon, ICON_MAX_CHARS),
            ("description", &self.description, DESCRIPTION_MAX_CHARS),
            ("instructions", &self.instructions, INSTRUCTIONS_MAX_CHARS),
        ] {
            if text.chars().count() > max {
                return Err(TEXT_TOO_LONG.with("field", field).with("max", max));
            }
        }
        self.tools = each_once(self.tools);
        self.knowledge = each_once(self.knowledge);
        if self.tools.len() > TOOLS_MAX || self.tools.iter().any(|key| key.len() > 200) {
            return Err(TOOL_UNKNOWN.with("max", TOOLS_MAX));
        }
        if self.knowledge.len() > KNOWLEDGE_MAX {
            return Err(FILE_UNKNOWN.with("max", KNOWLEDGE_MAX));
        }
        check_bounds(self.steps_max, self.spend_max)?;
        Ok(self)
    }
}

/// Checks the limits at which an agent pauses.
///
/// # Errors
///
/// [`BOUND_INVALID`].
pub(crate) fn check_bounds(steps: i64, spend: Option<i64>) -> Result<(), Problem> {
    let is_steps = (STEPS_MIN..=STEPS_MAX).contains(&steps);
    let is_spend = spend.is_none_or(|spend| (1..=SPEND_MAX).contains(&spend));
    match is_steps && is_spend {
        true => Ok(()),
        false => Err(BOUND_INVALID.with("max", if is_steps { SPEND_MAX } else { STEPS_MAX })),
    }
}

fn each_once<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut once: Vec<T> = Vec::with_capacity(all.len());
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Definition {
        Definition { name: name.to_owned(), ..Definition::default() }
    }

    #[test]
    fn a_name_is_needed_and_texts_have_their_lengths() {
        assert_eq!(named(" Scout ").checked().unwrap().name, "Scout");
        assert_eq!(named(" ").checked().unwrap_err().kind, NAME_INVALID);
        assert_eq!(named(&"a".repeat(81)).checked().unwrap_err().kind, NAME_INVALID);
        let long = Definition { description: "d".repeat(321), ..named("Scout") };
        assert_eq!(long.checked().unwrap_err().kind, TEXT_TOO_LONG);
    }

    #[test]
    fn tools_are_named_once_and_limits_are_within_bounds() {
        let tools = ["a", "b", "a"].map(str::to_owned).to_vec();
        let checked = Definition { tools, ..named("Scout") }.checked().unwrap();
        assert_eq!(checked.tools, ["a", "b"]);
        for (steps_max, spend_max) in [(0, None), (101, None), (5, Some(0)), (5, Some(1_000_001))] {
            let wrong = Definition { steps_max, spend_max, ..named("Scout") };
            assert_eq!(wrong.checked().unwrap_err().kind, BOUND_INVALID);
        }
    }
}
