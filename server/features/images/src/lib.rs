//! Images: made by models and by the tools of this server, and kept with how they were made.
//!
//! Start at `work.rs` (what is asked for) and `task.rs` (the task that does it): `creation.rs` asks a model, `tool_use.rs`
//! runs a tool of this server, `keep.rs` stores what they made. `gallery.rs` and `boards.rs` are what people do with their
//! images, over the SQL of `store.rs`; `words/` is what chat models write about them. Models are in `image_models`, tools in `image_tools`.

mod archive;
mod begin;
mod boards;
mod chat_tool;
mod creation;
mod drafts;
mod gallery;
mod hints;
mod image;
mod image_files;
mod keep;
mod limits;
mod problems;
mod routes;
mod rules;
mod settings;
mod store;
mod task;
mod task_routes;
mod tool_use;
mod upkeep;
mod wire;
mod words;
mod work;

use area::{Area, Services};
use tasks::AreaTasks;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261128_1040_images",
        sql: include_str!("../migrations/20261128_1040_images.sql"),
    },
    ::store::Migration {
        name: "20261128_1049_image_words",
        sql: include_str!("../migrations/20261128_1049_image_words.sql"),
    },
];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("images")
        .routes(routes::router(services))
        .extension_paths(&["/api/images", "/api/images/*"])
        .migrations(MIGRATIONS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .task_kind::<task::ImageTask>(services)
        .job::<words::describe::DescribeImage>()
        .context(chat_tool::CreatesImages::new(services))
        .archive(archive::BoardsInArchive::new(services))
        .archive(archive::ImagesInArchive::new(services))
        .upkeep(upkeep::EMPTY_TRASH)
}
