//! Reading: pages of the web, videos by their captions, and PDFs, summed up in three lengths, with numbers
//! that lead to the places of the text.
//!
//! Start at `readings.rs` (actions on readings) and `work.rs` (their tasks: the source is read, its text is kept in
//! numbered places, a model writes). `read.rs` gets a text from its source, `scans.rs` that of
//! PDFs with pages that are pictures; `places.rs` cuts it. `kept_pdf.rs` keeps the pages of a PDF, and `archived_pdf.rs`
//! takes it into archives. `videos.rs` finds the captions of videos, by `videos.toml`, and `captions.rs` reads them.
//! Where no model is connected, `extract.rs` picks sentences instead.

mod archive;
mod archived_pdf;
mod captions;
mod extract;
mod kept_pdf;
mod library_source;
mod limits;
mod places;
mod problems;
mod prompt;
mod read;
mod readings;
mod routes;
mod scans;
mod scheduled;
mod source;
mod source_store;
mod state;
mod summary;
mod today;
mod videos;
mod wire;
mod work;

use area::{Area, Services};
use tasks::AreaTasks;

/// This area's tables.
const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261122_0780_readings",
        sql: include_str!("../migrations/20261122_0780_readings.sql"),
    },
    ::store::Migration {
        name: "20261125_0910_reading_files",
        sql: include_str!("../migrations/20261125_0910_reading_files.sql"),
    },
    ::store::Migration {
        name: "20261126_1620_readings_as_tasks",
        sql: include_str!("../migrations/20261126_1620_readings_as_tasks.sql"),
    },
];

/// Returns everything this area registers.
pub fn area(services: &Services) -> Area {
    Area::new("reading")
        .routes(routes::router(services))
        .extension_paths(&["/api/reading/*"])
        .migrations(MIGRATIONS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .job::<work::RemoveFile>()
        .task_kind::<work::ReadingTask>(services)
        .archive(archive::ReadingsInArchive::new(services))
        .library_source(library_source::ReadingLibrary::new(services))
        .daily_source(today::ReadToday)
        .schedulable(scheduled::ScheduledReadings(services.clone()))
}
