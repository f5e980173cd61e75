use kernel::Problem;

use crate::problems::{
    ITEM_INVALID, OUT_OF_RANGE, TEXT_INVALID, TEXT_TOO_LONG, TOO_MANY_ITEMS, WRONG_TYPE,
};
use crate::value::{Kind, ListItem, Value};

/// Most entries of a list, and most characters of each.
const ITEMS_MAX: usize = 200;
const ITEM_MAX_CHARS: usize = 300;

/// One setting of a section: its key, and where its value is in the section's struct.
pub struct Field<T> {
    pub(crate) key: &'static str,
    pub(crate) place: Place<T>,
}

pub(crate) enum Place<T> {
    Switch(fn(&mut T) -> &mut bool),
    Number { at: fn(&mut T) -> &mut dyn NumberField, min: i64, max: i64 },
    Text { at: fn(&mut T) -> &mut dyn TextField, max_chars: usize, multiline: bool, read: ReadItem },
    List { at: fn(&mut T) -> &mut dyn ListField, read: ReadItem },
}

/// Returns a text as it is kept; `None` if it is not valid.
type ReadItem = fn(&str) -> Option<String>;

/// A whole number of any size.
pub trait NumberField {
    fn get(&self) -> i64;
    fn set(&mut self, number: i64);
}

impl<N: Copy + Default + TryFrom<i64> + TryInto<i64>> NumberField for N {
    fn get(&self) -> i64 {
        (*self).try_into().unwrap_or(i64::MAX)
    }

    fn set(&mut self, number: i64) {
        // The field's bounds are within its type's.
        *self = Self::try_from(number).unwrap_or_default();
    }
}

/// A text, or one that may be absent.
pub trait TextField {
    fn get(&self) -> String;
    fn set(&mut self, text: String);
}

impl TextField for String {
    fn get(&self) -> String {
        self.clone()
    }

    fn set(&mut self, text: String) {
        *self = text;
    }
}

impl TextField for Option<String> {
    fn get(&self) -> String {
        self.clone().unwrap_or_default()
    }

    fn set(&mut self, text: String) {
        *self = Some(text).filter(|text| !text.is_empty());
    }
}

/// A list whose entries are written as texts.
pub trait ListField {
    fn get(&self) -> Vec<String>;
    /// Sets the entries. Returns the first that cannot be one, and changes nothing then.
    fn set(&mut self, items: &[String]) -> Result<(), String>;
}

impl<I: ListItem> ListField for Vec<I> {
    fn get(&self) -> Vec<String> {
        self.iter().map(ListItem::to_text).collect()
    }

    fn set(&mut self, items: &[String]) -> Result<(), String> {
        *self = items
            .iter()
            .map(|item| I::from_text(item).ok_or_else(|| item.clone()))
            .collect::<Result<_, _>>()?;
        Ok(())
    }
}

impl<T> Field<T> {
    pub fn switch(key: &'static str, at: fn(&mut T) -> &mut bool) -> Self {
        Self { key, place: Place::Switch(at) }
    }

    /// A number from `min` to `max`.
    pub fn number(
        key: &'static str,
        (min, max): (i64, i64),
        at: fn(&mut T) -> &mut dyn NumberField,
    ) -> Self {
        Self { key, place: Place::Number { at, min, max } }
    }

    /// A text on one line. `read` returns it as it is kept, or `None`.
    pub fn line(
        key: &'static str,
        max_chars: usize,
        at: fn(&mut T) -> &mut dyn TextField,
        read: fn(&str) -> Option<String>,
    ) -> Self {
        Self { key, place: Place::Text { at, max_chars, multiline: false, read } }
    }

    /// A text of several lines.
    pub fn text(key: &'static str, max_chars: usize, at: fn(&mut T) -> &mut dyn TextField) -> Self {
        let read = |text: &str| Some(text.trim().to_owned());
        Self { key, place: Place::Text { at, max_chars, multiline: true, read } }
    }

    /// A list of texts. `read` returns an entry as it is kept, or `None`.
    pub fn list(
        key: &'static str,
        at: fn(&mut T) -> &mut dyn ListField,
        read: fn(&str) -> Option<String>,
    ) -> Self {
        Self { key, place: Place::List { at, read } }
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.place {
            Place::Switch(_) => Kind::Switch,
            Place::Number { min, max, .. } => Kind::Number { min, max },
            Place::Text { max_chars, multiline, .. } => Kind::Text { max_chars, multiline },
            Place::List { .. } => Kind::List { max_items: ITEMS_MAX },
        }
    }

    pub(crate) fn value(&self, settings: &mut T) -> Value {
        match &self.place {
            Place::Switch(at) => Value::Switch(*at(settings)),
            Place::Number { at, .. } => Value::Number(at(settings).get()),
            Place::Text { at, .. } => Value::Text(at(settings).get()),
            Place::List { at, .. } => Value::List(at(settings).get()),
        }
    }

    /// Sets the field. Returns the value as it is kept.
    ///
    /// Problems: [`WRONG_TYPE`], [`OUT_OF_RANGE`], [`TEXT_TOO_LONG`], [`TEXT_INVALID`], [`TOO_MANY_ITEMS`],
    /// [`ITEM_INVALID`].
    pub(crate) fn set(&self, settings: &mut T, value: &Value) -> Result<Value, Problem> {
        match (&self.place, value) {
            (Place::Switch(at), Value::Switch(on)) => *at(settings) = *on,
            (Place::Number { at, min, max }, Value::Number(number)) => {
                if !(min..=max).contains(&number) {
                    return Err(OUT_OF_RANGE.with("min", min).with("max", max));
                }
                at(settings).set(*number);
            }
            (Place::Text { at, max_chars, read, .. }, Value::Text(text)) => {
                if text.chars().count() > *max_chars {
                    return Err(TEXT_TOO_LONG.with("max", max_chars));
                }
                at(settings).set(read(text).ok_or(TEXT_INVALID)?);
            }
            (Place::List { at, read }, Value::List(items)) => {
                let items = read_items(items, *read)?;
                at(settings).set(&items).map_err(|item| ITEM_INVALID.with("item", item))?;
            }
            _ => return Err(WRONG_TYPE.into()),
        }
        Ok(self.value(settings))
    }
}

/// Returns the entries of a list as they are kept: without empty ones, each once.
fn read_items(items: &[String], read: ReadItem) -> Result<Vec<String>, Problem> {
    if items.len() > ITEMS_MAX {
        return Err(TOO_MANY_ITEMS.with("max", ITEMS_MAX));
    }
    let mut kept = Vec::new();
    for item in items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()) {
        let shown: String = item.chars().take(ITEM_MAX_CHARS).collect();
        let read = if shown == item { read(item) } else { None };
        let item = read.ok_or_else(|| ITEM_INVALID.with("item", shown))?;
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    Ok(kept)
}
