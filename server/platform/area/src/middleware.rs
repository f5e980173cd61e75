use std::sync::Arc;

use axum::Router;

/// Middleware that an area puts around all routes, also those of other areas.
pub trait Middleware: Send + Sync {
    /// Returns `routes` wrapped in this middleware.
    ///
    /// `exempt_paths`: paths that must always answer, because people sign in through them.
    fn apply(&self, routes: Router, exempt_paths: Arc<[&'static str]>) -> Router;
}

/// Wraps `routes` in the middleware of all areas; the first one is the innermost.
pub fn apply_middleware(
    routes: Router,
    middleware: &[Arc<dyn Middleware>],
    exempt_paths: Vec<&'static str>,
) -> Router {
    let exempt_paths: Arc<[&'static str]> = exempt_paths.into();
    middleware.iter().fold(routes, |routes, layer| layer.apply(routes, exempt_paths.clone()))
}
