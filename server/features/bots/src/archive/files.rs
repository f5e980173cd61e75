//! Files of a person's own bots in their archive. The files are among those of their chats, which come before.

use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use identity::Person;
use kernel::{BotId, Fallible, FileId};
use live_settings::Section;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Tx, sql};

use crate::Settings;
use crate::extras::{BOT_FILES_MAX, Extras};
use crate::review_store::lock_bot;
use crate::reviews::follow;
use crate::store::{Bot, find_bot};

/// Which files bots have, as something that an archive holds.
pub(crate) struct FilesOfBots {
    services: Services,
    settings: Section<Settings>,
}

impl FilesOfBots {
    pub fn new(services: &Services, settings: Section<Settings>) -> Self {
        Self { services: services.clone(), settings }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The bot.
    id: BotId,
    files: Vec<FileId>,
}

#[async_trait]
impl ArchiveSource for FilesOfBots {
    /// Returns the name; it sorts behind the files themselves, which `restore` relies on.
    fn name(&self) -> &'static str {
        "files_of_bots"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        // A person has a few dozen bots: one page.
        if after.is_some() {
            return Ok(Vec::new());
        }
        let mut conn = self.services.db.read().await?;
        let rows = sql!(
            &mut conn,
            all(BotId, String),
            "SELECT id, extras FROM bots WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id",
            person.user_id
        )?;
        let lines =
            rows.into_iter().map(|(id, extras)| Line { id, files: Extras::of(&extras).files });
        archive_lines(lines.filter(|line| !line.files.is_empty()).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = Line::deserialize(line) else { return Ok(Restored::Refused) };
        lock_bot(tx, line.id).await?;
        let before = find_bot(tx, person.user_id, line.id).await?;
        let Some(before) = before.filter(|bot| bot.user_id == person.user_id) else {
            return Ok(Restored::Refused);
        };
        let mut extras = Extras::of(&before.extras);
        if !extras.files.is_empty() {
            return Ok(Restored::Present);
        }
        for file_id in line.files.into_iter().take(BOT_FILES_MAX) {
            let found = self.services.files.find_upload(tx, person.user_id, file_id).await?;
            let is_text = found.is_some_and(|upload| !upload.is_image());
            if is_text && self.services.files.retain_archived_upload(tx, file_id).await? {
                extras.files.push(file_id);
            }
        }
        let text = extras.to_text();
        // Its time of change stays, by which its image is put back.
        sql!(
            tx,
            execute,
            "UPDATE bots SET extras = $2, version = version + 1 WHERE id = $1",
            line.id,
            text.as_str()
        )?;
        let user = self.services.identity.find_user(tx, person.user_id).await?;
        let is_reviewed = user.is_none_or(|user| self.settings.get().reviews(user.role));
        let after = Bot { extras: text, version: before.version + 1, ..before.clone() };
        follow(&self.services, tx, Some(&before), &after, false, is_reviewed).await?;
        Ok(Restored::Added)
    }
}
