//! The list of the product: its areas, and the settings that each of them reads.

use admin::Installation;
use area::{Area, Routes, Services, apply_middleware};
use axum::Router;
use entitlements::Entitlements;
use kernel::{Limit, ProblemKind};
use settings::SettingsError;
use store::Migration;

use crate::checks;
use crate::settings::Settings;

/// This program's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The settings of the areas, each from a section of its own.
#[derive(Debug, Clone)]
pub struct AreaSettings {
    accounts: accounts::Settings,
    affiliates: affiliates::Settings,
    billing: billing::Settings,
    bots: bots::Settings,
    documents: documents::Settings,
    scim: scim::Settings,
    search: search::Settings,
    tools: tools::Settings,
    writing: writing::Settings,
}

impl AreaSettings {
    /// Takes the areas' sections out of `all`: what is left is the platform's.
    pub fn take(all: &mut settings::Settings) -> Result<Self, SettingsError> {
        let accounts: accounts::Settings = all.take_section("accounts")?;
        accounts.check().map_err(|message| SettingsError::Section {
            section: "accounts".to_owned(),
            message,
        })?;
        let scim: scim::Settings = all.take_section("scim")?;
        scim.check()
            .map_err(|message| SettingsError::Section { section: "scim".to_owned(), message })?;
        Ok(Self {
            accounts,
            affiliates: all.take_section("payments.affiliates")?,
            billing: all.take_section("billing")?,
            bots: all.take_section("bots")?,
            documents: all.take_section("documents")?,
            scim,
            search: all.take_section("search")?,
            tools: all.take_section("tools")?,
            writing: all.take_section("writing")?,
        })
    }

    /// Checks what depends on the platform.
    pub fn check(
        &self,
        entitlements: &Entitlements,
        payments: &payments::Settings,
    ) -> anyhow::Result<()> {
        self.affiliates.check(payments)?;
        billing::check(&self.billing, entitlements)?;
        Ok(self.writing.check()?)
    }
}

/// Returns every area, in the order of the specification.
pub fn areas(services: &Services, settings: &Settings) -> Vec<Area> {
    let mut areas = product_areas(services, settings);
    let checks = checks::platform_checks(settings, &areas);
    if let Some(last) = areas.last_mut() {
        // Read first, as what all areas need.
        last.checks.splice(0..0, checks);
    }
    areas
}

fn product_areas(services: &Services, settings: &Settings) -> Vec<Area> {
    let settings = &settings.areas;
    let installation = Installation {
        version: VERSION,
        files: services.files.kind(),
        started_at: services.clock.now(),
    };
    vec![
        accounts::area(services, settings.accounts.clone()),
        scim::area(services, settings.scim.clone(), settings.accounts.groups.clone()),
        billing::area(services, &settings.billing),
        chat::area(services),
        bots::area(services, settings.bots),
        documents::area(services, settings.documents.clone()),
        img_proxy::area(services),
        prompts::area(services),
        translation::area(services),
        search::area(services, settings.search.clone()),
        research::area(services),
        memos::area(services),
        teams::area(services),
        rewards::area(services),
        affiliates::area(services, settings.affiliates),
        tasks::area(),
        memory::area(services),
        reading::area(services),
        writing::area(services, settings.writing),
        images::area(services),
        videos::area(services),
        artifacts::area(services),
        schedules::area(services),
        agents::area(services),
        powerups::area(services),
        templates::area(services),
        runs::area(),
        models::area(),
        tools::area(services, settings.tools.clone()),
        gateway::area(),
        sharing::area(services),
        portability::area(services),
        notifications::area(services),
        admin::area(services, installation),
    ]
}

/// The steps of the platform's schema.
const PLATFORM: [&[Migration]; 15] = [
    audit::MIGRATIONS,
    server_settings::MIGRATIONS,
    jobs::MIGRATIONS,
    identity::MIGRATIONS,
    providers::MIGRATIONS,
    entitlements::MIGRATIONS,
    ledger::MIGRATIONS,
    conversations::MIGRATIONS,
    files::MIGRATIONS,
    retrieval::MIGRATIONS,
    generation::MIGRATIONS,
    mail::MIGRATIONS,
    tasks::MIGRATIONS,
    directory::MIGRATIONS,
    crate::vault_check::MIGRATIONS,
];

/// Returns all steps of the schema, the platform's and the areas'.
pub fn migrations(areas: &[Area]) -> Vec<Migration> {
    let mut steps = PLATFORM.concat();
    steps.extend(areas.iter().flat_map(|area| area.migrations.iter().copied()));
    steps
}

/// Returns every limit there is: the platform's and the areas'.
pub fn limits(areas: &[Area]) -> Vec<Limit> {
    let platform = [
        crate::middleware::pace::LIMITS,
        audit::LIMITS,
        identity::LIMITS,
        model_files::LIMITS,
        media_calls::LIMITS,
        providers::LIMITS,
        entitlements::LIMITS,
        ledger::LIMITS,
        files::LIMITS,
        memory_budget::LIMITS,
        image_tools::LIMITS,
        image_sources::LIMITS,
        generation::LIMITS,
        web_access::LIMITS,
        web_search::LIMITS,
    ];
    let mut limits = platform.concat();
    limits.extend(areas.iter().flat_map(|area| area.limits.iter().copied()));
    limits.sort_by_key(|limit| (limit.area, limit.name));
    limits.dedup();
    limits
}

/// Returns every problem there is: the platform's and the areas'.
pub fn problems(areas: &[Area]) -> Vec<ProblemKind> {
    let platform = [
        api::PROBLEMS,
        live_settings::PROBLEMS,
        server_settings::PROBLEMS,
        regions::PROBLEMS,
        media_policy::PROBLEMS,
        identity::PROBLEMS,
        model_files::PROBLEMS,
        providers::PROBLEMS,
        image_models::PROBLEMS,
        image_sources::PROBLEMS,
        video_models::PROBLEMS,
        entitlements::PROBLEMS,
        ledger::PROBLEMS,
        files::PROBLEMS,
        memory_budget::PROBLEMS,
        image_tools::PROBLEMS,
        generation::PROBLEMS,
        web_access::PROBLEMS,
        web_search::PROBLEMS,
    ];
    let mut problems = platform.concat();
    problems.extend(areas.iter().flat_map(|area| area.problems.iter().copied()));
    problems.sort_by_key(|problem| problem.code);
    problems.dedup();
    problems
}

/// The routes of areas, and what they ask of the middleware around them.
#[derive(Default)]
pub struct AreaRoutes {
    pub router: Router,
    /// As [`Area::essential_paths`].
    pub essential_paths: Vec<&'static str>,
    /// As [`Area::webhook_paths`].
    pub webhook_paths: Vec<&'static str>,
}

/// Returns all routes of the areas.
pub fn routes(areas: Vec<Area>, services: &Services) -> AreaRoutes {
    let essential_paths = areas.iter().flat_map(|area| area.essential_paths.clone()).collect();
    let webhook_paths = areas.iter().flat_map(|area| area.webhook_paths.clone()).collect();
    let middleware: Vec<_> = areas.iter().flat_map(|area| area.middleware.clone()).collect();
    let exempt_paths = areas.iter().flat_map(|area| area.exempt_paths.clone()).collect();
    let all = areas.into_iter().fold(Routes::new(), |all, area| all.merge(area.routes));
    let router = all.into_router().with_state(services.clone());
    let router = apply_middleware(router, &middleware, exempt_paths);
    AreaRoutes { router, essential_paths, webhook_paths }
}
