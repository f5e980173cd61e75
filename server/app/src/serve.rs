//! `ensemble serve`: builds everything, serves, and stops in order.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context;
use api::{RateExchange, TrustedProxies};
use area::{Area, Services};
use kernel::Clock;
use mail::Mail;
use server_settings::ServerSettings;
use store::{Db, Engine};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::listen::{OpenFiles, Places, bind, listen};
use crate::metrics::{Figures, UPKEEP};
use crate::router::{Front, router};
use crate::services::Platform;
use crate::settings::{Server, Settings};
use crate::{areas, services, upkeep};

/// Requests that are no event stream get this long to finish once runs are drained.
const LAST_REQUESTS: Duration = Duration::from_secs(3);
/// Time that jobs get to finish; unfinished ones run again.
const LAST_JOBS: Duration = Duration::from_secs(2);

/// Serves until SIGTERM or ctrl-c, then lets running answers finish.
pub async fn serve(settings: &Settings) -> anyhow::Result<()> {
    let began = Instant::now();
    let files = OpenFiles::raise();
    // First of all: runs left by the previous process are ended below, and counted.
    let figures = Figures::start(settings.metrics.token.clone())?;
    let (platform, areas) = prepare(settings).await?;
    let services = &platform.services;
    services.settings.load().await?;
    // Both before the runs of the process before are ended: it may be alive.
    let listener = bind_to(settings.server.listen)?;
    let _alone = hold_alone(&services.db)?;
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
    let stop = CancellationToken::new();
    let background = TaskTracker::new();
    background.spawn(keep_figures(figures, stop.clone()));
    background.spawn(deliver_mail(services.mail.clone(), stop.clone()));
    background.spawn(exchange_rates(services.rates.clone(), stop.clone()));
    background.spawn(stop_on_signal(stop.clone()));
    background.spawn(follow_settings(services.settings.clone(), stop.clone()));
    let generation = services.generation.clone();
    background.spawn(async move { generation.run_background().await });
    let generation = services.generation.clone();
    background.spawn(async move { generation.serve_follow_ups().await });
    services.providers.start();
    workers.start();
    let places = places(&settings.server, files);
    tracing::info!(
        address = %listener.local_addr()?, url = %settings.server.base_url,
        ready_ms = began.elapsed().as_millis() as u64, "serving"
    );

    let open = listen(listener, router, places, files, stop.clone()).await;

    front.is_draining.store(true, Ordering::Relaxed);
    let drain = Duration::from_secs(settings.server.drain_seconds);
    // Readers see their answers end before their streams do.
    tokio::join!(services.generation.stop(drain), workers.stop(LAST_JOBS));
    front.streams_end.cancel();
    if !open.finish(LAST_REQUESTS).await {
        tracing::warn!("some requests did not finish in time");
    }
    services.providers.stop().await;
    background.close();
    background.wait().await;
    services.db.close().await;
    tracing::info!("stopped");
    Ok(())
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
    let url = settings.store_url();
    if let Some(path) = url.strip_prefix("sqlite://")
        && let Some(folder) = Path::new(path.split('?').next().unwrap_or(path)).parent()
    {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let options = store::Options { max_connections: settings.store.max_connections };
    Db::open(&url, &options).await.context("store.url cannot be opened")
}

/// Ensures that no other server uses this SQLite file: each would end the other's runs. The lock is released with the
/// process, however that ends. On PostgreSQL processes share, by leases.
fn hold_alone(db: &Db) -> anyhow::Result<Option<File>> {
    let Some(database) = db.sqlite_path() else { return Ok(None) };
    let path = database.with_extension("lock");
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    file.try_lock().map_err(|_| {
        anyhow::anyhow!("another server is using {}: stop it first", database.display())
    })?;
    Ok(Some(file))
}

fn bind_to(address: SocketAddr) -> anyhow::Result<TcpListener> {
    bind(address).with_context(|| {
        format!("cannot listen on {address} (server.listen): another program may be using it")
    })
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
    loop {
        if let Err(error) = mail.deliver_due().await {
            tracing::error!(%error, "the outbox could not be delivered");
        }
        tokio::select! {
            () = mail.wait_for_work() => {}
            () = stop.cancelled() => return,
        }
    }
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

async fn stop_on_signal(stop: CancellationToken) {
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(error) => {
                tracing::error!(%error, "cannot listen for SIGTERM");
                std::future::pending::<()>().await;
            }
        }
    };
    tokio::select! {
        () = terminated => {}
        result = tokio::signal::ctrl_c() => {
            if let Err(error) = result {
                tracing::error!(%error, "cannot listen for ctrl-c");
            }
        }
    }
    tracing::info!("stopping");
    stop.cancel();
}
