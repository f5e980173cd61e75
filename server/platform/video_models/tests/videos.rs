//! Video models over real HTTP, against servers that answer as the vendors' references say.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod videos {
    mod faults;
    mod list;
    mod setting;
    mod vendors;
}
