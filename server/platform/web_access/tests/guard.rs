//! The guarded client against hostile names, addresses, redirects and bodies.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod support;

mod guard {
    mod addresses;
    mod bodies;
    mod calls;
    mod names;
    mod proxies;
    mod redirects;
    mod shares;
}
