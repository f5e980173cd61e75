//! The server as a test sees it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use api::{RateExchange, SameOrigin, TrustedProxies};
use area::{Area, Plugs, Routes, Services, apply_middleware};
use audit::Audit;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use bus::Bus;
use code_sandbox::CodeSandbox;
use entitlements::Entitlements;
use files::Files;
use generation::Generation;
use identity::Identity;
use image_models::ImageModels;
use image_tools::ImageTools;
use jobs::{Queue, Registry, Workers};
use kernel::{Clock, Secret, Timestamp};
use ledger::{Ledger, MICROS, ModelPrice, SpendingSettings};
use mail::Mail;
use media_policy::MediaPolicy;
use memory_budget::MemoryBudget;
use model_files::ModelFiles;
use outbound::Outbound;
use parsing::{PictureEditor, PlainParser, Sandbox};
use payments::Payments;
use proofreading::RepeatedWords;
use providers::Providers;
use server_settings::ServerSettings;
use store::{Cursor, Db, Migration};
use tokio::task::JoinSet;
use url::Url;
use vault::Vault;
use video_models::VideoModels;
use web_access::WebAccess;

use crate::{BASE_URL, Client, TestDb, TestStore};

/// Start time of tests, until they move the clock: 2026-11-20, 12:00 UTC.
pub const NOW: Timestamp = Timestamp::from_micros(1_795_176_000_000_000);

/// Largest request body.
const BODY_MAX_BYTES: usize = 2 * 1024 * 1024;

type Areas = Arc<dyn Fn(&Services) -> Vec<Area> + Send + Sync>;

/// A server within the test: real routes, real services, a database of its own. When it is dropped, it stops, and its
/// database is deleted.
pub struct TestServer {
    pub services: Services,
    router: Router,
    areas: Areas,
    jobs: Registry<Services>,
    // Declared in drop order: first the users of the database, then the database.
    _background: JoinSet<()>,
    database: Arc<TestDb>,
}

