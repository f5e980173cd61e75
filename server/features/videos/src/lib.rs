//! Videos: made by models from texts and images, and kept with how they were made.
//!
//! Start at `work.rs` (what is asked for) and `task.rs` (the task that does it): `creation.rs` asks a model, `keep.rs` stores
//! what it made. `library.rs` is what people do with their videos, over the SQL of `store.rs`;
//! `programs.rs` is what programs with API keys do. Models are in `video_models`.

mod archive;
mod begin;
mod creation;
mod hints;
mod keep;
mod library;
mod limits;
mod problems;
mod programs;
mod routes;
mod rules;
mod store;
mod task;
mod upkeep;
mod video;
mod wire;
mod work;

use area::{Area, Services};
use tasks::AreaTasks;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261128_1045_videos",
        sql: include_str!("../migrations/20261128_1045_videos.sql"),
    },
    ::store::Migration {
        name: "20261129_1041_video_jobs",
        sql: include_str!("../migrations/20261129_1041_video_jobs.sql"),
    },
];

/// Returns everything that this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("videos")
        .routes(routes::router(services))
        .migrations(MIGRATIONS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .task_kind::<task::VideoTask>(services)
        .video_jobs(programs::VideosForPrograms::new(services))
        .archive(archive::VideosInArchive::new(services))
        .upkeep(upkeep::EMPTY_TRASH)
}
