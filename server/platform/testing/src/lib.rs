//! Support for tests of areas: the real routes over the real services on a database of their own, people with browsers,
//! a clock that stands still, and a model provider that can fail in every way.
//!
//! Start at [`TestServer`] and [`for_each_store!`], which runs a test on SQLite and on PostgreSQL.

mod answer;
mod archives;
mod books;
mod canary;
mod chance;
mod client;
mod documented;
mod events;
mod fake_payments;
mod fake_paypal;
pub mod fake_provider;
mod fake_s3;
mod fake_server;
mod fake_stripe;
mod mails;
mod model_file;
mod people;
mod png;
mod private_addresses;
mod sample_pdf;
mod scripted_server;
mod server;
mod store;

pub use answer::Answer;
pub use books::assert_sums_hold;
pub use canary::{Canary, redirect_path, redirects};
pub use chance::Chance;
pub use client::{BASE_URL, Client};
pub use events::{Event, EventStream};
pub use fake_paypal::FakePayPal;
pub use fake_provider::FakeProvider;
pub use fake_s3::FakeS3;
pub use fake_stripe::{FakeStripe, Portal, STRIPE_SECRET, stripe_signature};
pub use mails::{assert_code_mail, assert_mail_in_each_language};
pub use model_file::{fake_llama_server, model_file, starts_of, write_model_file};
pub use people::{PASSWORD, TestPerson};
pub use png::{black_png, colorful_png};
pub use private_addresses::{HOSTILE_SHAPES, PRIVATE_HOSTS, REDIRECTS};
pub use sample_pdf::{sample_pdf, set_pdf};
pub use scripted_server::{ScriptedAnswer, ScriptedRequest, ScriptedServer};
pub use server::{NOW, TestServer};
pub use store::{TestDb, TestStore, bytes_say};

/// A webhook notification of a payment provider, as sent.
#[derive(Debug, Clone)]
pub struct WebhookEvent {
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

/// Runs each of these tests twice, as `<name>::on_sqlite` and `<name>::on_postgres`.
///
/// ```ignore
/// for_each_store! {
///     async fn a_tag_is_kept(store) {
///         let server = TestServer::with(store, |_| vec![memos::area()]).await;
///     }
/// }
/// ```
#[macro_export]
macro_rules! for_each_store {
    ($($(#[$meta:meta])* async fn $name:ident($store:ident) $body:block)+) => {$(
        mod $name {
            #[allow(unused_imports, reason = "a test may need nothing from around it")]
            use super::*;

            $(#[$meta])*
            async fn scenario($store: $crate::TestStore) $body

            #[test]
            fn on_sqlite() {
                $crate::run(scenario($crate::TestStore::Sqlite));
            }

            #[test]
            fn on_postgres() {
                $crate::run(scenario($crate::TestStore::Postgres));
            }
        }
    )+};
}

/// Runs a test to its end, on a runtime of its own with two threads.
pub fn run<T>(test: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be made")
        .block_on(test)
}
