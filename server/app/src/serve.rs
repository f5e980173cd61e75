//! `ensemble serve`: builds everything, serves, and stops in order.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use api::{RateExchange, TrustedProxies};
use area::{Area, Services};
use jobs::Workers;
use kernel::Clock;
use mail::Mail;
use outbound::Outbound;
use server_settings::ServerSettings;
use store::{Db, Engine};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::life::{Manager, Reload, Signals, Stop};
use crate::listen::{Connections, Leave, Listener, OpenFiles, Places, listen};
use crate::metrics::{Figures, UPKEEP};
use crate::router::{Front, router};
use crate::services::Platform;
use crate::settings::{Server, Settings};
use crate::{areas, services, traces, unfinished, upkeep, vault_check};

/// Requests that are no event stream get this long to finish once runs are drained.
const LAST_REQUESTS: Duration = Duration::from_secs(3);
/// Time that jobs get to finish; unfinished ones run again.
const LAST_JOBS: Duration = Duration::from_secs(2);
/// Time that everything else gets: a database that does not answer keeps no server from stopping.
const LAST_STEPS: Duration = Duration::from_secs(5);
/// Time for all that comes after running answers.
const AFTER_DRAIN: Duration = Duration::from_secs(20);

/// Serves until SIGTERM or ctrl-c, then lets running answers finish.
///
/// Meanwhile it goes on serving everything but new answers. If another process listens at the same address
/// (`server.reuse_port`), it takes over at once instead, and nothing is refused here.
pub async fn serve(settings: &Settings) -> anyhow::Result<()> {
    let began = Instant::now();
    let given = Listener::given()?;
    let mut signals = Signals::listen().context("cannot listen for signals")?;
    let manager = Manager::connect(&settings::service_manager());
    let files = OpenFiles::raise();
    // First of all: runs left by the previous process are ended below, and counted.
    let figures = Figures::start(settings.metrics.token.clone())?;
    let (platform, areas) = tokio::select! {
        prepared = prepare(settings) => prepared?,
        // A step of the schema that has not ended leaves nothing behind.
        () = signals.asked_to_stop() => {
            tracing::info!("stopped before it served");
            return Ok(());
        }
    };
    let services = &platform.services;
    services.settings.load().await?;
    vault_check::check_at_start(services).await?;
    // Both before the runs of the process before are ended: it may be alive.
    let _alone = hold_alone(&services.db)?;
    let listeners = match given.is_empty() {
        true => Listener::open_all(&settings.server.listen, settings.server.sockets)?,
        false => given,
    };
    let is_alone = services.db.engine() == Engine::Sqlite;
    if let Err(error) = services.db.refill_reserve().await {
        tracing::error!(%error, "the disk is full: only what may not wait is written until there is room");
    }
    match services.generation.begin(is_alone).await {
        // On the first failure for lack of space the reserve is released: then there is some.
        Err(error) if error.is_full() => services.generation.begin(is_alone).await?,
        begun => begun?,
    }
    let workers = upkeep::workers(&platform, &areas);
    if is_alone {
        workers.take_over().await?;
    }

    tell_setup_code(services).await?;

    let front = Front::new(services, figures.clone());
    let mut routes = areas::routes(areas, services);
    routes.router = platform.regions.clone().around(routes.router);
    let router = router(routes, front.clone(), &settings.server, &platform.api_origins);
    let stop = Stop::default();
    // What requests need goes on until the last of them.
    let over = CancellationToken::new();
    let background = TaskTracker::new();
    background.spawn(keep_figures(figures, over.clone()));
    background.spawn(deliver_mail(services.mail.clone(), stop.asked.clone()));
    background.spawn(send_traces(settings.clone(), services.outbound.clone(), over.clone()));
    background.spawn(exchange_rates(services.rates.clone(), over.clone()));
    background.spawn(follow_settings(services.settings.clone(), over.clone()));
    let generation = services.generation.clone();
    background.spawn(async move { generation.run_background().await });
    let generation = services.generation.clone();
    background.spawn(async move { generation.serve_follow_ups().await });
    services.providers.start();
    workers.start();
    let places = places(&settings.server, files);
    let addresses: Vec<String> = listeners.iter().map(Listener::address).collect();
    let addresses = addresses.join(",");
    tracing::info!(
        address = %addresses, url = %settings.server.base_url,
        ready_ms = began.elapsed().as_millis() as u64, "serving"
    );
    let status = format!("Serving at {addresses}");
    manager.ready(&status);
    let reload = Reload::new(settings, &services.settings, &manager, &status);
    background.spawn(follow_signals(signals, stop.clone(), reload, over.clone()));
    background.spawn(give_signs_of_life(manager.clone(), over.clone()));

    let leave = Leave::default();
    let stopping = drain(settings, services, &workers, &front, &manager, (&stop, &leave));
    let (open, ()) =
        tokio::join!(listen(listeners, router, places, files, leave.clone()), stopping);
    over.cancel();
    end(services, open, background).await;
    tracing::info!("stopped");
    Ok(())
}

