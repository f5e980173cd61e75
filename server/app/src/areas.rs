//! The list of the product.

use area::{Area, Services};
use axum::Router;
use kernel::{Limit, ProblemKind};
use store::Migration;
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::services::Platform;
use crate::settings::Settings;

/// Every area, in the order of the specification.
pub fn areas(platform: &Platform, settings: &Settings) -> Vec<Area> {
    let _ = (platform, settings);
    vec![chat::area()]
}

/// The steps of the platform's schema. Areas add theirs in [`migrations`].
const PLATFORM: [&[Migration]; 8] = [
    jobs::MIGRATIONS,
    identity::MIGRATIONS,
    providers::MIGRATIONS,
    entitlements::MIGRATIONS,
    ledger::MIGRATIONS,
    conversations::MIGRATIONS,
    generation::MIGRATIONS,
    mail::MIGRATIONS,
];

/// All steps of the schema. Areas of today keep all they have in the platform's tables.
pub fn migrations() -> Vec<Migration> {
    PLATFORM.concat()
}

/// Every limit there is: the platform's and the areas'.
pub fn limits(areas: &[Area]) -> Vec<Limit> {
    let platform = [identity::LIMITS, providers::LIMITS, entitlements::LIMITS, ledger::LIMITS];
    let mut limits = platform.concat();
    limits.extend(areas.iter().flat_map(|area| area.limits.iter().copied()));
    limits.sort_by_key(|limit| (limit.area, limit.name));
    limits.dedup();
    limits
}

/// Every problem there is: the platform's and the areas'.
pub fn problems(areas: &[Area]) -> Vec<ProblemKind> {
    let platform = [
        api::PROBLEMS,
        identity::PROBLEMS,
        providers::PROBLEMS,
        entitlements::PROBLEMS,
        ledger::PROBLEMS,
        generation::PROBLEMS,
        web_access::PROBLEMS,
    ];
    let mut problems = platform.concat();
    problems.extend(areas.iter().flat_map(|area| area.problems.iter().copied()));
    problems.sort_by_key(|problem| problem.code);
    problems.dedup();
    problems
}

/// All routes of the areas, and the document that describes them.
pub fn routes(areas: Vec<Area>, services: &Services) -> (Router, OpenApi) {
    let info = InfoBuilder::new()
        .title("Ensemble")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("The API that Ensemble's own clients use."))
        .build();
    let document = OpenApiBuilder::new().info(info).build();
    let all = areas
        .into_iter()
        .fold(OpenApiRouter::with_openapi(document), |all, area| all.merge(area.routes));
    let (router, document) = all.split_for_parts();
    (router.with_state(services.clone()), document)
}
