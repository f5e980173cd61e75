use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use kernel::Problem;

use crate::Overrides;
use crate::field::Field;
use crate::value::{Kind, Value};

/// The settings of a crate, some of which can be changed while the server runs. Cheap to clone; all clones see a change.
pub struct Section<T>(Arc<Inner<T>>);

struct Inner<T> {
    /// The values of the file, as it was read last.
    file: RwLock<T>,
    fields: Vec<Field<T>>,
    check: Check<T>,
    current: RwLock<Arc<T>>,
}

/// Checks all values of a section together.
type Check<T> = Box<dyn Fn(&T) -> Result<(), Problem> + Send + Sync>;

/// A setting as the operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// `bots.review_public`: the name of the section, and that of the key in the file.
    pub key: &'static str,
    pub kind: Kind,
    /// The value that counts.
    pub value: Value,
    /// The value of the file, or the compiled-in default.
    pub file: Value,
}

/// A section of any type.
pub trait Changeable: Send + Sync {
    /// Lists the settings that can be changed.
    fn list(&self) -> Vec<Setting>;

    fn has(&self, key: &str) -> bool;

    /// Checks a new value of a setting beside `overrides`; `None`: that of the file. Returns it as it is kept.
    fn check(
        &self,
        overrides: &Overrides,
        key: &str,
        value: Option<&Value>,
    ) -> Result<Option<Value>, Problem>;

    /// Changes a value of the file, because the file was read again. It counts from the next [`Changeable::apply`] on.
    fn set_file(&self, key: &str, value: &Value) -> Result<(), Problem>;

    /// Applies all that was chosen. What cannot be used any more is logged and left out.
    fn apply(&self, overrides: &Overrides);
}

impl<T: Clone> Section<T> {
    /// Creates the section. `file`: the values of the file; `fields`: what can be changed of them.
    pub fn new(file: T, fields: Vec<Field<T>>) -> Self {
        Self::checked(file, fields, |_| Ok(()))
    }

    /// Creates the section with a check of all its values together, after each change.
    pub fn checked(
        file: T,
        fields: Vec<Field<T>>,
        check: impl Fn(&T) -> Result<(), Problem> + Send + Sync + 'static,
    ) -> Self {
        let current = RwLock::new(Arc::new(file.clone()));
        let file = RwLock::new(file);
        Self(Arc::new(Inner { file, fields, check: Box::new(check), current }))
    }
}

impl<T> Section<T> {
    /// Returns the values that count now. Do not keep them: read them again for the next use.
    pub fn get(&self) -> Arc<T> {
        self.0.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl<T: Clone> From<T> for Section<T> {
    /// Creates a section of which nothing can be changed.
    fn from(file: T) -> Self {
        Self::new(file, Vec::new())
    }
}

impl<T> Clone for Section<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Clone + Default> Default for Section<T> {
    fn default() -> Self {
        Self::from(T::default())
    }
}

impl<T: fmt::Debug> fmt::Debug for Section<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(formatter)
    }
}

impl<T: Clone> Inner<T> {
    fn of_file(&self) -> T {
        self.file.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn field(&self, key: &str) -> Option<&Field<T>> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Returns the values of the file with what was chosen over them.
    fn overlay(&self, overrides: &Overrides) -> T {
        let mut settings = self.of_file();
        for field in &self.fields {
            if let Some(value) = overrides.get(field.key)
                && let Err(problem) = field.set(&mut settings, value)
            {
                let (key, code) = (field.key, problem.kind.code);
                tracing::warn!(
                    key,
                    code,
                    "a setting that was chosen in the app is not valid any more"
                );
            }
        }
        settings
    }
}

impl<T: Clone + Send + Sync> Changeable for Section<T> {
    fn list(&self) -> Vec<Setting> {
        let (mut current, mut file) = (T::clone(&self.get()), self.0.of_file());
        let setting = |field: &Field<T>| Setting {
            key: field.key,
            kind: field.kind(),
            value: field.value(&mut current),
            file: field.value(&mut file),
        };
        self.0.fields.iter().map(setting).collect()
    }

    fn has(&self, key: &str) -> bool {
        self.0.field(key).is_some()
    }

    fn check(
        &self,
        overrides: &Overrides,
        key: &str,
        value: Option<&Value>,
    ) -> Result<Option<Value>, Problem> {
        let mut overrides = overrides.clone();
        overrides.remove(key);
        let mut settings = self.0.overlay(&overrides);
        let kept = match (self.0.field(key), value) {
            (Some(field), Some(value)) => Some(field.set(&mut settings, value)?),
            _ => None,
        };
        (self.0.check)(&settings)?;
        Ok(kept)
    }

    fn set_file(&self, key: &str, value: &Value) -> Result<(), Problem> {
        let Some(field) = self.0.field(key) else { return Ok(()) };
        let mut settings = self.0.of_file();
        field.set(&mut settings, value)?;
        (self.0.check)(&settings)?;
        *self.0.file.write().unwrap_or_else(PoisonError::into_inner) = settings;
        Ok(())
    }

