//! Push notifications, through HTTP, on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "http/devices.rs"]
mod devices;
#[path = "http/notified.rs"]
mod notified;
#[path = "http/push_service.rs"]
mod push_service;
#[path = "http/setting.rs"]
mod setting;
#[path = "http/tasks.rs"]
mod tasks_ended;
