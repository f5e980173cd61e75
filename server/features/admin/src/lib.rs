//! Administration: what the operator sees and does. The outbox, the people, how the server is set up.
//!
//! Everything here is for the operator only; each handler says so by its extractor. Start at
//! `users.rs` (who may be made what) and `routes.rs`.

mod problems;
mod routes;
mod users;

use area::Area;

pub use users::change_user;

/// What the operator is told about this process, and no service knows.
#[derive(Debug, Clone)]
pub struct Installation {
    pub version: &'static str,
    /// Where files are kept: `disk`, `s3`.
    pub files: &'static str,
    pub started_at: kernel::Timestamp,
}

/// All that this area registers.
pub fn area(installation: Installation) -> Area {
    Area::new("admin").routes(routes::router(installation)).problems(problems::PROBLEMS)
}
