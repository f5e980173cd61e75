//! The fields that a Word file has placeholders for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::tags::{Tag, partners};

/// A field of a Word file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FoundField {
    /// The list whose column it is.
    pub list: Option<String>,
    pub name: String,
    /// True if its value stands somewhere.
    pub is_value: bool,
    /// True if a section depends on it, which is left out where it is empty.
    pub is_condition: bool,
}

/// Returns the fields of all parts, each once. `parts`: the tags of each.
///
/// A value within a section belongs to the list of that name. A section is no list, but depends on a field, if the field's
/// value stands somewhere, or if the section has no values.
pub(super) fn fields_of(parts: &[Vec<Tag>]) -> Vec<FoundField> {
    let mut values = BTreeSet::new();
    for tag in parts.iter().flatten() {
        if let Tag::Value(name) = tag {
            values.insert(name.as_str());
        }
    }
    let lists = lists_of(parts, &values);
    let mut fields: Vec<FoundField> = Vec::new();
    let is_list = |name: &str| lists.contains(name);
    walk(parts, is_list, |tag, list| match tag {
        Tag::Column(of, column) => note(&mut fields, Some(of.as_str()), column, false),
        Tag::Value(name) => note(&mut fields, list, name, false),
        Tag::Open { name, .. } if !is_list(name) => note(&mut fields, list, name, true),
        Tag::Open { .. } | Tag::Close(_) => {}
    });
    fields
}

fn lists_of<'a>(parts: &'a [Vec<Tag>], values: &BTreeSet<&str>) -> BTreeSet<&'a str> {
    let mut lists = BTreeSet::new();
    let may_be_list = |name: &str| !values.contains(name);
    walk(parts, may_be_list, |tag, list| match tag {
        Tag::Column(of, _) => lists.extend([of.as_str()]),
        Tag::Value(_) => lists.extend(list),
        Tag::Open { .. } | Tag::Close(_) => {}
    });
    lists
}

/// Calls `see` for each tag, except those without a partner, with the list that it stands in.
fn walk<'a>(
    parts: &'a [Vec<Tag>],
    is_list: impl Fn(&str) -> bool,
    mut see: impl FnMut(&'a Tag, Option<&'a str>),
) {
    for tags in parts {
        // The list that each open section stands for, or stands in.
        let mut open: Vec<Option<&'a str>> = Vec::new();
        for (tag, partner) in tags.iter().zip(partners(tags.iter())) {
            let list = open.last().copied().flatten();
            match tag {
                Tag::Open { .. } | Tag::Close(_) if partner.is_none() => continue,
                Tag::Open { name, is_inverted } => {
                    let is_own = !is_inverted && is_list(name);
                    open.push(if is_own { Some(name.as_str()) } else { list });
                }
                Tag::Close(_) => {
                    open.pop();
                }
                Tag::Value(_) | Tag::Column(..) => {}
            }
            see(tag, list);
        }
    }
}

fn note(fields: &mut Vec<FoundField>, list: Option<&str>, name: &str, is_condition: bool) {
    let known = fields.iter().position(|one| one.list.as_deref() == list && one.name == name);
    let at = known.unwrap_or_else(|| {
        let (list, name) = (list.map(str::to_owned), name.to_owned());
        fields.push(FoundField { list, name, is_value: false, is_condition: false });
        fields.len() - 1
    });
    fields[at].is_condition |= is_condition;
    fields[at].is_value |= !is_condition;
}

#[cfg(test)]
mod tests {
    use super::super::tags::placeholders;
    use super::*;

    /// Returns the fields in texts: `list.name`, with `=` for a value and `?` for a condition.
    fn fields_in(texts: &[&str]) -> Vec<String> {
        let tags = |text: &str| placeholders(text).into_iter().map(|one| one.tag);
        let parts: Vec<Vec<Tag>> = texts.iter().map(|text| tags(text).collect()).collect();
        let written = |one: FoundField| {
            let list = one.list.map(|list| format!("{list}.")).unwrap_or_default();
            let value = if one.is_value { "=" } else { "" };
            let condition = if one.is_condition { "?" } else { "" };
            format!("{list}{}{value}{condition}", one.name)
        };
        fields_of(&parts).into_iter().map(written).collect()
    }

    #[test]
    fn sections_with_values_are_lists_and_others_depend_on_a_field() {
        for (text, wanted) in [
            ("{{a}} {{b.c}}", vec!["a=", "b.c="]),
            ("{{#items}}{{what}}{{/items}}", vec!["items.what="]),
            ("{{#vip}}Gold{{/vip}}", vec!["vip?"]),
            ("{{^vip}}None{{/vip}}", vec!["vip?"]),
            ("{{#a}}Dear {{a}}{{/a}}", vec!["a=?"]),
            (
                "{{#items}}{{#note}}({{note}}){{/note}}{{what}}{{/items}}",
                vec!["items.note=?", "items.what="],
            ),
            ("{{#items}}{{what}}{{#new}}New!{{/new}}{{/items}}", vec!["items.what=", "items.new?"]),
            ("{{^items}}None{{/items}}{{#items}}{{what}}{{/items}}", vec!["items.what="]),
            ("{{#a}}{{#b}}{{c}}{{/b}}{{/a}}", vec!["a?", "b.c="]),
            ("{{#items}}", vec![]),
        ] {
            assert_eq!(fields_in(&[text]), wanted, "{text}");
        }
    }

    #[test]
    fn parts_share_their_fields() {
        assert_eq!(fields_in(&["{{#a}}x{{/a}}", "{{a}}"]), ["a=?"]);
        assert_eq!(fields_in(&["{{#a}}{{b}}{{/a}}", "{{^a}}x{{/a}}"]), ["a.b="]);
    }
}
