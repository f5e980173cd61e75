//! The wire types of this area.

use api::{PageQuery, ProblemBody};
use image_models::{ImageModelInfo, ImageSize};
use image_tools::ToolInfo;
use kernel::{FileId, Timestamp};
use serde::{Deserialize, Deserializer, Serialize};
use tasks::{Head, State, TaskId};
use utoipa::{IntoParams, ToSchema};

use crate::boards::BoardId;
use crate::boards::store::Board;
use crate::drafts::number_of;
use crate::image::{Image, ImageId, Origin};
use crate::task::{Label, Task};
use crate::work::Work;

kernel::id! {
    /// Identifies work on images; also its task's id.
    ImageTaskId
}

/// All image models that can be called now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageModelList)]
pub(crate) struct ModelsBody {
    pub models: Vec<ImageModelInfo>,
}

/// All image tools of this server.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageToolList)]
pub(crate) struct ToolsBody {
    pub tools: Vec<ToolInfo>,
}

/// Work to begin. Its id is the client's, so that sending it again does nothing twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewImageTask {
    pub id: ImageTaskId,
    pub work: Work,
    /// The board that gets the images.
    #[serde(default)]
    pub board_id: Option<BoardId>,
}

/// Work on images with what came of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageTask)]
pub(crate) struct ImageTaskBody {
    pub id: ImageTaskId,
    pub title: String,
    pub state: State,
    /// `queued_at_provider`, `generating`, `busy`, or empty.
    pub stage: String,
    pub work: Work,
    pub board_id: Option<BoardId>,
    /// Number of the draft that can be seen now, from 1; null: none can.
    pub draft: Option<u32>,
    pub images: Vec<ImageBody>,
    /// Advanced credits that it costs at most.
    pub price: i64,
    /// Advanced credits that it was charged; null while nothing is known.
    pub charged: Option<i64>,
    pub problem: Option<ProblemBody>,
    /// The cause of the problem, if known.
    pub cause: Option<ProblemBody>,
    pub created_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

impl ImageTaskBody {
    pub fn of(task: Task, images: Vec<Image>) -> Self {
        let draft = number_of(&task);
        let (head, wish) = (task.head, task.input);
        Self {
            draft,
            id: ImageTaskId(head.id.0),
            title: head.title,
            state: head.state,
            stage: head.stage,
            work: wish.work,
            board_id: wish.board_id,
            images: images.into_iter().map(ImageBody::from).collect(),
            price: head.price.amount,
            charged: head.charged,
            problem: head.problem,
            cause: head.cause,
            created_at: head.created_at,
            ended_at: head.ended_at,
        }
    }
}

/// A line of the list of image tasks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImageTaskEntry {
    pub id: ImageTaskId,
    pub title: String,
    pub state: State,
    /// The tool that works, if a tool does.
    pub tool: Option<String>,
    /// The first images that it made.
    pub images: Vec<ImageId>,
    pub created_at: Timestamp,
}

impl From<Head> for ImageTaskEntry {
    fn from(head: Head) -> Self {
        let Label { tool, images } = serde_json::from_value(head.label).unwrap_or_default();
        Self {
            id: ImageTaskId(head.id.0),
            title: head.title,
            state: head.state,
            tool,
            images,
            created_at: head.created_at,
        }
    }
}

