//! The form in which a program goes to its process and its outcome comes back: a line of JSON, then the files.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::CodeFile;

#[derive(Serialize, Deserialize)]
struct Head<T> {
    head: T,
    /// Name and bytes of each file.
    files: Vec<(String, usize)>,
}

/// Returns `head` and the files as one piece.
pub fn join(head: &impl Serialize, files: &[CodeFile]) -> serde_json::Result<Vec<u8>> {
    let listed = files.iter().map(|file| (file.name.clone(), file.content.len())).collect();
    let mut piece = serde_json::to_vec(&Head { head, files: listed })?;
    piece.push(b'\n');
    for file in files {
        piece.extend_from_slice(&file.content);
    }
    Ok(piece)
}

/// Returns what [`join`] was given; `None` if it is something else.
pub fn split<T: DeserializeOwned>(piece: &Bytes) -> Option<(T, Vec<CodeFile>)> {
    let end = piece.iter().position(|byte| *byte == b'\n')?;
    let Head { head, files } = serde_json::from_slice::<Head<T>>(&piece[..end]).ok()?;
    let mut rest = piece.slice(end + 1..);
    let mut found = Vec::new();
    for (name, bytes) in files {
        if bytes > rest.len() {
            return None;
        }
        found.push(CodeFile { name, content: rest.split_to(bytes) });
    }
    rest.is_empty().then_some((head, found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_follow_each_other_and_nothing_is_left() {
        let file = |name: &str, content: &'static [u8]| CodeFile {
            name: name.to_owned(),
            content: Bytes::from_static(content),
        };
        let files = vec![file("a\nb", b"1\n2"), file("c", b"")];
        let piece = Bytes::from(join(&"head\n", &files).unwrap());
        assert_eq!(split::<String>(&piece), Some(("head\n".to_owned(), files)));
        for broken in
            [piece.slice(..piece.len() - 1), [&piece[..], b"x"].concat().into(), Bytes::new()]
        {
            assert_eq!(split::<String>(&broken), None);
        }
    }
}