impl TestServer {
    /// Starts a server with these areas on a new database.
    pub async fn with(
        store: TestStore,
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Self {
        Self::with_mail(store, &mail::Settings::default(), areas).await
    }

    /// Starts a server with an SMTP server.
    pub async fn with_mail(
        store: TestStore,
        mail: &mail::Settings,
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Self {
        let areas: Areas = Arc::new(areas);
        let database = Arc::new(store.open(&migrations(&areas).await).await);
        let clock = Clock::frozen(NOW);
        let services = services(database.db.clone(), clock, Bus::in_process(), mail);
        Self::start(services, areas, database, true).await
    }

    /// Starts a server that may call these hosts of a private network.
    pub async fn with_web(
        store: TestStore,
        allow_hosts: Vec<String>,
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Self {
        let areas: Areas = Arc::new(areas);
        let database = Arc::new(store.open(&migrations(&areas).await).await);
        let (clock, bus) = (Clock::frozen(NOW), Bus::in_process());
        let others = services(database.db.clone(), clock, bus, &mail::Settings::default());
        let web = web_access::Settings { allow_hosts, ..web_access::Settings::default() };
        let services = Services { web: WebAccess::new(web), ..others };
        Self::start(services, areas, database, true).await
    }

    /// Starts a server with services that `change` replaces.
    pub async fn with_changed(
        store: TestStore,
        change: impl FnOnce(Services) -> Services,
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Self {
        let areas: Areas = Arc::new(areas);
        let database = Arc::new(store.open(&migrations(&areas).await).await);
        let (clock, bus) = (Clock::frozen(NOW), Bus::in_process());
        let others = services(database.db.clone(), clock, bus, &mail::Settings::default());
        Self::start(change(others), areas, database, true).await
    }

    /// Starts a server with model files on this machine.
    pub async fn with_model_files(
        store: TestStore,
        setup: model_files::Setup,
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Self {
        let areas: Areas = Arc::new(areas);
        let database = Arc::new(store.open(&migrations(&areas).await).await);
        let (clock, bus) = (Clock::frozen(NOW), Bus::in_process());
        let others = services(database.db.clone(), clock, bus, &mail::Settings::default());
        let Services { db, vault, bus, clock, .. } = others.clone();
        let setup =
            providers::Setup { model_files: Some(ModelFiles::new(setup)), ..providers_setup() };
        let providers = Providers::new(db, vault, bus, clock, setup);
        let services = Services { providers, ..others };
        Self::start(services, areas, database, true).await
    }

    /// Starts a server on PostgreSQL whose processes have a bus each, over its notifications.
    pub async fn with_postgres_bus(
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Self {
        let areas: Areas = Arc::new(areas);
        let database = Arc::new(TestStore::Postgres.open(&migrations(&areas).await).await);
        let (clock, bus) = (Clock::frozen(NOW), postgres_bus(&database));
        let services = services(database.db.clone(), clock, bus, &mail::Settings::default());
        Self::start(services, areas, database, true).await
    }

    /// Starts another process on the database of [`TestServer::with_postgres_bus`], with a bus of its own, and waits until
    /// the two hear each other.
    pub async fn another_process_with_its_bus(&self) -> Self {
        let Services { db, clock, files, web, payments, .. } = self.services.clone();
        let bus = postgres_bus(&self.database);
        let others = services(db, clock, bus.clone(), &mail::Settings::default());
        let services = Services { files, web, payments, ..others };
        let other = Self::start(services, self.areas.clone(), self.database.clone(), false).await;
        wait_until_heard(&bus, &self.services.bus).await;
        wait_until_heard(&self.services.bus, &bus).await;
        other
    }

    /// Returns the steps of the schema of a server with these areas, in order.
    pub async fn schema(
        areas: impl Fn(&Services) -> Vec<Area> + Send + Sync + 'static,
    ) -> Vec<Migration> {
        let areas: Areas = Arc::new(areas);
        migrations(&areas).await
    }

    /// Starts another process on the same database, with the same clock and a bus between them.
    pub async fn another_process(&self) -> Self {
        let Services { db, clock, bus, files, web, payments, .. } = self.services.clone();
        let others = services(db, clock, bus, &mail::Settings::default());
        let services = Services { files, web, payments, ..others };
        Self::start(services, self.areas.clone(), self.database.clone(), false).await
    }

    async fn start(
        services: Services,
        areas: Areas,
        database: Arc<TestDb>,
        is_alone: bool,
    ) -> Self {
        let all = areas(&services);
        area::plug_in(&services, &all);
        let middleware: Vec<_> = all.iter().flat_map(|area| area.middleware.clone()).collect();
        let exempt_paths = all.iter().flat_map(|area| area.exempt_paths.clone()).collect();
        let webhook_paths: Vec<_> =
            all.iter().flat_map(|area| area.webhook_paths.clone()).collect();
        let (mut routes, mut jobs) = (Routes::new(), Registry::default());
        for area in all {
            routes = routes.merge(area.routes);
            jobs = jobs.merge(area.jobs);
        }
        services.settings.register(services.payments.section());
        services.settings.load().await.expect("the settings are read");
        services.generation.begin(is_alone).await.expect("generation begins");
        let mut background = JoinSet::new();
        let settings = services.settings.clone();
        background.spawn(async move { settings.follow().await });
        let generation = services.generation.clone();
        background.spawn(async move { generation.run_background().await });
        let routes = routes.into_router().with_state(services.clone());
        let router = layered(apply_middleware(routes, &middleware, exempt_paths), &webhook_paths);
        Self { services, router, areas, jobs, _background: background, database }
    }

    /// Returns a browser on which nobody is signed in.
    pub fn visitor(&self) -> Client {
        Client::new(self.router.clone())
    }

    pub fn clock(&self) -> &Clock {
        &self.services.clock
    }

    /// Returns the database, for what no route shows.
    pub fn db(&self) -> &Db {
        &self.services.db
    }

    /// Does the jobs that are due and the works beside the runs, and those that they make due; how many there were.
    pub async fn run_jobs(&self) -> usize {
        let context = Arc::new(self.services.clone());
        let queue = self.services.queue.clone();
        let workers = Workers::new(self.db().clone(), queue, self.jobs.clone(), context);
        let mut done = 0;
        loop {
            let follow_ups = self.services.generation.do_follow_ups().await;
            match follow_ups + workers.run_due().await.expect("the queue is read") {
                0 => return done,
                count => done += count,
            }
        }
    }

    /// Returns the six digits in the newest mail to `address`.
    pub async fn code_sent_to(&self, address: &str) -> String {
        let text = self.newest_mail_to(address).await;
        let digits = |word: &str| word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit());
        let code = text.split_whitespace().find(|word| digits(word));
        code.unwrap_or_else(|| panic!("no code in: {text}")).to_owned()
    }

    /// Returns the text of the newest mail to `address`.
    pub async fn newest_mail_to(&self, address: &str) -> String {
        let mut conn = self.db().read().await.expect("the database is read");
        let outbox = self.services.mail.list_outbox(&mut conn, Cursor::FIRST, 100).await;
        let mails = outbox.expect("the outbox is read").items;
        let mail = mails.into_iter().find(|mail| mail.to == address);
        mail.unwrap_or_else(|| panic!("no mail to {address}")).text
    }
}

/// Applies the layers of the real server that decide about requests.
fn layered(router: Router, webhook_paths: &[&'static str]) -> Router {
    let base_url = Url::parse(BASE_URL).expect("the address is well-formed");
    let same_origin = SameOrigin::new(Some(&base_url)).webhook_paths(webhook_paths);
    router
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .layer(from_fn_with_state(same_origin, api::require_same_origin))
        .layer(from_fn_with_state(TrustedProxies::default(), api::request_context))
}

fn postgres_bus(database: &TestDb) -> Bus {
    let url = database.postgres_url().expect("the database is on PostgreSQL");
    Bus::postgres(&url).expect("the address is well-formed")
}

/// Publishes at `there` until it arrives `here`.
async fn wait_until_heard(here: &Bus, there: &Bus) {
    let mut hints = here.subscribe("testing");
    loop {
        there.publish("testing", "heard");
        let hint = tokio::time::timeout(Duration::from_millis(20), hints.next()).await;
        if hint.is_ok_and(|hint| hint.as_deref() == Some("heard")) {
            return;
        }
    }
}

fn services(db: Db, clock: Clock, bus: Bus, mail: &mail::Settings) -> Services {
    let secret = Some(Secret::new("a secret that only tests have, 0123456789".to_owned()));
    let settings = vault::Settings { secret, ..vault::Settings::default() };
    let vault = Vault::open(Path::new("."), &settings).expect("the secret is long enough");
    let entitlements = Entitlements::new(&entitlements::Settings::default());
    let entitlements = entitlements.expect("the compiled-in plans are right");
    let memory = MemoryBudget::default();
    let identity =
        Identity::new(db.clone(), clock.clone(), bus.clone(), vault.clone(), memory.clone(), false);
    let ledger = Ledger::new(clock.clone(), entitlements.clone())
        .with_prices(prices())
        .with_keys(Arc::new(area::KeyCaps::new(identity.clone())));
    let mail = Mail::new(db.clone(), clock.clone(), vault.clone(), mail);
    let setup = providers_setup();
    let providers = Providers::new(db.clone(), vault.clone(), bus.clone(), clock.clone(), setup);
    let web = WebAccess::new(web_access::Settings::default());
    Services {
        audit: Audit::new(clock.clone()),
        identity,
        mail: mail.expect("the test's mail settings are right"),
        image_models: ImageModels::new(providers.clone(), web.clone()),
        video_models: VideoModels::new(providers.clone(), web.clone()),
        media_policy: MediaPolicy::new(media_policy::Settings::default(), providers.clone()),
        code: CodeSandbox::new(memory.clone(), Sandbox::default()),
        image_tools: ImageTools::new(memory.clone(), Sandbox::default(), PathBuf::new()),
        providers,
        generation: Generation::new(db.clone(), bus.clone(), clock.clone(), ledger.clone()),
        base_url: Url::parse(BASE_URL).expect("the address is well-formed"),
        files: Files::in_memory(),
        parser: Arc::new(PlainParser),
        pictures: PictureEditor::new(memory.clone(), Sandbox::default()),
        sandbox: Sandbox::default(),
        memory,
        proofreader: Arc::new(RepeatedWords),
        queue: Queue::new(clock.clone()),
        rates: RateExchange::new(clock.clone(), bus.clone()),
        web,
        settings: ServerSettings::new(
            db.clone(),
            clock.clone(),
            bus.clone(),
            Audit::new(clock.clone()),
        ),
        shares: Plugs::default(),
        archives: Plugs::default(),
        bots: Plugs::default(),
        library_sources: Plugs::default(),
        agent_tools: Plugs::default(),
        daily_sources: Plugs::default(),
        schedulables: Plugs::default(),
        video_jobs: Plugs::default(),
        payment_followers: Plugs::default(),
        features: Plugs::default(),
        checks: Plugs::default(),
        outbound: Outbound::default(),
        payments: Payments::default(),
        entitlements,
        ledger,
        vault,
        clock,
        bus,
        db,
    }
}

/// Returns prices: models of a connection called Paid cost their operator 10.00 per million input tokens, and 100.00
/// per million output tokens: 10 and 100 millionths each.
fn prices() -> SpendingSettings {
    let paid = ModelPrice { models: "paid/*".to_owned(), input: 10 * MICROS, output: 100 * MICROS };
    SpendingSettings { prices: vec![paid], ..SpendingSettings::default() }
}

/// Returns a setup that looks for nothing on this machine.
fn providers_setup() -> providers::Setup {
    providers::Setup {
        local_servers: Vec::new(),
        find_local_servers: false,
        ..providers::Setup::default()
    }
}

/// Returns the platform's steps of the schema and those of the areas. What an area registers may depend on services, so
/// it is given some on a database that is thrown away.
async fn migrations(areas: &Areas) -> Vec<Migration> {
    let scratch = TestStore::Sqlite.open(&[]).await;
    let clock = Clock::frozen(NOW);
    let services =
        services(scratch.db.clone(), clock, Bus::in_process(), &mail::Settings::default());
    let mut steps = [
        audit::MIGRATIONS,
        server_settings::MIGRATIONS,
        identity::MIGRATIONS,
        jobs::MIGRATIONS,
        entitlements::MIGRATIONS,
        ledger::MIGRATIONS,
        providers::MIGRATIONS,
        conversations::MIGRATIONS,
        files::MIGRATIONS,
        retrieval::MIGRATIONS,
        generation::MIGRATIONS,
        mail::MIGRATIONS,
        tasks::MIGRATIONS,
        directory::MIGRATIONS,
    ]
    .concat();
    for area in areas(&services) {
        steps.extend(area.migrations);
    }
    steps.sort_by_key(|step| step.name);
    steps.dedup_by_key(|step| step.name);
    steps
}