/// An image of the caller's.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Image)]
pub(crate) struct ImageBody {
    pub id: ImageId,
    /// The file with its bytes.
    pub file_id: FileId,
    pub origin: Origin,
    /// The prompt that it was made from, as the provider revised it.
    pub prompt: String,
    /// What a model says that it shows.
    pub description: Option<String>,
    pub model: Option<String>,
    pub tool: Option<String>,
    /// The work that made it, to do it again.
    pub work: Option<Work>,
    pub seed: Option<i64>,
    pub width: i64,
    pub height: i64,
    pub media_type: String,
    pub size_bytes: i64,
    pub starred: bool,
    pub board_id: Option<BoardId>,
    /// The image that it was made from, which may be gone.
    pub parent_id: Option<ImageId>,
    pub task_id: Option<ImageTaskId>,
    /// Advanced credits.
    pub cost: i64,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

impl From<Image> for ImageBody {
    fn from(image: Image) -> Self {
        Self {
            id: image.id,
            file_id: image.file_id,
            origin: image.origin,
            model: image.model().map(str::to_owned),
            tool: image.tool().map(str::to_owned),
            prompt: image.prompt,
            description: image.description,
            work: image.work,
            seed: image.seed,
            width: image.width,
            height: image.height,
            media_type: image.media_type,
            size_bytes: image.size_bytes,
            starred: image.starred,
            board_id: image.board_id,
            parent_id: image.parent_id,
            task_id: image.task_id.map(|TaskId(id)| ImageTaskId(id)),
            cost: image.cost,
            created_at: image.created_at,
            deleted_at: image.deleted_at,
        }
    }
}

/// The images that a list shows, and its page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ImageListQuery {
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
    /// Rows in the page: 1 to 100, 50 by default.
    pub limit: Option<usize>,
    /// Words of the prompt, the model or the tool.
    pub q: Option<String>,
    pub board_id: Option<BoardId>,
    /// Only starred ones.
    pub starred: bool,
    /// True: only those that were uploaded; false: only those that were made.
    pub uploaded: Option<bool>,
    /// The trash instead.
    pub deleted: bool,
}

impl ImageListQuery {
    pub fn page(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Changes to an image; what is absent stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImageChange {
    #[serde(default)]
    pub starred: Option<bool>,
    /// Null takes it off its board.
    #[serde(default, deserialize_with = "set_or_null")]
    #[schema(value_type = Option<BoardId>)]
    pub board_id: Option<Option<BoardId>>,
}

/// Tells a field that is null from one that is absent.
fn set_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<BoardId>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// A file of the caller's to keep as an image.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewImageUpload {
    pub file_id: FileId,
    #[serde(default)]
    pub board_id: Option<BoardId>,
    /// The image of the caller's that it was made from, in the editor.
    #[serde(default)]
    pub parent_id: Option<ImageId>,
    /// The settings that the file says it was made with.
    #[serde(default)]
    pub made_with: Option<MadeWith>,
}

/// The settings that a file says it was made with, here or by another program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ImageMadeWith)]
pub(crate) struct MadeWith {
    pub prompt: String,
    #[serde(default)]
    pub negative_prompt: Option<String>,
    #[serde(default)]
    pub seed: Option<i64>,
    #[serde(default)]
    pub cfg_scale: Option<f64>,
    #[serde(default)]
    pub size: Option<ImageSize>,
    /// As the file names it; it need not be one of the models here.
    #[serde(default)]
    pub model: Option<String>,
}

/// The name of a file that is sent.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImageFileQuery {
    #[serde(default)]
    pub name: String,
}

/// An image file of the caller's that nothing keeps yet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageFile)]
pub(crate) struct ImageFileBody {
    pub id: FileId,
    pub name: String,
    pub media_type: String,
    pub size_bytes: i64,
    pub width: u32,
    pub height: u32,
    /// The settings that it says it was made with; the file that is stored says nothing any more.
    pub made_with: Option<MadeWith>,
}

/// Images to download together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImageDownload {
    pub image_ids: Vec<ImageId>,
}

/// A board of the caller's.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageBoard)]
pub(crate) struct BoardBody {
    pub id: BoardId,
    pub name: String,
    pub image_count: i64,
    /// Its newest image.
    pub cover_id: Option<ImageId>,
    pub created_at: Timestamp,
}

impl From<Board> for BoardBody {
    fn from(board: Board) -> Self {
        let Board { id, name, image_count, cover_id, created_at } = board;
        Self { id, name, image_count, cover_id, created_at }
    }
}

/// All boards of the caller's.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImageBoardList)]
pub(crate) struct BoardsBody {
    pub boards: Vec<BoardBody>,
}

/// A board to create. A retry with the same id creates nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewImageBoard)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBoard {
    pub id: BoardId,
    pub name: String,
}

/// Changes to a board.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ImageBoardChange)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardChange {
    pub name: String,
}
