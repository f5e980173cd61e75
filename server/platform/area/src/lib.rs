//! The interface of an area: what it gets ([`Services`]) and what it provides ([`Area`]).
//!
//! Areas never import each other: they meet in platform services, in what they register here, and in hints on the bus.

mod agent_tools;
mod answer_check;
mod archive;
mod ask_model;
mod bots;
mod cited;
mod daily_source;
mod health;
mod key_caps;
mod library;
mod middleware;
mod model;
mod payment;
mod plugs;
mod routes;
mod schedulable;
mod share;
mod video_jobs;
mod whole_read;

use std::sync::Arc;
use std::time::Duration;

use api::RateExchange;
use audit::Audit;
use axum::extract::FromRef;
use bus::Bus;
use code_sandbox::CodeSandbox;
use entitlements::Entitlements;
use files::Files;
use futures::future::BoxFuture;
use generation::{ContextSource, Generation, RunFollower, SpendingFollower};
use identity::{Eraser, Identity};
use image_models::ImageModels;
use image_tools::ImageTools;
use jobs::{Job, Queue, Registry};
use kernel::{Clock, Fallible, Limit, ProblemKind};
use ledger::Ledger;
use live_settings::{Changeable, Section};
use mail::{Mail, Template};
use media_policy::MediaPolicy;
use memory_budget::MemoryBudget;
use outbound::Outbound;
use parsing::{Parser, PictureEditor, Sandbox};
use payments::Payments;
use proofreading::Proofreader;
use providers::Providers;
use server_settings::ServerSettings;
use store::{Db, Migration};
use url::Url;
use vault::Vault;
use video_models::VideoModels;
use web_access::WebAccess;

pub use agent_tools::AgentTools;
pub use answer_check::AnswerCheck;
pub use archive::{ArchiveBlob, ArchiveSource, Restored, archive_lines};
pub use ask_model::ask_model;
pub use bots::{BotSource, ListedBot};
pub use cited::cited_statement;
pub use daily_source::DailySource;
pub use health::{CHECK_TIMEOUT, Finding, FindingState, HealthCheck, run_checks};
pub use key_caps::KeyCaps;
pub use library::{LibraryItem, LibraryPassage, LibrarySource};
pub use middleware::{Middleware, apply_middleware};
pub use model::{Chosen, choose_model, choose_writer, price_of, usual_model, usual_model_of};
pub use payment::{PaidOrder, PaymentFollower};
pub use plugs::{Plugs, plug_in};
pub use routes::{Described, Routes};
pub use schedulable::{
    PreparedStart, Schedulable, ScheduledStart, ScheduledWork, WorkOutcome, WorkReport,
    changed_result, prompt_after,
};
pub use share::{PublishedPage, ShareSource, Shared};
#[doc(hidden)]
pub use utoipa_axum::{self, paste};
pub use video_jobs::{NewVideoJob, VideoJob, VideoJobState, VideoJobs};

