//! The neighbors in an imported folder, and resolution of links to them.

use std::collections::HashMap;

use url::form_urlencoded;

/// Longest path of a file: what file systems take. All links of a text are seen from there.
const PATH_MAX_BYTES: usize = 4_096;

/// The names in a folder, with the thing that each refers to.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_path: HashMap<String, usize>,
    /// Things by the last path segment alone, for programs that leave the folder out. Null: there are several.
    by_name: HashMap<String, Option<usize>>,
}

impl Names {
    pub fn add(&mut self, path: &str, thing: usize) {
        let path = path.to_lowercase();
        let name = last(&path).to_owned();
        self.by_path.entry(path).or_insert(thing);
        self.by_name.entry(name).and_modify(|known| *known = None).or_insert(Some(thing));
    }

    /// Returns the target of `to`, as written in the file at `from`.
    pub fn find(&self, from: &str, to: &str) -> Option<usize> {
        let to = to.split(['#', '?', '^']).next().unwrap_or_default();
        let to = decoded(to).to_lowercase();
        if to.is_empty() || to.contains("://") {
            return None;
        }
        let beside = joined(from, &to).and_then(|path| self.by_path.get(&path).copied());
        let from_root = || joined("", &to).and_then(|path| self.by_path.get(&path).copied());
        beside.or_else(from_root).or_else(|| *self.by_name.get(last(&to))?)
    }
}

/// Returns the name of a file, without its folder.
pub(super) fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Resolves the path `to` relative to the file at `from`; `None`: outside.
fn joined(from: &str, to: &str) -> Option<String> {
    let from = from.to_lowercase();
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if to.starts_with('/') {
        parts.clear();
    }
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns an address in a text without its escapes, such as `%20`.
fn decoded(address: &str) -> String {
    // As a form value, where these two characters have another meaning.
    let value = format!("={}", address.replace('+', "%2B").replace('&', "%26"));
    let decoded = form_urlencoded::parse(value.as_bytes()).next();
    decoded.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Returns the path of a file in a ZIP, with one kind of slash; `None`: it leads out of its folder or is longer than
/// any, which no program means.
pub(super) fn path_of(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let has_drive = name.as_bytes().get(1) == Some(&b':');
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let leads_out = name.starts_with('/') || has_drive || parts.contains(&"..");
    (!leads_out && name.len() <= PATH_MAX_BYTES).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_is_found_by_its_path_or_by_its_name_where_there_is_one() {
        let mut names = Names::default();
        for (thing, path) in
            ["Notes/Sea.md", "Pictures/a b.png", "Notes/x.png", "x.png"].iter().enumerate()
        {
            names.add(path, thing);
        }
        let find = |to: &str| names.find("notes/Moon.md", to);
        assert_eq!(find("sea.md"), Some(0));
        assert_eq!(find("./Sea.md#Tides"), Some(0));
        assert_eq!(find("../Pictures/a%20b.png"), Some(1));
        assert_eq!(find("Pictures/a b.png"), Some(1), "from the root");
        assert_eq!(find("a b.png"), Some(1), "by its name alone");
        assert_eq!(find("x.png"), Some(2), "the nearest");
        assert_eq!(find("../x.png"), Some(3));
        assert_eq!(names.find("Other/Moon.md", "x.png"), Some(3), "from the root before any other");
        for nothing in
            ["", "#Tides", "none.png", "../../x.png.md", "https://e.org/sea.md", "%", "%zz"]
        {
            assert_eq!(find(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_path_stays_in_its_folder() {
        assert_eq!(path_of("notes\\.\\sea.md").as_deref(), Some("notes/sea.md"));
        assert_eq!(path_of("notes//a..b.md").as_deref(), Some("notes/a..b.md"));
        for wrong in
            ["../x.md", "a/../../x.md", "..\\x.png", "/etc/passwd.md", "C:\\x.md", "\\\\host\\x.md"]
        {
            assert_eq!(path_of(wrong), None, "{wrong}");
        }
        let long = "a/".repeat(PATH_MAX_BYTES / 2);
        assert!(path_of(&long).is_some());
        assert_eq!(path_of(&(long + "b")), None);
    }

    #[test]
    fn only_what_is_an_escape_is_decoded() {
        assert_eq!(decoded("a%20b+c&d=e.png"), "a b+c&d=e.png");
        assert_eq!(decoded("%D0%BB%zz%+1%"), "л%zz%+1%");
    }
}
