//! Builds the platform from the settings.

use std::sync::Arc;

use anyhow::Context;
use api::RateExchange;
use area::{Plugs, Services};
use audit::Audit;
use builtin::Builtin;
use bus::Bus;
use code_sandbox::CodeSandbox;
use entitlements::Entitlements;
use files::Files;
use generation::Generation;
use identity::Identity;
use image_models::ImageModels;
use image_tools::ImageTools;
use jobs::Queue;
use kernel::Clock;
use ledger::Ledger;
use live_settings::Section;
use mail::Mail;
use media_policy::MediaPolicy;
use memory_budget::MemoryBudget;
use model_files::ModelFiles;
use outbound::Outbound;
use parsing::{PictureEditor, Sandbox, WorkerParser};
use payments::{Manual, PayPal, PaymentProvider, Payments, ProviderName, Stripe};
use providers::{Providers, Setup};
use regions::Regions;
use server_settings::ServerSettings;
use store::Db;
use url::Host;
use vault::Vault;
use video_models::VideoModels;
use web_access::WebAccess;

use crate::backups::Plan;
use crate::middleware::cors;
use crate::private_files::make_private;
use crate::settings::Settings;

/// The folder of the weights of image tools, below the data folder.
const IMAGE_ENGINES: &str = "engines/images";

/// The platform of one process: what areas are given, and what only this crate uses.
#[derive(Clone)]
pub struct Platform {
    pub services: Services,
    pub regions: Regions,
    /// Origins of other sites whose pages may call the APIs for programs.
    pub api_origins: Section<Vec<String>>,
    /// Scheduled backups.
    pub backup: Option<Plan>,
}

/// Builds all services over an open database. Makes no calls: connections are opened on demand.
pub fn build(settings: &Settings, db: Db, clock: Clock) -> anyhow::Result<Platform> {
    let server = &settings.server;
    std::fs::create_dir_all(&server.data_dir).with_context(|| {
        format!("cannot make the folder {} (server.data_dir)", server.data_dir.display())
    })?;
    make_private(&server.data_dir, db.sqlite_path());
    let vault = Vault::open(&server.data_dir, &settings.vault)?;
    let bus = open_bus(settings)?;
    let outbound = Outbound::open(&settings.outbound, settings.proxy_variables.expose())?;
    let files = Files::open_through(&settings.files_url(), &outbound)?;
    let is_https = server.base_url.scheme() == "https";
    let memory = MemoryBudget::default();
    retrieval::yield_memory_to(&memory);
    let identity = Identity::new(
        db.clone(),
        clock.clone(),
        bus.clone(),
        vault.clone(),
        memory.clone(),
        is_https,
    );
    identity.limit_cookies(api::base_path(&server.base_url));
    let entitlements = Entitlements::new(&settings.plans)?;
    settings.payments.check()?;
    settings.areas.check(&entitlements, &settings.payments)?;
    let web = WebAccess::through(web_settings(settings), &outbound);
    let payments = open_payments(settings, &web)?;
    let sold = payments.clone();
    let entitlements = entitlements.open_while(move || !sold.settings().enabled);
    settings.spending.check().map_err(anyhow::Error::msg)?;
    let spending = settings.spending.clone().section();
    let ledger = Ledger::new(clock.clone(), entitlements.clone())
        .with_prices(spending.clone())
        .with_keys(Arc::new(area::KeyCaps::new(identity.clone())));
    let mail_settings = mail_settings(settings, &outbound);
    let mail = Mail::new(db.clone(), clock.clone(), vault.clone(), &mail_settings)?;
    let program = std::env::current_exe().context("this program's own file cannot be found")?;
    let model_files = settings.model_files.clone().section();
    let calls = settings.providers.clone().section();
    let setup = Setup {
        model_files: Some(ModelFiles::new(model_files::Setup::new(
            &model_files,
            &server.data_dir,
            program.clone(),
        ))),
        outbound: outbound.clone(),
        ..Setup::from(&calls)
    };
    let providers = Providers::new(db.clone(), vault.clone(), bus.clone(), clock.clone(), setup);
    let engine = Builtin::new(settings.builtin.wordnet_dir.clone());
    providers.register(
        builtin::SLUG,
        builtin::text_model(db.clone(), engine.clone()),
        builtin::model_infos(),
    );
    let generation = Generation::new(db.clone(), bus.clone(), clock.clone(), ledger.clone());
    let limits = settings.generation.clone().section();
    generation.set_limits(limits.clone());
    let queue = Queue::new(clock.clone());
    let ocr = settings.ocr.clone().section();
    let live =
        ServerSettings::new(db.clone(), clock.clone(), bus.clone(), Audit::new(clock.clone()));
    live.register(payments.section());
    live.register(&spending);
    live.register(&limits);
    live.register(&calls);
    live.register(&model_files);
    live.register(&ocr);
    live.register(web.settings());
    let regions = Regions::new(&settings.regions, &server.trusted_proxies)?;
    live.register(regions.settings());
    let media_policy = MediaPolicy::new(settings.media.clone(), providers.clone());
    live.register(media_policy.settings());
    let api_origins = cors::section(server);
    live.register(&api_origins);
    let sandbox = Sandbox::new(program.clone());
    let services = Services {
        audit: Audit::new(clock.clone()),
        settings: live,
        files,
        pictures: PictureEditor::new(memory.clone(), sandbox.clone()),
        code: CodeSandbox::new(memory.clone(), sandbox.clone()),
        image_tools: ImageTools::new(
            memory.clone(),
            sandbox.clone(),
            server.data_dir.join(IMAGE_ENGINES),
        ),
        image_models: ImageModels::new(providers.clone(), web.clone()),
        video_models: VideoModels::new(providers.clone(), web.clone()),
        media_policy,
        sandbox,
        memory,
        parser: Arc::new(WorkerParser::new(program).with_ocr(ocr)),
        proofreader: Arc::new(engine),
        queue,
        rates: RateExchange::new(clock.clone(), bus.clone()),
        db,
        clock,
        bus,
        vault,
        identity,
        entitlements,
        ledger,
        mail,
        payments,
        providers,
        generation,
        web,
        outbound,
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
        base_url: server.base_url.clone(),
    };
    Ok(Platform { services, regions, api_origins, backup: Plan::of(settings) })
}

