//! What an area of the product is given ([`Services`]) and what it gives ([`Area`]).
//!
//! Areas never import each other: they meet in platform services, in what they register here, and in
//! hints on the bus.

mod model;
mod share;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use bus::Bus;
use entitlements::Entitlements;
use files::Files;
use futures::future::BoxFuture;
use generation::{ContextSource, Generation};
use identity::{Eraser, Identity};
use jobs::{Job, Queue, Registry};
use kernel::{Clock, Fallible, Limit, ProblemKind};
use ledger::Ledger;
use mail::Mail;
use providers::Providers;
use store::{Db, Migration};
use url::Url;
use utoipa_axum::router::OpenApiRouter;
use vault::Vault;

pub use model::choose_model;
pub use share::{ShareSource, Shared};

/// The platform, as areas use it. Cheap to clone.
#[derive(Clone)]
pub struct Services {
    pub db: Db,
    pub clock: Clock,
    pub bus: Bus,
    pub vault: Vault,
    pub identity: Identity,
    pub entitlements: Entitlements,
    pub ledger: Ledger,
    pub mail: Mail,
    pub files: Files,
    pub queue: Queue,
    pub providers: Providers,
    pub generation: Generation,
    /// Where browsers reach this server, without a slash at its end.
    pub base_url: Url,
}

impl FromRef<Services> for Identity {
    fn from_ref(services: &Services) -> Self {
        services.identity.clone()
    }
}

/// One area of the product: its routes, its tables, its texts and what it does from time to time.
pub struct Area {
    /// Also its URL prefix, its OpenAPI tag and its text catalogue.
    pub name: &'static str,
    pub routes: OpenApiRouter<Services>,
    pub migrations: Vec<Migration>,
    pub limits: Vec<Limit>,
    pub problems: Vec<ProblemKind>,
    pub erasers: Vec<Arc<dyn Eraser>>,
    pub upkeep: Vec<Upkeep>,
    pub jobs: Registry<Services>,
    pub sources: Vec<Arc<dyn ContextSource>>,
    pub shares: Vec<Arc<dyn ShareSource>>,
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
            routes: OpenApiRouter::new(),
            migrations: Vec::new(),
            limits: Vec::new(),
            problems: Vec::new(),
            erasers: Vec::new(),
            upkeep: Vec::new(),
            jobs: Registry::default(),
            sources: Vec::new(),
            shares: Vec::new(),
        }
    }

    #[must_use]
    pub fn routes(mut self, routes: OpenApiRouter<Services>) -> Self {
        self.routes = routes;
        self
    }

    #[must_use]
    pub fn migrations(mut self, migrations: &[Migration]) -> Self {
        self.migrations.extend_from_slice(migrations);
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

    /// Registers something of this area's that people can share.
    #[must_use]
    pub fn share(mut self, source: impl ShareSource + 'static) -> Self {
        self.shares.push(Arc::new(source));
        self
    }
}
