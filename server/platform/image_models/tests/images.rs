//! Image models over real HTTP, against servers that answer as the vendors' references say.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says so by a panic")]

mod images {
    mod at_once;
    mod faults;
    mod jobs;
    mod list;
    mod own_machine;
    mod setting;
}
