//! What an area of the product is given ([`Services`]) and what it gives ([`Area`]).
//!
//! Areas never import each other: they meet in platform services, in what they register here, and in
//! hints on the bus.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use bus::Bus;
use entitlements::Entitlements;
use futures::future::BoxFuture;
use generation::Generation;
use identity::{Eraser, Identity};
use kernel::{Clock, Fallible, Limit, ProblemKind};
use ledger::Ledger;
use mail::Mail;
use providers::Providers;
use store::{Db, Migration};
use url::Url;
use utoipa_axum::router::OpenApiRouter;
use vault::Vault;

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
}
