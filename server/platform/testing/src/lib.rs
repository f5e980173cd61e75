//! What tests stand on.

pub mod fake_provider;
