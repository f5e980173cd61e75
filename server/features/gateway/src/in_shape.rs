use std::marker::PhantomData;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::response::IntoResponse;
use http::request::Parts;

/// An extractor whose rejection has the shape of another format. It rejects before the body is read.
pub(crate) struct InShape<T, E>(pub T, pub PhantomData<fn() -> E>);

impl<S, T, E> FromRequestParts<S> for InShape<T, E>
where
    S: Send + Sync,
    T: FromRequestParts<S>,
    E: From<T::Rejection> + IntoResponse,
{
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, E> {
        Ok(Self(T::from_request_parts(parts, state).await?, PhantomData))
    }
}

/// The extractor of a body whose rejection has the shape of another format.
pub(crate) struct BodyInShape<T, E>(pub T, pub PhantomData<fn() -> E>);

impl<S, T, E> FromRequest<S> for BodyInShape<T, E>
where
    S: Send + Sync,
    T: FromRequest<S>,
    E: From<T::Rejection> + IntoResponse,
{
    type Rejection = E;

    async fn from_request(request: Request, state: &S) -> Result<Self, E> {
        Ok(Self(T::from_request(request, state).await?, PhantomData))
    }
}
