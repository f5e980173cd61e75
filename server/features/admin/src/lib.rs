//! Administration: the operator's view and actions. The outbox, people, grants, the notice to everybody, the server's
//! setup.
//!
//! Everything here is for the operator only, which each handler declares by its extractor, except for the notice, which
//! everybody reads. Start at `users.rs` (roles and suspension), `grants.rs`, `notice.rs` and `gate.rs` (maintenance).

mod cap_routes;
mod caps;
mod check_routes;
mod event_routes;
mod events;
mod gate;
mod grant_routes;
mod grants;
mod notice;
mod notice_routes;
mod problems;
mod routes;
mod rules;
mod setting_routes;
mod team_routes;
mod teams;
mod users;

use area::{Area, Services};
use store::Migration;

pub use users::{UserChange, change_user};

const MIGRATIONS: &[Migration] = &[
    Migration {
        name: "20261123_1500_admin_grants",
        sql: include_str!("../migrations/20261123_1500_grants.sql"),
    },
    Migration {
        name: "20261123_1510_admin_notice",
        sql: include_str!("../migrations/20261123_1510_notice.sql"),
    },
];

/// Facts about this process that the operator is shown and no service knows.
#[derive(Debug, Clone)]
pub struct Installation {
    pub version: &'static str,
    /// Kind of file storage: `disk`, `s3`.
    pub files: &'static str,
    pub started_at: kernel::Timestamp,
}

/// Returns everything that this area registers.
pub fn area(services: &Services, installation: Installation) -> Area {
    let gate = gate::Gate::new(services);
    let routes = routes::router(installation)
        .merge(cap_routes::router())
        .merge(check_routes::router())
        .merge(event_routes::router())
        .merge(grant_routes::router())
        .merge(notice_routes::router(gate.clone()))
        .merge(setting_routes::router())
        .merge(team_routes::router());
    Area::new("admin")
        // The notice that everybody is shown; operators write it elsewhere.
        .extension_paths(&["/api/admin/notice"])
        .migrations(MIGRATIONS)
        .impersonal_tables(&[("admin_notice", "what the operator tells everybody")])
        .routes(routes)
        .middleware(gate)
        .limits(rules::LIMITS)
        .problems(problems::PROBLEMS)
        .mails(&[&grants::mail_texts::TEMPLATE])
}