/// Returns the web access settings: with the hosts that the operator allowed, and this installation's own name, which
/// is never fetched.
fn web_settings(settings: &Settings) -> web_access::Settings {
    let mut web = settings.web_access.clone();
    web.own_names.extend(settings.server.base_url.host_str().map(str::to_owned));
    web
}

/// Returns the mail settings: with the certificates that are trusted, and a greeting by this installation's public name.
fn mail_settings(settings: &Settings, outbound: &Outbound) -> mail::Settings {
    let public_name = match settings.server.base_url.host() {
        Some(Host::Domain(name)) if name.contains('.') => Some(name.to_owned()),
        _ => None,
    };
    let mail = settings.mail.clone();
    let hello_name = mail.hello_name.clone().or(public_name);
    mail::Settings { hello_name, outbound: outbound.clone(), ..mail }
}

/// Opens the payment provider.
fn open_payments(settings: &Settings, web: &WebAccess) -> anyhow::Result<Payments> {
    let payments::Settings { provider, stripe, paypal, .. } = &settings.payments;
    // Orders that were begun with one are settled with it also when another one collects the new ones.
    let mut others: Vec<Arc<dyn PaymentProvider>> = Vec::new();
    let is_stripe = *provider == ProviderName::Stripe;
    if is_stripe || stripe.key.is_some() {
        others.push(Arc::new(open_stripe(stripe, web)?));
    }
    let is_paypal = *provider == ProviderName::Paypal;
    if is_paypal || paypal.client_id.is_some() {
        others.push(Arc::new(open_paypal(paypal, web)?));
    }
    let chosen: Arc<dyn PaymentProvider> = match provider {
        ProviderName::Manual => Arc::new(Manual),
        ProviderName::Stripe => others.remove(0),
        ProviderName::Paypal => others.pop().context("PayPal was opened above")?,
    };
    Ok(Payments::with_former(settings.payments.clone(), chosen, others))
}

fn open_stripe(stripe: &payments::StripeSettings, web: &WebAccess) -> anyhow::Result<Stripe> {
    let address = stripe.address.as_deref().unwrap_or("https://api.stripe.com");
    let key = stripe.key.clone().context("payments.stripe.key is not set: write sk_…")?;
    let secret = stripe.notice_secret.clone();
    let secret = secret.context("payments.stripe.notice_secret is not set: write whsec_…")?;
    let secrets = [Some(secret), stripe.former_notice_secret.clone()];
    Ok(Stripe::new(web.clone(), address, key, secrets.into_iter().flatten().collect()))
}

fn open_paypal(paypal: &payments::PayPalSettings, web: &WebAccess) -> anyhow::Result<PayPal> {
    let address = paypal.address.as_deref().unwrap_or("https://api-m.paypal.com");
    let id = paypal.client_id.as_deref().context("payments.paypal.client_id is not set")?;
    let secret = paypal.client_secret.clone();
    let secret = secret.context("payments.paypal.client_secret is not set")?;
    let webhook = paypal.webhook_id.as_deref();
    let webhook = webhook.context("payments.paypal.webhook_id is not set: its id at PayPal")?;
    Ok(PayPal::new(web.clone(), address, id, secret, webhook))
}

fn open_bus(settings: &Settings) -> anyhow::Result<Bus> {
    match &settings.bus.url {
        Some(url) if is_postgres(url.expose()) => Ok(Bus::postgres(url.expose())?),
        Some(url) => Ok(Bus::redis(url.expose())?),
        None if is_postgres(&settings.store_url()) => Ok(Bus::postgres(&settings.store_url())?),
        None => Ok(Bus::in_process()),
    }
}

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}
