//! The tools of the house, and the box of all tools that an agent has in a step.

mod ask_bot;
mod calculate;
mod document;
mod library;
pub(crate) mod names;
mod toolbox;
mod web;

pub(crate) use toolbox::{Given, Toolbox, keys};
