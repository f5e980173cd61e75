use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::openapi::OpenApi;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::Services;

/// Routes, and their descriptions.
///
/// Descriptions are generated from handlers on demand, in tests only: a server serves `contract/openapi.json`, which a
/// test proves to be the same, and neither generates nor stores its own. In release builds descriptions are not even
/// linked.
pub struct Routes<S = Services> {
    router: Router<S>,
    descriptions: Vec<Describe>,
}

type Describe = Box<dyn Fn() -> OpenApi + Send + Sync>;

/// One path with its methods, built by [`routes!`](crate::routes!) from handlers.
pub struct Described<S> {
    path: String,
    methods: MethodRouter<S>,
    describe: Option<fn() -> UtoipaMethodRouter<S>>,
}

impl<S: Clone + Send + Sync + 'static> Default for Routes<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    pub fn new() -> Self {
        Self { router: Router::new(), descriptions: Vec::new() }
    }

    /// Adds routes that [`routes!`](crate::routes!) built from handlers.
    #[must_use]
    pub fn routes(mut self, described: Described<S>) -> Self {
        self.router = self.router.route(&described.path, described.methods);
        if let Some(describe) = described.describe {
            let description = move || OpenApiRouter::new().routes(describe()).into_openapi();
            self.descriptions.push(Box::new(description));
        }
        self
    }

    /// Adds a route that the description of the API leaves out.
    #[must_use]
    pub fn route(mut self, path: &str, methods: MethodRouter<S>) -> Self {
        self.router = self.router.route(path, methods);
        self
    }

    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.descriptions.extend(other.descriptions);
        self
    }

    /// Adds a layer around the routes added so far.
    #[must_use]
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Error: Into<Infallible> + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.router = self.router.layer(layer);
        self
    }

    #[must_use]
    pub fn with_state<S2>(self, state: S) -> Routes<S2> {
        Routes { router: self.router.with_state(state), descriptions: self.descriptions }
    }

    pub fn into_router(self) -> Router<S> {
        self.router
    }

    /// Adds the descriptions to `document`. Release builds have none.
    #[must_use]
    pub fn describe(&self, document: OpenApi) -> OpenApi {
        self.descriptions.iter().fold(document, |all, describe| all.merge_from(describe()))
    }
}

impl<S: Clone + Send + Sync + 'static> Described<S> {
    /// Starts the path of the operation `O`, without methods yet.
    pub fn at<O: utoipa::Path>() -> Self {
        Self { path: O::path(), methods: MethodRouter::new(), describe: None }
    }

    /// Sets `handler` for the operation `O`.
    #[must_use]
    pub fn on<O, H, T>(mut self, handler: H) -> Self
    where
        O: utoipa::Path,
        H: Handler<T, S>,
        T: 'static,
    {
        debug_assert_eq!(self.path, O::path(), "operations beside each other have one path");
        for method in O::methods() {
            self.methods = self.methods.on(method.to_method_filter(), handler.clone());
        }
        self
    }

    #[must_use]
    pub fn described_by(mut self, describe: fn() -> UtoipaMethodRouter<S>) -> Self {
        self.describe = Some(describe);
        self
    }
}

/// The handlers of one path, each with its `#[utoipa::path]`: `routes!(list_bots, create_bot)`.
#[macro_export]
macro_rules! routes {
    ($($handlers:tt)+) => { $crate::described!([] $($handlers)+ ,) };
}

/// Finds the items that `#[utoipa::path]` generated beside each handler.
#[doc(hidden)]
#[macro_export]
macro_rules! described {
    ([$($found:tt)*] $handler:ident, $($rest:tt)*) => {
        $crate::paste! {
            $crate::described!([$($found)* { $handler, [<__path_ $handler>] }] $($rest)*)
        }
    };
    ([$($found:tt)*] $within:ident::$handler:ident, $($rest:tt)*) => {
        $crate::paste! {
            $crate::described!(
                [$($found)* { $within::$handler, $within::[<__path_ $handler>] }] $($rest)*
            )
        }
    };
    ([{ $handler:path, $operation:path } $({ $more:path, $operations:path })*]) => {{
        let described = $crate::Described::at::<$operation>().on::<$operation, _, _>($handler);
        $(let described = described.on::<$operations, _, _>($more);)*
        #[cfg(debug_assertions)]
        let described =
            described.described_by(|| $crate::utoipa_axum::routes!($handler $(, $more)*));
        described
    }};
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use tower::ServiceExt;

    use super::*;

    #[utoipa::path(get, path = "/api/things", responses((status = 200, body = String)))]
    async fn list_things() -> &'static str {
        "listed"
    }

    mod making {
        #[utoipa::path(post, path = "/api/things", responses((status = 200, body = String)))]
        pub async fn make_thing() -> &'static str {
            "made"
        }
    }

    fn all() -> Routes<()> {
        let open = Routes::new().route("/open", axum::routing::get(|| async { "open" }));
        Routes::new().routes(crate::routes!(list_things, making::make_thing)).merge(open)
    }

    async fn answer(method: &str, path: &str) -> u16 {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        all().into_router().oneshot(request).await.unwrap().status().as_u16()
    }

    #[tokio::test]
    async fn each_handler_answers_its_method() {
        assert_eq!(answer("GET", "/api/things").await, 200);
        assert_eq!(answer("POST", "/api/things").await, 200);
        assert_eq!(answer("DELETE", "/api/things").await, 405);
        assert_eq!(answer("GET", "/open").await, 200);
    }

    #[test]
    fn what_is_described_is_every_operation_and_nothing_else() {
        let document = all().describe(OpenApiRouter::<()>::new().into_openapi());
        let paths: Vec<&String> = document.paths.paths.keys().collect();
        assert_eq!(paths, ["/api/things"]);
        let things = &document.paths.paths["/api/things"];
        assert!(things.get.is_some() && things.post.is_some() && things.delete.is_none());
    }
}
