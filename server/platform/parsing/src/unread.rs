use serde::{Deserialize, Serialize};

/// Maximum number of parts that are listed one by one; later ones are counted.
const LISTED_MAX: usize = 20;

/// A part of a file whose text is missing from what was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unread {
    pub part: Part,
    pub reason: UnreadReason,
}

/// The place of a part within its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Pages or slides from the first to the last number, counted from 1.
    Pages { first: u32, last: u32 },
    /// A sheet, chapter, attachment or file, by its name.
    Named(String),
    /// A number of images that are part of a text.
    Images(u32),
}

/// The reason why a part was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnreadReason {
    /// It is an image, and text in images was not recognized.
    Image,
    Damaged,
    /// It is of a kind that is not read.
    Unsupported,
    /// It lies beyond a limit of pages, words or time.
    Limit,
    Encrypted,
}

impl Unread {
    pub fn page(number: u32, reason: UnreadReason) -> Self {
        Self { part: Part::Pages { first: number, last: number }, reason }
    }

    pub fn named(name: impl Into<String>, reason: UnreadReason) -> Self {
        Self { part: Part::Named(name.into()), reason }
    }
}

/// Adds a part to a list: a page that follows the last ones of the same reason extends them.
pub fn note_unread(list: &mut Vec<Unread>, unread: Unread) {
    if let (
        Part::Pages { first, last },
        Some(Unread { part: Part::Pages { last: end, .. }, reason }),
    ) = (&unread.part, list.last_mut())
        && *reason == unread.reason
        && *first == *end + 1
    {
        *end = *last;
        return;
    }
    list.push(unread);
}

/// Returns the unread parts as one English line for a model, such as `pages 3-5 (images); sheet "Data" (damaged)`;
/// `None`: everything was read.
pub fn describe_unread(unread: &[Unread]) -> Option<String> {
    let mut listed: Vec<String> = unread.iter().take(LISTED_MAX).map(describe).collect();
    if unread.len() > LISTED_MAX {
        listed.push(format!("{} more parts", unread.len() - LISTED_MAX));
    }
    (!listed.is_empty()).then(|| listed.join("; "))
}

fn describe(unread: &Unread) -> String {
    let reason = match unread.reason {
        UnreadReason::Image => "image without recognized text",
        UnreadReason::Damaged => "damaged",
        UnreadReason::Unsupported => "of a kind that is not read",
        UnreadReason::Limit => "beyond the limit",
        UnreadReason::Encrypted => "encrypted",
    };
    match &unread.part {
        Part::Pages { first, last } if first == last => format!("page {first} ({reason})"),
        Part::Pages { first, last } => format!("pages {first}-{last} ({reason})"),
        Part::Named(name) => format!("\"{}\" ({reason})", name.replace(['"', '\n', '<', '>'], " ")),
        Part::Images(1) => "1 image".to_owned(),
        Part::Images(count) => format!("{count} images"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_a_row_are_one_part() {
        let mut list = Vec::new();
        for number in [1, 2, 3, 5] {
            note_unread(&mut list, Unread::page(number, UnreadReason::Image));
        }
        note_unread(&mut list, Unread::page(6, UnreadReason::Damaged));
        note_unread(&mut list, Unread::named("Data", UnreadReason::Damaged));
        assert_eq!(
            describe_unread(&list).as_deref(),
            Some(
                "pages 1-3 (image without recognized text); page 5 (image without recognized text); \
                 page 6 (damaged); \"Data\" (damaged)"
            )
        );
    }

    #[test]
    fn a_whole_file_has_nothing_to_say_and_many_parts_are_counted() {
        assert_eq!(describe_unread(&[]), None);
        let many: Vec<Unread> =
            (0..50).map(|at| Unread::named(format!("f{at}"), UnreadReason::Unsupported)).collect();
        assert!(describe_unread(&many).unwrap().ends_with("; 30 more parts"));
    }
}
