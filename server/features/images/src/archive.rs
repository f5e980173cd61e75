//! Images and boards in a person's archive. The bytes of images are among those of the person's other files.

use ::store::{Db, Tx};
use area::{ArchiveSource, Restored, Services, archive_lines};
use async_trait::async_trait;
use files::Files;
use identity::Person;
use kernel::{Fallible, FileId, Payer, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::boards::store::{self as board_store, PlainBoard};
use crate::boards::{BoardId, parse_name};
use crate::image::{Image, ImageId, Origin};
use crate::limits::{DESCRIPTION_MAX_CHARS, PROMPT_MAX_CHARS};
use crate::rules::check_work;
use crate::store;
use crate::work::Work;

/// Lines that are read at once.
const LINES_MAX: i64 = 100;

/// Exports and imports a person's boards.
pub(crate) struct BoardsInArchive {
    db: Db,
}

impl BoardsInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct BoardLine {
    id: BoardId,
    name: String,
    created_at: Timestamp,
}

impl From<PlainBoard> for BoardLine {
    fn from(PlainBoard { id, name, created_at, .. }: PlainBoard) -> Self {
        Self { id, name, created_at }
    }
}

#[async_trait]
impl ArchiveSource for BoardsInArchive {
    fn name(&self) -> &'static str {
        "image_boards"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| BoardId::deserialize(&line["id"]).ok());
        let mut conn = self.db.read().await?;
        let boards = board_store::list_after(&mut conn, person.user_id, after, LINES_MAX).await?;
        archive_lines(boards.into_iter().map(BoardLine::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let Ok(line) = BoardLine::deserialize(line) else { return Ok(Restored::Refused) };
        if parse_name(&line.name).ok().as_ref() != Some(&line.name) {
            return Ok(Restored::Refused);
        }
        let whose = Payer { user_id: person.user_id, workspace_id: person.workspace_id };
        if board_store::insert_board(tx, &whose, line.id, &line.name, line.created_at).await? {
            return Ok(Restored::Added);
        }
        let known = board_store::find_any(tx, line.id).await?;
        Ok(match known.is_some_and(|board| board.user_id == person.user_id) {
            true => Restored::Present,
            false => Restored::Refused,
        })
    }
}

/// Exports and imports a person's images.
pub(crate) struct ImagesInArchive {
    db: Db,
    files: Files,
}

impl ImagesInArchive {
    pub fn new(services: &Services) -> Self {
        Self { db: services.db.clone(), files: services.files.clone() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct ImageLine {
    id: ImageId,
    file_id: FileId,
    board_id: Option<BoardId>,
    parent_id: Option<ImageId>,
    origin: Origin,
    prompt: String,
    #[serde(default)]
    description: Option<String>,
    work: Option<Work>,
    seed: Option<i64>,
    width: i64,
    height: i64,
    cost: i64,
    starred: bool,
    created_at: Timestamp,
}

impl From<Image> for ImageLine {
    fn from(image: Image) -> Self {
        Self {
            id: image.id,
            file_id: image.file_id,
            board_id: image.board_id,
            parent_id: image.parent_id,
            origin: image.origin,
            prompt: image.prompt,
            description: image.description,
            work: image.work,
            seed: image.seed,
            width: image.width,
            height: image.height,
            cost: image.cost,
            starred: image.starred,
            created_at: image.created_at,
        }
    }
}

impl ImageLine {
    /// Returns true if the line keeps the rules, which hold for imports, too.
    fn is_sound(&self) -> bool {
        let description = self.description.as_deref().unwrap_or_default();
        self.prompt.chars().count() <= PROMPT_MAX_CHARS
            && description.chars().count() <= DESCRIPTION_MAX_CHARS
            && self.work.as_ref().is_none_or(|work| check_work(work).is_ok())
            && self.width > 0
            && self.height > 0
            && self.cost >= 0
    }
}

#[async_trait]
impl ArchiveSource for ImagesInArchive {
    fn name(&self) -> &'static str {
        "images"
    }

    async fn lines(&self, person: Person, after: Option<&Value>) -> Fallible<Vec<Value>> {
        let after = after.and_then(|line| ImageId::deserialize(&line["id"]).ok());
        let mut conn = self.db.read().await?;
        let images = store::list_after(&mut conn, person.user_id, after, LINES_MAX).await?;
        archive_lines(images.into_iter().map(ImageLine::from).collect())
    }

    async fn restore(&self, tx: &mut Tx, person: Person, line: &Value) -> Fallible<Restored> {
        let line = ImageLine::deserialize(line).ok().filter(ImageLine::is_sound);
        let Some(line) = line else { return Ok(Restored::Refused) };
        if let Some(known) = store::find_image(tx, person.user_id, line.id).await? {
            return Ok(if known.user_id == person.user_id {
                Restored::Present
            } else {
                Restored::Refused
            });
        }
        // Its file is deleted with it, so it must not be anybody else's.
        let upload = self.files.find_upload(tx, person.user_id, line.file_id).await?;
        let Some(upload) = upload.filter(|upload| upload.is_image()) else {
            return Ok(Restored::NotHere);
        };
        if !self.files.retain_upload(tx, upload.id).await? {
            return Ok(Restored::Refused);
        }
        let board_id = match line.board_id {
            Some(id) => {
                let board = board_store::find_any(tx, id).await?;
                board.filter(|board| board.user_id == person.user_id).map(|board| board.id)
            }
            None => None,
        };
        let image = Image {
            id: line.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            file_id: upload.id,
            task_id: None,
            board_id,
            parent_id: line.parent_id,
            origin: line.origin,
            prompt: line.prompt,
            description: line.description,
            work: line.work,
            seed: line.seed,
            width: line.width,
            height: line.height,
            media_type: upload.media_type,
            size_bytes: upload.size_bytes,
            cost: line.cost,
            starred: line.starred,
            created_at: line.created_at,
            deleted_at: None,
        };
        Ok(if store::insert_image(tx, &image).await? { Restored::Added } else { Restored::Refused })
    }
}