/// The platform, as areas use it. Cheap to clone.
#[derive(Clone)]
pub struct Services {
    pub db: Db,
    pub clock: Clock,
    pub bus: Bus,
    pub vault: Vault,
    /// The log of security-relevant events.
    pub audit: Audit,
    /// Settings that the operator changes while the server runs.
    pub settings: ServerSettings,
    pub identity: Identity,
    pub entitlements: Entitlements,
    pub ledger: Ledger,
    pub mail: Mail,
    /// The payment settings and provider.
    pub payments: Payments,
    pub files: Files,
    /// Memory for work that takes much of it.
    pub memory: MemoryBudget,
    /// Opens files that people upload.
    pub parser: Arc<dyn Parser>,
    /// Edits pictures that people upload.
    pub pictures: PictureEditor,
    /// Makes images by tools of this server.
    /// Runs programs that models write.
    pub code: CodeSandbox,
    pub image_tools: ImageTools,
    /// Models that make images.
    pub image_models: ImageModels,
    /// Models that make videos.
    pub video_models: VideoModels,
    /// The operator's rules for what models make images and videos of.
    pub media_policy: MediaPolicy,
    /// Starts processes for other work with untrusted content.
    pub sandbox: Sandbox,
    /// Checks the grammar of what people write.
    pub proofreader: Arc<dyn Proofreader>,
    pub queue: Queue,
    pub providers: Providers,
    pub generation: Generation,
    /// Guarded access to addresses that people name.
    pub web: WebAccess,
    /// How other servers are reached: clients for addresses that the operator names.
    pub outbound: Outbound,
    /// Makes rate limits that hold over all processes.
    pub rates: RateExchange,
    /// Sources of things that can be shared, from all areas.
    pub shares: Plugs<dyn ShareSource>,
    /// Sources of a person's archive, besides the platform's own.
    pub archives: Plugs<dyn ArchiveSource>,
    /// Bots that can be chosen where models are.
    pub bots: Plugs<dyn BotSource>,
    /// The kinds of items in people's libraries that searches find.
    pub library_sources: Plugs<dyn LibrarySource>,
    /// Tools that agents may use beside those of chats.
    pub agent_tools: Plugs<dyn AgentTools>,
    /// Counters of daily usage that plans limit.
    pub daily_sources: Plugs<dyn DailySource>,
    /// Makes videos for programs, where an area does.
    pub video_jobs: Plugs<dyn VideoJobs>,
    /// The kinds of work that people can schedule.
    pub schedulables: Plugs<dyn Schedulable>,
    /// Followers that are notified of payments and refunds, in the same transaction.
    pub payment_followers: Plugs<dyn PaymentFollower>,
    /// Checks of what this server needs.
    pub checks: Plugs<dyn HealthCheck>,
    /// Optional features, some of which the operator switched on.
    pub features: Plugs<Feature>,
    /// Address at which browsers reach this server; it may have a path ([`api::public_url`]).
    pub base_url: Url,
}

impl Services {
    /// Returns the address of a page of the product: `/settings/spending`.
    pub fn page(&self, path: &str) -> Url {
        let mut page = self.base_url.clone();
        let base = api::base_path(&self.base_url);
        page.set_path(&format!("{base}/{}", path.trim_start_matches('/')));
        page
    }

    /// Returns the library source of this kind.
    pub fn library_source(&self, kind: &str) -> Option<&dyn LibrarySource> {
        self.library_sources.iter().find(|source| source.kind() == kind).map(AsRef::as_ref)
    }
}

impl FromRef<Services> for Identity {
    fn from_ref(services: &Services) -> Self {
        services.identity.clone()
    }
}

/// One area of the product: its routes, its tables, its texts and its periodic work.
pub struct Area {
    /// Name of the area, also its URL prefix, its OpenAPI tag and its text catalog.
    pub name: &'static str,
    pub routes: Routes,
    pub migrations: Vec<Migration>,
    /// Tables that hold nothing of a person, each with what they hold.
    pub impersonal_tables: Vec<(&'static str, &'static str)>,
    /// Tables whose rows stay, without the person, when an account is deleted, each with the reason.
    pub retained_tables: Vec<(&'static str, &'static str)>,
    pub limits: Vec<Limit>,
    pub problems: Vec<ProblemKind>,
    /// Optional features of it, for clients.
    pub features: Vec<Arc<Feature>>,
    /// Its settings that the operator changes while the server runs.
    pub settings: Vec<Arc<dyn Changeable>>,
    /// The templates of its mails.
    pub mails: Vec<&'static dyn Template>,
    pub erasers: Vec<Arc<dyn Eraser>>,
    pub upkeep: Vec<Upkeep>,
    pub jobs: Registry<Services>,
    pub sources: Vec<Arc<dyn ContextSource>>,
    pub followers: Vec<Arc<dyn RunFollower>>,
    pub spending_followers: Vec<Arc<dyn SpendingFollower>>,
    pub shares: Vec<Arc<dyn ShareSource>>,
    pub archives: Vec<Arc<dyn ArchiveSource>>,
    pub bots: Vec<Arc<dyn BotSource>>,
    pub library_sources: Vec<Arc<dyn LibrarySource>>,
    pub agent_tools: Vec<Arc<dyn AgentTools>>,
    pub daily_sources: Vec<Arc<dyn DailySource>>,
    pub video_jobs: Vec<Arc<dyn VideoJobs>>,
    pub schedulables: Vec<Arc<dyn Schedulable>>,
    pub payment_followers: Vec<Arc<dyn PaymentFollower>>,
    /// Checks of what it needs, for the operator.
    pub checks: Vec<Arc<dyn HealthCheck>>,
    /// Middleware that runs before all routes, also those of other areas.
    pub middleware: Vec<Arc<dyn Middleware>>,
    /// Sign-in paths, exempt from the middleware of other areas.
    pub exempt_paths: Vec<&'static str>,
    /// Paths that the browser extension may use; `/*` stands for all that is below.
    pub extension_paths: Vec<&'static str>,
    /// Beginnings of paths that write even when the disk is full: they free room, sign somebody in or end an answer.
    pub essential_paths: Vec<&'static str>,
    /// Beginnings of paths to which other programs post what they sign: no cookie counts there.
    pub webhook_paths: Vec<&'static str>,
}

