//! Providers that work at any kind of media in the same way: a job that is asked about until it is done.

pub mod fal;
pub mod replicate;