/// Waits until the server is asked to stop, and then for its running answers and jobs.
async fn drain<C: Send + Sync + 'static>(
    settings: &Settings,
    services: &Services,
    workers: &Workers<C>,
    front: &Front,
    manager: &Manager,
    (stop, leave): (&Stop, &Leave),
) {
    stop.asked.cancelled().await;
    let longest = Duration::from_secs(settings.server.drain_seconds);
    manager.stopping(longest + AFTER_DRAIN);
    front.is_draining.store(true, Ordering::Relaxed);
    match settings.server.sockets.reuse_port {
        true => {
            leave.hand_over.cancel();
            leave.stop.cancel();
        }
        false => front.refuses_answers.store(true, Ordering::Relaxed),
    }
    let answers = async {
        let generation = &services.generation;
        if stop.hurried.run_until_cancelled(generation.stop(longest)).await.is_none() {
            generation.stop(Duration::ZERO).await;
        }
    };
    // Readers see their answers end before their streams do.
    tokio::join!(answers, workers.stop(LAST_JOBS));
    front.streams_end.cancel();
    leave.stop.cancel();
}

/// Ends connections, background work and the database, in this order and within bounds.
async fn end(services: &Services, open: Connections, background: TaskTracker) {
    if !open.finish(LAST_REQUESTS).await {
        tracing::warn!("some requests did not finish in time");
    }
    let rest = async {
        services.providers.stop().await;
        background.close();
        background.wait().await;
        services.db.close().await;
    };
    if tokio::time::timeout(LAST_STEPS, rest).await.is_err() {
        tracing::warn!(
            "stopped without waiting for what does not answer: the database, or a mail server"
        );
    }
}

/// Returns the places for connections, as many as the settings say if so many files may be open.
fn places(server: &Server, files: OpenFiles) -> Places {
    let connections = files.connections(server.max_connections);
    tracing::info!(open_files = files.limit, connections, "limits");
    if connections < server.max_connections {
        tracing::warn!(
            wanted = server.max_connections,
            "the limit of open files allows fewer connections than server.max_connections: raise it"
        );
    }
    let proxies = TrustedProxies::new(server.trusted_proxies.iter().copied());
    Places::new(connections, server.max_connections_per_address, proxies)
}

/// Logs the setup code while nobody has an account.
async fn tell_setup_code(services: &Services) -> anyhow::Result<()> {
    let mut conn = services.db.read().await?;
    if services.identity.needs_operator(&mut conn).await? {
        tracing::warn!(
            setup_code = services.identity.setup_code(),
            "nobody has an account yet: on another machine, the first account needs this code"
        );
    }
    Ok(())
}

/// Opens the database, builds the platform and the areas over it, and migrates the schema.
pub async fn prepare(settings: &Settings) -> anyhow::Result<(Platform, Vec<Area>)> {
    let db = open_db(settings).await?;
    let platform = services::build(settings, db, Clock::system())?;
    let areas = areas::areas(&platform.services, settings);
    area::plug_in(&platform.services, &areas);
    let now = platform.services.clock.now();
    platform.services.db.migrate(&areas::migrations(&areas), now).await?;
    Ok((platform, areas))
}

/// Opens the database the settings name. The folder of a SQLite file is made when it is missing.
pub async fn open_db(settings: &Settings) -> anyhow::Result<Db> {
    unfinished::refuse(&settings.server.data_dir)?;
    let url = settings.store_url();
    if let Some(path) = url.strip_prefix("sqlite://")
        && let Some(folder) = Path::new(path.split('?').next().unwrap_or(path)).parent()
    {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Db::open(&url, &settings.store.options()).await.context("store.url cannot be opened")
}

/// Ensures that no other server uses this SQLite file: each would end the other's runs. The lock is released with the
/// process, however that ends. On PostgreSQL processes share, by leases.
pub fn hold_alone(db: &Db) -> anyhow::Result<Option<File>> {
    let Some(database) = db.sqlite_path() else { return Ok(None) };
    let path = database.with_extension("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    file.try_lock().map_err(|_| {
        anyhow::anyhow!("another server is using {}: stop it first", database.display())
    })?;
    Ok(Some(file))
}

async fn keep_figures(figures: Figures, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(UPKEEP);
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                figures.upkeep();
                retrieval::forget_unused();
            }
            () = stop.cancelled() => return,
        }
    }
}

async fn deliver_mail(mail: Mail, stop: CancellationToken) {
    mail.deliver_until(stop.cancelled()).await;
}

async fn send_traces(settings: Settings, outbound: Outbound, stop: CancellationToken) {
    traces::send_until(&settings.traces, &outbound, stop.cancelled()).await;
}

/// Counts rates together with other processes.
async fn exchange_rates(rates: RateExchange, stop: CancellationToken) {
    tokio::select! {
        () = rates.run() => {}
        () = stop.cancelled() => {}
    }
}

/// Applies settings that other processes change.
async fn follow_settings(settings: ServerSettings, stop: CancellationToken) {
    tokio::select! {
        () = settings.follow() => {}
        () = stop.cancelled() => {}
    }
}

/// Stops and reloads as the process is told to.
async fn follow_signals(signals: Signals, stop: Stop, reload: Reload, over: CancellationToken) {
    over.run_until_cancelled(signals.follow(stop, &reload)).await;
}

async fn give_signs_of_life(manager: Manager, over: CancellationToken) {
    over.run_until_cancelled(manager.live()).await;
}
