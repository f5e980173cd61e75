//! `ensemble serve`: builds everything, serves, and stops in order.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use kernel::Clock;
use store::Db;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::listen::listen;
use crate::metrics::{Figures, UPKEEP};
use crate::router::{Front, router};
use crate::settings::Settings;

/// Requests that are no event stream get this long to finish once runs are drained.
const LAST_REQUESTS: Duration = Duration::from_secs(3);

/// Serves until SIGTERM or ctrl-c, then lets running answers finish.
pub async fn serve(settings: &Settings) -> anyhow::Result<()> {
    let began = Instant::now();
    let db = open_db(settings).await?;
    db.migrate(&crate::areas::migrations(), Clock::system().now()).await?;
    let listener = bind(settings.server.listen).await?;
    let stop = CancellationToken::new();
    let background = TaskTracker::new();
    let figures = Figures::start(settings.metrics.token.clone())?;
    background.spawn(keep_figures(figures.clone(), stop.clone()));

    let front = Front {
        db: db.clone(),
        figures,
        is_draining: Arc::new(AtomicBool::new(false)),
        streams_end: CancellationToken::new(),
    };
    let (routes, openapi) = crate::areas::routes();
    let router = router(routes, &openapi, front.clone(), &settings.server);
    tracing::info!(
        address = %listener.local_addr()?, url = %settings.server.base_url,
        ready_ms = began.elapsed().as_millis() as u64, "serving"
    );
    background.spawn(stop_on_signal(stop.clone()));
    let open = listen(listener, router, settings.server.max_connections, stop.clone()).await;

    front.is_draining.store(true, Ordering::Relaxed);
    front.streams_end.cancel();
    if !open.finish(LAST_REQUESTS).await {
        tracing::warn!("some requests did not finish in time");
    }
    background.close();
    background.wait().await;
    db.close().await;
    tracing::info!("stopped");
    Ok(())
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

async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address} (server.listen): another program may be using it")
    })
}

async fn keep_figures(figures: Figures, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(UPKEEP);
    loop {
        tokio::select! {
            _ = ticks.tick() => figures.upkeep(),
            () = stop.cancelled() => return,
        }
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
