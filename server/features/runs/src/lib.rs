//! Following what runs: the events of one run, stopping it, and hints that something of the person's
//! changed in another window. What a run is and does lives in `generation`.

mod hints;
mod routes;

use area::Area;

/// All that this area registers.
pub fn area() -> Area {
    Area::new("runs").routes(routes::router()).problems(generation::PROBLEMS)
}