/// A part of the product that the operator switches on or off.
pub struct Feature {
    /// Name of it, for clients.
    pub name: &'static str,
    is_on: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Feature {
    /// Returns true if the operator has it switched on now.
    pub fn is_on(&self) -> bool {
        (self.is_on)()
    }
}

/// Work that is done again and again: idempotent, so any process may do it at any time.
pub struct Upkeep {
    /// `<area>.<verb_noun>`, for the log.
    pub name: &'static str,
    pub every: Duration,
    pub run: fn(Services) -> BoxFuture<'static, Fallible<()>>,
}

impl Area {
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            routes: Routes::new(),
            migrations: Vec::new(),
            impersonal_tables: Vec::new(),
            retained_tables: Vec::new(),
            limits: Vec::new(),
            problems: Vec::new(),
            features: Vec::new(),
            settings: Vec::new(),
            mails: Vec::new(),
            erasers: Vec::new(),
            upkeep: Vec::new(),
            jobs: Registry::default(),
            sources: Vec::new(),
            followers: Vec::new(),
            spending_followers: Vec::new(),
            shares: Vec::new(),
            archives: Vec::new(),
            bots: Vec::new(),
            library_sources: Vec::new(),
            agent_tools: Vec::new(),
            daily_sources: Vec::new(),
            video_jobs: Vec::new(),
            schedulables: Vec::new(),
            payment_followers: Vec::new(),
            checks: Vec::new(),
            middleware: Vec::new(),
            exempt_paths: Vec::new(),
            extension_paths: Vec::new(),
            essential_paths: Vec::new(),
            webhook_paths: Vec::new(),
        }
    }

    #[must_use]
    pub fn routes(mut self, routes: Routes) -> Self {
        self.routes = routes;
        self
    }

    #[must_use]
    pub fn migrations(mut self, migrations: &[Migration]) -> Self {
        self.migrations.extend_from_slice(migrations);
        self
    }

    /// Names the tables of it that hold nothing of a person, each with what they hold. A test deletes somebody of whom all
    /// other tables say something.
    #[must_use]
    pub fn impersonal_tables(mut self, tables: &[(&'static str, &'static str)]) -> Self {
        self.impersonal_tables.extend_from_slice(tables);
        self
    }

    /// Names the tables of it whose rows stay, without the person, when an account is deleted, each with the reason.
    #[must_use]
    pub fn retained_tables(mut self, tables: &[(&'static str, &'static str)]) -> Self {
        self.retained_tables.extend_from_slice(tables);
        self
    }

    #[must_use]
    pub fn limits(mut self, limits: &[Limit]) -> Self {
        self.limits.extend_from_slice(limits);
        self
    }

    #[must_use]
    pub fn problems(mut self, problems: &[ProblemKind]) -> Self {
        self.problems.extend_from_slice(problems);
        self
    }

    /// Registers an optional feature of it: clients show no way to it while it is off.
    #[must_use]
    pub fn feature(
        mut self,
        name: &'static str,
        is_on: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        self.features.push(Arc::new(Feature { name, is_on: Box::new(is_on) }));
        self
    }

    /// Registers settings of it that the operator changes while the server runs.
    #[must_use]
    pub fn settings<T: Clone + Send + Sync + 'static>(mut self, section: &Section<T>) -> Self {
        self.settings.push(Arc::new(section.clone()));
        self
    }

    /// Registers the templates of its mails, so that their texts are checked.
    #[must_use]
    pub fn mails(mut self, templates: &[&'static dyn Template]) -> Self {
        self.mails.extend_from_slice(templates);
        self
    }

    /// Registers what deletes this area's data with an account.
    #[must_use]
    pub fn eraser(mut self, eraser: impl Eraser + 'static) -> Self {
        self.erasers.push(Arc::new(eraser));
        self
    }

    #[must_use]
    pub fn upkeep(mut self, upkeep: Upkeep) -> Self {
        self.upkeep.push(upkeep);
        self
    }

    #[must_use]
    pub fn job<J: Job<Context = Services>>(mut self) -> Self {
        self.jobs = self.jobs.job::<J>();
        self
    }

    /// Registers what adds to runs.
    #[must_use]
    pub fn context(mut self, source: impl ContextSource + 'static) -> Self {
        self.sources.push(Arc::new(source));
        self
    }

    /// Registers a follower of runs that end.
    #[must_use]
    pub fn follower(mut self, follower: impl RunFollower + 'static) -> Self {
        self.followers.push(Arc::new(follower));
        self
    }

    /// Registers a follower of the server's spending.
    #[must_use]
    pub fn spending_follower(mut self, follower: impl SpendingFollower + 'static) -> Self {
        self.spending_followers.push(Arc::new(follower));
        self
    }

    /// Registers a check that compares answers with what was recorded for them.
    #[must_use]
    pub fn answer_check<C: AnswerCheck>(self, services: &Services) -> Self {
        let queue = services.queue.clone();
        self.follower(answer_check::WhenAnswered::<C>::new(queue)).job::<C>()
    }

    /// Registers something of this area's that people can share.
    #[must_use]
    pub fn share(mut self, source: impl ShareSource + 'static) -> Self {
        self.shares.push(Arc::new(source));
        self
    }

    /// Registers bots that can be chosen where models are.
    #[must_use]
    pub fn bots(mut self, source: impl BotSource + 'static) -> Self {
        self.bots.push(Arc::new(source));
        self
    }

    /// Registers a kind of library items that searches find.
    #[must_use]
    pub fn library_source(mut self, source: impl LibrarySource + 'static) -> Self {
        self.library_sources.push(Arc::new(source));
        self
    }

    /// Registers tools that agents may use.
    #[must_use]
    pub fn agent_tools(mut self, source: impl AgentTools + 'static) -> Self {
        self.agent_tools.push(Arc::new(source));
        self
    }

    /// Registers what counts something that plans limit by the day.
    #[must_use]
    pub fn daily_source(mut self, source: impl DailySource + 'static) -> Self {
        self.daily_sources.push(Arc::new(source));
        self
    }

    /// Registers what makes videos for programs.
    #[must_use]
    pub fn video_jobs(mut self, jobs: impl VideoJobs + 'static) -> Self {
        self.video_jobs.push(Arc::new(jobs));
        self
    }

    /// Registers a kind of work that people can schedule.
    #[must_use]
    pub fn schedulable(mut self, kind: impl Schedulable + 'static) -> Self {
        self.schedulables.push(Arc::new(kind));
        self
    }

    /// Registers what follows payments.
    #[must_use]
    pub fn payment_follower(mut self, follower: impl PaymentFollower + 'static) -> Self {
        self.payment_followers.push(Arc::new(follower));
        self
    }

    /// Registers a check of something that it needs, for `ensemble doctor` and the operator's page.
    #[must_use]
    pub fn check(mut self, check: impl HealthCheck + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Registers middleware around all routes.
    #[must_use]
    pub fn middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.middleware.push(Arc::new(middleware));
        self
    }

    /// Sets the sign-in paths, which are exempt from middleware.
    #[must_use]
    pub fn exempt_paths(mut self, paths: &[&'static str]) -> Self {
        self.exempt_paths.extend_from_slice(paths);
        self
    }

    /// Opens paths to the browser extension; `/*` stands for all that is below.
    #[must_use]
    pub fn extension_paths(mut self, paths: &[&'static str]) -> Self {
        self.extension_paths.extend_from_slice(paths);
        self
    }

    /// Lets paths that begin so write when the disk is full. Whatever deletes by DELETE may anyway.
    #[must_use]
    pub fn essential_paths(mut self, paths: &[&'static str]) -> Self {
        self.essential_paths.extend_from_slice(paths);
        self
    }

    /// Lets other programs post to paths that begin so. The area checks their signatures.
    #[must_use]
    pub fn webhook_paths(mut self, paths: &[&'static str]) -> Self {
        self.webhook_paths.extend_from_slice(paths);
        self
    }

    /// Registers something of this area's that a person's archive holds.
    #[must_use]
    pub fn archive(mut self, source: impl ArchiveSource + 'static) -> Self {
        self.archives.push(Arc::new(source));
        self
    }
}
