use crate::error::{ScimError, ScimResult};
use crate::filter::Filter;
use crate::json::without_schema;

/// The place of a change: `name.givenName`, `emails[type eq "work"].value`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PatchPath {
    pub name: String,
    pub filter: Option<Filter>,
    pub part: Option<String>,
}

impl PatchPath {
    /// Reads a path; `None`: it is of a schema that is not kept here.
    ///
    /// Errors: `invalidPath`, `invalidFilter`.
    pub fn read(text: &str) -> ScimResult<Option<Self>> {
        let Some(plain) = without_schema(text.trim()) else { return Ok(None) };
        let wrong = || ScimError::invalid_path(format!("{text:?} is no path"));
        let (before, filter, after) = match plain.split_once('[') {
            None => (plain, None, ""),
            Some((before, rest)) => {
                let (filter, after) = rest.rsplit_once(']').ok_or_else(wrong)?;
                (before, Some(Filter::read(filter)?), after)
            }
        };
        let (name, part) = match (before.split_once('.'), &filter) {
            (Some((name, part)), None) => (name, Some(part)),
            (Some(_), Some(_)) => return Err(wrong()),
            (None, _) => (before, after.strip_prefix('.')),
        };
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_$".contains(c))
        };
        let is_rest_read = after.is_empty() || after.starts_with('.');
        if !is_name(name) || !part.is_none_or(is_name) || !is_rest_read {
            return Err(wrong());
        }
        Ok(Some(Self { name: name.to_owned(), filter, part: part.map(str::to_owned) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_name_a_filter_and_a_part() {
        let read = |text: &str| {
            let path = PatchPath::read(text).unwrap().unwrap();
            (path.name, path.filter.is_some(), path.part)
        };
        let part = |text: &str| Some(text.to_owned());
        assert_eq!(read("active"), ("active".to_owned(), false, None));
        assert_eq!(read("name.givenName"), ("name".to_owned(), false, part("givenName")));
        assert_eq!(read("members[value eq \"1\"]"), ("members".to_owned(), true, None));
        assert_eq!(
            read("emails[type eq \"work\"].value"),
            ("emails".to_owned(), true, part("value"))
        );
        let whole = "urn:ietf:params:scim:schemas:core:2.0:User:name.familyName";
        assert_eq!(read(whole), ("name".to_owned(), false, part("familyName")));
        let other = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department";
        assert_eq!(PatchPath::read(other).unwrap(), None);
        for wrong in [
            "",
            ".",
            "a.",
            "a.b.c",
            "emails[type eq \"work\"",
            "emails[x].y",
            "a b",
            "a[b pr]c",
            "a.b[c pr]",
        ] {
            assert!(PatchPath::read(wrong).is_err(), "{wrong}");
        }
    }
}
