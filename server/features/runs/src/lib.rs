//! Following of runs: the events of one run, cancelling it, and hints that something of the person's changed in another
//! window. Runs themselves are in `generation`.

mod hints;
mod routes;

use std::time::Duration;

use area::{Area, Services, Upkeep};

/// Returns everything that this area registers.
pub fn area() -> Area {
    Area::new("runs")
        .essential_paths(&["/api/runs/"])
        .extension_paths(&["/api/events", "/api/runs/*"])
        .routes(routes::router())
        .problems(generation::PROBLEMS)
        .upkeep(Upkeep {
            name: "runs.end_abandoned",
            every: Duration::from_secs(600),
            run: |services: Services| {
                Box::pin(async move { Ok(services.generation.end_abandoned().await?) })
            },
        })
}
