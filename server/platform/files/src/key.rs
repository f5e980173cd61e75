use std::str::FromStr;

use kernel::{Uuid, WorkspaceId};

use crate::FilesError;

/// The name of a blob: `<area>/<workspace>/<id>`, so that everything a workspace owns can be found, exported and
/// deleted. The name that a person gave a file is in the database, never here.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileKey(String);

impl FileKey {
    pub fn new(area: &'static str, workspace_id: WorkspaceId, id: Uuid) -> Self {
        Self(format!("{area}/{workspace_id}/{id}"))
    }

    pub(crate) fn probe() -> Self {
        Self(format!("probe/{}/{}", Uuid::nil(), Uuid::new_v4()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the blob's own id.
    pub(crate) fn id(&self) -> Option<Uuid> {
        self.0.rsplit('/').next().and_then(|id| id.parse().ok())
    }
}

impl FromStr for FileKey {
    type Err = FilesError;

    fn from_str(text: &str) -> Result<Self, FilesError> {
        let pieces: Vec<&str> = text.split('/').collect();
        let is_key = match pieces[..] {
            [area, workspace, id] => {
                !area.is_empty()
                    && area.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
                    && Uuid::parse_str(workspace).is_ok()
                    && Uuid::parse_str(id).is_ok()
            }
            _ => false,
        };
        if is_key { Ok(Self(text.to_owned())) } else { Err(FilesError::BadKey(text.to_owned())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_area_and_two_ids_make_a_key() {
        let id = Uuid::nil();
        assert!(format!("documents/{id}/{id}").parse::<FileKey>().is_ok());
        for wrong in [format!("../{id}/{id}"), format!("documents/{id}"), format!("a/{id}/../x")] {
            assert!(wrong.parse::<FileKey>().is_err(), "{wrong}");
        }
    }
}
