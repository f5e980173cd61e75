use std::sync::Arc;

use axum::Router;

/// Middleware of an area that runs before all routes, also those of other areas.
pub trait Around: Send + Sync {
    /// Wraps routes in this middleware.
    ///
    /// `doors`: paths that must answer all the same, because people sign in by them.
    fn stand_before(&self, routes: Router, doors: Arc<[&'static str]>) -> Router;
}

/// Wraps `routes` in the middleware of all areas, the first area's innermost.
pub fn stand_around(
    routes: Router,
    around: &[Arc<dyn Around>],
    doors: Vec<&'static str>,
) -> Router {
    let doors: Arc<[&'static str]> = doors.into();
    around.iter().fold(routes, |routes, it| it.stand_before(routes, doors.clone()))
}
