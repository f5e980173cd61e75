//! Reading: pages of the web, videos by their captions, and PDFs, summed up in three lengths, with numbers
//! that lead to the places of the text.
//!
//! Start at `readings.rs` (what people do with readings) and `work.rs` (how one is done: its source is
//! read, its text is kept in numbered places, a model writes). `read.rs` gets a text from its source, `scans.rs` that of
//! PDFs with pages that are pictures; `places.rs` cuts it. `kept_pdf.rs` keeps the pages of a PDF, and `archived_pdf.rs`
//! takes it into archives. `videos.rs` finds the captions of videos, by `videos.toml`, and `captions.rs` reads them.
//! Where no model is connected, `extract.rs` picks sentences instead.

mod archive;
mod archived_pdf;
mod captions;
mod extract;
mod kept_pdf;
mod limits;
mod of_teams;
mod own;
mod places;
mod problems;
mod prompt;
mod read;
mod readings;
mod routes;
mod scans;
mod source;
mod source_store;
mod state;
mod store;
mod summary;
mod today;
mod upkeep;
mod videos;
mod wire;
mod work;

use area::{Area, Services};

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
];

/// All that this area registers.
pub fn area(services: &Services) -> Area {
    let (files, queue) = (services.files.clone(), services.queue.clone());
    Area::new("reading")
        .routes(routes::router(services))
        .migrations(MIGRATIONS)
        .limits(limits::LIMITS)
        .problems(problems::PROBLEMS)
        .job::<work::DoReading>()
        .job::<work::ReadScan>()
        .job::<work::KeepSummary>()
        .archive(archive::ReadingsInArchive::new(services))
        .own_source(own::OwnReadings::new(services))
        .daily_source(today::ReadToday)
        .follower(work::WhenSummarized { queue })
        .eraser(of_teams::Readings(files))
        .upkeep(upkeep::SWEEP)
}