    fn apply(&self, overrides: &Overrides) {
        let mut settings = self.0.overlay(overrides);
        if let Err(problem) = (self.0.check)(&settings) {
            let code = problem.kind.code;
            tracing::warn!(
                code,
                "settings that were chosen in the app do not fit the file's: the file's count"
            );
            settings = self.0.of_file();
        }
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

    use super::*;
    use crate::problems::TEXT_INVALID;

    #[derive(Clone, Default)]
    struct Settings {
        review: bool,
        least: u8,
        most: u8,
        header: Option<String>,
        hosts: Vec<String>,
        ports: Vec<u16>,
    }

    fn section() -> Section<Settings> {
        let file = Settings { least: 5, most: 50, ..Settings::default() };
        let word = |text: &str| text.is_ascii().then(|| text.to_ascii_lowercase());
        let fields = vec![
            Field::switch("a.review", |s: &mut Settings| &mut s.review),
            Field::number("a.least", (0, 90), |s| &mut s.least),
            Field::number("a.most", (0, 90), |s| &mut s.most),
            Field::line("a.header", 10, |s| &mut s.header, word),
            Field::list("a.hosts", |s| &mut s.hosts, word),
            Field::list("a.ports", |s| &mut s.ports, |text| Some(text.to_owned())),
        ];
        Section::checked(file, fields, |s| match s.least <= s.most {
            true => Ok(()),
            false => Err(TEXT_INVALID.into()),
        })
    }

    fn check(key: &str, value: Value) -> Result<Value, &'static str> {
        let kept = section().check(&Overrides::new(), key, Some(&value));
        kept.map(Option::unwrap).map_err(|problem| problem.kind.code)
    }

    fn list(items: &[&str]) -> Value {
        Value::List(items.iter().map(|&item| item.to_owned()).collect())
    }

    #[test]
    fn each_kind_takes_its_own_values_within_its_bounds() {
        use Value::{Number, Switch, Text};
        let text = |text: &str| Text(text.to_owned());
        for (key, value, expected) in [
            ("a.review", Switch(true), Ok(Switch(true))),
            ("a.review", Number(1), Err("live_settings.wrong_type")),
            ("a.most", Number(90), Ok(Number(90))),
            ("a.most", Number(91), Err("live_settings.out_of_range")),
            ("a.most", Number(-1), Err("live_settings.out_of_range")),
            ("a.most", text("9"), Err("live_settings.wrong_type")),
            ("a.header", text("CF-Country"), Ok(text("cf-country"))),
            ("a.header", text("é"), Err("live_settings.text_invalid")),
            ("a.header", text("12345678901"), Err("live_settings.text_too_long")),
            ("a.header", text(""), Ok(text(""))),
            ("a.hosts", list(&[" A.example ", "", "a.example"]), Ok(list(&["a.example"]))),
            ("a.hosts", list(&["é"]), Err("live_settings.item_invalid")),
            ("a.hosts", list(&[&"a".repeat(301)]), Err("live_settings.item_invalid")),
            ("a.hosts", list(&["a"; 201]), Err("live_settings.too_many_items")),
            ("a.ports", list(&["8080"]), Ok(list(&["8080"]))),
            ("a.ports", list(&["70000"]), Err("live_settings.item_invalid")),
        ] {
            assert_eq!(check(key, value.clone()), expected, "{key} {value:?}");
        }
    }

    #[test]
    fn a_value_is_checked_beside_those_that_were_chosen_before() {
        let chosen = Overrides::from([("a.most".to_owned(), Value::Number(10))]);
        let section = section();
        assert!(section.check(&chosen, "a.least", Some(&Value::Number(11))).is_err());
        assert!(section.check(&chosen, "a.least", Some(&Value::Number(10))).is_ok());
        let lower = Overrides::from([
            ("a.least".to_owned(), Value::Number(60)),
            ("a.most".to_owned(), Value::Number(70)),
        ]);
        assert!(section.check(&lower, "a.most", None).is_err(), "the file says 50");
        assert!(section.check(&lower, "a.least", None).is_ok());
    }

    #[test]
    fn what_was_chosen_counts_before_the_file_and_all_clones_see_it() {
        let section = section();
        let reader = section.clone();
        section.apply(&Overrides::from([("a.most".to_owned(), Value::Number(60))]));
        assert_eq!((reader.get().least, reader.get().most), (5, 60));
        let most = reader.list().into_iter().find(|one| one.key == "a.most").unwrap();
        assert_eq!((most.value, most.file), (Value::Number(60), Value::Number(50)));
        section.apply(&Overrides::new());
        assert_eq!(reader.get().most, 50);
    }

    #[test]
    fn what_cannot_be_used_any_more_is_left_out() {
        let section = section();
        section.apply(&Overrides::from([
            ("a.most".to_owned(), Value::Number(600)),
            ("a.least".to_owned(), Value::Number(6)),
            ("gone.key".to_owned(), Value::Switch(true)),
        ]));
        assert_eq!((section.get().least, section.get().most), (6, 50));
        section.apply(&Overrides::from([("a.least".to_owned(), Value::Number(51))]));
        assert_eq!(section.get().least, 5, "it does not fit the file's most");
    }

    #[test]
    fn values_of_a_file_that_is_read_again_count_unless_others_were_chosen() {
        let section = section();
        let chosen = Overrides::from([("a.least".to_owned(), Value::Number(7))]);
        for (key, number) in [("a.least", 6), ("a.most", 60)] {
            section.set_file(key, &Value::Number(number)).unwrap();
        }
        section.apply(&chosen);
        assert_eq!((section.get().least, section.get().most), (7, 60));
        assert!(
            section.set_file("a.most", &Value::Number(5)).is_err(),
            "it is less than the least"
        );
        assert!(section.set_file("a.most", &Value::Switch(true)).is_err());
        section.apply(&Overrides::new());
        assert_eq!((section.get().least, section.get().most), (6, 60));
    }
}
