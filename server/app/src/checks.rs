//! Checks of what this server needs, for `ensemble doctor` and the operator's page. Areas register their own.

mod address;
mod database;
mod machine;
mod parts;
mod upstream;

use std::path::PathBuf;
use std::sync::Arc;

use area::{Area, HealthCheck};

use crate::settings::Settings;
use crate::{areas, vault_check};

pub use address::check_proxy;
pub use machine::{check_open_files, check_permissions};
pub use parts::{check_web, check_wordnet};

/// Returns the checks that belong to no area, in the order in which they are read.
pub fn platform_checks(settings: &Settings, areas: &[Area]) -> Vec<Arc<dyn HealthCheck>> {
    let server = &settings.server;
    let data_dir: PathBuf = server.data_dir.clone();
    vec![
        Arc::new(parts::Parts { wordnet_dir: settings.builtin.wordnet_dir.clone() }),
        Arc::new(machine::Machine { data_dir, connections: server.max_connections }),
        Arc::new(database::Database),
        Arc::new(database::Schema { steps: areas::migrations(areas) }),
        Arc::new(vault_check::MasterKey),
        Arc::new(database::AuditLog),
        Arc::new(upstream::Storage),
        Arc::new(upstream::HintBus),
        Arc::new(upstream::Outgoing),
        Arc::new(upstream::MailServer),
        Arc::new(upstream::Models),
        Arc::new(address::Address { server: server.clone() }),
    ]
}
