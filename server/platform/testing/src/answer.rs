//! The response that a test client got.

use axum::body::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

/// A whole response.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Description of the request, for messages.
    pub request: String,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    /// Returns the body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{}: not JSON ({error}): {}", self.request, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns a header's text, or "".
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    #[track_caller]
    pub fn assert_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}: {}", self.request, self.text());
        self
    }

    /// Asserts 200, and returns the JSON.
    #[track_caller]
    pub fn ok(self) -> Value {
        self.assert_status(200).json()
    }

    /// Asserts 201, and returns the JSON.
    #[track_caller]
    pub fn created(self) -> Value {
        self.assert_status(201).json()
    }

    /// Asserts 202, and returns the JSON.
    #[track_caller]
    pub fn accepted(self) -> Value {
        self.assert_status(202).json()
    }

    /// Asserts 204.
    #[track_caller]
    pub fn no_content(self) {
        self.assert_status(204);
    }

    /// Asserts a problem response with this code; returns it, for its params.
    #[track_caller]
    pub fn assert_problem(self, status: u16, code: &str) -> Value {
        let answer = self.assert_status(status);
        assert_eq!(answer.header("content-type"), "application/problem+json", "{}", answer.request);
        let problem = answer.json();
        assert_eq!(problem["code"], code, "{}: {problem}", answer.request);
        assert_eq!(problem["status"], status, "{}: {problem}", answer.request);
        problem
    }
}
