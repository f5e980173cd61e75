//! Agents: the three of the house, and those that people make.

pub(crate) mod definition;
pub(crate) mod house;
pub(crate) mod own;
pub(crate) mod store;
