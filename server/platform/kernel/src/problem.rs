use std::collections::BTreeMap;

/// A row of the problems table: an error that the caller may be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProblemKind {
    /// `<area>.<what>`, stable: clients translate by it.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// The text shown in English.
    pub text: &'static str,
    /// Source of the text: `spec §8`, or `ours`.
    pub source: &'static str,
}

impl ProblemKind {
    /// This problem with a parameter that its text or the client may use.
    pub fn with(self, name: &'static str, value: impl ToString) -> Problem {
        Problem::from(self).with(name, value)
    }
}

/// A problem that happened: a row of the table and what this case adds to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub params: BTreeMap<&'static str, String>,
}

impl Problem {
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// Returns the text in English with the parameters that it names, for readers without a catalog of texts.
    pub fn message(&self) -> String {
        self.params.iter().fold(self.kind.text.to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        })
    }
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Self {
        Self { kind, params: BTreeMap::new() }
    }
}

/// Declares an area's problems: `NAME: status, "text", "source";` and the table `PROBLEMS`.
///
/// The code is `<area>.<name in lower case>`; it is spelled out because a `const` cannot lower-case.
#[macro_export]
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident: $code:literal, $status:literal, $text:literal, $source:literal;)+) => {
        $($(#[$doc])*
        #[doc = concat!("\"", $text, "\" (", stringify!($status), "). Source: ", $source, ".")]
        pub const $name: $crate::ProblemKind = $crate::ProblemKind {
            code: $code, status: $status, text: $text, source: $source,
        };)+

        /// These rows of the problems table.
        pub const PROBLEMS: &[$crate::ProblemKind] = &[$($name),+];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_the_parameters_that_the_text_names() {
        let kind = ProblemKind { code: "a.b", status: 422, text: "At most {max}", source: "ours" };
        assert_eq!(kind.with("max", 5).with("other", "{max}").message(), "At most 5");
        assert_eq!(Problem::from(kind).message(), "At most {max}");
    }
}
