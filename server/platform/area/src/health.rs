use std::time::Duration;

use async_trait::async_trait;
use futures::future::join_all;
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::Services;

/// Time that one check gets. All run at once, so the whole takes no longer.
pub const CHECK_TIMEOUT: Duration = Duration::from_secs(15);

/// A check of something that this server needs, for `ensemble doctor` and the operator's page.
#[async_trait]
pub trait HealthCheck: Send + Sync {
    /// Returns the name of what is checked: `mail`.
    fn name(&self) -> &'static str;

    /// Tries it; one finding for each thing that was tried. It leaves nothing behind.
    async fn run(&self, services: &Services) -> Vec<Finding>;
}

/// The outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingState {
    Ok,
    /// The server works, but something is to be looked at.
    Warning,
    Failed,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    /// Name of what was checked: `mail`, `sign-in company`.
    pub name: String,
    pub state: FindingState,
    /// The finding, in the words of what was asked.
    pub detail: String,
    /// The next step; null if nothing is to be done.
    pub advice: Option<String>,
}

impl Finding {
    pub fn ok(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(name, FindingState::Ok, detail, None)
    }

    /// A finding of something that works, with what to do.
    pub fn warning(
        name: impl Into<String>,
        detail: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self::new(name, FindingState::Warning, detail, Some(advice.into()))
    }

    /// A finding of something that does not work, with what to do.
    pub fn failed(
        name: impl Into<String>,
        detail: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self::new(name, FindingState::Failed, detail, Some(advice.into()))
    }

    fn new(
        name: impl Into<String>,
        state: FindingState,
        detail: impl Into<String>,
        advice: Option<String>,
    ) -> Self {
        Self { name: name.into(), state, detail: detail.into(), advice }
    }
}

/// Runs all registered checks at once, and returns their findings in the order of registration.
pub async fn run_checks(services: &Services) -> Vec<Finding> {
    let checks = services.checks.iter().map(|check| run_check(check.as_ref(), services));
    join_all(checks).await.into_iter().flatten().collect()
}

async fn run_check(check: &dyn HealthCheck, services: &Services) -> Vec<Finding> {
    let found = timeout(CHECK_TIMEOUT, check.run(services)).await;
    found.unwrap_or_else(|_| {
        let detail = format!("no answer within {} seconds", CHECK_TIMEOUT.as_secs());
        let advice = "See if it is overloaded, or cut off by a firewall.";
        vec![Finding::failed(check.name(), detail, advice)]
    })
}
