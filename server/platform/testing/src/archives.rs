//! The archive of a person's data in one area, exported and restored.

use std::sync::Arc;

use area::{ArchiveSource, Restored};
use identity::Person;
use serde_json::Value;

use crate::{TestPerson, TestServer};

impl TestServer {
    /// Returns all that the file `name` of the person's archive holds.
    pub async fn archived(&self, person: &TestPerson, name: &str) -> Vec<Value> {
        let source = self.archive(name);
        let mut lines = Vec::new();
        loop {
            let more = source.lines(owner(person), lines.last()).await.expect("lines are read");
            if more.is_empty() {
                return lines;
            }
            lines.extend(more);
        }
    }

    /// Restores a line of the file `name`.
    pub async fn restore(&self, person: &TestPerson, name: &str, line: &Value) -> Restored {
        let mut tx = self.db().begin().await.expect("the database is written");
        let restored = self.archive(name).restore(&mut tx, owner(person), line).await;
        tx.commit().await.expect("the database is written");
        restored.expect("a line is put back or refused")
    }

    /// Starts using the blob of a line of the file `name`, which is in its place.
    pub async fn use_blob(&self, person: &TestPerson, name: &str, line: &Value) -> bool {
        let used = self.archive(name).use_blob(owner(person), line).await;
        used.expect("a blob is taken or refused")
    }

    fn archive(&self, name: &str) -> Arc<dyn ArchiveSource> {
        let found = self.services.archives.iter().find(|source| source.name() == name);
        found.unwrap_or_else(|| panic!("no archive of {name}")).clone()
    }
}

fn owner(person: &TestPerson) -> Person {
    Person { user_id: person.user_id, workspace_id: person.workspace_id }
}
